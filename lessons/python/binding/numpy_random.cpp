// numpy.random's legacy generator: MT19937 and the exact ways in which RandomState draws from it, so that seeded programs print NumPy's numbers.
// Sources: numpy/random/src/mt19937/mt19937.c (init_by_array, genrand), numpy/random/src/legacy/legacy-distributions.c (legacy_gauss),
// numpy/random/mtrand.pyx (randint by masked rejection, shuffle), M. Matsumoto and T. Nishimura's MT19937 (2002).
#include <cmath>

#include "lessons/python/binding/ndarray.h"

namespace tapedeck {

namespace {

struct MersenneTwister {
  uint32_t state[624];
  int at = 624;
  bool has_gauss = false;
  double gauss = 0;

  void seed(uint32_t value) {
    // mt19937_seed: the plain generator of the state from one number (legacy seeding)
    for (int i = 0; i < 624; ++i) {
      state[i] = value;
      value = 1812433253u * (value ^ (value >> 30)) + static_cast<uint32_t>(i) + 1;
    }
    at = 624;
    has_gauss = false;
  }

  uint32_t next() {
    if (at == 624) {
      for (int k = 0; k < 624; ++k) {
        const uint32_t y = (state[k] & 0x80000000u) | (state[(k + 1) % 624] & 0x7fffffffu);
        state[k] = state[(k + 397) % 624] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0u);
      }
      at = 0;
    }
    uint32_t y = state[at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
  }
  uint64_t next64() { const uint64_t high = next(); return high << 32 | next(); }
  double uniform() { const uint32_t a = next() >> 5, b = next() >> 6; return (a * 67108864.0 + b) / 9007199254740992.0; }

  double normal() {
    if (has_gauss) {
      has_gauss = false;
      return gauss;
    }
    double x, y, r;
    do {
      x = 2.0 * uniform() - 1.0;
      y = 2.0 * uniform() - 1.0;
      r = x * x + y * y;
    } while (r >= 1.0 || r == 0.0);
    const double f = std::sqrt(-2.0 * std::log(r) / r);
    gauss = f * x;
    has_gauss = true;
    return f * y;
  }

  /// A number from 0 to `most`, by masked rejection; 32-bit draws where they suffice.
  uint64_t bounded(uint64_t most) {
    if (most == 0) return 0;
    uint64_t mask = most;
    for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
    uint64_t value;
    if (most <= 0xffffffffull) while ((value = next() & mask) > most) {}
    else while ((value = next64() & mask) > most) {}
    return value;
  }
};

MersenneTwister generator = [] { MersenneTwister g; g.seed(0); return g; }();

int64_t wanted_size(mp_obj_t size, Shape& shape) {
  shape = size == mp_const_none ? Shape{} : shape_from(size);
  return shape.size();
}

}  // namespace

}  // namespace tapedeck

using namespace tapedeck;

template <class F> static mp_obj_t draw(mp_obj_t size, F&& next) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    Shape shape;
    const int64_t n = wanted_size(size, shape);
    if (size == mp_const_none) {
      const double v = next();
      result = py_call([&] { return mp_obj_new_float(v); });   // a Python float, as RandomState gives for no size
      return;
    }
    Tensor t = Tensor::empty(DType::float64, shape);
    for (int64_t i = 0; i < n; ++i) t.mutable_data<double>()[i] = next();
    result = new_ndarray(std::move(t));
  });
  return result;
}

extern "C" {

mp_obj_t binding_mt_seed(mp_obj_t seed) {
  guarded([&] { generator.seed(static_cast<uint32_t>(int_from(seed))); });
  return mp_const_none;
}

mp_obj_t binding_mt_uniform(mp_obj_t size) { return draw(size, [] { return generator.uniform(); }); }
mp_obj_t binding_mt_normal(mp_obj_t size) { return draw(size, [] { return generator.normal(); }); }

/// mt_integers(low, high, size): low <= x < high; a Python int for no size.
mp_obj_t binding_mt_integers(mp_obj_t low_in, mp_obj_t high_in, mp_obj_t size) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const int64_t low = int_from(low_in), high = int_from(high_in);
    if (low >= high) throw Error(ErrorKind::value, "low >= high");
    const auto most = static_cast<uint64_t>(high - low - 1);
    if (size == mp_const_none) {
      const int64_t v = low + static_cast<int64_t>(generator.bounded(most));
      result = py_call([&] { return new_int(v); });
      return;
    }
    Shape shape;
    const int64_t n = wanted_size(size, shape);
    Tensor t = Tensor::empty(DType::int64, shape);
    for (int64_t i = 0; i < n; ++i) t.mutable_data<int64_t>()[i] = low + static_cast<int64_t>(generator.bounded(most));
    result = new_ndarray(std::move(t));
  });
  return result;
}

/// mt_shuffle(n) -> the order that shuffling 0 … n-1 gives.
mp_obj_t binding_mt_shuffle(mp_obj_t n_in) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const int64_t n = int_from(n_in);
    Tensor t = Tensor::empty(DType::int64, Shape{n});
    auto* order = t.mutable_data<int64_t>();
    for (int64_t i = 0; i < n; ++i) order[i] = i;
    for (int64_t i = n - 1; i > 0; --i) std::swap(order[i], order[static_cast<int64_t>(generator.bounded(static_cast<uint64_t>(i)))]);
    result = new_ndarray(std::move(t));
  });
  return result;
}

}  // extern "C"
