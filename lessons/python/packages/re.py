# Regular expressions as CPython's re has them: a pattern becomes a tree, and a backtracking matcher goes through it. Not here: look-behind of
# changing width, and locales. Source: the documentation of CPython's re.
A = ASCII = 256
I = IGNORECASE = 2
L = LOCALE = 4
M = MULTILINE = 8
S = DOTALL = 16
U = UNICODE = 32
X = VERBOSE = 64
NOFLAG = 0
_LETTERS = {"i": I, "m": M, "s": S, "x": X, "a": A, "u": U, "L": L}


class error(Exception):
    def __init__(self, msg, pattern=None, pos=None):
        super().__init__(msg if pos is None else f"{msg} at position {pos}")
        self.msg, self.pattern, self.pos = msg, pattern, pos


PatternError = error
_SPECIAL = set("()[]{}?*+-|^$\\.&~# \t\n\r\v\f")


def escape(pattern):
    if isinstance(pattern, bytes):
        return escape(pattern.decode("latin-1")).encode("latin-1")
    return "".join(["\\" + c if c in _SPECIAL else c for c in pattern])


def _is_word(c):
    return c.isalpha() or c.isdigit() or c == "_" or ord(c) > 127 and c.isalnum()


def _is_space(c):
    return c in " \t\n\r\f\v"


_CLASSES = {"d": lambda c: c.isdigit(), "w": _is_word, "s": _is_space}
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b", "0": "\0"}


class _Parser:
    # Nodes are functions node(m, i, k): try here, then call k(j) for each way to go on; True when the whole matched.
    def __init__(self, text, flags):
        self.text, self.i, self.flags, self.groups, self.names = text, 0, flags, 0, {}

    def fail(self, message, at=None):
        raise error(message, self.text, self.i if at is None else at)

    def peek(self):
        return self.text[self.i:self.i + 1]

    def alternatives(self):
        branches = [self.branch()]
        while self.peek() == "|":
            self.i += 1
            branches.append(self.branch())
        return branches[0] if len(branches) == 1 else _any(branches)

    def branch(self):
        items = []
        while self.i < len(self.text) and self.peek() not in "|)":
            if self.flags & X:
                c = self.peek()
                if c in " \t\n\r\f\v":
                    self.i += 1
                    continue
                if c == "#":
                    while self.i < len(self.text) and self.peek() != "\n":
                        self.i += 1
                    continue
            at = self.i
            item = self.atom()
            if item is not None:
                items.append(self.repeats(item, at))
        return _all(items)

    def repeats(self, item, at):
        while True:
            c = self.peek()
            if c == "" or c not in "*+?{":
                return item
            if c == "{":
                end = self.text.find("}", self.i)
                body = self.text[self.i + 1:end] if end > 0 else ""
                low, comma, high = body.partition(",")
                if end < 0 or not (low.isdigit() or low == "" and comma) or not (high.isdigit() or high == "") or body == ",":
                    if not (body == "," and end > 0):
                        return item
                self.i = end + 1
                least = int(low) if low else 0
                most = least if not comma else int(high) if high else None
                if most is not None and most < least:
                    self.fail("min repeat greater than max repeat", at)
            else:
                self.i += 1
                least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[c]
            lazy = self.peek() == "?"
            if lazy:
                self.i += 1
            elif self.peek() != "" and self.peek() in "*+":
                self.fail("multiple repeat")
            item = _repeat(item, least, most, lazy)

    def atom(self):
        c = self.peek()
        self.i += 1
        if c == ".":
            return _one((lambda x: True) if self.flags & S else (lambda x: x != "\n"))
        if c == "^":
            multi = self.flags & M
            return lambda m, i, k: (i == 0 or multi and m.string[i - 1] == "\n") and k(i)
        if c == "$":
            multi = self.flags & M
            return lambda m, i, k: (i == m.end_ or i == m.end_ - 1 and m.string[i] == "\n" or multi and m.string[i] == "\n") and k(i)
        if c == "[":
            return self.set()
        if c == "(":
            return self.group()
        if c == "\\":
            return self.escape()
        if c in "*+?":
            self.fail("nothing to repeat", self.i - 1)
        return self.literal(c)

    def literal(self, c):
        if self.flags & I:
            low, up = c.lower(), c.upper()
            return _one(lambda x: x == low or x == up)
        return _literal(c)

    def escape(self):
        c = self.peek()
        if c == "":
            self.fail("bad escape (end of pattern)", self.i - 1)
        self.i += 1
        if c.lower() in _CLASSES:
            test = _CLASSES[c.lower()]
            return _one(test) if c.islower() else _one(lambda x: not test(x))
        if c == "b" or c == "B":
            inside = c == "b"

            def boundary(m, i, k):
                a = i > 0 and _is_word(m.string[i - 1])
                b = i < m.end_ and _is_word(m.string[i])
                return (a != b) == inside and k(i)
            return boundary
        if c == "A":
            return lambda m, i, k: i == 0 and k(i)
        if c == "Z":
            return lambda m, i, k: i == m.end_ and k(i)
        if c.isdigit() and c != "0":
            number = c
            while self.peek().isdigit() and int(number + self.peek()) <= self.groups:
                number += self.peek()
                self.i += 1
            if int(number) > self.groups:
                self.fail(f"invalid group reference {number}", self.i - 1)
            return _back(int(number), self.flags & I)
        return self.literal(self.character(c))

    def character(self, c):
        if c == "x" or c == "u" or c == "U":
            n = {"x": 2, "u": 4, "U": 8}[c]
            code = self.text[self.i:self.i + n]
            self.i += n
            return chr(int(code, 16))
        if c in _ESCAPES:
            return _ESCAPES[c]
        if c.isalpha():
            self.fail(f"bad escape \\{c}", self.i - 2)
        return c

    def set(self):
        start = self.i - 1
        negated = self.peek() == "^"
        if negated:
            self.i += 1
        tests, chars, ranges = [], set(), []
        first = True
        while True:
            c = self.peek()
            if c == "":
                self.fail("unterminated character set", start)
            self.i += 1
            if c == "]" and not first:
                break
            first = False
            if c == "\\":
                c = self.peek()
                self.i += 1
                if c.lower() in _CLASSES:
                    test = _CLASSES[c.lower()]
                    tests.append(test if c.islower() else lambda x, t=test: not t(x))
                    continue
                c = self.character(c)
            if self.peek() == "-" and self.text[self.i + 1:self.i + 2] not in ("]", ""):
                self.i += 1
                high = self.peek()
                self.i += 1
                if high == "\\":
                    high = self.peek()
                    self.i += 1
                    high = self.character(high)
                if high < c:
                    self.fail(f"bad character range {c}-{high}", self.i - 3)
                ranges.append((c, high))
            else:
                chars.add(c)
        fold = self.flags & I

        def inside(x):
            if x in chars:
                return True
            for a, b in ranges:
                if a <= x <= b:
                    return True
            for t in tests:
                if t(x):
                    return True
            return False
        if fold:
            plain = inside
            inside = lambda x: plain(x.lower()) or plain(x.upper())
        return _one((lambda x: not inside(x)) if negated else inside)

    def closed(self, start):
        node = self.alternatives()
        if self.peek() != ")":
            self.fail("missing ), unterminated subpattern", start)
        self.i += 1
        return node

    def group(self):
        start = self.i - 1
        if self.peek() != "?":
            self.groups += 1
            n = self.groups
            return _capture(n, self.closed(start))
        self.i += 1
        c = self.peek()
        self.i += 1
        if c == ":":
            return self.closed(start)
        if c == "#":
            end = self.text.find(")", self.i)
            if end < 0:
                self.fail("missing ), unterminated comment", start)
            self.i = end + 1
            return None
        if c == "=" or c == "!":
            return _ahead(self.closed(start), c == "=")
        if c == "<" and self.peek() in ("=", "!"):
            wanted = self.peek() == "="
            self.i += 1
            return _behind(self.closed(start), wanted)
        if c == "P" and self.peek() == "<" or c == "<":
            if c == "P":
                self.i += 1
            end = self.text.find(">", self.i)
            name = self.text[self.i:end]
            if end < 0 or not name.isidentifier():
                self.fail(f"bad character in group name {name!r}")
            self.i = end + 1
            self.groups += 1
            n = self.groups
            if name in self.names:
                self.fail(f"redefinition of group name {name!r} as group {n}; was group {self.names[name]}")
            self.names[name] = n
            return _capture(n, self.closed(start))
        if c == "P" and self.peek() == "=":
            end = self.text.find(")", self.i)
            name = self.text[self.i + 1:end]
            self.i = end + 1
            if name not in self.names:
                self.fail(f"unknown group name {name!r}")
            return _back(self.names[name], self.flags & I)
        if c in _LETTERS or c == "-":
            on = ""
            while c and c not in ":)":
                on += c
                c = self.peek()
                self.i += 1
            added, _, removed = on.partition("-")
            before = self.flags
            for letter in added:
                self.flags |= _LETTERS[letter]
            for letter in removed:
                self.flags &= ~_LETTERS[letter]
            if c == ")":
                return None
            node = self.closed(start)
            self.flags = before
            return node
        self.fail(f"unknown extension ?{c}", start + 1)


class _One:
    # One character that passes a test: repeats of it need no recursion.
    def __init__(self, test):
        self.test = test

    def __call__(self, m, i, k):
        return i < m.end_ and self.test(m.string[i]) and k(i + 1)


def _one(test):
    return _One(test)


def _literal(c):
    return _One(lambda x: x == c)


def _all(items):
    if not items:
        return lambda m, i, k: k(i)
    if len(items) == 1:
        return items[0]

    def chain(m, i, k, n=0):
        while n < len(items) and isinstance(items[n], _One):   # what cannot go on in two ways
            if i >= m.end_ or not items[n].test(m.string[i]):
                return False
            i += 1
            n += 1
        if n == len(items):
            return k(i)
        return items[n](m, i, lambda j: chain(m, j, k, n + 1))
    return chain


def _any(branches):
    def node(m, i, k):
        for b in branches:
            if b(m, i, k):
                return True
        return False
    return node


def _repeat(item, least, most, lazy):
    if isinstance(item, _One):
        test = item.test

        def run(m, i, k):
            end = m.end_ if most is None else min(m.end_, i + most)
            j = i
            if lazy:
                while j - i < least:
                    if j >= end or not test(m.string[j]):
                        return False
                    j += 1
                while True:
                    if k(j):
                        return True
                    if j >= end or not test(m.string[j]):
                        return False
                    j += 1
            string = m.string
            while j < end and test(string[j]):
                j += 1
            while j - i >= least:
                if k(j):
                    return True
                j -= 1
            return False
        return run

    def again(m, i, k, n=0):
        def more():
            return (most is None or n < most) and item(m, i, lambda j: (j != i or n < least) and again(m, j, k, n + 1))
        if n < least:
            return more()
        if lazy:
            return k(i) or more()
        return more() or k(i)
    return again


def _capture(n, node):
    def group(m, i, k):
        def done(j):
            before = m.spans[n]
            m.spans[n] = (i, j)
            last, m.last = m.last, n
            if k(j):
                return True
            m.spans[n], m.last = before, last
            return False
        return node(m, i, done)
    return group


def _back(n, fold):
    def node(m, i, k):
        a, b = m.spans[n]
        if a < 0:
            return False
        text = m.string[a:b]
        here = m.string[i:i + b - a]
        return (text == here or fold and text.lower() == here.lower()) and k(i + b - a)
    return node


def _ahead(node, wanted):
    return lambda m, i, k: bool(node(m, i, lambda j: True)) == wanted and k(i)


def _behind(node, wanted):
    def look(m, i, k):
        found = False
        for start in range(i, -1, -1):
            if node(m, start, lambda j: j == i):
                found = True
                break
        return found == wanted and k(i)
    return look


class Match:
    def __init__(self, pattern, string, spans, last, pos, endpos):
        self.re, self.string, self._spans, self.pos, self.endpos = pattern, string, spans, pos, endpos
        self.lastindex = last or None

    def _index(self, g):
        if isinstance(g, str):
            if g not in self.re.groupindex:
                raise IndexError("no such group")
            return self.re.groupindex[g]
        if not 0 <= g < len(self._spans):
            raise IndexError("no such group")
        return g

    def _text(self, g, default=None):
        a, b = self._spans[self._index(g)]
        return default if a < 0 else self.string[a:b]

    def group(self, *groups):
        if len(groups) < 2:
            return self._text(groups[0] if groups else 0)
        return tuple([self._text(g) for g in groups])

    def __getitem__(self, g):
        return self._text(g)

    def groups(self, default=None):
        return tuple([self._text(g, default) for g in range(1, len(self._spans))])

    def groupdict(self, default=None):
        return {name: self._text(name, default) for name in self.re.groupindex}

    def span(self, group=0):
        return self._spans[self._index(group)]

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    @property
    def lastgroup(self):
        for name, n in self.re.groupindex.items():
            if n == self.lastindex:
                return name
        return None

    def expand(self, template):
        return _expand(template, self)

    def __bool__(self):
        return True

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={self.group()!r}>"


class _State:
    pass


class Pattern:
    def __init__(self, pattern, flags):
        self.pattern, self._bytes = pattern, isinstance(pattern, bytes)
        parser = _Parser(pattern.decode("latin-1") if self._bytes else pattern, flags)
        self._node = parser.alternatives()
        if parser.i < len(parser.text):
            parser.fail("unbalanced parenthesis")
        self.flags, self.groups, self.groupindex = parser.flags | (0 if self._bytes else U), parser.groups, parser.names

    def _at(self, string, i, pos, endpos, whole=False, forward=False):
        m = _State()
        m.string, m.spans, m.last, m.end_ = string, [(-1, -1)] * (self.groups + 1), 0, endpos

        def done(j):
            if whole and j != endpos or forward and j == i:
                return False
            m.spans[0] = (i, j)
            return True
        if self._node(m, i, done):
            return Match(self, string, m.spans, m.last, pos, endpos)
        return None

    def _ready(self, string, pos, endpos):
        if isinstance(string, bytes) != self._bytes:
            raise TypeError("cannot use a string pattern on a bytes-like object" if not self._bytes else "cannot use a bytes pattern on a string-like object")
        if not isinstance(string, (str, bytes)):
            raise TypeError("expected string or bytes-like object, got '" + type(string).__name__ + "'")
        text = string.decode("latin-1") if self._bytes else string
        return text, pos, len(text) if endpos is None else min(endpos, len(text))

    def match(self, string, pos=0, endpos=None):
        text, pos, endpos = self._ready(string, pos, endpos)
        return self._at(text, pos, pos, endpos)

    def fullmatch(self, string, pos=0, endpos=None):
        text, pos, endpos = self._ready(string, pos, endpos)
        return self._at(text, pos, pos, endpos, True)

    def search(self, string, pos=0, endpos=None):
        text, pos, endpos = self._ready(string, pos, endpos)
        for i in range(pos, endpos + 1):
            found = self._at(text, i, pos, endpos)
            if found is not None:
                return found
        return None

    def finditer(self, string, pos=0, endpos=None):
        text, pos, endpos = self._ready(string, pos, endpos)
        i, forward = pos, False   # after an empty match the next one must not be empty where it begins
        while i <= endpos:
            found = self._at(text, i, pos, endpos, False, forward)
            forward = False
            if found is None:
                i += 1
            else:
                yield found
                forward, i = found.start() == found.end(), found.end()

    def findall(self, string, pos=0, endpos=None):
        out = []
        for m in self.finditer(string, pos, endpos):
            out.append(m.group() if self.groups == 0 else (m._text(1, "") if self.groups == 1 else m.groups("")))
        return out

    def split(self, string, maxsplit=0):
        out, at = [], 0
        for n, m in enumerate(self.finditer(string)):
            if maxsplit and n >= maxsplit:
                break
            out.append(m.string[at:m.start()])
            out.extend(m.groups())
            at = m.end()
        return out + [string[at:]]

    def subn(self, repl, string, count=0):
        out, at, n = [], 0, 0
        call = repl if callable(repl) else None
        for m in self.finditer(string):
            if count and n >= count:
                break
            out.append(m.string[at:m.start()])
            out.append(call(m) if call else _expand(repl, m))
            at = m.end()
            n += 1
        text = string.decode("latin-1") if self._bytes else string
        return "".join(out) + text[at:], n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        shown = [name for bit, name in ((A, "re.ASCII"), (I, "re.IGNORECASE"), (M, "re.MULTILINE"), (S, "re.DOTALL"), (X, "re.VERBOSE")) if self.flags & bit]
        return f"re.compile({self.pattern!r}" + (", " + "|".join(shown) if shown else "") + ")"


def _expand(template, m):
    out, i = [], 0
    while i < len(template):
        c = template[i]
        if c != "\\":
            out.append(c)
            i += 1
            continue
        c = template[i + 1:i + 2]
        i += 2
        if c == "g" and template[i:i + 1] == "<":
            end = template.find(">", i)
            name = template[i + 1:end]
            i = end + 1
            if not name.isdigit() and name not in m.re.groupindex:
                raise IndexError(f"unknown group name {name!r}")
            out.append(m._text(int(name) if name.isdigit() else name, ""))
        elif c.isdigit():
            number = c
            if template[i:i + 1].isdigit() and c != "0":
                number += template[i]
                i += 1
            if int(number) > m.re.groups:
                raise error(f"invalid group reference {number}", template, i - len(number))
            out.append(m._text(int(number), "") if number != "0" else "\0")
        elif c in _ESCAPES and c not in "b0":
            out.append(_ESCAPES[c])
        elif c.isalpha():
            raise error(f"bad escape \\{c}", template, i - 2)
        else:
            out.append("\\" + c if c != "\\" else "\\")
    return "".join(out)


_cache = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    key = (pattern, int(flags))
    found = _cache.get(key)
    if found is None:
        if len(_cache) > 200:
            _cache.clear()
        found = _cache[key] = Pattern(pattern, int(flags))
    return found


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


def purge():
    _cache.clear()
