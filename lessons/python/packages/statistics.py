import math


class StatisticsError(ValueError):
    pass


def _some(data, least, what):
    data = list(data)
    if len(data) < least:
        raise StatisticsError(f"{what} requires at least {'one data point' if least == 1 else 'two data points'}")
    return data


def mean(data):
    data = _some(data, 1, "mean")
    total = sum(data) if all([isinstance(x, int) for x in data]) else math.fsum(data)
    value = total / len(data)
    return int(value) if isinstance(total, int) and total % len(data) == 0 else value


def fmean(data):
    data = _some(data, 1, "fmean")
    return math.fsum(data) / len(data)


def median(data):
    data = sorted(_some(data, 1, "median"))
    n = len(data)
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def mode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return max(counts, key=counts.get)


def _squares(data):
    center = math.fsum(data) / len(data)
    return math.fsum([(x - center) ** 2 for x in data])


def pvariance(data):
    data = _some(data, 1, "pvariance")
    return _squares(data) / len(data)


def variance(data):
    data = _some(data, 2, "variance")
    return _squares(data) / (len(data) - 1)


def pstdev(data):
    return math.sqrt(pvariance(data))


def stdev(data):
    return math.sqrt(variance(data))
