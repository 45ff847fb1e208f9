# The lesson's training step many times over, timed by the program itself; prints microseconds for one step.
import time

import tensorflow as tf

w = tf.Variable([[0.5]], dtype=tf.float32)
b = tf.Variable([0.0], dtype=tf.float32)
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
x = tf.constant([[1.0], [2.0], [3.0]])
y = tf.constant([[2.0], [4.0], [6.0]])


def step():
    with tf.GradientTape() as tape:
        predictions = tf.matmul(x, w) + b
        loss = tf.reduce_mean(tf.square(predictions - y))
    gradients = tape.gradient(loss, [w, b])
    optimizer.apply_gradients(zip(gradients, [w, b]))
    w.assign(tf.clip_by_value(w, 0.0, 10.0))


# Warmed up, so that the optimising compiler of the JavaScript engine has finished.
for _ in range(3000):
    step()
times = []
for batch in range(41):
    start = time.perf_counter()
    for _ in range(50):
        step()
    times.append((time.perf_counter() - start) / 50 * 1e6)
times.sort()
print(times[len(times) // 2])
