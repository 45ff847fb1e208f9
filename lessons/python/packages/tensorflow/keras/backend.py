# tf.keras.backend
from tensorflow._base import _unknown


def clear_session():
    from tensorflow.keras import layers
    layers._names.clear()


def floatx():
    return "float32"


def epsilon():
    return 1e-07


def get_value(x):
    return x.numpy()


def set_value(x, value):
    x.assign(value)


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.backend", "tf.keras.backend.", name, globals())
