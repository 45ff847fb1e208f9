# JSON as CPython's json writes and reads it. Source: the documentation of CPython's json.


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        self.msg, self.doc, self.pos = msg, doc, pos
        self.lineno = doc.count("\n", 0, pos) + 1
        self.colno = pos - doc.rfind("\n", 0, pos)
        super().__init__(f"{msg}: line {self.lineno} column {self.colno} (char {pos})")


_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def _quoted(s, ascii_only):
    out = []
    for c in s:
        n = ord(c)
        if c in _ESCAPED:
            out.append(_ESCAPED[c])
        elif n < 32 or ascii_only and 126 < n < 65536:
            out.append("\\u%04x" % n)
        elif ascii_only and n >= 65536:
            n -= 65536
            out.append("\\u%04x\\u%04x" % (0xd800 | n >> 10, 0xdc00 | n & 1023))
        else:
            out.append(c)
    return '"' + "".join(out) + '"'


class JSONEncoder:
    def __init__(self, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ascii, self.allow_nan, self.sort_keys, self.indent = skipkeys, ensure_ascii, allow_nan, sort_keys, indent
        self.item_separator, self.key_separator = separators or ((", " if indent is None else ","), ": ")
        if default is not None:
            self.default = default
        self._open = []

    def default(self, o):
        raise TypeError(f"Object of type {type(o).__name__} is not JSON serializable")

    def encode(self, o):
        return self._text(o, 0)

    def _scalar(self, o):
        if o is None:
            return "null"
        if o is True or o is False:
            return "true" if o else "false"
        if isinstance(o, int):
            return str(int(o))
        if isinstance(o, float):
            if o != o or o in (float("inf"), -float("inf")):
                if not self.allow_nan:
                    raise ValueError("Out of range float values are not JSON compliant: " + repr(o))
                return "NaN" if o != o else "Infinity" if o > 0 else "-Infinity"
            return repr(float(o))
        return None

    def _text(self, o, level):
        if isinstance(o, str):
            return _quoted(o, self.ascii)
        text = self._scalar(o)
        if text is not None:
            return text
        if any([o is x for x in self._open]):
            raise ValueError("Circular reference detected")
        self._open.append(o)
        try:
            if isinstance(o, dict):
                parts = []
                for k, v in sorted(o.items()) if self.sort_keys else o.items():
                    key = k if isinstance(k, str) else self._scalar(k)
                    if key is None:
                        if self.skipkeys:
                            continue
                        raise TypeError("keys must be str, int, float, bool or None, not " + type(k).__name__)
                    parts.append(_quoted(key, self.ascii) + self.key_separator + self._text(v, level + 1))
                left, right = "{", "}"
            elif isinstance(o, (list, tuple)):
                parts = [self._text(v, level + 1) for v in o]
                left, right = "[", "]"
            else:
                return self._text(self.default(o), level)
        finally:
            self._open.pop()
        if not parts:
            return left + right
        if self.indent is None:
            return left + self.item_separator.join(parts) + right
        gap = self.indent if isinstance(self.indent, str) else " " * self.indent
        inner = "\n" + gap * (level + 1)
        return left + inner + (self.item_separator + inner).join(parts) + "\n" + gap * level + right


class JSONDecoder:
    def __init__(self, object_hook=None, parse_float=None, parse_int=None, object_pairs_hook=None, **kwargs):
        self.hook, self.pairs, self.float, self.int = object_hook, object_pairs_hook, parse_float or float, parse_int or int

    def decode(self, s):
        self.s = s
        value, i = self._value(self._space(0))
        i = self._space(i)
        if i != len(s):
            raise JSONDecodeError("Extra data", s, i)
        return value

    def _space(self, i):
        s = self.s
        while i < len(s) and s[i] in " \t\n\r":
            i += 1
        return i

    def _value(self, i):
        s = self.s
        c = s[i:i + 1]
        if c == '"':
            return self._string(i + 1)
        if c == "{":
            return self._object(i + 1)
        if c == "[":
            out = []
            i = self._space(i + 1)
            if s[i:i + 1] == "]":
                return out, i + 1
            while True:
                v, i = self._value(i)
                out.append(v)
                i = self._space(i)
                c = s[i:i + 1]
                if c == "]":
                    return out, i + 1
                if c != ",":
                    raise JSONDecodeError("Expecting ',' delimiter", s, i)
                i = self._space(i + 1)
        for word, value in (("null", None), ("true", True), ("false", False), ("NaN", float("nan")), ("Infinity", float("inf")), ("-Infinity", -float("inf"))):
            if s[i:i + len(word)] == word:
                return value, i + len(word)
        j = i + 1 if c == "-" else i
        digits = j
        while j < len(s) and s[j].isdigit():
            j += 1
        if j == digits:
            raise JSONDecodeError("Expecting value", s, i)
        whole = True
        if s[j:j + 1] == "." and s[j + 1:j + 2].isdigit():
            whole = False
            j += 1
            while j < len(s) and s[j].isdigit():
                j += 1
        if s[j:j + 1] in ("e", "E"):
            k = j + 1
            if s[k:k + 1] in ("+", "-"):
                k += 1
            if s[k:k + 1].isdigit():
                whole = False
                while k < len(s) and s[k].isdigit():
                    k += 1
                j = k
        return (self.int if whole else self.float)(s[i:j]), j

    def _string(self, i):
        s, begin, out = self.s, i - 1, []
        while True:
            c = s[i:i + 1]
            if c == "":
                raise JSONDecodeError("Unterminated string starting at", s, begin)
            if c == '"':
                return "".join(out), i + 1
            if c == "\\":
                c = s[i + 1:i + 2]
                if c == "u":
                    n = int(s[i + 2:i + 6], 16)
                    i += 4
                    if 0xd800 <= n < 0xdc00 and s[i + 2:i + 4] == "\\u":
                        n = 65536 + ((n - 0xd800) << 10) + int(s[i + 4:i + 8], 16) - 0xdc00
                        i += 6
                    out.append(chr(n))
                elif c in '"\\/bfnrt' and c:
                    out.append({"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}.get(c, c))
                else:
                    raise JSONDecodeError("Invalid \\escape", s, i)
                i += 2
            elif ord(c) < 32:
                raise JSONDecodeError("Invalid control character at", s, i)
            else:
                out.append(c)
                i += 1

    def _object(self, i):
        s, pairs = self.s, []
        i = self._space(i)
        if s[i:i + 1] == "}":
            i += 1
        else:
            while True:
                if s[i:i + 1] != '"':
                    raise JSONDecodeError("Expecting property name enclosed in double quotes", s, i)
                k, i = self._string(i + 1)
                i = self._space(i)
                if s[i:i + 1] != ":":
                    raise JSONDecodeError("Expecting ':' delimiter", s, i)
                v, i = self._value(self._space(i + 1))
                pairs.append((k, v))
                i = self._space(i)
                c = s[i:i + 1]
                if c == "}":
                    i += 1
                    break
                if c != ",":
                    raise JSONDecodeError("Expecting ',' delimiter", s, i)
                i = self._space(i + 1)
        if self.pairs is not None:
            return self.pairs(pairs), i
        made = {}
        for k, v in pairs:
            made[k] = v
        return (made if self.hook is None else self.hook(made)), i


def dumps(obj, *, cls=None, **kwargs):
    return (cls or JSONEncoder)(**kwargs).encode(obj)


def dump(obj, fp, **kwargs):
    fp.write(dumps(obj, **kwargs))


def loads(s, *, cls=None, **kwargs):
    if isinstance(s, (bytes, bytearray)):
        s = bytes(s).decode()
    if not isinstance(s, str):
        raise TypeError(f"the JSON object must be str, bytes or bytearray, not {type(s).__name__}")
    return (cls or JSONDecoder)(**kwargs).decode(s)


def load(fp, **kwargs):
    return loads(fp.read(), **kwargs)
