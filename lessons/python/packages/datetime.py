# Dates and times as courses use them: now, differences, strftime, isoformat. No time zones but UTC. Source: CPython's Lib/datetime.py.
import time as _time

MINYEAR, MAXYEAR = 1, 9999
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = "January February March April May June July August September October November December".split()
_WEEKDAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _days_in(year, month):
    return 29 if month == 2 and _leap(year) else _DAYS[month - 1]


def _ordinal(year, month, day):
    return _days_before_year(year) + sum(_days_in(year, m) for m in range(1, month)) + day


def _from_ordinal(n):
    year = n // 366 + 1
    while _days_before_year(year + 1) < n:
        year += 1
    n -= _days_before_year(year)
    month = 1
    while n > _days_in(year, month):
        n -= _days_in(year, month)
        month += 1
    return year, month, n


def _two(n):
    return "%02d" % n


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = ((days + 7 * weeks) * 86400 + hours * 3600 + minutes * 60 + seconds) * 1000000 + milliseconds * 1000 + microseconds
        total = int(round(total))
        self.days, rest = total // 86400000000, total % 86400000000
        self.seconds, self.microseconds = rest // 1000000, rest % 1000000

    def _total(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._total() / 1000000

    def __add__(self, other):
        return timedelta(microseconds=self._total() + other._total()) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        return timedelta(microseconds=self._total() - other._total()) if isinstance(other, timedelta) else NotImplemented

    def __mul__(self, k):
        return timedelta(microseconds=self._total() * k)

    __rmul__ = __mul__

    def __truediv__(self, k):
        return self._total() / k._total() if isinstance(k, timedelta) else timedelta(microseconds=self._total() / k)

    def __neg__(self):
        return timedelta(microseconds=-self._total())

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._total() == other._total()

    def __lt__(self, other):
        return self._total() < other._total()

    def __le__(self, other):
        return self._total() <= other._total()

    def __gt__(self, other):
        return self._total() > other._total()

    def __ge__(self, other):
        return self._total() >= other._total()

    def __hash__(self):
        return hash(self._total())

    def __str__(self):
        days = "" if not self.days else "%d day%s, " % (self.days, "" if abs(self.days) == 1 else "s")
        part = ".%06d" % self.microseconds if self.microseconds else ""
        return days + "%d:%02d:%02d" % (self.seconds // 3600, self.seconds // 60 % 60, self.seconds % 60) + part

    def __repr__(self):
        parts = [k + "=" + str(v) for k, v in (("days", self.days), ("seconds", self.seconds), ("microseconds", self.microseconds)) if v]
        return "datetime.timedelta(" + (", ".join(parts) or "0") + ")"


class date:
    def __init__(self, year, month, day):
        if not 1 <= month <= 12:
            raise ValueError("month must be in 1..12")
        if not 1 <= day <= _days_in(year, month):
            raise ValueError("day is out of range for month")
        self.year, self.month, self.day = year, month, day

    @staticmethod
    def today():
        return datetime.now().date()

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoformat(self):
        return "%04d-%02d-%02d" % (self.year, self.month, self.day)

    def _key(self):
        return self.toordinal()

    def __sub__(self, other):
        return date(*_from_ordinal(self.toordinal() - other.days)) if isinstance(other, timedelta) else timedelta(self.toordinal() - other.toordinal())

    def __add__(self, other):
        return date(*_from_ordinal(self.toordinal() + other.days))

    def __eq__(self, other):
        return type(self) == type(other) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __le__(self, other):
        return self._key() <= other._key()

    def __gt__(self, other):
        return self._key() > other._key()

    def __ge__(self, other):
        return self._key() >= other._key()

    def __hash__(self):
        return hash(self._key())

    def strftime(self, format):
        h, m, s, us = getattr(self, "hour", 0), getattr(self, "minute", 0), getattr(self, "second", 0), getattr(self, "microsecond", 0)
        values = {"Y": "%04d" % self.year, "y": _two(self.year % 100), "m": _two(self.month), "d": _two(self.day), "H": _two(h), "I": _two(h % 12 or 12), "M": _two(m), "S": _two(s), "f": "%06d" % us,
                  "p": "AM" if h < 12 else "PM", "B": _MONTHS[self.month - 1], "b": _MONTHS[self.month - 1][:3], "A": _WEEKDAYS[self.weekday()], "a": _WEEKDAYS[self.weekday()][:3],
                  "j": "%03d" % (self.toordinal() - _ordinal(self.year, 1, 1) + 1), "%": "%", "z": "", "Z": ""}
        out, i = "", 0
        while i < len(format):
            if format[i] == "%" and i + 1 < len(format):
                out += values.get(format[i + 1], format[i:i + 2])
                i += 2
            else:
                out += format[i]
                i += 1
        return out

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return "datetime.date(%d, %d, %d)" % (self.year, self.month, self.day)


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @staticmethod
    def fromtimestamp(t, tz=None):
        return _from_key(_ordinal(1970, 1, 1) * 86400000000 + int(t * 1000000))

    @staticmethod
    def now(tz=None):
        return datetime.fromtimestamp(_time.time())

    utcnow = today = now

    def timestamp(self):
        return (self._key() - _ordinal(1970, 1, 1) * 86400000000) / 1000000

    def date(self):
        return date(self.year, self.month, self.day)

    def _key(self):
        return ((self.toordinal() * 24 + self.hour) * 60 + self.minute) * 60000000 + self.second * 1000000 + self.microsecond

    def __sub__(self, other):
        return _from_key(self._key() - other._total()) if isinstance(other, timedelta) else timedelta(microseconds=self._key() - other._key())

    def __add__(self, other):
        return _from_key(self._key() + other._total())

    def isoformat(self, sep="T"):
        return date.isoformat(self) + sep + "%02d:%02d:%02d" % (self.hour, self.minute, self.second) + (".%06d" % self.microsecond if self.microsecond else "")

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute] + ([self.second] if self.second or self.microsecond else []) + ([self.microsecond] if self.microsecond else [])
        return "datetime.datetime(" + ", ".join(map(str, parts)) + ")"


def _from_key(us):
    days, us = us // 86400000000, us % 86400000000
    return datetime(*_from_ordinal(days), us // 3600000000, us // 60000000 % 60, us // 1000000 % 60, us % 1000000)
