# The rest of numpy: reductions, shapes, sorting, products, comparing, printing, and the methods of arrays that are written in Python.
# Source: NumPy's public documentation, version 1.24.
import math as _math
import _engine
from numpy import *
from numpy import _abs, _all, _any, _apply, _binary, _int32, _max, _min, _range, _round, _shape, _sum


# ---- making arrays, continued ----------------------------------------------------------------------------------------------------

def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None):
    return power(base, linspace(start, stop, num, endpoint))


def geomspace(start, stop, num=50, endpoint=True, dtype=None):
    return exp(linspace(_math.log(start), _math.log(stop), num, endpoint))


def diag(v, k=0):
    v = asarray(v)
    if v.ndim == 1:
        n = len(v) + _abs(k)
        a = zeros((n, n), v.dtype)
        for i in _range(len(v)):
            a[i + _max(0, -k), i + _max(0, k)] = v[i]
        return a
    n = _min(v.shape[0] - _max(0, -k), v.shape[1] - _max(0, k))
    return array([v[i + _max(0, -k), i + _max(0, k)] for i in _range(n)], dtype=v.dtype)


def diagonal(a, offset=0):
    return diag(a, offset)


def trace(a):
    return sum(diag(a))


def tri(N, M=None, k=0, dtype=None):
    return array([[1 if j <= i + k else 0 for j in _range(M or N)] for i in _range(N)], dtype=dtype or float64)


def tril(m, k=0):
    m = asarray(m)
    return where(tri(m.shape[-2], m.shape[-1], k, bool), m, zeros_like(m))


def triu(m, k=0):
    m = asarray(m)
    return where(tri(m.shape[-2], m.shape[-1], k - 1, bool), zeros_like(m), m)


def meshgrid(*xi, **kwargs):
    indexing = kwargs.get("indexing", "xy")
    xi = [asarray(x).ravel() for x in xi]
    n = len(xi)
    order = list(_range(n))
    if indexing == "xy" and n > 1:
        order[0], order[1] = 1, 0
    form = [0] * n
    for i, p in enumerate(order):
        form[p] = len(xi[i])
    out = []
    for i, x in enumerate(xi):
        one = [1] * n
        one[order[i]] = -1
        out.append(broadcast_to(x.reshape(one), form))
    return out


def broadcast_to(array, shape):
    return _apply("broadcast_to", [asarray(array), _int32(list(_shape(shape)))])


def indices(dimensions):
    return stack(meshgrid(*[arange(n) for n in dimensions], indexing="ij"))


def frombuffer(*args, **kwargs):
    raise NotImplementedError("numpy.frombuffer")


# ---- reductions ----------------------------------------------------------------------------------------------------------------------

def _axes(axis, ndim):
    if axis is None:
        return None
    axes = [axis] if isinstance(axis, int) else list(axis)
    for a in axes:
        if not -ndim <= a < ndim:
            raise ValueError("axis " + str(a) + " is out of bounds for array of dimension " + str(ndim))
    return axes


def _reduce(op, a, axis, keepdims, wide_ints=False, floats=False, empty=None, dtype=None):
    a = asarray(a)
    if dtype is not None:
        a = a.astype(dtype)
    elif floats and a.dtype not in (float32, float64):
        a = a.astype(float64)
    elif wide_ints and a.dtype in (int32, uint8, bool):
        a = a.astype(int64)
    if empty and a.size == 0 and axis is None:
        raise ValueError("zero-size array to reduction operation " + empty + " which has no identity")
    return _apply(op, [a], axis=_axes(axis, a.ndim), keepdims=keepdims or None)


def sum(a, axis=None, dtype=None, out=None, keepdims=False):
    return _reduce("reduce_sum", a, axis, keepdims, True, dtype=dtype)


def prod(a, axis=None, dtype=None, out=None, keepdims=False):
    return _reduce("reduce_prod", a, axis, keepdims, True, dtype=dtype)


product = prod


def mean(a, axis=None, dtype=None, out=None, keepdims=False):
    return _reduce("reduce_mean", a, axis, keepdims, floats=True, dtype=dtype)


def average(a, axis=None, weights=None):
    if weights is None:
        return mean(a, axis)
    w = asarray(weights)
    return sum(asarray(a) * w, axis) / sum(w, axis if w.ndim > 1 else None)


def var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    a = asarray(a)
    a = a if a.dtype in (float32, float64) else a.astype(float64)
    d = a - mean(a, axis, keepdims=True)
    n = a.size if axis is None else 1
    if axis is not None:
        for i in _axes(axis, a.ndim):
            n *= a.shape[i]
    return sum(d * d, axis, keepdims=keepdims) / (float32(n - ddof) if a.dtype == float32 else n - ddof)


def std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return sqrt(var(a, axis, dtype, out, ddof, keepdims))


def max(a, axis=None, out=None, keepdims=False):
    a = asarray(a)
    if a.dtype == bool:
        return any(a, axis)
    return _reduce("reduce_max", a, axis, keepdims, empty="maximum")


def min(a, axis=None, out=None, keepdims=False):
    a = asarray(a)
    if a.dtype == bool:
        return all(a, axis)
    return _reduce("reduce_min", a, axis, keepdims, empty="minimum")


amax, amin = max, min


def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)


def any(a, axis=None, out=None, keepdims=False):
    return _reduce("reduce_any", asarray(a).astype(bool), axis, keepdims)


def all(a, axis=None, out=None, keepdims=False):
    return _reduce("reduce_all", asarray(a).astype(bool), axis, keepdims)


def argmax(a, axis=None, out=None, keepdims=False):
    a = asarray(a)
    a = a.astype(int32) if a.dtype == bool else a
    return _apply("argmax", [a.ravel()], axis=0) if axis is None else _apply("argmax", [a], axis=axis)


def argmin(a, axis=None, out=None, keepdims=False):
    a = asarray(a)
    a = a.astype(int32) if a.dtype == bool else a
    return _apply("argmin", [a.ravel()], axis=0) if axis is None else _apply("argmin", [a], axis=axis)


def cumsum(a, axis=None, dtype=None, out=None):
    a = asarray(a)
    a = a.astype(int64) if a.dtype in (int32, uint8, bool) else a
    return _apply("cumsum", [a.ravel()], axis=0) if axis is None else _apply("cumsum", [a], axis=axis)


def cumprod(a, axis=None, dtype=None, out=None):
    a = asarray(a)
    return _apply("cumprod", [a.ravel()], axis=0) if axis is None else _apply("cumprod", [a], axis=axis)


def nansum(a, axis=None):
    a = asarray(a)
    return sum(where(isnan(a), zeros_like(a), a), axis)


def nanmean(a, axis=None):
    a = asarray(a)
    return nansum(a, axis) / sum(~isnan(a), axis)


def count_nonzero(a, axis=None):
    return sum(asarray(a) != 0, axis)


def median(a, axis=None):
    return percentile(a, 50, axis)


def percentile(a, q, axis=None):
    return quantile(a, asarray(q) / 100 if isinstance(q, (list, tuple, ndarray)) else q / 100, axis)


def quantile(a, q, axis=None):
    a = asarray(a)
    if axis is not None:
        a = moveaxis(a, axis, -1)
        rows = a.reshape(-1, a.shape[-1])
        return array([quantile(r, q) for r in rows]).reshape(a.shape[:-1])
    values = sorted(a.ravel().tolist())
    if isinstance(q, (list, tuple, ndarray)):
        return array([quantile(a, v) for v in q])
    at = q * (len(values) - 1)
    low = _math.floor(at)
    high = _min(low + 1, len(values) - 1)
    return float64(values[low] + (values[high] - values[low]) * (at - low))


def diff(a, n=1, axis=-1):
    a = asarray(a)
    for _ in _range(n):
        front = [slice(None)] * a.ndim
        back = [slice(None)] * a.ndim
        front[axis], back[axis] = slice(1, None), slice(None, -1)
        a = a[tuple(front)] - a[tuple(back)]
    return a


def cov(m, y=None, rowvar=True, bias=False, ddof=None):
    x = asarray(m).astype(float64)
    if y is not None:
        x = stack([x, asarray(y).astype(float64)]) if x.ndim == 1 else concatenate([x, asarray(y).astype(float64)])
    x = x if x.ndim > 1 else x[None]
    x = x if rowvar else x.T
    d = x - mean(x, 1, keepdims=True)
    n = x.shape[1] - (0 if bias else 1) if ddof is None else x.shape[1] - ddof
    c = d @ d.T / n
    return c if c.size > 1 else c[0, 0]


def corrcoef(x, y=None):
    c = cov(x if y is None else stack([x, y]))
    d = sqrt(diag(c))
    return c / d[:, None] / d[None, :]


def bincount(x, weights=None, minlength=0):
    x = asarray(x).tolist()
    n = _max(minlength, (_max(x) + 1) if x else 0)
    out = [0] * n
    w = asarray(weights).tolist() if weights is not None else None
    for i, v in enumerate(x):
        out[v] += w[i] if w else 1
    return array(out, dtype=float64 if w else int64)


def histogram(a, bins=10, range=None, density=None, weights=None):
    values = asarray(a).ravel().tolist()
    if isinstance(bins, int):
        low, high = range if range else (_min(values), _max(values))
        edges = linspace(low, high, bins + 1)
    else:
        edges = asarray(bins)
    cuts = edges.tolist()
    counts = [0] * (len(cuts) - 1)
    for v in values:
        for i in _range(len(counts)):
            if cuts[i] <= v < cuts[i + 1] or i == len(counts) - 1 and v == cuts[i + 1]:
                counts[i] += 1
                break
    return array(counts, dtype=int64), edges


# ---- shapes ---------------------------------------------------------------------------------------------------------------------------

def reshape(a, newshape, order="C"):
    return asarray(a).reshape(newshape)


def ravel(a, order="C"):
    return asarray(a).ravel()


def transpose(a, axes=None):
    a = asarray(a)
    return a.transpose() if axes is None else a.transpose(axes)


def shape(a):
    return asarray(a).shape


def ndim(a):
    return asarray(a).ndim


def size(a, axis=None):
    a = asarray(a)
    return a.size if axis is None else a.shape[axis]


def expand_dims(a, axis):
    a = asarray(a)
    form = list(a.shape)
    for x in sorted([axis] if isinstance(axis, int) else axis):
        form.insert(x if x >= 0 else x + len(form) + 1, 1)
    return a.reshape(form)


def squeeze(a, axis=None):
    a = asarray(a)
    drop = [i for i, n in enumerate(a.shape) if n == 1] if axis is None else [i % a.ndim for i in _axes(axis, a.ndim)]
    for i in drop:
        if a.shape[i] != 1:
            raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    form = [n for i, n in enumerate(a.shape) if i not in drop]
    result = a.reshape(form) if form else a.reshape(1)
    return result if form else array(result[0])


def moveaxis(a, source, destination):
    a = asarray(a)
    order = [i for i in _range(a.ndim) if i != source % a.ndim]
    order.insert(destination % a.ndim, source % a.ndim)
    return a.transpose(order)


def swapaxes(a, axis1, axis2):
    a = asarray(a)
    order = list(_range(a.ndim))
    order[axis1], order[axis2] = order[axis2], order[axis1]
    return a.transpose(order)


def atleast_1d(a):
    a = asarray(a)
    return a if a.ndim else a.reshape(1)


def atleast_2d(a):
    a = asarray(a)
    return a if a.ndim >= 2 else a.reshape(1, -1)


def _same_kind(arrays):
    arrays = [asarray(a) for a in arrays]
    kind = arrays[0].dtype
    for a in arrays[1:]:
        if a.dtype != kind:
            kind = promote_types(kind, a.dtype)
    return [a.astype(kind) for a in arrays]


def concatenate(arrays, axis=0, out=None, dtype=None):
    arrays = _same_kind(arrays)
    if not arrays:
        raise ValueError("need at least one array to concatenate")
    if axis is None:
        arrays, axis = [a.ravel() for a in arrays], 0
    if arrays[0].ndim == 0:
        raise ValueError("zero-dimensional arrays cannot be concatenated")
    first = arrays[0]
    for i, a in enumerate(arrays):
        if a.ndim != first.ndim:
            raise ValueError("all the input arrays must have same number of dimensions, but the array at index 0 has " + str(first.ndim)
                             + " dimension(s) and the array at index " + str(i) + " has " + str(a.ndim) + " dimension(s)")
        for k in _range(a.ndim):
            if k != axis % a.ndim and a.shape[k] != first.shape[k]:
                raise ValueError("all the input array dimensions except for the concatenation axis must match exactly, but along dimension " + str(k) + ", the array at index 0 has size "
                                 + str(first.shape[k]) + " and the array at index " + str(i) + " has size " + str(a.shape[k]))
    return _apply("concat", arrays, axis=axis)


def stack(arrays, axis=0, out=None):
    arrays = _same_kind(arrays)
    for a in arrays:
        if a.shape != arrays[0].shape:
            raise ValueError("all input arrays must have the same shape")
    return _apply("stack", arrays, axis=axis)


def vstack(tup):
    return concatenate([atleast_2d(a) for a in tup], 0)


row_stack = vstack


def hstack(tup):
    arrays = [atleast_1d(a) for a in tup]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def column_stack(tup):
    return concatenate([asarray(a).reshape(-1, 1) if asarray(a).ndim == 1 else a for a in tup], 1)


def dstack(tup):
    return concatenate([atleast_2d(a)[:, :, None] if asarray(a).ndim < 3 else a for a in tup], 2)


def append(arr, values, axis=None):
    return concatenate([asarray(arr).ravel(), asarray(values).ravel()]) if axis is None else concatenate([arr, values], axis)


def split(ary, indices_or_sections, axis=0):
    a = asarray(ary)
    n = a.shape[axis]
    if isinstance(indices_or_sections, int):
        if n % indices_or_sections:
            raise ValueError("array split does not result in an equal division")
        step = n // indices_or_sections
        cuts = [i * step for i in _range(1, indices_or_sections)]
    else:
        cuts = [int(i) for i in indices_or_sections]
    return _pieces(a, cuts, axis)


def array_split(ary, indices_or_sections, axis=0):
    a = asarray(ary)
    if isinstance(indices_or_sections, int):
        n, k = a.shape[axis], indices_or_sections
        cuts, at = [], 0
        for i in _range(k - 1):
            at += n // k + (1 if i < n % k else 0)
            cuts.append(at)
        return _pieces(a, cuts, axis)
    return split(a, indices_or_sections, axis)


def _pieces(a, cuts, axis):
    out = []
    for low, high in zip([0] + cuts, cuts + [a.shape[axis]]):
        index = [slice(None)] * a.ndim
        index[axis] = slice(low, high)
        out.append(a[tuple(index)])
    return out


def repeat(a, repeats, axis=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    counts = [repeats] * a.shape[axis] if isinstance(repeats, int) else asarray(repeats).tolist()
    rows = []
    for i, c in enumerate(counts):
        rows += [i] * c
    return take(a, rows, axis)


def tile(A, reps):
    A = asarray(A)
    reps = [reps] if isinstance(reps, int) else list(reps)
    while len(reps) < A.ndim:
        reps = [1] + reps
    while A.ndim < len(reps):
        A = A[None]
    return _apply("tile", [A, _int32(reps)])


def take(a, indices, axis=None):
    a = asarray(a)
    if axis is None:
        return a.ravel()[indices if isinstance(indices, int) else asarray(indices)]
    index = [slice(None)] * a.ndim
    index[axis] = indices if isinstance(indices, int) else asarray(indices)
    return a[tuple(index)]


def flip(m, axis=None):
    m = asarray(m)
    axes = _range(m.ndim) if axis is None else [a % m.ndim for a in _axes(axis, m.ndim)]
    return m[tuple(slice(None, None, -1) if i in axes else slice(None) for i in _range(m.ndim))]


def fliplr(m):
    return flip(m, 1)


def flipud(m):
    return flip(m, 0)


def rot90(m, k=1):
    m = asarray(m)
    for _ in _range(k % 4):
        m = flip(m.T, 0)
    return m


def roll(a, shift, axis=None):
    a = asarray(a)
    if axis is None:
        return _apply("roll", [a.ravel()], shift=[shift], axis=[0]).reshape(a.shape)
    return _apply("roll", [a], shift=[shift] if isinstance(shift, int) else list(shift), axis=[axis] if isinstance(axis, int) else list(axis))


def pad(array, pad_width, mode="constant", constant_values=0, **kwargs):
    a = asarray(array)
    if isinstance(pad_width, int):
        widths = [(pad_width, pad_width)] * a.ndim
    else:
        widths = [(w, w) if isinstance(w, int) else tuple(w) for w in pad_width]
        if len(widths) == 2 and isinstance(pad_width[0], int):
            widths = [tuple(pad_width)] * a.ndim
        if len(widths) == 1:
            widths = widths * a.ndim
    if mode == "constant":
        out = full([n + w[0] + w[1] for n, w in zip(a.shape, widths)], constant_values, a.dtype)
        out[tuple(slice(w[0], w[0] + n) for n, w in zip(a.shape, widths))] = a
        return out
    return _apply("mirror_pad", [a, _int32(widths)], mode=mode.upper())


def insert(arr, obj, values, axis=None):
    items = asarray(arr).ravel().tolist()
    items.insert(obj, values)
    return array(items, dtype=asarray(arr).dtype)


def delete(arr, obj, axis=None):
    a = asarray(arr)
    if axis is None:
        a, axis = a.ravel(), 0
    drop = [obj] if isinstance(obj, int) else asarray(obj).tolist()
    drop = [i % a.shape[axis] for i in drop]
    return take(a, [i for i in _range(a.shape[axis]) if i not in drop], axis)


# ---- sorting and searching ---------------------------------------------------------------------------------------------------------------

def _by_rows(a, axis, f):
    a = moveaxis(a, axis, -1)
    rows = a.reshape(-1, a.shape[-1]) if a.ndim > 1 else a.reshape(1, -1)
    result = array([f(r) for r in rows.tolist()])
    return moveaxis(result.reshape(a.shape), -1, axis) if a.ndim > 1 else result[0]


def sort(a, axis=-1, kind=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return _by_rows(a, axis, sorted).astype(a.dtype)


def argsort(a, axis=-1, kind=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return _by_rows(a, axis, lambda r: sorted(_range(len(r)), key=lambda i: r[i]))


def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None):
    a = asarray(ar)
    flat = a.ravel().tolist()
    first, counts = {}, {}
    for i, v in enumerate(flat):
        first.setdefault(v, i)
        counts[v] = counts.get(v, 0) + 1
    values = sorted(first)
    out = [array(values, dtype=a.dtype)]
    if return_index:
        out.append(array([first[v] for v in values]))
    if return_inverse:
        place = {v: i for i, v in enumerate(values)}
        out.append(array([place[v] for v in flat]))
    if return_counts:
        out.append(array([counts[v] for v in values]))
    return out[0] if len(out) == 1 else tuple(out)


def searchsorted(a, v, side="left"):
    import bisect
    f = bisect.bisect_left if side == "left" else bisect.bisect_right
    a = asarray(a).tolist()
    return array([f(a, x) for x in asarray(v).tolist()]) if isinstance(v, (list, tuple, ndarray)) else int64(f(a, v))


def isin(element, test_elements):
    wanted = set(asarray(test_elements).ravel().tolist())
    a = asarray(element)
    return array([x in wanted for x in a.ravel().tolist()]).reshape(a.shape)


in1d = isin


def digitize(x, bins, right=False):
    return searchsorted(bins, x, "left" if right else "right")


def interp(x, xp, fp):
    xp, fp = asarray(xp).tolist(), asarray(fp).tolist()

    def one(v):
        if v <= xp[0]:
            return fp[0]
        for i in _range(1, len(xp)):
            if v <= xp[i]:
                return fp[i - 1] + (fp[i] - fp[i - 1]) * (v - xp[i - 1]) / (xp[i] - xp[i - 1])
        return fp[-1]
    return array([one(v) for v in asarray(x).tolist()]) if isinstance(x, (list, tuple, ndarray)) else float64(one(x))


# ---- products --------------------------------------------------------------------------------------------------------------------------------

def dot(a, b, out=None):
    a, b = asarray(a), asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return a * b
    if b.ndim > 2 or a.ndim > 2 and b.ndim > 1:
        return tensordot(a, b, axes=((a.ndim - 1,), (b.ndim - 2,)))
    if a.shape[-1] != b.shape[0 if b.ndim == 1 else -2]:
        raise ValueError("shapes " + str(a.shape).replace(" ", "") + " and " + str(b.shape).replace(" ", "") + " not aligned: " + str(a.shape[-1]) + " (dim " + str(a.ndim - 1) + ") != "
                         + str(b.shape[0 if b.ndim == 1 else -2]) + " (dim 0)")
    return a @ b


def inner(a, b):
    return dot(a, asarray(b).T)


def vdot(a, b):
    return dot(asarray(a).ravel(), asarray(b).ravel())


def outer(a, b):
    return asarray(a).ravel()[:, None] * asarray(b).ravel()[None, :]


def tensordot(a, b, axes=2):
    a, b = asarray(a), asarray(b)
    if isinstance(axes, int):
        left, right = list(_range(a.ndim - axes, a.ndim)), list(_range(axes))
    else:
        left, right = [[x] if isinstance(x, int) else list(x) for x in axes]
    free_a, free_b = [i for i in _range(a.ndim) if i not in left], [i for i in _range(b.ndim) if i not in right]
    n = 1
    for i in left:
        n *= a.shape[i]
    r = a.transpose(free_a + left).reshape(-1, n) @ b.transpose(right + free_b).reshape(n, -1)
    return r.reshape([a.shape[i] for i in free_a] + [b.shape[i] for i in free_b]) if free_a or free_b else r[0, 0]


def cross(a, b):
    a, b = asarray(a), asarray(b)
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    return stack([y * w - z * v, z * u - x * w, x * v - y * u], -1)


# ---- comparing --------------------------------------------------------------------------------------------------------------------------------

def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a).astype(float64), asarray(b).astype(float64)
    close = (absolute(a - b) <= atol + rtol * absolute(b)) & isfinite(a) & isfinite(b) | (a == b)
    if equal_nan:
        close = close | isnan(a) & isnan(b)
    return close


def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return True if all(isclose(a, b, rtol, atol, equal_nan)) else False


def array_equal(a1, a2, equal_nan=False):
    a1, a2 = asarray(a1), asarray(a2)
    return a1.shape == a2.shape and (True if all(a1 == a2) else False)


def array_equiv(a1, a2):
    return array_equal(*broadcast_arrays(a1, a2))


def broadcast_arrays(*args):
    args = [asarray(a) for a in args]
    total = args[0] * 0
    for a in args[1:]:
        total = total + a * 0
    return [broadcast_to(a, total.shape) for a in args]


def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = asarray(x)
    x = where(isnan(x), nan, x)
    return x


def isscalar(element):
    return isinstance(element, (int, float, str, bytes, bool, float32, float64, int32, int64, bool_, uint8)) and not isinstance(element, ndarray)


def iterable(y):
    return hasattr(y, "__iter__") or isinstance(y, (list, tuple, ndarray))


def issubdtype(arg1, arg2):
    kind = dtype(arg1).kind
    if arg2 in (floating, float):
        return kind == "f"
    if arg2 in (integer, int):
        return kind in "iu"
    return dtype(arg1) == arg2


class finfo:
    def __init__(self, kind):
        kind = dtype(kind)
        self.dtype = kind
        if kind == float32:
            self.eps, self.max, self.min, self.tiny = float32(1.1920929e-07), float32(3.4028235e+38), float32(-3.4028235e+38), float32(1.1754944e-38)
        else:
            self.eps, self.max, self.min, self.tiny = 2.220446049250313e-16, 1.7976931348623157e+308, -1.7976931348623157e+308, 2.2250738585072014e-308


class iinfo:
    def __init__(self, kind):
        kind = dtype(kind)
        self.dtype = kind
        self.max = {"int32": 2147483647, "int64": 9223372036854775807, "uint8": 255}[kind.name]
        self.min = 0 if kind == uint8 else -self.max - 1


class errstate:
    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        pass


def seterr(**kwargs):
    return {}


# ---- printing ---------------------------------------------------------------------------------------------------------------------------------

_options = {"edgeitems": 3, "threshold": 1000, "floatmode": "maxprec", "precision": 8, "suppress": False, "linewidth": 75, "nanstr": "nan", "infstr": "inf", "sign": "-", "formatter": None, "legacy": False}


def set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None, sign=None, floatmode=None, **kwargs):
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth, "suppress": suppress, "nanstr": nanstr, "infstr": infstr, "sign": sign, "floatmode": floatmode}
    for k, v in given.items():
        if v is not None:
            _options[k] = v
            _engine.np_set_print(k, v)


def get_printoptions():
    return dict(_options)


class printoptions:
    def __init__(self, **kwargs):
        self.given = kwargs

    def __enter__(self):
        self.before = get_printoptions()
        set_printoptions(**self.given)

    def __exit__(self, *exc):
        set_printoptions(**{k: v for k, v in self.before.items() if k not in ("formatter", "legacy")})


def array2string(a, max_line_width=None, precision=None, suppress_small=None, separator=" ", prefix="", **kwargs):
    return _engine.np_text(asarray(a), separator, precision)


def array_str(a, *args, **kwargs):
    return str(a)


def array_repr(a, *args, **kwargs):
    return repr(a)


class vectorize:
    def __init__(self, pyfunc, **kwargs):
        self.f = pyfunc

    def __call__(self, *args):
        args = broadcast_arrays(*args)
        form = args[0].shape
        return array([self.f(*v) for v in zip(*[a.ravel().tolist() for a in args])]).reshape(form)


def apply_along_axis(func1d, axis, arr):
    a = moveaxis(asarray(arr), axis, -1)
    return array([func1d(r) for r in a.reshape(-1, a.shape[-1])]).reshape(a.shape[:-1])


# ---- methods of arrays -----------------------------------------------------------------------------------------------------------------------------

for _name, _function in (
    ("sum", sum), ("mean", mean), ("max", max), ("min", min), ("std", std), ("var", var), ("prod", prod), ("argmax", argmax), ("argmin", argmin), ("any", any), ("all", all),
    ("cumsum", cumsum), ("cumprod", cumprod), ("dot", dot), ("round", round), ("clip", clip), ("squeeze", squeeze), ("argsort", argsort), ("repeat", repeat), ("nonzero", nonzero),
    ("swapaxes", swapaxes), ("take", take), ("trace", trace), ("diagonal", diagonal), ("ptp", ptp), ("searchsorted", searchsorted),
):
    _engine.extend(ndarray, _name, _function)


def _sort_in_place(a, axis=-1, kind=None):
    a[...] = sort(a, axis)


_engine.extend(ndarray, "sort", _sort_in_place)
_engine.extend(ndarray, "view", lambda a, *args: a)
_engine.extend(ndarray, "__array__", lambda a, *args: a)
_engine.extend(ndarray, "conj", lambda a: a)
_engine.extend(ndarray, "tobytes", lambda a: bytes(str(a.tolist()), "utf8"))


def einsum(subscripts, *operands, **kwargs):
    from tensorflow._einsum import einsum as f
    return f(subscripts, *[asarray(x) for x in operands]).numpy()


class _Columns:
    def __getitem__(self, parts):
        parts = parts if isinstance(parts, tuple) else (parts,)
        return concatenate([reshape(x, [-1, 1]) if x.ndim < 2 else x for x in [_ranged(p) for p in parts]], axis=1)


class _Rows:
    def __getitem__(self, parts):
        parts = parts if isinstance(parts, tuple) else (parts,)
        return concatenate([reshape(x, [-1]) if x.ndim < 1 else x for x in [_ranged(p) for p in parts]])


def _ranged(p):
    if isinstance(p, slice):
        start, step = p.start or 0, 1 if p.step is None else p.step
        return linspace(start, p.stop, int(abs(step.imag))) if isinstance(step, complex) else arange(start, p.stop, step)
    return asarray(p)


c_, r_ = _Columns(), _Rows()
