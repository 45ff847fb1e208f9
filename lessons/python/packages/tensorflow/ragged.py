# tf.RaggedTensor and tf.ragged: rows of different lengths, as flat values and the places where rows end.
# Sources: tensorflow/python/ops/ragged/ragged_tensor.py, ragged_factory_ops.py, ragged_math_ops.py, ragged_getitem.py, ragged_dispatch.py.
import _engine
from tensorflow._base import DType, TensorShape, _apply, _errors, _unknown, as_dtype, cast, concat, convert_to_tensor, expand_dims, float32, int32, int64, is_tensor, reshape, zeros
from tensorflow._base import constant as _constant, stack as _stack
from tensorflow._base import _op
from tensorflow._core import gather

_range, _tile = range, _op("tile")


def _ints(x):
    return _engine.to_ints(x)


def _splits_of(lengths):
    splits = [0]
    for n in lengths:
        splits.append(splits[-1] + n)
    return splits


def _text(x):
    # An array, its elements separated by commas. Source: ragged_tensor.py, _formatter.
    from numpy._object import ObjectArray, layout
    if not hasattr(x, "shape") or x.shape == ():
        return str(x)
    if not x.size:
        return repr(x.tolist())
    items = x if isinstance(x, ObjectArray) else list(x) if x.ndim == 1 else x
    return layout(items, x.shape, _text, ", ")


class RaggedTensor:
    """Rows of different lengths: `values` one after the other, and `row_splits`, where each row begins and the last one ends."""

    def __init__(self, values, row_splits, internal=False, uniform=None):
        if not internal:
            raise ValueError("RaggedTensor constructor is private; please use one of the factory methods instead (e.g., RaggedTensor.from_row_lengths())")
        self._values, self._splits, self._uniform = values, row_splits, uniform

    # -- making
    @classmethod
    def from_row_splits(cls, values, row_splits, name=None, validate=True):
        values, splits = _values(values), _splits(row_splits)
        places = _ints(splits)
        if validate:
            if not places or places[0] != 0:
                raise _errors().InvalidArgumentError(None, None, "Arguments to from_row_splits do not form a valid RaggedTensor:zero\nRow splits must start with 0.")
            if any(b < a for a, b in zip(places, places[1:])):
                raise _errors().InvalidArgumentError(None, None, "Arguments to from_row_splits do not form a valid RaggedTensor:monotonic")
            if places[-1] != _nrows(values):
                raise _errors().InvalidArgumentError(None, None, "Arguments to from_row_splits do not form a valid RaggedTensor")
        return cls(values, splits, True)

    @classmethod
    def from_row_lengths(cls, values, row_lengths, name=None, validate=True):
        values = _values(values)
        return cls.from_row_splits(values, _constant(_splits_of(_ints(row_lengths)), dtype=int64), validate=validate)

    @classmethod
    def from_row_starts(cls, values, row_starts, name=None, validate=True):
        values = _values(values)
        return cls.from_row_splits(values, _constant(_ints(row_starts) + [_nrows(values)], dtype=int64), validate=validate)

    @classmethod
    def from_row_limits(cls, values, row_limits, name=None, validate=True):
        return cls.from_row_splits(values, _constant([0] + _ints(row_limits), dtype=int64), validate=validate)

    @classmethod
    def from_value_rowids(cls, values, value_rowids, nrows=None, name=None, validate=True):
        ids = _ints(value_rowids)
        n = int(nrows) if nrows is not None else (ids[-1] + 1 if ids else 0)
        lengths = [0] * n
        for i in ids:
            lengths[i] += 1
        return cls.from_row_lengths(values, lengths)

    @classmethod
    def from_uniform_row_length(cls, values, uniform_row_length, nrows=None, validate=True, name=None):
        values, length = _values(values), int(uniform_row_length)
        n = int(nrows) if nrows is not None else (_nrows(values) // length if length else 0)
        return cls(values, _constant([i * length for i in _range(n + 1)], dtype=int64), True, length)

    @classmethod
    def from_nested_row_splits(cls, flat_values, nested_row_splits, name=None, validate=True):
        for splits in reversed(list(nested_row_splits)):
            flat_values = cls.from_row_splits(flat_values, splits)
        return flat_values

    @classmethod
    def from_nested_row_lengths(cls, flat_values, nested_row_lengths, name=None, validate=True):
        for lengths in reversed(list(nested_row_lengths)):
            flat_values = cls.from_row_lengths(flat_values, lengths)
        return flat_values

    @classmethod
    def from_tensor(cls, tensor, lengths=None, padding=None, ragged_rank=1, name=None, row_splits_dtype=int64):
        tensor = convert_to_tensor(tensor)
        if ragged_rank > 1:
            inner = cls.from_tensor(reshape(tensor, [-1] + tensor.shape.as_list()[2:]), ragged_rank=ragged_rank - 1)
            return cls.from_uniform_row_length(inner, tensor.shape[1])
        n, width = tensor.shape[0], tensor.shape[1]
        if lengths is not None:
            kept = _ints(lengths)
        elif padding is not None:
            rows = tensor.numpy().tolist()
            pad = convert_to_tensor(padding, tensor.dtype).numpy().tolist() if not is_tensor(padding) else padding.numpy().tolist()
            kept = []
            for row in rows:
                k = len(row)
                while k and row[k - 1] == pad:
                    k -= 1
                kept.append(k)
        else:
            kept = [width] * n
        flat = reshape(tensor, [n * width] + tensor.shape.as_list()[2:])
        return cls.from_row_lengths(gather(flat, _constant([i * width + j for i in _range(n) for j in _range(kept[i])], dtype=int64)), kept)

    @classmethod
    def from_sparse(cls, st_input, name=None, row_splits_dtype=int64):
        rows = [int(i[0]) for i in st_input.indices.numpy().tolist()]
        return cls.from_value_rowids(st_input.values, rows, nrows=_ints(st_input.dense_shape)[0])

    # -- what it is
    values = property(lambda self: self._values)
    row_splits = property(lambda self: self._splits)
    dtype = property(lambda self: self._values.dtype)
    ragged_rank = property(lambda self: 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0))
    flat_values = property(lambda self: self._values.flat_values if isinstance(self._values, RaggedTensor) else self._values)
    nested_row_splits = property(lambda self: (self._splits,) + (self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()))
    uniform_row_length = property(lambda self: None if self._uniform is None else _constant(self._uniform, dtype=int64))

    @property
    def shape(self):
        return TensorShape([_nrows(self), self._uniform] + list(self._values.shape)[1:])

    def get_shape(self):
        return self.shape

    @property
    def ndim(self):
        return len(self.shape)

    def nrows(self, out_type=None, name=None):
        return _constant(_nrows(self), dtype=out_type or int64)

    def row_starts(self, name=None):
        return self._splits[:-1]

    def row_limits(self, name=None):
        return self._splits[1:]

    def row_lengths(self, axis=1, name=None):
        if axis == 0:
            return self.nrows()
        if axis > 1:
            inner = self._values.row_lengths(axis - 1)
            return self.with_values(inner)
        return self._splits[1:] - self._splits[:-1]

    def nested_row_lengths(self, name=None):
        return tuple(s[1:] - s[:-1] for s in self.nested_row_splits)

    def value_rowids(self, name=None):
        return _constant([i for i, n in enumerate(_ints(self.row_lengths())) for _ in _range(n)], dtype=int64)

    def bounding_shape(self, axis=None, name=None, out_type=None):
        dims = [_nrows(self)]
        x = self
        while isinstance(x, RaggedTensor):
            dims.append(max([0] + _ints(x.row_lengths())))
            x = x._values
        dims += x.shape.as_list()[1:]
        return _constant(dims if axis is None else dims[axis], dtype=out_type or int64)

    def with_values(self, new_values):
        return RaggedTensor(_values(new_values), self._splits, True, self._uniform)

    def with_flat_values(self, new_values):
        return self.with_values(self._values.with_flat_values(new_values) if isinstance(self._values, RaggedTensor) else new_values)

    # -- leaving
    def to_list(self):
        return [r.to_list() if isinstance(r, RaggedTensor) else r.numpy().tolist() for r in self]

    def numpy(self):
        # Rows of one length become an array with one more axis, others an array of arrays.
        import numpy as np
        from numpy._object import ObjectArray
        values, places = self._values.numpy(), _ints(self._splits)
        rows = [values[i:j] for i, j in zip(places, places[1:])]
        if not rows:
            return np.array([], dtype=values.dtype if not isinstance(values, ObjectArray) else None)
        if any(len(r) != len(rows[0]) for r in rows):
            return ObjectArray(rows)
        if isinstance(values, ObjectArray):
            return ObjectArray(rows, (len(rows),) + rows[0].shape)
        return np.reshape(values, [len(rows), len(rows[0])] + list(values.shape[1:])) if values.size else np.array(rows)

    def to_tensor(self, default_value=None, name=None, shape=None):
        if isinstance(self._values, RaggedTensor):
            wide = _ints(self.bounding_shape())
            rows = [r.to_tensor(default_value, shape=wide[1:]) for r in self]
            return _stack(rows) if rows else zeros(wide, self.dtype)
        lengths, starts = _ints(self.row_lengths()), _ints(self.row_starts())
        width, n = max([0] + lengths), len(lengths)
        if shape is not None:
            dims = list(shape) if isinstance(shape, (list, tuple)) else TensorShape(shape).as_list()
            n = n if dims[0] is None else dims[0]
            width = width if len(dims) < 2 or dims[1] is None else dims[1]
        inner = self._values.shape.as_list()[1:]
        default = zeros([], self.dtype) if default_value is None else default_value if is_tensor(default_value) else convert_to_tensor(default_value, self.dtype)
        flat = concat([self._values, _apply("broadcast_to", [default, _constant([1] + inner, dtype=int32)])], 0)
        last = self._values.shape[0]
        places = [[starts[i] + j if i < len(lengths) and j < lengths[i] else last for j in _range(width)] for i in _range(n)]
        return gather(flat, reshape(_constant(places, dtype=int64), [n, width]))

    def to_sparse(self, name=None):
        from tensorflow.sparse import SparseTensor
        places = [[i, j] for i, n in enumerate(_ints(self.row_lengths())) for j in _range(n)]
        return SparseTensor(reshape(_constant(places, dtype=int64), [-1, 2]), self._values, _ints(self.bounding_shape()))

    def __str__(self):
        return "<tf.RaggedTensor " + _text(self.numpy()) + ">"

    __repr__ = __str__

    def __len__(self):
        return _nrows(self)

    def __iter__(self):
        for i in _range(_nrows(self)):
            yield self[i]

    def __bool__(self):
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __getitem__(self, index):
        index = index if isinstance(index, tuple) else (index,)
        if not index:
            return self
        first, rest = index[0], index[1:]
        if first is None:
            return RaggedTensor.from_uniform_row_length(self[rest] if rest else self, _nrows(self), nrows=1)
        if first is Ellipsis:
            missing = len(self.shape) - len(rest)
            return self[(slice(None),) * missing + rest] if rest else self
        n = _nrows(self)
        splits = _ints(self._splits)
        if not isinstance(first, slice):
            i = int(first)
            if not -n <= i < n:
                raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__StridedSlice_device_/job:localhost/replica:0/task:0/device:CPU:0}} slice index " + str(i) + " of dimension 0 out of bounds. [Op:StridedSlice] name: strided_slice/")
            i %= n
            row = self._values[splits[i]:splits[i + 1]]
            return row[rest] if rest else row
        rows = list(_range(n))[first]
        picked = [j for i in rows for j in _range(splits[i], splits[i + 1])]
        kept = RaggedTensor.from_row_lengths(_rows(self._values, picked), [splits[i + 1] - splits[i] for i in rows])
        if not rest:
            return kept
        second, after = rest[0], rest[1:]
        lengths = _ints(kept.row_lengths())
        if second is None:
            return RaggedTensor.from_uniform_row_length(kept[(slice(None),) + after] if after else kept, 1)
        if isinstance(second, slice):
            starts = _ints(kept.row_starts())
            chosen = [[starts[i] + j for j in list(_range(m))[second]] for i, m in enumerate(lengths)]
            kept = RaggedTensor.from_row_lengths(_rows(kept._values, [j for c in chosen for j in c]), [len(c) for c in chosen])
            return kept.with_values(kept._values[(slice(None),) + after]) if after else kept
        raise ValueError("Cannot index into an inner ragged dimension.")

    # -- arithmetic: element by element on the flat values
    def dispatch__(self, name, args, kwargs):
        return _dispatch(name, args, kwargs)


def _values(x):
    return x if isinstance(x, RaggedTensor) else convert_to_tensor(x)


def _splits(x):
    x = x if is_tensor(x) else _constant(x, dtype=int64)
    return x


def _nrows(x):
    return x._splits.shape[0] - 1 if isinstance(x, RaggedTensor) else convert_to_tensor(x).shape[0]


def _rows(values, picked):
    if not isinstance(values, RaggedTensor):
        return gather(values, _constant(picked, dtype=int64))
    splits = _ints(values._splits)
    return RaggedTensor.from_row_lengths(_rows(values._values, [j for i in picked for j in _range(splits[i], splits[i + 1])]), [splits[i + 1] - splits[i] for i in picked])


def _operator(name, swapped=False):
    def method(self, other):
        return _dispatch(name, (other, self) if swapped else (self, other), {})
    return method


for _name, _method in (("add", "add"), ("subtract", "sub"), ("multiply", "mul"), ("divide", "truediv"), ("floordiv", "floordiv"), ("mod", "mod"), ("pow", "pow")):
    setattr(RaggedTensor, "__" + _method + "__", _operator(_name))
    setattr(RaggedTensor, "__r" + _method + "__", _operator(_name, True))
for _name, _method in (("less", "lt"), ("less_equal", "le"), ("greater", "gt"), ("greater_equal", "ge"), ("equal", "eq"), ("not_equal", "ne"), ("logical_and", "and"), ("logical_or", "or")):
    setattr(RaggedTensor, "__" + _method + "__", _operator(_name))
RaggedTensor.__neg__ = lambda self: _dispatch("negative", (self,), {})
RaggedTensor.__abs__ = lambda self: _dispatch("abs", (self,), {})
RaggedTensor.__invert__ = lambda self: _dispatch("logical_not", (self,), {})
RaggedTensor.__hash__ = lambda self: id(self)

_REDUCTIONS = ("reduce_sum", "reduce_mean", "reduce_max", "reduce_min", "reduce_prod", "reduce_any", "reduce_all")


def _dispatch(name, args, kwargs):
    import tensorflow as tf
    if name in _REDUCTIONS:
        return _reduce(name, *args, **kwargs)
    if name in ("concat", "stack"):
        return {"concat": _concat, "stack": stack}[name](*args, **kwargs)
    if name == "tile":
        return _tiled(*args)
    if name in ("rank", "size", "expand_dims", "reverse", "zeros_like", "ones_like", "identity", "shape"):
        x = args[0]
        if name == "rank":
            return _constant(len(x.shape))
        if name == "size":
            return _constant(x.flat_values.shape.num_elements())
        if name == "expand_dims":
            axis = args[1] if len(args) > 1 else kwargs["axis"]
            axis = axis + len(x.shape) + 1 if axis < 0 else axis
            return x[None] if axis == 0 else x[:, None] if axis == 1 else x.with_values(tf.expand_dims(x.values, axis - 1))
        if name == "reverse":
            axes = [int(i) % len(x.shape) for i in _ints(args[1] if len(args) > 1 else kwargs["axis"])]
            if 0 in axes:
                x = _from_rows([x[i] for i in _range(_nrows(x) - 1, -1, -1)])
            deeper = [i - 1 for i in axes if i > 1]
            if deeper:
                x = x.with_values(tf.reverse(x.values, deeper))
            if 1 not in axes:
                return x
            order = [j for a, b in zip(_ints(x.row_starts()), _ints(x.row_limits())) for j in _range(b - 1, a - 1, -1)]
            return x.with_values(_rows(x.values, order))
        if name == "shape":
            return DynamicRaggedShape.from_tensor(x)
    if name == "gather":
        params, indices = args[0], args[1]
        return _rows(params, _ints(indices)) if not isinstance(indices, RaggedTensor) else indices.with_flat_values(gather(params, indices.flat_values))
    if name == "where":
        condition, a, b = args
        flat = [v.flat_values if isinstance(v, RaggedTensor) else v for v in (condition, a, b)]
        return condition.with_flat_values(tf.where(*flat))
    f = _function(tf, name)
    if name not in _BINARY:
        first = [a for a in args if isinstance(a, RaggedTensor)][0]
        return first.with_flat_values(f(*[a.flat_values if isinstance(a, RaggedTensor) else a for a in args], **kwargs))
    a, b = args[0], args[1]
    a, b = (x if isinstance(x, RaggedTensor) or is_tensor(x) else convert_to_tensor(x, y.dtype) for x, y in ((a, b), (b, a)))
    first, x, y = _broadcast(a, b)
    return first.with_flat_values(f(x, y, *args[2:], **kwargs))


_BINARY = ("add", "subtract", "multiply", "divide", "floordiv", "mod", "pow", "maximum", "minimum", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal",
           "logical_and", "logical_or", "logical_xor", "truediv", "floormod", "divide_no_nan", "squared_difference", "atan2", "bitwise_and", "bitwise_or", "bitwise_xor")


def _function(tf, name):
    for module in (tf, tf.math, tf.nn, tf.strings):
        f = getattr(module, name, None)
        if f is not None:
            return f
    raise TypeError(name + " does not take a RaggedTensor.")


def _mismatch(x, y):
    # Row splits that should be equal. Source: check_ops.py, the text of assert_equal in eager execution.
    import numpy as np
    differ = [i for i, (p, q) in enumerate(zip(x, y)) if p != q]
    shown = differ[:3]
    return _errors().InvalidArgumentError(None, None, "Condition x == y did not hold.\nIndices of first " + str(len(shown)) + " different values:\n" + str(np.array([[i] for i in shown]))
                                          + "\nCorresponding x values:\n" + str(np.array([x[i] for i in shown])) + "\nCorresponding y values:\n" + str(np.array([y[i] for i in shown]))
                                          + "\nFirst 3 elements of x:\n" + str(np.array(x[:3])) + "\nFirst 3 elements of y:\n" + str(np.array(y[:3])))


def _splits_at(x, level):
    # Where the rows of an axis below the outermost one end, of a ragged or a uniform axis.
    if isinstance(x, RaggedTensor):
        return _ints(x._splits) if level == 0 else _splits_at(x._values, level - 1)
    dims = x.shape.as_list()
    n = 1
    for d in dims[:level + 1]:
        n *= d
    return [i * dims[level + 1] for i in _range(n + 1)]


def _broadcast(a, b):
    """What two operands have in common: (a ragged tensor of the result's form, the flat values of both). Source: dynamic_ragged_shape.py."""
    if isinstance(a, RaggedTensor) and isinstance(b, RaggedTensor) and a.ragged_rank == b.ragged_rank and all(_ints(x) == _ints(y) for x, y in zip(a.nested_row_splits, b.nested_row_splits)):
        return a, a.flat_values, b.flat_values
    for x, y in ((a, b), (b, a)):
        if is_tensor(x) and x.ndim == 0:
            return y, (x if x is a else y.flat_values), (x if x is b else y.flat_values)
        if is_tensor(x) and (x.ndim == 1 and y.flat_values.ndim > 1 or x.ndim > 1 and all(d == 1 for d in x.shape.as_list()[:-y.flat_values.ndim + 1 or None]) and y.flat_values.ndim > 1 and x.ndim <= y.ndim):
            x_flat = reshape(x, x.shape.as_list()[-(y.flat_values.ndim - 1):]) if x.ndim >= y.flat_values.ndim else x   # only inner axes take part
            first = y if y.flat_values.ndim == 1 else y.with_flat_values(_apply("broadcast_to", [y.flat_values, _constant([y.flat_values.shape[0]] + _inner(y, x_flat), dtype=int32)]))
            return first, (x_flat if x is a else y.flat_values), (x_flat if x is b else y.flat_values)
    rank = max(a.ndim, b.ndim)
    trees = []
    for x in (a, b):
        tree = _places(x)
        for _ in _range(rank - x.ndim):
            tree = [tree]
        trees.append(tree)
    pairs = []

    def walk(p, q, level):
        if not isinstance(p, list) and not isinstance(q, list):
            pairs.append((p, q))
            return 0
        if len(p) != len(q) and len(p) != 1 and len(q) != 1:
            x, y = (a, b) if isinstance(a, RaggedTensor) and isinstance(b, RaggedTensor) else (b, a) if isinstance(a, RaggedTensor) else (a, b)
            raise _mismatch(_splits_at(x, level - 1), _splits_at(y, level - 1)) if level else _errors().InvalidArgumentError(None, None, "Unable to broadcast: dimension size mismatch in dimension 0")
        n = len(q) if len(p) == 1 else len(p)
        return [walk(p[0 if len(p) == 1 else i], q[0 if len(q) == 1 else i], level + 1) for i in _range(n)]
    form = walk(trees[0], trees[1], 0)
    ragged = max((rank - x.ndim + x.ragged_rank) for x in (a, b) if isinstance(x, RaggedTensor))
    flat = [gather(reshape(x.flat_values if isinstance(x, RaggedTensor) else x, [-1]), _constant([p[i] for p in pairs], dtype=int64)) for i, x in enumerate((a, b))]
    lengths, rows = [], [form]
    for _ in _range(ragged + 1):
        lengths.append([len(r) for r in rows])
        rows = [v for r in rows for v in r]
    inner = []
    while rows and isinstance(rows[0], list):
        inner.append(len(rows[0]))
        rows = [v for r in rows for v in r]
    flat = [reshape(x, [-1] + inner) for x in flat]
    first = flat[0]
    for part in reversed(lengths[1:]):
        first = RaggedTensor.from_row_lengths(first, part)
    return first, flat[0], flat[1]


def _inner(y, x):
    own, other = y.flat_values.shape.as_list()[1:], x.shape.as_list()
    other = [1] * (len(own) - len(other)) + other
    return [q if p == 1 else p for p, q in zip(own, other)]


def _places(x):
    # Nested lists, as the tensor is nested, of where each element lies among the flat values.
    if isinstance(x, RaggedTensor):
        inner, ends = _places(x._values), _ints(x._splits)
        return [inner[i:j] for i, j in zip(ends, ends[1:])]
    rows = list(_range(x.shape.num_elements()))
    for d in reversed(x.shape.as_list()[1:]):
        rows = [rows[i:i + d] for i in _range(0, len(rows), d)]
    return rows if x.ndim else rows[0]


def _reduce(name, input_tensor, axis=None, keepdims=False, name_=None, **more):
    import tensorflow as tf
    plain = getattr(tf, name)
    x = input_tensor
    if axis is None:
        return plain(x.flat_values)
    if isinstance(axis, (list, tuple)):
        for a in sorted([a % len(x.shape) for a in axis], reverse=True):
            x = getattr(tf, name)(x, axis=a)
        return x
    axis = axis + len(x.shape) if axis < 0 else axis
    if axis > x.ragged_rank or (axis == x.ragged_rank + 0 and axis > 1):
        return x.with_values(plain(x.values, axis=axis - 1))
    if axis == 0:
        ids = _constant([j for n in _ints(x.row_lengths()) for j in _range(n)], dtype=int64)
        count = max([0] + _ints(x.row_lengths()))
    else:
        ids, count = x.value_rowids(), _nrows(x)
    kind, values = name[7:], x.values
    if kind in ("any", "all"):
        result = cast(getattr(tf.math, "unsorted_segment_" + ("max" if kind == "any" else "min"))(cast(values, int32), ids, count), tf.bool)
    else:
        result = getattr(tf.math, "unsorted_segment_" + ("sum" if kind == "mean" else kind))(values, ids, count)
        if kind == "mean":   # 0 / 0: a row without values has no mean
            lengths = tf.math.unsorted_segment_sum(tf.ones_like(ids), ids, count)
            result = result / reshape(cast(lengths, result.dtype), [-1] + [1] * (result.ndim - 1))
    return expand_dims(result, axis) if keepdims else result


def _concat(values, axis, name=None):
    values = [v if isinstance(v, RaggedTensor) else RaggedTensor.from_tensor(v) for v in values]
    axis = axis + len(values[0].shape) if axis < 0 else axis
    if axis == 0:
        lengths = [n for v in values for n in _ints(v.row_lengths())]
        inner = [v.values for v in values]
        joined = _concat(inner, 0) if isinstance(inner[0], RaggedTensor) else concat(inner, 0)
        return RaggedTensor.from_row_lengths(joined, lengths)
    if axis == 1:
        rows = []
        for parts in zip(*values):
            rows.append(_concat(list(parts), 0) if isinstance(parts[0], RaggedTensor) else concat(list(parts), 0))
        return _from_rows(rows)
    return values[0].with_values(_concat([v.values for v in values], axis - 1))


def _from_rows(rows):
    inner = _concat(rows, 0) if isinstance(rows[0], RaggedTensor) else concat(rows, 0)
    return RaggedTensor.from_row_lengths(inner, [_nrows(r) for r in rows])


def _tiled(x, multiples):
    counts = _ints(multiples)
    rows = []
    for r in x:
        rows.append(_tiled(r, counts[1:]) if isinstance(r, RaggedTensor) else _tile(r, counts[1:]))
    return _from_rows(rows * counts[0])


def stack(values, axis=0, name=None):
    values = [v if isinstance(v, RaggedTensor) else convert_to_tensor(v) for v in values]
    if axis == 0:
        return _from_rows(values)
    return _from_rows([stack(list(parts)) for parts in zip(*values)])


def constant(pylist, dtype=None, ragged_rank=None, inner_shape=None, name=None, row_splits_dtype=int64):
    def depth(x):
        if not isinstance(x, (list, tuple)):
            return 0
        scalars = [v for v in x if not isinstance(v, (list, tuple))]
        if scalars and len(scalars) < len(x):
            raise ValueError("all scalar values must have the same nesting depth")
        return 1 + max([depth(v) for v in x] or [0])

    def build(rows, level):
        if level == 0:
            return _constant(rows, dtype=dtype) if rows else zeros([0], dtype or float32)
        return RaggedTensor.from_row_lengths(build([v for r in rows for v in r], level - 1), [len(r) for r in rows])
    total = depth(pylist)
    if total == 0:
        if ragged_rank:
            raise ValueError("Invalid pylist=" + str(pylist) + ": incompatible with ragged_rank=" + str(ragged_rank))
        return _constant(pylist, dtype=dtype)
    rank = total - 1 - (len(inner_shape) if inner_shape is not None else 0) if ragged_rank is None else ragged_rank
    return build(pylist, rank)


def range(starts, limits=None, deltas=1, dtype=None, name=None, row_splits_dtype=int64):
    if limits is None:
        starts, limits = 0, starts
    a, b, d = [convert_to_tensor(v) for v in (starts, limits, deltas)]
    n = max([t.shape[0] for t in (a, b, d) if t.ndim] or [1])
    columns = [t.numpy().tolist() if t.ndim else [t.numpy().tolist()] * n for t in (a, b, d)]
    rows = []
    for lo, hi, step in zip(*columns):
        row = []
        while lo < hi if step > 0 else lo > hi:
            row.append(lo)
            lo += step
        rows.append(row)
    return RaggedTensor.from_row_lengths(_constant([v for r in rows for v in r], dtype=dtype or a.dtype), [len(r) for r in rows])


def boolean_mask(data, mask, name=None):
    if not isinstance(mask, RaggedTensor):
        mask = RaggedTensor.from_tensor(mask) if is_tensor(mask) or not _jagged(mask) else constant(mask)
    if not isinstance(data, RaggedTensor):
        data = RaggedTensor.from_tensor(data) if is_tensor(data) or not _jagged(data) else constant(data)
    keep = mask.flat_values.numpy().tolist()
    starts, limits = _ints(mask.row_starts()), _ints(mask.row_limits())
    lengths = [sum(1 for k in keep[a:b] if k) for a, b in zip(starts, limits)]
    return RaggedTensor.from_row_lengths(_rows(data.values, [i for i, k in enumerate(keep) if k]), lengths)


def _jagged(x):
    return isinstance(x, (list, tuple)) and x and isinstance(x[0], (list, tuple)) and len(set(len(r) for r in x)) > 1


def map_flat_values(op, *args, **kwargs):
    first = [a for a in args if isinstance(a, RaggedTensor)][0]
    return first.with_flat_values(op(*[a.flat_values if isinstance(a, RaggedTensor) else a for a in args], **kwargs))


class DynamicRaggedShape:
    """The shape of a tensor that may be ragged. Source: dynamic_ragged_shape.py."""

    def __init__(self, lengths, num_row_partitions, dtype=int64):
        self._lengths, self.num_row_partitions, self.dtype = list(lengths), num_row_partitions, dtype

    @classmethod
    def from_tensor(cls, t, dtype=None):
        lengths = [_nrows(t)]
        x = t
        while isinstance(x, RaggedTensor):
            lengths.append(x._uniform if x._uniform is not None else tuple(_ints(x.row_lengths())))
            x = x._values
        return cls(lengths + convert_to_tensor(x).shape.as_list()[1:], t.ragged_rank if isinstance(t, RaggedTensor) else 0)

    @classmethod
    def from_lengths(cls, lengths, num_row_partitions=None, dtype=int64):
        ragged = [i for i, n in enumerate(lengths) if isinstance(n, (list, tuple))]
        return cls([tuple(n) if isinstance(n, (list, tuple)) else n for n in lengths], num_row_partitions if num_row_partitions is not None else ragged[-1] if ragged else 0, dtype)

    rank = property(lambda self: len(self._lengths))
    inner_rank = property(lambda self: len(self._lengths) - self.num_row_partitions)

    def static_lengths(self, ragged_lengths=True):
        return [n if ragged_lengths or not isinstance(n, tuple) else None for n in self._lengths]

    def is_uniform(self, axis):
        return not isinstance(self._lengths[axis], tuple)

    @property
    def inner_shape(self):
        n = self._lengths[0]
        for d in self._lengths[1:self.num_row_partitions + 1]:
            n = sum(d) if isinstance(d, tuple) else n * d
        return _constant([n] + self._lengths[self.num_row_partitions + 1:], dtype=self.dtype)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return DynamicRaggedShape(self._lengths[i], self.num_row_partitions if i.stop is None else max(0, min(self.num_row_partitions, (i.stop if i.stop >= 0 else self.rank + i.stop) - 1)), self.dtype)
        if isinstance(self._lengths[i], tuple):
            raise ValueError("Index " + str(i) + " is not uniform")
        return _constant(self._lengths[i], dtype=self.dtype)

    def __repr__(self):
        return "<DynamicRaggedShape lengths=[" + ", ".join(str(n) for n in self._lengths) + "] num_row_partitions=" + str(self.num_row_partitions) + ">"

    def _around(self, flat):
        # Flat values in the rows of this shape.
        counts, n = [], self._lengths[0]
        for d in self._lengths[1:self.num_row_partitions + 1]:
            counts.append(d if isinstance(d, tuple) else n * [d])
            n = sum(counts[-1])
        flat = reshape(flat, [n] + self._lengths[self.num_row_partitions + 1:])
        for c, d in reversed(list(zip(counts, self._lengths[1:]))):
            flat = RaggedTensor.from_row_lengths(flat, list(c)) if isinstance(d, tuple) else RaggedTensor.from_uniform_row_length(flat, d, nrows=len(c))
        return flat

    def _size(self):
        return _ints(self.inner_shape)

    def dispatch__(self, name, args, kwargs):
        x = args[0]
        if name == "reshape":
            return self._around(reshape(x.flat_values if isinstance(x, RaggedTensor) else x, [-1]))
        if name == "broadcast_to":
            form = self._around(zeros(self._size(), convert_to_tensor(x).dtype if not isinstance(x, RaggedTensor) else x.dtype))
            first, a, b = _broadcast(x if isinstance(x, RaggedTensor) else convert_to_tensor(x), form)
            return first.with_flat_values(_apply("broadcast_to", [a, _constant(b.shape.as_list(), dtype=int32)]))
        raise TypeError(name + " does not take a DynamicRaggedShape.")


class RaggedTensorSpec:
    def __init__(self, shape=None, dtype=float32, ragged_rank=None, row_splits_dtype=int64, flat_values_spec=None):
        self.shape, self.dtype, self.row_splits_dtype = TensorShape(shape), as_dtype(dtype), as_dtype(row_splits_dtype)
        self.ragged_rank = len(self.shape) - 1 if ragged_rank is None else ragged_rank

    def __repr__(self):
        return "RaggedTensorSpec(" + repr(self.shape) + ", " + repr(self.dtype) + ", " + str(self.ragged_rank) + ", " + repr(self.row_splits_dtype) + ")"


def __getattr__(name):
    raise _unknown("tensorflow.ragged", "tf.ragged.", name, globals())
