# Control flow by functions and by AutoGraph. Sources: control_flow_ops tests; autograph/g3doc/reference.
import tensorflow as tf
x = tf.Variable(1.0)
@tf.function
def newton(y, tol):
    i = 0
    while tf.abs(y * y - 2.0) > tol:
        y = y - (y * y - 2.0) / (2.0 * y)
        i += 1
    return y, i
r, n = newton(tf.constant(1.0), tf.constant(1e-6))
print(round(float(r), 6), int(n))
@tf.function
def collatz(n):
    c = tf.constant(0)
    while n != 1:
        if n % 2 == 0: n = n // 2
        else: n = 3 * n + 1
        c += 1
    return c
print(collatz(tf.constant(27)).numpy())
@tf.function
def power_iter(a, k):
    v = tf.ones([tf.shape(a)[0], 1])
    for _ in tf.range(k):
        v = a @ v
        v = v / tf.norm(v)
    return tf.squeeze(tf.transpose(v) @ a @ v)
print(round(float(power_iter(tf.constant([[2.0, 1.0], [1.0, 3.0]]), tf.constant(30))), 4))
with tf.GradientTape() as t:
    y = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, v * x + 1.0), (tf.constant(0), tf.constant(2.0)))[1]
print(float(y), float(t.gradient(y, x)))
@tf.function
def bucket(x):
    return tf.case([(x < 0, lambda: tf.constant('neg')), (tf.equal(x, 0), lambda: tf.constant('zero'))], default=lambda: tf.constant('pos'))
print([bucket(tf.constant(v)).numpy().decode() for v in (-1, 0, 1)])
@tf.function
def sw(i): return tf.switch_case(i, {0: lambda: tf.constant(10), 2: lambda: tf.constant(20)}, default=lambda: tf.constant(-1))
print([int(sw(tf.constant(v))) for v in (0, 1, 2, 5)])
@tf.function
def rnn(xs, h):
    def step(h, x): return tf.tanh(x + h)
    return tf.scan(step, xs, initializer=h)
print(rnn(tf.constant([[0.1], [0.2]]), tf.zeros([1])).numpy().round(4).tolist())
@tf.function
def mp(x): return tf.map_fn(lambda a: a[0] * a[1], (x, x + 1.0), fn_output_signature=tf.float32)
print(mp(tf.constant([1.0, 2.0])).numpy().tolist())
try:
    tf.while_loop(lambda i: i < 3, lambda i: [i + 1, i], [tf.constant(0)])
except ValueError as e: print('VE')
@tf.function
def inv(x):
    i = tf.constant(0)
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), [i, x], shape_invariants=[i.shape, tf.TensorShape([None])])[1]
print(inv(tf.constant([1])).shape)
@tf.function
def inv2(x):
    return tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, tf.concat([x, x], 0)), [tf.constant(0), x])[1]
try: inv2(tf.constant([1]))
except ValueError as e: print(str(e).strip().split('\n')[-1].strip())
@tf.function
def f(c):
    if c: return 1.0
    return 2.0
print(f(tf.constant(True)).numpy(), f(True).numpy() if hasattr(f(True), 'numpy') else f(True))
@tf.function
def tup(c):
    a, b = 1, 2
    if c: a, b = b, a
    return a, b
print([int(v) for v in tup(tf.constant(True))])
@tf.function
def dic(c):
    d = {'a': tf.constant(1)}
    if c: d['a'] = d['a'] + 10
    return d
print(dic(tf.constant(True))['a'].numpy())
class Obj: pass
o = Obj(); o.v = tf.constant(1)
@tf.function
def attr(c):
    if c: o.v = o.v + 1
    return o.v
print(attr(tf.constant(True)).numpy())
@tf.function
def early(x):
    for i in tf.range(5):
        if i * x > 6: return i
    return tf.constant(100)
print(int(early(tf.constant(3))), int(early(tf.constant(1))))
@tf.function
def tern(x): return x if x > 0 else -x
print(int(tern(tf.constant(-4))))
@tf.function
def cmpc(x): return 0 < x < 10
print(bool(cmpc(tf.constant(5))), bool(cmpc(tf.constant(50))))
@tf.function
def asrt(x):
    assert x > 0, 'x must be positive'
    return x
print(asrt(tf.constant(1)).numpy())
try: asrt(tf.constant(-1))
except tf.errors.InvalidArgumentError as e: print('IAE', 'x must be positive' in e.message)
@tf.function
def f(x):
    return tf.cond(x > 0, lambda: x * 2, lambda: tf.constant('a'))
try: f(tf.constant(1))
except TypeError as e: print('TypeError', 'same' in str(e))
@tf.function
def g(n):
    ta = tf.TensorArray(tf.int32, size=n)
    for i in tf.range(n): ta = ta.write(i, i * i)
    return ta.stack(), ta.concat() if False else ta.gather([0, 1])
print([t.numpy().tolist() for t in g(tf.constant(4))])
ta = tf.TensorArray(tf.float32, size=3)
ta = ta.unstack([1., 2., 3.])
print(ta.read(1).numpy(), ta.size().numpy(), ta.stack().numpy())
ta = tf.TensorArray(tf.float32, size=2, clear_after_read=False)
ta = ta.write(0, [1., 2.]); ta = ta.write(1, [3., 4.])
print(ta.concat().numpy(), ta.read(0).numpy(), ta.read(0).numpy())
try: tf.TensorArray(tf.float32, size=1).write(2, 1.0)
except Exception as e: print(type(e).__name__)
with tf.GradientTape() as t:
    x = tf.Variable([1., 2., 3.])
    ta = tf.TensorArray(tf.float32, size=3).unstack(x * x)
    s = tf.constant(0.0)
    for i in range(3): s += ta.read(i) * float(i)
print(t.gradient(s, x).numpy())
@tf.function
def h(x):
    ta = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(3):
        ta = ta.write(ta.size(), x * tf.cast(i, tf.float32))
    return tf.reduce_sum(ta.stack())
x = tf.Variable(2.0)
with tf.GradientTape() as t: y = h(x)
print(y.numpy(), t.gradient(y, x).numpy())
@tf.function
def wl(x):
    i = tf.constant(0)
    c = lambda i, x: tf.less(i, 10)
    b = lambda i, x: (tf.add(i, 1), x + 1.0)
    return tf.while_loop(c, b, [i, x], maximum_iterations=3)
print([v.numpy() for v in wl(tf.constant(0.0))])
print(tf.foldr(lambda a, x: a - x, tf.constant([1., 2., 3.])).numpy(), tf.scan(lambda a, x: a * x, tf.constant([1., 2., 3.]), reverse=True).numpy())
print(tf.map_fn(lambda x: (x, -x), tf.constant([1, 2]), fn_output_signature=(tf.int32, tf.int32)))
print(tf.vectorized_map(lambda x: x * x, tf.constant([1., 2.])).numpy())
try: tf.map_fn(lambda x: tf.cast(x, tf.int32), tf.constant([1.]))
except Exception as e: print(type(e).__name__)
try: tf.case([(tf.constant(False), lambda: 1)], exclusive=True)
except tf.errors.InvalidArgumentError as e: print('IAE')
print(tf.case({tf.constant(1).ref() if False else True: lambda: tf.constant(3)} if False else [(tf.constant(True), lambda: tf.constant(3))]).numpy())
try: tf.cond(1, lambda: 1, lambda: 2)
except TypeError as e: print(e)
print(tf.cond(tf.constant(True), lambda: (1, {'a': 2}), lambda: (3, {'a': 4})))
@tf.function
def cc(p): return tf.cond(p, lambda: (tf.constant(1), {'a': tf.constant(2)}), lambda: (tf.constant(3), {'a': tf.constant(4)}))
print(cc(tf.constant(False)))
v = tf.Variable(0)
@tf.function
def side(p):
    if p: v.assign_add(10)
    else: v.assign_sub(1)
side(tf.constant(True)); side(tf.constant(False)); print(v.numpy())
@tf.function
def elifs(x):
    r = 'none'
    if x == 1: r = 'one'
    elif x == 2: r = 'two'
    return r
print([elifs(tf.constant(i)).numpy() for i in (1, 2, 3)])
@tf.function
def dowhile(x):
    n = 0
    while x > 1.0:
        x /= 2.0
        n += 1
        if n >= 4: break
    else:
        n += 100
    return n
try: print(dowhile(tf.constant(8.0)).numpy(), dowhile(tf.constant(800.0)).numpy())
except Exception as e: print(type(e).__name__, e)
@tf.function
def lists(x):
    l = []
    for i in range(3): l.append(x * i)
    return tf.stack(l)
print(lists(tf.constant(2)).numpy())
@tf.function
def nested_fn(x):
    def sq(y):
        if y > 2: return y * y
        return y
    return sq(x) + sq(x + 1)
print(nested_fn(tf.constant(2)).numpy())
@tf.function
def gen(x):
    return sum(x * i for i in range(3))
print(gen(tf.constant(2)).numpy())
@tf.function
def with_try(x):
    try:
        if x > 0: return x
        return -x
    finally:
        print('fin')
print(with_try(tf.constant(-3)).numpy())
