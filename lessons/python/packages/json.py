from ujson import load, loads
import ujson as _json

JSONDecodeError = ValueError


def _text(o, indent, level, separators, sort_keys, default):
    if isinstance(o, dict):
        items = [(k if isinstance(k, str) else _json.dumps(k), v) for k, v in o.items()]
        if sort_keys:
            items.sort()
        parts = [_json.dumps(k) + separators[1] + _text(v, indent, level + 1, separators, sort_keys, default) for k, v in items]
        left, right = "{", "}"
    elif isinstance(o, (list, tuple)):
        parts = [_text(v, indent, level + 1, separators, sort_keys, default) for v in o]
        left, right = "[", "]"
    else:
        if o is None or isinstance(o, (bool, int, str)):
            return _json.dumps(o)
        if isinstance(o, float):
            return "NaN" if o != o else "Infinity" if o == float("inf") else "-Infinity" if o == -float("inf") else repr(o)
        if default is not None:
            return _text(default(o), indent, level, separators, sort_keys, default)
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")
    if not parts:
        return left + right
    if indent is None:
        return left + separators[0].join(parts) + right
    gap = indent if isinstance(indent, str) else " " * indent
    inner = "\n" + gap * (level + 1)
    return left + inner + (separators[0].rstrip() + inner).join(parts) + "\n" + gap * level + right


def dumps(o, *, indent=None, separators=None, sort_keys=False, default=None, ensure_ascii=True, **kwargs):
    return _text(o, indent, 0, separators or (", ", ": "), sort_keys, default)


def dump(o, file, **kwargs):
    file.write(dumps(o, **kwargs))
