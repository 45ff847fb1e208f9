# Rarer functions of tf.math, one number at a time in double. Sources: tensorflow/python/ops/math_ops.py, special_math_ops.py; Cephes for the methods.
import math as _m
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import Tensor, _apply, cast, constant, convert_to_tensor, expand_dims, float32, float64, int32, int64, is_tensor, reduce_sum, reshape
from tensorflow._core import custom_gradient


def _numbers(f, *tensors):
    # The op's values without a gradient: the arguments broadcast, f takes floats.
    tensors = [t if is_tensor(t) else convert_to_tensor(t, tensors[0].dtype if is_tensor(tensors[0]) else None) for t in tensors]
    whole = tensors[0]
    for t in tensors[1:]:
        whole = whole + t
    flat = []
    for t in tensors:
        t = cast(t, float64)
        flat.append(reshape(t if t.shape == whole.shape else _apply("broadcast_to", [t, constant(whole.shape.as_list(), dtype=int32)]), [-1]).numpy().tolist())
    return reshape(cast(constant([f(*row) for row in zip(*flat)], dtype=float64), whole.dtype), whole.shape)


def _with_derivative(f, derivative):
    # derivative(arguments, result) -> one gradient factor per argument, None for those without.
    def function(*args, **kwargs):
        tensors = [convert_to_tensor(a) for a in args if a is not None]

        def inner(*xs):
            y = _numbers(f, *xs)

            def grad(upstream):
                factors = derivative(xs, y)
                return [None if d is None else reduce_to(upstream * d, x) for d, x in zip(factors, xs)]
            return y, grad
        return custom_gradient(inner)(*tensors)
    return function


def reduce_to(g, x):
    return _apply("sum_to_shape", [g, constant(x.shape.as_list(), dtype=int32)])


def _erfinv(y):
    if y <= -1 or y >= 1:
        return float("nan") if y < -1 or y > 1 else y * float("inf")
    if y == 0:
        return y
    a = 0.147
    ln = _m.log((1 - y) * (1 + y))
    t = 2 / (_m.pi * a) + ln / 2
    x = _m.copysign(_m.sqrt(_m.sqrt(t * t - ln / a) - t), y)
    for _ in range(3):   # Halley's steps
        error = (_m.erfc(-x) - 1 - y if x < 0 else y_error(x, y))
        slope = 2 / _m.sqrt(_m.pi) * _m.exp(-x * x)
        if slope == 0:
            break
        step = error / slope
        x -= step / (1 + x * step)
    return x


def y_error(x, y):
    return (1 - y) - _m.erfc(x) if y > 0.5 else _m.erf(x) - y


def _zeta(x, q):
    if x < 1 or (q <= 0 and q != _m.floor(q) and x != _m.floor(x)):
        return float("nan")
    if x == 1 or q <= 0 and q == _m.floor(q):
        return float("inf")
    total, k = 0.0, 0
    while k < 12:
        total += (q + k) ** -x
        k += 1
    w = q + k
    total += w ** (1 - x) / (x - 1) + 0.5 * w ** -x
    factor, b = x, (1 / 12.0, -1 / 720.0, 1 / 30240.0, -1 / 1209600.0, 1 / 47900160.0, -691 / 1307674368000.0)
    power = w ** (-x - 1)
    for i, c in enumerate(b):
        total += c * factor * power
        factor *= (x + 2 * i + 1) * (x + 2 * i + 2)
        power /= w * w
    return total


def _igamma(a, x):
    if x < 0 or a <= 0:
        return float("nan") if x < 0 or a < 0 else 1.0
    if x == 0:
        return 0.0
    if x > 1 and x > a:
        return 1 - _igammac(a, x)
    term = total = 1.0
    n = a
    while term > total * 1e-17:
        n += 1
        term *= x / n
        total += term
    return total * _m.exp(a * _m.log(x) - x - _m.lgamma(a)) / a


def _igammac(a, x):
    if x < 0 or a <= 0:
        return float("nan") if x < 0 or a < 0 else 0.0
    if x < 1 or x < a:
        return 1 - _igamma(a, x)
    # Lentz's continued fraction
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    h = d
    for i in range(1, 500):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b or tiny)
        c = b + an / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return h * _m.exp(a * _m.log(x) - x - _m.lgamma(a))


def _betainc(a, b, x):
    if not 0 <= x <= 1:
        return float("nan")
    if x in (0, 1):
        return x
    if x > (a + 1) / (a + b + 2):
        return 1 - _betainc(b, a, 1 - x)
    front = _m.exp(_m.lgamma(a + b) - _m.lgamma(a) - _m.lgamma(b) + a * _m.log(x) + b * _m.log1p(-x)) / a
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    h = d
    for m in range(1, 400):
        for number in (m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))):
            d = 1 / (1 + number * d)
            c = 1 + number / c
            h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    return front * h


def _bessel_i(order, scaled):
    def f(x):
        term = total = 1.0 if order == 0 else x / 2
        k = 1
        while abs(term) > abs(total) * 1e-17 and k < 2000:
            term *= x * x / 4 / (k * (k + order))
            total += term
            k += 1
        return total * _m.exp(-abs(x)) if scaled else total
    return f


erfinv = _with_derivative(_erfinv, lambda xs, y: [cast(0.8862269254527580, y.dtype) * _apply("exp", [y * y])])
zeta = _with_derivative(_zeta, lambda xs, y: [None, -xs[0] * zeta(xs[0] + 1, xs[1])])
igamma = _with_derivative(_igamma, lambda xs, y: [None, _apply("exp", [(xs[0] - 1) * _apply("log", [xs[1]]) - xs[1] - _apply("lgamma", [xs[0]])])])
igammac = _with_derivative(_igammac, lambda xs, y: [None, -_apply("exp", [(xs[0] - 1) * _apply("log", [xs[1]]) - xs[1] - _apply("lgamma", [xs[0]])])])
betainc = _with_derivative(_betainc, lambda xs, y: [None, None, _apply("exp", [(xs[1] - 1) * _apply("log1p", [-xs[2]]) + (xs[0] - 1) * _apply("log", [xs[2]])
                                                                        - _apply("lgamma", [xs[0]]) - _apply("lgamma", [xs[1]]) + _apply("lgamma", [xs[0] + xs[1]])])])
bessel_i0 = _with_derivative(_bessel_i(0, False), lambda xs, y: [bessel_i1(xs[0])])
bessel_i1 = _with_derivative(_bessel_i(1, False), lambda xs, y: [bessel_i0(xs[0]) - y / xs[0]])
bessel_i0e = _with_derivative(_bessel_i(0, True), lambda xs, y: [bessel_i1e(xs[0]) - _apply("sign", [xs[0]]) * y])
bessel_i1e = _with_derivative(_bessel_i(1, True), lambda xs, y: [bessel_i0e(xs[0]) - y * (_apply("sign", [xs[0]]) + 1 / xs[0])])


def polygamma(a, x, name=None):
    a, x = convert_to_tensor(a), convert_to_tensor(x)
    orders = set(reshape(a, [-1]).numpy().tolist())
    if orders == {0.0}:
        return _apply("digamma", [x]) + 0 * a
    n = a + 1
    sign = cast(_numbers(lambda v: -1.0 if int(v) % 2 else 1.0, n), x.dtype)
    return sign * _apply("exp", [_apply("lgamma", [n])]) * zeta(n, x)


def ndtri(x, name=None):
    x = convert_to_tensor(x)
    return cast(1.4142135623730951, x.dtype) * erfinv(2 * x - 1)


def erfcinv(x, name=None):
    return erfinv(1 - convert_to_tensor(x))


def reciprocal_no_nan(x, name=None):
    x = convert_to_tensor(x)
    return _apply("divide_no_nan", [cast(1, x.dtype), x])


def lbeta(x, name=None):
    x = convert_to_tensor(x)
    return reduce_sum(_apply("lgamma", [x]), -1) - _apply("lgamma", [reduce_sum(x, -1)])


def nextafter(x1, x2, name=None):
    x1 = convert_to_tensor(x1)
    x2 = x2 if is_tensor(x2) else convert_to_tensor(x2, x1.dtype)
    integer = int32 if x1.dtype == float32 else int64
    bits = _apply("bitcast", [x1 + 0 * x2], type=integer)
    away = cast((x2 > x1) == (x1 > 0), integer) * 2 - 1
    from tensorflow._base import where
    tiny = _apply("bitcast", [cast(1, integer)], type=x1.dtype) * _apply("sign", [x2])
    moved = _apply("bitcast", [bits + away], type=x1.dtype)
    return where(x1 == x2, x2, where(x1 == 0, tiny, moved))


_make_ready(globals(), "erfinv zeta igamma igammac betainc bessel_i0 bessel_i1 bessel_i0e bessel_i1e polygamma ndtri erfcinv nextafter")
