from umath import *
import umath as _m

tau = 2 * pi


def _of_engine(name):
    # The C library's function, through the engine's kernel in double.
    def f(x):
        import _engine
        x = float(x)
        y = float(_engine.np_apply(name, [x]))
        if isinf(y) and not isinf(x) or isnan(y) and not isnan(x):
            raise ValueError("math domain error")
        return y
    return f


log1p = _of_engine("log1p")


def hypot(*xs):
    biggest = max([abs(x) for x in xs], default=0.0)
    if biggest == 0 or isinf(biggest):
        return float(biggest)
    if len(xs) == 2:
        return biggest * sqrt((xs[0] / biggest) ** 2 + (xs[1] / biggest) ** 2) if biggest > 1e150 or biggest < 1e-150 else sqrt(xs[0] * xs[0] + xs[1] * xs[1])
    return biggest * sqrt(fsum([(x / biggest) ** 2 for x in xs]))


def dist(p, q):
    return hypot(*[a - b for a, b in zip(p, q)])


def fsum(xs):
    # exact: keeps the partial sums that do not overlap (Shewchuk)
    partials = []
    for x in xs:
        x = float(x)
        i = 0
        for y in partials:
            if abs(x) < abs(y):
                x, y = y, x
            hi = x + y
            lo = y - (hi - x)
            if lo:
                partials[i] = lo
                i += 1
            x = hi
        partials[i:] = [x]
    return sum(partials, 0.0)


def prod(xs, start=1):
    for x in xs:
        start = start * x
    return start


def gcd(*ns):
    r = 0
    for n in ns:
        n = abs(n)
        while n:
            r, n = n, r % n
    return r


def lcm(*ns):
    r = 1
    for n in ns:
        if n == 0:
            return 0
        r = abs(r * n) // gcd(r, n)
    return r


def comb(n, k):
    if k > n:
        return 0
    r = 1
    for i in range(min(k, n - k)):
        r = r * (n - i) // (i + 1)
    return r


def perm(n, k=None):
    if k is None:
        k = n
    if k > n:
        return 0
    r = 1
    for i in range(k):
        r *= n - i
    return r


def isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    if n == 0:
        return 0
    x = 1 << (n.bit_length() + 1) // 2
    while True:
        y = (x + n // x) // 2
        if y >= x:
            return x
        x = y


def cbrt(x):
    r = abs(x) ** (1.0 / 3.0)
    if r:
        r -= (r * r * r - abs(x)) / (3 * r * r)
    return copysign(r, x)


def exp2(x):
    return 2.0 ** x


def log(x, *base):
    # an int too large for a double still has a logarithm
    if isinstance(x, int) and x > 0 and x.bit_length() > 1000:
        shift = x.bit_length() - 64
        value = _m.log(x >> shift) + shift * _m.log(2)
        return value / _m.log(base[0]) if base else value
    return _m.log(x, *base)


def remainder(x, y):
    x, y = float(x), float(y)
    if isinf(x) or y == 0:
        raise ValueError("math domain error")
    if isinf(y):
        return x
    r = fmod(abs(x), abs(y))
    rest = abs(y) - r
    if r > rest or r == rest and fmod(0.5 * (abs(x) - r), abs(y)) != 0:
        r -= abs(y)
    return copysign(1.0, x) * r if r else copysign(0.0, x)


def nextafter(x, y):
    import struct
    if x == y:
        return float(y)
    if x == 0:
        return copysign(5e-324, y)
    n = struct.unpack("<q", struct.pack("<d", x))[0]
    return struct.unpack("<d", struct.pack("<q", n + (1 if (y > x) == (x > 0) else -1)))[0]


def ulp(x):
    x = abs(float(x))
    return nextafter(x, inf) - x
