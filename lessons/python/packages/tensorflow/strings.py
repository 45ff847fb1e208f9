# tf.strings: the basics, on values (strings carry no gradient). Source: tensorflow/python/ops/string_ops.py.
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import _errors, _unknown, as_dtype, constant, convert_to_tensor, float32, int32, int64, reshape, string


def _each(f, x, dtype=string):
    if hasattr(x, "with_flat_values"):
        return x.with_flat_values(_each(f, x.flat_values, dtype))
    x = convert_to_tensor(x)
    values = x.numpy()
    if x.shape == ():
        return constant(f(values), dtype=dtype)

    def walk(v):
        return [walk(q) for q in v] if isinstance(v, list) else f(v)
    return constant(walk(values.tolist()), dtype=dtype)


def to_number(input, out_type=float32, name=None):
    out_type = as_dtype(out_type)

    def number(b):
        text = b.decode()
        try:
            return int(text) if out_type.is_integer else float(text)
        except ValueError:
            raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__StringToNumber_device_/job:localhost/replica:0/task:0/device:CPU:0}} StringToNumberOp could not correctly convert string: "
                                                 + text + " [Op:StringToNumber] name: ")
    return _each(number, input, out_type)


def as_string(input, precision=-1, scientific=False, shortest=False, width=-1, fill="", name=None):
    x = convert_to_tensor(input)

    def text(v):
        if x.dtype.is_bool:
            s = "true" if v else "false"
        elif x.dtype.is_floating:
            p = 6 if precision < 0 else precision
            s = ("%." + str(p) + ("e" if scientific else "g" if shortest else "f")) % float(v)
        else:
            s = str(int(v))
        if width > len(s):
            s = (fill or " ") * (width - len(s)) + s
        return s
    return _each(text, x)


def length(input, unit="BYTE", name=None):
    return _each(lambda b: len(b.decode()) if unit == "UTF8_CHAR" else len(b), input, int32)


def lower(input, encoding="", name=None):
    return _each(lambda b: b.decode().lower(), input)


def upper(input, encoding="", name=None):
    return _each(lambda b: b.decode().upper(), input)


def strip(input, name=None):
    return _each(lambda b: b.decode().strip(), input)


def substr(input, pos, len, unit="BYTE", name=None):
    def cut(b, p, n):
        text = b.decode() if unit == "UTF8_CHAR" else b
        size = _len(text)
        if not -size <= p <= size:
            raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Substr_device_/job:localhost/replica:0/task:0/device:CPU:0}} pos " + str(p) + " out of range for string b'"
                                                 + b.decode() + "' at index 0 [Op:Substr] name: ")
        p = p + size if p < 0 else p
        return text[p:p + n]
    if hasattr(input, "with_flat_values") or convert_to_tensor(pos).shape == ():
        return _each(lambda b: cut(b, int(pos), int(len)), input)
    x = convert_to_tensor(input)
    places, sizes = _engine.to_ints(pos), _engine.to_ints(len)
    flat = reshape(x, [-1]).numpy().tolist() if x.shape != () else [x.numpy()] * _len(places)
    return reshape(constant([cut(b, p, n) for b, p, n in zip(flat, places, sizes)], dtype=string), convert_to_tensor(pos).shape)


_len = len


def join(inputs, separator="", name=None):
    ragged = [x for x in inputs if hasattr(x, "with_flat_values")]
    if ragged:
        return ragged[0].with_flat_values(join([x.flat_values if hasattr(x, "with_flat_values") else x for x in inputs], separator))
    inputs = [convert_to_tensor(x) for x in inputs]
    shaped = [x for x in inputs if x.shape != ()]
    if not shaped:
        return constant(separator.join(x.numpy().decode() for x in inputs))
    n = reshape(shaped[0], [-1]).shape[0]
    columns = [[x.numpy().decode()] * n if x.shape == () else [b.decode() for b in reshape(x, [-1]).numpy().tolist()] for x in inputs]
    return reshape(constant([separator.join(row) for row in zip(*columns)]), shaped[0].shape)


def reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    x = convert_to_tensor(inputs)
    if axis is None:
        return constant(separator.join(b.decode() for b in reshape(x, [-1]).numpy().tolist()))
    rows = x.numpy().tolist()
    if x.ndim == 1:
        return constant(separator.join(b.decode() for b in rows))
    if axis in (-1, x.ndim - 1):
        return constant([separator.join(b.decode() for b in row) for row in rows])
    return constant([separator.join(b.decode() for b in column) for column in zip(*rows)])


def split(input, sep=None, maxsplit=-1, name=None):
    from tensorflow.ragged import RaggedTensor
    x = convert_to_tensor(input)
    sep = None if sep is None else sep.decode() if isinstance(sep, bytes) else sep
    cut = lambda b: b.decode().split(sep or None, maxsplit)
    if x.shape == ():
        return constant(cut(x.numpy()), dtype=string)
    if x.ndim > 1:
        raise ValueError("tf.strings.split takes a scalar or a vector here.")
    rows = [cut(b) for b in x.numpy().tolist()]
    return RaggedTensor.from_row_lengths(constant([w for r in rows for w in r], dtype=string), [len(r) for r in rows])


def _pieces(input, cut, dtype):
    from tensorflow.ragged import RaggedTensor
    x = convert_to_tensor(input)
    if x.shape == ():
        return constant(cut(x.numpy()), dtype=dtype)
    rows = [cut(b) for b in x.numpy().tolist()]
    return RaggedTensor.from_row_lengths(constant([w for r in rows for w in r], dtype=dtype), [len(r) for r in rows])


def bytes_split(input, name=None):
    return _pieces(input, lambda b: [b[i:i + 1] for i in range(len(b))], string)


def unicode_split(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    return _pieces(input, lambda b: list(b.decode()), string)


def unicode_decode(input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None):
    return _pieces(input, lambda b: [ord(c) for c in b.decode()], int32)


def unicode_encode(input, output_encoding, errors="replace", replacement_char=65533, name=None):
    from tensorflow.ragged import RaggedTensor
    rows = input.to_list() if isinstance(input, RaggedTensor) else convert_to_tensor(input).numpy().tolist()
    join_codes = lambda codes: "".join(chr(c) for c in codes)
    return constant(join_codes(rows) if rows and not isinstance(rows[0], list) else [join_codes(r) for r in rows], dtype=string)


def unicode_transcode(input, input_encoding, output_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None):
    return convert_to_tensor(input)


def ngrams(data, ngram_width, separator=" ", pad_values=None, padding_width=None, preserve_short_sequences=False, name=None):
    rows = [r for r in (data.to_list() if hasattr(data, "to_list") else convert_to_tensor(data).numpy().tolist())]
    single = not rows or not isinstance(rows[0], list)
    widths = [ngram_width] if isinstance(ngram_width, int) else list(ngram_width)
    def grams(row):
        words = [w.decode() if isinstance(w, bytes) else w for w in row]
        out = []
        for n in widths:
            got = [separator.join(words[i:i + n]) for i in range(len(words) - n + 1)]
            out += got if got or not preserve_short_sequences or not words else [separator.join(words)]
        return out
    if single:
        return constant(grams(rows), dtype=string)
    from tensorflow.ragged import RaggedTensor
    made = [grams(r) for r in rows]
    return RaggedTensor.from_row_lengths(constant([w for r in made for w in r], dtype=string), [len(r) for r in made])


def unsorted_segment_join(inputs, segment_ids, num_segments, separator="", name=None):
    parts = [[] for _ in range(int(num_segments))]
    for text, i in zip(convert_to_tensor(inputs).numpy().tolist(), _engine.to_ints(segment_ids)):
        parts[i].append(text.decode())
    return constant([separator.join(p) for p in parts], dtype=string)


def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    import re
    return _each(lambda b: re.sub(pattern, rewrite, b.decode()) if replace_global else re.sub(pattern, rewrite, b.decode(), 1), input)


def regex_full_match(input, pattern, name=None):
    import re
    from tensorflow._core import bool as bool_dtype
    return _each(lambda b: re.match("^(?:" + pattern + ")$", b.decode()) is not None, input, bool_dtype)


def format(template, inputs, placeholder="{}", summarize=3, name=None):
    from tensorflow._core import _shown
    for x in inputs if isinstance(inputs, (list, tuple)) else [inputs]:
        if _engine.is_symbolic(x):
            raise TypeError("its value is not known while the graph is built")
    parts = template.split(placeholder)
    inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    text = parts[0]
    for value, part in zip(inputs, parts[1:]):
        text += _shown(convert_to_tensor(value), summarize) + part
    return constant(text)


# ---- hashes: FarmHash's Fingerprint64 for _fast, TensorFlow's own Hash64 (tensorflow/core/lib/hash/hash.cc), SipHash for _strong

_ALL = (1 << 64) - 1
_K0, _K1, _K2 = 0xc3a5c85c97cb3127, 0xb492b66fbe98f273, 0x9ae16a3b2f90404f


def _word(s, i, n=8):
    return int.from_bytes(s[i:i + n], "little")


def _turned(x, n):
    return ((x >> n) | (x << (64 - n))) & _ALL


def _mixed(u, v, mul):
    a = ((u ^ v) * mul) & _ALL
    a ^= a >> 47
    b = ((v ^ a) * mul) & _ALL
    b ^= b >> 47
    return (b * mul) & _ALL


def _pair(s, i, a, b):
    w, x, y, z = _word(s, i), _word(s, i + 8), _word(s, i + 16), _word(s, i + 24)
    a = (a + w) & _ALL
    b = _turned((b + a + z) & _ALL, 21)
    c = a
    a = (a + x + y) & _ALL
    return (a + z) & _ALL, (b + _turned(a, 44) + c) & _ALL


def _fingerprint(s):
    n = len(s)
    mul = _K2 + n * 2
    if n == 0:
        return _K2
    if n < 4:
        y = s[0] + (s[n >> 1] << 8)
        z = n + (s[n - 1] << 2)
        h = ((y * _K2) ^ (z * _K0)) & _ALL
        return ((h ^ (h >> 47)) * _K2) & _ALL
    if n < 8:
        return _mixed((n + (_word(s, 0, 4) << 3)) & _ALL, _word(s, n - 4, 4), mul)
    if n <= 16:
        a, b = (_word(s, 0) + _K2) & _ALL, _word(s, n - 8)
        return _mixed((_turned(b, 37) * mul + a) & _ALL, ((_turned(a, 25) + b) * mul) & _ALL, mul)
    if n <= 32:
        a, b, c, d = (_word(s, 0) * _K1) & _ALL, _word(s, 8), (_word(s, n - 8) * mul) & _ALL, (_word(s, n - 16) * _K2) & _ALL
        return _mixed((_turned((a + b) & _ALL, 43) + _turned(c, 30) + d) & _ALL, (a + _turned((b + _K2) & _ALL, 18) + c) & _ALL, mul)
    if n <= 64:
        a, b, c, d = (_word(s, 0) * _K2) & _ALL, _word(s, 8), (_word(s, n - 8) * mul) & _ALL, (_word(s, n - 16) * _K2) & _ALL
        y = (_turned((a + b) & _ALL, 43) + _turned(c, 30) + d) & _ALL
        z = _mixed(y, (a + _turned((b + _K2) & _ALL, 18) + c) & _ALL, mul)
        e, f = (_word(s, 16) * mul) & _ALL, _word(s, 24)
        g, h = ((y + _word(s, n - 32)) * mul) & _ALL, ((z + _word(s, n - 24)) * mul) & _ALL
        return _mixed((_turned((e + f) & _ALL, 43) + _turned(g, 30) + h) & _ALL, (e + _turned((f + a) & _ALL, 18) + g) & _ALL, mul)
    x, y = 81, (81 * _K1 + 113) & _ALL
    t = (y * _K2 + 113) & _ALL
    z = ((t ^ (t >> 47)) * _K2) & _ALL
    v, w = (0, 0), (0, 0)
    x = (x * _K2 + _word(s, 0)) & _ALL
    end = ((n - 1) // 64) * 64
    for i in list(range(0, end, 64)) + [None]:
        last = i is None
        if last:
            i, m = end + ((n - 1) & 63) - 63, (_K1 + ((z & 0xff) << 1)) & _ALL
            w = ((w[0] + ((n - 1) & 63)) & _ALL, w[1])
            v = ((v[0] + w[0]) & _ALL, v[1])
            w = ((w[0] + v[0]) & _ALL, w[1])
        else:
            m = _K1
        k = 9 if last else 1
        x = (_turned((x + y + v[0] + _word(s, i + 8)) & _ALL, 37) * m) & _ALL
        y = (_turned((y + v[1] + _word(s, i + 48)) & _ALL, 42) * m) & _ALL
        x ^= (w[1] * k) & _ALL
        y = (y + v[0] * k + _word(s, i + 40)) & _ALL
        z = (_turned((z + w[0]) & _ALL, 33) * m) & _ALL
        v = _pair(s, i, (v[1] * m) & _ALL, (x + w[0]) & _ALL)
        w = _pair(s, i + 32, (z + w[1]) & _ALL, (y + _word(s, i + 16)) & _ALL)
        z, x = x, z
    return _mixed((_mixed(v[0], w[0], m) + (y ^ (y >> 47)) * _K0 + z) & _ALL, (_mixed(v[1], w[1], m) + x) & _ALL, m)


def _hash64(s):
    m, n = 0xc6a4a7935bd1e995, len(s)
    h = 0xDECAFCAFFE ^ ((n * m) & _ALL)
    whole = n - n % 8
    for i in range(0, whole, 8):
        k = (_word(s, i) * m) & _ALL
        k = ((k ^ (k >> 47)) * m) & _ALL
        h = ((h ^ k) * m) & _ALL
    if whole < n:
        h = ((h ^ _word(s, whole, n - whole)) * m) & _ALL
    h = ((h ^ (h >> 47)) * m) & _ALL
    return h ^ (h >> 47)


def _siphash(s, key):
    k0, k1 = key
    v = [k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d, k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573]

    def rounds(n):
        for _ in range(n):
            v[0] = (v[0] + v[1]) & _ALL
            v[1] = _turned(v[1], 51) ^ v[0]
            v[0] = _turned(v[0], 32)
            v[2] = (v[2] + v[3]) & _ALL
            v[3] = _turned(v[3], 48) ^ v[2]
            v[0] = (v[0] + v[3]) & _ALL
            v[3] = _turned(v[3], 43) ^ v[0]
            v[2] = (v[2] + v[1]) & _ALL
            v[1] = _turned(v[1], 47) ^ v[2]
            v[2] = _turned(v[2], 32)
    n = len(s)
    for i in range(0, n - n % 8, 8):
        v[3] ^= _word(s, i)
        rounds(2)
        v[0] ^= _word(s, i)
    last = _word(s, n - n % 8, n % 8) | ((n & 255) << 56)
    v[3] ^= last
    rounds(2)
    v[0] ^= last
    v[2] ^= 255
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def to_hash_bucket_fast(input, num_buckets, name=None):
    return _each(lambda b: _fingerprint(b) % num_buckets, input, int64)


def to_hash_bucket(input, num_buckets, name=None):
    return _each(lambda b: _hash64(b) % num_buckets, input, int64)


def to_hash_bucket_strong(input, num_buckets, key, name=None):
    return _each(lambda b: _siphash(b, key) % num_buckets, input, int64)


def unicode_decode_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None):
    return unicode_decode(input, input_encoding), _pieces(input, _offsets, int64)


def unicode_split_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    return unicode_split(input, input_encoding), _pieces(input, _offsets, int64)


def _offsets(b):
    out, at = [], 0
    for c in b.decode():
        out.append(at)
        at += len(c.encode())
    return out


_make_ready(globals(), "to_number as_string length lower upper strip substr join reduce_join split bytes_split unicode_split unicode_decode unicode_encode unicode_transcode ngrams unsorted_segment_join regex_replace regex_full_match format to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong")



def __getattr__(name):
    raise _unknown("tensorflow.strings", "tf.strings.", name, globals())
