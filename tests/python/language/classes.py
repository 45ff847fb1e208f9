from dataclasses import dataclass, field, asdict, replace
from enum import Enum, IntEnum, auto
from abc import ABC, abstractmethod


@dataclass
class Point:
    x: float
    y: float = 0.0
    tags: list = field(default_factory=list)

    def norm(self):
        return (self.x ** 2 + self.y ** 2) ** 0.5


p = Point(3, 4.0)
print(p, p.norm(), p == Point(3, 4.0), p != Point(1), asdict(p), replace(p, x=0))
try:
    Point()
except TypeError as e:
    print(e)


@dataclass(frozen=True, order=True)
class Version:
    major: int
    minor: int = 0


print(Version(1, 2) < Version(1, 3), sorted([Version(2), Version(1, 5)]), hash(Version(1)) == hash(Version(1)))
try:
    Version(1).major = 3
except AttributeError as e:
    print(type(e).__name__, e)


@dataclass
class Sub(Point):
    z: float = 1.0

    def __post_init__(self):
        self.sum = self.x + self.y + self.z


print(Sub(1, 2), Sub(1, z=5).sum)


class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1


print(Color.RED, repr(Color.GREEN), Color.RED.name, Color.RED.value, Color(2), Color["GREEN"], list(Color), len(Color), Color.CRIMSON is Color.RED)
print(Color.RED == Color.RED, Color.RED == Color.GREEN, {Color.RED: "r"}[Color.RED], isinstance(Color.RED, Color))
try:
    Color(9)
except ValueError as e:
    print(e)


class Level(IntEnum):
    LOW = auto()
    HIGH = auto()


print(Level.HIGH > Level.LOW, Level.LOW == 1, Level.HIGH + 1, [int(l) for l in Level])


class Shape(ABC):
    @abstractmethod
    def area(self):
        ...

    def describe(self):
        return f"{type(self).__name__} of area {self.area()}"


class Square(Shape):
    def __init__(self, s):
        self.s = s

    def area(self):
        return self.s ** 2


print(Square(3).describe())
try:
    Shape()
except TypeError as e:
    print(e)


class Plugin:
    registry = []

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__()
        Plugin.registry.append((cls.__name__, kwargs))


class One(Plugin, kind="x"):
    """Doc of One."""


print(Plugin.registry, One.__doc__, One.__mro__[1].__name__, One, Plugin.__doc__)


class Vector:
    def __init__(self, *c):
        self.c = c

    def __repr__(self):
        return f"Vector{self.c}"

    def __add__(self, o):
        return Vector(*[a + b for a, b in zip(self.c, o.c)])

    def __mul__(self, k):
        return Vector(*[a * k for a in self.c])

    __rmul__ = __mul__

    def __eq__(self, o):
        return self.c == o.c

    def __lt__(self, o):
        return "lt"

    def __gt__(self, o):
        return "gt"

    def __len__(self):
        return len(self.c)

    def __getitem__(self, i):
        return self.c[i]

    def __iter__(self):
        return iter(self.c)

    def __contains__(self, v):
        return v in self.c

    def __call__(self, k):
        return self * k

    def __bool__(self):
        return any(self.c)

    def __matmul__(self, o):
        return sum(a * b for a, b in zip(self.c, o.c))


v = Vector(1, 2)
print(v + v, v * 2, 3 * v, 2.5 * v, v == Vector(1, 2), v != Vector(1, 2), 1 < v, 1.5 > v, len(v), v[1], list(v), 2 in v, v(2), bool(Vector(0)), v @ v)


class Temperature:
    def __init__(self, c):
        self._c = c

    @property
    def f(self):
        return self._c * 9 / 5 + 32

    @f.setter
    def f(self, v):
        self._c = (v - 32) * 5 / 9

    @classmethod
    def freezing(cls):
        return cls(0)

    @staticmethod
    def unit():
        return "C"


t = Temperature.freezing()
t.f = 212
print(t._c, t.f, Temperature.unit(), vars(t))


class Base:
    def __init__(self, n, **kw):
        self.log = ["Base"]
        self.n = n


class Named:
    def __init__(self, *a, name="?", **kw):
        super().__init__(*a, **kw)
        self.name = name
        self.log.append("Named")


class Left(Base):
    def __init__(self, *a, **kw):
        super().__init__(*a, **kw)
        self.log.append("Left")


class Both(Named, Left):
    def __init__(self, *a, **kw):
        super().__init__(*a, **kw)
        self.log.append("Both")


b = Both(3, name="b")
print(b.log, b.n, b.name, [c.__name__ for c in Both.__mro__], isinstance(b, Base))
