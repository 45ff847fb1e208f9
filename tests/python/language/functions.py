import functools


def f(a, b=2, *args, c, d=4, **kw):
    """The docstring."""
    return a, b, args, c, d, kw


print(f.__name__, f.__doc__, f.__defaults__, f.__kwdefaults__, f.__module__)
print(f(1, c=3), f(1, 2, 3, 4, c=5, z=6))
f.calls = 0
f.calls += 1
print(f.calls, hasattr(f, "calls"), f.__dict__)


def logged(g):
    @functools.wraps(g)
    def wrapper(*args, **kwargs):
        wrapper.count += 1
        return g(*args, **kwargs)
    wrapper.count = 0
    return wrapper


@logged
def square(x):
    "Squares."
    return x * x


print(square(3), square(4), square.count, square.__name__, square.__doc__, square.__wrapped__(5))


def positional(a, b, /, c, *, d=1):
    return a + b + c + d


print(positional(1, 2, 3), positional(1, 2, c=3, d=4))


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        return n
    return step


c = counter()
print(c(), c(), type(c).__name__)


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(40), fib.cache_info())
print(functools.reduce(lambda a, b: a * b, range(1, 6)), functools.partial(max, 3)(1, 5))
print([*range(3), *"ab"], (*[1], 2), {**{"a": 1}, "b": 2}, f(*[1], **{"c": 2}))
a, *b, c = range(5)
print(a, b, c, (lambda *a, k=1: (a, k))(1, 2, k=3))


def gen():
    got = yield 1
    print("got", got)
    yield from [2, 3]
    return "done"


g = gen()
print(next(g), g.send("hi"), list(g))
print(sorted(["b", "A", "c"], key=str.lower), max([3, 1], key=lambda v: -v), sum(x for x in range(4)), any([]), all([]))
print(list(map(lambda a, b: a + b, [1, 2], [3, 4])), list(zip("ab", range(5))), list(enumerate("ab", 1)), list(reversed([1, 2])))
