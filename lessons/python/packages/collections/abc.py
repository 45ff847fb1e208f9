class _Kind:
    """Stands for an abstract collection type: isinstance() needs a class, so only the names are here."""

    def __class_getitem__(cls, item):
        return cls


class Iterable(_Kind):
    pass


class Iterator(Iterable):
    pass


class Generator(Iterator):
    pass


class Callable(_Kind):
    pass


Sequence = (list, tuple, str, range)
MutableSequence = list
Mapping = MutableMapping = dict
Set = (set, frozenset)
MutableSet = set
Hashable = Sized = Container = Collection = _Kind
