#include "engine/random/philox.h"

#include <cmath>
#include <cstring>

namespace tapedeck {

namespace {
constexpr double kTwoPi = 2 * 3.14159265358979323846;
}

Philox::Block Philox::operator()() {
  Block x = counter_;
  std::array<uint32_t, 2> k = key_;
  for (int round = 0; round < 10; ++round) {
    const uint64_t a = 0xD2511F53ull * x[0], b = 0xCD9E8D57ull * x[2];
    x = {static_cast<uint32_t>(b >> 32) ^ x[1] ^ k[0], static_cast<uint32_t>(b), static_cast<uint32_t>(a >> 32) ^ x[3] ^ k[1], static_cast<uint32_t>(a)};
    k[0] += 0x9E3779B9u;
    k[1] += 0xBB67AE85u;
  }
  skip(1);
  return x;
}

void Philox::skip(uint64_t blocks) {
  uint64_t carry = blocks;
  for (int pair = 0; pair < 4 && carry; pair += 2) {
    const auto low = static_cast<size_t>(pair);
    const uint64_t old = counter_[low] | static_cast<uint64_t>(counter_[low + 1]) << 32, sum = old + carry;
    counter_[low] = static_cast<uint32_t>(sum);
    counter_[low + 1] = static_cast<uint32_t>(sum >> 32);
    carry = sum < old ? 1 : 0;
  }
}

float uniform_float(uint32_t x) {
  const uint32_t bits = (127u << 23) | (x & 0x7fffffu);
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return f - 1.0f;
}

double uniform_double(uint32_t x0, uint32_t x1) {
  const uint64_t bits = (uint64_t{1023} << 52) | (static_cast<uint64_t>(x0 & 0xfffffu) << 32) | x1;
  double d;
  std::memcpy(&d, &bits, sizeof d);
  return d - 1.0;
}

// The float form computes in float with correctly rounded functions (through double), as glibc's float functions nearly always are.
std::array<float, 2> normal_floats(uint32_t x0, uint32_t x1) {
  constexpr float kEpsilon = 1.0e-7f;
  float u1 = uniform_float(x0);
  if (u1 < kEpsilon) u1 = kEpsilon;
  const auto v1 = static_cast<float>(kTwoPi * static_cast<double>(uniform_float(x1)));
  const float u2 = std::sqrt(-2.0f * static_cast<float>(std::log(static_cast<double>(u1))));
  return {static_cast<float>(std::sin(static_cast<double>(v1))) * u2, static_cast<float>(std::cos(static_cast<double>(v1))) * u2};
}

std::array<double, 2> normal_doubles(uint32_t x0, uint32_t x1, uint32_t x2, uint32_t x3) {
  constexpr double kEpsilon = 1.0e-7;
  double u1 = uniform_double(x0, x1);
  if (u1 < kEpsilon) u1 = kEpsilon;
  const double v1 = kTwoPi * uniform_double(x2, x3), u2 = std::sqrt(-2.0 * std::log(u1));
  return {std::sin(v1) * u2, std::cos(v1) * u2};
}

}  // namespace tapedeck
