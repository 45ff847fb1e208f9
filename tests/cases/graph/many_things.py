# What courses do in functions. Source: docs guide/function.ipynb, intro_to_graphs.ipynb.
import tensorflow as tf
import numpy as np
@tf.function
def f(x): return np.sin(x)
try: f(tf.constant(1.0))
except Exception as e: print(type(e).__name__, str(e).strip().split('\n')[-1].strip()[:60])
@tf.function
def g(x):
    return x.numpy()
try: g(tf.constant(1.0))
except AttributeError as e: print(str(e).strip().split('\n')[-1].strip())
@tf.function
def h(x): return int(x)
print(h(tf.constant(2.5)) if True else '')
@tf.function
def k(x):
    return float(x) if False else x.shape[0] * 2
print(k(tf.ones([3, 2])))
@tf.function
def m(x):
    print(x.shape, tf.shape(x), x.dtype, x.name, len(x))
    return tf.shape(x)[0] * x.shape[1]
print(m(tf.ones([3, 2])))
@tf.function(input_signature=[tf.TensorSpec(shape=[None, 3])])
def sig(x):
    print(x, x.shape)
    return tf.reduce_mean(x, 0)
print(sig(tf.ones([2, 3])), sig([[1., 2., 3.]]))
fn = sig.get_concrete_function()
print(fn.name.startswith('__inference_sig_'))
print(fn.graph)  if False else print(type(fn.graph).__name__)
class Counter(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.c = tf.Variable(0, name='c')
    @tf.function
    def inc(self, n=1):
        self.c.assign_add(n)
        return self.c
a, b = Counter(), Counter('other')
print(a.inc(), a.inc(5), b.inc().numpy(), a.inc is not None, [v.name for v in b.variables], b.name)
@tf.function
def opt(x, training=False):
    print('trace', training)
    return x * 2 if training else x
opt(tf.constant(1)); opt(tf.constant(1), training=True); opt(tf.constant(1), True); opt(tf.constant(1), False)
print(opt.experimental_get_tracing_count())
f1 = tf.function(lambda x: x + 1); f2 = tf.function(lambda x: f1(x) * 2)
print(f2(tf.constant(3)).numpy(), f1.experimental_get_tracing_count())
@tf.function
def outer(x):
    print('outer')
    return inner(x) + inner(x)
@tf.function
def inner(x):
    print('inner')
    return x * x
print(outer(tf.constant(3.0)).numpy(), outer(tf.constant(4.0)).numpy())
@tf.function
def tape_arg(x):
    return x ** 2
x = tf.constant(3.0)
with tf.GradientTape(persistent=True) as t:
    t.watch(x)
    y = tape_arg(x); z = tape_arg(y)
print(t.gradient(z, x).numpy(), t.gradient(y, x).numpy())
with tf.GradientTape() as t:
    t.watch(x)
    y = tf.function(lambda a: tf.stop_gradient(a) * a)(x)
print(t.gradient(y, x).numpy())
@tf.function
def jac(x):
    with tf.GradientTape() as t:
        t.watch(x); y = x ** 2
    return t.jacobian(y, x)
print(jac(tf.constant([1., 2.])).numpy())
@tf.custom_gradient
def clip(x):
    def grad(dy): return tf.clip_by_value(dy, -0.5, 0.5)
    return tf.identity(x), grad
@tf.function
def cg(x):
    with tf.GradientTape() as t:
        t.watch(x); y = clip(x) * 3.0
    return t.gradient(y, x)
print(cg(tf.constant(1.0)).numpy())
tf.config.run_functions_eagerly(True)
print(tape_arg(tf.constant(2.0)).numpy())
tf.config.run_functions_eagerly(False)
@tf.function
def multi(a, b):
    c = a + b
    tf.print('c =', c)
    tf.print('list', [a, b], 'end', sep=' ')
    tf.print(c, summarize=2, end='!\n')
    return c
multi(tf.constant([1, 2, 3, 4, 5, 6, 7, 8]), tf.constant(1))
@tf.function
def strs(s): return tf.strings.join([s, '!']), tf.strings.length(s), tf.strings.upper(s)
print([v.numpy() for v in strs(tf.constant('abc'))])
@tf.function
def uniq(x):
    y, idx = tf.unique(x)
    print(y.shape, idx.shape)
    return y, idx, tf.boolean_mask(x, x > 1), tf.where(x > 1)
print([v.numpy().tolist() for v in uniq(tf.constant([1, 1, 2, 4]))])
print(tf.function(lambda: tf.random.stateless_uniform([2], seed=[1, 2]))().shape)
