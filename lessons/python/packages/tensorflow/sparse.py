# tf.SparseTensor and tf.sparse: places and values of what is not zero. Sources: tensorflow/python/framework/sparse_tensor.py, ops/sparse_ops.py.
import _engine
from tensorflow._base import TensorShape, _apply, _errors, _unknown, as_dtype, cast, constant, convert_to_tensor, float32, int32, int64, is_tensor, matmul, zeros, concat as _concat, reshape as _reshape
from tensorflow._core import _namedtuple, boolean_mask, gather

_range = range
SparseTensorValue = _namedtuple("SparseTensorValue", ("indices", "values", "dense_shape"))


class SparseTensor:
    def __init__(self, indices, values, dense_shape):
        self._indices = cast(convert_to_tensor(indices), int64) if is_tensor(indices) else _reshape(constant(indices, dtype=int64), [len(indices), -1]) if len(indices) else zeros([0, len(_engine.to_ints(dense_shape))], int64)
        self._values = convert_to_tensor(values)
        self._shape = constant(_engine.to_ints(dense_shape), dtype=int64)
        if self._indices.ndim != 2 or self._indices.shape[1] != self._shape.shape[0] or self._indices.shape[0] != self._values.shape[0]:
            raise ValueError("Dimensions " + str(self._indices.shape[0]) + " and " + str(self._values.shape[0]) + " are not compatible" if self._indices.shape[0] != self._values.shape[0]
                             else "Dimension " + str(self._indices.shape[1]) + " in both shapes must be equal, but are " + str(self._indices.shape[1]) + " and " + str(self._shape.shape[0]) + ".")

    indices = property(lambda self: self._indices)
    values = property(lambda self: self._values)
    dense_shape = property(lambda self: self._shape)
    dtype = property(lambda self: self._values.dtype)
    shape = property(lambda self: TensorShape(_engine.to_ints(self._shape)))
    ndim = property(lambda self: self._shape.shape[0])

    def get_shape(self):
        return self.shape

    def with_values(self, new_values):
        return SparseTensor(self._indices, new_values, self._shape)

    def __str__(self):
        return "SparseTensor(indices=" + str(self._indices) + ", values=" + str(self._values) + ", dense_shape=" + str(self._shape) + ")"

    __repr__ = __str__

    def __mul__(self, other):
        other = convert_to_tensor(other) if is_tensor(other) else convert_to_tensor(other, self.dtype)
        full = _apply("broadcast_to", [other, cast(self._shape, int32)])
        return self.with_values(self._values * _apply("gather_nd", [full, self._indices]))

    __rmul__ = __mul__

    def __truediv__(self, other):
        other = convert_to_tensor(other) if is_tensor(other) else convert_to_tensor(other, self.dtype)
        full = _apply("broadcast_to", [other, cast(self._shape, int32)])
        return self.with_values(self._values / _apply("gather_nd", [full, self._indices]))

    def __neg__(self):
        return self.with_values(-self._values)

    def dispatch__(self, name, args, kwargs):
        # Functions of one argument that keep zero at zero work on the values.
        import tensorflow as tf
        if name in ("reduce_sum", "reduce_max"):
            return globals()[name](*args, **kwargs)
        f = getattr(tf, name, None) or getattr(tf.math, name)
        return self.with_values(f(self._values, *args[1:], **kwargs))


class SparseTensorSpec:
    def __init__(self, shape=None, dtype=float32):
        self.shape, self.dtype = TensorShape(shape), as_dtype(dtype)

    def __repr__(self):
        return "SparseTensorSpec(" + repr(self.shape) + ", " + repr(self.dtype) + ")"


def _places(sp):
    return [tuple(p) for p in sp.indices.numpy().tolist()]


def _picked(sp, order, indices=None, shape=None):
    return SparseTensor(constant(indices if indices is not None else [list(_places(sp)[k]) for k in order], dtype=int64) if order else zeros([0, sp.ndim if shape is None else len(shape)], int64),
                        gather(sp.values, constant(order, dtype=int64)), sp.dense_shape if shape is None else shape)


def from_dense(tensor, name=None):
    tensor = convert_to_tensor(tensor)
    empty = tensor == (b"" if tensor.dtype == as_dtype("string") else False if tensor.dtype.is_bool else 0)
    places = _apply("where_true", [_apply("logical_not", [empty])])
    return SparseTensor(places, _apply("gather_nd", [tensor, places]), tensor.shape.as_list())


def to_dense(sp_input, default_value=None, validate_indices=True, name=None):
    places = _places(sp_input)
    if validate_indices:
        for k in _range(1, len(places)):
            if places[k] <= places[k - 1]:
                raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__SparseToDense_device_/job:localhost/replica:0/task:0/device:CPU:0}} indices[" + str(k) + "] is "
                                                     + ("repeated" if places[k] == places[k - 1] else "out of order") + ". Many sparse ops require sorted indices.\n  Use `tf.sparse.reorder` to create a correctly ordered copy.\n\n [Op:SparseToDense] name: ")
    shape = cast(sp_input.dense_shape, int64)
    if sp_input.dtype == as_dtype("string") or default_value is not None:
        base = zeros(_engine.to_ints(shape), sp_input.dtype) if default_value is None else _apply("fill", [cast(shape, int32), convert_to_tensor(default_value, sp_input.dtype)])
        return _apply("tensor_scatter_nd_update", [base, sp_input.indices, sp_input.values])
    return _apply("scatter_nd", [sp_input.indices, sp_input.values, shape])


def reorder(sp_input, name=None):
    places = _places(sp_input)
    return _picked(sp_input, sorted(_range(len(places)), key=lambda k: places[k]))


def retain(sp_input, to_retain):
    keep = convert_to_tensor(to_retain).numpy().tolist()
    return _picked(sp_input, [k for k, yes in enumerate(keep) if yes])


def add(a, b, threshold=0):
    if not isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if not isinstance(a, SparseTensor) or not isinstance(b, SparseTensor):
        return (to_dense(a) if isinstance(a, SparseTensor) else convert_to_tensor(a)) + (to_dense(b) if isinstance(b, SparseTensor) else convert_to_tensor(b))
    places = sorted(set(_places(a) + _places(b)))
    return SparseTensor(constant([list(p) for p in places], dtype=int64), _apply("gather_nd", [to_dense(reorder(a)) + to_dense(reorder(b)), constant([list(p) for p in places], dtype=int64)]), a.dense_shape)


def _together(a, b, op):
    places = [list(p) for p in sorted(set(_places(a) + _places(b)))]
    return SparseTensor(places, _apply("gather_nd", [_apply(op, [to_dense(reorder(a)), to_dense(reorder(b))]), constant(places, dtype=int64)]), a.dense_shape)


def maximum(sp_a, sp_b, name=None):
    return _together(sp_a, sp_b, "maximum")


def minimum(sp_a, sp_b, name=None):
    return _together(sp_a, sp_b, "minimum")


def transpose(sp_input, perm=None, name=None):
    perm = list(_range(sp_input.ndim))[::-1] if perm is None else _engine.to_ints(perm)
    shape = _engine.to_ints(sp_input.dense_shape)
    return reorder(SparseTensor(gather(sp_input.indices, constant(perm, dtype=int32), axis=1), sp_input.values, [shape[p] for p in perm]))


def sparse_dense_matmul(sp_a, b, adjoint_a=False, adjoint_b=False, name=None):
    a = to_dense(reorder(sp_a)) if isinstance(sp_a, SparseTensor) else convert_to_tensor(sp_a)
    b = to_dense(reorder(b)) if isinstance(b, SparseTensor) else convert_to_tensor(b)
    return matmul(a, b, adjoint_a=adjoint_a, adjoint_b=adjoint_b)


def reduce_sum(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    result = _engine.function("reduce_sum")(to_dense(reorder(sp_input)), axis, keepdims=keepdims or False)
    return from_dense(result) if output_is_sparse else result


def reduce_max(sp_input, axis=None, keepdims=None, output_is_sparse=False, name=None):
    result = _engine.function("reduce_max")(to_dense(reorder(sp_input)), axis, keepdims=keepdims or False)
    return from_dense(result) if output_is_sparse else result


def reshape(sp_input, shape, name=None):
    old, new = _engine.to_ints(sp_input.dense_shape), _engine.to_ints(shape)
    total, known = 1, 1
    for n in old:
        total *= n
    for n in new:
        known *= n if n >= 0 else 1
    new = [n if n >= 0 else total // known for n in new]
    out = []
    for p in _places(sp_input):
        flat = 0
        for i, n in zip(p, old):
            flat = flat * n + i
        place = []
        for n in reversed(new):
            place.append(flat % n)
            flat //= n
        out.append(place[::-1])
    return SparseTensor(out, sp_input.values, new)


def slice(sp_input, start, size, name=None):
    start, size, shape = _engine.to_ints(start), _engine.to_ints(size), _engine.to_ints(sp_input.dense_shape)
    limits = [min(a + n, d) for a, n, d in zip(start, size, shape)]
    order = [k for k, p in enumerate(_places(sp_input)) if all(a <= i < b for i, a, b in zip(p, start, limits))]
    return _picked(sp_input, order, [[i - a for i, a in zip(_places(sp_input)[k], start)] for k in order], [b - a for a, b in zip(start, limits)])


def split(sp_input=None, num_split=None, axis=None, name=None):
    n = _engine.to_ints(sp_input.dense_shape)
    width, more = n[axis] // num_split, n[axis] % num_split
    out, at = [], 0
    for k in _range(num_split):
        size = width + (k < more)
        out.append(slice(sp_input, [at if a == axis else 0 for a in _range(len(n))], [size if a == axis else n[a] for a in _range(len(n))]))
        at += size
    return out


def concat(axis, sp_inputs, expand_nonconcat_dims=False, name=None):
    shapes = [_engine.to_ints(s.dense_shape) for s in sp_inputs]
    axis %= len(shapes[0])
    places, at = [], 0
    for sp, shape in zip(sp_inputs, shapes):
        places += [[i + (at if a == axis else 0) for a, i in enumerate(p)] for p in _places(sp)]
        at += shape[axis]
    full = [at if a == axis else max(s[a] for s in shapes) for a in _range(len(shapes[0]))]
    return reorder(SparseTensor(places, _concat([s.values for s in sp_inputs], 0), full))


def softmax(sp_input, name=None):
    import tensorflow as tf
    sp = reorder(sp_input)
    rows = {}
    ids = [rows.setdefault(p[:-1], len(rows)) for p in _places(sp)]
    most = tf.math.unsorted_segment_max(sp.values, ids, len(rows))
    e = tf.exp(sp.values - gather(most, constant(ids, dtype=int32)))
    return sp.with_values(e / gather(tf.math.unsorted_segment_sum(e, ids, len(rows)), constant(ids, dtype=int32)))


def eye(num_rows, num_columns=None, dtype=float32, name=None):
    columns = num_rows if num_columns is None else num_columns
    n = min(num_rows, columns)
    return SparseTensor([[i, i] for i in _range(n)], _engine.filled([n], 1, dtype), [num_rows, columns])


def expand_dims(sp_input, axis=None, name=None):
    n = sp_input.ndim
    axis = -1 if axis is None else axis
    axis = axis + n + 1 if axis < 0 else axis
    shape = _engine.to_ints(sp_input.dense_shape)
    return SparseTensor([list(p[:axis]) + [0] + list(p[axis:]) for p in _places(sp_input)], sp_input.values, shape[:axis] + [1] + shape[axis:])


def fill_empty_rows(sp_input, default_value, name=None):
    n = _engine.to_ints(sp_input.dense_shape)[0]
    have = set(p[0] for p in _places(sp_input))
    empty = [i for i in _range(n) if i not in have]
    if empty:
        filled = SparseTensor(_concat([sp_input.indices, constant([[i] + [0] * (sp_input.ndim - 1) for i in empty], dtype=int64)], 0),
                              _concat([sp_input.values, _apply("fill", [constant([len(empty)]), convert_to_tensor(default_value, sp_input.dtype)])], 0), sp_input.dense_shape)
        sp_input = reorder(filled)
    return sp_input, constant([i not in have for i in _range(n)])


def map_values(op, *args, **kwargs):
    first = [a for a in args if isinstance(a, SparseTensor)][0]
    return first.with_values(op(*[a.values if isinstance(a, SparseTensor) else a for a in args], **kwargs))


def to_indicator(sp_input, vocab_size, name=None):
    places = [list(p[:-1]) + [int(v)] for p, v in zip(_places(sp_input), sp_input.values.numpy().tolist())]
    shape = _engine.to_ints(sp_input.dense_shape)[:-1] + [vocab_size]
    return to_dense(reorder(SparseTensor(places, constant([True] * len(places)), shape)), False)


def mask(a, mask_indices, name=None):
    from tensorflow._base import IndexedSlices
    gone = _engine.to_ints(mask_indices)
    keep = [k for k, i in enumerate(_engine.to_ints(a.indices)) if i not in gone]
    return IndexedSlices(gather(a.values, constant(keep, dtype=int32)), gather(a.indices, constant(keep, dtype=int32)), a.dense_shape)


def _segment(kind):
    def segment(data, indices, segment_ids, num_segments=None, name=None):
        import tensorflow as tf
        rows = gather(convert_to_tensor(data), indices)
        if num_segments is None:
            return getattr(tf.math, "segment_" + kind)(rows, segment_ids)
        return getattr(tf.math, "unsorted_segment_" + kind)(rows, segment_ids, num_segments)
    return segment


segment_sum, segment_mean, segment_sqrt_n = _segment("sum"), _segment("mean"), _segment("sqrt_n")


def __getattr__(name):
    raise _unknown("tensorflow.sparse", "tf.sparse.", name, globals())
