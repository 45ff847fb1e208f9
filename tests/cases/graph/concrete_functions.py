# input_signature, get_concrete_function and how signatures are shown. Source: tensorflow/core/function/polymorphism/function_type.py.
import tensorflow as tf
f = tf.function(lambda x: tf.reduce_sum(x), input_signature=[tf.TensorSpec([None, None], tf.float32)])
print(f([[1, 2], [3, 4]]), f(tf.ones([3, 1])))
print(f.experimental_get_tracing_count())
try: f(tf.ones([2]))
except TypeError as e: print(e)
try: f(tf.ones([2, 2], tf.float64))
except TypeError as e: print(e)
try: f(tf.ones([2, 2]), 1)
except TypeError as e: print(e)
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name='vec'), tf.TensorSpec([], tf.float32)])
def g(v, s=2.0):
    print(v, s)
    return v * s
print(g(tf.ones([2]), tf.constant(3.0)), g(tf.ones([2])))
c = g.get_concrete_function()
print(c.structured_input_signature); print(c.inputs); print(c.outputs)
print(c.output_shapes, c.output_dtypes)
@tf.function
def k(a, b): return a + b, a * b
c = k.get_concrete_function(tf.TensorSpec([None, 2], tf.float32), tf.TensorSpec([], tf.float32, name='bias'))
print(c)
print(c.structured_outputs)
print([t.shape for t in c(tf.ones([3, 2]), tf.constant(1.0))])
print(c(a=tf.ones([1, 2]), bias=tf.constant(2.0)) if False else c(tf.ones([1, 2]), b=tf.constant(2.0)))
try: c(tf.ones([3, 3]), tf.constant(1.0))
except (TypeError, ValueError, tf.errors.InvalidArgumentError) as e: print(type(e).__name__)
try: c(tf.ones([3, 2]))
except TypeError as e: print(e)
for n in c.graph.get_operations(): print(n.name, n.type)
print(k.get_concrete_function(1, tf.constant(2)).structured_input_signature)
@tf.function(reduce_retracing=True)
def r(x): print('tr', x.shape); return x
r(tf.ones([1])); r(tf.ones([2])); r(tf.ones([3])); r(tf.ones([1, 1])); r(tf.ones([2,2]))
print(r.pretty_printed_concrete_signatures())
@tf.function
def m(x, d, n=None, *args, k=5, **kw): return x
print(m.pretty_printed_concrete_signatures() if False else '')
print(m.get_concrete_function(tf.constant(1), {'a': tf.constant(2), 'b': 3}, 'str', tf.constant(1.5), k=(1, 2), z=tf.constant([1])))
w = tf.Variable([1., 2.])
@tf.function
def cap(x): return x + w
cc = cap.get_concrete_function(tf.constant([1., 1.]))
print([v.name for v in cc.variables], len(cc.captured_inputs), cc.trainable_variables[0] is w)
