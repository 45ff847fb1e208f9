# Speed through Python, one line of JSON per figure, as engine_bench.cpp prints them: {"name": "scalar_add", "us": 0.9}, the median in microseconds.
# `tapedeck run` measures without a recording, `tapedeck record` with one.
import json
import time

import tensorflow as tf

ROUNDS = 21


def measure(name, work, times):
    """Print the median time of one call, after as many again to warm up the JavaScript engine's compiler."""
    rounds = []
    for number in range(2 * ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            work()
        if number >= ROUNDS:
            rounds.append((time.perf_counter() - start) / times * 1e6)
    rounds.sort()
    print(json.dumps({"name": name, "us": rounds[ROUNDS // 2]}))


# The lesson 'Modify a tensor during training'.
w = tf.Variable([[0.5]], dtype=tf.float32)
b = tf.Variable([0.0], dtype=tf.float32)
optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)
x = tf.constant([[1.0], [2.0], [3.0]])
y = tf.constant([[2.0], [4.0], [6.0]])
two = tf.constant(2.0)


def training_step():
    with tf.GradientTape() as tape:
        predictions = tf.matmul(x, w) + b
        loss = tf.reduce_mean(tf.square(predictions - y))
    gradients = tape.gradient(loss, [w, b])
    optimizer.apply_gradients(zip(gradients, [w, b]))
    w.assign(tf.clip_by_value(w, 0.0, 10.0))


def measure_add(times):
    """The time of an add alone: the loop around it is in both."""
    rounds = []
    for number in range(2 * ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            two + two
        full = time.perf_counter()
        for _ in range(times):
            two
        if number >= ROUNDS:
            rounds.append((2 * full - start - time.perf_counter()) / times * 1e6)
    rounds.sort()
    print(json.dumps({"name": "scalar_add", "us": rounds[ROUNDS // 2]}))


measure_add(2000)
measure("training_step", training_step, 50)
