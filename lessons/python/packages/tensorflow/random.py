# tf.random: TensorFlow's own numbers, from the engine's Philox ops. Sources: tensorflow/python/ops/random_ops.py, stateless_random_ops.py,
# stateful_random_ops.py; tensorflow/core/kernels/stateless_random_ops.cc (keys), multinomial_op.cc (categorical), random_op.cc (gamma).
import _engine
from tensorflow._symbolic import make_ready as _make_ready
from tensorflow._base import (_apply, _errors, _lookup, _unknown, as_dtype, cast, concat, constant, convert_to_tensor, expand_dims, float32, float64, int32, int64, is_tensor, maximum, ones_like,
                              reduce_max, reshape, shape as _shape_of, stack, uint32, uint64, where, zeros_like, TensorShape, Variable)

set_seed = _engine.set_seed


def _shape(shape):
    return _engine.int_tensor(shape)


# ---- distributions; `how` names the stream: seed=… for stateful ops, state=… for stateless ones and generators ----------------------

def _uniform(shape, minval, maxval, dtype, how):
    dtype = as_dtype(dtype)
    if dtype.is_integer:
        if minval is None and maxval is None:
            return _full_int(shape, dtype, how)
        if maxval is None:
            raise ValueError("Must specify maxval for integer dtype " + repr(dtype) + ".")
        return _apply("random_uniform_int", [_shape(shape), _as(minval, dtype), _as(maxval, dtype)], **how)
    if not dtype.is_floating:
        raise ValueError("Argument `dtype` got invalid value " + repr(dtype) + ". Accepted dtypes are " + str(list(_FLOATS)) + ".")
    if dtype in _FLOATS[:2]:   # a mantissa of random bits; source: random_distributions.h, Uint16ToHalf, Uint16ToGfloat16
        ones = 1023 if dtype == _FLOATS[0] else 127
        bits = _apply("random_full_int", [_shape(shape)], dtype=int32, **how)
        result = cast(cast(_apply("bitwise_and", [bits, constant(ones)]), float32) / float(ones + 1), dtype)
    else:
        result = _apply("random_uniform", [_shape(shape)], dtype=dtype, **how)
    if isinstance(minval, int) and minval == 0 and (maxval is None or isinstance(maxval, int) and maxval == 1):
        return result
    low = _as(minval, dtype)
    return result * (_as(1 if maxval is None else maxval, dtype) - low) + low


_FLOATS = (_engine.dtype_named("float16"), _engine.dtype_named("bfloat16"), float32, float64, int32, int64)


def _as(value, dtype):
    return value if is_tensor(value) else convert_to_tensor(value, dtype)


def _full_int(shape, dtype, how):
    narrow = dtype in (int32, uint32)
    bits = _apply("random_full_int", [_shape(shape)], dtype=int32 if narrow else int64, **how)
    return bits if dtype in (int32, int64) else _apply("bitcast", [bits], type=dtype)


def _normal(op, shape, mean, stddev, dtype, how):
    dtype = as_dtype(dtype)
    if dtype in _FLOATS[:2]:   # rounded from single precision
        return cast(_apply(op, [_shape(shape)], dtype=float32, **how), dtype) * _as(stddev, dtype) + _as(mean, dtype)
    return _apply(op, [_shape(shape)], dtype=dtype, **how) * _as(stddev, dtype) + _as(mean, dtype)


def _categorical(logits, num_samples, dtype, how):
    # Running sums of the probabilities in double, and the first that exceeds a double drawn for each sample.
    logits = convert_to_tensor(logits)
    if logits.ndim != 2:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__Multinomial_device_/job:localhost/replica:0/task:0/device:CPU:0}} logits should be a matrix, got shape ["
                                             + ",".join(str(n) for n in logits.shape) + "] [Op:Multinomial] name: ")
    rows, n = logits.shape[0], int(num_samples)
    wide = cast(logits, float64)
    running = _apply("cumsum", [_apply("exp", [wide - reduce_max(wide, 1, keepdims=True)])], axis=1)
    draws = _apply("random_uniform", [constant([rows, n, 1])], dtype=float64, **how) * running[:, None, -1:]
    return cast(_apply("reduce_sum", [cast(running[:, None, :] <= draws, int64)], axis=-1), dtype or int64)


def _gamma(shape, alpha, beta, dtype, how):
    alpha = convert_to_tensor(alpha, dtype) if not is_tensor(alpha) else alpha
    beta = None if beta is None else _as(beta, alpha.dtype)
    full = alpha if beta is None else alpha + zeros_like(beta)
    drawn = _apply("random_gamma", [_shape([shape] if isinstance(shape, int) else shape), full], **how)
    smallest = 1.1754943508222875e-38 if alpha.dtype == float32 else 2.2250738585072014e-308
    return maximum(constant(smallest, dtype=alpha.dtype), drawn if beta is None else drawn / beta)


def _poisson(shape, lam, dtype, how):
    # Knuth's method below a rate of 10, Hormann's transformed rejection above; each number has a stream of its own, 256 blocks long.
    # Source: random_poisson_op.cc
    import math
    lam = convert_to_tensor(lam)
    rates = reshape(cast(lam, float64), [-1]).numpy().tolist()
    dims = _engine.to_ints([shape] if isinstance(shape, int) else shape)
    count = 1
    for k in dims:
        count *= k
    state = how.get("state")
    if state is None:
        key, high = _engine.next_seeds(how.get("seed"))
        state = [0, high, key]
    counter = (state[0] & 0xffffffffffffffff) + ((state[1] & 0xffffffffffffffff) << 64)
    out = [0.0] * (count * len(rates))
    for j, rate in enumerate(rates):
        for i in range(count):
            draw = _doubles(counter + 256 * (j * count + i), state[2])
            out[i * len(rates) + j] = float("nan") if rate != rate or rate < 0 or rate == float("inf") else _small_poisson(math.exp(-rate), draw) if rate < 10 else _large_poisson(rate, draw, math)
    return cast(reshape(constant(out, dtype=float64), dims + lam.shape.as_list()), dtype)


def _doubles(counter, key):
    # The uniform numbers of a stream, two of each block, the second one first.
    while True:
        pairs = _engine.np_apply("random_uniform", [[8]], dtype=float64, state=[_signed(counter), _signed(counter >> 64), key]).tolist()
        for i in range(0, 8, 2):
            yield pairs[i + 1]
            yield pairs[i]
        counter += 4


def _small_poisson(limit, draw):
    p, x = next(draw), 0.0
    while p > limit:
        p *= next(draw)
        x += 1
    return x


def _large_poisson(rate, draw, math):
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u, v = next(draw) - 0.5, next(draw)
        s = 0.5 - abs(u)
        k = math.floor((2 * a / s + b) * u + rate + 0.43)
        if s >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return float(k)
        if k < 0 or s < 0.013 and v > s:
            continue
        if math.log(v * inverse / (a / (s * s) + b)) <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return float(k)


# ---- stateful ops ---------------------------------------------------------------------------------------------------------------------

def uniform(shape, minval=0, maxval=None, dtype=float32, seed=None, name=None):
    return _uniform(shape, minval, maxval, dtype, {"seed": seed})


def normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    return _normal("random_normal", shape, mean, stddev, dtype, {"seed": seed})


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=float32, seed=None, name=None):
    return _normal("truncated_normal", shape, mean, stddev, dtype, {"seed": seed})


def shuffle(value, seed=None, name=None):
    return _apply("random_shuffle", [convert_to_tensor(value)], seed=seed)


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    return _categorical(logits, num_samples, dtype, {"seed": seed})


def gamma(shape, alpha, beta=None, dtype=float32, seed=None, name=None):
    return _gamma(shape, alpha, beta, dtype, {"seed": seed})


def poisson(shape, lam, dtype=float32, seed=None, name=None):
    return _poisson(shape, lam, dtype, {"seed": seed})


# ---- stateless ops: numbers that depend on the seed alone ------------------------------------------------------------------------------

class Algorithm:
    PHILOX, THREEFRY, AUTO_SELECT = 1, 2, 3


def _state(seed):
    # The seed is scrambled by one round of Philox under a fixed key, so that any part of it may be the strong one.
    if is_tensor(seed) and not seed.dtype.is_integer:
        raise ValueError("Argument `seed` must be an integer tensor of shape [2]. Received: " + str(seed))
    seed = _engine.to_ints(seed)
    if len(seed) != 2:
        raise _errors().InvalidArgumentError(None, None, "{{function_node __wrapped__StatelessRandomGetKeyCounter_device_/job:localhost/replica:0/task:0/device:CPU:0}} seed must have shape [2], not ["
                                             + str(len(seed)) + "] [Op:StatelessRandomGetKeyCounter] name: ")
    key, counter = _engine.np_apply("random_full_int", [[2]], dtype=int64, state=[seed[0], seed[1], 0x02461e293ec8f720]).tolist()
    return {"state": [0, counter, key]}


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=float32, name=None, alg="auto_select"):
    return _uniform(shape, minval, maxval, dtype, _state(seed))


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=float32, name=None, alg="auto_select"):
    return _normal("random_normal", shape, mean, stddev, dtype, _state(seed))


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=float32, name=None, alg="auto_select"):
    return _normal("truncated_normal", shape, mean, stddev, dtype, _state(seed))


def stateless_categorical(logits, num_samples, seed, dtype=int64, name=None):
    return _categorical(logits, num_samples, dtype, _state(seed))


def stateless_gamma(shape, seed, alpha, beta=None, dtype=float32, name=None):
    alpha = _as(alpha, dtype)
    dims, inner = _engine.to_ints(shape), alpha.shape.as_list()
    outer = dims[:len(dims) - len(inner)]   # unlike tf.random.gamma, the shape ends in alpha's
    return reshape(_gamma(outer, alpha + constant(0, dtype=alpha.dtype), beta, dtype, _state(seed)), dims)


def stateless_poisson(shape, seed, lam, dtype=int32, name=None):
    lam = convert_to_tensor(lam)
    dims = _engine.to_ints(shape)
    if lam.shape.as_list() != dims[len(dims) - lam.ndim:]:
        lam = _apply("broadcast_to", [lam, constant(dims[len(dims) - lam.ndim:] if dims else dims, dtype=int32)])
    return reshape(_poisson(dims[:len(dims) - lam.ndim], lam, dtype, _state(seed)), dims)


def stateless_shuffle(value, seed, alg="auto_select", name=None):
    return _apply("random_shuffle", [convert_to_tensor(value)], **_state(seed))


def split(seed, num=2, alg="auto_select"):
    seed = _engine.int_tensor(seed)
    return stateless_uniform([num, 2], seed, None, None, seed.dtype)


def fold_in(seed, data, alg="auto_select"):
    data = convert_to_tensor(data)
    return stack([stateless_uniform([], seed, None, None, data.dtype), data])


# ---- generators -------------------------------------------------------------------------------------------------------------------------

def _signed(v):
    v &= 0xffffffffffffffff
    return v - 0x10000000000000000 if v >> 63 else v


def create_rng_state(seed, alg):
    seed = _engine.to_ints(seed)
    if len(seed) > 3:
        raise ValueError("The seed should have shape [" + str(len(seed)) + "]; at most 3 numbers are used.")
    return constant(seed + [0] * (3 - len(seed)), dtype=int64)


class Generator:
    """A stream of random numbers with a state of its own: a counter of 128 bits and a key."""

    def __init__(self, copy_from=None, state=None, alg=None):
        if copy_from is not None:
            state = copy_from._state_var
        elif state is None or alg is None:
            raise ValueError("Must specify both `state` and `alg`." if state is None and alg is None else "`state` and `alg` must both be given.")
        self._state_var = Variable(convert_to_tensor(state, int64) if not is_tensor(state) else cast(convert_to_tensor(state), int64), dtype=int64, name="StateVar", trainable=False)
        self._alg = 1

    @classmethod
    def from_state(cls, state, alg):
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed, alg=None):
        return cls(state=create_rng_state(seed, alg), alg=1)

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        import time
        return cls.from_seed(int(time.time() * 1000))

    @classmethod
    def from_key_counter(cls, key, counter, alg):
        return cls(state=constant(_engine.to_ints(counter) + _engine.to_ints(key), dtype=int64), alg=1)

    @property
    def state(self):
        return self._state_var

    @property
    def algorithm(self):
        return self._alg

    @property
    def key(self):
        return self._state_var[-1]

    def reset(self, state):
        self._state_var.assign(cast(convert_to_tensor(state), int64))

    def reset_from_seed(self, seed):
        self._state_var.assign(create_rng_state(seed, 1))

    def reset_from_key_counter(self, key, counter):
        self._state_var.assign(constant(_engine.to_ints(counter) + _engine.to_ints(key), dtype=int64))

    def skip(self, delta):
        old = self._state_var.numpy().tolist()
        counter = (old[0] & 0xffffffffffffffff) + ((old[1] & 0xffffffffffffffff) << 64) + int(delta) * 256
        self._state_var.assign(constant([_signed(counter), _signed(counter >> 64), old[2]], dtype=int64))
        return constant(old, dtype=int64)

    def _next(self, shape):
        count = 1
        for n in _engine.to_ints(shape):
            count *= n
        return {"state": _engine.to_ints(self.skip(count))}

    def uniform(self, shape, minval=0, maxval=None, dtype=float32, name=None):
        return _uniform(shape, minval, maxval, dtype, self._next(shape))

    def uniform_full_int(self, shape, dtype=uint64, name=None):
        return _full_int(shape, as_dtype(dtype), self._next(shape))

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        return _normal("random_normal", shape, mean, stddev, dtype, self._next(shape))

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=float32, name=None):
        return _normal("truncated_normal", shape, mean, stddev, dtype, self._next(shape))

    def make_seeds(self, count=1):
        keys = self.uniform_full_int([count], int64)
        return stack([keys, zeros_like(keys)])

    def split(self, count=1):
        return [Generator(state=constant([0, 0, k], dtype=int64), alg=1) for k in _engine.to_ints(self.uniform_full_int([count], int64))]


def _node(type_name, method, default):
    """The method of a generator; while a function is traced, a node that calls it each time the graph runs."""
    def call(self, shape, *args, **kwargs):
        if _engine.executing_eagerly():
            return method(self, shape, *args, **kwargs)
        dtype = as_dtype(kwargs.get("dtype") or (args[2] if len(args) > 2 else args[0] if type_name.endswith("FullInt") and args else default))
        flat = _engine.flatten([shape, list(args), kwargs])
        tensors = [v for v in flat if is_tensor(v)]

        def run(values):
            values = iter(values)
            given, positional, named = _engine.pack_sequence_as([shape, list(args), kwargs], [next(values) if is_tensor(v) else v for v in flat])
            return [convert_to_tensor(method(self, given, *positional, **named))]
        symbolic = any(is_tensor(v) for v in _engine.flatten(shape))
        return _engine.call_back(type_name, run, tensors, [(dtype, TensorShape(None if symbolic else [shape] if isinstance(shape, int) else shape))], True, False)[0]
    return call


for _name, _type, _default in (("normal", "StatefulStandardNormalV2", float32), ("uniform", "StatefulUniform", float32), ("truncated_normal", "StatefulTruncatedNormal", float32),
                               ("uniform_full_int", "StatefulUniformFullInt", uint64)):
    setattr(Generator, _name, _node(_type, getattr(Generator, _name), _default))


def _stateless(type_name, function, default):
    """A stateless function whose seed (or whose shape) is known only when the graph runs becomes a node that calls it then."""
    def call(shape, seed, *args, **kwargs):
        if _engine.executing_eagerly() or not any(is_tensor(v) for v in _engine.flatten([seed, shape])):
            return function(shape, seed, *args, **kwargs)
        dtype = as_dtype(kwargs.get("dtype") or (args[2] if len(args) > 2 else default))
        flat = _engine.flatten([shape, seed, list(args), kwargs])
        tensors = [v for v in flat if is_tensor(v)]

        def run(values):
            values = iter(values)
            a, b, positional, named = _engine.pack_sequence_as([shape, seed, list(args), kwargs], [next(values) if is_tensor(v) else v for v in flat])
            return [convert_to_tensor(function(a, b, *positional, **named))]
        symbolic = any(is_tensor(v) for v in _engine.flatten(shape))
        return _engine.call_back(type_name, run, tensors, [(dtype, TensorShape(None if symbolic else [shape] if isinstance(shape, int) else shape))], True, False)[0]
    call.__name__ = function.__name__
    return call


stateless_uniform = _stateless("StatelessRandomUniformV2", stateless_uniform, float32)
stateless_normal = _stateless("StatelessRandomNormalV2", stateless_normal, float32)
stateless_truncated_normal = _stateless("StatelessTruncatedNormalV2", stateless_truncated_normal, float32)


_global = None


def get_global_generator():
    global _global
    if _global is None:
        _global = Generator.from_non_deterministic_state()
    return _global


def set_global_generator(generator):
    global _global
    _global = generator


class experimental:
    Generator, create_rng_state, get_global_generator, set_global_generator = Generator, staticmethod(create_rng_state), staticmethod(get_global_generator), staticmethod(set_global_generator)
    stateless_split, stateless_fold_in, stateless_shuffle = staticmethod(split), staticmethod(fold_in), staticmethod(stateless_shuffle)
    Algorithm = Algorithm


_make_ready(globals(), "stateless_categorical stateless_gamma stateless_poisson stateless_shuffle split fold_in")



def __getattr__(name):
    raise _unknown("tensorflow.random", "tf.random.", name, globals())
