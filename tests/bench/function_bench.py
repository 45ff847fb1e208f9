# What tf.function gains, through Python, one line of JSON per figure as python_bench.py prints them: the median time in microseconds of one call.
import json
import time

import tensorflow as tf

ROUNDS = 15


def measure(name, work, times):
    rounds = []
    for number in range(2 * ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            work()
        if number >= ROUNDS:
            rounds.append((time.perf_counter() - start) / times * 1e6)
    rounds.sort()
    print(json.dumps({"name": name, "us": rounds[ROUNDS // 2]}))


# Twenty element-wise ops on a million floats.
big = tf.random.uniform([1000000], -1.0, 1.0)


def twenty(x):
    y = x
    for _ in range(5):
        y = tf.maximum(y * 0.5 + x, 0.0) - 0.25
    return y


measure("twenty_ops_eager", lambda: twenty(big), 1)
twenty_traced = tf.function(twenty)
measure("twenty_ops_function", lambda: twenty_traced(big), 1)

# The training step of the lesson 'Modify a tensor during training'.
x = tf.constant([[1.0], [2.0], [3.0]])
y = tf.constant([[2.0], [4.0], [6.0]])


def steps():
    w = tf.Variable([[0.5]], dtype=tf.float32)
    b = tf.Variable([0.0], dtype=tf.float32)
    optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)

    def step():
        with tf.GradientTape() as tape:
            predictions = tf.matmul(x, w) + b
            loss = tf.reduce_mean(tf.square(predictions - y))
        gradients = tape.gradient(loss, [w, b])
        optimizer.apply_gradients(zip(gradients, [w, b]))
        w.assign(tf.clip_by_value(w, 0.0, 10.0))
    return step


measure("training_step_eager", steps(), 50)
measure("training_step_function", tf.function(steps()), 50)

# A call whose trace is known, and what it runs.
two = tf.constant(2.0)
same = tf.function(lambda a: a + a)
same(two)
measure("function_of_one_op", lambda: same(two), 1000)
measure("one_op_eager", lambda: two + two, 1000)
measure("lambda", lambda: two, 1000)
