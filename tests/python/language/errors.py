# The words of exceptions.
def two(a, b, c=1):
    return a


class A:
    def m(self, a):
        pass


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, "|", e, "|", e.args)


attempt(lambda: 1 / 0)
attempt(lambda: 1 // 0)
attempt(lambda: 1 % 0)
attempt(lambda: 1.5 / 0)
attempt(lambda: [][1])
attempt(lambda: (1,)[3])
attempt(lambda: "ab"[5])
attempt(lambda: {}["k"])
attempt(lambda: {1: 2}[3])
attempt(lambda: undefined_name)
attempt(lambda: "a" + 1)
attempt(lambda: 1 + "a")
attempt(lambda: [1] + (2,))
attempt(lambda: None + 1)
attempt(lambda: "a" * "b")
attempt(lambda: 1 < "a")
attempt(lambda: -"a")
attempt(lambda: (1).foo)
attempt(lambda: None.shape)
attempt(lambda: A.nothing)
attempt(lambda: A().nothing)
attempt(lambda: len(3))
attempt(lambda: int("abc"))
attempt(lambda: float("abc"))
attempt(lambda: two())
attempt(lambda: two(1))
attempt(lambda: two(1, 2, 3, 4))
attempt(lambda: two(1, 2, d=4))
attempt(lambda: two(1, 2, a=4))
attempt(lambda: A().m())
attempt(lambda: A().m(1, 2))
attempt(lambda: 3())
attempt(lambda: 3[0])
attempt(lambda: [1, 2].index(5))
attempt(lambda: [x for x in 5])
attempt(lambda: dict(a=1)["b"])
attempt(lambda: "%d" % "a" if 0 else "%s %s" % (1,))
attempt(lambda: "%s" % (1, 2))
attempt(lambda: [1, 2, 3][1.5])
attempt(lambda: __import__("nonexistent_module"))


def unpack(n):
    a, b = range(n)


attempt(lambda: unpack(1))
attempt(lambda: unpack(3))


def chained():
    try:
        {}["key"]
    except KeyError as e:
        raise ValueError("no such key") from e


try:
    chained()
except ValueError as e:
    print(repr(e), repr(e.__cause__), e.__suppress_context__)
try:
    try:
        1 / 0
    except ZeroDivisionError:
        raise RuntimeError("again")
except RuntimeError as e:
    print(repr(e.__context__), e.__cause__)


class Custom(ValueError):
    def __init__(self, code):
        super().__init__(f"code {code}")
        self.code = code


try:
    raise Custom(7)
except ValueError as e:
    print(e, repr(e), e.code, isinstance(e, Custom))
try:
    assert 1 == 2, "not equal"
except AssertionError as e:
    print("assert:", e)
