# Functions of Python whose answer, or whose way to it, hangs on values or sizes that a graph does not know while it is built: tf.unique, tf.strings.split,
# tf.linalg.trace of a matrix of unknown size. TensorFlow has a kernel for each; here such a function becomes one node that runs it on the values.
# What the node gives (how many tensors, of which dtype and shape) is found by trying the function on made-up values of several sizes.
import _engine
from tensorflow._base import IndexedSlices, Variable, _errors, cast, constant, convert_to_tensor, is_tensor


def _leaves(x, found):
    """The tensors of an answer; the same again, with other tensors: (number of leaves, make)."""
    if hasattr(x, "nested_row_splits"):
        kind = type(x)
        parts = [x.flat_values] + list(x.nested_row_splits)
        found += parts
        return len(parts), lambda p: kind.from_nested_row_splits(p[0], p[1:], validate=False)
    if isinstance(x, (list, tuple)):
        made = [_leaves(y, found) for y in x]

        def make(parts):
            out, i = [], 0
            for n, f in made:
                out.append(f(parts[i:i + n]))
                i += n
            return out if isinstance(x, list) else type(x)(*out) if hasattr(x, "_fields") else tuple(out)
        return sum(n for n, _ in made), make
    if is_tensor(x):
        found.append(x)
        return 1, lambda p: p[0]
    return 0, lambda p: x


class _Quiet:
    # Neither the graph nor a tape nor the recording hears of what runs here.
    def __enter__(self):
        _engine.pause_tracing(True)

    def __exit__(self, *exc):
        from tensorflow import _graph
        _graph._any_graph(_graph._stack)._g.exit()


def _made_up(dtype, shape, kind):
    n = 1
    for d in shape:
        n *= d
    if dtype.name == "string":
        return constant(["1" if kind == 1 else "a b" if kind == 2 else str(i) for i in range(n)], dtype=dtype, shape=shape)
    if dtype.name == "bool":
        return constant([True if kind == 1 else False if kind == 2 else i % 2 == 0 for i in range(n)], dtype=dtype, shape=shape)
    if kind == 0:
        values = [i * 0.125 + 0.25 for i in range(n)] if dtype.is_floating else list(range(n))
    else:
        values = [(1.0 if dtype.is_floating else 1) if kind == 1 else 0] * n
    return cast(constant(values, dtype="float32" if dtype.is_floating or dtype.is_complex else "int64", shape=shape), dtype)


# How much these give hangs on the values: their sizes are never known.
_SIZED_BY_VALUES = ("Unique", "UniqueWithCounts", "DynamicPartition", "DynamicStitch", "Eye", "Linspace", "Repeat", "Bincount", "ConfusionMatrix", "UnsortedSegmentJoin", "Split", "StatelessUniform")


def _promise(call, inputs, name):
    """What the function gives for tensors of these dtypes and shapes: [(dtype, shape)…] and what makes its answer of them. None: it never worked."""
    unranked = any(t.shape.rank is None for t in inputs)
    sized = any(t.shape.rank is None or None in t.shape.as_list() for t in inputs)
    answers, sizes = [], set()
    for rank in ((1, 2, 0, 3, 4) if unranked else (0,)):
        for size in ((2, 3, 4) if sized else (0,)):
            for kind in (0, 1, 2):
                shapes = [[size] * rank if t.shape.rank is None else [size if d is None else d for d in t.shape.as_list()] for t in inputs]
                try:
                    found = []
                    answer = call([_made_up(t.dtype, s, kind) for t, s in zip(inputs, shapes)])
                    make = _leaves(answer, found)[1]
                    answers.append(([(t.dtype, t.shape.as_list()) for t in found], make))
                    sizes.add((rank, size))
                except Exception:
                    pass
    if not answers:
        return None
    kinds = []
    first, make = answers[0]
    for i, (dtype, shape) in enumerate(first):
        others = [a[i][1] for a, _ in answers if len(a) == len(first)]
        if any(len(s) != len(shape) for s in others):
            kinds.append((dtype, None))
            continue
        certain = name not in _SIZED_BY_VALUES and len(answers) > 1 and (not sized or len(sizes) > 1)
        kinds.append((dtype, [d if certain and all(s[k] == d for s in others) else None for k, d in enumerate(shape)]))
    return kinds, make


def as_node(f, name, args, kwargs):
    """f(*args, **kwargs) as one node of the graph; None when it cannot be tried."""
    flat = _engine.flatten([list(args), kwargs])
    places = [i for i, x in enumerate(flat) if (_engine.is_symbolic(x) or isinstance(x, Variable))]
    inputs = [convert_to_tensor(flat[i]) for i in places]

    def call(tensors):
        values = list(flat)
        for i, t in zip(places, tensors):
            values[i] = t
        a, k = _engine.pack_sequence_as([list(args), kwargs], values)
        return f(*a, **k)
    with _Quiet():
        promise = _promise(call, inputs, name)
    if promise is None:
        return None
    kinds, make = promise

    def run(tensors):
        found = []
        _leaves(call(tensors), found)
        return [convert_to_tensor(t) for t in found]
    return make(list(_engine.call_back(name, run, inputs, kinds, False, True)))


def ready(f, name):
    """`f`, made ready for symbolic tensors: tried as it stands, and as one node where it cannot know what it needs."""
    type_name = "".join(p[:1].upper() + p[1:] for p in name.split("_"))

    def on_any_tensor(*args, **kwargs):
        if _engine.executing_eagerly():
            return f(*args, **kwargs)
        try:
            return f(*args, **kwargs)
        except (TypeError, ValueError, AttributeError, IndexError, _errors().InvalidArgumentError):
            if not any(_engine.is_symbolic(x) or isinstance(x, Variable) for x in _engine.flatten([list(args), kwargs])):
                with _Quiet():   # of constants only: a constant
                    return f(*args, **kwargs)
            result = as_node(f, type_name, args, kwargs)
            if result is None:
                raise
            return result
    on_any_tensor.__wrapped__ = f
    on_any_tensor.__name__ = name
    return on_any_tensor


def make_ready(module, names):
    for name in names.split():
        module[name] = ready(module[name], name)
