class auto:
    pass


class Enum:
    def __init_subclass__(cls, **kwargs):
        members = {}
        last = 0
        for name, value in list(cls.__dict__.items()):
            if name[0] == "_" or callable(value) or isinstance(value, (property, staticmethod, classmethod)):
                if not isinstance(value, auto):
                    continue
            if isinstance(value, auto):
                value = cls._next(last)
            last = value
            for m in members.values():
                if m._value_ == value:
                    members[name] = m
                    break
            else:
                member = object.__new__(cls)
                member._name_ = name
                member._value_ = value
                if "__init__" in cls.__dict__:
                    member.__init__(*(value if isinstance(value, tuple) else (value,)))
                members[name] = member
            setattr(cls, name, members[name])
        cls._member_map_ = members

    @classmethod
    def _next(cls, last):
        return last + 1

    def __new__(cls, value):
        for m in cls._member_map_.values():
            if m._value_ == value or m is value:
                return m
        raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")

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

    def __hash__(self):
        return hash(self._name_)

    def __eq__(self, other):
        return self is other


class IntEnum(Enum):
    def __str__(self):
        return str(self._value_)

    def __int__(self):
        return self._value_

    def __index__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __hash__(self):
        return hash(self._value_)

    def __lt__(self, other):
        return self._value_ < int(other)

    def __le__(self, other):
        return self._value_ <= int(other)

    def __gt__(self, other):
        return self._value_ > int(other)

    def __ge__(self, other):
        return self._value_ >= int(other)

    def __add__(self, other):
        return self._value_ + int(other)

    def __radd__(self, other):
        return int(other) + self._value_

    def __sub__(self, other):
        return self._value_ - int(other)

    def __mul__(self, other):
        return self._value_ * other

    def __rmul__(self, other):
        return other * self._value_


class StrEnum(Enum):
    def __str__(self):
        return self._value_

    def __eq__(self, other):
        return self._value_ == (other._value_ if isinstance(other, Enum) else other)

    def __hash__(self):
        return hash(self._value_)


def unique(cls):
    for name, m in cls._member_map_.items():
        if m._name_ != name:
            raise ValueError(f"duplicate values found in {cls}: {name} -> {m._name_}")
    return cls
