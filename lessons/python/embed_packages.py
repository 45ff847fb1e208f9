"""Writes the embedded Python packages as a table of texts: embed_packages.py OUT.c PACKAGES_DIR.

Comments are left out, because every byte is downloaded; the lines keep their numbers."""
import io
import os
import sys
import tokenize


def without_comments(text):
    lines = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    return "".join(lines)


out, root = sys.argv[1:]
files = sorted(
    os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
    for folder, _, names in os.walk(root)
    for name in names
    if name.endswith(".py")
)
with open(out, "w", encoding="utf-8") as o:
    o.write('#include "port.h"\n')
    for i, name in enumerate(files):
        data = without_comments(open(os.path.join(root, name), encoding="utf-8").read()).encode()
        o.write(f"static const char text{i}[] = {{{','.join(map(str, data + bytes(1)))}}};\n")
    o.write("const port_file_t port_files[] = {\n")
    for i, name in enumerate(files):
        o.write(f'    {{ "{name}", text{i}, sizeof text{i} - 1 }},\n')
    o.write(f"}};\nconst size_t port_file_count = {len(files)};\n")
