# tf.compat
from tensorflow._core import dimension_value, dimension_at_index


def as_text(value, encoding="utf-8"):
    return value.decode() if isinstance(value, bytes) else value


as_str = as_str_any = as_text


def as_bytes(value, encoding="utf-8"):
    return value.encode() if isinstance(value, str) else value
