# Variables, tapes and results of traced functions. Source: polymorphic_function.py; docs guide/function.ipynb.
import tensorflow as tf
@tf.function
def f(x):
    v = tf.Variable(1.0)
    return x + v
try:
    f(tf.constant(1.0))
except ValueError as e:
    print('ValueError', 'tf.function only supports singleton tf.Variables created on the first call' in str(e))
class A:
    def __init__(self): self.v = None
    @tf.function
    def __call__(self, x):
        if self.v is None:
            print('make')
            self.v = tf.Variable(2.0)
        return self.v * x
a = A(); print(a(tf.constant(3.0)), a(tf.constant(4.0)), a.v.numpy())
a.v.assign(10.0); print(a(tf.constant(1.0)))
b = A(); print(b(tf.constant(1.0)))
v = None
@tf.function
def once(x):
    global v
    print('tr')
    if v is None:
        v = tf.Variable(tf.random.normal([2]) * 0.0 + x)
    return v.assign_add([1., 1.])
print(once(tf.constant([1., 2.]))); print(once(tf.constant([1., 2.])))
print(once.experimental_get_tracing_count())
w = tf.Variable(1.0)
@tf.function
def use(var, x):
    print('use')
    return var.assign_add(x)
print(use(w, 1.0).numpy(), use(w, 1.0).numpy(), use(tf.Variable(5.0), 1.0).numpy())
with tf.GradientTape() as t:
    y = tf.function(lambda x: x ** 3 + w)(tf.constant(2.0))
print(t.gradient(y, w))
@tf.function
def grads(x):
    with tf.GradientTape() as t:
        t.watch(x)
        with tf.GradientTape() as u:
            u.watch(x)
            y = x ** 3
        g = u.gradient(y, x)
    return g, t.gradient(g, x)
print([float(x) for x in grads(tf.constant(2.0))])
x = tf.Variable(2.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = tf.function(lambda: x ** 4)()
    g = t1.gradient(y, x)
print(g, t2.gradient(g, x))
@tf.function
def sq(x):
    return tf.gradients(x * x, x)
print(sq(tf.constant(3.0)))
f = tf.function(lambda x: x + 1)
print(f(1), f(tf.constant(1)), f.experimental_get_tracing_count())
@tf.function
def pr(x):
    tf.print('x is', x, [x, x], {'k': x}, sep='|')
    print('x is', x)
    return x
pr(tf.constant([1.5, 2.0])); pr(tf.constant([2.5, 3.0]))
@tf.function
def none(x):
    x + 1
print(none(tf.constant(1)))
@tf.function
def rets(x): return x, None, [x, 1, 'a'], 3.5
print(rets(tf.constant(1)))
try:
    @tf.function
    def bad(x): return object()
    bad(1)
except TypeError as e:
    print(str(e)[:90])
@tf.function
def strs(x): return 'hello'
print(strs(1))
