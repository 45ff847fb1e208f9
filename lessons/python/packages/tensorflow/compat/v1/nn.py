# tf.compat.v1.nn: tf.nn with TensorFlow 1's arguments. Source: tensorflow/python/ops/nn_ops.py.
import tensorflow as _tf
from tensorflow import nn as _nn
from tensorflow.nn import *
from tensorflow._base import convert_to_tensor, identity, reduce_mean, stop_gradient


def dropout(x, keep_prob=None, noise_shape=None, seed=None, name=None, rate=None):
    from tensorflow.compat.v1 import _named
    from tensorflow import random
    from tensorflow._base import cast, is_tensor
    x = convert_to_tensor(x)
    if keep_prob is None and rate is None:
        raise ValueError("You must provide a rate to dropout.")
    if not is_tensor(keep_prob) and not is_tensor(rate):
        return _nn.dropout(x, 1 - keep_prob if rate is None else rate, noise_shape, seed)
    rate = 1.0 - keep_prob if rate is None else rate
    shape = _tf.shape(x) if noise_shape is None else noise_shape
    kept = random.uniform(shape, dtype=x.dtype, seed=seed) >= rate
    return x * cast(kept, x.dtype) / (1.0 - rate)


def _scoped(scope, last, make):
    # Under the names that TensorFlow's own steps give: the result is the op `last` of the scope, or (None) has the name of the scope.
    import _engine
    if _engine.executing_eagerly():
        return make()
    from tensorflow._graph import name_scope
    with name_scope(scope) as full:
        result = make()
        if last == "":   # which the function itself named
            return result
        _engine.name_next(last if last is not None else full)
        return identity(result)


def softmax_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, dim=-1, name=None, axis=None):
    if _sentinel is not None:
        raise ValueError("Only call `softmax_cross_entropy_with_logits` with named arguments (labels=..., logits=..., ...)")
    return _scoped(name or "softmax_cross_entropy_with_logits", "Reshape_2", lambda: _nn.softmax_cross_entropy_with_logits(stop_gradient(labels), logits, dim if axis is None else axis))


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=None, name=None, dim=None):
    return _scoped(name or "softmax_cross_entropy_with_logits", "Reshape_2", lambda: _nn.softmax_cross_entropy_with_logits(labels, logits, dim if dim is not None else -1 if axis is None else axis))


def sparse_softmax_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, name=None):
    return _scoped(name or "SparseSoftmaxCrossEntropyWithLogits", "", lambda: _nn.sparse_softmax_cross_entropy_with_logits(labels, logits))


def sigmoid_cross_entropy_with_logits(_sentinel=None, labels=None, logits=None, name=None):
    return _scoped(name or "logistic_loss", None, lambda: _nn.sigmoid_cross_entropy_with_logits(labels, logits))


def softmax(logits, axis=None, name=None, dim=None):
    return _nn.softmax(logits, dim if axis is None else axis, name)


def conv2d(input, filter=None, strides=None, padding=None, use_cudnn_on_gpu=True, data_format="NHWC", dilations=None, name=None, filters=None):
    return _nn.conv2d(input, filter if filter is not None else filters, strides, padding, data_format, dilations, name)


def max_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    return _nn.max_pool2d(value if value is not None else input, ksize, strides, padding, data_format, name)


def avg_pool(value, ksize, strides, padding, data_format="NHWC", name=None, input=None):
    return _nn.avg_pool2d(value if value is not None else input, ksize, strides, padding, data_format, name)


def embedding_lookup(params, ids, partition_strategy="mod", name=None, validate_indices=True, max_norm=None):
    return _nn.embedding_lookup(params, ids, max_norm)


def xw_plus_b(x, weights, biases, name=None):
    return _nn.bias_add(_tf.matmul(x, weights), biases, name=name or "xw_plus_b")


def relu_layer(x, weights, biases, name=None):
    return _nn.relu(xw_plus_b(x, weights, biases))


def moments(x, axes, shift=None, name=None, keep_dims=None, keepdims=None):
    return _nn.moments(x, axes, shift, keepdims or keep_dims or False)


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    return _nn.l2_normalize(x, dim if axis is None else axis, epsilon)


def __getattr__(name):
    return getattr(_nn, name)
