# match
def f(x):
    match x:
        case 0: return "zero"
        case 1 | 2: return "small"
        case int(): return "int"
        case str() as s if len(s) > 3: return "long " + s
        case str(): return "str"
        case []: return "empty"
        case [a]: return ("one", a)
        case [a, b, *rest]: return ("many", a, b, rest)
        case {"k": v, **rest}: return ("map", v, rest)
        case None: return "none"
        case _: return "other"
for v in (0, 1, 2, 7, "ab", "abcd", [], [1], [1,2,3,4], (5,6), {"k": 1, "z": 2}, None, 2.5, True):
    print(v, f(v))
class P:
    __match_args__ = ("x", "y")
    def __init__(self, x, y): self.x, self.y = x, y
def g(p):
    match p:
        case P(0, 0): return "origin"
        case P(x=0, y=y): return f"y axis {y}"
        case P(x, y) if x == y: return "diag"
        case P(x, y): return (x, y)
for p in (P(0,0), P(0,3), P(2,2), P(1,2)):
    print(g(p))
command = "go north"
match command.split():
    case ["go", ("north" | "south") as d]:
        print("going", d)
    case ["quit"]:
        print("bye")
match = 3
case = 4
print(match + case)
