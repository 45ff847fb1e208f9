"""Writes the embedded Python packages as a table of texts: embed_packages.py OUT.c PACKAGES_DIR [--later OUT.txt FIRST...].

Comments are left out, because every byte is downloaded; the lines keep their numbers. With --later only the files FIRST are embedded; the texts of the
others go to OUT.txt, which is fetched when a program imports one of them, and the table says where each lies. Its first line is a stamp of its content,
so that a table never meets the texts of another build."""
import argparse
import hashlib
import io
import os
import tokenize


def without_comments(text):
    lines = text.splitlines(keepends=True)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip() + "\n"
    return "".join(lines)


parser = argparse.ArgumentParser()
parser.add_argument("out")
parser.add_argument("root")
parser.add_argument("--later", nargs="+", default=[], metavar="OUT.txt FIRST")
options = parser.parse_args()
files = sorted(
    os.path.relpath(os.path.join(folder, name), options.root).replace(os.sep, "/")
    for folder, _, names in os.walk(options.root)
    for name in names
    if name.endswith(".py")
)
first = options.later[1:] or files
if missing := set(first) - set(files):
    raise SystemExit(f"embed_packages: no such file: {', '.join(sorted(missing))}")
texts = {name: without_comments(open(os.path.join(options.root, name), encoding="utf-8").read()).encode() for name in files}
later = [name for name in files if name not in first]
together = b"".join(texts[name] for name in later)
stamp = hashlib.sha256(together).hexdigest()[:16] + "\n"
with open(options.out, "w", encoding="utf-8") as o:
    o.write('#include "port.h"\n')
    for i, name in enumerate(first):
        o.write(f"static const char text{i}[] = {{{','.join(map(str, texts[name] + bytes(1)))}}};\n")
    o.write("const port_file_t port_files[] = {\n")
    for i, name in enumerate(first):
        o.write(f'    {{ "{name}", text{i}, sizeof text{i} - 1 }},\n')
    o.write(f"}};\nconst size_t port_file_count = {len(first)};\n")
    o.write(f'const char port_later_stamp[] = "{stamp[:-1]}\\n";\nconst size_t port_later_bytes = {len(stamp) + len(together)};\n')
    o.write("const port_later_file_t port_later_files[] = {\n")
    at = len(stamp)
    for name in later:
        o.write(f'    {{ "{name}", {at}, {len(texts[name])} }},\n')
        at += len(texts[name])
    o.write(f'    {{ "", 0, 0 }},\n}};\nconst size_t port_later_count = {len(later)};\n')
if options.later:
    with open(options.later[0], "wb") as o:
        o.write(stamp.encode() + together)
