from dataclasses import dataclass, field, asdict, astuple, replace, fields
from typing import List, Optional, Dict, Any
@dataclass
class P:
    x: int
    y: int = 0
    tags: List[str] = field(default_factory=list)
    _h: int = field(default=3, repr=False, compare=False)
    def norm(self): return (self.x**2 + self.y**2) ** 0.5
p = P(3, 4)
print(p, p.norm(), p == P(3, 4), p != P(1), asdict(p), astuple(p), replace(p, x=1), [f.name for f in fields(p)])
p.tags.append('a'); print(p, P(1))
@dataclass(frozen=True, order=True)
class F:
    a: float
    b: str = "z"
print(F(1.0) < F(2.0), hash(F(1.0)) == hash(F(1.0)), sorted([F(2.0), F(1.0, 'b'), F(1.0, 'a')]))
try: F(1.0).a = 2
except Exception as e: print(type(e).__name__, e)
@dataclass
class Q(P):
    z: Optional[int] = None
    def __post_init__(self): self.s = self.x + self.y
q = Q(1, 2, z=5); print(q, q.s)
try: P()
except TypeError as e: print(e)
try: P(1, 2, 3, 4, 5)
except TypeError as e: print(e)
try:
    @dataclass
    class Bad:
        x: int = 0
        y: int
except TypeError as e: print(e)
try:
    @dataclass
    class Bad2:
        x: list = []
except ValueError as e: print(e)
@dataclass(eq=False)
class N: v: int
print(N(1) == N(1))
@dataclass(kw_only=True)
class KW: a: int; b: int = 2
print(KW(a=1))
@dataclass(slots=True)
class SL: a: int
print(SL(2))
