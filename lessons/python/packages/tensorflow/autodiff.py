# tf.autodiff
from tensorflow._core import GradientTape, _unknown


def __getattr__(name):
    raise _unknown("tensorflow.autodiff", "tf.autodiff.", name, globals())
