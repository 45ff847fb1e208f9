# Loops on tensors, iterators and variables. Source: tensorflow/python/autograph/operators/control_flow.py.
import tensorflow as tf
v = tf.Variable(5)
@tf.function
def countdown():
    while v > 0:
        v.assign_sub(1)
    return v.read_value()
print(countdown())
@tf.function
def f(n):
    for i in tf.range(n):
        y = i * 2
    return y
print(f(tf.constant(3)))
try:
    f(tf.constant(0))
except tf.errors.InvalidArgumentError as e:
    print("InvalidArgumentError", "loop must iterate at least once to initialize y" in str(e))
@tf.function
def g(x):
    best = None
    for r in x:
        if best is None:
            best = r
        best = tf.maximum(best, r)
    return best
try:
    print(g(tf.constant([1., 3., 2.])))
except Exception as e: print(type(e).__name__, e)
@tf.function
def g2(x):
    last = None
    for r in x:
        last = r
    return last
print(g2(tf.constant([1., 3., 2.])))
@tf.function
def h():
  t = 0
  it = iter(tf.data.Dataset.range(5))
  for i in it:
    tf.print('iteration:', i)
    if i == 2:
      break
  for j in it:
    tf.print('second', j)
h()
@tf.function
def total(ds):
    s = tf.constant(0, tf.int64)
    for x in iter(ds):
        s += x
    return s
print(total(tf.data.Dataset.range(5)))
