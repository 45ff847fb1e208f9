# tf.sets: sets in the rows of tensors, on values. Source: tensorflow/python/ops/sets_impl.py; results are sparse, each row in order.
from tensorflow._base import _unknown, constant, convert_to_tensor, int32, int64, reshape


def _rows(x):
    # (the outer shape, the sets one after the other, dtype)
    if hasattr(x, "dense_shape"):
        dims = x.dense_shape.numpy().tolist()
        rows, n = {}, 1
        for d in dims[:-1]:
            n *= d
        sets = [[] for _ in range(n)]
        for place, v in zip(x.indices.numpy().tolist(), x.values.numpy().tolist()):
            at = 0
            for d, i in zip(dims[:-1], place[:-1]):
                at = at * d + i
            sets[at].append(v)
        return dims[:-1], sets, x.values.dtype
    x = convert_to_tensor(x)
    dims = x.shape.as_list()
    return dims[:-1], reshape(x, [-1, dims[-1]]).numpy().tolist(), x.dtype


def _combined(a, b, f):
    from tensorflow.sparse import SparseTensor
    outer, left, dtype = _rows(a)
    other, right, _ = _rows(b)
    if outer != other:
        raise ValueError("Shapes of the sets must match but for the last axis: " + str(outer) + " and " + str(other) + ".")
    places, values, widest = [], [], 0
    for i, (x, y) in enumerate(zip(left, right)):
        kept = sorted(f(set(x), set(y)))
        widest = max(widest, len(kept))
        at, rest = [], i
        for d in reversed(outer):
            at.insert(0, rest % d)
            rest //= d
        for k, v in enumerate(kept):
            places.append(at + [k])
            values.append(v)
    return SparseTensor(reshape(constant(places, dtype=int64), [-1, len(outer) + 1]), constant(values, dtype=dtype), outer + [widest])


def intersection(a, b, validate_indices=True):
    return _combined(a, b, lambda x, y: x & y)


def union(a, b, validate_indices=True):
    return _combined(a, b, lambda x, y: x | y)


def difference(a, b, aminusb=True, validate_indices=True):
    return _combined(a, b, (lambda x, y: x - y) if aminusb else (lambda x, y: y - x))


def size(a, validate_indices=True):
    outer, rows, _ = _rows(a)
    return reshape(constant([len(set(r)) for r in rows], dtype=int32), outer)


def __getattr__(name):
    raise _unknown("tensorflow.sets", "tf.sets.", name, globals())
