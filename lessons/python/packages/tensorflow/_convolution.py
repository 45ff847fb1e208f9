# Convolution and pooling: arguments as TensorFlow takes them, for the ops of engine/ops/conv.cpp. Source: tensorflow/python/ops/nn_ops.py.
from tensorflow._symbolic import ready as _ready
from tensorflow._core import _apply, _engine, convert_to_tensor, expand_dims, pad, transpose


def _two(v, name, channels_last=True):
    if isinstance(v, int):
        return [v, v]
    v = [int(x) for x in v]
    if len(v) == 1:
        return v * 2
    if len(v) == 4:
        return v[1:3] if channels_last else v[2:4]
    if len(v) != 2:
        raise ValueError(name + " should be of length 1, 2 or 4 but was " + str(len(v)))
    return v


def _attributes(padding, channels_last=True, **pairs):
    # Attributes of the op: pairs as [1, rows, columns, 1], padding by name or as numbers.
    out = {name: [1] + _two(v, name, channels_last) + [1] for name, v in pairs.items()}
    if isinstance(padding, str):
        out["padding"] = padding.upper()
        if out["padding"] not in ("SAME", "VALID"):
            raise ValueError("`padding` must be either \"VALID\" or \"SAME\". Received: padding=" + str(padding))
    else:
        p = [[int(n) for n in axis] for axis in padding]
        p = p if channels_last else [p[0], p[2], p[3], p[1]]
        out["padding"], out["explicit_paddings"] = "EXPLICIT", [n for axis in p for n in axis]
    return out


def _channels_last(x, data_format):
    last = not data_format.startswith("NC")
    return (x if last else transpose(x, [0, 2, 3, 1])), last


def _restored(y, last):
    return y if last else transpose(y, [0, 3, 1, 2])


def conv2d(input, filters, strides, padding, data_format="NHWC", dilations=None, name=None):
    x, k = convert_to_tensor(input), convert_to_tensor(filters)
    if x.ndim != 4:
        raise ValueError("`input` must be of rank 4, received shape " + str(x.shape))
    x, last = _channels_last(x, data_format)
    attributes = _attributes(padding, last, strides=strides, dilations=dilations or 1)
    depth, each = x.shape[3], k.shape[2]
    if depth is None or depth % each or depth == each:
        return _restored(_apply("conv2d", [x, k], **attributes), last)
    groups = depth // each   # each group of channels has filters of its own
    if k.shape[3] % groups:
        from tensorflow._core import _errors
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Conv2D_device_/job:localhost/replica:0/task:0/device:CPU:0}} output depth must be evenly divisible by number of groups: "
                                             + str(k.shape[3]) + " vs " + str(groups) + " [Op:Conv2D] name: ")
    wide = k.shape[3] // groups
    from tensorflow._core import concat
    y = concat([_apply("conv2d", [x[..., g * each:(g + 1) * each], k[..., g * wide:(g + 1) * wide]], **attributes) for g in range(groups)], -1)
    return _restored(y, last)


def depthwise_conv2d(input, filter, strides, padding, data_format=None, dilations=None, name=None):
    x, last = _channels_last(convert_to_tensor(input), data_format or "NHWC")
    return _restored(_apply("depthwise_conv2d", [x, filter], **_attributes(padding, last, strides=strides, dilations=dilations or 1)), last)


def _squeezed(op, inputs, **attributes):
    return _apply("squeeze", [_apply(op, inputs, **attributes)], axis=1)


def conv1d(input, filters, stride, padding, data_format="NWC", dilations=None, name=None):
    x, k = convert_to_tensor(input), convert_to_tensor(filters)
    stride, dilation = (v if isinstance(v, int) else v[0] if len(v) == 1 else v[1] for v in (stride, dilations or 1))
    return _squeezed("conv2d", [expand_dims(x, 1), expand_dims(k, 0)], **_attributes(padding, strides=[1, stride], dilations=[1, dilation]))


def conv2d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NHWC", dilations=None, name=None):
    # The gradient of conv2d with respect to its input, as TensorFlow defines it.
    x, last = _channels_last(convert_to_tensor(input), data_format)
    shape = _engine.int_tensor(output_shape)
    if not last:
        shape = _apply("gather", [shape, _engine.int_tensor([0, 2, 3, 1])], axis=0)
    return _restored(_apply("conv2d_backprop_input", [shape, filters, x], **_attributes(padding, last, strides=strides, dilations=dilations or 1)), last)


def conv1d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NWC", dilations=None, name=None):
    x, k = convert_to_tensor(input), convert_to_tensor(filters)
    shape = _engine.to_ints(output_shape)
    stride = strides if isinstance(strides, int) else strides[0] if len(strides) == 1 else strides[1]
    return _squeezed("conv2d_backprop_input", [_engine.int_tensor([shape[0], 1] + shape[1:]), expand_dims(k, 0), expand_dims(x, 1)], **_attributes(padding, strides=[1, stride]))


def _pool(op, value, ksize, strides, padding, data_format):
    x, last = _channels_last(convert_to_tensor(value), data_format)
    return _restored(_apply(op, [x], **_attributes(padding, last, ksize=ksize, strides=ksize if strides is None else strides)), last)


def max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):
    return _pool("max_pool", input, ksize, strides, padding, data_format)


def avg_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):
    return _pool("avg_pool", input, ksize, strides, padding, data_format)


def _pool1d(op, input, ksize, strides, padding):
    k, s = (v if isinstance(v, int) else v[0] if len(v) == 1 else v[1] for v in (ksize, strides))
    return _squeezed(op, [expand_dims(input, 1)], **_attributes(padding, ksize=[1, k], strides=[1, s]))


def max_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    return _pool1d("max_pool", input, ksize, strides, padding)


def avg_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    return _pool1d("avg_pool", input, ksize, strides, padding)


def max_pool(input, ksize, strides, padding, data_format=None, name=None):
    x = convert_to_tensor(input)
    return max_pool1d(x, ksize, strides, padding) if x.ndim == 3 else max_pool2d(x, ksize, strides, padding, data_format or "NHWC")


def avg_pool(input, ksize, strides, padding, data_format=None, name=None):
    x = convert_to_tensor(input)
    return avg_pool1d(x, ksize, strides, padding) if x.ndim == 3 else avg_pool2d(x, ksize, strides, padding, data_format or "NHWC")


def convolution(input, filters, strides=None, padding="VALID", data_format=None, dilations=None, name=None):
    x = convert_to_tensor(input)
    if x.ndim == 3:
        return conv1d(x, filters, strides or 1, padding, dilations=dilations)
    return conv2d(x, filters, strides or 1, padding, data_format or "NHWC", dilations)


def separable_conv2d(input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None):
    return conv2d(depthwise_conv2d(input, depthwise_filter, strides, padding, dilations=dilations), pointwise_filter, 1, "VALID")


def local_response_normalization(input, depth_radius=5, bias=1, alpha=1, beta=0.5, name=None):
    x = convert_to_tensor(input)
    squares = pad(x * x, [[0, 0], [0, 0], [0, 0], [depth_radius, depth_radius]])
    c = x.shape[3]
    total = squares[..., 0:c]
    for i in range(1, 2 * depth_radius + 1):
        total = total + squares[..., i:i + c]
    return x / (bias + alpha * total) ** beta


local_response_normalization = _ready(local_response_normalization, "local_response_normalization")
lrn = local_response_normalization
