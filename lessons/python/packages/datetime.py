# Dates and times as CPython's datetime has them, without time zones but UTC and fixed offsets. Source: the documentation of CPython's datetime.
import time as _time

MINYEAR, MAXYEAR = 1, 9999
_DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
_WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
_MONTHS = ["", "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"]


def _leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)


def _in_month(y, m):
    return 29 if m == 2 and _leap(y) else _DAYS[m]


def _ordinal(y, m, d):
    before = y - 1
    return before * 365 + before // 4 - before // 100 + before // 400 + sum([_in_month(y, k) for k in range(1, m)]) + d


def _from_ordinal(n):
    y = max(1, n * 400 // 146097)
    while _ordinal(y, 1, 1) > n:
        y -= 1
    while _ordinal(y + 1, 1, 1) <= n:
        y += 1
    n -= _ordinal(y, 1, 1)
    m = 1
    while n >= _in_month(y, m):
        n -= _in_month(y, m)
        m += 1
    return y, m, n + 1


class timedelta:
    def __init__(self, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        total = round((days + weeks * 7) * 86400000000 + (hours * 3600 + minutes * 60 + seconds) * 1000000 + milliseconds * 1000 + microseconds)
        self.days, rest = divmod(total, 86400000000)
        self.seconds, self.microseconds = divmod(rest, 1000000)

    def _all(self):
        return (self.days * 86400 + self.seconds) * 1000000 + self.microseconds

    def total_seconds(self):
        return self._all() / 1000000

    def __add__(self, other):
        return timedelta(microseconds=self._all() + other._all()) if isinstance(other, timedelta) else NotImplemented

    def __sub__(self, other):
        return timedelta(microseconds=self._all() - other._all())

    def __mul__(self, k):
        return timedelta(microseconds=self._all() * k)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._all() / other._all() if isinstance(other, timedelta) else timedelta(microseconds=self._all() / other)

    def __floordiv__(self, other):
        return self._all() // other._all() if isinstance(other, timedelta) else timedelta(microseconds=self._all() // other)

    def __mod__(self, other):
        return timedelta(microseconds=self._all() % other._all())

    def __neg__(self):
        return timedelta(microseconds=-self._all())

    def __abs__(self):
        return timedelta(microseconds=abs(self._all()))

    def __bool__(self):
        return self._all() != 0

    def __eq__(self, other):
        return isinstance(other, timedelta) and self._all() == other._all()

    def __lt__(self, other):
        return self._all() < other._all()

    def __le__(self, other):
        return self._all() <= other._all()

    def __gt__(self, other):
        return self._all() > other._all()

    def __ge__(self, other):
        return self._all() >= other._all()

    def __hash__(self):
        return hash(self._all())

    def __str__(self):
        m, s = divmod(self.seconds, 60)
        h, m = divmod(m, 60)
        text = f"{h}:{m:02d}:{s:02d}" + (f".{self.microseconds:06d}" if self.microseconds else "")
        return (f"{self.days} day{'' if abs(self.days) == 1 else 's'}, " if self.days else "") + text

    def __repr__(self):
        parts = [f"{k}={v}" for k, v in (("days", self.days), ("seconds", self.seconds), ("microseconds", self.microseconds)) if v]
        return "datetime.timedelta(" + (", ".join(parts) or "0") + ")"


timedelta.min, timedelta.max, timedelta.resolution = timedelta(-999999999), timedelta(999999999, 86399, 999999), timedelta(microseconds=1)


class tzinfo:
    pass


class timezone(tzinfo):
    def __init__(self, offset, name=None):
        self._offset, self._name = offset, name

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        return self._name or str(self)

    def __str__(self):
        return self._name or ("UTC" + _offset_text(self._offset) if self._offset else "UTC")

    def __repr__(self):
        return "datetime.timezone.utc" if not self._offset else f"datetime.timezone({self._offset!r})"

    def __eq__(self, other):
        return isinstance(other, timezone) and self._offset == other._offset

    def __hash__(self):
        return hash(self._offset)


timezone.utc = UTC = timezone(timedelta(0))


def _offset_text(offset):
    minutes = int(offset.total_seconds()) // 60
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


class date:
    def __init__(self, year, month, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"year {year} is out of range")
        if not 1 <= month <= 12:
            raise ValueError("month must be in 1..12")
        if not 1 <= day <= _in_month(year, month):
            raise ValueError("day is out of range for month")
        self.year, self.month, self.day = year, month, day

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, t):
        return cls(*_from_ordinal(719163 + int(t // 86400)))

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        try:
            y, m, d = text.split("-")
            return cls(int(y), int(m), int(d))
        except ValueError as e:
            if "range" in str(e) or "must be" in str(e):
                raise
            raise ValueError(f"Invalid isoformat string: {text!r}")

    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.weekday() + 1

    def isocalendar(self):
        n = self.toordinal()
        thursday = n - self.weekday() + 3
        year = _from_ordinal(thursday)[0]
        return year, (thursday - _ordinal(year, 1, 1)) // 7 + 1, self.isoweekday()

    def isoformat(self):
        return f"{self.year:04d}-{self.month:02d}-{self.day:02d}"

    def replace(self, year=None, month=None, day=None):
        return type(self)(year or self.year, month or self.month, day or self.day)

    def timetuple(self):
        return (self.year, self.month, self.day, 0, 0, 0, self.weekday(), self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1)

    def ctime(self):
        return self.strftime("%a %b %e %H:%M:%S %Y")

    def _clock(self):
        return 0, 0, 0, 0

    def strftime(self, form):
        h, mi, s, us = self._clock()
        out, i = [], 0
        while i < len(form):
            c = form[i]
            if c != "%" or i + 1 == len(form):
                out.append(c)
                i += 1
                continue
            k = form[i + 1]
            i += 2
            if k == "-" and i < len(form):
                text = self.strftime("%" + form[i]).lstrip("0") or "0"
                i += 1
            else:
                day = self.weekday()
                offset = getattr(self, "tzinfo", None)
                text = {"Y": lambda: str(self.year), "m": lambda: f"{self.month:02d}", "d": lambda: f"{self.day:02d}", "e": lambda: f"{self.day:2d}", "H": lambda: f"{h:02d}", "I": lambda: f"{(h + 11) % 12 + 1:02d}",
                        "M": lambda: f"{mi:02d}", "S": lambda: f"{s:02d}", "f": lambda: f"{us:06d}", "p": lambda: "AM" if h < 12 else "PM", "y": lambda: f"{self.year % 100:02d}", "a": lambda: _WEEKDAYS[day][:3],
                        "A": lambda: _WEEKDAYS[day], "b": lambda: _MONTHS[self.month][:3], "h": lambda: _MONTHS[self.month][:3], "B": lambda: _MONTHS[self.month], "j": lambda: f"{self.toordinal() - _ordinal(self.year, 1, 1) + 1:03d}",
                        "w": lambda: str((day + 1) % 7), "u": lambda: str(day + 1), "F": lambda: self.strftime("%Y-%m-%d"), "T": lambda: self.strftime("%H:%M:%S"), "D": lambda: self.strftime("%m/%d/%y"),
                        "R": lambda: self.strftime("%H:%M"), "c": lambda: self.strftime("%a %b %e %H:%M:%S %Y"), "x": lambda: self.strftime("%m/%d/%y"), "X": lambda: self.strftime("%H:%M:%S"), "%": lambda: "%",
                        "U": lambda: f"{(self.toordinal() - _ordinal(self.year, 1, 1) + 7 - (day + 1) % 7) // 7:02d}", "W": lambda: f"{(self.toordinal() - _ordinal(self.year, 1, 1) + 7 - day) // 7:02d}",
                        "V": lambda: f"{self.isocalendar()[1]:02d}", "G": lambda: str(self.isocalendar()[0]), "z": lambda: _offset_text(offset.utcoffset(self)).replace(":", "") if offset else "",
                        "Z": lambda: offset.tzname(self) if offset else ""}.get(k, lambda: "%" + k)()
            out.append(text)
        return "".join(out)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def _key(self):
        return self.year, self.month, self.day

    def __eq__(self, other):
        return type(self) is type(other) and self._key() == other._key()

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

    def __add__(self, delta):
        if not isinstance(delta, timedelta):
            return NotImplemented
        return type(self).fromordinal(self.toordinal() + delta.days)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal())


date.min, date.max = date(1, 1, 1), date(9999, 12, 31)


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        for name, v, most in (("hour", hour, 23), ("minute", minute, 59), ("second", second, 59), ("microsecond", microsecond, 999999)):
            if not 0 <= v <= most:
                raise ValueError(f"{name} must be in 0..{most}")
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    def isoformat(self):
        return f"{self.hour:02d}:{self.minute:02d}:{self.second:02d}" + (f".{self.microsecond:06d}" if self.microsecond else "")

    def strftime(self, form):
        return datetime(1900, 1, 1, self.hour, self.minute, self.second, self.microsecond).strftime(form)

    __str__ = isoformat

    def __repr__(self):
        parts = [self.hour, self.minute] + ([self.second] if self.second or self.microsecond else []) + ([self.microsecond] if self.microsecond else [])
        return "datetime.time(" + ", ".join([str(p) for p in parts]) + ")"

    def _key(self):
        return self.hour, self.minute, self.second, self.microsecond

    def __eq__(self, other):
        return isinstance(other, time) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())


class datetime(date):
    def __init__(self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None):
        super().__init__(year, month, day)
        time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo = hour, minute, second, microsecond, tzinfo

    @classmethod
    def now(cls, tz=None):
        made = cls.fromtimestamp(_time.time())
        return made.replace(tzinfo=tz) if tz is not None else made

    @classmethod
    def utcnow(cls):
        return cls.now()

    today = now

    @classmethod
    def fromtimestamp(cls, t, tz=None):
        us = round(t * 1000000)
        days, us = divmod(us, 86400000000)
        y, m, d = _from_ordinal(719163 + days)
        s, us = divmod(us, 1000000)
        return cls(y, m, d, s // 3600, s // 60 % 60, s % 60, us, tz)

    utcfromtimestamp = fromtimestamp

    @classmethod
    def combine(cls, d, t):
        return cls(d.year, d.month, d.day, t.hour, t.minute, t.second, t.microsecond, t.tzinfo)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        day, sep, clock = text.replace("T", " ").partition(" ")
        zone = None
        if clock.endswith("Z"):
            clock, zone = clock[:-1], timezone.utc
        for sign in "+-":
            if sign in clock:
                clock, _, off = clock.partition(sign)
                h, _, m = off.partition(":")
                zone = timezone(timedelta(hours=int(h), minutes=int(m or 0)) * (1 if sign == "+" else -1))
        try:
            y, mo, d = [int(p) for p in day.split("-")]
            parts = (clock.split(":") if clock else []) + ["0"] * 3
            s, _, us = parts[2].partition(".")
            return cls(y, mo, d, int(parts[0]), int(parts[1]), int(s), int((us + "000000")[:6]), zone)
        except ValueError as e:
            if "range" in str(e) or "must be" in str(e):
                raise
            raise ValueError(f"Invalid isoformat string: {text!r}")

    @classmethod
    def strptime(cls, text, form):
        v, i, j = {"Y": 1900, "m": 1, "d": 1, "H": 0, "M": 0, "S": 0, "f": 0}, 0, 0
        after = None
        zone = None

        def bad():
            raise ValueError(f"time data {text!r} does not match format {form!r}")
        form_full = form.replace("%F", "%Y-%m-%d").replace("%T", "%H:%M:%S").replace("%D", "%m/%d/%y").replace("%R", "%H:%M")
        while j < len(form_full):
            c = form_full[j]
            if c != "%":
                if c == " ":
                    while text[i:i + 1] == " ":
                        i += 1
                elif text[i:i + 1] != c:
                    bad()
                else:
                    i += 1
                j += 1
                continue
            k = form_full[j + 1]
            j += 2
            if k in "aAbBh":
                names = _WEEKDAYS if k in "aA" else _MONTHS[1:]
                for n, name in enumerate(names):
                    word = name if k in "AB" else name[:3]
                    if text[i:i + len(word)].lower() == word.lower():
                        i += len(word)
                        if k in "bBh":
                            v["m"] = n + 1
                        break
                else:
                    bad()
            elif k == "p":
                after = text[i:i + 2].upper()
                if after not in ("AM", "PM"):
                    bad()
                i += 2
            elif k == "z":
                sign = text[i:i + 1]
                digits = text[i + 1:i + 6].replace(":", "")[:4]
                zone = timezone((timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))) * (1 if sign == "+" else -1))
                i += 6 if ":" in text[i + 1:i + 6] else 5
            elif k == "%":
                i += 1
            else:
                n = i
                most = {"Y": 4, "f": 6, "j": 3}.get(k, 2)
                while n < len(text) and n - i < most and text[n].isdigit():
                    n += 1
                if n == i or k not in "YmdHMSfIyj":
                    bad()
                number = int(text[i:n])
                if k == "f":
                    number *= 10 ** (6 - (n - i))
                if k == "y":
                    k, number = "Y", number + (2000 if number < 69 else 1900)
                v["H" if k == "I" else k] = number
                i = n
        if i != len(text):
            raise ValueError(f"unconverted data remains: {text[i:]}")
        if after is not None:
            v["H"] = v["H"] % 12 + (12 if after == "PM" else 0)
        return cls(v["Y"], v["m"], v["d"], v["H"], v["M"], v["S"], v["f"], zone)

    def date(self):
        return date(self.year, self.month, self.day)

    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)

    def timestamp(self):
        off = self.tzinfo.utcoffset(self)._all() if self.tzinfo else 0
        return (((self.toordinal() - 719163) * 86400 + self.hour * 3600 + self.minute * 60 + self.second) * 1000000 + self.microsecond - off) / 1000000

    def astimezone(self, tz=None):
        tz = tz or timezone.utc
        base = self - self.tzinfo.utcoffset(self) if self.tzinfo else self
        return (base + tz.utcoffset(self)).replace(tzinfo=tz)

    def utcoffset(self):
        return self.tzinfo.utcoffset(self) if self.tzinfo else None

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True):
        pick = lambda given, own: own if given is None else given
        return type(self)(pick(year, self.year), pick(month, self.month), pick(day, self.day), pick(hour, self.hour), pick(minute, self.minute), pick(second, self.second),
                          pick(microsecond, self.microsecond), self.tzinfo if tzinfo is True else tzinfo)

    def timetuple(self):
        return (self.year, self.month, self.day, self.hour, self.minute, self.second, self.weekday(), self.toordinal() - _ordinal(self.year, 1, 1) + 1, -1)

    def isoformat(self, sep="T", timespec="auto"):
        clock = f"{self.hour:02d}:{self.minute:02d}" + ("" if timespec == "minutes" else f":{self.second:02d}")
        if timespec == "milliseconds":
            clock += f".{self.microsecond // 1000:03d}"
        elif timespec == "microseconds" or timespec == "auto" and self.microsecond:
            clock += f".{self.microsecond:06d}"
        return date.isoformat(self) + sep + clock + (_offset_text(self.tzinfo.utcoffset(self)) if self.tzinfo else "")

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        return "datetime.datetime(" + ", ".join([str(p) for p in parts]) + (f", tzinfo={self.tzinfo!r}" if self.tzinfo else "") + ")"

    def _clock(self):
        return self.hour, self.minute, self.second, self.microsecond

    def _key(self):
        return (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)

    def __add__(self, delta):
        if not isinstance(delta, timedelta):
            return NotImplemented
        us = ((self.hour * 3600 + self.minute * 60 + self.second) * 1000000 + self.microsecond) + delta._all()
        days, us = divmod(us, 86400000000)
        y, m, d = _from_ordinal(self.toordinal() + days)
        s, us = divmod(us, 1000000)
        return type(self)(y, m, d, s // 3600, s // 60 % 60, s % 60, us, self.tzinfo)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        return timedelta(self.toordinal() - other.toordinal(), (self.hour - other.hour) * 3600 + (self.minute - other.minute) * 60 + self.second - other.second, self.microsecond - other.microsecond)


datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
