# The package `tensorflow`: TensorFlow 2's names over the native module `_engine`. Functions that are one op come from the binding's table of
# signatures; what TensorFlow itself composes from ops is composed here, in the same way.
import _engine
from tensorflow import errors
from tensorflow._core import *
from tensorflow._core import _lookup, _optional, _unknown

__version__ = "2.15.0"


class version:
    VERSION = "2.15.0"
    GIT_VERSION = "tapedeck"


_SUBMODULES = (
    "math", "nn", "linalg", "random", "nest", "debugging", "keras", "errors", "strings", "config", "dtypes", "bitwise", "experimental", "compat",
    "data", "train", "autodiff", "initializers", "losses", "metrics", "optimizers", "summary", "sets", "autograph", "image", "io", "ragged", "types", "test",
)


def __getattr__(name):
    if name in _SUBMODULES:
        module = _submodule(name)
        if module is not None:
            globals()[name] = module
            return module
    value = _lookup("", name)
    if value is not None:
        globals()[name] = value
        return value
    raise _unknown("tensorflow", "tf.", name, globals())


def _submodule(name):
    if name in ("initializers", "losses", "metrics", "optimizers"):
        return getattr(__import__("tensorflow.keras").keras, name)
    return _optional(name)
