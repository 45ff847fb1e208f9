#include "engine/kernels/special.h"

#include <cmath>
#include <limits>

namespace tapedeck::special {

namespace {
constexpr double kPi = 3.14159265358979323846;
bool is_pole(double x) { return x <= 0 && x == std::floor(x); }
}  // namespace

// Stirling's series above 15, where its terms fall fast; below, by the recurrence gamma(x + 1) = x gamma(x) (the product is kept in one factor).
double lgamma(double x) {
  if (std::isnan(x)) return x;
  if (std::isinf(x) || is_pole(x)) return std::numeric_limits<double>::infinity();
  if (x == 1 || x == 2) return 0;
  if (x < 0.5) return std::log(kPi / std::fabs(std::sin(kPi * x))) - lgamma(1 - x);
  double product = 1;
  while (x < 15) product *= x++;
  const double i = 1 / x, i2 = i * i;
  const double series = i * (1.0 / 12 - i2 * (1.0 / 360 - i2 * (1.0 / 1260 - i2 * (1.0 / 1680 - i2 * (1.0 / 1188)))));
  return (x - 0.5) * std::log(x) - x + 0.91893853320467274178 + series - std::log(product);
}

double digamma(double x) {
  if (is_pole(x)) return std::numeric_limits<double>::quiet_NaN();
  if (x < 0) return digamma(1 - x) - kPi / std::tan(kPi * x);
  double sum = 0;
  while (x < 15) sum -= 1 / x++;
  const double i2 = 1 / (x * x);
  return sum + std::log(x) - 0.5 / x - i2 * (1.0 / 12 - i2 * (1.0 / 120 - i2 * (1.0 / 252 - i2 * (1.0 / 240 - i2 * (1.0 / 132)))));
}

double trigamma(double x) {
  if (is_pole(x)) return std::numeric_limits<double>::infinity();
  if (x < 0) { const double s = std::sin(kPi * x); return kPi * kPi / (s * s) - trigamma(1 - x); }
  double sum = 0;
  while (x < 15) { sum += 1 / (x * x); ++x; }
  const double i = 1 / x, i2 = i * i;
  return sum + i + i2 / 2 + i * i2 * (1.0 / 6 - i2 * (1.0 / 30 - i2 * (1.0 / 42 - i2 * (1.0 / 30))));
}

}  // namespace tapedeck::special
