# tf.einsum: any equation by broadcasting products, the common two-operand ones by one matmul. Source: tensorflow/python/ops/special_math_ops.py.
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import _apply, convert_to_tensor, is_tensor, matmul, reduce_sum, reshape, transpose


def _parse(equation, inputs):
    text = equation.replace(" ", "")
    left, arrow, right = text.partition("->")
    terms = left.split(",")
    if len(terms) != len(inputs):
        raise ValueError("Got " + str(len(inputs)) + " arguments for equation \"" + equation + "\", expecting " + str(len(terms)) + ".")
    used = set(text)
    spare = [c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if c not in used]
    dots = max([x.ndim - len(t.replace("...", "")) for t, x in zip(terms, inputs) if "..." in t] or [0])
    names = "".join(spare[:dots])
    out = []
    for t, x in zip(terms, inputs):
        if "..." in t:
            n = x.ndim - len(t) + 3
            t = t.replace("...", names[dots - n:] if n else "")
        if len(t) != x.ndim:
            raise ValueError("Expected input with rank " + str(len(t)) + " for \"" + t + "\", got rank " + str(x.ndim) + ".")
        out.append(t)
    if arrow:
        right = right.replace("...", names)
    else:
        joined = "".join(out)
        right = names + "".join(c for c in sorted(set(joined)) if joined.count(c) == 1 and c not in names)
    return out, right


def _trace_repeats(x, term):
    # "ii": the diagonal of both axes.
    while True:
        for i, c in enumerate(term):
            j = term.find(c, i + 1)
            if j >= 0:
                from tensorflow import linalg
                rest = [k for k in range(x.ndim) if k not in (i, j)]
                x = linalg.diag_part(transpose(x, rest + [i, j]))
                term = "".join(term[k] for k in rest) + c
                break
        else:
            return x, term


def _sum_out(x, term, keep):
    drop = [i for i, c in enumerate(term) if c not in keep]
    if drop:
        x = reduce_sum(x, drop)
        term = "".join(c for c in term if c in keep)
    return x, term


def _order(x, term, wanted):
    perm = [term.index(c) for c in wanted]
    return x if perm == list(range(len(perm))) else transpose(x, perm)


def _pair(a, ta, b, tb, keep):
    # Batch axes are in both and kept, inner ones in both and dropped: one matmul.
    a, ta = _sum_out(a, ta, tb + keep)
    b, tb = _sum_out(b, tb, ta + keep)
    sizes = {}
    for t, x in ((ta, a), (tb, b)):
        for c, n in zip(t, x.shape.as_list()):
            if sizes.get(c, 1) == 1:
                sizes[c] = n
            elif n not in (1, sizes[c]):
                raise ValueError("Incompatible sizes of axis " + c + " in einsum: " + str(sizes[c]) + " and " + str(n) + ".")
    batch = "".join(c for c in ta if c in tb and c in keep)
    inner = "".join(c for c in ta if c in tb and c not in keep)
    rows, columns = "".join(c for c in ta if c not in tb), "".join(c for c in tb if c not in ta)
    count = lambda names: [sizes[c] for c in names]

    def product(names):
        n = 1
        for c in names:
            n *= sizes[c]
        return n

    def full(x, t, wanted):
        x = _order(x, t, wanted)
        return x if x.shape.as_list() == count(wanted) else _apply("broadcast_to", [x, count(wanted)])
    left = reshape(full(a, ta, batch + rows + inner), count(batch) + [product(rows), product(inner)])
    right = reshape(full(b, tb, batch + inner + columns), count(batch) + [product(inner), product(columns)])
    return reshape(matmul(left, right), count(batch) + count(rows) + count(columns)), batch + rows + columns


def einsum(equation, *inputs, **kwargs):
    if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
        inputs = inputs[0]
    inputs = [convert_to_tensor(x) for x in inputs]
    terms, out = _parse(equation, inputs)
    pairs = [_trace_repeats(x, t) for x, t in zip(inputs, terms)]
    x, t = pairs[0]
    for i in range(1, len(pairs)):
        y, u = pairs[i]
        keep = out + "".join(p[1] for p in pairs[i + 1:])
        x, t = _pair(x, t, y, u, keep)
    x, t = _sum_out(x, t, out)
    return _order(x, t, out)


_make_ready(globals(), "einsum")
