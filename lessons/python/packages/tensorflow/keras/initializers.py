# tf.keras.initializers. Source: keras/src/initializers/initializers.py of Keras 2.15.
import math as _math
import _engine
from tensorflow import random as _random
from tensorflow._base import _unknown, constant, float32, ones as _ones, zeros as _zeros


class Initializer:
    def __call__(self, shape, dtype=float32, **kwargs):
        raise NotImplementedError("Initializer subclasses must implement the `__call__()` method.")

    def get_config(self):
        return {}


class Zeros(Initializer):
    def __call__(self, shape, dtype=float32, **kwargs):
        return _zeros(shape, dtype or float32)


class Ones(Initializer):
    def __call__(self, shape, dtype=float32, **kwargs):
        return _ones(shape, dtype or float32)


class Constant(Initializer):
    def __init__(self, value=0):
        self.value = value

    def __call__(self, shape, dtype=float32, **kwargs):
        return constant(self.value, dtype=dtype or float32, shape=shape)


class Identity(Initializer):
    def __init__(self, gain=1.0):
        self.gain = gain

    def __call__(self, shape, dtype=float32, **kwargs):
        from tensorflow._core import eye
        return self.gain * eye(shape[0], shape[1], dtype=dtype or float32)


class RandomNormal(Initializer):
    def __init__(self, mean=0.0, stddev=0.05, seed=None):
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape, dtype=float32, **kwargs):
        return _random.normal(shape, self.mean, self.stddev, dtype or float32, self.seed)


class TruncatedNormal(RandomNormal):
    def __call__(self, shape, dtype=float32, **kwargs):
        return _random.truncated_normal(shape, self.mean, self.stddev, dtype or float32, self.seed)


class RandomUniform(Initializer):
    def __init__(self, minval=-0.05, maxval=0.05, seed=None):
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape, dtype=float32, **kwargs):
        return _random.uniform(shape, self.minval, self.maxval, dtype or float32, self.seed)


def _fans(shape):
    if len(shape) < 1:
        return 1, 1
    if len(shape) == 1:
        return shape[0], shape[0]
    field = 1
    for n in shape[:-2]:
        field *= n
    return shape[-2] * field, shape[-1] * field


class VarianceScaling(Initializer):
    def __init__(self, scale=1.0, mode="fan_in", distribution="truncated_normal", seed=None):
        self.scale, self.mode, self.distribution, self.seed = scale, mode, distribution, seed

    def __call__(self, shape, dtype=float32, **kwargs):
        shape = [int(n) for n in shape]
        fan_in, fan_out = _fans(shape)
        n = fan_in if self.mode == "fan_in" else fan_out if self.mode == "fan_out" else (fan_in + fan_out) / 2
        scale = self.scale / max(1.0, n)
        dtype = dtype or float32
        if self.distribution == "truncated_normal":
            return _random.truncated_normal(shape, 0.0, _math.sqrt(scale) / 0.87962566103423978, dtype, self.seed)
        if self.distribution == "untruncated_normal":
            return _random.normal(shape, 0.0, _math.sqrt(scale), dtype, self.seed)
        limit = _math.sqrt(3.0 * scale)
        return _random.uniform(shape, -limit, limit, dtype, self.seed)


def _scaling(class_name, scale, mode, distribution):
    class _Scaled(VarianceScaling):
        def __init__(self, seed=None):
            VarianceScaling.__init__(self, scale, mode, distribution, seed)
    return type(class_name, (_Scaled,), {})


GlorotUniform = _scaling("GlorotUniform", 1.0, "fan_avg", "uniform")
GlorotNormal = _scaling("GlorotNormal", 1.0, "fan_avg", "truncated_normal")
HeUniform = _scaling("HeUniform", 2.0, "fan_in", "uniform")
HeNormal = _scaling("HeNormal", 2.0, "fan_in", "truncated_normal")
LecunUniform = _scaling("LecunUniform", 1.0, "fan_in", "uniform")
LecunNormal = _scaling("LecunNormal", 1.0, "fan_in", "truncated_normal")

zeros, ones, identity, random_normal, random_uniform, truncated_normal = Zeros, Ones, Identity, RandomNormal, RandomUniform, TruncatedNormal
glorot_uniform, glorot_normal, he_uniform, he_normal, lecun_uniform, lecun_normal = GlorotUniform, GlorotNormal, HeUniform, HeNormal, LecunUniform, LecunNormal


def get(identifier):
    if identifier is None:
        return None
    if isinstance(identifier, str):
        found = globals().get(identifier)
        if found is None:
            raise ValueError("Unknown initializer: '" + identifier + "'.")
        return found()
    return identifier() if isinstance(identifier, type) else identifier


def __getattr__(name):
    raise _unknown("keras.api._v2.keras.initializers", "tf.keras.initializers.", name, globals())
