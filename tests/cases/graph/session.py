# TensorFlow 1 programs under tf.compat.v1. Sources: tensorflow/python/client/session_test.py, ops/variable_scope.py.
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
state = v1.Variable(0, name='counter')
one = tf.constant(1)
new = tf.add(state, one)
update = v1.assign(state, new)
with v1.Session() as sess:
    sess.run(v1.global_variables_initializer())
    print(sess.run(state))
    for _ in range(3):
        sess.run(update)
        print(sess.run(state))
a = v1.placeholder(tf.int32); b = v1.placeholder(tf.int32)
s = v1.InteractiveSession()
print(s.run(tf.add(a, b), {a: 3, b: [1, 2]}))
print((a * b).eval({a: 2, b: 5}))
i = tf.constant(0)
r = tf.while_loop(lambda i, t: i < 5, lambda i, t: (i + 1, t + i), [i, tf.constant(0)])
print(s.run(r))
c = tf.cond(tf.constant(3) > 2, lambda: tf.constant('yes'), lambda: tf.constant('no'))
print(c.eval())
print(tf.cond(a < b, lambda: a * 10, lambda: b).eval({a: 1, b: 2}))
x = tf.constant([[1., 2.], [3., 4.]])
print(tf.reduce_sum(x, 0).eval(), tf.argmax(x, 1).eval(), tf.transpose(x).eval())
with tf.control_dependencies([v1.assign_add(state, 5)]):
    out = state.read_value()
s.run(v1.global_variables_initializer())
print(s.run(out), s.run(state))
print(s.run({'a': state, 'b': (one, [one])}))
print(s.run([state.op.name, 'counter:0']) if False else s.run('counter:0'))
print(v1.get_default_graph().get_operation_by_name('counter').type)
s.close()
try:
    tf.constant(1).eval()
except ValueError as e:
    print(e)
try:
    with v1.Session() as q:
        q.run(None)
except TypeError as e: print(e)
try:
    with v1.Session() as q:
        q.run(3)
except TypeError as e: print(e)
try:
    with v1.Session() as q:
        q.run('bogus:0')
except ValueError as e: print(e)
try:
    with v1.Session() as q:
        q.run(one, feed_dict={'bogus:0': 1})
except TypeError as e: print(e)
try:
    with v1.Session() as q:
        q.run(one, feed_dict={a: tf.constant(1)})
except TypeError as e: print(e)
try:
    bool(one)
except TypeError as e: print(type(e).__name__)
for t in (x,):
    try:
        for r in t: print(r)
    except TypeError as e: print(type(e).__name__)
