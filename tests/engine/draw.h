// Inputs for tests: drawn from an op's domain, the same in every run.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

#include "engine/core/op.h"
#include "engine/random/philox.h"

namespace tapedeck::testing {

inline void set_element(Tensor& t, int64_t i, double value) {
  visit_dtype(t.dtype(), [&](auto tag) { t.mutable_data<typename decltype(tag)::type>()[i] = static_cast<typename decltype(tag)::type>(value); }, [] {});
}

inline Tensor with_element(const Tensor& t, int64_t i, double value) {
  Tensor copy = Tensor::empty(t.dtype(), t.shape());
  std::memcpy(copy.mutable_raw(), t.raw(), t.bytes());
  set_element(copy, i, value);
  return copy;
}

/// NaN equals NaN here.
inline bool same_bits(const Tensor& a, const Tensor& b, int64_t i) {
  const size_t n = dtype_size(a.dtype()), at = static_cast<size_t>(i) * n;
  return std::memcmp(static_cast<const char*>(a.raw()) + at, static_cast<const char*>(b.raw()) + at, n) == 0 || (std::isnan(a.element(i)) && std::isnan(b.element(i)));
}

/// Weights that tell the elements of an output apart when they are summed to one number.
inline double weight(int64_t k) { return 0.5 + 0.37 * static_cast<double>(k % 7) - 0.11 * static_cast<double>(k % 3); }

class Draw {
 public:
  explicit Draw(uint64_t seed) : random_(seed) {}

  double number(const Domain& d) {
    for (;;) {
      const auto block = random_();
      const double x = d.low + (d.high - d.low) * uniform_double(block[0], block[1]);
      // A kinked function is asked only away from the kinks that its domain names.
      if (d.margin == 0 || std::fabs(x - d.keep_away_from) > d.margin) return x;
    }
  }

  Tensor tensor(DType dtype, const Shape& shape, const Domain& d) {
    Tensor t = Tensor::empty(dtype, shape);
    for (int64_t i = 0; i < t.size(); ++i) {
      const double x = number(d);
      if (dtype == DType::string) t.mutable_data<std::string>()[i] = std::to_string(static_cast<int>(x * 10));
      else if (dtype == DType::boolean) set_element(t, i, x > (d.low + d.high) / 2);
      else set_element(t, i, dtype == DType::uint8 ? std::fabs(x) : x);
    }
    return t;
  }

 private:
  Philox random_;
};

/// The op's own examples, or shapes by the number of its inputs.
inline std::vector<Example> examples_of(const Op& op) {
  if (op.examples) return op.examples();
  const size_t n = static_cast<size_t>(op.min_inputs);
  if (n == 1) return {{.shapes = {Shape{2, 3}}}, {.shapes = {Shape{}}}};
  if (n == 2) return {{.shapes = {Shape{2, 3}, Shape{2, 3}}}, {.shapes = {Shape{2, 3}, Shape{3}}}, {.shapes = {Shape{}, Shape{2, 1}}}};
  return {{.shapes = std::vector<Shape>(n, Shape{2, 2})}};
}

}  // namespace tapedeck::testing
