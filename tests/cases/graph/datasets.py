# Datasets in traced functions.
import tensorflow as tf
# train_step with dataset loop inside function
xs = tf.constant([[1.0], [2.0], [3.0], [4.0]]); ys = 3.0 * xs + 1.0
ds = tf.data.Dataset.from_tensor_slices((xs, ys)).batch(2)
w = tf.Variable([[0.0]]); b = tf.Variable([0.0])
@tf.function
def epoch(ds, lr):
    total = tf.constant(0.0)
    n = 0
    for x, y in ds:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ w + b - y) ** 2)
        gw, gb = tape.gradient(loss, [w, b])
        w.assign_sub(lr * gw); b.assign_sub(lr * gb)
        total += loss
        n += 1
    return total / tf.cast(n, tf.float32)
for e in range(4):
    print(round(float(epoch(ds, tf.constant(0.05))), 4))
print(epoch.experimental_get_tracing_count())
print(w.numpy().round(4).tolist(), b.numpy().round(4).tolist())
@tf.function
def grad_through(ds, k):
    with tf.GradientTape() as tape:
        tape.watch(k)
        s = tf.constant(0.0)
        for x, y in ds:
            s += tf.reduce_sum(k * k * x)
    return s, tape.gradient(s, k)
print([float(v) for v in grad_through(ds, tf.constant(3.0))])
k = tf.Variable(2.0)
@tf.function
def loop(ds):
    s = tf.constant(0.0)
    for x, _ in ds:
        s += tf.reduce_sum(k * x)
    return s
with tf.GradientTape() as t:
    l = loop(ds)
print(float(l), float(t.gradient(l, k)))
