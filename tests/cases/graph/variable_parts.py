# Parts of variables assigned in traced functions. Source: tf.Variable.__getitem__ docs; resource_variable_ops.py.
import tensorflow as tf
v = tf.Variable([1., 2., 3.])
@tf.function
def f(i, x):
    v.scatter_add(tf.IndexedSlices(x, i))
    v.scatter_nd_add([[0]], [10.0])
    return v.read_value()
print(f(tf.constant([1]), tf.constant([5.])).numpy(), f(tf.constant([1]), tf.constant([5.])).numpy())
v[0].assign(100.0)
print(v.numpy())
@tf.function
def g(x):
    v[1].assign(x)
    v[0:2].assign([x, x])
    return v + 0.0
print(g(tf.constant(7.0)).numpy(), g(tf.constant(8.0)).numpy())
u = tf.Variable(1.0)
@tf.function
def h(x):
    u.assign(x); a = u.read_value(); u.assign_add(1.0); b = u * 1.0
    return a, b, u.value()
print([float(t) for t in h(tf.constant(3.0))])
@tf.function
def k(i, x):
    v[i].assign(x)
    v[-1].assign_add(1.0) if hasattr(v[-1], 'assign_add') else None
    return v.read_value()
print(k(tf.constant(0), 50.0).numpy(), k(tf.constant(2), -1.0).numpy())
m = tf.Variable([[1., 2.], [3., 4.]])
@tf.function
def rows():
    m[0].assign([9., 9.]); m[:, 1].assign([0., 0.])
    return m.read_value()
print(rows().numpy().tolist())
