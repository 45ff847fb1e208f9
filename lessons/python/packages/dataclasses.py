class _Missing:
    def __repr__(self):
        return "MISSING"


MISSING = _Missing()


class FrozenInstanceError(AttributeError):
    pass


class Field:
    def __init__(self, default, default_factory, init, repr, compare):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.compare = compare


def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=False):
    return Field(default, default_factory, init, repr, compare)


def fields(c):
    return tuple(c.__dataclass_fields__.values())


def is_dataclass(o):
    return hasattr(o, "__dataclass_fields__")


def _values(o, recurse):
    return [(f.name, recurse(getattr(o, f.name))) for f in fields(o)]


def asdict(o):
    if is_dataclass(o) and not isinstance(o, type):
        return dict(_values(o, asdict))
    if isinstance(o, dict):
        return {k: asdict(v) for k, v in o.items()}
    if isinstance(o, (list, tuple)):
        return type(o)([asdict(x) for x in o])
    return o


def astuple(o):
    if is_dataclass(o) and not isinstance(o, type):
        return tuple([v for _, v in _values(o, astuple)])
    if isinstance(o, (list, tuple)):
        return type(o)([astuple(x) for x in o])
    return o


def replace(o, **changes):
    values = {f.name: getattr(o, f.name) for f in fields(o) if f.init}
    values.update(changes)
    return type(o)(**values)


def _prepare(cls, init, repr, eq, order, frozen, kw_only):
    all_fields = {}
    for base in reversed(cls.__mro__[1:]):
        all_fields.update(getattr(base, "__dataclass_fields__", {}))
    own = cls.__dict__
    seen_default = None
    for name in own.get("__annotations__", {}):
        default = own.get(name, MISSING)
        f = default if isinstance(default, Field) else Field(default, MISSING, True, True, True)
        if isinstance(f.default, (list, dict, set)):
            raise ValueError(f"mutable default {type(f.default)} for field {name} is not allowed: use default_factory")
        f.name = name
        all_fields[name] = f
        if isinstance(default, Field):
            if f.default is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, f.default)
    cls.__dataclass_fields__ = all_fields
    wanted = [f for f in all_fields.values() if f.init]
    if not kw_only:
        for f in wanted:
            if f.default is not MISSING or f.default_factory is not MISSING:
                seen_default = f
            elif seen_default is not None:
                raise TypeError(f"non-default argument '{f.name}' follows default argument")
    title = cls.__qualname__

    def __init__(self, *args, **kwargs):
        if len(args) > len(wanted):
            least = len([f for f in wanted if f.default is MISSING and f.default_factory is MISSING])
            most = f"from {least + 1} to {len(wanted) + 1}" if least < len(wanted) else str(len(wanted) + 1)
            raise TypeError(f"{title}.__init__() takes {most} positional argument{'s' if most != '1' else ''} but {len(args) + 1} were given")
        put = object.__setattr__ if frozen else setattr
        missing = []
        for i, f in enumerate(wanted):
            if i < len(args):
                if f.name in kwargs:
                    raise TypeError(f"{title}.__init__() got multiple values for argument '{f.name}'")
                value = args[i]
            elif f.name in kwargs:
                value = kwargs.pop(f.name)
            elif f.default is not MISSING:
                value = f.default
            elif f.default_factory is not MISSING:
                value = f.default_factory()
            else:
                missing.append(f"'{f.name}'")
                continue
            put(self, f.name, value)
        if missing:
            names = missing[0] if len(missing) == 1 else ", ".join(missing[:-1]) + ("," if len(missing) > 2 else "") + " and " + missing[-1]
            raise TypeError(f"{title}.__init__() missing {len(missing)} required positional argument{'s' if len(missing) > 1 else ''}: {names}")
        for name in kwargs:
            raise TypeError(f"{title}.__init__() got an unexpected keyword argument '{name}'")
        for f in all_fields.values():
            if not f.init:
                if f.default_factory is not MISSING:
                    put(self, f.name, f.default_factory())
                elif f.default is not MISSING:
                    put(self, f.name, f.default)
        if hasattr(self, "__post_init__"):
            self.__post_init__()

    def __repr__(self):
        return type(self).__qualname__ + "(" + ", ".join([f"{f.name}={getattr(self, f.name)!r}" for f in all_fields.values() if f.repr]) + ")"

    def key(o):
        return tuple([getattr(o, f.name) for f in all_fields.values() if f.compare])

    if init and "__init__" not in own:
        cls.__init__ = __init__
    if repr and "__repr__" not in own:
        cls.__repr__ = __repr__
    if eq and "__eq__" not in own:
        cls.__eq__ = lambda self, other: type(self) is type(other) and key(self) == key(other)
        if frozen:
            cls.__hash__ = lambda self: hash(key(self))
    if order:
        cls.__lt__ = lambda self, other: key(self) < key(other)
        cls.__le__ = lambda self, other: key(self) <= key(other)
        cls.__gt__ = lambda self, other: key(self) > key(other)
        cls.__ge__ = lambda self, other: key(self) >= key(other)
    if frozen:
        def __setattr__(self, name, value):
            raise FrozenInstanceError(f"cannot assign to field '{name}'")
        cls.__setattr__ = __setattr__
    return cls


def dataclass(cls=None, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, kw_only=False, slots=False):
    def decorate(c):
        return _prepare(c, init, repr, eq, order, frozen, kw_only)
    return decorate if cls is None else decorate(cls)
