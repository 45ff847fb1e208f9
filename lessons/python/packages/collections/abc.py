# The abstract collections. There are no metaclasses here: each class answers isinstance() itself, by what the object can do.
from abc import ABC


def _class(name, check, *bases):
    return type(name, bases or (ABC,), {"__instancecheck__": check, "__class_getitem__": classmethod(lambda cls, item: cls)})


def _iterable(cls, x):
    try:
        iter(x)
    except TypeError:
        return False
    return True


def _hashable(cls, x):
    try:
        hash(x)
    except TypeError:
        return False
    return True


def _sized(cls, x):
    try:
        len(x)
    except TypeError:
        return False
    return True


def _container(cls, x):
    return isinstance(x, (list, tuple, str, bytes, dict, set, frozenset, range, bytearray)) or hasattr(x, "__contains__")


Hashable = _class("Hashable", classmethod(_hashable))
Iterable = _class("Iterable", classmethod(_iterable))
Sized = _class("Sized", classmethod(_sized))
Container = _class("Container", classmethod(_container))
Callable = _class("Callable", classmethod(lambda cls, x: callable(x)))
Iterator = _class("Iterator", classmethod(lambda cls, x: hasattr(x, "__next__") and _iterable(cls, x)), Iterable)
Generator = _class("Generator", classmethod(lambda cls, x: hasattr(x, "send") and hasattr(x, "throw")), Iterator)
Reversible = _class("Reversible", classmethod(lambda cls, x: isinstance(x, (list, tuple, str, dict, range)) or hasattr(x, "__reversed__")), Iterable)
Collection = _class("Collection", classmethod(lambda cls, x: _sized(cls, x) and _iterable(cls, x) and _container(cls, x)))


class Sequence(ABC):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is Sequence and isinstance(x, (list, tuple, str, range, bytes, bytearray)) or issubclass(type(x), cls)

    def __contains__(self, value):
        for v in self:
            if v is value or v == value:
                return True
        return False

    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return

    def __reversed__(self):
        for i in range(len(self) - 1, -1, -1):
            yield self[i]

    def index(self, value, start=0, stop=None):
        for i in range(start, len(self) if stop is None else stop):
            if self[i] == value:
                return i
        raise ValueError

    def count(self, value):
        return sum([1 for v in self if v is value or v == value])


class MutableSequence(Sequence):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is MutableSequence and isinstance(x, (list, bytearray)) or issubclass(type(x), cls)

    def append(self, value):
        self.insert(len(self), value)

    def extend(self, values):
        for v in list(values):
            self.append(v)

    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v

    def remove(self, value):
        del self[self.index(value)]

    def __iadd__(self, values):
        self.extend(values)
        return self


class Mapping(ABC):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is Mapping and isinstance(x, dict) or issubclass(type(x), cls)

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(iter(self))

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return [(k, self[k]) for k in self]

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())


class MutableMapping(Mapping):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is MutableMapping and isinstance(x, dict) or issubclass(type(x), cls)

    def pop(self, key, *default):
        try:
            v = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return v

    def update(self, other=(), **kwargs):
        for k, v in (other.items() if hasattr(other, "items") else other):
            self[k] = v
        for k, v in kwargs.items():
            self[k] = v

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self):
        for k in list(self):
            del self[k]


class Set(ABC):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is Set and isinstance(x, (set, frozenset)) or issubclass(type(x), cls)


class MutableSet(Set):
    @classmethod
    def __instancecheck__(cls, x):
        return cls is MutableSet and isinstance(x, set) or issubclass(type(x), cls)


KeysView = ValuesView = ItemsView = MappingView = Collection
Awaitable = Coroutine = AsyncIterable = AsyncIterator = AsyncGenerator = Generator
