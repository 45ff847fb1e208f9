# What nearly every program needs of `tf`: types, names, the commonest functions. Small, because it is compiled at the start of each run; the rest
# of what stands directly below `tf` is in _core.py and loads when it is first named.
import sys
import _engine
from _engine import Tensor, Variable, DType, TensorShape, GradientTape, constant, convert_to_tensor, cast, is_tensor, executing_eagerly

_range, _print, _abs, _round, _pow, _min, _max, _sum, _map = range, print, abs, round, pow, min, max, sum, map
_apply = _engine.apply

for _name in ("float16", "float32", "float64", "bfloat16", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "bool", "string",
              "complex64", "complex128", "resource", "variant"):
    globals()[_name] = _engine.dtype_named(_name)
half, double = float16, float64
as_dtype = _engine.as_dtype
newaxis = None


# ---- names ----------------------------------------------------------------------------------------------------------------------

def _lookup(prefix, name):
    return _engine.function(prefix + name)


def _optional(name):
    # A module of this package that loads when first needed; None where there is none.
    try:
        return getattr(__import__("tensorflow." + name), name)
    except ImportError:
        return None


def _distance(a, b):
    row = list(_range(len(b) + 1))
    for i, x in enumerate(a):
        before, row[0] = row[0], i + 1
        for j, y in enumerate(b):
            before, row[j + 1] = row[j + 1], _min(row[j + 1] + 1, row[j] + 1, before + (x != y))
    return row[-1]


def _unknown(module, prefix, name, names):
    known = [n for n in names if not n.startswith("_")] + _engine.export_names(prefix[3:])
    near = sorted((_distance(name.lower(), n.lower()) - (2 if n.startswith(name) or name.startswith(n) else 0), n) for n in set(known))
    near = [n for d, n in near[:4] if d <= _max(2, len(name) // 3)]
    text = "module '" + module + "' has no attribute '" + name + "'"
    error = AttributeError(text)
    _engine.hint(error, "Near it, Tapedeck has " + ", ".join(prefix + n for n in near) + "." if near else "Tapedeck does not have " + prefix + name + " yet.")
    return error


# ---- the commonest functions --------------------------------------------------------------------------------------------------------

def zeros(shape, dtype=float32, name=None, layout=None):
    if name is not None:
        _engine.name_next(name)
    return _engine.filled(shape, 0, dtype)


def ones(shape, dtype=float32, name=None, layout=None):
    if name is not None:
        _engine.name_next(name)
    return _engine.filled(shape, 1, dtype)


def fill(dims, value, name=None, layout=None):
    return _apply("fill", [_engine.int_tensor(dims), value], name=name)


def zeros_like(input, dtype=None, name=None, layout=None):
    if hasattr(input, "dispatch__"):
        return input.dispatch__("zeros_like", (input,), {})
    input = convert_to_tensor(input)
    if dtype is not None and dtype != input.dtype or input.dtype == string:
        return zeros(input.shape, dtype or input.dtype)
    return _apply("zeros_like", [input])


def ones_like(input, dtype=None, name=None, layout=None):
    if hasattr(input, "dispatch__"):
        return input.dispatch__("ones_like", (input,), {})
    input = convert_to_tensor(input)
    if dtype is not None and dtype != input.dtype:
        return ones(input.shape, dtype)
    return _apply("ones_like", [input])


_op = _engine.function
reshape, expand_dims, concat, stack, shape, transpose = _op("reshape"), _op("expand_dims"), _op("concat"), _op("stack"), _op("shape"), _op("transpose")
reduce_sum, reduce_mean, reduce_max, reduce_min = _op("reduce_sum"), _op("reduce_mean"), _op("reduce_max"), _op("reduce_min")
multiply, identity, stop_gradient, square, sqrt, exp, maximum, minimum = (
    _op("multiply"), _op("identity"), _op("stop_gradient"), _op("square"), _op("sqrt"), _op("exp"), _op("maximum"), _op("minimum"))
broadcast_to = _op("broadcast_to")
_where, _matmul = _op("_where"), _op("_matmul")


def where(condition, x=None, y=None, name=None):
    if hasattr(condition, "dispatch__"):
        return condition.dispatch__("where", (condition, x, y), {})
    condition = convert_to_tensor(condition)
    if condition.dtype != bool and x is not None:
        condition = cast(condition, bool)
    if x is None and y is None:
        return _apply("where_true", [condition])
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _where(condition, x, y, name=name)


def matmul(a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None):
    if transpose_a and adjoint_a:
        raise ValueError("Only one of `transpose_a` and `adjoint_a` can be True. Received `transpose_a`=True, `adjoint_a`=True.")
    if transpose_b and adjoint_b:
        raise ValueError("Only one of `transpose_b` and `adjoint_b` can be True. Received `transpose_b`=True, `adjoint_b`=True.")
    return _matmul(a, b, transpose_a or adjoint_a, transpose_b or adjoint_b, name=name)


def _errors():
    from tensorflow import errors
    return errors


class IndexedSlices:
    """Rows of a larger tensor: the gradient of tf.gather. Source: tensorflow/python/framework/indexed_slices.py."""

    def __init__(self, values, indices, dense_shape=None):
        self.values = convert_to_tensor(values)
        self.indices = _engine.int_tensor(indices)
        self.dense_shape = None if dense_shape is None else _engine.int_tensor(dense_shape)

    @property
    def dtype(self):
        return self.values.dtype

    @property
    def device(self):
        return self.values.device

    @property
    def shape(self):
        if self.dense_shape is None:
            return TensorShape(None)
        return TensorShape(_engine.to_ints(self.dense_shape))

    def as_tensor__(self):
        if self.dense_shape is None:
            raise ValueError("Tensor conversion requested for IndexedSlices for argument without dense_shape: " + str(self))
        return _apply("scatter_nd", [expand_dims(self.indices, 1), self.values, cast(self.dense_shape, self.indices.dtype)])

    def __neg__(self):
        return IndexedSlices(-self.values, self.indices, self.dense_shape)

    def __add__(self, other):
        return self.as_tensor__() + other

    def __radd__(self, other):
        return other + self.as_tensor__()

    def __mul__(self, other):
        return self.as_tensor__() * other

    def __rmul__(self, other):
        return other * self.as_tensor__()

    def __str__(self):
        text = "IndexedSlices(indices=" + str(self.indices) + ", values=" + str(self.values)
        if self.dense_shape is not None:
            text += ", dense_shape=" + str(self.dense_shape)
        return text + ")"

    __repr__ = __str__
