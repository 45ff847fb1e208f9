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


class TextArray(ObjectArray):
    """An array of str: class names, labels."""

    @property
    def dtype(self):
        return _TextType(max([1] + [len(x) for x in self._flat()]))

    def _flat(self):
        return [y for x in self._items for y in (x._flat() if isinstance(x, TextArray) else [x])]

    def tolist(self):
        return [x.tolist() if isinstance(x, TextArray) else x for x in self._items]

    def __getitem__(self, i):
        if hasattr(i, "tolist"):
            i = i.tolist()
        if isinstance(i, list):
            if i and i[0] in (True, False) and isinstance(i[0], bool):
                i = [k for k, keep in enumerate(i) if keep]
            rows = [self[k] for k in i]
            return TextArray(rows, (len(rows),) + (rows[0].shape if rows and isinstance(rows[0], TextArray) else self.shape[1:]))
        if isinstance(i, slice):
            rows = self._items[i]
            return TextArray(rows, (len(rows),) + self.shape[1:])
        if isinstance(i, tuple):
            x = self[i[0]]
            return x[i[1] if len(i) == 2 else i[1:]] if len(i) > 1 else x
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("index " + str(i) + " is out of bounds for axis 0 with size " + str(len(self._items)))
        return self._items[i]

    def _compared(self, other, same):
        import numpy as np
        other = other.tolist() if hasattr(other, "tolist") else other
        mine = self.tolist()
        return np.array([(x == (other[k] if isinstance(other, list) else other)) == same for k, x in enumerate(mine)])

    def __eq__(self, other):
        return self._compared(other, True)

    def __ne__(self, other):
        return self._compared(other, False)

    def astype(self, dtype):
        import numpy as np
        kind = {"int": int, "float": float, "str": str}.get(getattr(dtype, "__name__", str(dtype)).rstrip("0123468"), float)
        return self if kind is str else np.array([kind(x) for x in self.tolist()], dtype=dtype)

    def as_tensor__(self):
        from tensorflow import constant
        return constant(self.tolist())

    def __repr__(self):
        return "array(" + layout(self._items, self.shape, repr, ", ", "array(") + ", dtype='" + str(self.dtype) + "')"

    def __str__(self):
        return layout(self._items, self.shape, repr)


class _TextType(_ObjectType):
    kind, char = "U", "U"

    def __init__(self, n):
        self.n, self.itemsize, self.name = n, 4 * n, "str" + str(32 * n)

    def __repr__(self):
        return "dtype('<U" + str(self.n) + "')"

    def __str__(self):
        return "<U" + str(self.n)

    def __eq__(self, other):
        return str(self) == str(other) or other is str


def text_array(value):
    def shape_of(x):
        return (len(x),) + (shape_of(x[0]) if x else ()) if isinstance(x, (list, tuple)) else ()
    shape = shape_of(value)

    def build(x, shape):
        return TextArray([build(y, shape[1:]) if len(shape) > 1 else str(y) for y in x], shape)
    return build(value, shape)


def detected_shape(value):
    shape, rows = [], [value]
    while all([isinstance(r, (list, tuple)) for r in rows]) and len(set([len(r) for r in rows])) == 1:
        shape.append(len(rows[0]))
        rows = [v for r in rows for v in r]
    return tuple(shape)
