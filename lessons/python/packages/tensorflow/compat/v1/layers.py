# tf.compat.v1.layers: layers as functions. Source: tensorflow/python/layers (core.py, convolutional.py, pooling.py, normalization.py).
import _engine
import tensorflow as _tf
from tensorflow._base import cast, convert_to_tensor, float32, identity, is_tensor, reshape
from tensorflow.compat.v1 import AUTO_REUSE, GraphKeys, _unknown, add_to_collection, get_variable, variable_scope, zeros_initializer, ones_initializer
from tensorflow.compat.v1 import nn as _nn


def _variable(name, shape, dtype, initializer, regularizer, trainable):
    return get_variable(name, shape, dtype, initializer, regularizer, trainable)


def _regularized(scope_reuse, regularizer):
    return None if scope_reuse else regularizer


def _act(x, activation):
    return x if activation is None else activation(x)


def dense(inputs, units, activation=None, use_bias=True, kernel_initializer=None, bias_initializer=None, kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None,
          kernel_constraint=None, bias_constraint=None, trainable=True, name=None, reuse=None):
    x = convert_to_tensor(inputs)
    n = x.shape[-1]
    if n is None:
        raise ValueError("The last dimension of the inputs to a Dense layer should be defined. Found None. Full input shape received: " + str(x.shape))
    with variable_scope(name, "dense", reuse=reuse):
        w = _variable("kernel", [n, units], x.dtype, kernel_initializer, kernel_regularizer, trainable)
        b = _variable("bias", [units], x.dtype, bias_initializer or zeros_initializer(), bias_regularizer, trainable) if use_bias else None
        y = _tf.matmul(x, w) if x.shape.rank == 2 else _tf.tensordot(x, w, [[x.shape.rank - 1], [0]])
        if b is not None:
            y = _nn.bias_add(y, b)
        return _act(y, activation)


def _pair(n):
    return [n, n] if isinstance(n, int) else list(n)


def conv2d(inputs, filters, kernel_size, strides=(1, 1), padding="valid", data_format="channels_last", dilation_rate=(1, 1), activation=None, use_bias=True, kernel_initializer=None,
           bias_initializer=None, kernel_regularizer=None, bias_regularizer=None, activity_regularizer=None, kernel_constraint=None, bias_constraint=None, trainable=True, name=None, reuse=None):
    x = convert_to_tensor(inputs)
    with variable_scope(name, "conv2d", reuse=reuse):
        w = _variable("kernel", _pair(kernel_size) + [x.shape[-1], filters], x.dtype, kernel_initializer, kernel_regularizer, trainable)
        b = _variable("bias", [filters], x.dtype, bias_initializer or zeros_initializer(), bias_regularizer, trainable) if use_bias else None
        y = _tf.nn.conv2d(x, w, _pair(strides), padding.upper(), dilations=_pair(dilation_rate))
        if b is not None:
            y = _nn.bias_add(y, b)
        return _act(y, activation)


def _pool(function, default):
    def pool(inputs, pool_size, strides, padding="valid", data_format="channels_last", name=None):
        from tensorflow._graph import name_scope
        with name_scope(name or default):
            return function(inputs, _pair(pool_size), _pair(strides), padding.upper())
    return pool


max_pooling2d = _pool(_tf.nn.max_pool2d, "max_pooling2d")
average_pooling2d = _pool(_tf.nn.avg_pool2d, "average_pooling2d")


def flatten(inputs, name=None, data_format="channels_last"):
    from tensorflow._graph import name_scope
    x = convert_to_tensor(inputs)
    with name_scope(name or "flatten"):
        n = 1
        for d in x.shape[1:]:
            n = None if n is None or d is None else n * d
        if n is None:
            return reshape(x, [_tf.shape(x)[0], -1])
        return reshape(x, [-1, n])


def dropout(inputs, rate=0.5, noise_shape=None, seed=None, training=False, name=None):
    from tensorflow._graph import name_scope
    x = convert_to_tensor(inputs)
    with name_scope(name or "dropout"), name_scope("dropout"):
        def dropped():
            return _nn.dropout(x, rate=rate, noise_shape=noise_shape, seed=seed)
        if is_tensor(training):
            return _tf.cond(training, dropped, lambda: identity(x))
        return dropped() if training else identity(x)


def batch_normalization(inputs, axis=-1, momentum=0.99, epsilon=1e-3, center=True, scale=True, beta_initializer=None, gamma_initializer=None, moving_mean_initializer=None,
                        moving_variance_initializer=None, beta_regularizer=None, gamma_regularizer=None, beta_constraint=None, gamma_constraint=None, training=False, trainable=True, name=None, reuse=None, **kwargs):
    x = convert_to_tensor(inputs)
    n = x.shape[-1]
    with variable_scope(name, "batch_normalization", reuse=reuse):
        gamma = _variable("gamma", [n], float32, gamma_initializer or ones_initializer(), gamma_regularizer, trainable) if scale else None
        beta = _variable("beta", [n], float32, beta_initializer or zeros_initializer(), beta_regularizer, trainable) if center else None
        moving_mean = _variable("moving_mean", [n], float32, moving_mean_initializer or zeros_initializer(), None, False)
        moving_variance = _variable("moving_variance", [n], float32, moving_variance_initializer or ones_initializer(), None, False)
        mean, variance = _tf.nn.moments(x, list(range(x.shape.rank - 1)))
        if is_tensor(training):
            t = cast(training, float32)
            used = mean * t + moving_mean * (1.0 - t), variance * t + moving_variance * (1.0 - t)
            part = (1.0 - momentum) * t
        else:
            used = (mean, variance) if training else (convert_to_tensor(moving_mean), convert_to_tensor(moving_variance))
            part = 1.0 - momentum
        if is_tensor(training) or training:
            for v, now in ((moving_mean, mean), (moving_variance, variance)):
                update = v.assign_sub((v - now) * part)
                if not _engine.executing_eagerly():
                    from tensorflow._graph import operation_of
                    add_to_collection(GraphKeys.UPDATE_OPS, operation_of(update))
        return _tf.nn.batch_normalization(x, used[0], used[1], beta, gamma, epsilon)


def __getattr__(name):
    raise _unknown("tensorflow.compat.v1.layers", "tf.compat.v1.layers.", name, globals())
