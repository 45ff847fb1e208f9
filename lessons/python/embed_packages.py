"""Writes the embedded Python packages as a table of texts: embed_packages.py OUT.c PACKAGES_DIR."""
import os
import sys

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
        data = open(os.path.join(root, name), "rb").read()
        o.write(f"static const char text{i}[] = {{{','.join(map(str, data + bytes(1)))}}};\n")
    o.write("const port_file_t port_files[] = {\n")
    for i, name in enumerate(files):
        o.write(f'    {{ "{name}", text{i}, sizeof text{i} - 1 }},\n')
    o.write(f"}};\nconst size_t port_file_count = {len(files)};\n")
