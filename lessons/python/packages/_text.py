# Methods of str that programs rarely use; a str looks here for what it does not know itself (port/late_methods.c).


def istitle(s):
    cased, inside = False, False
    for c in s:
        if c.isupper():
            if inside:
                return False
            inside = cased = True
        elif c.islower():
            if not inside:
                return False
            cased = True
        else:
            inside = False
    return cased


def isascii(s):
    return all([ord(c) < 128 for c in s])


def isprintable(s):
    return all([ord(c) >= 32 and ord(c) != 127 for c in s])


def translate(s, table):
    out = []
    for c in s:
        try:
            v = table[ord(c)]
        except LookupError:
            v = c
        if v is not None:
            out.append(chr(v) if isinstance(v, int) else v)
    return "".join(out)


def maketrans(*args):
    if len(args) == 1:
        return {ord(k) if isinstance(k, str) else k: v for k, v in args[0].items()}
    if len(args[0]) != len(args[1]):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(args[0], args[1])}
    if len(args) > 2:
        table.update({ord(c): None for c in args[2]})
    return table
