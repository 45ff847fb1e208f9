import tensorflow as tf

w = tf.Variable(2.0)

@tf.function
def scaled(x, power=2):
    print("tracing scaled for", x.shape, power)
    y = w * x
    return tf.reduce_sum(y ** power)

@tf.function
def network(x):
    for _ in range(4):
        x = tf.tanh(w * x + 0.1)
        x = tf.square(x) - 0.5
    return tf.reduce_sum(x)

pair = tf.constant([1.0, 2.0])
print(scaled(pair).numpy())
print(scaled(tf.constant([3.0, 4.0])).numpy())
print(scaled(tf.constant([1.0, 2.0, 3.0])).numpy())
print(scaled(pair, power=3).numpy())

with tf.GradientTape() as tape:
    loss = scaled(pair) + network(pair)
print(tape.gradient(loss, w).numpy())
