# Each function runs eagerly, where Python's own control flow decides by values, and through tf.function, where AutoGraph makes it the graph's.
import tensorflow as tf

programs = []


def case(*argument_lists):
    def keep(f):
        programs.append((f, argument_lists))
        return f
    return keep


c = tf.constant


@case((c(1.0),), (c(-2.0),), (c(0.0),))
def if_elif_else(x):
    if x > 0:
        y = x * 2.0
    elif x == 0:
        y = x + 100.0
    else:
        y = -x
    return y


@case((c(1.0),), (c(-2.0),))
def early_return(x):
    if x > 0:
        return x * 2.0
    z = x - 1.0
    return z


@case((c(1.0),), (c(-2.0),))
def local_to_a_branch(x):
    if x > 0:
        t = x * 3.0
        y = t + 1.0
    else:
        y = x
    return y


@case((c(5),), (c(0),))
def tensor_while(n):
    total, i = c(0), c(0)
    while i < n:
        total += i
        i += 1
    return total, i


@case((c(10),), (c(1),), (c(0),))
def break_and_continue(n):
    total = 0
    for i in tf.range(n):
        if i % 2 == 0:
            continue
        if i > 6:
            break
        total += i
    return total


@case((c(10),), (c(3),))
def while_true(n):
    i = c(0)
    while c(True):   # `while True` is Python's loop, which a tensor cannot leave
        i += 2
        if i >= n:
            break
    return i


@case((c(8),), (c(2),), (c(1),))
def return_from_loop(n):
    for i in tf.range(n):
        if i * i > 10:
            return i * 100
    return c(-1)


@case((c(3), c(4)),)
def nested_loops(n, m):
    total = c(0)
    for i in tf.range(n):
        for j in tf.range(m):
            if j > i:
                break
            total += i * 10 + j
        else:
            total += 1000
    return total


@case((c([1.0, 2.0, 3.0]),), (c([[1.0, 2.0], [3.0, 4.0]]),))
def rows(t):
    total = tf.zeros_like(t[0])
    for row in t:
        if tf.reduce_sum(row) > 2.5:
            total = total + row * row
    return total


@case((c([3.0, 1.0, 2.0]),))
def enumerate_and_zip(t):
    a = c(0.0)
    for i, v in enumerate(t):
        a += tf.cast(i, tf.float32) * v
    for v, w in zip(t, t * 2.0):
        a += v * w
    for k, (v, w) in enumerate(zip(t, t)):
        if k > 0:
            a -= v
    return a


@case((c(3),), (c(0),))
def range_of_a_tensor(n):
    s = c(0)
    for i in range(n):
        s += i
    for i in range(1, 10, n + 1):
        s += i
    return s


@case((c(True), c(False)), (c(True), c(True)), (c(False), c(True)))
def logic(a, b):
    if a and not b:
        return c(1)
    if a or b:
        return c(2)
    return c(3)


@case((c(3),), (c(30),), (c(7),))
def chains(x):
    y = 1 if 2 < x < 8 else 0
    z = c(10.0) if not 0 <= x <= 5 else c(20.0)
    return y, z


@case((c(2.0),), (c(-2.0),))
def lambdas(x):
    f = lambda v: v * 2.0 if v > 0 else -v
    g = lambda v, k=3.0: f(v) + k if v < 1.0 and v > -10.0 else f(v)
    return f(x), g(x)


def helper(x):
    if x > 10.0:
        return x - 10.0
    return x


@case((c(2.0),), (c(12.0),))
def calls_others(x):
    return helper(x) + helper(x + 5.0)


@case((c(3.0),), (c(-3.0),))
def closures(x):
    y = x

    def bump(by):
        nonlocal y
        if y > 0:
            y = y + by
        else:
            y = y - by
    bump(1.0)
    bump(2.0)
    return y


@case((c(4),))
def python_recursion(n, depth=3):
    if depth == 0:
        return n
    if n > 3:
        return python_recursion(n * 2, depth - 1)
    return python_recursion(n + 1, depth - 1)


class Model(tf.Module):
    def __init__(self):
        self.w = tf.Variable(2.0)
        self.on = True

    def __call__(self, x):
        if self.on:
            x = x * self.w
        if self.w > 1.0:
            self.w.assign_sub(0.25)
        for _ in tf.range(2):
            x = self.add(x)
        return x

    def add(self, x):
        return x + 1.0 if x < 5.0 else x


@case((c(1.0),), (c(9.0),))
def methods(x):
    return Model()(x) if False else model(x)


@case((c(5.0),))
def attributes(x):
    box.total = c(0.0)
    for i in tf.range(3):
        box.total = box.total + x
        if box.total > 9.0:
            box.total = box.total - 1.0
    return box.total


@case((c(5),), (c(0),))
def structures(n):
    state = {"sum": c(0), "pair": (c(1), [c(2)])}
    for i in tf.range(n):
        state = {"sum": state["sum"] + i, "pair": (state["pair"][0] * 2, [state["pair"][1][0] + 1])}
    return state["sum"], state["pair"]


@case((c(4),))
def loop_variable_after(n):
    for i in tf.range(n):
        y = i * 2
    return i, y


@case((c([1.0, -1.0]),))
def mixed_with_python(x):
    layers = [tf.nn.relu, tf.identity, lambda v: v * 2.0]
    for k, layer in enumerate(layers):
        x = layer(x)
        if k == 1 and len(layers) == 3:
            x = x + 1.0
    return x, len(x), int(x[0]), float(c(3))


@case((c(6),))
def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@case((c(2.0),), (c(-1.0),))
def with_and_try(x):
    with tf.name_scope("scope"):
        try:
            if x > 0:
                return tf.sqrt(x)
        finally:
            x = x + 1.0
        y = x * 3.0
    return y


@case((c([1.0, 2.0, 3.0]), c([[1.0, 0.0], [0.0, 1.0]])),)
def gradient_inside(x, m):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = c(0.0)
        for v in x:
            if v > 1.5:
                y += v * v * v
            else:
                y += v
    return y, tape.gradient(y, x)


@case((c([1, 2, 3]),))
def tensor_array(x):
    ta = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    for i in tf.range(3):
        if x[i] > 1:
            ta = ta.write(ta.size(), x[i] * 10)
    return ta.stack()


@case((c(3),))
def shape_grows(n):
    x = tf.zeros([0], tf.int32)
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
        x = tf.concat([x, [i]], 0)
    return x


def dataset_sum(n):
    total = c(0)
    for v in tf.data.Dataset.range(5):
        if v > 3:
            break
        total += tf.cast(v, tf.int32) * n
    return total


programs.append((dataset_sum, [(c(2),)]))


class Box:
    pass


def text(v):
    if isinstance(v, (list, tuple)):
        return "[" + ", ".join(text(x) for x in v) + "]"
    return str(v.numpy().tolist()) if tf.is_tensor(v) else str(v)


agree = 0
for f, argument_lists in programs:
    for arguments in argument_lists:
        model, box = Model(), Box()
        eager = text(f(*arguments))
        model, box = Model(), Box()
        try:
            traced = text(tf.function(f)(*arguments))
        except Exception as e:
            traced = type(e).__name__ + ": " + str(e)
        if eager == traced:
            agree += 1
        else:
            print(f.__name__, text(arguments), "\n  eager ", eager, "\n  traced", traced)
print(agree, "runs agree of", sum(len(a) for _, a in programs))


# ---- errors, in TensorFlow's words ----

def fails(f, *arguments):
    try:
        tf.function(f)(*arguments)
        print(f.__name__, "no error")
    except (ValueError, TypeError) as e:
        print(type(e).__name__ + ":", str(e).split(type(e).__name__ + ": ")[1].split("\n")[0])


def one_branch(x):
    if x > 0:
        y = x
    return y


def one_return(x):
    if x > 0:
        return x


def two_dtypes(x):
    if x > 0:
        y = 1
    else:
        y = 1.0
    return y


def two_structures(x):
    if x > 0:
        y = [x, x]
    else:
        y = [x]
    return y


def none_in_one(x):
    if x > 0:
        y = None
    else:
        y = x
    return y


def dtype_changes(x):
    y = 0
    while x > 0.0:
        y = tf.cast(y, tf.float32) + 0.5
        x = x - 1.0
    return y


def shape_changes(x):
    y = tf.zeros([1])
    for i in tf.range(3):
        y = tf.concat([y, y], 0)
    return y


for f in (one_branch, one_return, two_dtypes, two_structures, none_in_one, dtype_changes, shape_changes):
    fails(f, c(3.0))
