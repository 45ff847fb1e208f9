# The package `tensorflow`: TensorFlow 2's names over the native module `_engine`. Functions that are one op come from the binding's table of
# signatures; what TensorFlow itself composes from ops is composed here, in the same way.
import _engine
from tensorflow import errors
from tensorflow._base import *
from tensorflow._base import _lookup, _optional, _unknown

__version__ = "2.15.0"


class version:
    VERSION = "2.15.0"
    GIT_VERSION = "tapedeck"


_SUBMODULES = (
    "math", "nn", "linalg", "random", "nest", "debugging", "keras", "errors", "strings", "config", "dtypes", "bitwise", "experimental", "compat",
    "data", "train", "autodiff", "initializers", "losses", "metrics", "optimizers", "summary", "sets", "autograph", "image", "io", "ragged", "sparse", "lookup", "signal", "quantization", "sysconfig", "types", "test",
)


# Classes and functions that stand directly below tf, but live in a submodule.
_ELSEWHERE = {"RaggedTensor": "ragged", "RaggedTensorSpec": "ragged", "SparseTensor": "sparse", "SparseTensorSpec": "sparse", "as_string": "strings", "reduce_logsumexp": "math", "scalar_mul": "math",
              "eig": "linalg", "eigvals": "linalg", "assert_equal": "debugging", "assert_less": "debugging", "assert_greater": "debugging", "assert_rank": "debugging"}


# Whose answer or whose way to it hangs on values: in a graph one node (_symbolic.py).
_VALUES = "argsort sort broadcast_dynamic_shape dynamic_partition dynamic_stitch eye linspace meshgrid repeat searchsorted tensordot unique unique_with_counts".split()
_INITIALIZERS = {"random_normal_initializer": "RandomNormal", "random_uniform_initializer": "RandomUniform", "zeros_initializer": "Zeros", "ones_initializer": "Ones", "constant_initializer": "Constant"}


def __getattr__(name):
    if name in _SUBMODULES:
        module = _submodule(name)
        if module is not None:
            globals()[name] = module
            return module
    value = None if name.startswith("_") else _lookup("", name)
    if name in _INITIALIZERS:
        value = getattr(_submodule("initializers"), _INITIALIZERS[name])
    if value is None and name in _ELSEWHERE:
        value = getattr(_submodule(_ELSEWHERE[name]), name)
    if value is None:
        import tensorflow._core
        core = globals()["_core"]
        value = getattr(core, name, None)
        if value is None and not name.startswith("_"):
            value = getattr(_optional("_arrays"), "tuple_" if name == "tuple" else name, None)
        if value is None and name != "newaxis":
            known = dict(globals())
            known.update(core.__dict__)
            raise _unknown("tensorflow", "tf.", name, known)
    if name in _VALUES:
        value = _optional("_symbolic").ready(value, name)
    globals()[name] = value
    return value


def _submodule(name):
    if name in ("initializers", "losses", "metrics", "optimizers"):
        return getattr(__import__("tensorflow.keras").keras, name)
    return _optional(name)
