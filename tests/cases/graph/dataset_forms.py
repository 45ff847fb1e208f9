# How datasets are shown, and datasets whose shapes a loop learns late. Sources: tensorflow/python/data/ops; docs guide/function.ipynb ("Looping over Python data").
import tensorflow as tf
ds = tf.data.Dataset.from_tensor_slices([1, 2, 3])
print(ds, ds.map(lambda x: x + 1), ds.batch(2), ds.shuffle(2).repeat(2), tf.data.Dataset.range(3), tf.data.Dataset.zip((ds, ds)), sep='\n')
g = tf.data.Dataset.from_generator(lambda: [(1, 1)] * 3, (tf.int32, tf.int32))
print(g)
print([(int(a), int(b)) for a, b in g])
g = tf.data.Dataset.from_generator(lambda: iter([1., 2.]), tf.float32, tf.TensorShape([]))
print(g, [float(x) for x in g], [x.numpy().tolist() for x in g.batch(2)])
@tf.function
def train(dataset):
  loss = tf.constant(0)
  for x, y in dataset:
    loss += tf.abs(y - x)
  return loss
print(train(tf.data.Dataset.from_generator(lambda: [(1, 4)] * 3, (tf.int32, tf.int32))).numpy())
print([x.numpy() for x in ds.filter(lambda v: v > 1).map(lambda v: v * 2)], list(ds.enumerate().as_numpy_iterator()))
