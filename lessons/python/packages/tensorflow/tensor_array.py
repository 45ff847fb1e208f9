# tf.TensorArray. Eager: a Python list. In a graph: a list value (engine/ops/tensor_list.cpp), which loops hand on.
# Source: tensorflow/python/ops/tensor_array_ops.py.
import _engine
from tensorflow._base import TensorShape, _apply, _errors, as_dtype, cast, concat, constant, convert_to_tensor, expand_dims, int32, is_tensor, reshape, shape as _shape, stack, transpose, zeros, zeros_like


class TensorArray:
    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None, flow=None, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        self.dtype = as_dtype(dtype)
        self.dynamic_size = dynamic_size or False
        self._keep = clear_after_read is False
        self.element_shape = TensorShape(element_shape)
        self._rows = None
        if _engine.executing_eagerly():
            self._items = [None] * int(size or 0)
        else:
            self._rows = flow if flow is not None else _apply("list_reserve", [_engine.int_tensor(0 if size is None else size)], **self._about())

    def _about(self):
        about = {"element_dtype": self.dtype}
        if self.element_shape.rank is not None:
            about["element_shape"] = self.element_shape
        return about

    handle = flow = property(lambda self: self._rows)

    # ---- in graphs

    def _parts(self):
        return [self._rows if self._rows is not None else _apply("list_from_tensor", [self.stack()])]

    def _like(self, parts):
        other = TensorArray(self.dtype, 0, self.dynamic_size, not self._keep, flow=parts[0], element_shape=self.element_shape)
        other._rows = parts[0]
        if not _engine.is_symbolic(parts[0]) and _engine.executing_eagerly():
            rows = _apply("list_stack", [parts[0]], **self._about())
            other._rows, other._items = None, list(_apply("unstack", [rows], None, axis=0)) if rows.shape[0] else []
        return other

    def _written(self, rows, element):
        other = self._like([rows])
        if other.element_shape.rank is None:
            other.element_shape = element
        return other

    # ---- both

    def write(self, index, value, name=None):
        value = convert_to_tensor(value) if is_tensor(value) else convert_to_tensor(value, self.dtype)
        if self._rows is not None or _engine.is_symbolic(value):
            if value.dtype != self.dtype:
                raise _errors().InvalidArgumentError(None, None, "TensorArray dtype is " + self.dtype.name + " but Op is trying to write dtype " + value.dtype.name)
            if self._rows is None:
                raise ValueError("A tf.TensorArray that was made outside of the function cannot be written inside it.")
            return self._written(_apply("list_set", [self._rows, _engine.int_tensor(index), value], resize=self.dynamic_size or None), value.shape)
        i = int(index)
        if i < 0:
            raise _errors().OutOfRangeError(None, None, "Writing to negative indices (index " + str(i) + ") is not allowed.")
        if i >= len(self._items):
            if not self.dynamic_size:
                raise _errors().OutOfRangeError(None, None, "Tried to write to index " + str(i) + " but array is not resizeable and size is: " + str(len(self._items)))
            self._items += [None] * (i + 1 - len(self._items))
        if value.dtype != self.dtype:
            raise _errors().InvalidArgumentError(None, None, "TensorArray dtype is " + self.dtype.name + " but Op is trying to write dtype " + value.dtype.name)
        if not self.element_shape.is_compatible_with(value.shape):
            raise ValueError("Incompatible shape for value (" + str(value.shape) + "), expected (" + str(self.element_shape) + ")")
        self._items[i] = value
        return self

    def read(self, index, name=None):
        if self._rows is not None:
            row = _apply("list_get", [self._rows, _engine.int_tensor(index)], **self._about())
            if self.element_shape.rank is not None:
                row.set_shape(self.element_shape)
            return row
        i = int(index)
        if i < 0 or i >= len(self._items):
            raise _errors().OutOfRangeError(None, None, "Tried to read from index " + str(i) + " but array size is: " + str(len(self._items)))
        value = self._items[i]
        if value is None:
            raise _errors().InvalidArgumentError(None, None, "Could not read index " + str(i) + " twice because it was cleared after a previous read (perhaps try setting clear_after_read = false?)")
        if not self._keep:
            self._items[i] = None
        return value

    def _filled(self):
        like = [v for v in self._items if v is not None]
        return [v if v is not None else zeros_like(like[0]) for v in self._items]

    def stack(self, name=None):
        if self._rows is not None:
            rows = _apply("list_stack", [self._rows], **self._about())
            if self.element_shape.rank is not None:
                rows.set_shape([None] + self.element_shape.as_list())
            return rows
        if not self._items:
            return zeros([0], self.dtype)
        return stack(self._filled())

    def concat(self, name=None):
        if self._rows is not None:
            rows = self.stack()
            sizes = rows.shape.as_list() if rows.shape.rank is not None else [None, None]
            if None not in sizes[2:] and rows.shape.rank:
                return reshape(rows, [-1] + sizes[2:])
            return reshape(rows, concat([constant([-1]), _shape(rows)[2:]], 0))
        return concat(self._filled(), 0)

    def gather(self, indices, name=None):
        if self._rows is not None:
            return _apply("gather", [self.stack(), _engine.int_tensor(indices)], axis=0)
        items = self._filled()
        return stack([items[i] for i in _engine.to_ints(indices)])

    def unstack(self, value, name=None):
        value = convert_to_tensor(value, None if is_tensor(value) else self.dtype)
        if self._rows is not None or _engine.is_symbolic(value):
            return self._written(_apply("list_from_tensor", [value]), value.shape[1:])
        self._items = list(_apply("unstack", [value], None, axis=0))
        return self

    def scatter(self, indices, value, name=None):
        array = self
        for i, v in zip(_engine.to_ints(indices), _apply("unstack", [convert_to_tensor(value)], None, axis=0)):
            array = array.write(i, v)
        return array

    def split(self, value, lengths, name=None):
        from tensorflow._core import split
        array = self
        for i, part in enumerate(split(value, _engine.to_ints(lengths))):
            array = array.write(i, part)
        return array

    def size(self, name=None):
        if self._rows is not None:
            return _apply("list_length", [self._rows])
        return constant(len(self._items))

    def identity(self):
        return self

    def mark_used(self):
        pass

    def close(self, name=None):
        pass
