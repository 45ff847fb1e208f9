# `import keras` is tf.keras.
from tensorflow import keras as _keras


def __getattr__(name):
    return getattr(_keras, name)
