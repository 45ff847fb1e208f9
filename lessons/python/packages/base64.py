_LETTERS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def b64encode(s, altchars=None):
    letters = _LETTERS if altchars is None else _LETTERS[:62] + altchars
    out = bytearray()
    for i in range(0, len(s), 3):
        part = bytes(s[i:i + 3])
        n = int.from_bytes(part + bytes(3 - len(part)), "big")
        for k in range(4):
            out.append(letters[n >> 18 - 6 * k & 63] if k <= len(part) else 61)
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    s = s.encode() if isinstance(s, str) else bytes(s)
    letters = _LETTERS if altchars is None else _LETTERS[:62] + altchars
    places = {c: i for i, c in enumerate(letters)}
    values = [places[c] for c in s if c in places]
    if len(values) % 4 == 1 or len(s) % 4 and not validate and len(values) == len(s):
        raise ValueError("Incorrect padding")
    out = bytearray()
    for i in range(0, len(values), 4):
        part = values[i:i + 4]
        n = 0
        for v in part + [0] * (4 - len(part)):
            n = n << 6 | v
        out += n.to_bytes(3, "big")[:len(part) - 1]
    return bytes(out)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b16encode(s):
    return s.hex().upper().encode()
