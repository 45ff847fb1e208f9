# numpy.linalg: small dense matrices, in float64.
import numpy as _np


class LinAlgError(Exception):
    pass


def norm(x, ord=None, axis=None, keepdims=False):
    x = _np.asarray(x)
    if ord is None or ord == 2 and (x.ndim == 1 or axis is not None) or ord == "fro":
        return _np.sqrt(_np.sum(x * x, axis=axis, keepdims=keepdims))
    if ord == 1:
        return _np.sum(_np.absolute(x), axis=axis, keepdims=keepdims) if x.ndim == 1 or axis is not None else _np.max(_np.sum(_np.absolute(x), axis=0))
    if ord == _np.inf:
        return _np.max(_np.absolute(x), axis=axis, keepdims=keepdims)
    return _np.power(_np.sum(_np.power(_np.absolute(x), ord), axis=axis, keepdims=keepdims), 1.0 / ord)


def _eliminate(a, b):
    # Gauss with partial pivoting on Python floats; returns the solution and the determinant.
    a, b = [list(r) for r in a], [list(r) for r in b]
    n, det = len(a), 1.0
    for c in range(n):
        p = max(range(c, n), key=lambda r: abs(a[r][c]))
        if a[p][c] == 0:
            return None, 0.0
        if p != c:
            a[p], a[c], b[p], b[c] = a[c], a[p], b[c], b[p]
            det = -det
        det *= a[c][c]
        for r in range(n):
            if r != c and a[r][c] != 0:
                f = a[r][c] / a[c][c]
                a[r] = [x - f * y for x, y in zip(a[r], a[c])]
                b[r] = [x - f * y for x, y in zip(b[r], b[c])]
    return [[x / a[i][i] for x in b[i]] for i in range(n)], det


def solve(a, b):
    a, b = _np.asarray(a), _np.asarray(b)
    x, _ = _eliminate(a.tolist(), (b.reshape(-1, 1) if b.ndim == 1 else b).tolist())
    if x is None:
        raise LinAlgError("Singular matrix")
    x = _np.array(x)
    return x.reshape(-1) if b.ndim == 1 else x


def inv(a):
    a = _np.asarray(a)
    return solve(a, _np.eye(len(a)))


def det(a):
    # From the sum of the logarithms of the pivots, as umath_linalg does it.
    import math
    a = [[float(v) for v in row] for row in _np.asarray(a).tolist()]
    sign, total, n = 1.0, 0.0, len(a)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(a[i][k]))
        if a[pivot][k] == 0:
            return _np.float64(0.0)
        if pivot != k:
            a[k], a[pivot], sign = a[pivot], a[k], -sign
        d = a[k][k]
        sign, total = (-sign if d < 0 else sign), total + math.log(abs(d))
        scale = 1.0 / d
        for i in range(k + 1, n):
            f = a[i][k] * scale
            for j in range(k + 1, n):
                a[i][j] -= f * a[k][j]
    return _np.float64(sign * math.exp(total))


def matrix_rank(a):
    rows = [list(r) for r in _np.asarray(a).tolist()]
    rank = 0
    for c in range(len(rows[0])):
        p = max(range(rank, len(rows)), key=lambda r: abs(rows[r][c]), default=None) if rank < len(rows) else None
        if p is None or abs(rows[p][c]) < 1e-10:
            continue
        rows[rank], rows[p] = rows[p], rows[rank]
        for r in range(rank + 1, len(rows)):
            f = rows[r][c] / rows[rank][c]
            rows[r] = [x - f * y for x, y in zip(rows[r], rows[rank])]
        rank += 1
    return rank


def matrix_power(a, n):
    a = _np.asarray(a)
    result = _np.eye(len(a), dtype=a.dtype)
    for _ in range(n):
        result = result @ a
    return result


def lstsq(a, b, rcond=None):
    a, b = _np.asarray(a), _np.asarray(b)
    x = solve(a.T @ a, a.T @ b)
    return x, _np.sum((a @ x - b) ** 2), matrix_rank(a), None
