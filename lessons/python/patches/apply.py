"""Writes patched copies of a few MicroPython sources into the build folder; the source tree is only read.

    apply.py MICROPYTHON_DIR OUT_DIR

Every `*.edits` file beside this script is a list of edits, each with the reason above it:

    # why
    @@ py/gc.c 1            the file, and how often the anchor text must occur in it
    anchor text
    @@ with
    replacement
    @@ end

An anchor that does not occur exactly that often stops the build, so a new upstream version fails loudly.
"""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))


def edits_in(path):
    name, state = os.path.basename(path), None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        if line.startswith("@@ "):
            words = line.split()[1:]
            if words == ["with"] and state == "old":
                state = "new"
            elif words == ["end"] and state == "new":
                yield file, count, "".join(old)[:-1], "".join(new)[:-1], f"{name}:{start}"
                state = None
            elif len(words) == 2 and state is None:
                file, count, state, start, old, new = words[0], int(words[1]), "old", number, [], []
            else:
                sys.exit(f"{name}:{number}: misplaced {line.strip()!r}")
        elif state == "old":
            old.append(line)
        elif state == "new":
            new.append(line)
        elif line.strip() and not line.startswith("#"):
            sys.exit(f"{name}:{number}: text outside an edit")
    if state:
        sys.exit(f"{name}: the last edit has no end")


def without_map_half(text):
    """The map half of py/map.c makes way for port/ordered_map.inc; the set half stays."""
    cache, sizes = text.index("#if MICROPY_OPT_MAP_LOOKUP_CACHE"), text.index("// This table of sizes")
    bar = "/******************************************************************************/\n"
    maps, sets = text.index(bar + "/* map "), text.index(bar + "/* set ")
    assert cache < sizes < maps < sets
    return text[:cache] + text[sizes:maps] + '#include "ordered_map.inc"\n' + text[sets:]


def main(source, out):
    texts = {"py/map.c": without_map_half(open(os.path.join(source, "py/map.c"), encoding="utf-8").read())}
    for name in sorted(os.listdir(here)):
        if not name.endswith(".edits"):
            continue
        for file, count, old, new, where in edits_in(os.path.join(here, name)):
            if file not in texts:
                texts[file] = open(os.path.join(source, file), encoding="utf-8").read()
            found = texts[file].count(old)
            if found != count:
                sys.exit(f"{where}: {file} has {found} of {old[:60]!r}, expected {count}")
            texts[file] = texts[file].replace(old, new)
    for file, text in texts.items():
        path = os.path.join(out, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            open(path, "w", encoding="utf-8").write(text)


main(*sys.argv[1:])
