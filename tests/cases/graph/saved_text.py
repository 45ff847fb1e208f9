# A saved function prints and asserts as the one that was saved.
import tensorflow as tf
class M(tf.Module):
    def __init__(self): self.v = tf.Variable(1.0)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name='x')])
    def f(self, x):
        tf.print('x =', x, 'v', self.v, 'done', [x, 'a'])
        tf.debugging.Assert(tf.reduce_all(x > 0.0), ['bad', x, 3])
        for i in tf.range(2): tf.print('i', i)
        return x * self.v
m = M()
tf.saved_model.save(m, 'model')
l = tf.saved_model.load('model')
print(l.f(tf.constant([1.0, 2.0])).numpy())
try: l.f(tf.constant([-1.0]))
except tf.errors.InvalidArgumentError as e: print(e.message)
try: m.f(tf.constant([-1.0]))
except tf.errors.InvalidArgumentError as e: print(e.message)
