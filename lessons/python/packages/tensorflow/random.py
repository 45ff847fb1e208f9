# tf.random: TensorFlow's own numbers, from the engine's Philox ops. Source: tensorflow/python/ops/random_ops.py.
import _engine
from tensorflow._base import _apply, _errors, _lookup, _unknown, as_dtype, cast, constant, convert_to_tensor, float32, float64, int32, int64

set_seed = _engine.set_seed


def _shape(shape):
    return _engine.int_tensor(shape)


def uniform(shape, minval=0, maxval=None, dtype=float32, seed=None, name=None):
    dtype = as_dtype(dtype)
    if dtype.is_integer:
        if maxval is None:
            raise ValueError("Must specify maxval for integer dtype " + repr(dtype) + ".")
        return _apply("random_uniform_int", [_shape(shape), cast(minval, dtype), cast(maxval, dtype)], seed=seed)
    result = _apply("random_uniform", [_shape(shape)], seed=seed, dtype=dtype)
    if maxval is None:
        maxval = 1
    if minval is 0 and maxval is 1:
        return result
    low = cast(minval, dtype)
    return result * (cast(maxval, dtype) - low) + low


def _scaled(numbers, mean, stddev, dtype):
    return numbers * cast(stddev, dtype) + cast(mean, dtype)


def normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    dtype = as_dtype(dtype)
    return _scaled(_apply("random_normal", [_shape(shape)], seed=seed, dtype=dtype), mean, stddev, dtype)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    dtype = as_dtype(dtype)
    return _scaled(_apply("truncated_normal", [_shape(shape)], seed=seed, dtype=dtype), mean, stddev, dtype)


def shuffle(value, seed=None, name=None):
    return _apply("random_shuffle", [convert_to_tensor(value)], seed=seed)


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    # Drawn by comparing uniform numbers with the running sum of probabilities.
    from tensorflow import nn
    logits = convert_to_tensor(logits)
    running = _apply("cumsum", [nn.softmax(logits)], axis=-1)
    draws = uniform([logits.shape[0], int(num_samples), 1], dtype=logits.dtype, seed=seed)
    picked = _apply("reduce_sum", [cast(draws >= running[:, None, :-1], int64)], axis=-1)
    return cast(picked, dtype or int64)


def gamma(shape, alpha, beta=None, dtype=float32, seed=None, name=None):
    raise NotImplementedError("tf.random.gamma")


def poisson(shape, lam, dtype=float32, seed=None, name=None):
    raise NotImplementedError("tf.random.poisson")


# ---- stateless ops and generators: numbers that depend on the seed alone ------------------------------------------------------------

def _key(seed):
    a, b = _engine.to_ints(seed)
    return a * 1000003 + b


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=float32, name=None, alg="auto_select"):
    return uniform(shape, minval, maxval, dtype, _key(seed))


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=float32, name=None, alg="auto_select"):
    return normal(shape, mean, stddev, dtype, _key(seed))


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=float32, name=None, alg="auto_select"):
    return truncated_normal(shape, mean, stddev, dtype, _key(seed))


class Generator:
    """A stream of random numbers with a state of its own; its numbers are Tapedeck's, not TensorFlow's."""

    def __init__(self, seed):
        self._seed = int(seed)
        self._drawn = 0

    @staticmethod
    def from_seed(seed, alg=None):
        return Generator(seed)

    @staticmethod
    def from_non_deterministic_state(alg=None):
        return Generator(0)

    def _next(self):
        self._drawn += 1
        return self._seed * 1000003 + self._drawn

    def uniform(self, shape, minval=0, maxval=None, dtype=float32, name=None):
        return uniform(shape, minval, maxval, dtype, self._next())

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        return normal(shape, mean, stddev, dtype, self._next())

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        return truncated_normal(shape, mean, stddev, dtype, self._next())

    def split(self, count=1):
        return [Generator(self._next()) for _ in range(count)]

    def reset_from_seed(self, seed):
        self._seed, self._drawn = int(seed), 0


_global = None


def get_global_generator():
    global _global
    if _global is None:
        _global = Generator(0)
    return _global


def set_global_generator(generator):
    global _global
    _global = generator


def __getattr__(name):
    raise _unknown("tensorflow.random", "tf.random.", name, globals())
