from ucollections import namedtuple as _native_namedtuple


def namedtuple(typename, field_names, rename=False, defaults=None, module=None):
    fields = tuple(field_names.replace(",", " ").split()) if isinstance(field_names, str) else tuple(field_names)
    if rename:
        fields = tuple(f if f.isidentifier() and not f.startswith("_") and f not in fields[:i] else "_" + str(i) for i, f in enumerate(fields))
    for i, f in enumerate(fields):
        if f.startswith("_") and not rename:
            raise ValueError("Field names cannot start with an underscore: " + repr(f))
        if f in fields[:i]:
            raise ValueError("Encountered duplicate field name: " + repr(f))
    base = _native_namedtuple(typename, fields)
    defaults = tuple(defaults or ())
    first = len(fields) - len(defaults)

    def _replace(self, **kwargs):
        values = [kwargs.pop(f) if f in kwargs else v for f, v in zip(fields, tuple(self))]
        if kwargs:
            raise ValueError("Got unexpected field names: " + repr(list(kwargs)))
        return type(self)(*values)
    body = {"_replace": _replace, "_fields": fields, "_field_defaults": dict(zip(fields[first:], defaults)), "_make": classmethod(lambda cls, values: cls(*values))}


    def __setattr__(self, name, value):
        if name in fields:
            raise AttributeError("can't set attribute")
        object.__setattr__(self, name, value)
    body["__setattr__"] = __setattr__
    if defaults:
        def __new__(cls, *args, **kwargs):
            for f, v in zip(fields[max(first, len(args)):], defaults[max(len(args) - first, 0):]):
                kwargs.setdefault(f, v)
            return base(*args, **kwargs)
        body["__new__"] = __new__
    return type(typename, (base,), body)


class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        value = self[key]
        del self[key]
        if last:
            self[key] = value
        else:
            rest = list(self.items())
            self.clear()
            self[key] = value
            self.update(rest)

    def popitem(self, last=True):
        if not self:
            raise KeyError("dictionary is empty")
        key = list(self)[-1 if last else 0]
        return key, self.pop(key)

    def copy(self):
        return OrderedDict(self)

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(self.items()) == list(other.items())
        return dict(self) == other

    def __repr__(self):
        return f"OrderedDict({dict(self)})" if self else "OrderedDict()"


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory}, {dict(self)})"

    def copy(self):
        return defaultdict(self.default_factory, self)


class Counter(dict):
    def __init__(self, iterable=None, **kwargs):
        super().__init__()
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def _add(self, iterable, kwargs, sign):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in iterable.items():
                    self[k] = self[k] + sign * n
            else:
                for k in iterable:
                    self[k] = self[k] + sign
        for k, n in kwargs.items():
            self[k] = self[k] + sign * n

    def update(self, iterable=None, **kwargs):
        self._add(iterable, kwargs, 1)

    def subtract(self, iterable=None, **kwargs):
        self._add(iterable, kwargs, -1)

    def most_common(self, n=None):
        return sorted(self.items(), key=lambda item: item[1], reverse=True)[:n]

    def elements(self):
        for k, n in self.items():
            for _ in range(n):
                yield k

    def total(self):
        return sum(self.values())

    def copy(self):
        return Counter(self)

    def __add__(self, other):
        keys = list(self) + [k for k in other if k not in self]
        return Counter({k: self[k] + other[k] for k in keys if self[k] + other[k] > 0})

    def __sub__(self, other):
        keys = list(self) + [k for k in other if k not in self]
        return Counter({k: self[k] - other[k] for k in keys if self[k] - other[k] > 0})

    def __and__(self, other):
        return Counter({k: min(self[k], other[k]) for k in self if min(self[k], other[k]) > 0})

    def __or__(self, other):
        keys = list(self) + [k for k in other if k not in self]
        return Counter({k: max(self[k], other[k]) for k in keys if max(self[k], other[k]) > 0})

    def __repr__(self):
        if not self:
            return "Counter()"
        return "Counter({" + ", ".join([f"{k!r}: {n!r}" for k, n in self.most_common()]) + "})"


class deque:
    def __init__(self, iterable=(), maxlen=None):
        self.maxlen = maxlen
        self._items = []
        self.extend(iterable)

    def append(self, x):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop(0)

    def appendleft(self, x):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            self._items.pop()

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n = n % len(self._items)
            self._items = self._items[-n:] + self._items[:-n] if n else self._items

    def clear(self):
        self._items = []

    def copy(self):
        return deque(self._items, self.maxlen)

    def count(self, x):
        return self._items.count(x)

    def index(self, x):
        return self._items.index(x)

    def insert(self, i, x):
        self._items.insert(i, x)

    def remove(self, x):
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return bool(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        return self._items[i]

    def __setitem__(self, i, x):
        self._items[i] = x

    def __eq__(self, other):
        return isinstance(other, deque) and self._items == other._items

    def __add__(self, other):
        return deque(self._items + list(other), self.maxlen)

    def __repr__(self):
        tail = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return f"deque({self._items}{tail})"


class ChainMap:
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.maps[0][key] = value

    def __contains__(self, key):
        return any([key in m for m in self.maps])

    def get(self, key, default=None):
        return self[key] if key in self else default

    def keys(self):
        merged = {}
        for m in reversed(self.maps):
            merged.update(m)
        return merged.keys()

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.keys())

    def items(self):
        return [(k, self[k]) for k in self]

    def values(self):
        return [self[k] for k in self]

    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)

    @property
    def parents(self):
        return ChainMap(*self.maps[1:])

    def __repr__(self):
        return "ChainMap(" + ", ".join([repr(m) for m in self.maps]) + ")"


class UserDict:
    def __init__(self, initial=None, **kwargs):
        self.data = {}
        self.update(initial or {}, **kwargs)

    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(type(self), "__missing__"):
            return self.__missing__(key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def __contains__(self, key):
        return key in self.data

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return repr(self.data)

    def update(self, other=(), **kwargs):
        for k, v in (other.items() if hasattr(other, "items") else other):
            self[k] = v
        for k, v in kwargs.items():
            self[k] = v

    def get(self, key, default=None):
        return self[key] if key in self else default

    def pop(self, key, *default):
        return self.data.pop(key, *default)

    def setdefault(self, key, default=None):
        if key not in self:
            self[key] = default
        return self[key]

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()


class UserList:
    def __init__(self, initlist=None):
        self.data = list(initlist or [])

    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]

    def __setitem__(self, i, x):
        self.data[i] = x

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def __contains__(self, x):
        return x in self.data

    def append(self, x):
        self.data.append(x)

    def __repr__(self):
        return repr(self.data)
