#include "lessons/runtime/hints.h"

namespace tapedeck {

namespace {

struct KnownError {
    const char* type;
    const char* part;        ///< of the message
    const char* also;        ///< another part, or null
    const char* hint;
};

// The first that fits counts: the special ones stand first.
constexpr KnownError kKnown[] = {
    {"TypeError", "unsupported operand type(s)", "NoneType", "One side is None. A gradient is None when the target does not depend on that source: print it, and see why in its step or with tapedeck explain."},
    {"TypeError", "'NoneType' object is not", nullptr, "Something here is None: a function without return, or a gradient that does not exist."},
    {"AttributeError", "'NoneType' object has no attribute", nullptr, "The value is None: a function without return, or a gradient that does not exist."},
    {"TypeError", "can't multiply sequence by non-int", nullptr, "A list is no vector: make a tensor of it with tf.constant(…), or an array with np.array(…)."},
    {"TypeError", "does not support item assignment", "Tensor", "A tensor never changes. Use tf.tensor_scatter_nd_update, or keep what changes in a tf.Variable and assign to it."},
    {"TypeError", "does not support item assignment", "tuple", "A tuple never changes. Make a list of it: list(t)."},
    {"TypeError", "does not support item assignment", "str", "A text never changes. Make a new one."},
    {"TypeError", "object is not callable", "Tensor", "Round brackets call a function: use square ones to pick an element, and write * for a product."},
    {"TypeError", "object is not callable", "list", "Round brackets call a function: use square ones to pick an element."},
    {"TypeError", "object is not callable", nullptr, "Only functions and classes can be called with (): was its name given to a value before?"},
    {"TypeError", "Scalar tensor has no `len()`", nullptr, "A scalar has no axis to count. Its number is float(x), its shape is ()."},
    {"TypeError", "Cannot iterate over a scalar", nullptr, "A scalar has no elements to go through: look at x.shape; it may be the result of a reduce_… over all axes."},
    {"TypeError", "only length-1 arrays can be converted", nullptr, "The tensor has more than one element. Pick one (x[0]), reduce it (tf.reduce_sum(x)), or use tf's function instead of math's."},
    {"ValueError", "The truth value of an array with more than one element", nullptr, "A condition needs one yes or no: tf.reduce_all(c), tf.reduce_any(c), or tf.where for a choice per element."},
    {"TypeError", "is unhashable", "Tensor", "A tensor is compared element by element, so it cannot be a key. Use x.ref()."},
    {"TypeError", "is unhashable", "Variable", "A variable cannot be a key. Use v.ref()."},
    {"NotImplementedError", "`in` is not defined for tensors", nullptr, "Compare all elements: tf.reduce_any(x == value)."},
    {"TypeError", "EagerTensor of dtype string", nullptr, "Text and numbers do not mix: make text of the number with tf.strings.as_string, or a number of the text with tf.strings.to_number."},
    {"TypeError", "Cannot convert '", "EagerTensor of dtype", "Text and numbers do not mix: make a number of the text with float(…) first."},
    {"TypeError", "are valid indices, got", ".", "An index is a whole number: use int(i), or // instead of / when computing it."},
    {"ValueError", "initial_value must be specified", nullptr, "Say what the variable begins with: tf.Variable(0.0), tf.Variable(tf.zeros([2, 3]))."},
    {"ValueError", "Cannot assign value to variable", "Shape mismatch", "A variable keeps its shape: give a value of the same shape, or make it with shape=tf.TensorShape(None)."},
    {"AttributeError", "object has no attribute 'numpy'", nullptr, "It is a plain Python or NumPy value already: leave .numpy() away."},
    {"AttributeError", "'list' object has no attribute 'shape'", nullptr, "A list is no tensor yet: tf.constant(…) makes one."},
    {"AttributeError", "'list' object has no attribute 'dtype'", nullptr, "A list is no tensor yet: tf.constant(…) makes one."},
    {"AttributeError", "module 'tensorflow' has no attribute 'Session'", nullptr, "Sessions are TensorFlow 1. In TensorFlow 2 every line runs at once: just compute, and print the tensor."},
    {"AttributeError", "module 'tensorflow' has no attribute 'placeholder'", nullptr, "Placeholders are TensorFlow 1. In TensorFlow 2 write a function, and call it with tensors."},
    {"InvalidArgumentError", "values, but the requested shape has", nullptr, "The new shape must have as many elements as the old one; one axis may be -1, which stands for what remains."},
    {"InvalidArgumentError", "Incompatible shapes", nullptr, "Shapes are compared from the right: axes must be equal, or one of them 1. tf.expand_dims and tf.reshape help."},
    {"InvalidArgumentError", "Dimension", "ConcatOp", "All axes but the one that is joined must be equal."},
    {"NameError", "name 'tf' is not defined", nullptr, "Begin with: import tensorflow as tf"},
    {"NameError", "name 'np' is not defined", nullptr, "Begin with: import numpy as np"},
    {"IndexError", "list index out of range", nullptr, "Counting begins at 0, so the last element of a list of n is n - 1, or -1."},
    {"RecursionError", "maximum recursion depth", nullptr, "A function that calls itself needs a case in which it does not."},
};

}  // namespace

std::string hint_for(std::string_view type, std::string_view message) {
    if (const size_t dot = type.rfind('.'); dot != std::string_view::npos) type.remove_prefix(dot + 1);
    for (const KnownError& k : kKnown)
        if (type == k.type && message.find(k.part) != std::string_view::npos && (!k.also || message.find(k.also) != std::string_view::npos)) return k.hint;
    return {};
}

}  // namespace tapedeck
