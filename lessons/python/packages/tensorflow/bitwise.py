# tf.bitwise
from tensorflow._base import _lookup, _unknown


def __getattr__(name):
    value = _lookup("bitwise.", name)
    if value is None:
        raise _unknown("tensorflow.bitwise", "tf.bitwise.", name, globals())
    globals()[name] = value
    return value
