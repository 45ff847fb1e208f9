# tf.keras.activations
import _engine
from tensorflow._base import _apply, _unknown, convert_to_tensor

_f = _engine.function
relu6, sigmoid, tanh, softsign, selu = _f("nn.relu6"), _f("sigmoid"), _f("tanh"), _f("nn.softsign"), _f("nn.selu")
softplus, exponential = _f("nn.softplus"), _f("exp")


def relu(x, alpha=0.0, max_value=None, threshold=0.0, negative_slope=None):
    from tensorflow._core import cast, minimum, where, zeros_like
    x = convert_to_tensor(x)
    alpha = alpha if negative_slope is None else negative_slope
    if threshold == 0.0 and max_value is None:
        return _apply("leaky_relu", [x], alpha=float(alpha)) if alpha else _apply("relu", [x])
    y = where(x >= threshold, x, alpha * (x - threshold))
    return y if max_value is None else minimum(y, cast(max_value, x.dtype))


def linear(x):
    return x


def elu(x, alpha=1.0):
    from tensorflow._core import where
    y = _apply("elu", [x])
    return y if alpha == 1.0 else where(convert_to_tensor(x) > 0, y, alpha * y)


def softmax(x, axis=-1):
    from tensorflow import nn
    return nn.softmax(x, axis)


def log_softmax(x, axis=-1):
    from tensorflow import nn
    return nn.log_softmax(x, axis)


def gelu(x, approximate=False):
    from tensorflow import nn
    return nn.gelu(x, approximate)


def swish(x):
    from tensorflow import nn
    return nn.silu(x)


silu = swish


def hard_sigmoid(x):
    from tensorflow._core import maximum, minimum
    return maximum(0.0, minimum(1.0, 0.2 * convert_to_tensor(x) + 0.5))


def mish(x):
    return x * _apply("tanh", [_apply("softplus", [x])])


def get(identifier):
    if identifier is None:
        return linear
    if isinstance(identifier, str):
        f = globals().get(identifier)
        if f is None:
            raise ValueError("Unknown activation function: '" + identifier + "'.")
        return f
    return identifier


def serialize(activation):
    return getattr(activation, "__name__", str(activation))


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.activations", "tf.keras.activations.", name, globals())
