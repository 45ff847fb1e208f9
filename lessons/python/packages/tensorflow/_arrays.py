# Rarer functions directly below tf, and those of tf.nn that only rearrange. Sources: tensorflow/python/ops/array_ops.py, histogram_ops.py, nn_impl.py.
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import _apply, _errors, cast, concat, constant, convert_to_tensor, expand_dims, float32, int32, int64, is_tensor, maximum, minimum, reduce_mean, reduce_sum, reshape, square, stack, stop_gradient, transpose
from tensorflow._core import gather, pad, unstack


def inside_function():
    g = _engine.tracing_graph()
    return g is not None and g.building_function


def parallel_stack(values, name="parallel_stack"):
    return stack(values)


def space_to_batch(input, block_shape, paddings, name=None):
    x = pad(input, [[0, 0]] + [list(p) for p in convert_to_tensor(paddings).numpy().tolist()] + [[0, 0]] * (convert_to_tensor(input).ndim - 1 - len(paddings)))
    blocks = _engine.to_ints(block_shape)
    blocks = blocks * len(paddings) if len(blocks) == 1 else blocks
    dims, m = x.shape.as_list(), len(blocks)
    cut, outer = [dims[0]], []
    for d, b in zip(dims[1:], blocks):
        cut += [d // b, b]
        outer.append(d // b)
    perm = [2 + 2 * i for i in range(m)] + [0] + [1 + 2 * i for i in range(m)] + list(range(2 * m + 1, 2 * m + len(dims) - m))
    return reshape(transpose(reshape(x, cut + dims[m + 1:]), perm), [-1] + outer + dims[m + 1:])





def batch_to_space(input, block_shape, crops, name=None):
    x = convert_to_tensor(input)
    crops = convert_to_tensor(crops).numpy().tolist()
    blocks = _engine.to_ints(block_shape)
    blocks = blocks * len(crops) if len(blocks) == 1 else blocks
    dims, m = x.shape.as_list(), len(blocks)
    batch = dims[0]
    for b in blocks:
        batch //= b
    perm = [m]
    for i in range(m):
        perm += [m + 1 + i, i]
    x = reshape(transpose(reshape(x, blocks + [batch] + dims[1:]), perm + list(range(2 * m + 1, m + len(dims)))), [batch] + [d * b for d, b in zip(dims[1:], blocks)] + dims[m + 1:])
    return x[tuple([slice(None)] + [slice(a, d * b - c) for (a, c), d, b in zip(crops, dims[1:], blocks)])]


def space_to_depth(input, block_size, data_format="NHWC", name=None):
    n, h, w, c = convert_to_tensor(input).shape.as_list()
    x = reshape(input, [n, h // block_size, block_size, w // block_size, block_size, c])
    return reshape(transpose(x, [0, 1, 3, 2, 4, 5]), [n, h // block_size, w // block_size, block_size * block_size * c])


def depth_to_space(input, block_size, data_format="NHWC", name=None):
    n, h, w, c = convert_to_tensor(input).shape.as_list()
    inner = c // (block_size * block_size)
    x = transpose(reshape(input, [n, h, w, block_size, block_size, inner]), [0, 1, 3, 2, 4, 5])
    return reshape(x, [n, h * block_size, w * block_size, inner])


def reverse_sequence(input, seq_lengths, seq_axis=None, batch_axis=None, name=None):
    x = convert_to_tensor(input)
    batch_axis = batch_axis or 0
    rows = []
    for row, n in zip(unstack(x, axis=batch_axis), _engine.to_ints(seq_lengths)):
        axis = seq_axis - 1 if seq_axis > batch_axis else seq_axis
        order = list(range(n))[::-1] + list(range(n, row.shape[axis]))
        rows.append(gather(row, constant(order, dtype=int32), axis=axis))
    return stack(rows, batch_axis)


def unravel_index(indices, dims, name=None):
    indices = _engine.int_tensor(indices)
    sizes = _engine.to_ints(dims)
    out, step = [], 1
    for n in reversed(sizes):
        out.append(_apply("floormod", [_apply("floordiv", [indices, cast(step, indices.dtype)]), cast(n, indices.dtype)]))
        step *= n
    return stack(out[::-1])


def histogram_fixed_width_bins(values, value_range, nbins=100, dtype=int32, name=None):
    values = convert_to_tensor(values)
    low, high = [cast(v, values.dtype) for v in unstack(convert_to_tensor(value_range, values.dtype) if not is_tensor(value_range) else value_range)]
    scaled = (values - low) / (high - low) * cast(nbins, values.dtype)
    return cast(_apply("clip_by_value", [_apply("floor", [scaled]), cast(0, values.dtype), cast(nbins - 1, values.dtype)]), dtype)


def histogram_fixed_width(values, value_range, nbins=100, dtype=int32, name=None):
    from tensorflow import math
    return cast(math.bincount(histogram_fixed_width_bins(reshape(values, [-1]), value_range, nbins), minlength=nbins, maxlength=nbins), dtype)


def tuple_(tensors, control_inputs=None, name=None):
    return [None if t is None else _apply("identity", [t]) for t in tensors]


def is_symbolic_tensor(tensor):
    return is_tensor(tensor) and _engine.is_symbolic(tensor)


def get_current_name_scope():
    return _engine.name_scope(None).rstrip("/")


def compute_average_loss(per_example_loss, sample_weight=None, global_batch_size=None):
    loss = convert_to_tensor(per_example_loss)
    if sample_weight is not None:
        loss = loss * cast(sample_weight, loss.dtype)
    return reduce_sum(loss) / cast(loss.shape[0] if global_batch_size is None else global_batch_size, loss.dtype)


def scale_regularization_loss(regularization_loss):
    return reduce_sum(regularization_loss)


def sufficient_statistics(x, axes, shift=None, keepdims=False, name=None):
    x = convert_to_tensor(x)
    count = 1
    for a in axes:
        count *= x.shape[a]
    moved = x if shift is None else x - shift
    return cast(count, x.dtype), reduce_sum(moved, axes, keepdims=keepdims), reduce_sum(square(moved), axes, keepdims=keepdims), shift


def weighted_moments(x, axes, frequency_weights, keepdims=False, name=None):
    x = convert_to_tensor(x)
    weights = frequency_weights if is_tensor(frequency_weights) else convert_to_tensor(frequency_weights, x.dtype)
    total = reduce_sum(weights + 0 * x, axes, keepdims=True)
    mean = reduce_sum(weights * x, axes, keepdims=True) / total
    variance = reduce_sum(weights * _apply("squared_difference", [x, mean]), axes, keepdims=True) / total
    if keepdims:
        return mean, variance
    axes = list(axes) if isinstance(axes, (list, tuple)) else [int(axes)]
    return _apply("squeeze", [mean], axis=axes), _apply("squeeze", [variance], axis=axes)


def atrous_conv2d(value, filters, rate, padding, name=None):
    from tensorflow import nn
    return nn.conv2d(value, filters, 1, padding, dilations=rate)


def pool(input, window_shape, pooling_type, strides=None, padding="VALID", data_format=None, dilations=None, name=None):
    from tensorflow import nn
    n = len(window_shape) if isinstance(window_shape, (list, tuple)) else convert_to_tensor(input).ndim - 2
    f = getattr(nn, ("max" if pooling_type == "MAX" else "avg") + "_pool" + str(n) + "d")
    return f(input, window_shape, 1 if strides is None else strides, padding)


_make_ready(globals(), "space_to_batch batch_to_space space_to_depth depth_to_space reverse_sequence unravel_index histogram_fixed_width_bins histogram_fixed_width sufficient_statistics weighted_moments")
space_to_batch_nd = space_to_batch
