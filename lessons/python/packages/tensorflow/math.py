# tf.math: what is composed of ops; the rest comes from the table of signatures. Source: tensorflow/python/ops/math_ops.py.
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._core import (_apply, _errors, _lookup, _optional, _unknown, cast, constant, convert_to_tensor, divide, equal, expand_dims, float32, float64, int32, int64, is_tensor, not_equal, one_hot,
                              pow, reduce_max, reduce_mean, reduce_sum, reshape, sqrt, square, stop_gradient, transpose, truediv, where, zeros, zeros_like, gather, searchsorted, stack)


def reduce_variance(input_tensor, axis=None, keepdims=False, name=None):
    x = convert_to_tensor(input_tensor)
    means = reduce_mean(x, axis, keepdims=True)
    if x.dtype.is_integer:
        raise TypeError("Input must be either real or complex. Received integer type " + str(means.dtype) + ".")
    return reduce_mean(square(x - means), axis, keepdims=keepdims)


def reduce_std(input_tensor, axis=None, keepdims=False, name=None):
    return sqrt(reduce_variance(input_tensor, axis, keepdims))


def reduce_euclidean_norm(input_tensor, axis=None, keepdims=False, name=None):
    x = convert_to_tensor(input_tensor)
    return sqrt(reduce_sum(x * x, axis, keepdims=keepdims))


def reduce_logsumexp(input_tensor, axis=None, keepdims=False, name=None):
    x = convert_to_tensor(input_tensor)
    raw = reduce_max(x, axis, keepdims=True)
    most = stop_gradient(where(_apply("is_finite", [raw]), raw, zeros_like(raw)))
    result = _apply("log", [reduce_sum(_apply("exp", [x - most]), axis, keepdims=keepdims)])
    return result + (most if keepdims else reshape(most, result.shape))


def cumulative_logsumexp(x, axis=0, exclusive=False, reverse=False, name=None):
    x = convert_to_tensor(x)
    most = stop_gradient(reduce_max(x, axis, keepdims=True))
    return _apply("log", [_apply("cumsum", [_apply("exp", [x - most])], axis=axis, exclusive=exclusive or None, reverse=reverse or None)]) + most


def log_sigmoid(x, name=None):
    return -_apply("softplus", [-convert_to_tensor(x)])


def log_softmax(logits, axis=-1, name=None):
    from tensorflow import nn
    return nn.log_softmax(logits, axis)


def softmax(logits, axis=-1, name=None):
    from tensorflow import nn
    return nn.softmax(logits, axis)


def add_n(inputs, name=None):
    if not isinstance(inputs, (list, tuple)) or not inputs:
        raise ValueError("Inputs must be an iterable of at least one Tensor/IndexedSlices with the same dtype and shape.")
    return _apply("add_n", list(inputs))


accumulate_n = add_n


def scalar_mul(scalar, x, name=None):
    return cast(scalar, convert_to_tensor(x).dtype) * x


def polyval(coeffs, x, name=None):
    x = convert_to_tensor(x)
    if not coeffs:
        return zeros_like(x)
    p = convert_to_tensor(coeffs[0])
    for c in coeffs[1:]:
        p = c + p * x
    return p


def sigmoid(x, name=None):
    return _apply("sigmoid", [x])


def zero_fraction(value, name=None):
    value = convert_to_tensor(value)
    return reduce_mean(cast(value == cast(0, value.dtype), float32))


def count_nonzero(input, axis=None, keepdims=None, dtype=int64, name=None):
    input = convert_to_tensor(input)
    return cast(reduce_sum(cast(input != (False if input.dtype.is_bool else cast(0, input.dtype)), int64), axis, keepdims=keepdims or False), dtype)


def _part(op, of_real):
    def part(input, name=None):
        input = convert_to_tensor(input)
        return _apply(op, [input]) if input.dtype.is_complex else of_real(input)
    return part


real, conj = _part("real", lambda x: x), _part("conj", lambda x: x)
imag = _part("imag", zeros_like)
angle = _part("angle", lambda x: where(x < 0, cast(3.141592653589793, x.dtype) + zeros_like(x), zeros_like(x)))


# ---- segments -----------------------------------------------------------------------------------------------------------------------

def _segments(data, ids, num, name):
    data, ids = convert_to_tensor(data), _engine.int_tensor(ids)
    if num is None:
        places = ids.numpy().tolist()
        if any(b < a for a, b in zip(places, places[1:])):
            raise _errors().InvalidArgumentError(None, None, "segment ids are not increasing [Op:" + name + "] name: ")
        num = places[-1] + 1 if places else 0
        if len(places) != data.shape[0]:
            raise _errors().InvalidArgumentError(None, None, "segment_ids should be the same size as dimension 0 of input. [Op:" + name + "] name: ")
    else:
        num = int(num)
    return data, ids, num


def _joined(how, data, ids, num, empty=None):
    return _apply("unsorted_segment_" + how, [data, ids, constant(num, dtype=int32)], empty=empty)


def _segment_sum(data, ids, num):
    return _joined("sum", data, ids, num)


def _counts(ids, num, dtype):
    return _segment_sum(_engine.filled(ids.shape, 1, dtype), ids, num)


def _spread(counts, data):
    return reshape(counts, [-1] + [1] * (data.ndim - 1))


def segment_sum(data, segment_ids, name=None):
    data, ids, num = _segments(data, segment_ids, None, "SegmentSum")
    return _segment_sum(data, ids, num)


def segment_mean(data, segment_ids, name=None):
    data, ids, num = _segments(data, segment_ids, None, "SegmentMean")
    return _segment_sum(data, ids, num) / _spread(_apply("maximum", [_counts(ids, num, data.dtype), cast(1, data.dtype)]), data)


def segment_max(data, segment_ids, name=None):
    data, ids, num = _segments(data, segment_ids, None, "SegmentMax")
    return _joined("max", data, ids, num, 0.0)


def segment_min(data, segment_ids, name=None):
    data, ids, num = _segments(data, segment_ids, None, "SegmentMin")
    return _joined("min", data, ids, num, 0.0)


def segment_prod(data, segment_ids, name=None):
    data, ids, num = _segments(data, segment_ids, None, "SegmentProd")
    return _joined("prod", data, ids, num)


def unsorted_segment_sum(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentSum")
    return _segment_sum(data, ids, num)


def unsorted_segment_mean(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentMean")
    return _segment_sum(data, ids, num) / _spread(_apply("maximum", [_counts(ids, num, data.dtype), cast(1, data.dtype)]), data)


def unsorted_segment_sqrt_n(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentSqrtN")
    return _segment_sum(data, ids, num) / _spread(sqrt(_apply("maximum", [_counts(ids, num, data.dtype), cast(1, data.dtype)])), data)


def unsorted_segment_max(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentMax")
    return _joined("max", data, ids, num)


def unsorted_segment_min(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentMin")
    return _joined("min", data, ids, num)


def unsorted_segment_prod(data, segment_ids, num_segments, name=None):
    data, ids, num = _segments(data, segment_ids, num_segments, "UnsortedSegmentProd")
    return _joined("prod", data, ids, num)


def bincount(arr, weights=None, minlength=None, maxlength=None, dtype=int32, name=None, axis=None, binary_output=False):
    arr = convert_to_tensor(arr)
    places = reshape(arr, [-1]).numpy().tolist()
    if any(p < 0 for p in places):
        raise _errors().InvalidArgumentError(None, None, "Input arr must be non-negative! [Op:DenseBincount] name: ")
    n = max(places) + 1 if places else 0
    if minlength is not None:
        n = max(n, int(minlength))
    if maxlength is not None:
        n = min(n, int(maxlength))
    if weights is None:
        counts = [0] * n
        for p in places:
            if p < n:
                counts[p] = 1 if binary_output else counts[p] + 1
        return constant(counts, dtype=dtype)
    weights = convert_to_tensor(weights)
    rows = [i for i, p in enumerate(places) if p < n]
    return _segment_sum(gather(reshape(weights, [-1]), constant(rows, dtype=int32)), constant([places[i] for i in rows], dtype=int32), n)


def confusion_matrix(labels, predictions, num_classes=None, weights=None, dtype=int32, name=None):
    y, p = reshape(convert_to_tensor(labels), [-1]).numpy().tolist(), reshape(convert_to_tensor(predictions), [-1]).numpy().tolist()
    n = int(num_classes) if num_classes is not None else int(max(y + p)) + 1
    w = [1] * len(y) if weights is None else reshape(convert_to_tensor(weights), [-1]).numpy().tolist()
    cells = [[0] * n for _ in range(n)]
    for a, b, c in zip(y, p, w):
        if not 0 <= a < n or not 0 <= b < n:
            raise _errors().InvalidArgumentError(None, None, "assertion failed: [`labels` out of bound] [Condition x < y did not hold element-wise:]")
        cells[int(a)][int(b)] += c
    return cast(constant(cells), dtype)


def approximate_equal(x, y, tolerance=1e-05, name=None):
    return _apply("abs", [convert_to_tensor(x) - y]) < tolerance


def invert_permutation(x, name=None):
    places = _engine.to_ints(x)
    out = [0] * len(places)
    for i, p in enumerate(places):
        out[p] = i
    return constant(out, dtype=convert_to_tensor(x).dtype)


def is_non_decreasing(x, name=None):
    x = reshape(convert_to_tensor(x), [-1])
    return _apply("reduce_all", [x[:-1] <= x[1:]])


def is_strictly_increasing(x, name=None):
    x = reshape(convert_to_tensor(x), [-1])
    return _apply("reduce_all", [x[:-1] < x[1:]])


_make_ready(globals(), "segment_sum segment_mean segment_max segment_min segment_prod unsorted_segment_sum unsorted_segment_mean unsorted_segment_sqrt_n unsorted_segment_max unsorted_segment_min unsorted_segment_prod bincount confusion_matrix invert_permutation")


def __getattr__(name):
    value = _lookup("math.", name)
    if value is None and not name.startswith("_"):
        value = getattr(_optional("_special"), name, None)
    if value is None:
        raise _unknown("tensorflow.math", "tf.math.", name, globals())
    globals()[name] = value
    return value


from tensorflow.nn import in_top_k, l2_normalize, top_k
