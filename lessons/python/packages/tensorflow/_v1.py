# What `import tensorflow` means in a lesson whose front matter says `tensorflow: 1`: the names of tf.compat.v1, graphs instead of eager execution.
import sys
from tensorflow.compat import v1 as _names

_names.disable_v2_behavior()
__path__ = "tensorflow"
__version__ = "1.15.0"


def __getattr__(name):
    return getattr(_names, name)


sys.modules["tensorflow"] = sys.modules["tensorflow._v1"]
