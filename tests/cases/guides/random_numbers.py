# The cells of TensorFlow's guide on random numbers, and examples of the API documentation, whose numbers are printed there.
import tensorflow as tf

g1 = tf.random.Generator.from_seed(1)
print(g1.normal(shape=[2, 3]))
g = tf.random.Generator.from_seed(1)
print(g.normal([]))
print(g.normal([]))
g.reset_from_seed(1)
print(g.normal([]))
g = tf.random.Generator.from_seed(1234)
print(g.normal(shape=(2, 3)))
print(tf.random.create_rng_state(1234, "philox"))
print(tf.random.split([1, 2], num=3))
tf.random.set_seed(5)
print(tf.random.normal([2, 2], 0, 1, tf.float32, seed=1))
tf.random.set_seed(1234)
print(tf.random.uniform([1]), tf.random.uniform([1]))
g1 = tf.random.Generator.from_seed(1, alg='philox')
print(g1.normal(shape=[2, 3]))
g = tf.random.Generator.from_non_deterministic_state()
print(g.normal(shape=[2, 3]).shape)
g = tf.random.Generator.from_seed(1)
print(g.normal([]))
print(g.normal([]))
g.reset_from_seed(1)
print(g.normal([]))
g = tf.random.Generator.from_seed(1)
print(g.normal([]))
new_gs = g.split(3)
for new_g in new_gs:
  print(new_g.normal([]))
print(g.normal([]))
g = tf.random.Generator.from_seed(1)
g_1, = g.split(1)
g.normal([])
@tf.function
def foo():
  return g.normal([])
print(foo().shape)
g = None
@tf.function
def foo2():
  global g
  if g is None:
    g = tf.random.Generator.from_seed(1)
  return g.normal([])
print(foo2())
print(foo2())
count = 0
@tf.function
def foo3(g):
  global count
  count = count + 1
  return g.normal([])
g1 = tf.random.Generator.from_seed(1)
foo3(g1)
print(g1.normal([]))
foo3(g1)
print(count)
class M(tf.Module):
  def __init__(self):
    super().__init__()
    self.g = tf.random.Generator.from_seed(1)
m = M()
@tf.function
def foo4(m):
  return m.g.normal([])
print(foo4(m), foo4(m))
filename = './checkpoint'
g = tf.random.Generator.from_seed(1)
cp = tf.train.Checkpoint(generator=g)
print(g.normal([]))
cp.write(filename)
print("RNG stream from saving point:")
print(g.normal([]))
print(g.normal([]))
cp.restore(filename)
print("RNG stream after restoring:")
print(g.normal([]))
print(g.normal([]))
print(tf.random.experimental.stateless_shuffle(tf.constant([[1, 2], [3, 4], [5, 6]]), seed=[8, 9]))
