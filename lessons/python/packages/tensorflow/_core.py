# What stands directly below `tf` and is not needed by every program: creation, shapes, control flow, custom gradients, tf.print, tf.Module.
# Sources: TensorFlow's public documentation and, for what is composed of ops, tensorflow/python/ops (array_ops, math_ops, clip_ops, control_flow).
import sys
import _engine
builtin_tuple = tuple
from tensorflow._base import *
from tensorflow._base import _apply, _abs, _errors, _lookup, _map, _matmul, _max, _min, _op, _optional, _pow, _print, _range, _round, _sum, _unknown, _where


# ---- creation -------------------------------------------------------------------------------------------------------------------

def eye(num_rows, num_columns=None, batch_shape=None, dtype=float32, name=None):
    rows = int(num_rows)
    columns = rows if num_columns is None else int(num_columns)
    one, zero = (True, False) if dtype == bool else (1, 0)
    result = cast(constant([[one if i == j else zero for j in _range(columns)] for i in _range(rows)]), dtype) if rows and columns else zeros([rows, columns], dtype)
    if batch_shape is not None:
        result = _apply("broadcast_to", [result, _engine.int_tensor(list(_engine.to_ints(batch_shape)) + [rows, columns])])
    return result


def range(start, limit=None, delta=1, dtype=None, name="range"):
    if limit is None:
        start, limit = 0, start
    values = [start, limit, delta]
    if dtype is None:
        order = [int32, int64, float32, float64]
        best = 0
        for i, v in enumerate(values):
            if not is_tensor(v):
                v = values[i] = convert_to_tensor(v)
            best = _max(best, order.index(v.dtype))
        dtype = order[best]
    dtype = as_dtype(dtype)
    return _apply("range", [cast(v, dtype) if is_tensor(v) else convert_to_tensor(v, dtype) for v in values])


def linspace(start, stop, num, name=None, axis=0):
    start = convert_to_tensor(start)
    if start.dtype in (int32, int64):
        start = cast(start, float64)
    stop = cast(stop, start.dtype) if is_tensor(stop) else convert_to_tensor(stop, start.dtype)
    n = int(num)
    if n < 1:
        raise _errors().InvalidArgumentError(None, None, "Requires num > 0: " + str(n) + " [Op:LinSpace] name: ")
    if n == 1:
        return expand_dims(start, axis)
    steps = reshape(cast(range(n), start.dtype), [n] + [1] * start.ndim)
    delta = (stop - start) / cast(n - 1, start.dtype)
    result = concat([expand_dims(start, 0), (expand_dims(start, 0) + steps * delta)[1:-1], expand_dims(stop, 0)], 0)
    return result if axis == 0 else _apply("transpose", [result], perm=[i + 1 for i in _range(axis)] + [0] + [i for i in _range(axis + 1, result.ndim)])


def one_hot(indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None):
    if dtype is None:
        for v in (on_value, off_value):
            if v is not None:
                dtype = convert_to_tensor(v).dtype
                break
        else:
            dtype = float32
    dtype = as_dtype(dtype)
    on = convert_to_tensor(on_value if on_value is not None else True if dtype == bool else 1, dtype)
    off = convert_to_tensor(off_value if off_value is not None else False if dtype == bool else 0, dtype)
    return _apply("one_hot", [_engine.int_tensor(indices), _engine.int_tensor(depth), on, off], axis=-1 if axis is None else axis)


# ---- shapes ----------------------------------------------------------------------------------------------------------------------

def unstack(value, num=None, axis=0, name="unstack"):
    value = convert_to_tensor(value)
    return _apply("unstack", [value], None, axis=axis, num=num)


def split(value, num_or_size_splits, axis=0, num=None, name="split"):
    value = convert_to_tensor(value)
    if isinstance(num_or_size_splits, int) or is_tensor(num_or_size_splits) and num_or_size_splits.ndim == 0:
        return _apply("split", [value], None, axis=axis, num=int(num_or_size_splits))
    return _apply("split", [value], None, axis=axis, sizes=_engine.to_ints(num_or_size_splits))


def pad(tensor, paddings, mode="CONSTANT", constant_values=0, name=None):
    tensor, paddings, mode = convert_to_tensor(tensor), _engine.int_tensor(paddings), mode.upper()
    if mode == "CONSTANT":
        if not is_tensor(constant_values) and constant_values == 0:
            return _apply("pad", [tensor, paddings])
        return _apply("pad", [tensor, paddings, convert_to_tensor(constant_values, tensor.dtype)])
    if mode not in ("REFLECT", "SYMMETRIC"):
        raise ValueError("Value of argument `mode` expected to be one of \"CONSTANT\", \"REFLECT\", or \"SYMMETRIC\". Received `mode` = " + mode)
    return _apply("mirror_pad", [tensor, paddings], mode=mode)


def gather(params, indices, validate_indices=None, axis=None, batch_dims=0, name=None):
    for x in (params, indices):
        if hasattr(x, "dispatch__"):
            return x.dispatch__("gather", (params, indices), {"axis": axis})
    if isinstance(params, Variable) and (axis is None or axis == 0) and batch_dims == 0:
        return _engine.gather_rows(params, indices)   # its gradient is IndexedSlices
    return _apply("gather", [params, _engine.int_tensor(indices)], axis=batch_dims if axis is None else int(axis), batch_dims=batch_dims or None)


def gather_nd(params, indices, batch_dims=0, name=None):
    params, indices = convert_to_tensor(params), _engine.int_tensor(indices)
    if batch_dims == 0:
        return _apply("gather_nd", [params, indices])
    return stack([gather_nd(p, i, batch_dims - 1) for p, i in zip(unstack(params), unstack(indices))])


def slice(input_, begin, size, name=None):
    return _apply("slice", [input_, _engine.int_tensor(begin), _engine.int_tensor(size)])


def strided_slice(input_, begin, end, strides=None, begin_mask=0, end_mask=0, ellipsis_mask=0, new_axis_mask=0, shrink_axis_mask=0, var=None, name=None):
    begin, end = _engine.int_tensor(begin), _engine.int_tensor(end)
    strides = ones_like(begin) if strides is None else _engine.int_tensor(strides)
    return _apply("strided_slice", [input_, begin, end, strides], begin_mask=begin_mask or None, end_mask=end_mask or None, ellipsis_mask=ellipsis_mask or None,
                  new_axis_mask=new_axis_mask or None, shrink_axis_mask=shrink_axis_mask or None)


def boolean_mask(tensor, mask, axis=None, name="boolean_mask"):
    return _engine.boolean_mask(tensor, mask, axis)


def repeat(input, repeats, axis=None, name=None):
    input = convert_to_tensor(input)
    if axis is None:
        input, axis = reshape(input, [-1]), 0
    n = input.shape[axis]
    counts = _engine.to_ints(repeats)
    if len(counts) == 1:
        counts = counts * n
    if len(counts) != n:
        raise _errors().InvalidArgumentError(None, None, "repeats has " + str(len(counts)) + " entries, but the axis has " + str(n) + ".")
    rows = []
    for i, count in enumerate(counts):
        rows += [i] * count
    return gather(input, constant(rows, dtype=int32), axis=axis)


def roll(input, shift, axis, name=None):
    return _apply("roll", [input], shift=_engine.to_ints(shift), axis=_engine.to_ints(axis))


def meshgrid(*args, **kwargs):
    indexing = kwargs.get("indexing", "xy")
    if indexing not in ("xy", "ij"):
        raise ValueError("Argument `indexing` parameter must be either 'xy' or 'ij', got '" + str(indexing) + "'")
    args = [reshape(a, [-1]) for a in args]
    n = len(args)
    sizes = [a.shape[0] for a in args]
    places = list(_range(n))
    if indexing == "xy" and n > 1:
        places[0], places[1] = 1, 0
    full = [0] * n
    for i, p in enumerate(places):
        full[p] = sizes[i]
    out = []
    for a, p in zip(args, places):
        form = [1] * n
        form[p] = -1
        out.append(broadcast_to(reshape(a, form), full))
    return out


def ensure_shape(x, shape, name=None):
    x = convert_to_tensor(x)
    if not TensorShape(shape).is_compatible_with(x.shape):
        wanted = "[" + ",".join("?" if d is None else str(d) for d in TensorShape(shape).as_list()) + "]"
        have = "[" + ",".join(str(d) for d in x.shape.as_list()) + "]"
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__EnsureShape_device_/job:localhost/replica:0/task:0/device:CPU:0}} Shape of tensor input "
                                             + have + " is not compatible with expected shape " + wanted + ". [Op:EnsureShape] name: ")
    return identity(x)


def shape_n(input, out_type=int32, name=None):
    return [shape(x) for x in input]


def broadcast_static_shape(shape_x, shape_y):
    a, b = TensorShape(shape_x).as_list(), TensorShape(shape_y).as_list()
    n = _max(len(a), len(b))
    a, b = [1] * (n - len(a)) + a, [1] * (n - len(b)) + b
    out = []
    for x, y in zip(a, b):
        if x != y and x != 1 and y != 1 and x is not None and y is not None:
            raise ValueError("Incompatible shapes for broadcasting: " + str(TensorShape(shape_x)) + " and " + str(TensorShape(shape_y)) + ".")
        out.append(y if x == 1 else x if y == 1 or x is not None else y)
    return TensorShape(out)


def broadcast_dynamic_shape(shape_x, shape_y):
    return constant(broadcast_static_shape(_engine.to_ints(shape_x), _engine.to_ints(shape_y)).as_list(), dtype=int32)


def sequence_mask(lengths, maxlen=None, dtype=bool, name=None):
    lengths = _engine.int_tensor(lengths)
    if maxlen is None:
        maxlen = _max(0, int(reduce_max(lengths))) if lengths.shape.num_elements() else 0
    result = cast(range(int(maxlen)), lengths.dtype) < expand_dims(lengths, -1)
    return result if dtype == bool else cast(result, dtype)


def unique(x, out_idx=int32, name=None):
    y, idx, _ = unique_with_counts(x, out_idx)
    return Unique(y, idx)


def unique_with_counts(x, out_idx=int32, name=None):
    x = convert_to_tensor(x)
    if x.ndim != 1:
        raise _errors().InvalidArgumentError(None, None, "unique expects a 1D vector. [Op:UniqueWithCounts] name: ")
    places, first, idx, counts = {}, [], [], []
    for i, v in enumerate(x.numpy().tolist()):
        p = places.get(v)
        if p is None:
            p = places[v] = len(first)
            first.append(i)
            counts.append(0)
        counts[p] += 1
        idx.append(p)
    return UniqueWithCounts(gather(stop_gradient(x), constant(first, dtype=int32)), constant(idx, dtype=out_idx), constant(counts, dtype=out_idx))


def _sorted(values, axis, direction):
    # Values and places along an axis. Source: tensorflow/python/ops/sort_ops.py, which sorts by top_k too.
    if direction not in ("ASCENDING", "DESCENDING"):
        raise ValueError("Argument `direction` should be one of 'ASCENDING' or 'DESCENDING'. Received: direction=" + str(direction))
    n = values.ndim
    axis = axis + n if axis < 0 else axis
    perm = list(_range(n))
    perm[axis], perm[-1] = perm[-1], perm[axis]
    rows = values if axis == n - 1 else transpose(values, perm)
    both = _apply("top_k", [rows], None, k=rows.shape[-1], ascending=direction == "ASCENDING" or None)
    return both if axis == n - 1 else [transpose(t, perm) for t in both]


def sort(values, axis=-1, direction="ASCENDING", name=None):
    return _sorted(convert_to_tensor(values), axis, direction)[0]


def argsort(values, axis=-1, direction="ASCENDING", stable=False, name=None):
    return _sorted(convert_to_tensor(values), axis, direction)[1]


def searchsorted(sorted_sequence, values, side="left", out_type=int32, name=None):
    def one(row, wanted):
        out = []
        for v in wanted:
            low, high = 0, len(row)
            while low < high:
                mid = (low + high) // 2
                if row[mid] < v or side == "right" and row[mid] == v:
                    low = mid + 1
                else:
                    high = mid
            out.append(low)
        return out

    def both(a, b):
        return [both(x, y) for x, y in zip(a, b)] if a and isinstance(a[0], list) else one(a, b)
    return constant(both(convert_to_tensor(sorted_sequence).numpy().tolist(), convert_to_tensor(values).numpy().tolist()), dtype=out_type)


def dynamic_partition(data, partitions, num_partitions, name=None):
    data, partitions = convert_to_tensor(data), _engine.int_tensor(partitions)
    for i, p in enumerate(reshape(partitions, [-1]).numpy().tolist()):
        if not 0 <= p < num_partitions:
            raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__DynamicPartition_num_partitions_" + str(num_partitions) + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} partitions["
                                                 + str(i) + "] = " + str(p) + " is not in [0, " + str(num_partitions) + ") [Op:DynamicPartition] name: ")
    return [boolean_mask(data, partitions == cast(i, partitions.dtype)) for i in _range(num_partitions)]


def dynamic_stitch(indices, data, name=None):
    flat = [reshape(i, [-1]) for i in indices]
    places = concat(flat, 0)
    rows = concat([reshape(d, [-1] + convert_to_tensor(d).shape.as_list()[len(convert_to_tensor(i).shape):]) for i, d in zip(indices, data)], 0)
    size = int(reduce_max(places)) + 1
    return _apply("tensor_scatter_nd_update", [zeros([size] + rows.shape.as_list()[1:], rows.dtype), expand_dims(places, 1), rows])


def scatter_nd(indices, updates, shape, name=None):
    return _apply("scatter_nd", [_engine.int_tensor(indices), updates, _engine.int_tensor(shape)])


def norm(tensor, ord="euclidean", axis=None, keepdims=None, name=None):
    x = convert_to_tensor(tensor)
    keep = keepdims or False
    if ord in ("euclidean", "fro", 2) or ord == 2.0:
        return sqrt(reduce_sum(x * x, axis, keepdims=keep))
    if ord == 1:
        return reduce_sum(_apply("abs", [x]), axis, keepdims=keep)
    if ord == float("inf"):
        return reduce_max(_apply("abs", [x]), axis, keepdims=keep)
    p = convert_to_tensor(ord, x.dtype)
    return reduce_sum(_apply("abs", [x]) ** p, axis, keepdims=keep) ** (1.0 / p)


def clip_by_norm(t, clip_norm, axes=None, name=None):
    # Source: clip_ops.py: x * clip_norm / max(norm, clip_norm), safe where x is all zeros.
    values = t.values if isinstance(t, IndexedSlices) else convert_to_tensor(t)
    total = reduce_sum(values * values, axes, keepdims=True)
    positive = total > 0
    safe = where(positive, total, ones_like(total))
    length = where(positive, sqrt(safe), total)
    clip = cast(clip_norm, values.dtype)
    clipped = identity(values * clip / maximum(length, clip))
    return IndexedSlices(clipped, t.indices, t.dense_shape) if isinstance(t, IndexedSlices) else clipped


def global_norm(t_list, name=None):
    halves = []
    for t in t_list:
        if t is not None:
            v = t.values if isinstance(t, IndexedSlices) else convert_to_tensor(t)
            halves.append(reduce_sum(square(v)) / 2)
    return sqrt(_apply("add_n", halves) * 2.0)


def clip_by_global_norm(t_list, clip_norm, use_norm=None, name=None):
    if isinstance(t_list, (Tensor, Variable)) or not isinstance(t_list, (list, builtin_tuple)):
        raise TypeError("`t_list` should be a sequence of tensors. Received " + str(type(t_list)) + ".")
    t_list = list(t_list)
    length = global_norm(t_list) if use_norm is None else convert_to_tensor(use_norm)
    clip = convert_to_tensor(clip_norm, length.dtype) if not is_tensor(clip_norm) else clip_norm
    scale_if_finite = clip * minimum(1.0 / length, 1.0 / clip)
    scale = scale_if_finite + (length - length)
    out = []
    for t in t_list:
        if t is None:
            out.append(None)
        elif isinstance(t, IndexedSlices):
            out.append(IndexedSlices(t.values * scale, t.indices, t.dense_shape))
        else:
            out.append(identity(convert_to_tensor(t) * scale))
    return out, length


def einsum(equation, *inputs, **kwargs):
    from tensorflow._einsum import einsum as f
    return f(equation, *inputs, **kwargs)


def tensordot(a, b, axes, name=None):
    a, b = convert_to_tensor(a), convert_to_tensor(b)
    if isinstance(axes, int):
        left, right = list(_range(a.ndim - axes, a.ndim)), list(_range(axes))
    else:
        left, right = [list(x) if isinstance(x, (list, builtin_tuple)) else [int(x)] for x in axes]
    left, right = [i % a.ndim for i in left], [i % b.ndim for i in right]
    free_a, free_b = [i for i in _range(a.ndim) if i not in left], [i for i in _range(b.ndim) if i not in right]
    dims_a, dims_b = a.shape.as_list(), b.shape.as_list()
    inner = 1
    for i in left:
        inner *= dims_a[i]
    inner_b = 1
    for i in right:
        inner_b *= dims_b[i]
    left_matrix = reshape(transpose(a, free_a + left), [-1, inner])
    right_matrix = reshape(transpose(b, right + free_b), [inner_b, -1])
    return reshape(matmul(left_matrix, right_matrix), [dims_a[i] for i in free_a] + [dims_b[i] for i in free_b])


def divide(x, y, name=None):
    if not is_tensor(x) and not is_tensor(y):
        x = convert_to_tensor(x)
    return x / y


truediv = divide


def pow(x, y, name=None):
    if not is_tensor(x) and not is_tensor(y):
        x = convert_to_tensor(x)
    return x ** y


def _compared(op, x, y, name):
    if _engine.executing_eagerly():
        x = x if is_tensor(x) or is_tensor(y) else convert_to_tensor(x)
        return x == y if op == "equal" else x != y
    x = x if is_tensor(x) else convert_to_tensor(x, y.dtype if is_tensor(y) else None)
    return _apply(op, [convert_to_tensor(x), y if is_tensor(y) else convert_to_tensor(y, x.dtype)], name=name)


def equal(x, y, name=None):
    return _compared("equal", x, y, name)


def not_equal(x, y, name=None):
    return _compared("not_equal", x, y, name)


def saturate_cast(value, dtype, name=None):
    value, dtype = convert_to_tensor(value), as_dtype(dtype)
    if not value.dtype.is_bool and not dtype.is_bool:
        if value.dtype.min < dtype.min:
            value = maximum(value, cast(dtype.min, value.dtype))
        if value.dtype.max > dtype.max:
            value = minimum(value, cast(dtype.max, value.dtype))
    return cast(value, dtype)


def identity_n(input, name=None):
    return [identity(x) for x in input]


def no_op(name=None):
    return group(name=name or "NoOp")


def group(*inputs, **kwargs):
    graph = _engine.tracing_graph()
    if graph is None:
        return None
    from tensorflow._graph import operation_of
    if not all(hasattr(x, "op") or hasattr(x, "graph") or is_tensor(x) for x in _engine.flatten(list(inputs))):
        raise TypeError("'inputs' should be zero or more (nested) Tensors. Received '" + str(inputs) + "' with type '" + str(type(inputs)) + "'.")
    return graph._op(graph._g.no_op([operation_of(x)._i for x in _engine.flatten(list(inputs)) if x is not None], kwargs.get("name") or "group_deps"))


def tuple(tensors, control_inputs=None, name=None):
    with control_dependencies([t for t in tensors if t is not None] + list(control_inputs or [])):
        return [None if t is None else identity(t) for t in tensors]


def guarantee_const(input, name=None):
    return identity(input)


# ---- structures of tensors ----------------------------------------------------------------------------------------------------------

from ucollections import namedtuple as _namedtuple
Unique = _namedtuple("Unique", ("y", "idx"))
UniqueWithCounts = _namedtuple("UniqueWithCounts", ("y", "idx", "count"))


class UnconnectedGradients:
    def __init__(self, value):
        if isinstance(value, UnconnectedGradients):
            value = value.value
        if value not in ("none", "zero"):
            raise ValueError(repr(value) + " is not a valid UnconnectedGradients")
        self.value = value
        self.name = value.upper()

    def __eq__(self, other):
        return isinstance(other, UnconnectedGradients) and self.value == other.value

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return "<UnconnectedGradients." + self.name + ": '" + self.value + "'>"


UnconnectedGradients.NONE = UnconnectedGradients("none")
UnconnectedGradients.ZERO = UnconnectedGradients("zero")


class TensorSpec:
    def __init__(self, shape, dtype=float32, name=None):
        self.shape = TensorShape(shape)
        self.dtype = as_dtype(dtype)
        self.name = name

    @staticmethod
    def from_tensor(tensor, name=None):
        return TensorSpec(tensor.shape, tensor.dtype, name)

    @staticmethod
    def from_spec(spec, name=None):
        return TensorSpec(spec.shape, spec.dtype, name or spec.name)

    def is_compatible_with(self, other):
        return self.dtype == other.dtype and self.shape.is_compatible_with(other.shape)

    def __eq__(self, other):
        return isinstance(other, TensorSpec) and self.shape == other.shape and self.dtype == other.dtype and self.name == other.name

    def __hash__(self):
        return hash(self.shape)

    def __repr__(self):
        return "TensorSpec(shape=" + str(self.shape) + ", dtype=" + repr(self.dtype) + ", name=" + repr(self.name) + ")"


def type_spec_from_value(value):
    value = convert_to_tensor(value)
    return TensorSpec(value.shape, value.dtype)


# ---- gradients -------------------------------------------------------------------------------------------------------------------------

class _StopRecording:
    def __init__(self, tape):
        self.tape = tape

    def __enter__(self):
        self.tape._pause()

    def __exit__(self, *exc):
        self.tape._resume()


def _one_gradient_per_row(tape, target, sources, unconnected_gradients, rows, upstream):
    was = tape._set_persistent(True)
    try:
        out = []
        for i in _range(rows):
            if i == rows - 1:
                tape._set_persistent(was)
            out.append(tape.gradient(target, sources, output_gradients=upstream(i), unconnected_gradients=unconnected_gradients))
        return out
    finally:
        tape._set_persistent(was)


def _jacobian(tape, target, sources, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None, experimental_use_pfor=True):
    # One gradient per element of the target, stacked: TensorFlow does the same, vectorised (backprop.py, GradientTape.jacobian).
    target = convert_to_tensor(target)
    flat = _engine.flatten(sources)
    dims = target.shape.as_list()
    n = target.shape.num_elements()
    rows = _one_gradient_per_row(tape, target, flat, unconnected_gradients, n, lambda i: reshape(one_hot(i, n, dtype=target.dtype), dims))
    out = []
    for k, source in enumerate(flat):
        if not rows or rows[0][k] is None:
            out.append(None)
        else:
            out.append(reshape(stack([convert_to_tensor(r[k]) for r in rows]), dims + list(source.shape)))
    return _engine.pack_sequence_as(sources, out)


def _batch_jacobian(tape, target, source, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None, experimental_use_pfor=True):
    target = convert_to_tensor(target)
    dims, source_dims = target.shape.as_list(), list(source.shape)
    if not dims or not source_dims or dims[0] != source_dims[0]:
        raise ValueError("Need first dimension of target shape (" + str(dims[0] if dims else None) + ") and source shape (" + str(source_dims[0] if source_dims else None) + ") to match.")
    n = target.shape.num_elements() // dims[0] if dims[0] else 0
    rows = _one_gradient_per_row(tape, target, source, unconnected_gradients, n, lambda i: reshape(broadcast_to(one_hot(i, n, dtype=target.dtype), [dims[0], n]), dims))
    if not rows or rows[0] is None:
        return None
    return reshape(stack(rows, axis=1), dims + source_dims[1:])


_engine.extend(GradientTape, "_slices", lambda values, indices, shape: IndexedSlices(values, indices, constant(shape.as_list(), dtype=int32)))
_engine.extend(GradientTape, "jacobian", _jacobian)
_engine.extend(GradientTape, "batch_jacobian", _batch_jacobian)
_engine.extend(GradientTape, "stop_recording", lambda tape: _StopRecording(tape))


def gradients(ys, xs, grad_ys=None, name="gradients", colocate_gradients_with_ops=False, gate_gradients=False, aggregation_method=None, stop_gradients=None, unconnected_gradients=None):
    graph = _engine.tracing_graph()
    if graph is None:
        raise RuntimeError("tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.")
    from tensorflow._graph import read, info
    ys = list(ys) if isinstance(ys, (list, builtin_tuple)) else [ys]
    xs = list(xs) if isinstance(xs, (list, builtin_tuple)) else [xs]
    grad_ys = None if grad_ys is None else list(grad_ys) if isinstance(grad_ys, (list, builtin_tuple)) else [grad_ys]
    ys = [read(y) if isinstance(y, Variable) else convert_to_tensor(y) for y in ys]
    for y in ys:
        if y.dtype.is_integer:
            raise TypeError("Gradients of integer tensors are not supported: " + str(y))
    if grad_ys is not None:
        grad_ys = [None if g is None else convert_to_tensor(g, y.dtype) for g, y in zip(grad_ys, ys)]
    if stop_gradients is not None:
        return _gradients_stopped(graph, ys, xs, grad_ys, name, stop_gradients if isinstance(stop_gradients, (list, builtin_tuple)) else [stop_gradients])
    out = graph._g.gradients(ys, xs, grad_ys, name)
    if getattr(unconnected_gradients, "value", unconnected_gradients) == "zero":
        out = [zeros_like(x) if g is None else g for x, g in zip(xs, out)]
    return out


def _gradients_stopped(graph, ys, xs, grad_ys, name, stops):
    # What reaches xs through the stopped tensors is taken away again.
    out = graph._g.gradients(ys, xs, grad_ys, name)
    for s in stops:
        upstream = graph._g.gradients(ys, [s], grad_ys, name)[0]
        if upstream is None:
            continue
        others = [x for x in xs if x is not s]
        through = iter(graph._g.gradients([s], others, [upstream], name) if others else [])
        for i, x in enumerate(xs):
            if x is not s:
                g = next(through)
                if g is not None and out[i] is not None:
                    out[i] = out[i] - g
    return out


def hessians(ys, xs, gate_gradients=False, aggregation_method=None, name="hessians"):
    xs = list(xs) if isinstance(xs, (list, builtin_tuple)) else [xs]
    out = []
    for x, g in zip(xs, gradients(ys, xs)):
        n = g.shape.num_elements()
        rows = [gradients(reshape(g, [-1])[i], x)[0] for i in _range(n)]
        out.append(reshape(stack(rows), list(x.shape) + list(x.shape)))
    return out


class _Watcher:
    # Which variables a function reads: a tape of its own sees them.
    def __enter__(self):
        self.tape = GradientTape()
        self.tape.__enter__()
        return self

    def __exit__(self, *exc):
        self.tape.__exit__(None, None, None)

    def variables(self):
        return self.tape.watched_variables()


def _with_custom_gradient(f, args, kwargs):
    # Source: custom_gradient.py, _eager_mode_decorator.
    with _Watcher() as watcher:
        result, grad_fn = f(*args, **kwargs)
    inputs = [a for a in _engine.flatten(list(args)) + _engine.flatten(kwargs) if a is not None and not isinstance(a, str)]
    ids = [_engine.variable_id(a) for a in inputs]
    variables = [v for v in watcher.variables() if _engine.variable_id(v) not in ids]
    if variables and not _engine.accepts_keyword(grad_fn, "variables"):
        raise TypeError("@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: " + str(variables))
    tensors = []
    for a in inputs + variables:
        try:
            tensors.append(convert_to_tensor(a))
        except ValueError:
            pass   # an object that is no tensor (self, a model): it has no gradient
    count = len(tensors) - len(variables)

    def backward(upstream):
        if variables:
            input_gradients, variable_gradients = grad_fn(*upstream, variables=variables)
            variable_gradients = list(variable_gradients) if isinstance(variable_gradients, (list, builtin_tuple)) else [variable_gradients]
            if len(variable_gradients) != len(variables):
                raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
        else:
            input_gradients, variable_gradients = grad_fn(*upstream), []
        flat = _engine.flatten(input_gradients)
        if len(flat) != count:
            raise ValueError("custom_gradient function expected to return " + str(count) + " gradients, but returned " + str(len(flat)) + " instead.")
        return flat + variable_gradients
    results = [convert_to_tensor(r) for r in _engine.flatten(result)]
    if not _engine.executing_eagerly():   # the backward function is traced too
        from tensorflow._graph import FuncGraph
        graph = FuncGraph("grad")
        with graph:
            given = backward([graph._g.placeholder(r.dtype, r.shape, "grad_ys_" + str(i)) for i, r in enumerate(results)])
            graph._g.set_outputs([None if g is None else convert_to_tensor(g) for g in given])
        outputs = _engine.with_custom_gradient(results, tensors, graph._g)
    else:
        outputs = _engine.record_custom(tensors, results, backward)
    return _engine.pack_sequence_as(result, outputs)


def _CustomGradient(f):
    # A function, not an object with __call__: so that methods and __call__ itself can be decorated.
    def decorated(*args, **kwargs):
        return _with_custom_gradient(f, args, kwargs)
    decorated.__wrapped__ = f
    return decorated


def custom_gradient(f=None):
    if f is None:
        return custom_gradient
    return _CustomGradient(f)


def grad_pass_through(f):
    def wrapper(*args, **kwargs):
        def inner(*args, **kwargs):
            def grad(*upstream, **more):
                variables = more.get("variables")
                if variables is not None:
                    return upstream, [None] * len(variables)
                return upstream
            return f(*args, **kwargs), grad
        return _CustomGradient(inner)(*args, **kwargs)
    return wrapper


def recompute_grad(f):
    def wrapper(*args, **kwargs):
        def inner(*args):
            result = f(*args, **kwargs)

            def grad(*upstream, **more):
                variables = more.get("variables") or []
                with GradientTape() as tape:
                    again = [identity(a) for a in args]
                    tape.watch(again)
                    y = f(*again, **kwargs)
                g = tape.gradient(_engine.flatten(y), again + list(variables), output_gradients=list(upstream))
                return (g[:len(args)], g[len(args):]) if variables else g
            return result, grad
        return _CustomGradient(inner)(*args)
    return wrapper


# ---- functions and control flow ----------------------------------------------------------------------------------------------------------

_ELSEWHERE = {"function": "function", "TensorArray": "tensor_array", "Graph": "_graph", "Operation": "_graph", "GraphDef": "_graph", "saved_model": "saved_model"}
for _name in ("cond", "case", "switch_case", "while_loop", "map_fn", "vectorized_map", "foldl", "foldr", "scan", "py_function", "numpy_function", "Assert"):
    _ELSEWHERE[_name] = "control_flow"


class _Context:
    # A with-block that only has a name: tf.device, tf.control_dependencies, tf.init_scope.
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


device = _Context


from tensorflow._graph import control_dependencies, init_scope, name_scope


# ---- tf.print ------------------------------------------------------------------------------------------------------------------------------

def _shown(value, summarize, alone=False):
    if is_tensor(value):
        if value.dtype == string and alone and value.shape == ():
            return value.numpy().decode()
        if _engine.is_symbolic(value):
            return "\0"
        return _engine.summary(value, -1 if summarize is None else summarize, True)
    if isinstance(value, str):
        return value if alone else repr(value)
    if isinstance(value, dict):
        return "{" + ", ".join(_shown(k, summarize) + ": " + _shown(v, summarize) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_shown(v, summarize) for v in value) + "]"
    if isinstance(value, builtin_tuple):
        if hasattr(value, "_fields"):
            return type(value).__name__ + "(" + ", ".join(k + "=" + _shown(getattr(value, k), summarize) for k in value._fields) + ")"
        return "(" + ", ".join(_shown(v, summarize) for v in value) + (",)" if len(value) == 1 else ")")
    if isinstance(value, IndexedSlices):
        return str(value)
    return str(value)


def print(*inputs, **kwargs):
    stream = kwargs.pop("output_stream", None)
    summarize = kwargs.pop("summarize", 3)
    sep, end = kwargs.pop("sep", " "), kwargs.pop("end", "\n")
    kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unrecognized keyword arguments for tf.print: " + str(list(kwargs)))
    stream = 1 if stream is sys.stdout else 3   # 3: standard error by choice of tf.print, no complaint

    def text(inputs):
        return sep.join(_shown(v, summarize, isinstance(v, str) or len(inputs) == 1) for v in inputs) + end

    def write(inputs):
        _engine.write(stream, text(inputs))
    if _engine.executing_eagerly():
        return write(inputs)
    # In a graph, a node that prints each time: its tensors are those among the leaves.
    flat = _engine.flatten(list(inputs))
    tensors = [convert_to_tensor(v) for v in flat if is_tensor(v)]

    def given(values):
        values = iter(values)
        return _engine.pack_sequence_as(list(inputs), [next(values) if is_tensor(v) else v for v in flat])

    def run(values):
        write(given(values))
        return []
    graph = _engine.tracing_graph()
    pieces = None if any(isinstance(v, dict) for v in inputs) else text(given(tensors)).split("\0")
    _engine.call_back("PrintV2", run, tensors, [], True, False, pieces, -1 if summarize is None else summarize)
    return graph._op(graph._g.size() - 1)


# ---- tf.Module -------------------------------------------------------------------------------------------------------------------------------

class Module:
    """Collects the variables and modules that are its attributes. Source: tensorflow/python/module/module.py."""

    def __init__(self, name=None):
        if name is None:
            # CamelCase becomes camel_case
            name = type(self).__name__
            out = ""
            for i, c in enumerate(name):
                if c.isupper() and i > 0 and (name[i - 1].islower() or name[i - 1].isdigit() or i + 1 < len(name) and name[i + 1].islower()):
                    out += "_"
                out += c.lower()
            name = out
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def name_scope(self):
        return name_scope(self._name)

    def _walk(self, wanted, seen):
        found = []

        def visit(value):
            if isinstance(value, (list, builtin_tuple)):
                for v in value:
                    visit(v)
            elif isinstance(value, dict):
                for k in sorted(value, key=str):
                    visit(value[k])
            elif isinstance(value, Variable) or isinstance(value, Module):
                key = value.ref() if isinstance(value, Variable) else id(value)
                if key not in seen:
                    seen[key] = True
                    if wanted(value):
                        found.append(value)
                    if isinstance(value, Module):
                        later.append(value)
        later = []
        attributes = self.__dict__
        for key in sorted(attributes):
            visit(attributes[key])
        for module in later:
            found += module._walk(wanted, seen)
        return found

    @property
    def variables(self):
        return builtin_tuple(self._walk(lambda v: isinstance(v, Variable), {}))

    @property
    def trainable_variables(self):
        return builtin_tuple(self._walk(lambda v: isinstance(v, Variable) and v.trainable, {}))

    @property
    def non_trainable_variables(self):
        return builtin_tuple(self._walk(lambda v: isinstance(v, Variable) and not v.trainable, {}))

    @property
    def submodules(self):
        return builtin_tuple(self._walk(lambda v: isinstance(v, Module), {}))

    @classmethod
    def with_name_scope(cls, method):
        def wrapped(self, *args, **kwargs):
            with self.name_scope:
                return method(self, *args, **kwargs)
        return wrapped


# ---- variables: scatter -----------------------------------------------------------------------------------------------------------------------

def _scatter_nd(op):
    def method(self, indices, updates, name=None):
        return self._scatter(op, (indices, updates))
    return method


def _scatter_rows(op):
    def method(self, sparse_delta, use_locking=False, name=None):
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError("sparse_delta is not IndexedSlices: " + str(sparse_delta))
        return self._scatter(op, (expand_dims(sparse_delta.indices, -1), sparse_delta.values))
    return method


for _name in ("update", "add", "sub", "max", "min"):
    _engine.extend(Variable, "scatter_nd_" + _name, _scatter_nd("tensor_scatter_nd_" + _name))
    _engine.extend(Variable, "scatter_" + _name, _scatter_rows("tensor_scatter_nd_" + _name))
_engine.extend(Variable, "sparse_read", lambda self, indices, name=None: gather(self, indices))
_engine.extend(Variable, "gather_nd", lambda self, indices, name=None: gather_nd(self, indices))
_engine.extend(Variable, "count_up_to", lambda self, limit: self.assign_add(1))


class VariableAggregation:
    NONE, SUM, MEAN, ONLY_FIRST_REPLICA = 0, 1, 2, 3


class VariableSynchronization:
    AUTO, NONE, ON_WRITE, ON_READ = 0, 1, 2, 3


def get_logger():
    import logging
    return logging.getLogger("tensorflow")


def get_static_value(tensor, partial=False):
    if _engine.is_symbolic(tensor):
        tensor = tensor.graph._g.known_value(tensor)
    return tensor.numpy() if tensor is not None and is_tensor(tensor) else None


def __getattr__(name):
    if name in _ELSEWHERE:
        module = __import__("tensorflow." + _ELSEWHERE[name])
        value = getattr(module, _ELSEWHERE[name])
        value = value if name == "saved_model" else getattr(value, name)
        globals()[name] = value
        return value
    raise AttributeError(name)


def timestamp(name=None):
    import time
    return constant(time.time(), dtype=float64)


def dimension_value(dimension):
    return dimension


def dimension_at_index(shape, index):
    return shape[index]
