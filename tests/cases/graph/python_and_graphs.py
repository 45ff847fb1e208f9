# Python in functions: py_function, init_scope, assertions, recursion. Source: docs guide/function.ipynb.
import tensorflow as tf
@tf.function
def f(x):
    tf.py_function(lambda a: print('eager', a.numpy()), [x], [])
    y = tf.py_function(func=lambda a: a ** 2, inp=[x], Tout=tf.float32)
    return y
print(f(tf.constant(3.0)))
with tf.GradientTape() as t:
    x = tf.constant(3.0); t.watch(x)
    y = f(x)
print(t.gradient(y, x))
import numpy as np
@tf.function
def g(x):
    y = tf.numpy_function(lambda a: np.sinh(a), [x], tf.float32)
    print(y.shape, y.dtype)
    return y
print(g(tf.constant([1.0, 2.0])))
counter = 0
@tf.function
def h():
    global counter
    counter += 1
    with tf.init_scope():
        z = tf.constant(1) + 1
        print('in init', z.numpy() if hasattr(z, 'numpy') else z)
    print(tf.executing_eagerly(), tf.inside_function())
    return tf.constant(0)
h(); h(); print(counter)
print(tf.executing_eagerly(), tf.inside_function())
tf.config.run_functions_eagerly(True)
print(tf.config.functions_run_eagerly()); h(); h(); print(counter)
tf.config.run_functions_eagerly(False)
s = 0
@tf.function
def pyloop(n):
    t = 0
    for i in range(n):
        t += i
    return t
print(pyloop(4), pyloop(tf.constant(4)), pyloop(4))
@tf.function
def rnd(): return tf.random.uniform([])
tf.random.set_seed(1); a = rnd().numpy(); b = rnd().numpy(); tf.random.set_seed(1); c = rnd().numpy()
print(a == c, a != b)
@tf.function
def nst(x):
    def inner(y): return y * x
    return inner(inner(x))
print(nst(tf.constant(3)))
o = tf.function(nst.python_function)
print(o(2))
@tf.function
def deco(x):
    assert x.shape == (2,), 'wrong'
    tf.debugging.assert_positive(x, message='must be positive')
    return tf.sqrt(x)
print(deco(tf.constant([1., 4.])))
try: deco(tf.constant([-1., 4.]))
except tf.errors.InvalidArgumentError as e: print('IAE', 'must be positive' in e.message)
try: deco(tf.constant([1., 4., 2.]))
except AssertionError as e: print('AE', 'wrong' in str(e))
for i in range(3):
    @tf.function
    def loopf(x): return x + i
    print(loopf(tf.constant(1)))
def fib(n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a
print(tf.function(fib)(tf.constant(50)))
x = tf.function(lambda a, b: (a if a > b else b))
print(x(tf.constant(3), tf.constant(9)))
