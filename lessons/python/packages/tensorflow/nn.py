# tf.nn: activations, losses and normalisation composed of ops. Sources: tensorflow/python/ops/nn_ops.py, nn_impl.py, embedding_ops.py.
import _engine
from tensorflow._core import (_apply, _errors, _lookup, _namedtuple, _optional, _unknown, IndexedSlices, cast, constant, convert_to_tensor, expand_dims, float32, float64, gather, int32, int64, is_tensor,
                              maximum, one_hot, reduce_max, reduce_mean, reduce_sum, reshape, sqrt, square, stop_gradient, transpose, where, zeros_like)

TopKV2 = _namedtuple("TopKV2", ("values", "indices"))


def _last_axis(op, logits, axis):
    logits = convert_to_tensor(logits)
    if logits.dtype.is_integer:
        raise _errors().InvalidArgumentError(None, None, "Value for attr 'T' of " + logits.dtype.name + " is not in the list of allowed values: half, bfloat16, float, double [Op:Softmax] name: ")
    n = logits.ndim
    if axis is None or axis == -1 or axis == n - 1:
        return _apply(op, [logits])
    if not -n <= axis < n:
        raise _errors().InvalidArgumentError(None, None, "`axis` (" + str(axis) + ") must be in the range [" + str(-n) + ", " + str(n) + ") where " + str(n) + " is the number of dimensions in the input.")
    axis %= n
    perm = list(range(n))
    perm[axis], perm[-1] = perm[-1], perm[axis]
    return transpose(_apply(op, [transpose(logits, perm)]), perm)


def softmax(logits, axis=None, name=None):
    return _last_axis("softmax", logits, axis)


def log_softmax(logits, axis=None, name=None):
    return _last_axis("log_softmax", logits, axis)


def gelu(features, approximate=False, name=None):
    x = convert_to_tensor(features)
    if approximate:
        return 0.5 * x * (1.0 + _apply("tanh", [0.7978845608028654 * (x + 0.044715 * x ** 3)]))
    return 0.5 * x * (1.0 + _apply("erf", [x / cast(1.4142135623730951, x.dtype)]))


def silu(features, beta=1.0):
    x = convert_to_tensor(features)
    return x * _apply("sigmoid", [x if beta == 1.0 else cast(beta, x.dtype) * x])


swish = silu


def crelu(features, axis=-1, name=None):
    from tensorflow._core import concat
    x = convert_to_tensor(features)
    return _apply("relu", [concat([x, -x], axis)])


def bias_add(value, bias, data_format=None, name=None):
    value = convert_to_tensor(value)
    bias = bias if is_tensor(bias) else convert_to_tensor(bias, value.dtype)
    return _apply("bias_add", [value, bias], data_format=data_format if data_format and data_format.startswith("NC") else None)


def l2_loss(t, name=None):
    t = convert_to_tensor(t)
    return reduce_sum(square(t)) / 2


def l2_normalize(x, axis=None, epsilon=1e-12, name=None, dim=None):
    x = convert_to_tensor(x)
    total = reduce_sum(square(x), axis, keepdims=True)
    return x * _apply("rsqrt", [maximum(total, cast(epsilon, x.dtype))])


def moments(x, axes, shift=None, keepdims=False, name=None):
    x = convert_to_tensor(x)
    mean = reduce_mean(x, axes, keepdims=True)
    variance = reduce_mean(_apply("squared_difference", [x, stop_gradient(mean)]), axes, keepdims=True)
    if not keepdims:
        axes = list(range(x.ndim)) if axes is None else axes
        mean, variance = _apply("squeeze", [mean], axis=list(axes) if isinstance(axes, (list, tuple)) else [int(axes)]), _apply("squeeze", [variance], axis=list(axes) if isinstance(axes, (list, tuple)) else [int(axes)])
    return mean, variance


def batch_normalization(x, mean, variance, offset, scale, variance_epsilon, name=None):
    x = convert_to_tensor(x)
    mean, variance, offset, scale = [v if v is None or is_tensor(v) else convert_to_tensor(v, x.dtype) for v in (mean, variance, offset, scale)]
    inverse = _apply("rsqrt", [variance + cast(variance_epsilon, x.dtype)])
    if scale is not None:
        inverse = inverse * scale
    shift = offset - mean * inverse if offset is not None else -mean * inverse
    return x * inverse + shift


def normalize_moments(counts, mean_ss, variance_ss, shift, name=None):
    divisor = 1.0 / counts
    mean = mean_ss * divisor if shift is None else shift + mean_ss * divisor
    return mean, variance_ss * divisor - square(mean if shift is None else mean_ss * divisor)


def dropout(x, rate, noise_shape=None, seed=None, name=None):
    x = convert_to_tensor(x)
    rate = float(rate)
    if not 0 <= rate < 1:
        raise ValueError("`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate=" + str(rate))
    if rate == 0:
        return x
    from tensorflow import random
    shape = x.shape.as_list() if noise_shape is None else [x.shape[i] if d is None else d for i, d in enumerate(noise_shape)]
    keep = random.uniform(shape, dtype=x.dtype, seed=seed) >= rate
    return where(keep, x * (1.0 / (1.0 - rate)), zeros_like(x))


def embedding_lookup(params, ids, max_norm=None, name=None):
    if hasattr(ids, "with_flat_values"):
        return ids.with_flat_values(embedding_lookup(params, ids.flat_values, max_norm))
    rows = gather(params, ids)
    if max_norm is not None:
        from tensorflow._core import clip_by_norm
        rows = clip_by_norm(rows, max_norm, axes=list(range(convert_to_tensor(ids).ndim, rows.ndim)))
    return rows


def softmax_cross_entropy_with_logits(labels, logits, axis=-1, name=None):
    logits = convert_to_tensor(logits)
    labels = cast(labels, logits.dtype) if is_tensor(labels) else convert_to_tensor(labels, logits.dtype)
    if axis not in (-1, logits.ndim - 1):
        perm = list(range(logits.ndim))
        perm[axis], perm[-1] = perm[-1], perm[axis]
        return softmax_cross_entropy_with_logits(transpose(labels, perm), transpose(logits, perm))
    if labels.shape != logits.shape and labels.ndim == logits.ndim and all(a == b or 1 in (a, b) for a, b in zip(labels.shape, logits.shape)):
        whole = [max(a, b) for a, b in zip(labels.shape, logits.shape)]
        labels, logits = _apply("broadcast_to", [labels, whole]), _apply("broadcast_to", [logits, whole])
    # The op wants rows: the leading axes become one and come back.
    outer = logits.shape.as_list()[:-1]
    if len(outer) != 1:
        logits, labels = reshape(logits, [-1, logits.shape[-1]]), reshape(labels, [-1, labels.shape[-1]])
    loss = _apply("softmax_cross_entropy_with_logits", [logits, labels], None)[0]
    return loss if len(outer) == 1 else reshape(loss, outer)


def softmax_cross_entropy_with_logits_v2(labels, logits, axis=-1, name=None):
    return softmax_cross_entropy_with_logits(labels, logits, axis)


def sparse_softmax_cross_entropy_with_logits(labels, logits, name=None):
    logits, labels = convert_to_tensor(logits), _engine.int_tensor(labels)
    if logits.ndim == 0:
        raise ValueError("`logits` cannot be a scalar. Received logits=" + str(logits) + "`")
    if labels.ndim != logits.ndim - 1:
        raise ValueError("`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape=" + str(labels.shape) + " of rank " + str(labels.ndim) + " and logits.shape="
                         + str(logits.shape) + " of rank " + str(logits.ndim))
    if labels.shape != logits.shape[:-1]:
        raise ValueError("`labels.shape` must equal `logits.shape` except for the last dimension. Received: labels.shape=" + str(labels.shape) + " and logits.shape=" + str(logits.shape))
    classes = logits.shape[-1]
    for v in [] if _engine.is_symbolic(labels) or not _engine.executing_eagerly() else reshape(labels, [-1]).numpy().tolist():
        if not 0 <= v < classes:
            raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__SparseSoftmaxCrossEntropyWithLogits_device_/job:localhost/replica:0/task:0/device:CPU:0}} Received a label value of "
                                                 + str(v) + " which is outside the valid range of [0, " + str(classes) + ").  Label values: " + " ".join(str(q) for q in reshape(labels, [-1]).numpy().tolist())
                                                 + " [Op:SparseSoftmaxCrossEntropyWithLogits] name: ")
    outer = labels.shape.as_list()
    if len(outer) != 1:
        logits, labels = reshape(logits, [-1, classes]), reshape(labels, [-1])
    loss = _apply("sparse_softmax_cross_entropy_with_logits", [logits, labels], None)[0]
    return loss if len(outer) == 1 else reshape(loss, outer)


def sigmoid_cross_entropy_with_logits(labels=None, logits=None, name=None):
    logits = convert_to_tensor(logits)
    labels = convert_to_tensor(labels) if is_tensor(labels) else convert_to_tensor(labels, logits.dtype)
    if labels.shape != logits.shape:
        raise ValueError("`logits` and `labels` must have the same shape, received (" + str(logits.shape) + " vs " + str(labels.shape) + ").")
    zeros = zeros_like(logits)
    positive = logits >= zeros
    return where(positive, logits, zeros) - logits * labels + _apply("log1p", [_apply("exp", [where(positive, -logits, logits)])])


def weighted_cross_entropy_with_logits(labels, logits, pos_weight, name=None):
    logits = convert_to_tensor(logits)
    labels = labels if is_tensor(labels) else convert_to_tensor(labels, logits.dtype)
    weight = 1.0 + (pos_weight - 1.0) * labels
    return (1.0 - labels) * logits + weight * (_apply("log1p", [_apply("exp", [-_apply("abs", [logits])])]) + _apply("relu", [-logits]))


def log_poisson_loss(targets, log_input, compute_full_loss=False, name=None):
    log_input = convert_to_tensor(log_input)
    return _apply("exp", [log_input]) - log_input * targets


def top_k(input, k=1, sorted=True, index_type=int32, name=None):
    values, indices = _apply("top_k", [convert_to_tensor(input)], None, k=int(k))
    return TopKV2(values, indices if index_type == int32 else cast(indices, index_type))


def in_top_k(targets, predictions, k, name=None):
    predictions, targets = convert_to_tensor(predictions), _engine.int_tensor(targets)
    own = gather(predictions, targets, axis=1, batch_dims=1)
    better = reduce_sum(cast(predictions > expand_dims(own, 1), int32), 1)
    return (better < int(k)) & _apply("is_finite", [own])


def zero_fraction(value, name=None):
    from tensorflow import math
    return math.zero_fraction(value)


def log_sigmoid(x, name=None):
    return -_apply("softplus", [-convert_to_tensor(x)])


class experimental:
    @staticmethod
    def stateless_dropout(x, rate, seed, rng_alg=None, noise_shape=None, name=None):
        from tensorflow import random
        x = convert_to_tensor(x)
        if rate == 0:
            return x
        keep = random.stateless_uniform(x.shape.as_list() if noise_shape is None else noise_shape, seed, dtype=x.dtype) >= rate
        return where(keep, x * (1.0 / (1.0 - rate)), zeros_like(x))


def __getattr__(name):
    value = _lookup("nn.", name)
    if value is None:
        value = getattr(_optional("_convolution"), name, None)
        if value is None and name in ("space_to_depth", "depth_to_space", "space_to_batch", "compute_average_loss", "scale_regularization_loss", "sufficient_statistics", "weighted_moments",
                                      "atrous_conv2d", "pool"):
            value = getattr(_optional("_arrays"), name)
        if value is None:
            value = getattr(_optional("_volumes"), name, None)
        if value is None:
            raise _unknown("tensorflow.nn", "tf.nn.", name, globals())
    globals()[name] = value
    return value
