"""Runs the same random programs natively and as WebAssembly and compares every value: floats within 4 units in the last place of the largest element
of their tensor (sums are added up in another order), all else exactly.

usage: fuzz_compare.py NATIVE WASM.js [COUNT]
"""
import math
import subprocess
import sys

ULPS = 4
DIGITS = {"float32": 24, "float64": 53}


def lines_of(*command):
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{command[0]} ended with status {result.returncode}: {result.stderr[-500:]}")
    return result.stdout.splitlines()


def difference(one, other):
    """What is wrong with a line, or None."""
    a, b = one.split(" "), other.split(" ")
    if a[:5] != b[:5] or len(a) != len(b):
        return "another op or shape"
    x, y = [[float(v) for v in words[5:]] for words in (a, b)]
    if a[3] not in DIGITS:
        return None if x == y else "another value"
    largest = max((abs(v) for v in x if math.isfinite(v)), default=0.0)
    ulp = 2.0 ** (math.frexp(largest)[1] - DIGITS[a[3]]) if largest else 0.0
    for v, w in zip(x, y):
        if math.isnan(v) != math.isnan(w) or (math.isinf(v) or math.isinf(w)) and v != w and not math.isnan(v):
            return f"{v} and {w}"
        if math.isfinite(v) and abs(v - w) > ULPS * ulp:
            return f"{v!r} and {w!r}, {abs(v - w) / ulp:.1f} units apart" if ulp else f"{v!r} and {w!r}"
    return None


def main():
    count = sys.argv[3] if len(sys.argv) > 3 else "400"
    native, wasm = lines_of(sys.argv[1], count), lines_of("node", sys.argv[2], count)
    failed = abs(len(native) - len(wasm))
    for one, other in zip(native, wasm):
        wrong = difference(one, other)
        if wrong:
            failed += 1
            if failed <= 20:
                print("FAILED program {} step {}, {} {} {}: {}".format(*one.split(" ")[:5], wrong))
    print(f"{max(len(native), len(wasm)) - failed} passed, {failed} failed")
    sys.exit(1 if failed or not native else 0)


main()
