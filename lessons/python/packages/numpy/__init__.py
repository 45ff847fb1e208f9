# The package `numpy`: what nearly every program needs; the rest is in _more.py and loads when it is first named. Arrays are native (_engine.ndarray); functions use the engine's kernels, unrecorded. Source: NumPy's public documentation, version 1.24.
import math as _math
import _engine
from _engine import (ndarray, float16, float32, float64, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, complex128, bool_)

_engine.setup({})
__version__ = "1.24.2"
_apply, _binary = _engine.np_apply, _engine.np_binary
_abs, _all, _any, _max, _min, _sum, _round, _range = abs, all, any, max, min, sum, round, range

pi, e, inf, nan, euler_gamma = _math.pi, _math.e, float("inf"), float("nan"), 0.5772156649015329
newaxis = None
Inf, Infinity, PINF, NINF, NaN, NAN = inf, inf, inf, -inf, nan, nan
dtype = _engine.numpy_dtype
half, single, double, float_, cfloat, complex_, csingle = float16, float32, float64, float64, complex128, complex128, complex64
int_, intp, intc, byte, short, longlong, ubyte, ushort, uint, uintc, uintp = int64, int64, int32, int8, int16, int64, uint8, uint16, uint64, uint32, uint64
_FLOATS, _COMPLEX = (float32, float64, float16), (complex64, complex128)
_SCALARS = _FLOATS + _COMPLEX + (int32, int64, int8, int16, uint8, uint16, uint32, uint64, bool_)
bool8 = bool_
object_ = object


class generic:
    pass


number = inexact = complexfloating = integer = floating = signedinteger = unsignedinteger = generic


# ---- making arrays ----------------------------------------------------------------------------------------------------------------

def array(object, dtype=None, copy=True, order="K", subok=False, ndmin=0, like=None):
    if dtype is object_ or dtype == "object":
        from numpy._object import object_array
        return object_array(object)
    first = object
    while isinstance(first, (list, tuple)) and len(first):
        first = first[0]
    if isinstance(first, str) and first is not object or dtype is str:
        from numpy._object import text_array
        return text_array(object)
    try:
        a = _engine.np_array(object, dtype, True if copy else False)
    except ValueError as e:
        if "non-rectangular" not in str(e):
            raise
        from numpy._object import detected_shape
        shape = detected_shape(object)
        raise ValueError("setting an array element with a sequence. The requested array has an inhomogeneous shape after " + str(len(shape)) + " dimensions. The detected shape was " + str(shape)
                         + " + inhomogeneous part.") from None
    while a.ndim < ndmin:
        a = a[None]
    return a


def asarray(a, dtype=None, order=None):
    return _engine.np_array(a, dtype, False)


asanyarray = ascontiguousarray = asarray


def copy(a, order="K", subok=False):
    return _engine.np_array(a, None, True)


def _shape(shape):
    return (shape,) if isinstance(shape, int) else tuple(shape)


def zeros(shape, dtype=None, order="C"):
    return _engine.np_filled(_shape(shape), 0, dtype or float64)


def ones(shape, dtype=None, order="C"):
    return _engine.np_filled(_shape(shape), 1, dtype or float64)


empty = zeros


def full(shape, fill_value, dtype=None, order="C"):
    return _engine.np_filled(_shape(shape), fill_value, dtype)


def zeros_like(a, dtype=None, **kwargs):
    a = asarray(a)
    return zeros(a.shape, dtype or a.dtype)


def ones_like(a, dtype=None, **kwargs):
    a = asarray(a)
    return ones(a.shape, dtype or a.dtype)


empty_like = zeros_like


def full_like(a, fill_value, dtype=None, **kwargs):
    a = asarray(a)
    return full(a.shape, fill_value, dtype or a.dtype)


def eye(N, M=None, k=0, dtype=None):
    a = zeros((N, M or N), dtype)
    for i in _range(N):
        if 0 <= i + k < (M or N):
            a[i, i + k] = 1
    return a


def identity(n, dtype=None):
    return eye(n, dtype=dtype)


def arange(start, stop=None, step=1, dtype=None):
    if stop is None:
        start, stop = 0, start
    n = _max(0, _math.ceil((stop - start) / step))
    a = array([start + i * step for i in _range(n)], dtype=dtype or (int64 if _all(isinstance(v, (int, int64, int32)) for v in (start, stop, step)) else float64))
    return a


def linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    n = num - 1 if endpoint else num
    step = (stop - start) / n if n > 0 else nan
    a = array([start + i * step for i in _range(num)], dtype=float64)
    if endpoint and num > 1:
        a[num - 1] = stop
    if dtype is not None:
        a = a.astype(dtype)
    return (a, step) if retstep else a


def _int32(v):
    return _engine.np_array(v, int32, True)


# ---- element by element -------------------------------------------------------------------------------------------------------------

def _unary(name, wide=True):
    def f(x, out=None, where=None, dtype=None):
        if not isinstance(x, (ndarray,) + _SCALARS):
            x = _engine.np_array(x, None, True)
            x = x if x.ndim else x[()]
        if wide and x.dtype not in _FLOATS + _COMPLEX:
            x = x.astype(float64)
        result = _apply(name, [x])
        if out is not None:
            out[...] = result
            return out
        return result
    return f


exp, expm1, log, log1p, sqrt, sin, cos, tan = _unary("exp"), _unary("expm1"), _unary("log"), _unary("log1p"), _unary("sqrt"), _unary("sin"), _unary("cos"), _unary("tan")
arcsin, arccos, arctan, sinh, cosh, tanh = _unary("asin"), _unary("acos"), _unary("atan"), _unary("sinh"), _unary("cosh"), _unary("tanh")
arcsinh, arccosh, arctanh = _unary("asinh"), _unary("acosh"), _unary("atanh")
floor, ceil, rint = _unary("floor"), _unary("ceil"), _unary("rint")
square, sign, absolute, negative = _unary("square", False), _unary("sign", False), _unary("abs", False), _unary("negative", False)
abs = fabs = absolute
isnan, isinf, isfinite = _unary("is_nan"), _unary("is_inf"), _unary("is_finite")


def trunc(x):
    x = asarray(x)
    return where(x < 0, ceil(x), floor(x))


fix = trunc


def log2(x):
    return log(x) / _math.log(2)


def log10(x):
    return log(x) / _math.log(10)


def exp2(x):
    return power(2.0, x)


def cbrt(x):
    return sign(x) * power(absolute(x), 1.0 / 3.0)


def reciprocal(x):
    return 1 / asarray(x)


def deg2rad(x):
    return asarray(x) * (pi / 180)


def rad2deg(x):
    return asarray(x) * (180 / pi)


radians, degrees = deg2rad, rad2deg


def _two(index):
    def f(x1, x2, out=None, **kwargs):
        result = _binary(index, x1, x2)
        if out is not None:
            out[...] = result
            return out
        return result
    return f


add, subtract, multiply, divide, floor_divide, mod, power = _two(5), _two(6), _two(7), _two(10), _two(9), _two(11), _two(12)
true_divide, remainder, float_power = divide, mod, power
bitwise_or, bitwise_xor, bitwise_and, left_shift, right_shift = _two(0), _two(1), _two(2), _two(3), _two(4)
less, greater, equal, less_equal, greater_equal, not_equal = _two(100), _two(101), _two(102), _two(103), _two(104), _two(105)
maximum, minimum, matmul = _two(20), _two(21), _two(8)
fmax, fmin = maximum, minimum


def logical_and(a, b):
    return asarray(a).astype(bool) & asarray(b).astype(bool)


def logical_or(a, b):
    return asarray(a).astype(bool) | asarray(b).astype(bool)


def logical_xor(a, b):
    return asarray(a).astype(bool) ^ asarray(b).astype(bool)


def logical_not(a):
    return ~asarray(a).astype(bool)


def invert(a):
    return ~asarray(a)


def clip(a, a_min, a_max, out=None):
    if a_min is not None:
        a = maximum(a, a_min)
    if a_max is not None:
        a = minimum(a, a_max)
    return a


def round(a, decimals=0, out=None):
    if not isinstance(a, (ndarray,) + _SCALARS):
        a = asarray(a)
        a = a if a.ndim else a[()]
    if a.dtype not in _FLOATS + _COMPLEX:
        return a
    if decimals == 0:
        return _apply("rint", [a])
    scale = 10.0 ** decimals
    if a.dtype == float32:
        scale = float32(scale)
    return _apply("rint", [a * scale]) / scale


around = round_ = round


def where(condition, x=None, y=None):
    if x is None:
        return nonzero(condition)
    condition = asarray(condition)
    condition = condition if condition.dtype == bool else condition != 0
    kind = result_type(x, y)
    return _apply("where", [condition, asarray(x).astype(kind), asarray(y).astype(kind)])


def result_type(*values):
    # By the operators' own promotion, on parts without elements.
    kind = None
    for v in values:
        v = asarray(v) if isinstance(v, (list, tuple)) else v
        v = v.ravel()[:0] if isinstance(v, ndarray) and v.ndim else v
        kind = v if kind is None else _binary(5, kind, v)
    return asarray(kind).dtype


promote_types = lambda a, b: (zeros(1, a) + zeros(1, b)).dtype


def nonzero(a):
    a = asarray(a)
    rows = _apply("where_true", [a if a.dtype == bool else a != 0])
    return tuple(rows[:, i] for i in _range(rows.shape[1]))


def argwhere(a):
    a = asarray(a)
    return _apply("where_true", [a if a.dtype == bool else a != 0])


def flatnonzero(a):
    return nonzero(asarray(a).ravel())[0]


def select(condlist, choicelist, default=0):
    out = full(asarray(condlist[0]).shape, default)
    for c, v in reversed(list(zip(condlist, choicelist))):
        out = where(c, v, out)
    return out


def __getattr__(name):
    if name in ("random", "linalg", "testing"):
        module = getattr(__import__("numpy." + name), name)
        globals()[name] = module
        return module
    import numpy._more
    value = getattr(globals()["_more"], name, None)
    if value is None:
        raise AttributeError("module 'numpy' has no attribute '" + name + "'")
    globals()[name] = value
    return value
