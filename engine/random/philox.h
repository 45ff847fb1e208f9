// Philox 4x32-10, the counter-based generator of TensorFlow's random ops, and the distributions it makes of it, bit for bit.
// Source: Salmon et al. 2011; tensorflow/core/lib/random/philox_random.h, random_distributions.h, tensorflow/core/util/guarded_philox_random.h.
#pragma once

#include <array>
#include <cstdint>

namespace tapedeck {

class Philox {
 public:
  using Block = std::array<uint32_t, 4>;

  Philox() = default;
  explicit Philox(uint64_t seed) : key_{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)} {}
  Philox(uint64_t seed_low, uint64_t seed_high)
      : key_{static_cast<uint32_t>(seed_low), static_cast<uint32_t>(seed_low >> 32)}, counter_{0, 0, static_cast<uint32_t>(seed_high), static_cast<uint32_t>(seed_high >> 32)} {}
  Philox(const Block& counter, const std::array<uint32_t, 2>& key) : key_(key), counter_(counter) {}

  Block operator()();
  void skip(uint64_t blocks);
  const Block& counter() const { return counter_; }
  const std::array<uint32_t, 2>& key() const { return key_; }

 private:
  std::array<uint32_t, 2> key_{};
  Block counter_{};
};

/// In [0, 1), from the upper bits of the mantissa.
float uniform_float(uint32_t x);
double uniform_double(uint32_t x0, uint32_t x1);
/// Two normal numbers by Box and Muller.
std::array<float, 2> normal_floats(uint32_t x0, uint32_t x1);
std::array<double, 2> normal_doubles(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3);

}  // namespace tapedeck
