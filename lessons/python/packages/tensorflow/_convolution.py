# Convolution and pooling, composed of gather, reshape and matmul: patches are picked by constant indices, so their gradients are those of the parts.
# Sources: tensorflow/python/ops/nn_ops.py; the sizes of "SAME" and "VALID" from tensorflow/core/framework/kernel_shape_util.cc.
from tensorflow._core import (_apply, _errors, cast, constant, convert_to_tensor, expand_dims, gather, int32, matmul, pad, reduce_max, reduce_mean, reduce_sum, reshape, transpose)


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


def _plan(size, window, stride, dilation, padding, axis):
    # Where the windows start, and how much padding stands before and after.
    reach = (window - 1) * dilation + 1
    if not isinstance(padding, str):
        before, after = padding[axis + 1]
    elif padding.upper() == "SAME":
        out = -(-size // stride)
        total = max((out - 1) * stride + reach - size, 0)
        before, after = total // 2, total - total // 2
    elif padding.upper() == "VALID":
        before = after = 0
    else:
        raise ValueError("`padding` must be either \"VALID\" or \"SAME\". Received: padding=" + str(padding))
    out = (size + before + after - reach) // stride + 1
    if out <= 0:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Conv2D_device_/job:localhost/replica:0/task:0/device:CPU:0}} Computed output size would be negative: "
                                             + str(out) + " [input_size: " + str(size) + ", effective_filter_size: " + str(reach) + ", stride: " + str(stride) + "] [Op:Conv2D] name: ")
    return out, before, after


def _patches(x, window, strides, dilations, padding, fill=0):
    # [n, rows, columns, window rows · window columns, channels]
    n, h, w, c = x.shape.as_list()
    out_h, top, bottom = _plan(h, window[0], strides[0], dilations[0], padding, 0)
    out_w, left, right = _plan(w, window[1], strides[1], dilations[1], padding, 1)
    if top or bottom or left or right:
        x = pad(x, [[0, 0], [top, bottom], [left, right], [0, 0]], constant_values=fill)
    width = w + left + right
    places = [[(r * strides[0] + i * dilations[0]) * width + q * strides[1] + j * dilations[1] for i in range(window[0]) for j in range(window[1])]
              for r in range(out_h) for q in range(out_w)]
    flat = reshape(x, [n, -1, c])
    return reshape(gather(flat, constant(places, dtype=int32), axis=1), [n, out_h, out_w, window[0] * window[1], c])


def conv2d(input, filters, strides, padding, data_format="NHWC", dilations=None, name=None):
    x = convert_to_tensor(input)
    k = convert_to_tensor(filters)
    if x.ndim != 4:
        raise ValueError("`input` must be of rank 4, received shape " + str(x.shape))
    last = data_format != "NCHW"
    if not last:
        x = transpose(x, [0, 2, 3, 1])
    kh, kw, cin, cout = k.shape.as_list()
    if x.shape[3] % cin:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Conv2D_device_/job:localhost/replica:0/task:0/device:CPU:0}} input depth must be evenly divisible by filter depth: "
                                             + str(x.shape[3]) + " vs " + str(cin) + " [Op:Conv2D] name: ")
    p = _patches(x, [kh, kw], _two(strides, "strides", last), _two(dilations or 1, "dilations", last), padding)
    n, h, w = p.shape.as_list()[:3]
    groups = x.shape[3] // cin
    if groups == 1:
        y = reshape(matmul(reshape(p, [n * h * w, kh * kw * cin]), reshape(k, [kh * kw * cin, cout])), [n, h, w, cout])
    else:
        from tensorflow._core import concat
        y = concat([reshape(matmul(reshape(p[..., g * cin:(g + 1) * cin], [n * h * w, -1]), reshape(k[..., g * (cout // groups):(g + 1) * (cout // groups)], [kh * kw * cin, -1])), [n, h, w, -1])
                    for g in range(groups)], -1)
    return y if last else transpose(y, [0, 3, 1, 2])


def depthwise_conv2d(input, filter, strides, padding, data_format="NHWC", dilations=None, name=None):
    x, k = convert_to_tensor(input), convert_to_tensor(filter)
    kh, kw, c, multiplier = k.shape.as_list()
    p = _patches(x, [kh, kw], _two(strides, "strides"), _two(dilations or 1, "dilations"), padding)
    n, h, w = p.shape.as_list()[:3]
    y = reduce_sum(expand_dims(p, -1) * reshape(k, [kh * kw, c, multiplier]), 3)
    return reshape(y, [n, h, w, c * multiplier])


def conv1d(input, filters, stride, padding, data_format="NWC", dilations=None, name=None):
    x, k = convert_to_tensor(input), convert_to_tensor(filters)
    stride = stride if isinstance(stride, int) else stride[0] if len(stride) == 1 else stride[1]
    y = conv2d(expand_dims(x, 1), expand_dims(k, 0), [1, stride], padding, dilations=[1, dilations or 1])
    return _apply("squeeze", [y], axis=1)


def conv2d_transpose(input, filters, output_shape, strides, padding="SAME", data_format="NHWC", dilations=None, name=None):
    # The gradient of conv2d with respect to its input, as TensorFlow defines it.
    from tensorflow._core import GradientTape, _CustomGradient, zeros
    x, k = convert_to_tensor(input), convert_to_tensor(filters)
    shape = [int(n) for n in output_shape]

    def forward(x, k):
        def value():
            base = zeros(shape, x.dtype)
            with GradientTape() as tape:
                tape.watch(base)
                y = conv2d(base, k, strides, padding)
            return tape.gradient(y, base, output_gradients=x)

        def grad(dy):
            base = dy
            with GradientTape() as tape:
                tape.watch(k)
                y = conv2d(base, k, strides, padding)
            return y, tape.gradient(y, k, output_gradients=x)
        return value(), grad
    return _CustomGradient(forward)(x, k)


def _pool(value, ksize, strides, padding, data_format, best):
    x = convert_to_tensor(value)
    last = data_format != "NCHW"
    if not last:
        x = transpose(x, [0, 2, 3, 1])
    window = _two(ksize, "ksize", last)
    y = best(x, window, _two(ksize if strides is None else strides, "strides", last), padding)
    return y if last else transpose(y, [0, 3, 1, 2])


def _max(x, window, strides, padding):
    from tensorflow._core import stop_gradient, one_hot
    p = _patches(x, window, strides, [1, 1], padding, x.dtype.min)
    # The first of equal maxima gets the gradient, as in TensorFlow's kernel.
    first = one_hot(_apply("argmax", [stop_gradient(p)], axis=3), p.shape[3], axis=3, dtype=p.dtype)
    return reduce_sum(_apply("where", [first > 0, p, _apply("zeros_like", [p])]), 3)


def _mean(x, window, strides, padding):
    p = _patches(x, window, strides, [1, 1], padding)
    counts = _patches(_apply("ones_like", [x]), window, strides, [1, 1], padding)
    return reduce_sum(p, 3) / reduce_sum(counts, 3)


def max_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):
    return _pool(input, ksize, strides, padding, data_format, _max)


def avg_pool2d(input, ksize, strides, padding, data_format="NHWC", name=None):
    return _pool(input, ksize, strides, padding, data_format, _mean)


max_pool, avg_pool = max_pool2d, avg_pool2d


def max_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    k, s = ksize if isinstance(ksize, int) else ksize[-1], strides if isinstance(strides, int) else strides[-1]
    return _apply("squeeze", [_max(expand_dims(convert_to_tensor(input), 1), [1, k], [1, s], padding)], axis=1)


def avg_pool1d(input, ksize, strides, padding, data_format="NWC", name=None):
    k, s = ksize if isinstance(ksize, int) else ksize[-1], strides if isinstance(strides, int) else strides[-1]
    return _apply("squeeze", [_mean(expand_dims(convert_to_tensor(input), 1), [1, k], [1, s], padding)], axis=1)


def convolution(input, filters, strides=None, padding="VALID", data_format=None, dilations=None, name=None):
    return conv2d(input, filters, strides or 1, padding, data_format or "NHWC", dilations)


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


lrn = local_response_normalization
