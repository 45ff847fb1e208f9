# tf.linalg's solvers and decompositions: arguments as TensorFlow takes them, for the ops of engine/ops/linalg.cpp. Source: tensorflow/python/ops/linalg_ops.py.
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._core import _apply, _namedtuple, cast, convert_to_tensor, expand_dims, eye, matmul, reduce_sum, transpose, where, zeros_like

QR = _namedtuple("Qr", ("q", "r"))


def _t(a):
    perm = list(range(a.ndim))
    perm[-1], perm[-2] = perm[-2], perm[-1]
    return transpose(a, perm)


def _with(a, b):
    # The second operand of a pair: numbers and lists take the dtype of the first.
    return convert_to_tensor(b) if hasattr(b, "dtype") else convert_to_tensor(b, a.dtype)


def inv(input, adjoint=False, name=None):
    return _apply("matrix_inverse", [convert_to_tensor(input)], adjoint=adjoint or None)


def det(input, name=None):
    return _apply("matrix_determinant", [convert_to_tensor(input)])


LogMatrixDeterminant = _namedtuple("LogMatrixDeterminant", ("sign", "log_abs_determinant"))


def slogdet(input, name=None):
    sign, size = _apply("log_matrix_determinant", [convert_to_tensor(input)], None)
    return LogMatrixDeterminant(sign, size)


def logdet(matrix, name=None):
    # Of a positive definite matrix, by its Cholesky factor. Source: linalg_impl.py.
    from tensorflow import linalg
    return 2.0 * reduce_sum(_apply("log", [linalg.diag_part(cholesky(matrix))]), -1)


def solve(matrix, rhs, adjoint=False, name=None):
    a = convert_to_tensor(matrix)
    return _apply("matrix_solve", [a, _with(a, rhs)], adjoint=adjoint or None)


def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    a = convert_to_tensor(matrix)
    return _apply("matrix_triangular_solve", [a, _with(a, rhs)], lower=None if lower else False, adjoint=adjoint or None)


def cholesky(input, name=None):
    return _apply("cholesky", [convert_to_tensor(input)])


def cholesky_solve(chol, rhs, name=None):
    return triangular_solve(chol, triangular_solve(chol, rhs), adjoint=True)


def qr(input, full_matrices=False, name=None):
    return QR(*_apply("qr", [convert_to_tensor(input)], None, full_matrices=full_matrices or None))


def eigh(tensor, name=None):
    e, v = _apply("self_adjoint_eig", [convert_to_tensor(tensor)], None)
    return e, v


def eigvalsh(tensor, name=None):
    return eigh(tensor)[0]


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    s, u, v = _apply("svd", [convert_to_tensor(tensor)], None, full_matrices=full_matrices and compute_uv or None)
    return (s, u, v) if compute_uv else s


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    # The normal equations by Cholesky, of the smaller side. Source: core/kernels/linalg/matrix_solve_ls_op_impl.h.
    a = convert_to_tensor(matrix)
    b, at = _with(a, rhs), _t(a)
    tall = a.shape[-2] >= a.shape[-1]
    normal = matmul(at, a) if tall else matmul(a, at)
    if l2_regularizer:
        normal = normal + eye(normal.shape[-1], dtype=a.dtype) * cast(l2_regularizer, a.dtype)
    factor = cholesky(normal)
    return cholesky_solve(factor, matmul(at, b)) if tall else matmul(at, cholesky_solve(factor, b))


def pinv(a, rcond=None, validate_args=False, name=None):
    # By singular values; those below rcond times the largest count as zero. Source: linalg_impl.py.
    a = convert_to_tensor(a)
    if rcond is None:
        rcond = 10.0 * max(a.shape.as_list()[-2:]) * (1.1920929e-07 if a.dtype.name == "float32" else 2.220446049250313e-16)
    s, u, v = svd(a)
    keep = s > cast(rcond, a.dtype) * _apply("reduce_max", [s], axis=-1, keepdims=True)
    inverse = where(keep, 1.0 / where(keep, s, s + 1.0), zeros_like(s))
    return matmul(v * expand_dims(inverse, -2), u, transpose_b=True)


def matrix_rank(a, tol=None, validate_args=False, name=None):
    from tensorflow._core import int32
    a = convert_to_tensor(a)
    s = svd(a, compute_uv=False)
    if tol is None:
        tol = (1.1920929e-07 if a.dtype.name == "float32" else 2.220446049250313e-16) * max(a.shape.as_list()[-2:]) * _apply("reduce_max", [s], axis=-1, keepdims=True)
    return reduce_sum(cast(s > tol, int32), -1)


def expm(input, name=None):
    # Scaling and squaring with Taylor's series.
    a = convert_to_tensor(input)
    term = result = eye(a.shape[-1], dtype=a.dtype)
    small = a / 1024.0
    for k in range(1, 12):
        term = matmul(term, small) / float(k)
        result = result + term
    for _ in range(10):
        result = matmul(result, result)
    return result


_make_ready(globals(), "logdet slogdet lstsq pinv matrix_rank expm triangular_solve cholesky_solve")
