# tf.keras: each part loads when it is first named.
from tensorflow._base import _unknown

_SUBMODULES = ("optimizers", "losses", "activations", "initializers", "metrics", "layers", "models", "backend", "utils", "datasets", "callbacks", "regularizers", "constraints", "preprocessing", "applications", "schedules")
__version__ = "2.15.0"


def __getattr__(name):
    if name in ("Model", "Sequential"):
        from tensorflow.keras import models
        globals()["Model"], globals()["Sequential"] = models.Model, models.Sequential
        return globals()[name]
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
