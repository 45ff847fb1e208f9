# tf.nest: structures of lists, tuples and dictionaries. Source: tensorflow/python/util/nest.py.
import _engine

pack_sequence_as = lambda structure, flat_sequence, expand_composites=False: _engine.pack_sequence_as(structure, flat_sequence)
flatten = lambda structure, expand_composites=False: _engine.flatten(structure)


def is_nested(structure):
    return isinstance(structure, (list, tuple, dict))


def map_structure(func, *structures, **kwargs):
    for other in structures[1:]:
        assert_same_structure(structures[0], other)
    flat = [_engine.flatten(s) for s in structures]
    return _engine.pack_sequence_as(structures[0], [func(*parts) for parts in zip(*flat)])


def assert_same_structure(a, b, check_types=True, expand_composites=False):
    def same(x, y):
        if is_nested(x) != is_nested(y):
            return False
        if isinstance(x, dict):
            return isinstance(y, dict) and sorted(x) == sorted(y) and all(same(x[k], y[k]) for k in x)
        if is_nested(x):
            return (not check_types or type(x) == type(y)) and len(x) == len(y) and all(same(p, q) for p, q in zip(x, y))
        return True
    if not same(a, b):
        raise ValueError("The two structures don't have the same nested structure.\n\nFirst structure: type=" + type(a).__name__ + " str=" + str(a)
                         + "\n\nSecond structure: type=" + type(b).__name__ + " str=" + str(b))
