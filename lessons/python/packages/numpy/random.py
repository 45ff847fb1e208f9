# numpy.random's legacy functions over MT19937: with a seed, NumPy's own numbers. Source: numpy/random/mtrand.pyx.
import math as _math
import _engine
import numpy as _np

seed_ = 0


def seed(seed=None):
    _engine.mt_seed(0 if seed is None else seed)


_one_normal = _engine.mt_normal


def _size(size):
    return size if size is None or isinstance(size, (tuple, list)) else (int(size),)


def random(size=None):
    return _engine.mt_uniform(_size(size))


random_sample = ranf = sample = random


def rand(*shape):
    return _engine.mt_uniform(shape if shape else None)


def randn(*shape):
    return _engine.mt_normal(shape if shape else None)


def standard_normal(size=None):
    return _engine.mt_normal(_size(size))


def uniform(low=0.0, high=1.0, size=None):
    return low + (high - low) * _engine.mt_uniform(_size(size))


def normal(loc=0.0, scale=1.0, size=None):
    return loc + scale * _engine.mt_normal(_size(size))


def randint(low, high=None, size=None, dtype=None):
    if high is None:
        low, high = 0, low
    result = _engine.mt_integers(low, high, _size(size))
    return result if dtype is None or size is None else result.astype(dtype)


random_integers = lambda low, high=None, size=None: randint(1 if high is None else low, (low if high is None else high) + 1, size)


def permutation(x):
    if isinstance(x, int):
        return _engine.mt_shuffle(x)
    a = _np.asarray(x)
    return a[_engine.mt_shuffle(len(a))]


def shuffle(x):
    order = _engine.mt_shuffle(len(x)).tolist()
    if isinstance(x, list):
        x[:] = [x[i] for i in order]
    else:
        x[...] = x[order]


def choice(a, size=None, replace=True, p=None):
    pool = _np.arange(a) if isinstance(a, int) else _np.asarray(a)
    n = len(pool)
    count = 1
    for k in _size(size) or ():
        count *= k
    if p is not None:
        running = _np.cumsum(_np.asarray(p))
        running = running / running[-1]
        picked = _np.searchsorted(running, _np.atleast_1d(_engine.mt_uniform((count,))), "right")
    elif replace:
        picked = _engine.mt_integers(0, n, (count,))
    else:
        if count > n:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        picked = _engine.mt_shuffle(n)[:count]
    result = pool[picked]
    return result[0] if size is None else result.reshape(_size(size))


def exponential(scale=1.0, size=None):
    return -scale * _np.log(1.0 - random(size))


def binomial(n, p, size=None):
    if size is None:
        return sum(1 for _ in range(n) if random() < p)
    return _np.sum(random((n,) + tuple(_size(size))) < p, axis=0)


class RandomState:
    def __init__(self, seed=None):
        globals()["seed"](seed)

    def __getattr__(self, name):
        return globals()[name]


def get_state():
    raise NotImplementedError("numpy.random.get_state")


def __getattr__(name):
    if name in ("default_rng", "Generator", "PCG64", "SeedSequence"):
        return getattr(getattr(__import__("numpy._generator"), "_generator"), name)
    raise AttributeError("module 'numpy.random' has no attribute '" + name + "'")
