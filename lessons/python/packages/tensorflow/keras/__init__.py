# tf.keras: optimizers, losses, activations and backend bits. Layers and models come with the Keras part of Tapedeck.
from tensorflow._core import _unknown

_SUBMODULES = ("optimizers", "losses", "activations", "initializers", "metrics", "layers", "models", "backend", "utils", "datasets", "callbacks", "regularizers", "constraints", "preprocessing", "applications")
__version__ = "2.15.0"


def __getattr__(name):
    if name in _SUBMODULES:
        try:
            module = getattr(__import__("tensorflow.keras." + name).keras, name)
        except ImportError as e:
            if "tensorflow.keras." + name not in str(e):
                raise
            module = None
        if module is not None:
            globals()[name] = module
            return module
    raise _unknown("keras.api._v2.keras", "tf.keras.", name, {n: 0 for n in _SUBMODULES})
