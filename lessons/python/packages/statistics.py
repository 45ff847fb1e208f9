# Source: the documentation of CPython's statistics. Sums are exact, by fractions, so results round as CPython's do.
import math
from collections import Counter as _Counter, namedtuple as _namedtuple
from fractions import Fraction as _Fraction


class StatisticsError(ValueError):
    pass


def _some(data, least, what):
    data = list(data)
    if len(data) < least:
        raise StatisticsError(f"{what} requires at least {'one data point' if least == 1 else 'two data points'}")
    return data


def _exact(data):
    total = _Fraction(0)
    for x in data:
        total += _Fraction(x)
    return total


def _as(value, data):
    # In the type of the data: whole numbers stay whole where they can.
    if any([isinstance(x, float) for x in data]):
        return float(value)
    if isinstance(value, _Fraction) and not any([isinstance(x, _Fraction) for x in data]):
        return value.numerator if value.denominator == 1 else value.numerator / value.denominator
    return value


def _plain(data):
    return all([isinstance(x, (int, _Fraction)) or isinstance(x, float) and x == x and abs(x) != math.inf for x in data])


def mean(data):
    data = _some(data, 1, "mean")
    if not _plain(data):
        return sum(data) / len(data)
    return _as(_exact(data) / len(data), data)


def fmean(data, weights=None):
    data = _some(data, 1, "fmean")
    if weights is not None:
        return math.fsum([x * w for x, w in zip(data, weights)]) / math.fsum(weights)
    return math.fsum(data) / len(data)


def geometric_mean(data):
    data = list(data)
    if not data or any([x <= 0 for x in data]):
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return math.exp(fmean([math.log(x) for x in data]))


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if any([x < 0 for x in data]):
        raise StatisticsError("harmonic mean does not support negative values")
    if any([x == 0 for x in data]):
        return 0
    weights = [1] * len(data) if weights is None else list(weights)
    total = _Fraction(0)
    for x, w in zip(data, weights):
        total += _Fraction(w) / _Fraction(x)
    return _as(_exact(weights) / total, data + [0.0])


def median(data):
    data = sorted(_some_or(data, "no median for empty data"))
    n = len(data)
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def _some_or(data, message):
    data = list(data)
    if not data:
        raise StatisticsError(message)
    return data


def median_low(data):
    data = sorted(_some_or(data, "no median for empty data"))
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(_some_or(data, "no median for empty data"))
    return data[len(data) // 2]


def mode(data):
    return _Counter(_some_or(data, "no mode for empty data")).most_common(1)[0][0]


def multimode(data):
    counts = _Counter(list(data))
    most = max(counts.values(), default=0)
    return [k for k, n in counts.items() if n == most]


def quantiles(data, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    out = []
    for i in range(1, n):
        if method == "inclusive":
            j, delta = divmod(i * (size - 1), n)
        else:
            j = i * (size + 1) // n
            j = 1 if j < 1 else size - 1 if j > size - 1 else j
            delta = i * (size + 1) - j * n
            j -= 1
        out.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
    return out


def _squares(data, center=None):
    if not _plain(data):
        c = sum(data) / len(data) if center is None else center
        return sum([(x - c) ** 2 for x in data])
    c = _exact(data) / len(data) if center is None else _Fraction(center)
    total = _Fraction(0)
    for x in data:
        total += (_Fraction(x) - c) * (_Fraction(x) - c)
    return total


def pvariance(data, mu=None):
    data = _some(data, 1, "pvariance")
    return _as(_squares(data, mu) / len(data), data)


def variance(data, xbar=None):
    data = _some(data, 2, "variance")
    return _as(_squares(data, xbar) / (len(data) - 1), data)


def _root(value):
    # Of a fraction, rounded once.
    if not isinstance(value, _Fraction):
        return math.sqrt(value)
    n, d = value.numerator, value.denominator
    shift = max(0, 2 * (110 - (n.bit_length() - d.bit_length()) // 2))
    return math.isqrt((n << shift) // d) / (1 << shift // 2)


def pstdev(data, mu=None):
    data = _some(data, 1, "pstdev")
    return _root(_squares(data, mu) / len(data))


def stdev(data, xbar=None):
    data = _some(data, 2, "stdev")
    return _root(_squares(data, xbar) / (len(data) - 1))


def _centred(x, y, what):
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError(f"{what} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{what} requires at least two data points")
    mx, my = math.fsum(x) / len(x), math.fsum(y) / len(y)
    sxy = math.fsum([(a - mx) * (b - my) for a, b in zip(x, y)])
    return mx, my, sxy, math.fsum([(a - mx) ** 2 for a in x]), math.fsum([(b - my) ** 2 for b in y]), len(x)


def covariance(x, y):
    _, _, sxy, _, _, n = _centred(x, y, "covariance")
    return sxy / (n - 1)


def correlation(x, y):
    _, _, sxy, sxx, syy, _ = _centred(x, y, "correlation")
    if sxx == 0 or syy == 0:
        raise StatisticsError("at least one of the inputs is constant")
    return sxy / math.sqrt(sxx * syy)


LinearRegression = _namedtuple("LinearRegression", ("slope", "intercept"))


def linear_regression(x, y, proportional=False):
    mx, my, sxy, sxx, _, _ = _centred(x, y, "linear regression")
    if sxx == 0:
        raise StatisticsError("x is constant")
    slope = sxy / sxx
    return LinearRegression(slope=slope, intercept=my - slope * mx)


class NormalDist:
    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0:
            raise StatisticsError("sigma must be non-negative")
        self.mean, self.stdev = float(mu), float(sigma)
        self.variance = self.stdev ** 2
        self.median = self.mode = self.mean

    @classmethod
    def from_samples(cls, data):
        return cls(fmean(data), stdev(data))

    def pdf(self, x):
        return math.exp((x - self.mean) ** 2 / (-2.0 * self.variance)) / math.sqrt(2 * math.pi * self.variance)

    def cdf(self, x):
        return 0.5 * (1.0 + math.erf((x - self.mean) / (self.stdev * math.sqrt(2.0))))

    def zscore(self, x):
        return (x - self.mean) / self.stdev

    def __repr__(self):
        return f"NormalDist(mu={self.mean!r}, sigma={self.stdev!r})"
