# tf.linalg's solvers: values by elimination on Python floats, gradients by formulas written with ops, so that they can be differentiated again.
# Sources: tensorflow/python/ops/linalg_grad.py (MatrixInverse, MatrixDeterminant, MatrixSolve, Cholesky), linalg_ops.py.
import math as _math
from tensorflow._core import _CustomGradient, _apply, _errors, cast, constant, convert_to_tensor, expand_dims, eye, matmul, reduce_sum, reshape, sqrt, stack, transpose, where, zeros_like


def _batches(a):
    # The matrices of a batch as nested lists, with the shape of the batch.
    if a.ndim < 2:
        raise _errors().InvalidArgumentError(None, None, "Input tensor 0 must have rank >= 2, got " + str(a.ndim))
    return reshape(a, [-1] + a.shape.as_list()[-2:]).numpy().tolist(), a.shape.as_list()[:-2]


def _square(a, op):
    a = convert_to_tensor(a)
    if a.ndim < 2 or a.shape[-1] != a.shape[-2]:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__" + op + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} Input matrix must be square, got "
                                             + " != ".join(str(d) for d in a.shape.as_list()[-2:]) + " [Op:" + op + "] name: ")
    return a


def _eliminate(rows, right):
    # Partial pivoting; returns the solution (None when singular) and the determinant.
    a, b = [list(r) for r in rows], [list(r) for r in right]
    n, det = len(a), 1.0
    for c in range(n):
        p = c
        for r in range(c + 1, n):
            if abs(a[r][c]) > abs(a[p][c]):
                p = r
        if a[p][c] == 0:
            return None, 0.0
        if p != c:
            a[p], a[c], b[p], b[c] = a[c], a[p], b[c], b[p]
            det = -det
        det *= a[c][c]
        for r in range(c + 1, n):
            f = a[r][c] / a[c][c]
            if f:
                a[r] = [x - f * y for x, y in zip(a[r], a[c])]
                b[r] = [x - f * y for x, y in zip(b[r], b[c])]
    for c in range(n - 1, -1, -1):
        b[c] = [x / a[c][c] for x in b[c]]
        for r in range(c):
            f = a[r][c]
            if f:
                b[r] = [x - f * y for x, y in zip(b[r], b[c])]
    return b, det


def _identity_rows(n):
    return [[1.0 if i == j else 0.0 for j in range(n)] for i in range(n)]


def _t(a):
    perm = list(range(a.ndim))
    perm[-1], perm[-2] = perm[-2], perm[-1]
    return transpose(a, perm)


def _singular(op):
    return _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__" + op + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} Input " + ("matrix is not invertible." if op == "MatrixSolve" else "is not invertible.")
                                          + " [Op:" + op + "] name: ")


def _inverse(a):
    matrices, batch = _batches(a)
    out = []
    for m in matrices:
        x, _ = _eliminate(m, _identity_rows(len(m)))
        if x is None:
            raise _singular("MatrixInverse")
        out.append(x)
    y = reshape(constant(out, dtype=a.dtype), a.shape)

    def grad(dy):
        again = inv(a)
        return -matmul(_t(again), matmul(dy, _t(again)))
    return y, grad


_inverse = _CustomGradient(_inverse)


def inv(input, adjoint=False, name=None):
    a = _square(input, "MatrixInverse")
    return _inverse(_t(a) if adjoint else a)


def _determinant(a):
    matrices, batch = _batches(a)
    y = reshape(constant([_eliminate(m, [[0.0]] * len(m))[1] for m in matrices], dtype=a.dtype), batch)

    def grad(dy):
        return reshape(dy * det(a), batch + [1, 1]) * _t(inv(a))
    return y, grad


_determinant = _CustomGradient(_determinant)


def det(input, name=None):
    return _determinant(_square(input, "MatrixDeterminant"))


def slogdet(input, name=None):
    d = det(input)
    return _apply("sign", [d]), _apply("log", [_apply("abs", [d])])


def logdet(matrix, name=None):
    return _apply("log", [det(matrix)])


def _solution(a, b):
    matrices, batch = _batches(a)
    sides, _ = _batches(b)
    out = []
    for m, s in zip(matrices, sides):
        x, _ = _eliminate(m, s)
        if x is None:
            raise _singular("MatrixSolve")
        out.append(x)
    y = reshape(constant(out, dtype=a.dtype), b.shape)

    def grad(dy):
        db = solve(a, dy, adjoint=True)
        return -matmul(db, _t(solve(a, b))), db
    return y, grad


_solution = _CustomGradient(_solution)


def solve(matrix, rhs, adjoint=False, name=None):
    a = _square(matrix, "MatrixSolve")
    b = convert_to_tensor(rhs, a.dtype) if not hasattr(rhs, "dtype") else convert_to_tensor(rhs)
    if b.ndim != a.ndim or b.shape[-2] != a.shape[-2]:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__MatrixSolve_device_/job:localhost/replica:0/task:0/device:CPU:0}} Input matrix and rhs are incompatible. [Op:MatrixSolve] name: ")
    return _solution(_t(a) if adjoint else a, b)


def triangular_solve(matrix, rhs, lower=True, adjoint=False, name=None):
    from tensorflow import linalg
    a = convert_to_tensor(matrix)
    return solve(linalg.band_part(a, -1, 0) if lower else linalg.band_part(a, 0, -1), rhs, adjoint)


def _factor(a):
    matrices, batch = _batches(a)
    out = []
    for m in matrices:
        n = len(m)
        l = [[0.0] * n for _ in range(n)]
        for i in range(n):
            for j in range(i + 1):
                s = m[i][j] - sum(l[i][k] * l[j][k] for k in range(j))
                if i == j:
                    if s <= 0:
                        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Cholesky_device_/job:localhost/replica:0/task:0/device:CPU:0}} Cholesky decomposition was not successful. The input might not be valid. [Op:Cholesky] name: ")
                    l[i][j] = _math.sqrt(s)
                else:
                    l[i][j] = s / l[j][j]
        out.append(l)
    y = reshape(constant(out, dtype=a.dtype), a.shape)

    def grad(dy):
        from tensorflow import linalg
        l = cholesky(a)
        inverse = inv(l)
        middle = matmul(_t(l), dy)
        middle = linalg.band_part(middle, -1, 0)
        middle = linalg.set_diag(middle, linalg.diag_part(middle) * 0.5)
        g = matmul(_t(inverse), matmul(middle, inverse))
        return (g + _t(g)) * 0.5
    return y, grad


_factor = _CustomGradient(_factor)


def cholesky(input, name=None):
    return _factor(_square(input, "Cholesky"))


def cholesky_solve(chol, rhs, name=None):
    return solve(_t(convert_to_tensor(chol)), solve(chol, rhs))


def qr(input, full_matrices=False, name=None):
    # Gram and Schmidt with ops, column by column: differentiable as it stands.
    a = convert_to_tensor(input)
    m, n = a.shape[-2], a.shape[-1]
    columns, rows = [], []
    for j in range(min(m, n)):
        v = a[..., :, j]
        for q in columns:
            v = v - expand_dims(reduce_sum(q * v, -1), -1) * q
        columns.append(v / expand_dims(sqrt(reduce_sum(v * v, -1)), -1))
    q = -stack(columns, -1)   # LAPACK's Householder reflections give a negative diagonal
    return QR(q, matmul(_t(q), a))


def _jacobi(m):
    # Eigenvalues of a symmetric matrix by Jacobi's rotations.
    n = len(m)
    a, v = [list(r) for r in m], _identity_rows(n)
    for _ in range(100):
        off = sum(a[i][j] ** 2 for i in range(n) for j in range(n) if i != j)
        if off < 1e-22:
            break
        for p in range(n):
            for q in range(p + 1, n):
                if abs(a[p][q]) < 1e-300:
                    continue
                theta = (a[q][q] - a[p][p]) / (2 * a[p][q])
                t = (1 if theta >= 0 else -1) / (abs(theta) + _math.sqrt(theta * theta + 1))
                c = 1 / _math.sqrt(t * t + 1)
                s = t * c
                for k in range(n):
                    a[k][p], a[k][q] = c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]
                for k in range(n):
                    a[p][k], a[q][k] = c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]
                for k in range(n):
                    v[k][p], v[k][q] = c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]
    order = sorted(range(n), key=lambda i: a[i][i])
    return [a[i][i] for i in order], [[v[r][i] for i in order] for r in range(n)]


def eigh(tensor, name=None):
    a = _square(tensor, "SelfAdjointEigV2")
    matrices, batch = _batches(a)
    pairs = [_jacobi(m) for m in matrices]
    return (reshape(constant([p[0] for p in pairs], dtype=a.dtype), batch + [a.shape[-1]]), reshape(constant([p[1] for p in pairs], dtype=a.dtype), a.shape))


def eigvalsh(tensor, name=None):
    return eigh(tensor)[0]


def svd(tensor, full_matrices=False, compute_uv=True, name=None):
    a = convert_to_tensor(tensor)
    wide = a.shape[-1] > a.shape[-2]
    b = _t(a) if wide else a
    values, v = eigh(matmul(_t(b), b))
    values, v = _apply("reverse", [values], axis=[-1]), _apply("reverse", [v], axis=[-1])
    s = sqrt(_apply("maximum", [values, zeros_like(values)]))
    if not compute_uv:
        return s
    u = matmul(b, v) / expand_dims(where(s > 0, s, s + 1), -2)
    return (s, v, u) if wide else (s, u, v)


def lstsq(matrix, rhs, l2_regularizer=0.0, fast=True, name=None):
    a, b = convert_to_tensor(matrix), convert_to_tensor(rhs)
    at = _t(a)
    normal = matmul(at, a)
    if l2_regularizer:
        normal = normal + eye(a.shape[-1], dtype=a.dtype) * cast(l2_regularizer, a.dtype)
    return solve(normal, matmul(at, b))


def pinv(a, rcond=None, validate_args=False, name=None):
    a = convert_to_tensor(a)
    at = _t(a)
    return matmul(inv(matmul(at, a)), at) if a.shape[-2] >= a.shape[-1] else matmul(at, inv(matmul(a, at)))


def matrix_rank(a, tol=None, validate_args=False, name=None):
    s = svd(a, compute_uv=False)
    limit = _apply("reduce_max", [s]) * max(convert_to_tensor(a).shape.as_list()[-2:]) * 1.2e-07 * 100 if tol is None else tol
    from tensorflow._core import int32
    return reduce_sum(cast(s > limit, int32), -1)


def expm(input, name=None):
    a = convert_to_tensor(input)
    # Scaling and squaring with Taylor's series.
    term = result = eye(a.shape[-1], dtype=a.dtype)
    small = a / 1024.0
    for k in range(1, 12):
        term = matmul(term, small) / float(k)
        result = result + term
    for _ in range(10):
        result = matmul(result, result)
    return result


from tensorflow._core import _namedtuple
QR = _namedtuple("Qr", ("q", "r"))
