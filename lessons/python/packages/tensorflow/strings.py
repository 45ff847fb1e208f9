# tf.strings: the basics, on values (strings carry no gradient). Source: tensorflow/python/ops/string_ops.py.
import _engine
from tensorflow._base import _errors, _unknown, as_dtype, constant, convert_to_tensor, float32, int32, reshape, string


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
    return _each(lambda b: b[int(pos):int(pos) + int(len)], input)


def join(inputs, separator="", name=None):
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
    parts = template.split(placeholder)
    inputs = inputs if isinstance(inputs, (list, tuple)) else [inputs]
    text = parts[0]
    for value, part in zip(inputs, parts[1:]):
        text += _shown(convert_to_tensor(value), summarize) + part
    return constant(text)


def __getattr__(name):
    raise _unknown("tensorflow.strings", "tf.strings.", name, globals())
