# A network of TensorFlow 1.
import tensorflow as tf
v1 = tf.compat.v1
with tf.Graph().as_default() as g:
    v1.set_random_seed(42)
    x = v1.placeholder(tf.float32, [None, 2], name='x')
    y_ = v1.placeholder(tf.int64, [None], name='labels')
    with v1.variable_scope('net', reuse=v1.AUTO_REUSE):
        h = v1.layers.dense(x, 8, activation=tf.nn.tanh, kernel_initializer=v1.constant_initializer(0.1), name='h')
        logits = v1.layers.dense(h, 2, kernel_initializer=v1.zeros_initializer(), name='out')
    loss = tf.reduce_mean(v1.nn.sparse_softmax_cross_entropy_with_logits(labels=y_, logits=logits), name='loss')
    opt = v1.train.AdamOptimizer(0.1)
    gvs = opt.compute_gradients(loss)
    clipped = [(tf.clip_by_norm(gr, 1.0), v) for gr, v in gvs]
    step = v1.train.get_or_create_global_step()
    train = opt.apply_gradients(clipped, global_step=step)
    pred = tf.argmax(logits, 1)
    acc = tf.reduce_mean(tf.cast(tf.equal(pred, y_), tf.float32))
    print(loss.name, [v.name for v in v1.trainable_variables()], step.name)
    with v1.Session() as sess:
        sess.run(v1.global_variables_initializer())
        feed = {x: [[0., 1.], [1., 0.], [1., 1.], [0., 0.]], y_: [1, 0, 0, 1]}
        for i in range(40): _, l = sess.run([train, loss], feed)
        print(round(float(l), 3), sess.run(acc, feed), sess.run(step), v1.train.global_step(sess, step))
    print(v1.get_collection('trainable_variables', scope='net/out'))
    print(len(g.get_operations()) > 20, g.get_tensor_by_name('loss:0') is loss)
