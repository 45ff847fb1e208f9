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


def _wrapped(items, first_indent=1):
    # Rows break at 75 characters, as in numpy.array2string.
    lines, line = [], " " * first_indent
    for k, item in enumerate(items):
        if len(line) + len(item) > 74 and len(line) > first_indent:
            lines.append(line.rstrip())
            line = " " * first_indent
        line += item + (", " if k + 1 < len(items) else "")
    return "[" + "\n".join(lines + [line])[first_indent:] + "]"


def _text(x, depth=1):
    # x: nested lists of scalars; `uniform` levels print one row a line.
    if not isinstance(x, list):
        return str(x)
    if not x:
        return "[]"
    if isinstance(x[0], _Row):
        return _wrapped([_text(r.items) for r in x])
    if isinstance(x[0], list):
        return "[" + (",\n" + " " * depth).join(_text(r, depth + 1) for r in x) + "]"
    return _wrapped([str(v) for v in x])


class _Row:
    def __init__(self, items):
        self.items = items


def _scalars(tensor):
    # Like tolist(), but with NumPy's scalars, which print as TensorFlow's do.
    if tensor.ndim == 0:
        return tensor.numpy()
    return [_scalars(r) for r in tensor] if tensor.ndim > 1 else list(tensor.numpy())


def _printable(x):
    if is_tensor(x):
        return _scalars(x)
    rows = [_printable(r) for r in x]
    if len(set(len(r) for r in rows)) > 1 or any(r and isinstance(r[0], _Row) for r in rows) or any(_uneven(r, rows[0]) for r in rows):
        return [_Row(r) for r in rows]
    return rows


def _uneven(a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) != len(b) or any(_uneven(x, y) for x, y in zip(a, b))
    return False


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
        import numpy as np
        rows = [r.numpy() for r in self]
        if len(set(str(r.shape) for r in rows)) > 1:
            raise ValueError("RaggedTensor.numpy() needs rows of one length here; use to_list().")
        return np.array(rows)

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
        return "<tf.RaggedTensor " + _text(_printable(self)) + ">"

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
            order = [j for a, b in zip(_ints(x.row_starts()), _ints(x.row_limits())) for j in _range(b - 1, a - 1, -1)]
            return x.with_values(_rows(x.values, order))
        if name == "shape":
            raise ValueError("The shape of a RaggedTensor has no single tensor; use bounding_shape() or row_lengths().")
    first = [a for a in args if isinstance(a, RaggedTensor)][0]
    flat = []
    for a in args:
        if isinstance(a, RaggedTensor):
            a = _matched(a, first)
            flat.append(a.flat_values)
        elif isinstance(a, (int, float, str, bytes, bool, DType)) or a is None or isinstance(a, list) and name not in _BINARY:
            flat.append(a)
        else:
            flat.append(_spread(convert_to_tensor(a) if is_tensor(a) else convert_to_tensor(a, first.dtype), first))
    f = _function(tf, name)
    return first.with_flat_values(f(*flat, **kwargs))


_BINARY = ("add", "subtract", "multiply", "divide", "floordiv", "mod", "pow", "maximum", "minimum", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal")


def _function(tf, name):
    for module in (tf, tf.math, tf.nn, tf.strings):
        f = getattr(module, name, None)
        if f is not None:
            return f
    raise TypeError(name + " does not take a RaggedTensor.")


def _matched(a, first):
    if a is first or all(_ints(x) == _ints(y) for x, y in zip(a.nested_row_splits, first.nested_row_splits)):
        return a
    raise _errors().InvalidArgumentError(None, None, "Incompatible shapes for RaggedTensors: row lengths " + str(_ints(a.row_lengths())) + " and " + str(_ints(first.row_lengths())) + ".")


def _spread(t, first):
    # A tensor of fewer axes, or with one column: each row's value for all that stands in that row.
    if t.ndim == 0:
        return t
    if t.ndim == len(first.shape) and t.shape[1] == 1 or t.ndim == 1 and t.shape[0] == _nrows(first) and len(first.shape) == 1:
        return gather(reshape(t, [t.shape[0]]), first.value_rowids()) if t.shape[0] != 1 else reshape(t, [1])
    wanted = RaggedTensor.from_tensor(t) if t.ndim > 1 else None
    if wanted is not None and _ints(wanted.row_lengths()) == _ints(first.row_lengths()):
        return wanted.flat_values
    raise _errors().InvalidArgumentError(None, None, "Unable to broadcast: dimension size mismatch in dimension 1 lengths=" + str(t.shape) + " dim_size=" + str(_ints(first.row_lengths())))


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
        return 1 + max([depth(v) for v in x] or [0]) if isinstance(x, (list, tuple)) else 0

    def build(rows, level):
        if level == 0:
            return _constant(rows, dtype=dtype) if rows else zeros([0], dtype or float32)
        return RaggedTensor.from_row_lengths(build([v for r in rows for v in r], level - 1), [len(r) for r in rows])
    total = depth(pylist)
    if total == 0:
        raise ValueError("Invalid pylist=" + str(pylist) + ": must be a list of lists.")
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


class RaggedTensorSpec:
    def __init__(self, shape=None, dtype=float32, ragged_rank=None, row_splits_dtype=int64, flat_values_spec=None):
        self.shape, self.dtype, self.row_splits_dtype = TensorShape(shape), as_dtype(dtype), as_dtype(row_splits_dtype)
        self.ragged_rank = len(self.shape) - 1 if ragged_rank is None else ragged_rank

    def __repr__(self):
        return "RaggedTensorSpec(" + repr(self.shape) + ", " + repr(self.dtype) + ", " + str(self.ragged_rank) + ", " + repr(self.row_splits_dtype) + ")"


def __getattr__(name):
    raise _unknown("tensorflow.ragged", "tf.ragged.", name, globals())
