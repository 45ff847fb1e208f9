# Arrays of Python objects: what a RaggedTensor becomes, and np.array(..., dtype=object). And NumPy's way to lay out the words of any array, which
# TensorFlow uses for ragged tensors. Source: numpy/core/arrayprint.py (_formatArray, _extendLine_pretty).
import _engine

_WIDTH, _THRESHOLD, _EDGE = 75, 1000, 3


def _longer(s, line, word, width, indent):
    pieces = word.split("\n")
    longest = max([len(p) for p in pieces])
    rest = indent
    if len(line) + longest > width and len(line) > len(indent):
        s += line.rstrip() + "\n"
        line = indent + pieces[0]
    else:
        rest = " " * len(line)
        line += pieces[0]
    for piece in pieces[1:]:
        s += line.rstrip() + "\n"
        line = rest + piece
    if len(pieces) > 1:
        line += " " * (longest - len(pieces[-1]))
    return s, line


def layout(items, shape, word, separator=" ", prefix=""):
    """The text of an array: `items` are nested lists of this shape, `word` makes the text of one of their leaves."""
    size = 1
    for n in shape:
        size *= n
    short = size > _THRESHOLD

    def level(items, axis, indent, width):
        left = len(shape) - axis
        if left == 0:
            return word(items)
        inner = lambda x: level(x, axis + 1, indent + " ", width - 1)
        parts = list(items)
        gap = None
        if short and 2 * _EDGE < len(parts):
            gap, parts = _EDGE, parts[:_EDGE] + parts[-_EDGE:]
        s = ""
        if left == 1:
            line = indent
            for i, x in enumerate(parts):
                if i == gap:
                    s, line = _longer(s, line, "...", width - max(len(separator.rstrip()), 1), indent)
                    line += separator
                s, line = _longer(s, line, inner(x), width - max(len(separator.rstrip()), 1), indent)
                if i + 1 < len(parts):
                    line += separator
            s += line
        else:
            between = separator.rstrip() + "\n" * (left - 1)
            for i, x in enumerate(parts):
                if i == gap:
                    s += indent + "..." + between
                s += indent + inner(x) + (between if i + 1 < len(parts) else "")
        return "[" + s[len(indent):] + "]"
    return level(items, 0, " " + " " * len(prefix), _WIDTH)


class ObjectArray:
    """An array whose elements are any Python objects."""

    def __init__(self, items, shape=None):
        self._items = list(items)
        self.shape = (len(self._items),) if shape is None else tuple(shape)

    dtype = property(lambda self: _ObjectType())
    ndim = property(lambda self: len(self.shape))

    @property
    def size(self):
        n = 1
        for d in self.shape:
            n *= d
        return n

    def tolist(self):
        return [x.tolist() if hasattr(x, "tolist") and self.ndim > 1 else x for x in self._items]

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, i):
        if isinstance(i, tuple):
            x = self._items[i[0]]
            return x[i[1:] if len(i) > 2 else i[1]] if len(i) > 1 else x
        if isinstance(i, slice):
            rows = self._items[i]
            return ObjectArray(rows, (len(rows),) + self.shape[1:])
        return self._items[i]

    def __setitem__(self, i, value):
        self._items[i] = value

    def astype(self, dtype):
        import numpy as np
        return np.array(self.tolist(), dtype=dtype)

    def __str__(self):
        return layout(self._items, self.shape, lambda x: "list(" + repr(x) + ")" if isinstance(x, list) else repr(x))

    def __repr__(self):
        text = layout(self._items, self.shape, lambda x: "list(" + repr(x) + ")" if isinstance(x, list) else repr(x), ", ", "array(")
        return "array(" + text + ", dtype=object)" if self.size else "array([], dtype=object)"


class _ObjectType:
    name, kind, char, itemsize = "object", "O", "O", 8

    def __repr__(self):
        return "dtype('O')"

    def __str__(self):
        return "object"

    def __eq__(self, other):
        return other is object or isinstance(other, _ObjectType) or other in ("object", "O")

    def __hash__(self):
        return hash("object")


def object_array(value):
    def shape_of(x):
        if isinstance(x, (list, tuple)):
            inner = [shape_of(y) for y in x]
            same = inner[0] if inner and all(s == inner[0] for s in inner) else ()
            return (len(x),) + same
        return ()
    shape = shape_of(value)

    def build(x, shape):
        return x if not shape else ObjectArray([build(y, shape[1:]) if len(shape) > 1 else y for y in x], shape)
    return build(list(value), shape)
