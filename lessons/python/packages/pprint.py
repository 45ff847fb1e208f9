def pformat(o, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    return _format(o, 0, width, sort_dicts)


def _format(o, column, width, sort_dicts):
    if isinstance(o, dict) and sort_dicts:
        try:
            o = {k: o[k] for k in sorted(o)}
        except TypeError:
            pass
    text = repr(o)
    if len(text) + column <= width or not isinstance(o, (list, tuple, dict, set)) or not o:
        return text
    if isinstance(o, dict):
        items = [f"{k!r}: " + _format(v, column + len(repr(k)) + 3, width, sort_dicts) for k, v in o.items()]
        left, right = "{", "}"
    else:
        items = [_format(x, column + 1, width, sort_dicts) for x in o]
        left, right = ("[", "]") if isinstance(o, list) else ("(", ")") if isinstance(o, tuple) else ("{", "}")
    return left + (",\n" + " " * (column + 1)).join(items) + right


def pprint(o, stream=None, indent=1, width=80, depth=None, *, compact=False, sort_dicts=True):
    print(pformat(o, indent, width, depth, sort_dicts=sort_dicts), file=stream)


pp = pprint
