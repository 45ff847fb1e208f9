// The Mersenne Twister MT19937 as CPython's random and NumPy's RandomState seed and use it: the same seed gives the same numbers.
//
// Source  M. Matsumoto and T. Nishimura, "Mersenne Twister", ACM TOMACS 8 (1998), and their init_genrand and init_by_array (2002)
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace tapedeck {

class Mt19937 {
 public:
  /// As NumPy's RandomState(seed) and np.random.seed(seed).
  explicit Mt19937(std::uint32_t seed = 5489) { this->seed(seed); }

  void seed(std::uint32_t seed) {
    words_[0] = seed;
    for (std::uint32_t i = 1; i < kWords; i++) words_[i] = 1812433253u * (words_[i - 1] ^ words_[i - 1] >> 30) + i;
    next_ = kWords;
  }

  /// As CPython's random.seed(n): the 32-bit words of n, least significant first (at least one).
  void seed(const std::uint32_t* key, std::size_t length) {
    seed(19650218u);
    std::size_t i = 1, j = 0;
    for (std::size_t k = length > kWords ? length : kWords; k > 0; k--) {
      words_[i] = (words_[i] ^ (words_[i - 1] ^ words_[i - 1] >> 30) * 1664525u) + key[j] + static_cast<std::uint32_t>(j);
      if (++j == length) j = 0;
      advance(i);
    }
    for (std::size_t k = kWords - 1; k > 0; k--) {
      words_[i] = (words_[i] ^ (words_[i - 1] ^ words_[i - 1] >> 30) * 1566083941u) - static_cast<std::uint32_t>(i);
      advance(i);
    }
    words_[0] = 0x80000000u;
  }

  std::uint32_t next_u32() {
    if (next_ >= kWords) refill();
    std::uint32_t y = words_[next_++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
  }

  /// Uniform in [0, 1) with 53 bits, from two words.
  double next_double() {
    std::uint32_t a = next_u32() >> 5, b = next_u32() >> 6;
    return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0);
  }

 private:
  static constexpr std::size_t kWords = 624, kMiddle = 397;

  void advance(std::size_t& i) {
    if (++i == kWords) {
      words_[0] = words_[kWords - 1];
      i = 1;
    }
  }

  void refill() {
    for (std::size_t k = 0; k < kWords; k++) {
      std::uint32_t y = (words_[k] & 0x80000000u) | (words_[(k + 1) % kWords] & 0x7fffffffu);
      words_[k] = words_[(k + kMiddle) % kWords] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0u);
    }
    next_ = 0;
  }

  std::array<std::uint32_t, kWords> words_;
  std::size_t next_;
};

}  // namespace tapedeck
