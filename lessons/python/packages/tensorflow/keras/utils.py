# tf.keras.utils
import numpy as _np
from tensorflow._base import _unknown


def to_categorical(y, num_classes=None, dtype="float32"):
    y = _np.asarray(y).astype(int).ravel()
    n = num_classes or int(_np.max(y)) + 1
    out = _np.zeros((len(y), n), dtype=dtype)
    for i, c in enumerate(y.tolist()):
        out[i, c] = 1
    return out


def set_random_seed(seed):
    import random
    from tensorflow import random as tf_random
    random.seed(seed)
    _np.random.seed(seed)
    tf_random.set_seed(seed)


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.utils", "tf.keras.utils.", name, globals())
