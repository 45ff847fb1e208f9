# tf.linalg. Sources: tensorflow/python/ops/linalg_ops.py, linalg/linalg_impl.py, special_math_ops.py.
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._core import (_apply, _errors, _lookup, _optional, _unknown, cast, concat, constant, convert_to_tensor, expand_dims, eye, float32, gather, global_norm, int32, is_tensor, matmul, norm,
                              one_hot, reduce_sum, reshape, sqrt, stack, tensordot, transpose, where, zeros, zeros_like)


def matvec(a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None):
    return _apply("squeeze", [matmul(a, expand_dims(b, -1), transpose_a=transpose_a, adjoint_a=adjoint_a)], axis=-1)


def matrix_transpose(a, name="matrix_transpose", conjugate=False):
    a = convert_to_tensor(a)
    if a.ndim < 2:
        raise ValueError("Argument `a` should be a (batch) matrix with rank >= 2.  Received `a` = " + str(a) + " with shape: " + str(a.shape))
    perm = list(range(a.ndim))
    perm[-1], perm[-2] = perm[-2], perm[-1]
    return transpose(a, perm)


adjoint = matrix_transpose


def diag_part(input, name="diag_part", k=0, padding_value=0, align="RIGHT_LEFT"):
    input = convert_to_tensor(input)
    rows, columns = input.shape[-2], input.shape[-1]
    n = min(rows + min(k, 0), columns - max(k, 0))
    places = constant([(i - min(k, 0)) * columns + i + max(k, 0) for i in range(n)], dtype=int32)
    return gather(reshape(input, input.shape.as_list()[:-2] + [rows * columns]), places, axis=input.ndim - 2)


def diag(diagonal, name="diag", k=0, num_rows=-1, num_cols=-1, padding_value=0, align="RIGHT_LEFT"):
    diagonal = convert_to_tensor(diagonal)
    n = diagonal.shape[-1]
    rows = n + max(-k, 0) if num_rows == -1 else num_rows
    columns = n + max(k, 0) if num_cols == -1 else num_cols
    spread = expand_dims(diagonal, -1) * one_hot(constant([i + max(k, 0) for i in range(n)], dtype=int32), columns, dtype=diagonal.dtype)
    if rows != n:
        above = max(-k, 0)
        from tensorflow._core import pad
        spread = pad(spread, [[0, 0]] * (spread.ndim - 2) + [[above, rows - n - above], [0, 0]])
    return spread


def set_diag(input, diagonal, name="set_diag", k=0, align="RIGHT_LEFT"):
    input = convert_to_tensor(input)
    diagonal = diagonal if is_tensor(diagonal) else convert_to_tensor(diagonal, input.dtype)
    rows, columns = input.shape[-2], input.shape[-1]
    on = constant([[c - r == k for c in range(columns)] for r in range(rows)])
    return where(on, diag(diagonal, k=k, num_rows=rows, num_cols=columns), input)


def tensor_diag(diagonal, name=None):
    return diag(diagonal)


def tensor_diag_part(input, name=None):
    return diag_part(input)


def trace(x, name=None):
    return reduce_sum(diag_part(x), -1)


def band_part(input, num_lower, num_upper, name=None):
    input = convert_to_tensor(input)
    rows, columns = input.shape[-2], input.shape[-1]
    lower, upper = int(num_lower), int(num_upper)
    keep = constant([[(lower < 0 or r - c <= lower) and (upper < 0 or c - r <= upper) for c in range(columns)] for r in range(rows)])
    return where(keep, input, zeros_like(input))


def cross(a, b, name=None):
    a, b = convert_to_tensor(a), convert_to_tensor(b)
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    return stack([y * w - z * v, z * u - x * w, x * v - y * u], -1)


def normalize(tensor, ord="euclidean", axis=None, name=None):
    tensor = convert_to_tensor(tensor)
    length = norm(tensor, ord, axis, keepdims=True)
    return tensor / length, length


def l2_normalize(x, axis=None, epsilon=1e-12, name=None):
    from tensorflow import nn
    return nn.l2_normalize(x, axis, epsilon)


def einsum(equation, *inputs, **kwargs):
    from tensorflow._einsum import einsum
    return einsum(equation, *inputs, **kwargs)


_make_ready(globals(), "diag_part diag set_diag tensor_diag tensor_diag_part trace band_part cross normalize matrix_transpose eye tensordot")


def __getattr__(name):
    value = _lookup("linalg.", name)
    if value is None:
        value = getattr(_optional("_decompositions"), name, None)
        if value is None:
            value = getattr(_optional("_factors"), name, None)
        if value is None:
            raise _unknown("tensorflow.linalg", "tf.linalg.", name, globals())
    globals()[name] = value
    return value
