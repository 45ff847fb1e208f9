"""Writes array_text.txt: arrays and how NumPy prints them. Made once, with Debian's python3-numpy (1.24); run it again after adding a case.

Each case: a line "@ dtype dims", a line of values, then the texts of str() and repr() between lines "=".
"""
import os
import numpy as np

np.random.seed(7)
cases = []


def case(values, dtype):
    cases.append(np.array(values, dtype=dtype))


for dtype in (np.float32, np.float64):
    for v in (0.0, -0.0, 1.0, 0.1, 2.5, 1e-5, 1e-4, 123456.789, 1e8, 1e16, 1.5e16, 3.4e38, 1e-38, 1e-45, np.nan, np.inf, -np.inf, 1 / 3, 16777216.0, 0.30000001):
        with np.errstate(all="ignore"):
            case(v, dtype)
            case([v], dtype)
    case([1.0, 2.5, 3.25], dtype)
    case([3.0, -2.0, 5.0, -1.0], dtype)
    case([[1.0, 20.0], [30.0, 4.0]], dtype)
    case([[0.69, -0.11]], dtype)
    case([0.001, 1000.0], dtype)
    case([0.001, 1.0], dtype)
    case([0.0001, 0.1], dtype)
    case([0.00001, 0.1], dtype)
    case([1e-8, 1.0, 1e8], dtype)
    case([99999999.0, 1.0], dtype)
    case([100000000.0, 1.0], dtype)
    case([np.nan, 1.0, np.inf], dtype)
    case([np.nan, -np.inf], dtype)
    case([np.nan, 123.456, -np.inf, 7.0], dtype)
    case([1e10, np.nan], dtype)
    case([1.123456789, 2.1], dtype)
    case([0.1, 0.2, 0.30000000000000004], dtype)
    case([1 / 3, 2 / 3, 1.0], dtype)
    case([-1.5, 0.0, 1e-3], dtype)
    case([], dtype)
    case(np.zeros((0, 3)), dtype)
    case(np.zeros((2, 0)), dtype)
    case(np.arange(30.0), dtype)
    case(np.arange(30.0) / 7, dtype)
    case(np.arange(12.0).reshape(2, 2, 3), dtype)
    case(np.arange(24.0).reshape(2, 3, 2, 2) * 0.37, dtype)
    case(np.arange(1001.0), dtype)
    case(np.arange(1200.0).reshape(40, 30), dtype)
    case(np.arange(2000.0).reshape(20, 10, 10) - 7.5, dtype)
    case(np.arange(1100.0).reshape(1100, 1), dtype)
    case(np.arange(1100.0).reshape(2, 550), dtype)
    for scale in (1e-9, 1e-3, 1.0, 1e4, 1e12):
        case(np.random.randn(3) * scale, dtype)
        case(np.random.randn(3, 4) * scale, dtype)
        case(np.random.randn(25) * scale, dtype)
    case(np.exp(np.random.randn(12) * 6), dtype)
    case(np.round(np.random.randn(4, 5), 2), dtype)
for dtype in (np.int32, np.int64, np.uint8):
    case(7, dtype)
    case([1, 2, 3], dtype)
    case([[1, 20], [100, 4]], dtype)
    case([], dtype)
    case(np.arange(60), dtype)
    case(np.arange(60).reshape(3, 20), dtype)
    case(np.arange(1500) % 250, dtype)
case([-1, 10, 2147483647], np.int32)
case([-9223372036854775808, 9223372036854775807], np.int64)
case(True, bool)
case([True, False], bool)
case([[True, False], [False, False]], bool)
case([True] * 40, bool)

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "array_text.txt"), "w") as f:
    for a in cases:
        values = a.ravel().tolist()
        if a.dtype == np.float32:
            values = [float(v) for v in values]
        f.write("@ %s %s\n" % (a.dtype.name, " ".join(str(d) for d in a.shape)))
        f.write(" ".join(repr(int(v)) if a.dtype.kind in "iub" else repr(v) for v in values) + "\n")
        f.write("=\n%s\n=\n%s\n=\n" % (str(a), repr(a) if a.ndim else str(a)))
