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


def measure_add(times):
    """The time of an add alone: the loop around it is in both."""
    two = tf.constant(2.0)
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


# The lesson 'Modify a tensor during training', eagerly and as one function.
x = tf.constant([[1.0], [2.0], [3.0]])
y = tf.constant([[2.0], [4.0], [6.0]])


def training():
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


measure_add(2000)
measure("training_step", training(), 50)
measure("step_in_function", tf.function(training()), 50)

# What finding a known trace costs: the graph itself takes a fraction of this (graph_call of engine_bench.cpp).
two = tf.constant(2.0)
same = tf.function(lambda a: a + a)
measure("function_call", lambda: same(two), 1000)

# Twenty element-wise ops on a million floats.
big = tf.random.uniform([1000000], -1.0, 1.0)


def twenty(x):
    y = x
    for _ in range(5):
        y = tf.maximum(y * 0.5 + x, 0.0) - 0.25
    return y


measure("twenty_ops_1M", lambda: twenty(big), 1)
traced = tf.function(twenty)
measure("in_function", lambda: traced(big), 1)
