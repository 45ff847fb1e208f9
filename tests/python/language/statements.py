from __future__ import annotations
from typing import Optional, List, Dict, Callable, Union, Tuple
import contextlib
import os
import sys
import time
import warnings

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "2"
x: int = 5
names: Dict[str, List[int]] = {}


def typed(a: Optional[int], b: "Callable[[int], int]" = None, *c: Union[int, str]) -> Tuple[int, ...]:
    return a


print(typed(3), x, names, __name__)


class C:
    def __init__(self, n):
        self.n = n

    def __enter__(self):
        print("enter", self.n)
        return self.n

    def __exit__(self, kind, value, tb):
        print("exit", self.n, kind)
        return kind is ValueError


with (
    C(1) as a,
    C(2) as b,
):
    print(a, b)
with (C(3)):
    pass
with C(4), C(5) as e:
    raise ValueError("swallowed")


@contextlib.contextmanager
def block(name):
    print("<" + name)
    try:
        yield name.upper()
    finally:
        print(name + ">")


with block("b") as n, contextlib.suppress(KeyError):
    print(n)
    {}["x"]

while (n := x) > 3:
    x -= 1
else:
    print("else", n, x)
for i in range(5):
    if i == 3:
        break
    if i == 1:
        continue
    print(i, end=" ")
else:
    print("never")
print()
try:
    pass
except ValueError:
    pass
else:
    print("no error")
finally:
    print("finally")


def nested():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                return "returned"
        finally:
            print("cleanup", i)


print(nested())
try:
    try:
        raise KeyError("a")
    except (ValueError, KeyError) as e:
        print(repr(e), e)
        raise
except KeyError as e:
    print("reraised", e)
print(1 < 2 < 3, not 1 == 2, 5 if x else 6, 1_000_000, 0xFF, 0b101, 1e3, 1j * 1j, ..., None is None)
print(1, 2, sep="-", end="!\n", flush=True)
print("to stderr", file=sys.stderr)
sys.stdout.write("written\n")
start = time.perf_counter()
time.sleep(2)
print(time.perf_counter() - start >= 2, time.time() > 1e9)
global_list = [j * k for j in range(3) for k in range(j) if k != 1]
print(global_list, {j: j for j in "ab"}, {j % 2 for j in range(4)}, (lambda: [j for j in range(2)])())
del global_list
print("global_list" in globals(), "x" in globals())
if __name__ == "__main__":
    print("main")
