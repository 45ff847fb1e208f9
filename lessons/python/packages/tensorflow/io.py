# tf.io: bytes to tensors and back, on values. Files are names in memory that last for a run. Sources: tensorflow/python/ops/parsing_ops.py, io_ops.py.
import _engine
from tensorflow._base import _errors, _unknown, as_dtype, cast, constant, convert_to_tensor, float32, int64, reshape, string, uint8

_files = {}


def _walk(f, x):
    return [_walk(f, v) for v in x] if isinstance(x, list) else f(x)


def _strings(x):
    x = convert_to_tensor(x)
    values = x.numpy()
    return values if x.shape == () else values.tolist()


_KINDS = {"uint8": ("B", 1), "int8": ("b", 1), "int16": ("h", 2), "uint16": ("H", 2), "int32": ("i", 4), "uint32": ("I", 4), "int64": ("q", 8), "uint64": ("Q", 8), "float32": ("f", 4), "float64": ("d", 8),
          "bool": ("B", 1)}


def decode_raw(input_bytes, out_type, little_endian=True, fixed_length=None, name=None):
    import struct
    out_type = as_dtype(out_type)
    code, size = _KINDS[out_type.name]
    def numbers(b):
        if fixed_length is not None:
            b = (b + bytes(int(fixed_length)))[:int(fixed_length)]
        if len(b) % size:
            raise _errors().InvalidArgumentError(None, None, "Input to DecodeRaw has length " + str(len(b)) + " that is not a multiple of " + str(size) + ", the size of " + out_type.name + " [Op:DecodeRaw] name: ")
        return list(struct.unpack(("<" if little_endian else ">") + code * (len(b) // size), b))
    return cast(constant(_walk(numbers, _strings(input_bytes)), dtype=out_type if out_type.name != "bool" else uint8), out_type)


def encode_base64(input, pad=False, name=None):
    from base64 import urlsafe_b64encode

    def text(b):
        s = urlsafe_b64encode(b)
        return s if pad else s.rstrip(b"=")
    return constant(_walk(text, _strings(input)), dtype=string)


def decode_base64(input, name=None):
    from base64 import urlsafe_b64decode
    return constant(_walk(lambda b: urlsafe_b64decode(b + b"=" * (-len(b) % 4)), _strings(input)), dtype=string)


def decode_csv(records, record_defaults, field_delim=",", use_quote_delim=True, na_value="", select_cols=None, name=None):
    rows = _strings(records)
    single = not isinstance(rows, list)
    columns = [[] for _ in record_defaults]
    for row in [rows] if single else rows:
        fields = _fields(row.decode(), field_delim, use_quote_delim)
        fields = [fields[i] for i in select_cols] if select_cols is not None else fields
        if len(fields) != len(record_defaults):
            raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__DecodeCSV_device_/job:localhost/replica:0/task:0/device:CPU:0}} Expect " + str(len(record_defaults))
                                                 + " fields but have " + str(len(fields)) + " in record [Op:DecodeCSV]")
        for column, field, default in zip(columns, fields, record_defaults):
            column.append((field, default))
    out = []
    for i, column in enumerate(columns):
        default = record_defaults[i]
        dtype = default if hasattr(default, "is_floating") else convert_to_tensor(default).dtype
        values = []
        for field, _ in column:
            if field in ("", na_value):
                if hasattr(default, "is_floating") or convert_to_tensor(default).shape.num_elements() == 0:
                    raise _errors().InvalidArgumentError(None, None, "Field " + str(i) + " is required but missing in record 0! [Op:DecodeCSV] name: ")
                values.append(reshape(convert_to_tensor(default), []).numpy().tolist() if dtype != string else reshape(convert_to_tensor(default), []).numpy())
            else:
                try:
                    values.append(field if dtype == string else int(field) if dtype.is_integer else float(field))
                except ValueError:
                    raise _errors().InvalidArgumentError(None, None, "Field " + str(i) + " in record 0 is not a valid " + dtype.name + ": " + field + " [Op:DecodeCSV] name: ")
        out.append(constant(values[0] if single else values, dtype=dtype))
    return out


def _fields(row, delimiter, quotes):
    fields, field, inside, i = [], "", False, 0
    while i < len(row):
        c = row[i]
        if quotes and c == '"':
            if inside and row[i + 1:i + 2] == '"':
                field, i = field + '"', i + 1
            else:
                inside = not inside
        elif c == delimiter and not inside:
            fields.append(field)
            field = ""
        else:
            field += c
        i += 1
    return fields + [field]



_serialized = {}


def serialize_tensor(tensor, name=None):
    t = convert_to_tensor(tensor)
    text = ("\x08" + t.dtype.name + ":" + ",".join(str(n) for n in t.shape) + ":" + repr(t.numpy().tolist() if t.shape != () or t.dtype != string else t.numpy())).encode()
    _serialized[text] = t
    return constant(text)


def parse_tensor(serialized, out_type, name=None):
    t = _serialized.get(convert_to_tensor(serialized).numpy())
    if t is None:
        raise _errors().InvalidArgumentError(None, None, "Could not parse `serialized` as TensorProto, shape: [] [Op:ParseTensor] name: ")
    if t.dtype != as_dtype(out_type):
        raise _errors().InvalidArgumentError(None, None, "Type mismatch between parsed tensor (" + t.dtype.name + ") and dtype (" + as_dtype(out_type).name + ") [Op:ParseTensor] name: ")
    return t


def write_file(filename, contents, name=None):
    _files[_strings(filename)] = _strings(contents)


def read_file(filename, name=None):
    path = _strings(filename)
    if path not in _files:
        raise _errors().NotFoundError(None, None, path.decode() + "; No such file or directory [Op:ReadFile]")
    return constant(_files[path])


def __getattr__(name):
    raise _unknown("tensorflow.io", "tf.io.", name, globals())
