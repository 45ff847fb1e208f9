# Source: the documentation of CPython's enum. There are no metaclasses here: __init_subclass__ makes the members, and class methods that
# the port knows (port/classes.c) answer iteration, len() and indexing of the class.
class auto:
    def __init__(self, value=None):
        self.value = value


class member:
    def __init__(self, value):
        self.value = value


class nonmember(member):
    pass


def _is_descriptor(value):
    return callable(value) or isinstance(value, (property, staticmethod, classmethod)) or hasattr(value, "__get__")


class Enum:
    def __init_subclass__(cls, boundary=None, **kwargs):
        members = {}
        values = []
        inherited = getattr(cls, "_member_map_", None)
        if inherited:
            raise TypeError(f"<enum '{cls.__name__}'> cannot extend <enum '{list(inherited.values())[0].__class__.__name__}'>")
        mixed = issubclass(cls, (str, int, float))   # class Color(str, Enum): what a text or a number does comes first
        ignored = cls.__dict__.get("_ignore_", ())
        ignored = ignored.replace(",", " ").split() if isinstance(ignored, str) else ignored
        for name, value in list(cls.__dict__.items()):
            if isinstance(value, nonmember):
                setattr(cls, name, value.value)
                continue
            if isinstance(value, member):
                value = value.value
            elif name[0] == "_" or name in ignored or _is_descriptor(value) and not isinstance(value, auto):
                continue
            if isinstance(value, auto):
                value = value.value if value.value is not None else cls._generate_next_value_(name, 1, len(values), values)
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                value = tuple(cls._generate_next_value_(name, 1, len(values), values) if isinstance(v, auto) else v for v in value)
            values.append(value)
            for m in members.values():
                if m._value_ == value:
                    members[name] = m
                    break
            else:
                if "__new__" in cls.__dict__:
                    m = cls.__dict__["__new__"](cls, *(value if isinstance(value, tuple) else (value,)))
                elif mixed:
                    m = cls(value)
                else:
                    m = object.__new__(cls)
                m._name_ = name
                if not hasattr(m, "_value_"):
                    m._value_ = value
                m._sort_order_ = len(members)
                if "__init__" in cls.__dict__:
                    m.__init__(*(value if isinstance(value, tuple) else (value,)))
                members[name] = m
            setattr(cls, name, members[name])
        cls._member_map_ = members
        cls.__members__ = members
        if mixed and members:
            for name in ("__new__", "__repr__", "__str__"):
                if name not in cls.__dict__:
                    setattr(cls, name, getattr(Enum, name) if name != "__new__" else staticmethod(lambda c, value: _member(c, value)))

    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        numbers = [v for v in last_values if isinstance(v, int)]
        return max(numbers) + 1 if numbers else start

    def __new__(cls, value, names=None, module=None, start=1, **kwargs):
        if names is not None:
            return _made(cls, value, names, start)
        if isinstance(value, str) and "_member_map_" not in cls.__dict__ and cls in (Enum, IntEnum, Flag, IntFlag, StrEnum):
            raise TypeError("names are missing")
        return _member(cls, value)

    @classmethod
    def _missing_(cls, value):
        return None

    @classmethod
    def __class_iter__(cls):
        return [m for name, m in cls._member_map_.items() if m._name_ == name]

    @classmethod
    def __class_len__(cls):
        return len(cls.__class_iter__())

    @classmethod
    def __class_getitem__(cls, name):
        return cls._member_map_[name]

    @property
    def name(self):
        return self._name_

    @property
    def value(self):
        return self._value_

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}"

    def __format__(self, spec):
        return format(str(self), spec)

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other


def _member(cls, value):
    for m in cls._member_map_.values():
        if m is value or m._value_ == value:
            return m
    found = cls._missing_(value)
    if found is not None:
        return found
    raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")


def _made(base, name, names, start):
    if isinstance(names, str):
        names = names.replace(",", " ").split()
    pairs = list(names.items()) if isinstance(names, dict) else [n if isinstance(n, (tuple, list)) else (n, None) for n in names]
    body = {}
    for i, (k, v) in enumerate(pairs):
        body[k] = v if v is not None else auto() if issubclass(base, Flag) else start + i
    return type(name, (base,), body)


class _Mixed:
    # What a member that is a number or a text as well does: everything of its value.
    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self._value_)

    def __lt__(self, other):
        return self._value_ < _plain(other)

    def __le__(self, other):
        return self._value_ <= _plain(other)

    def __gt__(self, other):
        return self._value_ > _plain(other)

    def __ge__(self, other):
        return self._value_ >= _plain(other)

    def __add__(self, other):
        return self._value_ + _plain(other)

    def __radd__(self, other):
        return _plain(other) + self._value_

    def __str__(self):
        return str(self._value_)

    def __format__(self, spec):
        return format(self._value_, spec)


def _plain(v):
    return v._value_ if isinstance(v, Enum) else v


class IntEnum(_Mixed, Enum):
    def __int__(self):
        return self._value_

    __index__ = __int__

    def __float__(self):
        return float(self._value_)

    def __bool__(self):
        return self._value_ != 0

    def __neg__(self):
        return -self._value_

    def __sub__(self, other):
        return self._value_ - _plain(other)

    def __rsub__(self, other):
        return _plain(other) - self._value_

    def __mul__(self, other):
        return self._value_ * _plain(other)

    __rmul__ = __mul__

    def __floordiv__(self, other):
        return self._value_ // _plain(other)

    def __truediv__(self, other):
        return self._value_ / _plain(other)

    def __mod__(self, other):
        return self._value_ % _plain(other)

    def __pow__(self, other):
        return self._value_ ** _plain(other)

    def __and__(self, other):
        return self._value_ & _plain(other)

    def __or__(self, other):
        return self._value_ | _plain(other)

    def __lshift__(self, other):
        return self._value_ << _plain(other)

    def __rlshift__(self, other):
        return _plain(other) << self._value_


class StrEnum(_Mixed, Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()

    def __len__(self):
        return len(self._value_)

    def __getitem__(self, i):
        return self._value_[i]

    def __contains__(self, part):
        return part in self._value_

    def upper(self):
        return self._value_.upper()

    def lower(self):
        return self._value_.lower()


class Flag(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last_values):
        highest = max([v for v in last_values if isinstance(v, int)] or [0])
        return 1 if not highest else 1 << highest.bit_length() if hasattr(highest, "bit_length") else 1 << (len(bin(highest)) - 2)

    @classmethod
    def _single_(cls):
        return [m for m in cls.__class_all__() if m._value_ and not m._value_ & (m._value_ - 1)]

    @classmethod
    def __class_all__(cls):
        return [m for name, m in cls._member_map_.items() if m._name_ == name]

    @classmethod
    def __class_iter__(cls):
        return cls._single_()

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        every = 0
        for m in cls._member_map_.values():
            every |= m._value_
        if value < 0:
            value &= every
        elif value & ~every:
            return None
        for m in cls._member_map_.values():
            if m._value_ == value:
                return m
        made = object.__new__(cls)
        parts = [m._name_ for m in cls._single_() if m._value_ & value]
        made._name_ = "|".join(parts) if parts else None
        made._value_ = value
        return made

    def __repr__(self):
        return f"<{type(self).__name__}.{self._name_}: {self._value_}>" if self._name_ else f"<{type(self).__name__}: {self._value_}>"

    def __str__(self):
        return f"{type(self).__name__}.{self._name_}" if self._name_ else f"{type(self).__name__}({self._value_})"

    def __bool__(self):
        return self._value_ != 0

    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_

    def __iter__(self):
        return iter([m for m in type(self)._single_() if m._value_ & self._value_])

    def __len__(self):
        return len(list(iter(self)))

    def __hash__(self):
        return hash(self._value_)

    def __eq__(self, other):
        return self is other or type(self) is type(other) and self._value_ == other._value_

    def __or__(self, other):
        return type(self)(self._value_ | _plain(other))

    def __and__(self, other):
        return type(self)(self._value_ & _plain(other))

    def __xor__(self, other):
        return type(self)(self._value_ ^ _plain(other))

    def __invert__(self):
        return type(self)(~self._value_)


class IntFlag(Flag):
    def __int__(self):
        return self._value_

    __index__ = __int__

    def __eq__(self, other):
        return self._value_ == _plain(other)

    def __hash__(self):
        return hash(self._value_)

    def __lt__(self, other):
        return self._value_ < _plain(other)

    def __gt__(self, other):
        return self._value_ > _plain(other)

    def __add__(self, other):
        return self._value_ + _plain(other)

    def __str__(self):
        return str(self._value_)

    __ror__, __rand__ = Flag.__or__, Flag.__and__


class EnumMeta:
    pass


EnumType = EnumMeta


def unique(cls):
    repeated = [f"{name} -> {m._name_}" for name, m in cls._member_map_.items() if m._name_ != name]
    if repeated:
        raise ValueError(f"duplicate values found in <enum '{cls.__name__}'>: {', '.join(repeated)}")
    return cls
