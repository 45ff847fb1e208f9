# tf.compat
from tensorflow._core import dimension_value, dimension_at_index


def as_text(value, encoding="utf-8"):
    return value.decode() if isinstance(value, bytes) else value


as_str = as_str_any = as_text


def as_bytes(value, encoding="utf-8"):
    return value.encode() if isinstance(value, str) else value


def __getattr__(name):
    if name == "v1":
        import tensorflow.compat.v1
        return globals()["v1"]
    if name == "v2":
        import tensorflow
        return tensorflow
    raise AttributeError("module 'tensorflow.compat' has no attribute '" + name + "'")
