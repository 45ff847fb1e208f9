# Which calls of a tf.function trace again. Source: tensorflow/core/function/trace_type; docs guide/function.ipynb ("Rules of tracing").
import tensorflow as tf
@tf.function
def f(x, y=2, *, scale=1.0):
    print('trace', x.shape, y, scale)
    return x * y * scale
print(f(tf.ones([2])), f(tf.ones([2]), 2), f(tf.ones([2]), y=2), f(tf.ones([2]), scale=1.0))
print(f(tf.ones([2]), 3, scale=2.0))
print(f.experimental_get_tracing_count())
@tf.function
def g(*args, **kwargs):
    print('g', len(args), sorted(kwargs))
    return sum(args) + sum(kwargs.values())
print(g(tf.constant(1), tf.constant(2), a=tf.constant(3)))
print(g(tf.constant(1), tf.constant(2), a=tf.constant(5)))
print(g(tf.constant(1)))
@tf.function
def h(d, l):
    print('h', sorted(d), len(l))
    return {'s': d['a'] + d['b'], 'l': [x * 2 for x in l], 't': (l[0], d)}
r = h({'a': tf.constant(1.), 'b': tf.constant(2.)}, [tf.constant(3.)])
print(r['s'].numpy(), r['l'][0].numpy(), r['t'][1]['b'].numpy(), type(r['t']))
h({'b': tf.constant(1.), 'a': tf.constant(2.)}, [tf.constant(3.)])
h({'b': tf.constant(1.), 'a': tf.constant(2.)}, (tf.constant(3.),))
class P: pass
p, q = P(), P()
@tf.function
def k(o, x):
    print('k')
    return x
k(p, 1); k(p, 1); k(q, 1); k(p, 2); k(p, True); k(p, 1.0); k(p, None); k(p, 'a')
print(k.experimental_get_tracing_count())
import numpy as np
@tf.function
def n(a):
    print('n', a.dtype)
    return a + 1
n(np.ones([2], np.float32)); n(np.zeros([2], np.float32)); n(np.float64(3.0)); n(tf.ones([2]))
print(n(np.arange(3)))
try:
    f()
except TypeError as e:
    print(e)
try:
    f(tf.ones([1]), z=3)
except TypeError as e:
    print(e)
try:
    f(tf.ones([1]), 1, 2, 3)
except TypeError as e:
    print(e)
print(callable(f), f.__name__, f.python_function(tf.ones([1])).numpy())
