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
