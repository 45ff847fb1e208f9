#include "engine/kernels/math.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>
#include <functional>

#include "engine/kernels/special.h"

using namespace tapedeck;

namespace {

/// How many floats lie between two floats.
int64_t ulps(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  const auto place = [](float x) { int32_t i; std::memcpy(&i, &x, sizeof i); return i < 0 ? static_cast<int64_t>(INT32_MIN) - i : static_cast<int64_t>(i); };
  return std::llabs(place(a) - place(b));
}

/// Every 9,973rd float between the bounds, and the largest distance from the double result.
int64_t worst(float low, float high, const std::function<float(float)>& f, const std::function<double(double)>& truth) {
  int64_t worst = 0;
  for (uint64_t bits = 0; bits <= 0xffffffffull; bits += 9973) {
    const auto word = static_cast<uint32_t>(bits);
    float x;
    std::memcpy(&x, &word, sizeof x);
    if (!(x >= low && x <= high)) continue;
    const float y = f(x);
    REQUIRE(simd::f32x4{y, y, y, y}[2] == y);
    const int64_t d = ulps(y, static_cast<float>(truth(static_cast<double>(x))));
    if (d > worst) worst = d;
  }
  return worst;
}

}  // namespace

TEST_CASE("exp, log, tanh and sigmoid are within 2 ulp of the true value") {
  CHECK(worst(-110, 90, [](float x) { return simd::exp(x); }, [](double x) { return std::exp(x); }) <= 2);
  CHECK(worst(0, 3e38f, [](float x) { return simd::log(x); }, [](double x) { return std::log(x); }) <= 2);
  CHECK(worst(-20, 20, [](float x) { return simd::tanh(x); }, [](double x) { return std::tanh(x); }) <= 2);
  CHECK(worst(-100, 100, [](float x) { return simd::sigmoid(x); }, [](double x) { return 1 / (1 + std::exp(-x)); }) <= 2);
}

TEST_CASE("four at a time give the bits of one at a time") {
  for (int i = -400; i < 400; i += 4) {
    const simd::f32x4 x = {i * 0.27f, (i + 1) * 0.27f, (i + 2) * 0.27f, (i + 3) * 0.27f};
    const simd::f32x4 e = simd::exp(x), t = simd::tanh(x), s = simd::sigmoid(x), l = simd::log(simd::abs(x));
    for (int k = 0; k < 4; ++k) {
      CHECK(e[k] == simd::exp(float(x[k])));
      CHECK(t[k] == simd::tanh(float(x[k])));
      CHECK(s[k] == simd::sigmoid(float(x[k])));
      CHECK(l[k] == simd::log(std::fabs(float(x[k]))));
    }
  }
}

TEST_CASE("the ends of the number line behave") {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  CHECK(simd::exp(inf) == inf);
  CHECK(simd::exp(-inf) == 0);
  CHECK(simd::exp(0.0f) == 1);
  CHECK(simd::exp(-100.0f) == 3.783505853677006e-44f);   // below the normal range
  CHECK(simd::log(0.0f) == -inf);
  CHECK(simd::log(inf) == inf);
  CHECK(simd::log(1.0f) == 0);
  CHECK(std::isnan(simd::log(-1.0f)));
  CHECK(simd::tanh(inf) == 1);
  CHECK(simd::tanh(-inf) == -1);
  CHECK(simd::sigmoid(-inf) == 0);
  CHECK(simd::sigmoid(inf) == 1);
  CHECK(simd::sigmoid(0.0f) == 0.5f);
  for (auto f : {simd::exp<float>, simd::log<float>, simd::tanh<float>, simd::sigmoid<float>}) CHECK(std::isnan(f(nan)));
}

TEST_CASE("lgamma, digamma and trigamma agree with known values") {
  CHECK(std::fabs(special::lgamma(5) - std::log(24.0)) < 1e-14);
  CHECK(std::fabs(special::lgamma(0.5) - 0.5723649429247001) < 1e-14);
  CHECK(std::fabs(special::lgamma(-1.5) - 0.8600470153764810) < 1e-13);
  CHECK(std::isinf(special::lgamma(-2)));
  CHECK(std::fabs(special::digamma(1) + 0.57721566490153286) < 1e-14);
  CHECK(std::fabs(special::digamma(-0.5) - 0.03648997397857652) < 1e-13);
  CHECK(std::fabs(special::trigamma(1) - 1.6449340668482264) < 1e-14);
}
