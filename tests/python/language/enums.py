from enum import Enum, IntEnum, Flag, IntFlag, auto, unique
class C(Enum):
    RED = 1
    GREEN = 2
    BLUE = auto()
    @property
    def low(self): return self.name.lower()
    def __str__(self): return f"<{self.name}>"
print(C.RED, repr(C.RED), C.BLUE.value, C(2), C['RED'], [c.name for c in C], len(C), C.RED is C.RED, C.RED == C.GREEN, C.RED.low, isinstance(C.RED, C), C.RED in C)
try: C(9)
except ValueError as e: print(e)
try: C['X']
except KeyError as e: print(e)
class I(IntEnum):
    A = 1; B = 2
print(I.A + 1, I.A < I.B, repr(I.A), I.B == 2, f"{I.A}", str(I.A))
class Pm(Flag):
    R = auto(); W = auto(); X = auto()
print(Pm.R | Pm.W, repr(Pm.R | Pm.W), Pm.R in (Pm.R | Pm.W), bool(Pm.R & Pm.X), (Pm.R|Pm.W).value, ~Pm.R)
d = {C.RED: 'r'}; print(d[C.RED], C.__members__.keys() if False else list(C.__members__))
class S(str, Enum):
    A = 'a'
print(S.A == 'a', S.A.value, S('a'))
class Al(Enum):
    X = 1; Y = 1
print(Al.Y, list(Al))
try:
    @unique
    class U(Enum): X = 1; Y = 1
except ValueError as e: print(e)
Animal = Enum('Animal', 'CAT DOG')
print(list(Animal), Animal.DOG.value)
class W(Enum):
    MON = ('m', 1)
    def __init__(self, s, n): self.s = s; self.n = n
print(W.MON.s, W.MON.n, W.MON.value)
