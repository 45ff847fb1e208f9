# tf.linalg's rarer factorisations: LU, square roots and logarithms of matrices, eigenvalues of any square matrix. Computed in double.
# Sources: tensorflow/python/ops/linalg/linalg_impl.py, linalg_ops.py; Golub and Van Loan, Matrix Computations.
from tensorflow._base import cast, complex64, complex128, constant, convert_to_tensor, float64, int32, reshape, stack
from tensorflow._core import _errors, _namedtuple, eye, gather, unstack
from tensorflow.linalg import inv, matmul


def _batched(x, f):
    # f of each matrix, and its results stacked again.
    if x.ndim == 2:
        return f(x)
    outer = x.shape.as_list()[:-2]
    parts = [f(m) for m in unstack(reshape(x, [-1] + x.shape.as_list()[-2:]))]
    joined = [stack([p[k] for p in parts]) for k in range(len(parts[0]))]
    return tuple(reshape(j, outer + j.shape.as_list()[1:]) for j in joined)


def lu(input, output_idx_type=int32, name=None):
    x = convert_to_tensor(input)

    def one(m):
        a = cast(m, float64).numpy().tolist()
        n = len(a)
        p = list(range(n))
        for k in range(n):
            pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
            if a[pivot][k] == 0:
                raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Lu_device_/job:localhost/replica:0/task:0/device:CPU:0}} Input is not invertible. [Op:Lu] name: ")
            a[k], a[pivot] = a[pivot], a[k]
            p[k], p[pivot] = p[pivot], p[k]
            for i in range(k + 1, n):
                f = a[i][k] = a[i][k] / a[k][k]
                for j in range(k + 1, n):
                    a[i][j] -= f * a[k][j]
        return cast(constant(a, dtype=float64), x.dtype), constant(p, dtype=output_idx_type)
    return Lu(*_batched(x, one))


Lu = _namedtuple("Lu", ("lu", "p"))


def _triangles(lower_upper):
    from tensorflow.linalg import band_part, set_diag
    x = convert_to_tensor(lower_upper)
    lower = set_diag(band_part(x, -1, 0), cast(x[..., 0] * 0 + 1, x.dtype))
    return lower, band_part(x, 0, -1)


def lu_reconstruct(lower_upper, perm, validate_args=False, name=None):
    lower, upper = _triangles(lower_upper)
    product = matmul(lower, upper)
    return gather(product, _inverse(perm), axis=product.ndim - 2, batch_dims=product.ndim - 2)


def _inverse(perm):
    from tensorflow.math import invert_permutation
    perm = convert_to_tensor(perm)
    return invert_permutation(perm) if perm.ndim == 1 else stack([_inverse(p) for p in unstack(perm)])


def lu_solve(lower_upper, perm, rhs, validate_args=False, name=None):
    from tensorflow.linalg import triangular_solve
    rhs = convert_to_tensor(rhs)
    rhs = gather(rhs, perm, axis=rhs.ndim - 2, batch_dims=rhs.ndim - 2)
    lower, upper = _triangles(lower_upper)
    return triangular_solve(upper, triangular_solve(lower, rhs, lower=True), lower=False)


def lu_matrix_inverse(lower_upper, perm, validate_args=False, name=None):
    x = convert_to_tensor(lower_upper)
    return lu_solve(x, perm, eye(x.shape[-1], batch_shape=x.shape.as_list()[:-2] or None, dtype=x.dtype))


def sqrtm(input, name=None):
    # Denman and Beavers: y goes to the root, z to its inverse.
    x = convert_to_tensor(input)
    y = cast(x, float64)
    z = eye(x.shape[-1], batch_shape=x.shape.as_list()[:-2] or None, dtype=float64)
    for _ in range(30):
        y, z = 0.5 * (y + inv(z)), 0.5 * (z + inv(y))
    return cast(y, x.dtype)


def logm(input, name=None):
    x = convert_to_tensor(input)

    def one(m):
        values, vectors = _eigen(_numbers(m), True)
        import math
        roots = [complex(math.log(abs(v)), math.atan2(v.imag, v.real)) for v in values]
        n = len(values)
        scaled = [[vectors[i][k] * roots[k] for k in range(n)] for i in range(n)]
        return (_complex(_product(scaled, _inverted(vectors)), x.dtype),)
    return one(x)[0] if x.ndim == 2 else _batched(x, one)[0]


def eig(tensor, name=None):
    x = convert_to_tensor(tensor)

    def one(m):
        values, vectors = _eigen(_numbers(m), True)
        return _complex(values, x.dtype), _complex(vectors, x.dtype)
    return _batched(x, one)


def eigvals(tensor, name=None):
    x = convert_to_tensor(tensor)
    one = lambda m: (_complex(_eigen(_numbers(m), False)[0], x.dtype),)
    return one(x)[0] if x.ndim == 2 else _batched(x, one)[0]


def _numbers(m):
    return [[complex(v) for v in row] for row in m.numpy().tolist()]


def _complex(values, dtype):
    return constant(values, dtype=complex128 if dtype in (float64, complex128) else complex64)


def _product(a, b):
    return [[sum([a[i][k] * b[k][j] for k in range(len(b))]) for j in range(len(b[0]))] for i in range(len(a))]


def _inverted(a):
    n = len(a)
    rows = [list(a[i]) + [complex(i == j) for j in range(n)] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        d = rows[k][k]
        rows[k] = [v / d for v in rows[k]]
        for i in range(n):
            if i != k:
                f = rows[i][k]
                rows[i] = [v - f * w for v, w in zip(rows[i], rows[k])]
    return [r[n:] for r in rows]


def _clean(z):
    # Rounding left on an axis is no part of an eigenvalue.
    return complex(0.0 if abs(z.real) < 1e-15 * abs(z) else z.real, 0.0 if abs(z.imag) < 1e-15 * abs(z) else z.imag)


def _conj(z):
    return complex(z.real, -z.imag)


def _eigen(a, with_vectors):
    # Shifted QR steps by Givens' rotations on the whole matrix; then the vectors of the triangle by substitution, and back.
    n = len(a)
    t = [list(r) for r in a]
    q = [[complex(i == j) for j in range(n)] for i in range(n)]
    hi = n - 1
    tries = 0
    while hi > 0:
        small = sum([abs(t[hi][j]) for j in range(hi)])
        if small <= 1e-15 * (abs(t[hi][hi]) + abs(t[hi - 1][hi - 1]) + 1e-300):
            for j in range(hi):
                t[hi][j] = 0j
            hi -= 1
            tries = 0
            continue
        tries += 1
        if tries > 500:
            break
        # Wilkinson's shift: the eigenvalue of the last two rows nearest to the last element
        b, c, d, e = t[hi - 1][hi - 1], t[hi - 1][hi], t[hi][hi - 1], t[hi][hi]
        half, det = (b + e) / 2, b * e - c * d
        root = (half * half - det) ** 0.5
        shift = half + root if abs(half + root - e) < abs(half - root - e) else half - root
        if tries % 11 == 10:
            shift += abs(d)
        size = hi + 1
        for i in range(n):
            t[i][i] -= shift
        turns = []
        for k in range(size - 1):
            for i in range(k + 1, size):
                if t[i][k] == 0:
                    continue
                x, y = t[k][k], t[i][k]
                r = (abs(x) ** 2 + abs(y) ** 2) ** 0.5
                cs, sn = x / r, y / r
                for j in range(n):
                    u, v = t[k][j], t[i][j]
                    t[k][j], t[i][j] = _conj(cs) * u + _conj(sn) * v, cs * v - sn * u
                turns.append((k, i, cs, sn))
        for k, i, cs, sn in turns:
            for m in (t, q):
                for row in m:
                    u, v = row[k], row[i]
                    row[k], row[i] = u * cs + v * sn, v * _conj(cs) - u * _conj(sn)
        for i in range(n):
            t[i][i] += shift
    values = [_clean(t[i][i]) for i in range(n)]
    if not with_vectors:
        return values, None
    columns = []
    for k in range(n):
        v = [0j] * n
        v[k] = 1 + 0j
        for i in range(k - 1, -1, -1):
            total = sum([t[i][j] * v[j] for j in range(i + 1, k + 1)])
            gap = t[i][i] - values[k]
            v[i] = -total / (gap if abs(gap) > 1e-14 else 1e-14)
        full = [sum([q[i][j] * v[j] for j in range(n)]) for i in range(n)]
        size = sum([abs(z) ** 2 for z in full]) ** 0.5
        columns.append([z / size for z in full])
    return values, [[columns[k][i] for k in range(n)] for i in range(n)]
