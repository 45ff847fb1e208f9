# Each function runs as it is written and converted (as while tf.function traces), with values of Python: results, output and errors must be the same.
import tensorflow as tf
import functools

out = []


def say(*words):
    out.append(" ".join(str(w) for w in words))


programs = []


def case(*argument_lists):
    def keep(f):
        programs.append((f, argument_lists))
        return f
    return keep


@case((1,), (-1,), (0,))
def if_elif_else(x):
    "A docstring."
    if x > 0:
        y = "positive"
    elif x == 0:
        y = "zero"
    else:
        y = "negative"
    return y


@case((1,), (-1,))
def unbound_after_if(x):
    if x > 0:
        y = 1
    return y


@case((3,), (0,), (12,))
def returns_from_loops(n):
    for i in range(n):
        for j in range(n):
            if i * j == 6:
                return i, j
            if j > 8:
                say("far", j)
                break
        else:
            say("no break", i)
            continue
        say("broken", i)
    else:
        say("else of the outer loop")
    return None


@case((10,), (0,))
def while_with_everything(n):
    total, i = 0, 0
    while i < n:
        i += 1
        if i % 3 == 0:
            continue
        if i > 7:
            break
        total += i
    else:
        total = -1
    return total, i


@case((0,), (1,), (5,))
def while_true(n):
    while True:
        if n >= 5:
            break
        n += 2
    return n


@case((4,))
def closures(n):
    count = 0

    def step(k=n):
        nonlocal count
        if k > 0:
            count += k
            step(k - 1)
        return count
    step()
    adders = [lambda x, i=i: x + i if x > 0 else x - i for i in range(3)]
    return count, step(2), [a(1) for a in adders], [a(-1) for a in adders]


total_of_all = 0


@case((3,))
def global_in_branch(n):
    global total_of_all
    total_of_all = 0
    for i in range(n):
        if i != 1:
            total_of_all += i
    return total_of_all


@case((0,), (2,), ("a",))
def try_in_loop(x):
    log = []
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                return log + [1 / x]
            log.append(i)
        except ZeroDivisionError as e:
            log.append(str(e))
            break
        except TypeError:
            log.append("type")
            raise ValueError("no number") from None
        else:
            log.append("else")
        finally:
            log.append("finally")
    return log


class Watcher:
    def __enter__(self):
        say("enter")
        return self

    def __exit__(self, kind, value, trace):
        say("exit", kind is None)
        return kind is KeyError


@case((0,), (1,), (2,))
def with_and_return(x):
    with Watcher() as w:
        if x == 0:
            return "inside"
        if x == 1:
            raise KeyError("swallowed")
        say("after")
    say(type(w).__name__)
    return "outside"


@case((5,), (0,))
def comprehensions(n):
    a = [i if i % 2 else -i for i in range(n) if not i == 3 and i < 4]
    b = {k: v for k, v in zip(a, range(10)) if k or v}
    c = sum(x for x in a if x > 0)
    return a, b, c, len(a), max(a) if a else None, sorted(a), any(x > 2 for x in a)


@case((0, 0), (1, 0), (0, 5), (3, 4))
def logic(a, b):
    x = a and b or not a
    y = not (a or b) and say("never") or 7
    return x, y, 0 <= a < b < 10, a < b != 4, a if a else b if b else "none"


@case((3,))
def operands_once(n):
    def f(x):
        say("f", x)
        return x
    return f(1) < f(n) < f(2) < f(9), f(0) and f(5), f(4) or f(6)


@case((3,), (20,))
def walrus(n):
    if (m := n * 2) > 10:
        m = -m
    while (k := m - 1) > 4:
        m = k
    return m, k


@case(((1, 2, 3),), ((),))
def star_arguments(items, *more, key=None, **rest):
    first, *others = items if items else (0,)
    for name, value in [("a", 1), ("b", 2)]:
        if name == "b":
            rest[name] = value
    return first, others, more, key, rest


@case((6,))
def recursion(n):
    if n < 2:
        return n
    return recursion(n - 1) + recursion(n - 2)


class Base:
    scale = 2

    def value(self, x):
        if x > 1:
            return x * self.scale
        return 0


class Derived(Base):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.seen = []

    def value(self, x):
        for i in range(self.n):
            if x > i:
                self.last = i
                self.seen.append(i)
        if x:
            return super().value(x) + 1
        else:
            return super().value(3)

    @property
    def count(self):
        return len(self.seen) if self.seen else 0

    @staticmethod
    def twice(x):
        return x and 2 * x

    @classmethod
    def make(cls, n):
        if n > 0:
            return cls(n)


@case((3, 2), (2, 0), (0, 1))
def methods(n, x):
    d = Derived.make(n)
    if d is None:
        return "none"
    return d.value(x), d.count, d.twice(x), getattr(d, "last", "no last"), d.seen


@case((3,))
def decorated(n):
    def trace(f):
        @functools.wraps(f)
        def wrapper(*a, **k):
            say("call", f.__name__)
            return f(*a, **k) if a else None
        return wrapper

    @trace
    def inner(x):
        while x > 0:
            x -= 1
            if x == 1:
                return "one"
        return "zero"
    return inner(n), inner(), inner.__name__


@case((4,))
def generators(n):
    def squares():
        for i in range(n):
            if i != 2:
                yield i * i
    result = []
    for s in squares():
        if s:
            result.append(s)
    return result


@case((2,), (0,))
def asserts(n):
    assert n, "n is " + str(n)
    assert n > 1
    return n


@case(([1, 2],), ({},))
def targets(data):
    state = {"a": 0}
    box = Base()
    for i, (box.x, y) in enumerate([(1, 2), (3, 4)]):
        if i:
            state["a"] = y
            box.y = state["a"]
        else:
            state["b"] = i
    if data:
        data[0], (p, q) = 9, (1, 2)
        del data[1]
    else:
        p = q = None
    return state, box.x, box.y, data, p, q, i


@case((1,), (0,))
def deletes(x):
    y = 1
    if x:
        del y
    return y


@case((5,))
def loop_variable_stays(n):
    for i in range(n):
        pass
    for j in range(0):
        pass
    return i, j


@case((2,), (7,))
def text_over_lines(n):
    text = """one
  two""" if n > 3 else (
        "short"   # a comment
    )
    value = [
        n,
        n if n < 5
        else -n,
    ]
    if n \
            > 3: value.append(len(text)); value.append("same line")
    return text, value, f"{n if n > 3 else 'small':>6}|{[k for k in range(n) if k]}"


@case((1, 2), ("a", 1), (None, 3))
def errors_inside(a, b):
    if b:
        for i in range(b):
            if i == 1:
                return a + b
    return a


@case(([3, 1, 2],))
def shadowed_builtins(values):
    len = lambda v: -1 if v else 0
    def sum(v):
        return "mine"
    return len(values), sum(values), sorted(values, key=lambda v: -v if v else 0, reverse=True), list(map(lambda v: v and v + 1, values)), list(filter(None, values)), [x for x in enumerate(values, 1)], int("12"), float("1.5"), all([]), min(values)


@case((0,), (1,), (2,), (3,))
def returns_everywhere(x):
    if x == 0:
        return
    try:
        if x == 1:
            return "try"
        with Watcher():
            while True:
                if x == 2:
                    return "loop"
                x += 1
                if x > 6:
                    break
    finally:
        say("finally")
    return x


@case((3,))
def nested_functions_of_functions(n):
    def make(k):
        if k > 1:
            def f(x):
                if x > k:
                    return lambda: x - k if x > n else k
                return lambda: 0 or x
        else:
            def f(x): return lambda: "low"
        return f
    return [make(k)(x)() for k in range(4) for x in range(5)]


def run(f, arguments, converted):
    out.clear()
    import copy
    try:
        result = ("value", repr(__ag__.call(f, copy.deepcopy(arguments), {}, converted)))
    except Exception as e:
        result = ("error", type(e).__name__, str(e))
    return result, list(out)


agree = 0
for f, argument_lists in programs:
    for arguments in argument_lists:
        plain, converted = run(f, arguments, False), run(f, arguments, True)
        if plain == converted:
            agree += 1
        else:
            print(f.__name__, arguments, "\n  plain    ", plain, "\n  converted", converted)
print(if_elif_else.__doc__, agree, "runs agree of", sum(len(a) for _, a in programs))
