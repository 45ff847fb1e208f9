# What the patterns of a match statement ask (match_statement.h). Each answers with the parts that match, or None. Source: PEP 634.

def sequence(subject, n, star):
    if not isinstance(subject, (list, tuple, range)) and not _other(subject):
        return None
    count = len(subject)
    if count != n if star < 0 else count < n - 1:
        return None
    items = list(subject)
    if star < 0:
        return items
    after = n - 1 - star
    return items[:star] + [items[star:count - after]] + items[count - after:]


def _other(subject):
    return type(subject).__name__ in ("deque", "array", "UserList") and not isinstance(subject, (str, bytes, bytearray))


def mapping(subject, keys, rest):
    if not isinstance(subject, dict) and type(subject).__name__ not in ("ChainMap", "UserDict"):
        return None
    for k in keys:
        if k not in subject:
            return None
    found = [subject[k] for k in keys]
    return found + [{k: v for k, v in subject.items() if k not in keys}] if rest else found


_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)


def instance(subject, cls, positional, names):
    if not isinstance(cls, type):
        raise TypeError("called match pattern must be a class")
    if not isinstance(subject, cls):
        return None
    found = []
    if positional:
        order = getattr(cls, "__match_args__", None)
        if order is None:
            if cls in _WHOLE and positional == 1:
                found, order = [subject], ()
            else:
                raise TypeError(cls.__name__ + "() accepts 0 positional sub-patterns (" + str(positional) + " given)")
        elif len(order) < positional:
            raise TypeError(cls.__name__ + "() accepts " + str(len(order)) + " positional sub-pattern" + ("" if len(order) == 1 else "s") + " (" + str(positional) + " given)")
        names = tuple(order[:positional if order else 0]) + tuple(names)
    for name in names:
        if not hasattr(subject, name):
            return None
        found.append(getattr(subject, name))
    return found
