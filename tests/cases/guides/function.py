# Cells of the guide "Better performance with tf.function" (tensorflow/docs site/en/guide/function.ipynb) whose output the guide shows.
import tensorflow as tf


@tf.function
def double(a):
    print("Tracing with", a)
    return a + a


print(double(tf.constant(1)))
print()
print(double(tf.constant(1.1)))
print()
print(double(tf.constant("a")))
print()
print(double(tf.constant("b")))
print(double.pretty_printed_concrete_signatures())


@tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
def next_collatz(x):
    print("Tracing with", x)
    return tf.where(x % 2 == 0, x // 2, 3 * x + 1)


print(next_collatz(tf.constant([1, 2])))
for wrong in (tf.constant([[1, 2], [3, 4]]), tf.constant([1.0, 2.0])):
    try:
        next_collatz(wrong)
    except TypeError as e:
        print("TypeError:", e)


def f():
    print("Tracing!")
    tf.print("Executing")


tf.function(f)()
tf.function(f)()

double_strings = double.get_concrete_function(tf.constant("a"))
print(double_strings(tf.constant("a")))
print(double_strings(a=tf.constant("b")))
print(double.get_concrete_function(tf.TensorSpec(shape=[], dtype=tf.string))(tf.constant("c")))
print(double_strings)
print(double_strings.structured_input_signature)
print(double_strings.structured_outputs)


@tf.function
def pow(a, b):
    return a ** b


square = pow.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
print(square)
assert square(tf.constant(10.0)) == 100
for node in double_strings.graph.as_graph_def().node:
    print(f"{node.input} -> {node.name}")


@tf.function
def g(x):
    print("Traced with", x)
    tf.print("Executed with", x)


g(1)
g(1)
g(2)


class Model(tf.Module):
    def __init__(self, lifted):
        self.v = tf.Variable(0)
        self.counter = 0
        self.lifted = lifted

    @tf.function
    def __call__(self):
        if self.counter == 0:
            if self.lifted:
                with tf.init_scope():
                    self.counter += 1
                    self.v.assign_add(1)
            else:
                self.counter += 1
                self.v.assign_add(1)
        return self.v


for lifted in (False, True):
    m = Model(lifted)
    print([m().numpy() for n in range(3)])


@tf.function
def good_consume_next(iterator):
    tf.print("Value:", next(iterator))


iterator = iter(tf.data.Dataset.from_tensor_slices([1, 2, 3]))
good_consume_next(iterator)
good_consume_next(iterator)
good_consume_next(iterator)


class Count(tf.Module):
    def __init__(self):
        self.count = None

    @tf.function
    def __call__(self):
        if self.count is None:
            self.count = tf.Variable(0)
        return self.count.assign_add(1)


c = Count()
print(c())
print(c())
