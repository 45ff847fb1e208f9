# Source: the documentation of CPython's fractions.
from math import gcd as _gcd


class Fraction:
    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            n, d = _parts(numerator)
        else:
            (a, b), (c, e) = _parts(numerator), _parts(denominator)
            n, d = a * e, b * c
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        if d < 0:
            n, d = -n, -d
        g = _gcd(n, d)
        self.numerator, self.denominator = n // g, d // g
        return self

    @classmethod
    def from_float(cls, f):
        return cls(f)

    def limit_denominator(self, max_denominator=1000000):
        if self.denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self.numerator, self.denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        first, second = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return second if abs(second - self) <= abs(first - self) else first

    def as_integer_ratio(self):
        return self.numerator, self.denominator

    def _do(self, other, exact, inexact):
        if isinstance(other, float):
            return inexact(float(self), other)
        if not isinstance(other, (int, Fraction)):
            return NotImplemented
        return exact(self, other if isinstance(other, Fraction) else Fraction(other))

    def __add__(self, other):
        return self._do(other, lambda a, b: Fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator), lambda a, b: a + b)

    def __sub__(self, other):
        return self._do(other, lambda a, b: Fraction(a.numerator * b.denominator - b.numerator * a.denominator, a.denominator * b.denominator), lambda a, b: a - b)

    def __mul__(self, other):
        return self._do(other, lambda a, b: Fraction(a.numerator * b.numerator, a.denominator * b.denominator), lambda a, b: a * b)

    def __truediv__(self, other):
        return self._do(other, lambda a, b: Fraction(a.numerator * b.denominator, a.denominator * b.numerator), lambda a, b: a / b)

    def __floordiv__(self, other):
        return self._do(other, lambda a, b: (a.numerator * b.denominator) // (a.denominator * b.numerator), lambda a, b: a // b)

    def __mod__(self, other):
        return self._do(other, lambda a, b: a - b * ((a.numerator * b.denominator) // (a.denominator * b.numerator)), lambda a, b: a % b)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -self + other

    def __rtruediv__(self, other):
        return other / float(self) if isinstance(other, float) else Fraction(other) / self

    def __pow__(self, n):
        if isinstance(n, int):
            return Fraction(self.numerator ** n, self.denominator ** n) if n >= 0 else Fraction(self.denominator ** -n, self.numerator ** -n)
        return float(self) ** float(n)

    def __neg__(self):
        return Fraction(-self.numerator, self.denominator)

    def __abs__(self):
        return Fraction(abs(self.numerator), self.denominator)

    def __float__(self):
        return self.numerator / self.denominator

    def __int__(self):
        return -(-self.numerator // self.denominator) if self.numerator < 0 else self.numerator // self.denominator

    __trunc__ = __int__

    def __floor__(self):
        return self.numerator // self.denominator

    def __ceil__(self):
        return -(-self.numerator // self.denominator)

    def __round__(self, digits=None):
        if digits is None:
            floor, rest = divmod(self.numerator, self.denominator)
            return floor + (2 * rest > self.denominator or 2 * rest == self.denominator and floor % 2 == 1)
        scale = 10 ** abs(digits)
        return Fraction(round(self * scale), scale) if digits > 0 else Fraction(round(self / scale) * scale)

    def __bool__(self):
        return self.numerator != 0

    def _compare(self, other):
        if isinstance(other, float):
            return float(self) - other
        other = Fraction(other)
        return self.numerator * other.denominator - other.numerator * self.denominator

    def __eq__(self, other):
        if not isinstance(other, (int, float, Fraction)):
            return False
        return self._compare(other) == 0

    def __lt__(self, other):
        return self._compare(other) < 0

    def __le__(self, other):
        return self._compare(other) <= 0

    def __gt__(self, other):
        return self._compare(other) > 0

    def __ge__(self, other):
        return self._compare(other) >= 0

    def __hash__(self):
        return hash(self.numerator) if self.denominator == 1 else hash((self.numerator, self.denominator))

    def __repr__(self):
        return f"Fraction({self.numerator}, {self.denominator})"

    def __str__(self):
        return str(self.numerator) if self.denominator == 1 else f"{self.numerator}/{self.denominator}"

    def __format__(self, spec):
        return format(str(self) if not spec or spec[-1] not in "feg%" else float(self), spec)


def _parts(x):
    if isinstance(x, Fraction):
        return x.numerator, x.denominator
    if isinstance(x, int):
        return int(x), 1
    if isinstance(x, float):
        from math import frexp
        if x != x or x in (float("inf"), -float("inf")):
            raise (ValueError if x != x else OverflowError)(f"cannot convert {'NaN' if x != x else 'Infinity'} to integer ratio")
        m, e = frexp(x)
        n = int(m * (1 << 53))
        e -= 53
        return (n << e, 1) if e >= 0 else (n, 1 << -e)
    if isinstance(x, str):
        text = x.strip()
        top, slash, bottom = text.partition("/")
        try:
            if slash:
                return int(top), int(bottom)
            whole, dot, rest = text.partition(".")
            mantissa, e, power = (rest if dot else whole).lower().partition("e")
            if not dot:
                whole = mantissa
                mantissa = ""
            n, d = int((whole or "0") + mantissa) if whole not in ("-", "+") else int(whole + "0" + mantissa), 10 ** len(mantissa)
            return (n * 10 ** int(power), d) if e and int(power) >= 0 else (n, d * 10 ** -int(power)) if e else (n, d)
        except ValueError:
            raise ValueError(f"Invalid literal for Fraction: {x!r}")
    if hasattr(x, "as_integer_ratio"):
        return x.as_integer_ratio()
    raise TypeError("argument should be a string or a Rational instance")
