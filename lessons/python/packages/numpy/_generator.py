# numpy.random.default_rng: PCG64 and how Generator draws from it, number for number. Sources: numpy/random/bit_generator.pyx (SeedSequence),
# src/pcg64/pcg64.h, src/distributions/distributions.c (bounded integers, ziggurat), _generator.pyx (choice, shuffle); M. O'Neill, PCG (2014).
import math as _m
import _engine
import numpy as _np

_M32, _M64, _M128 = 0xffffffff, 0xffffffffffffffff, 0xffffffffffffffffffffffffffffffff
_MULTIPLIER = 0x2360ed051fc65da44385df649fccf645


class SeedSequence:
    def __init__(self, entropy=None, spawn_key=(), pool_size=4):
        if entropy is None:
            entropy = _engine.mt_integers(0, 1 << 31, None)
        self.entropy, self.spawn_key, self.n_children_spawned = entropy, tuple(spawn_key), 0
        words = self._words(entropy)
        if self.spawn_key:
            words += [0] * (4 - len(words)) + [w for k in self.spawn_key for w in self._words(k)]
        self._constant = 0x43b0d7e5
        pool = [self._hash(words[i] if i < len(words) else 0) for i in range(4)]
        for source in range(4):
            for to in range(4):
                if source != to:
                    pool[to] = self._mix(pool[to], self._hash(pool[source]))
        for w in words[4:]:
            for to in range(4):
                pool[to] = self._mix(pool[to], self._hash(w))
        self.pool = pool

    def _words(self, n):
        if isinstance(n, (list, tuple)) or isinstance(n, _np.ndarray):
            return [w for k in n for w in self._words(int(k))]
        n = int(n)
        if n < 0:
            raise ValueError("expected non-negative integer")
        words = [n & _M32]
        while n >> 32:
            n >>= 32
            words.append(n & _M32)
        return words

    def _hash(self, value):
        value ^= self._constant
        self._constant = self._constant * 0x931e8875 & _M32
        value = value * self._constant & _M32
        return value ^ value >> 16

    def _mix(self, x, y):
        z = (0xca01f9dd * x - 0x4973f715 * y) & _M32
        return z ^ z >> 16

    def generate_state(self, n_words, dtype=None):
        constant, out = 0x8b51f9dd, []
        for i in range(n_words):
            w = self.pool[i % 4] ^ constant
            constant = constant * 0x58f38ded & _M32
            w = w * constant & _M32
            out.append(w ^ w >> 16)
        return out

    def spawn(self, n_children):
        first = self.n_children_spawned
        self.n_children_spawned += n_children
        return [SeedSequence(self.entropy, self.spawn_key + (first + i,)) for i in range(n_children)]


class PCG64:
    def __init__(self, seed=None):
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        w = self.seed_seq.generate_state(8)
        q = [w[2 * i] | w[2 * i + 1] << 32 for i in range(4)]
        self._increment = ((q[2] << 64 | q[3]) << 1 | 1) & _M128
        self._state = self._increment
        self._state = ((self._state + (q[0] << 64 | q[1])) * _MULTIPLIER + self._increment) & _M128
        self._kept = None

    def next64(self):
        s = self._state = (self._state * _MULTIPLIER + self._increment) & _M128
        x, turn = (s >> 64 ^ s) & _M64, s >> 122
        return (x >> turn | x << (64 - turn)) & _M64 if turn else x

    def next32(self):
        if self._kept is not None:
            kept, self._kept = self._kept, None
            return kept
        x = self.next64()
        self._kept = x >> 32
        return x & _M32

    def double(self):
        return (self.next64() >> 11) / 9007199254740992.0

    def bounded(self, most):
        # 0 … most, by Lemire's method
        if most == 0:
            return 0
        if most == _M32:
            return self.next32()
        if most == _M64:
            return self.next64()
        bits, draw = (32, self.next32) if most < _M32 else (64, self.next64)
        mask, count = (1 << bits) - 1, most + 1
        m = draw() * count
        if m & mask < count:
            threshold = (mask - most) % count
            while m & mask < threshold:
                m = draw() * count
        return m >> bits


_R = 3.6541528853610088
_tables = []


def _ziggurat():
    # The layers of the normal density, 256 of equal area. Source: Marsaglia and Tsang (2000). NumPy's own tables differ from these in the last
    # one or two of 16 digits, so that a normal number can, too.
    if not _tables:
        area, scale = 0.00492867323397465, 4503599627370496.0
        f = lambda x: _m.exp(-0.5 * x * x)
        x = [0.0] * 255 + [_R]
        for i in range(254, 0, -1):
            x[i] = _m.sqrt(-2 * _m.log(area / x[i + 1] + f(x[i + 1])))
        wide = area / f(_R)
        _tables.extend([[int(_R / wide * scale), 0] + [int(x[i - 1] / x[i] * scale) for i in range(2, 256)], [wide / scale] + [v / scale for v in x[1:]], [f(v) for v in x]])
    return _tables


class Generator:
    def __init__(self, bit_generator):
        self.bit_generator = self._bits = bit_generator

    def __repr__(self):
        return "Generator(PCG64)"

    def _fill(self, size, draw, dtype=None):
        if size is None:
            value = draw()
            return _np.int64(value) if isinstance(value, int) else value
        shape = tuple(size) if isinstance(size, (tuple, list)) else (int(size),)
        count = 1
        for n in shape:
            count *= int(n)
        a = _np.array([draw() for _ in range(count)], dtype=dtype or _np.float64)
        return a.reshape(shape)

    def random(self, size=None, dtype=None, out=None):
        return self._fill(size, self._bits.double)

    def uniform(self, low=0.0, high=1.0, size=None):
        if isinstance(low, (list, tuple, _np.ndarray)) or isinstance(high, (list, tuple, _np.ndarray)):
            low, high = _np.asarray(low), _np.asarray(high)
            return low + (high - low) * self.random((low + high).shape if size is None else size)
        double = self._bits.double
        return self._fill(size, lambda: low + (high - low) * double())

    def integers(self, low, high=None, size=None, dtype=None, endpoint=False):
        if high is None:
            low, high = 0, low
        low, high = int(low), int(high) - (0 if endpoint else 1)
        if low > high:
            raise ValueError("low >= high" if not endpoint else "low > high")
        bounded = self._bits.bounded
        result = self._fill(size, lambda: low + bounded(high - low), dtype or _np.int64)
        return result

    def _standard_normal(self):
        ki, wi, fi = _ziggurat()
        bits = self._bits
        while True:
            r = bits.next64()
            i = r & 0xff
            size = r >> 9 & 0xfffffffffffff
            x = size * wi[i]
            if r >> 8 & 1:
                x = -x
            if size < ki[i]:
                return x
            if i == 0:
                while True:
                    xx, yy = -0.27366123732975827 * _m.log1p(-bits.double()), -_m.log1p(-bits.double())
                    if yy + yy > xx * xx:
                        return -(_R + xx) if size >> 8 & 1 else _R + xx
            elif (fi[i - 1] - fi[i]) * bits.double() + fi[i] < _m.exp(-0.5 * x * x):
                return x

    def standard_normal(self, size=None, dtype=None, out=None):
        return self._fill(size, self._standard_normal)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if isinstance(loc, (list, tuple, _np.ndarray)) or isinstance(scale, (list, tuple, _np.ndarray)):
            loc, scale = _np.asarray(loc), _np.asarray(scale)
            return loc + scale * self.standard_normal((loc + scale).shape if size is None else size)
        if scale < 0:
            raise ValueError("scale < 0")
        return self._fill(size, lambda: loc + scale * self._standard_normal())

    def _order(self, n, first=1):
        order = list(range(n))
        for i in range(n - 1, first - 1, -1):
            j = self._bits.bounded(i)
            order[i], order[j] = order[j], order[i]
        return order

    def shuffle(self, x, axis=0):
        order = self._order(len(x))
        if isinstance(x, list):
            x[:] = [x[i] for i in order]
        else:
            x[...] = x[_np.array(order, dtype=_np.int64)]

    def permutation(self, x, axis=0):
        a = _np.arange(x) if isinstance(x, int) else _np.asarray(x)
        return a[_np.array(self._order(len(a)), dtype=_np.int64)]

    permuted = permutation

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        pool = _np.arange(a) if isinstance(a, int) else _np.asarray(a)
        n = len(pool)
        shape = None if size is None else tuple(size) if isinstance(size, (tuple, list)) else (int(size),)
        count = 1
        for k in shape or ():
            count *= k
        if n == 0 and count:
            raise ValueError("a cannot be empty unless no samples are taken")
        if p is not None:
            p = _np.asarray(p, dtype=_np.float64)
            if len(p) != n:
                raise ValueError("a and p must have same size")
            if abs(float(p.sum()) - 1) > 1e-8:
                raise ValueError("probabilities do not sum to 1")
        if replace:
            if p is not None:
                running = _np.cumsum(p)
                running = running / running[-1]
                places = _np.searchsorted(running, self.random(count), "right").tolist()
            else:
                places = [self._bits.bounded(n - 1) for _ in range(count)]
        else:
            if count > n:
                raise ValueError("Cannot take a larger sample than population when replace is False")
            if p is not None:
                left, places = [float(v) for v in p], []
                while len(places) < count:
                    draws = self.random(count - len(places))
                    running = _np.cumsum(_np.array(left))
                    running = running / running[-1]
                    for i in _np.searchsorted(running, draws, "right").tolist():
                        if i not in places:
                            places.append(i)
                            left[i] = 0.0
            elif n > 10000 and count > n // (50 if shuffle else 20):
                places = self._order(n, max(n - count, 1))[n - count:]
            else:   # Floyd's algorithm
                seen, places = set(), []
                for j in range(n - count, n):
                    v = self._bits.bounded(j)
                    if v in seen:
                        v = j
                    seen.add(v)
                    places.append(v)
                if shuffle:
                    places = [places[i] for i in self._order(count)]
        if size is None:
            return pool[places[0]]
        return pool[_np.array(places, dtype=_np.int64)].reshape(shape + tuple(pool.shape[1:]))

    def exponential(self, scale=1.0, size=None):
        raise NotImplementedError("numpy.random.Generator.exponential: use the legacy np.random.exponential.")

    def spawn(self, n_children):
        return [Generator(PCG64(s)) for s in self._bits.seed_seq.spawn(n_children)]


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))
