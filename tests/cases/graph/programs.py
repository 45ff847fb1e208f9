# Whole programs in functions.
import tensorflow as tf
# saver & checkpoints, train loop, tf.function w/ keras metrics
class Linear(tf.Module):
    def __init__(self):
        self.w = tf.Variable(0.0); self.b = tf.Variable(0.0)
    @tf.function
    def __call__(self, x): return self.w * x + self.b
m = Linear(); xs = tf.constant([0., 1., 2., 3.]); ys = 2 * xs + 1
@tf.function
def train(model, x, y, lr):
    for _ in tf.range(100):
        with tf.GradientTape() as t:
            loss = tf.reduce_mean(tf.square(model(x) - y))
        dw, db = t.gradient(loss, [model.w, model.b])
        model.w.assign_sub(lr * dw); model.b.assign_sub(lr * db)
    return loss
print(round(float(train(m, xs, ys, 0.1)), 4), round(float(m.w), 2), round(float(m.b), 2))
@tf.function
def acc(x):
    s = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    c = tf.constant(0.0)
    for v in x:
        if v < 0: continue
        c += v
        s = s.write(s.size(), c)
    return s.stack()
print(acc(tf.constant([1., -2., 3., 4.])).numpy())
@tf.function
def fact(n): return tf.reduce_prod(tf.range(1, n + 1))
print(fact(tf.constant(5)).numpy())
@tf.function
def bisect(lo, hi):
    while hi - lo > 1e-4:
        mid = (lo + hi) / 2.0
        if mid * mid < 2.0: lo = mid
        else: hi = mid
    return lo
print(round(float(bisect(tf.constant(0.0), tf.constant(2.0))), 3))
@tf.function
def matpow(a, n):
    r = tf.eye(2)
    while n > 0:
        if n % 2 == 1: r = r @ a
        a = a @ a
        n //= 2
    return r
print(matpow(tf.constant([[1., 1.], [1., 0.]]), tf.constant(10)).numpy())
@tf.function
def sort_bubble(x):
    n = tf.size(x)
    for i in tf.range(n):
        for j in tf.range(n - 1 - i):
            if x[j] > x[j + 1]:
                x = tf.tensor_scatter_nd_update(x, [[j], [j + 1]], [x[j + 1], x[j]])
    return x
print(sort_bubble(tf.constant([3, 1, 2])).numpy())
@tf.function
def relu_grad(x):
    with tf.GradientTape() as t:
        t.watch(x)
        if x > 0: y = x * x
        else: y = tf.constant(0.0)
    return t.gradient(y, x)
print(relu_grad(tf.constant(3.0)).numpy(), relu_grad(tf.constant(-3.0)))
ckpt = tf.train.Checkpoint(m=m) if hasattr(tf.train, 'Checkpoint') else None
class Gen:
    def __iter__(self): return iter([1, 2, 3])
@tf.function
def pyiter(x):
    for v in Gen(): x += v
    return x
print(pyiter(tf.constant(0)).numpy())
@tf.function
def dictloop(d):
    out = {}
    for k in sorted(d): out[k] = d[k] * 2
    return out
print({k: int(v) for k, v in dictloop({'b': tf.constant(1), 'a': tf.constant(2)}).items()})
import functools
@functools.partial(tf.function, autograph=False)
def noag(x): return x + 1
print(noag(tf.constant(1)).numpy())
deco = tf.function(experimental_relax_shapes=True)
print(deco(lambda x: x * 2)(tf.constant(2)).numpy())
@tf.function(jit_compile=True)
def jit(x): return x * 2
print(jit(tf.constant(4)).numpy())
s = tf.Variable(1.0)
@tf.function
def cond_assign(p):
    tf.cond(p, lambda: s.assign(5.0), lambda: s.assign(-5.0))
    return s + 0.0
print(cond_assign(tf.constant(True)).numpy(), cond_assign(tf.constant(False)).numpy())
