# tf.nn in three dimensions: convolution and pooling of volumes, slice by slice along the depth. Source: tensorflow/python/ops/nn_ops.py.
from tensorflow._base import cast, constant, convert_to_tensor, maximum, reshape
from tensorflow._core import _apply, pad
from tensorflow.nn import avg_pool2d, conv2d, max_pool2d


def _three(v):
    if isinstance(v, int):
        return [v] * 3
    v = [int(n) for n in v]
    return v * 3 if len(v) == 1 else v[1:4] if len(v) == 5 else v


def _depth(size, window, step, padding):
    # (size of the result, missing in front, missing behind). Source: framework/common_shape_fns.cc
    if padding.upper() == "VALID":
        return max(0, -(-(size - window + 1) // step)), 0, 0
    out = -(-size // step)
    missing = max(0, (out - 1) * step + window - size)
    return out, missing // 2, missing - missing // 2


def _slices(x, k, out, step, dims):
    return reshape(x[:, k:k + (out - 1) * step + 1:step], [dims[0] * out] + dims[2:])


def conv3d(input, filters, strides, padding, data_format="NDHWC", dilations=None, name=None):
    if data_format != "NDHWC":
        raise ValueError("tf.nn.conv3d takes data_format=\"NDHWC\" here.")
    x, w = convert_to_tensor(input), convert_to_tensor(filters)
    step, wide = _three(strides), _three(dilations or 1)
    dims = x.shape.as_list()
    out, before, after = _depth(dims[1], (w.shape[0] - 1) * wide[0] + 1, step[0], padding)
    if before or after:
        x = pad(x, [[0, 0], [before, after], [0, 0], [0, 0], [0, 0]])
    total = None
    for k in range(w.shape[0]):
        y = conv2d(_slices(x, k * wide[0], out, step[0], dims), w[k], step[1:], padding, dilations=wide[1:])
        total = y if total is None else total + y
    return reshape(total, [dims[0], out] + total.shape.as_list()[1:])


def max_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):
    x, size, step = convert_to_tensor(input), _three(ksize), _three(strides)
    dims = x.shape.as_list()
    out, before, after = _depth(dims[1], size[0], step[0], padding)
    if before or after:
        x = pad(x, [[0, 0], [before, after], [0, 0], [0, 0], [0, 0]], constant_values=x.dtype.min)
    best = None
    for k in range(size[0]):
        y = max_pool2d(_slices(x, k, out, step[0], dims), size[1:], step[1:], padding)
        best = y if best is None else maximum(best, y)
    return reshape(best, [dims[0], out] + best.shape.as_list()[1:])


def avg_pool3d(input, ksize, strides, padding, data_format="NDHWC", name=None):
    x, size, step = convert_to_tensor(input), _three(ksize), _three(strides)
    dims = x.shape.as_list()
    out, before, after = _depth(dims[1], size[0], step[0], padding)
    if before or after:
        x = pad(x, [[0, 0], [before, after], [0, 0], [0, 0], [0, 0]])
    total = None
    for k in range(size[0]):
        y = avg_pool2d(_slices(x, k, out, step[0], dims), size[1:], step[1:], padding)
        total = y if total is None else total + y
    counts = [len([k for k in range(size[0]) if 0 <= d * step[0] + k - before < dims[1]]) for d in range(out)]
    total = reshape(total, [dims[0], out] + total.shape.as_list()[1:])
    return total / cast(reshape(constant(counts), [1, out, 1, 1, 1]), total.dtype)
