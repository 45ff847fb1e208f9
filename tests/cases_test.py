#!/usr/bin/env python3
"""Runs `tapedeck cases` on tests/cases:   tests/cases_test.py build/tapedeck   (or: node build-web/tapedeck.js)

tests/cases/later.txt lists what is known not to pass yet (patterns of paths below tests/cases, one a line, # begins a comment). Those
must fail: one that passes is a failure here until it is taken off the list. The last line is `N passed, M failed`."""

import re, subprocess, sys, tempfile
from fnmatch import fnmatch
from pathlib import Path

CASES = Path(__file__).resolve().parent / "cases"


def run_cases(program, cases):
    """(passed, failed, output) of `tapedeck cases` on just these, through a folder of links."""
    if not cases:
        return 0, 0, ""
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            place = Path(folder) / case
            place.parent.mkdir(parents=True, exist_ok=True)
            place.symlink_to(CASES / case)
            place.with_suffix(".expected").symlink_to((CASES / case).with_suffix(".expected"))
        done = subprocess.run([*program, "cases", folder], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
        counts = re.findall(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
        if not counts or sum(map(int, counts[-1])) != len(cases):
            sys.exit(f"{done.stdout}\nthe last line does not account for all {len(cases)} cases")
        return *map(int, counts[-1]), done.stdout.replace(folder, "tests/cases")


def main(program):
    lines = [line.split("#")[0].strip() for line in (CASES / "later.txt").read_text().splitlines()]
    patterns = list(filter(None, lines))
    cases = sorted(str(path.relative_to(CASES)) for path in CASES.rglob("*.py") if path.with_suffix(".expected").exists())
    later = [case for case in cases if any(fnmatch(case, pattern) for pattern in patterns)]
    problems = [f"later.txt: no case is called {pattern}" for pattern in patterns if not any(fnmatch(case, pattern) for case in cases)]
    passed, failed, output = run_cases(program, [case for case in cases if case not in later])
    print(output.rsplit("\n", 2)[0])
    if run_cases(program, later)[0]:
        problems += [f"{case} passes now: take it off later.txt" for case in later if run_cases(program, [case])[0]]
    print("\n".join(problems))
    print(f"{len(later)} cases are for later")
    print(f"{passed} passed, {failed + len(problems)} failed")
    return 1 if failed or problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
