#!/usr/bin/env python3
"""Who may include whom: the arrows of the architecture, checked by reading every #include. The last line is `N passed, M failed`.

A file's part is the first pattern below that matches its path; what it may include of ours are the patterns beside it, always
including its own part. Third-party headers have the same kind of table the other way round: who may see them."""

import re, subprocess, sys
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The recording and the lesson model stand alone: ui.wasm links them, and must stay free of the engine.
SHARED = ["lessons/recording/*", "!lessons/recording/recorder*", "lessons/runtime/lesson.*", "lessons/runtime/protocol.*",
          "lessons/runtime/progress.*", "lessons/runtime/runner_client.h"]

PARTS = [  # (part, what it may include of ours); a pattern with ! takes away again
    ("engine/*", ["engine/*"]),
    ("lessons/syntax/*", ["lessons/syntax/*"]),
    ("lessons/recording/recorder*", ["lessons/recording/*", "engine/*"]),
    ("lessons/recording/expressions*", ["lessons/recording/*", "lessons/syntax/*"]),
    ("lessons/recording/*", ["lessons/recording/*", "!lessons/recording/recorder*"]),
    ("lessons/python/*", ["lessons/python/*", "lessons/syntax/*", "engine/*"]),
    *((part, SHARED) for part in SHARED if part.startswith("lessons/runtime/")),
    ("lessons/runtime/*", ["lessons/*", "!lessons/cli/*", "engine/*"]),
    ("lessons/cli/*", ["lessons/*", "engine/*"]),
    ("ui/native/*", ["ui/*", "lessons/*", "!lessons/cli/*"]),
    ("ui/*", ["ui/*", "!ui/native/*", *SHARED]),
    ("web/runner*", ["web/*", "lessons/*", "!lessons/cli/*", "engine/*"]),
    ("web/*", ["web/*", "!web/runner*", "ui/*", "!ui/native/*", *SHARED]),
    ("tests/*", ["*"]),
]

THIRD_PARTY = [  # (header, who may see it)
    ("Eigen/*", ["engine/kernels/matmul*"]),
    ("*imgui*", ["ui/*", "web/*", "!web/runner*", "tests/ui/*"]),
    ("py/*", ["lessons/python/*"]),
    ("genhdr/*", ["lessons/python/*"]),
    ("extmod/*", ["lessons/python/*"]),
    ("shared/*", ["lessons/python/*"]),
    ("tree_sitter/*", ["lessons/syntax/*"]),
    ("GLFW/*", ["ui/native/*"]),
    ("GL/*", ["ui/native/*"]),
    ("GLES3/*", ["web/*", "!web/runner*"]),
    ("ft2build.h", ["ui/native/*"]),
    ("fontconfig/*", ["ui/native/*"]),
    ("md4c*", ["lessons/runtime/*", "web/lesson_html*"]),
    ("CLI/*", ["lessons/cli/*"]),
    ("emscripten*", ["tests/bench/*", "web/*", "ui/*", "!ui/native/*", "lessons/python/*", "lessons/runtime/*", "lessons/cli/*"]),
    ("catch2/*", ["tests/*"]),
    # The engine knows no clock, no file and no thread: the same program gives the same numbers everywhere.
    ("chrono", ["*", "!engine/*", "!lessons/recording/*"]),
    ("ctime", ["*", "!engine/*", "!lessons/recording/*"]),
    ("fstream", ["*", "!engine/*", "!lessons/recording/*", "!ui/*", "ui/native/*"]),
    ("filesystem", ["*", "!engine/*", "!lessons/recording/*", "!ui/*", "ui/native/*"]),
    ("thread", ["*", "!engine/*", "!lessons/recording/*", "!ui/*", "ui/native/*"]),
]


def matches(path, patterns):
    """Whether the last pattern that fits `path` is one that gives."""
    answer = False
    for pattern in patterns:
        if fnmatch(path, pattern.removeprefix("!")):
            answer = not pattern.startswith("!")
    return answer


def problem_with(path, include, exists):
    """What is wrong with `path` including `include`, or None."""
    if exists(include):
        allowed = next((allowed for part, allowed in PARTS if fnmatch(path, part)), None)
        if allowed is None:
            return "is in no part of the architecture"
        if not matches(include, allowed):
            return f"must not include {include}"
        return None
    for header, seen_by in THIRD_PARTY:
        if fnmatch(include, header):
            return None if matches(path, seen_by) else f"must not see <{include}>"
    return None


def check_of_this_test():
    """A checker that lets everything through would pass for ever."""
    ours = {"engine/core/tensor.h", "lessons/recording/recorder.h", "lessons/recording/event.h", "ui/deck_view.h"}.__contains__
    wrong = [("engine/core/tensor.h", "lessons/recording/event.h"), ("lessons/recording/fold.cpp", "engine/core/tensor.h"),
             ("ui/deck_view.cpp", "lessons/recording/recorder.h"), ("ui/deck_view.cpp", "engine/core/tensor.h"),
             ("engine/ops/math.cpp", "Eigen/Core"), ("lessons/runtime/runner.cpp", "imgui.h"), ("engine/core/tensor.cpp", "py/obj.h"),
             ("web/runner_main.cpp", "ui/deck_view.h"), ("engine/core/apply.cpp", "chrono"), ("other/x.cpp", "engine/core/tensor.h")]
    right = [("lessons/recording/recorder.cpp", "engine/core/tensor.h"), ("ui/deck_view.cpp", "lessons/recording/event.h"),
             ("engine/kernels/matmul_eigen.cpp", "Eigen/Core"), ("ui/deck_view.cpp", "imgui.h"), ("engine/ops/math.cpp", "cmath"),
             ("web/ui_main.cpp", "ui/deck_view.h"), ("tests/engine/tensor_test.cpp", "engine/core/tensor.h")]
    return ([f"this test misses that {p} includes {i}" for p, i in wrong if not problem_with(p, i, ours)] +
            [f"this test wrongly refuses that {p} includes {i}" for p, i in right if problem_with(p, i, ours)])


def problems_in(path, build_text):
    text = (ROOT / path).read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(r'\s*#\s*include\s*[<"]([^">]+)[">]', line):
            if problem := problem_with(path, match[1], lambda include: (ROOT / include).is_file()):
                yield f"{path}:{number}: {problem}"
    if path.endswith(".h") and not text.startswith("//") and not text.startswith("/*"):
        yield f"{path}:1: the first line must say what the header is for"
    if path.endswith(".h") and "#pragma once" not in text:
        yield f"{path}:1: has no #pragma once"
    listed = path, f"{Path(path).parent.name}/{Path(path).name}", f"{Path(path).parent.name}/*{Path(path).suffix}"
    if path.endswith((".cpp", ".c")) and not any(name in build_text for name in listed):
        yield f"{path}:1: no CMake file names it, so it is never built"


def main():
    files = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, text=True,
                           capture_output=True, check=True).stdout.split("\n")
    files = [path for path in files if path and (ROOT / path).exists()]
    build_text = "".join((ROOT / path).read_text() for path in files if path.endswith(("CMakeLists.txt", ".cmake")))
    results = {"this test": check_of_this_test()}
    for path in files:
        if path.endswith((".h", ".cpp", ".c", ".inc")):
            results[path] = list(problems_in(path, build_text))
    for problem in sum(results.values(), []):
        print(problem)
    failed = sum(map(bool, results.values()))
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
