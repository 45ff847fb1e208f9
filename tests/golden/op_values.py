"""Writes op_values.txt: what NumPy and PyTorch say about ops, as a second oracle beside TensorFlow's documentation. Made once, with Debian's
python3-numpy (1.24) and python3-torch (1.13); run it again after adding a case.

A case is some lines:
    @ op attribute=kind:value …
    in  dtype dims values …          one for each input (dims joined by x, "-" for a scalar)
    out dtype dims values …          one for each output
    grad dims values …               of the sum of the outputs times 1, 2, 3, … for each input; "none" where there is none
Values come from float64 (NumPy, or PyTorch where it has the gradient) and have 12 digits.
"""
import os

import numpy as np
import torch

torch.set_default_dtype(torch.float64)
rng = np.random.RandomState(11)
lines = []


def dims(a):
    return "x".join(str(d) for d in a.shape) if a.ndim else "-"


def number(v):
    if isinstance(v, (bool, np.bool_)):
        return "1" if v else "0"
    return repr(int(v)) if isinstance(v, (int, np.integer)) else "%.12g" % float(v)


def values(a):
    return " ".join(number(v) for v in a.reshape(-1))


def attribute(key, v):
    if isinstance(v, bool):
        return f"{key}=b:{int(v)}"
    if isinstance(v, int):
        return f"{key}=i:{v}"
    if isinstance(v, float):
        return f"{key}=f:{v!r}"
    if isinstance(v, str):
        return f"{key}=s:{v}"
    return f"{key}=l:" + ",".join(str(i) for i in v)


def case(op, inputs, outputs, gradients=None, **attributes):
    lines.append(" ".join(["@", op] + [attribute(k, v) for k, v in attributes.items()]))
    for a in inputs:
        a = np.asarray(a)
        lines.append(f"in {a.dtype.name} {dims(a)} {values(a)}".rstrip())
    for a in outputs:
        a = np.asarray(a)
        lines.append(f"out {a.dtype.name} {dims(a)} {values(a)}".rstrip())
    for g in gradients or []:
        lines.append("grad none" if g is None else f"grad {dims(g)} {values(g)}".rstrip())


def by_torch(op, function, inputs, **attributes):
    """A case whose values and gradients are PyTorch's."""
    tensors = [torch.tensor(a, requires_grad=np.asarray(a).dtype.kind == "f") for a in inputs]
    out = function(*tensors)
    outs = list(out) if isinstance(out, (tuple, list)) else [out]
    count, total = 1, 0
    for o in outs:
        if o.dtype.is_floating_point:
            w = torch.arange(count, count + o.numel(), dtype=torch.float64).reshape(o.shape)
            count += o.numel()
            total = total + (o * w).sum()
    sources = [t for t in tensors if t.requires_grad]
    found = iter(torch.autograd.grad(total, sources, allow_unused=True))
    gradients = []
    for t in tensors:
        g = next(found) if t.requires_grad else None
        gradients.append(None if g is None else g.numpy())
    case(op, inputs, [o.detach().numpy() for o in outs], gradients, **attributes)


def draw(*shape, low=-2.0, high=2.0):
    return np.round(rng.uniform(low, high, shape), 3)


EDGES = np.array([0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 1e-8, 1e8, -1e8, np.inf, -np.inf, np.nan])
EMPTY = np.zeros((0, 3))

# Functions of one tensor: drawn values with gradients, and edge cases by value.
UNARY = {
    "negative": (torch.neg, -2, 2), "abs": (torch.abs, -2, 2), "square": (torch.square, -2, 2), "sqrt": (torch.sqrt, 0.1, 4), "rsqrt": (torch.rsqrt, 0.1, 4),
    "reciprocal": (torch.reciprocal, 0.3, 3), "exp": (torch.exp, -2, 2), "expm1": (torch.expm1, -2, 2), "log": (torch.log, 0.1, 4), "log1p": (torch.log1p, -0.5, 4),
    "sin": (torch.sin, -3, 3), "cos": (torch.cos, -3, 3), "tan": (torch.tan, -1.2, 1.2), "asin": (torch.asin, -0.9, 0.9), "acos": (torch.acos, -0.9, 0.9),
    "atan": (torch.atan, -3, 3), "sinh": (torch.sinh, -2, 2), "cosh": (torch.cosh, -2, 2), "tanh": (torch.tanh, -2, 2), "asinh": (torch.asinh, -3, 3),
    "acosh": (torch.acosh, 1.2, 4), "atanh": (torch.atanh, -0.9, 0.9), "erf": (torch.erf, -2, 2), "erfc": (torch.erfc, -2, 2), "lgamma": (torch.lgamma, 0.2, 5),
    "digamma": (torch.digamma, 0.3, 5), "sigmoid": (torch.sigmoid, -4, 4), "relu": (torch.relu, -2, 2), "relu6": (torch.nn.functional.relu6, -2, 8),
    "softplus": (torch.nn.functional.softplus, -4, 4), "softsign": (torch.nn.functional.softsign, -3, 3), "elu": (torch.nn.functional.elu, -3, 3),
    "selu": (torch.nn.functional.selu, -3, 3), "log_softmax": (lambda x: torch.log_softmax(x, -1), -3, 3), "softmax": (lambda x: torch.softmax(x, -1), -3, 3),
}
for name, (function, low, high) in UNARY.items():
    by_torch(name, function, [draw(2, 3, low=low, high=high)])
    if "softmax" not in name:
        by_torch(name, function, [draw(low=low, high=high)])
        by_torch(name, function, [EMPTY])
with np.errstate(all="ignore"):
    for name, function in {"negative": np.negative, "abs": np.abs, "square": np.square, "sqrt": np.sqrt, "exp": np.exp, "expm1": np.expm1, "log": np.log, "log1p": np.log1p, "sin": np.sin,
                           "cos": np.cos, "tanh": np.tanh, "atan": np.arctan, "asin": np.arcsin, "acosh": np.arccosh, "atanh": np.arctanh, "floor": np.floor, "ceil": np.ceil,
                           "rint": np.rint, "sign": np.sign, "is_nan": np.isnan, "is_inf": np.isinf, "is_finite": np.isfinite}.items():
        edges = EDGES[np.abs(EDGES) < 1e7] if name in ("sin", "cos") else EDGES
        case(name, [edges], [function(edges)])
    halves = np.array([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5])
    case("round", [halves], [np.round(halves)])

# Two tensors that broadcast.
BINARY = {
    "add": torch.add, "subtract": torch.sub, "multiply": torch.mul, "divide": torch.div, "maximum": torch.maximum, "minimum": torch.minimum, "atan2": torch.atan2,
    "squared_difference": lambda a, b: (a - b) ** 2, "xlogy": torch.special.xlogy,
}
for name, function in BINARY.items():
    low = 0.2 if name == "xlogy" else -2
    for a, b in (((2, 3), (2, 3)), ((2, 3), (3,)), ((2, 1), (1, 3)), ((), (2, 2)), ((2, 3), ())):
        by_torch(name, function, [draw(*a, low=low), draw(*b, low=low)])
    by_torch(name, function, [EMPTY, draw(3, low=low)])
by_torch("pow", torch.pow, [draw(2, 3, low=0.2), draw(2, 3)])
by_torch("pow", torch.pow, [draw(2, 3, low=0.2), draw(low=1, high=3)])
A, B = np.meshgrid(EDGES, EDGES)
with np.errstate(all="ignore"):
    for name, function in {"add": np.add, "subtract": np.subtract, "multiply": np.multiply, "divide": np.divide, "maximum": np.maximum, "minimum": np.minimum, "less": np.less,
                           "less_equal": np.less_equal, "greater": np.greater, "greater_equal": np.greater_equal, "equal": np.equal, "not_equal": np.not_equal}.items():
        case(name, [A, B], [function(A, B)])
I = np.array([7, -7, 7, -7, 0, 6], dtype=np.int32)
J = np.array([2, 2, -2, -2, 5, -3], dtype=np.int32)
for name, function in {"floordiv": np.floor_divide, "floormod": np.mod, "truncatemod": np.fmod, "add": np.add, "multiply": np.multiply, "bitwise_and": np.bitwise_and, "bitwise_or": np.bitwise_or,
                       "bitwise_xor": np.bitwise_xor, "maximum": np.maximum}.items():
    case(name, [I, J], [function(I, J)])
P, Q = np.array([True, True, False, False]), np.array([True, False, True, False])
for name, function in {"logical_and": np.logical_and, "logical_or": np.logical_or, "logical_xor": np.logical_xor}.items():
    case(name, [P, Q], [function(P, Q)])
case("logical_not", [P], [~P])

# Reductions, scans, places.
x = draw(2, 3, 4)
for axes in ([0], [1], [2], [0, 2], [0, 1, 2], [-1]):
    for keep in (False, True):
        axis = tuple(axes)
        for name, function in {"reduce_sum": torch.sum, "reduce_mean": torch.mean, "reduce_max": torch.amax, "reduce_min": torch.amin}.items():
            by_torch(name, lambda t, f=function: f(t, dim=axis, keepdim=keep), [x], axis=axes, keepdims=keep)
        case("reduce_prod", [x], [np.prod(x, axis=axis, keepdims=keep)], axis=axes, keepdims=keep)
        case("reduce_any", [x > 1], [np.any(x > 1, axis=axis, keepdims=keep)], axis=axes, keepdims=keep)
        case("reduce_all", [x > -1], [np.all(x > -1, axis=axis, keepdims=keep)], axis=axes, keepdims=keep)
case("reduce_sum", [EMPTY], [np.sum(EMPTY, axis=0)], axis=[0])
case("reduce_prod", [EMPTY], [np.prod(EMPTY, axis=0)], axis=[0])
with np.errstate(all="ignore"):
    for name, function in {"reduce_sum": np.sum, "reduce_mean": np.mean}.items():
        case(name, [np.array([1.0, np.inf, 2.0])], [function(np.array([1.0, np.inf, 2.0]))], axis=[0])
        case(name, [np.array([np.inf, -np.inf])], [np.float64(np.nan)], axis=[0])
for axis in (0, 1, 2):
    case("argmax", [x], [np.argmax(x, axis=axis).astype(np.int64)], axis=axis)
    case("argmin", [x], [np.argmin(x, axis=axis).astype(np.int64)], axis=axis)
    by_torch("cumsum", lambda t: torch.cumsum(t, axis), [x], axis=axis)
    by_torch("cumprod", lambda t: torch.cumprod(t, axis), [draw(2, 3, 4, low=0.5, high=1.5)], axis=axis)
case("argmax", [np.array([1.0, 3.0, 3.0])], [np.int64(1)], axis=0)

# Shapes.
by_torch("transpose", lambda t: t.permute(2, 0, 1), [x], perm=[2, 0, 1])
by_torch("concat", lambda a, b: torch.cat([a, b], 1), [draw(2, 3), draw(2, 1)], axis=1)
by_torch("concat", lambda a, b: torch.cat([a, b], 0), [EMPTY, draw(2, 3)], axis=0)
by_torch("stack", lambda a, b: torch.stack([a, b], 1), [draw(2, 3), draw(2, 3)], axis=1)
by_torch("unstack", lambda t: torch.unbind(t, 1), [draw(2, 3)], axis=1)
by_torch("split", lambda t: torch.split(t, 2, 1), [draw(2, 4)], axis=1, num=2)
by_torch("expand_dims", lambda t: t.unsqueeze(1), [draw(2, 3)], axis=1)
by_torch("reverse", lambda t: torch.flip(t, [0, 2]), [x], axis=[0, 2])
by_torch("roll", lambda t: torch.roll(t, (1, -2), (0, 2)), [x], shift=[1, -2], axis=[0, 2])
by_torch("reshape", lambda t, s: t.reshape(4, 6), [x, np.array([4, 6], dtype=np.int32)])
by_torch("tile", lambda t, n: t.repeat(2, 3), [draw(2, 3), np.array([2, 3], dtype=np.int32)])
by_torch("broadcast_to", lambda t, s: t.expand(2, 4, 3), [draw(4, 1), np.array([2, 4, 3], dtype=np.int32)])
by_torch("pad", lambda t, p: torch.nn.functional.pad(t, (2, 1, 1, 0)), [draw(2, 3), np.array([[1, 0], [2, 1]], dtype=np.int32)])
by_torch("slice", lambda t, b, s: t[0:2, 1:3, 2:4], [x, np.array([0, 1, 2], dtype=np.int32), np.array([2, 2, 2], dtype=np.int32)])
by_torch("strided_slice", lambda t, b, e, s: t[0:2, 0:3:2, 1:4], [x, np.array([0, 0, 1], dtype=np.int32), np.array([2, 3, 4], dtype=np.int32), np.array([1, 2, 1], dtype=np.int32)])
by_torch("gather", lambda t, i: t[:, i.long()], [x, np.array([2, 0, 2], dtype=np.int32)], axis=1)
by_torch("gather_nd", lambda t, i: t[i[:, 0].long(), i[:, 1].long()], [x, np.array([[0, 2], [1, 0]], dtype=np.int32)])
by_torch("where", lambda c, a, b: torch.where(c, a, b), [np.array([[True], [False]]), draw(2, 3), draw(3)])

# Matrices.
for a, b in (((2, 3), (3, 4)), ((1, 1), (1, 1)), ((5, 2, 3), (5, 3, 2)), ((2, 1, 2, 3), (4, 3, 2)), ((0, 3), (3, 2)), ((2, 0), (0, 3))):
    by_torch("matmul", torch.matmul, [draw(*a), draw(*b)])
by_torch("matmul", lambda a, b: a.transpose(-1, -2) @ b, [draw(3, 2), draw(3, 4)], transpose_a=True)
by_torch("matmul", lambda a, b: a @ b.transpose(-1, -2), [draw(2, 3), draw(4, 3)], transpose_b=True)
by_torch("matmul", torch.matmul, [draw(33, 17), draw(17, 29)])

# Convolutions and pools: PyTorch keeps channels first.
first, last = (0, 3, 1, 2), (0, 2, 3, 1)
for h, w, kh, kw, s, p in ((5, 4, 3, 2, 1, "VALID"), (5, 5, 3, 3, 2, "VALID"), (4, 6, 1, 1, 1, "VALID"), (5, 5, 3, 3, 1, "SAME"), (4, 4, 5, 3, 1, "SAME")):
    padding = ((kh - 1) // 2, (kw - 1) // 2) if p == "SAME" else 0
    by_torch("conv2d", lambda t, k: torch.nn.functional.conv2d(t.permute(first), k.permute(3, 2, 0, 1), stride=s, padding=padding).permute(last), [draw(2, h, w, 3), draw(kh, kw, 3, 4)],
             strides=[1, s, s, 1], padding=p)
    by_torch("depthwise_conv2d", lambda t, k: torch.nn.functional.conv2d(t.permute(first), k.permute(2, 3, 0, 1).reshape(6, 1, kh, kw), stride=s, padding=padding, groups=3).permute(last),
             [draw(1, h, w, 3), draw(kh, kw, 3, 2)], strides=[1, s, s, 1], padding=p)
for h, k, s in ((4, 2, 2), (5, 3, 1), (5, 2, 1)):
    by_torch("max_pool", lambda t: torch.nn.functional.max_pool2d(t.permute(first), k, s).permute(last), [draw(2, h, h, 2)], ksize=[1, k, k, 1], strides=[1, s, s, 1], padding="VALID")
    by_torch("avg_pool", lambda t: torch.nn.functional.avg_pool2d(t.permute(first), k, s).permute(last), [draw(2, h, h, 2)], ksize=[1, k, k, 1], strides=[1, s, s, 1], padding="VALID")

# Linear algebra, for the ops that the engine has by these names.
spd = draw(3, 3)
spd = np.round(spd @ spd.T + 3 * np.eye(3), 3)
by_torch("cholesky", torch.linalg.cholesky, [spd])
by_torch("matrix_inverse", torch.linalg.inv, [spd])
by_torch("matrix_determinant", torch.linalg.det, [spd])
by_torch("matrix_solve", torch.linalg.solve, [spd, draw(3, 2)])

# Losses.
logits = draw(4, 3, low=-4, high=4)
labels = np.array([0, 2, 1, 1], dtype=np.int32)
by_torch("sparse_softmax_cross_entropy_with_logits", lambda t, i: torch.nn.functional.cross_entropy(t, i.long(), reduction="none"), [logits, labels])
large = np.array([[1000.0, -1000.0, 0.0], [0.0, 0.0, 0.0]])
by_torch("softmax", lambda t: torch.softmax(t, -1), [large])
by_torch("log_softmax", lambda t: torch.log_softmax(t, -1), [large])

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "op_values.txt"), "w") as out:
    out.write("\n".join(lines) + "\n")
print(sum(l.startswith("@") for l in lines), "cases")
