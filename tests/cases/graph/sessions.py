# Sessions: feeds, scopes, random numbers, scatter. Sources: session_test.py, variable_scope_test.py.
import tensorflow as tf
v1 = tf.compat.v1
v1.disable_eager_execution()
a = v1.placeholder_with_default(5.0, [], name='a')
b = a * 2
with v1.Session() as s:
    print(s.run(b), s.run(b, {a: 1.0}), s.run(b, {b: 7.0}) if True else '')
    t = tf.constant([1., 2.]); u = t + 1
    print(s.run(u, {t: [5., 6.]}))
    try: s.run(u, {t: [5.]})
    except ValueError as e: print(e)
    try: s.run(b, {a: 'x'})
    except ValueError as e: print('VE')
    p = v1.placeholder(tf.int32, [2])
    print(s.run(p, {p: [1.0, 2.0]}))
    try: print(s.run(p, {p: [1.5, 2.0]}))
    except Exception as e: print(type(e).__name__)
v = v1.get_variable('v', shape=[2], initializer=v1.ones_initializer(), dtype=tf.float32)
c = v1.assign(v, v * 2)
d = v1.scatter_update(v, [0], [9.0]) if hasattr(v1, 'scatter_update') else None
with v1.Session() as s:
    s.run(v.initializer)
    print(s.run(c), s.run(c), s.run(v))
    if d is not None: print(s.run(d))
    print(v.eval(session=s), v.shape, v.op.name)
    s.run(v1.variables_initializer([v])); print(s.run(v))
s1, s2 = v1.Session(), v1.Session()
s1.run(v.initializer); s2.run(v.initializer); s1.run(c)
print(s1.run(v), s2.run(v)); s1.close(); s2.close()
with tf.name_scope('outer'):
    with tf.name_scope('inner') as sc:
        print(sc, tf.constant(1).name)
    with tf.name_scope('inner') as sc: print(sc)
with v1.variable_scope('vs') as vs:
    print(vs.name, v1.get_variable_scope().name)
    w = v1.get_variable('w', [1])
    k = tf.constant(1, name='k')
    print(w.name, k.name)
with v1.variable_scope(vs, reuse=True): print(v1.get_variable('w', [1]) is w)
with v1.variable_scope('vs', reuse=True):
    try: v1.get_variable('w', [2])
    except ValueError as e: print(e)
print(v1.global_variables(), len(v1.get_default_graph().get_collection('variables')))
r = tf.random.normal([2], seed=1)
with v1.Session() as s: x1 = s.run(r); x2 = s.run(r)
with v1.Session() as s: x3 = s.run(r)
print((x1 == x3).all(), (x1 == x2).all())
g1 = tf.Graph()
with g1.as_default():
    one = tf.constant(1)
    print(one.graph is g1, v1.get_default_graph() is g1)
print(v1.get_default_graph() is g1)
try:
    with v1.Session(graph=g1) as s: s.run(b)
except ValueError as e: print('VE', 'is not an element of this graph' in str(e))
e = tf.equal(tf.constant([1, 2]), tf.constant([1, 3]))
q = tf.where(e, [1, 1], [0, 0])
with v1.Session() as s: print(s.run(q), s.run(tf.cast(e, tf.float32)))
i = tf.Variable(0); lim = tf.constant(3)
loop = tf.while_loop(lambda k: k < lim, lambda k: k + 1, [tf.constant(0)])
with v1.Session() as s: print(s.run(loop))
grad = tf.gradients(tf.reduce_sum(v * v), [v])[0]
hess = tf.hessians(tf.reduce_sum(v * v * v), v)
with v1.Session() as s:
    s.run(v1.global_variables_initializer()); print(s.run(grad), s.run(hess))
print(tf.gradients(v * 2.0, tf.constant(1.0)))
with v1.Session() as s:
    s.run(v1.global_variables_initializer())
lr = v1.train.exponential_decay(0.1, i, 10, 0.5, staircase=True)
with v1.Session() as s:
    s.run(v1.global_variables_initializer()); print(s.run(lr), s.run(lr, {i: 25}))
