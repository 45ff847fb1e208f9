# tf.data: input pipelines, run element by element in Python. map() calls its function for every element; TensorFlow traces it once.
# Source: tensorflow/python/data/ops/dataset_ops.py.
import _engine
from tensorflow._core import (TensorSpec, TensorShape, _errors, _unknown, bool as _bool, cast, constant, convert_to_tensor, int64, is_tensor, pad, reduce_max, stack, zeros)

AUTOTUNE = -1
INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -2


def _tensors(structure):
    # Tuples and dictionaries are structure, lists are values.
    if isinstance(structure, Dataset):
        return structure
    if isinstance(structure, tuple):
        parts = [_tensors(s) for s in structure]
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    if isinstance(structure, dict):
        return {k: _tensors(v) for k, v in structure.items()}
    return structure if hasattr(structure, "dispatch__") else convert_to_tensor(structure)   # a RaggedTensor stays one


def _call(f, element):
    return _tensors(f(*element) if isinstance(element, tuple) else f(element))


def _traced(f, spec):
    """`f` as a graph, traced now for elements of this spec: (what calls it, the spec of its results). Source: structured_function.py."""
    if spec is None or any(not isinstance(s, TensorSpec) for s in _engine.flatten(spec)):
        return (lambda e: _call(f, e)), None
    from tensorflow import function   # not from its module, whose name would then hide it

    def traced(*args):
        return _tensors(f(*args))
    traced.__name__ = getattr(f, "__name__", "map")
    c = function(traced).get_concrete_function(*(spec if isinstance(spec, tuple) and not hasattr(spec, "_fields") else (spec,)))
    out = c.structured_outputs
    return (lambda e: c._run(_engine.flatten(e))), _map(lambda t: TensorSpec(t.shape, t.dtype) if is_tensor(t) else t, out)


def _map(f, structure):
    return _engine.pack_sequence_as(structure, [f(x) for x in _engine.flatten(structure)])


def _stacked(elements, ragged=False):
    flat = [_engine.flatten(e) for e in elements]
    out = []
    for column in zip(*flat):
        if ragged or hasattr(column[0], "dispatch__"):
            from tensorflow import ragged as r
            out.append(r.stack(list(column)) if column[0].ndim else stack(list(column)))
            continue
        for i, x in enumerate(column):
            if x.shape != column[0].shape:
                raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__IteratorGetNext_output_types_1_device_/job:localhost/replica:0/task:0/device:CPU:0}} Cannot batch tensors with different shapes in component 0. First element had shape "
                                                     + _brackets(column[0]) + " and element " + str(i) + " had shape " + _brackets(x) + ". [Op:IteratorGetNext] name: ")
        out.append(stack(list(column)))
    return _engine.pack_sequence_as(elements[0], out)


def _spec_of_rows(t):
    from tensorflow.ragged import RaggedTensorSpec
    return RaggedTensorSpec(t.shape[1:], t.dtype, t.ragged_rank - 1)


def _brackets(x):
    return "[" + ",".join(str(n) for n in x.shape) + "]"


class Iterator:
    """Goes through a dataset; inside a tf.function each call of it takes the next element. Source: iterator_ops.py, OwnedIterator."""

    def __init__(self, elements, dataset):
        self._elements, self._dataset = elements, dataset

    def __iter__(self):
        return self

    @property
    def element_spec(self):
        return self._dataset.element_spec

    def __next__(self):
        if _engine.executing_eagerly():
            return next(self._elements)
        spec = self.element_spec

        def run(_):
            try:
                return _engine.flatten(next(self._elements))
            except StopIteration:
                raise _errors().OutOfRangeError(None, None, "End of sequence\n\t [[{{node IteratorGetNext}}]]")
        flat = _engine.call_back("IteratorGetNext", run, [], [(s.dtype, s.shape) for s in _engine.flatten(spec)], True, False)
        return _engine.pack_sequence_as(spec, flat)

    next = get_next = __next__

    def get_next_as_optional(self):
        raise NotImplementedError("get_next_as_optional")


class Dataset:
    def __init__(self, make, size=UNKNOWN_CARDINALITY, spec=None):
        self._make, self._size, self._spec = make, size, spec

    # ---- sources

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        tensors = _tensors(tensors)
        flat = _engine.flatten(tensors)
        for t in flat:
            if t.ndim == 0:
                raise ValueError("Unbatching a tensor is only supported for rank >= 1")
            if t.shape[0] != flat[0].shape[0]:
                raise ValueError("Dimensions " + str(flat[0].shape[0]) + " and " + str(t.shape[0]) + " are not compatible")
        n = flat[0].shape[0]

        def make():
            for i in range(n):
                yield _map(lambda t: t[i], tensors)
        return Dataset(make, n, _map(lambda t: _spec_of_rows(t) if hasattr(t, "dispatch__") else TensorSpec(t.shape[1:], t.dtype), tensors))

    @staticmethod
    def from_tensors(tensors, name=None):
        tensors = _tensors(tensors)

        def make():
            yield tensors
        return Dataset(make, 1, _map(lambda t: TensorSpec(t.shape, t.dtype), tensors))

    @staticmethod
    def range(*args, **kwargs):
        values = range(*[int(a) for a in args])
        dtype = kwargs.get("output_type", int64)

        def make():
            for v in values:
                yield constant(v, dtype=dtype)
        return Dataset(make, len(values), TensorSpec([], dtype))

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        def convert(value, spec):
            if isinstance(spec, tuple):
                return tuple(convert(v, s) for v, s in zip(value, spec))
            if isinstance(spec, dict):
                return {k: convert(value[k], s) for k, s in spec.items()}
            return convert_to_tensor(value, spec.dtype if isinstance(spec, TensorSpec) else spec)
        kinds = output_signature if output_signature is not None else output_types

        def make():
            for value in generator(*(args or ())):
                yield convert(value, kinds) if kinds is not None else _tensors(value)
        if output_signature is None and output_types is not None:
            if output_shapes is None:
                output_signature = _map(lambda d: TensorSpec(None, d), output_types)
            else:
                shapes = iter(output_shapes if isinstance(output_types, (tuple, list)) else [output_shapes])
                output_signature = _map(lambda d: TensorSpec(next(shapes), d), output_types)
        return Dataset(make, UNKNOWN_CARDINALITY, output_signature)

    @staticmethod
    def zip(*datasets, **kwargs):
        datasets = datasets[0] if len(datasets) == 1 else datasets
        parts = tuple(datasets)

        def make():
            for element in zip(*[iter(d) for d in parts]):
                yield tuple(element)
        sizes = [d._size for d in parts]
        return Dataset(make, min(sizes) if all(s >= 0 for s in sizes) else UNKNOWN_CARDINALITY, tuple(d.element_spec for d in parts))

    # ---- from one dataset to another

    def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None):
        call, spec = _traced(map_func, self.element_spec)

        def make():
            for e in self._make():
                yield call(e)
        return Dataset(make, self._size, spec)

    def filter(self, predicate, name=None):
        call = _traced(predicate, self.element_spec)[0]

        def make():
            for e in self._make():
                if call(e):
                    yield e
        return Dataset(make, UNKNOWN_CARDINALITY, self._spec)

    def flat_map(self, map_func, name=None):
        def make():
            for e in self._make():
                for inner in _call(map_func, e):
                    yield inner
        return Dataset(make)

    def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None, name=None):
        def make():
            waiting, active = self._make(), []
            width, block = cycle_length or 4, block_length or 1
            while True:
                while len(active) < width:
                    try:
                        active.append(iter(_call(map_func, next(waiting))))
                    except StopIteration:
                        break
                if not active:
                    return
                for it in list(active):
                    for _ in range(block):
                        try:
                            yield next(it)
                        except StopIteration:
                            active.remove(it)
                            break
        return Dataset(make)

    def ragged_batch(self, batch_size, drop_remainder=False, row_splits_dtype=int64, name=None):
        return self.batch(batch_size, drop_remainder, ragged__=True)

    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None, ragged__=False):
        size = int(batch_size)
        of_rows = [hasattr(s, "row_splits_dtype") for s in _engine.flatten(self._spec)] if self._spec is not None else []
        ragged__ = ragged__ or any(of_rows)

        def make():
            rows = []
            for e in self._make():
                rows.append(e)
                if len(rows) == size:
                    yield _stacked(rows, ragged__)
                    rows = []
            if rows and not drop_remainder:
                yield _stacked(rows, ragged__)
        n = self._size
        count = n if n < 0 else n // size if drop_remainder else -(-n // size)
        spec = None if self._spec is None or ragged__ else _map(lambda s: TensorSpec([size if drop_remainder else None] + s.shape.as_list(), s.dtype), self._spec)
        return Dataset(make, count, spec)

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        def padded(rows):
            flat = [_engine.flatten(e) for e in rows]
            out = []
            for column in zip(*flat):
                most = [max(x.shape[k] for x in column) for k in range(column[0].ndim)]
                fill = 0 if padding_values is None else padding_values
                out.append(stack([pad(x, [[0, m - n] for m, n in zip(most, x.shape)], constant_values=fill) if x.ndim else x for x in column]))
            return _engine.pack_sequence_as(rows[0], out)

        def make():
            rows = []
            for e in self._make():
                rows.append(e)
                if len(rows) == batch_size:
                    yield padded(rows)
                    rows = []
            if rows and not drop_remainder:
                yield padded(rows)
        return Dataset(make, self._size if self._size < 0 else -(-self._size // batch_size))

    def unbatch(self, name=None):
        def make():
            for e in self._make():
                for i in range(_engine.flatten(e)[0].shape[0]):
                    yield _map(lambda t: t[i], e)
        return Dataset(make, UNKNOWN_CARDINALITY, None)

    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=None, name=None):
        runs = [0]

        def make():
            from tensorflow import random
            if reshuffle_each_iteration is not False:
                runs[0] += 1
            waiting, source = [], self._make()
            k = 0
            for e in source:
                waiting.append(e)
                if len(waiting) >= buffer_size:
                    yield waiting.pop(_draw(random, len(waiting), seed, runs[0], k))
                    k += 1
            while waiting:
                yield waiting.pop(_draw(random, len(waiting), seed, runs[0], k))
                k += 1
        return Dataset(make, self._size, self._spec)

    def repeat(self, count=None, name=None):
        forever = count is None or count < 0

        def make():
            done = 0
            while forever or done < count:
                empty = True
                for e in self._make():
                    empty = False
                    yield e
                if empty:
                    return
                done += 1
        return Dataset(make, INFINITE_CARDINALITY if forever else self._size * count if self._size >= 0 else self._size, self._spec)

    def take(self, count, name=None):
        def make():
            left = int(count)
            if left == 0:
                return
            for e in self._make():
                yield e
                left -= 1
                if left == 0:
                    return
        n = self._size
        return Dataset(make, int(count) if n == INFINITE_CARDINALITY else n if n < 0 or count < 0 else min(n, int(count)), self._spec)

    def skip(self, count, name=None):
        def make():
            for i, e in enumerate(self._make()):
                if i >= count:
                    yield e
        return Dataset(make, max(0, self._size - int(count)) if self._size >= 0 else self._size, self._spec)

    def concatenate(self, dataset, name=None):
        def make():
            for e in self._make():
                yield e
            for e in dataset._make():
                yield e
        return Dataset(make, self._size + dataset._size if self._size >= 0 and dataset._size >= 0 else UNKNOWN_CARDINALITY, self._spec)

    def enumerate(self, start=0, name=None):
        def make():
            for i, e in enumerate(self._make()):
                yield (constant(start + i, dtype=int64), e)
        return Dataset(make, self._size)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        step = shift or size

        def make():
            elements = list(self._make())
            start = 0
            while start < len(elements):
                part = elements[start:start + (size - 1) * stride + 1:stride]
                if len(part) == size or not drop_remainder:
                    yield _of_list(part, self._spec)
                start += step
        return Dataset(make)

    def cache(self, filename="", name=None):
        kept = []
        done = [False]

        def make():
            if done[0]:
                for e in kept:
                    yield e
                return
            fresh = []
            for e in self._make():
                fresh.append(e)
                yield e
            kept[:] = fresh
            done[0] = True
        return Dataset(make, self._size, self._spec)

    def prefetch(self, buffer_size=None, name=None):
        return self

    def with_options(self, options, name=None):
        return self

    def apply(self, transformation_func):
        return transformation_func(self)

    def scan(self, initial_state, scan_func, name=None):
        def make():
            state = _tensors(initial_state)
            for e in self._make():
                state, out = scan_func(state, e)
                state = _tensors(state)
                yield _tensors(out)
        return Dataset(make, self._size)

    def take_while(self, predicate, name=None):
        def make():
            for e in self._make():
                if not _call(predicate, e):
                    return
                yield e
        return Dataset(make)

    # ---- reading

    def __iter__(self):
        return Iterator(self._make(), self)

    def __len__(self):
        if self._size == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if self._size < 0:
            raise TypeError("The dataset length is unknown.")
        return self._size

    def cardinality(self, name=None):
        return constant(self._size, dtype=int64)

    def as_numpy_iterator(self):
        for e in self._make():
            yield _map(lambda t: t.numpy(), e)

    def reduce(self, initial_state, reduce_func, name=None):
        state = _tensors(initial_state)
        for e in self._make():
            state = _tensors(reduce_func(state, e))
        return state

    def get_single_element(self, name=None):
        return list(self._make())[0]

    @property
    def element_spec(self):
        if self._spec is None:
            for e in self._make():
                self._spec = _map(lambda t: TensorSpec(t.shape, t.dtype) if is_tensor(t) else t, e)
                break
        return self._spec

    _made_by = ""

    def __repr__(self):
        return "<_" + self._made_by + "Dataset element_spec=" + repr(self.element_spec) + ">"


def _named(method, name):
    # What a dataset is called by the class that TensorFlow makes it of.
    def make(*args, **kwargs):
        made = method(*args, **kwargs)
        if isinstance(made, Dataset) and made is not (args[0] if args else None):
            made._made_by = name
        return made
    make.__name__ = getattr(method, "__name__", name)
    return make


for _name, _kind in (("map", "Map"), ("filter", "Filter"), ("flat_map", "FlatMap"), ("interleave", "Interleave"), ("batch", "Batch"), ("padded_batch", "PaddedBatch"), ("unbatch", "Unbatch"), ("shuffle", "Shuffle"),
                     ("repeat", "Repeat"), ("take", "Take"), ("skip", "Skip"), ("concatenate", "Concatenate"), ("enumerate", "Zip"), ("window", "Window"), ("cache", "Cache"), ("scan", "Scan"), ("take_while", "TakeWhile")):
    setattr(Dataset, _name, _named(getattr(Dataset, _name), _kind))
for _name, _kind in (("from_tensor_slices", "TensorSlice"), ("from_tensors", "Tensor"), ("range", "Range"), ("from_generator", "FlatMap"), ("zip", "Zip")):
    setattr(Dataset, _name, staticmethod(_named(getattr(Dataset, _name), _kind)))


def _draw(random, n, seed, run, k):
    if n <= 1:
        return 0
    from tensorflow._core import int32
    return int(random.uniform([], 0, n, int32, seed=None if seed is None else seed * 1000003 + run * 8191 + k))


def _of_list(elements, spec):
    def make():
        for e in elements:
            yield e
    return Dataset(make, len(elements), spec)


class Options:
    pass


class experimental:
    @staticmethod
    def dense_to_ragged_batch(batch_size, drop_remainder=False, row_splits_dtype=int64):
        return lambda dataset: dataset.ragged_batch(batch_size, drop_remainder)

    AUTOTUNE = -1

    @staticmethod
    def cardinality(dataset):
        return dataset.cardinality()


def __getattr__(name):
    raise _unknown("tensorflow.data", "tf.data.", name, globals())
