// Loops for functions of one float: vectors where kernels/math.h has the function, else through double, which rounds correctly nearly always
// and so gives the same bits whatever the C library.
#pragma once

#include "engine/kernels/elementwise.h"
#include "engine/kernels/math.h"

namespace tapedeck {

/// F::lanes(V) over vectors, with the same function for the rest; F::run(double) for float64.
template <class F> void vector_loop(const void* x, void* out, int64_t n) {
  const auto* in = static_cast<const float*>(x);
  auto* to = static_cast<float*>(out);
  int64_t i = 0;
  for (constexpr int64_t kStep = simd::lane<simd::wide>::count; i + kStep <= n; i += kStep) simd::store(to + i, F::lanes(simd::load_wide(in + i)));
  for (; i < n; ++i) to[i] = F::lanes(in[i]);
}
template <class F> constexpr UnaryLoops vectorised_loops() {
  UnaryLoops loops = unary_loops<F, double>();
  loops[static_cast<size_t>(DType::float32)] = vector_loop<F>;
  return loops;
}

template <class F> void through_double_loop(const void* x, void* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) static_cast<float*>(out)[i] = static_cast<float>(F::run(static_cast<double>(static_cast<const float*>(x)[i])));
}
template <class F> constexpr UnaryLoops float_loops() {
  UnaryLoops loops = unary_loops<F, double>();
  loops[static_cast<size_t>(DType::float32)] = through_double_loop<F>;
  return loops;
}

template <class F> constexpr UnaryLoops kVectorised = vectorised_loops<F>();
template <class F> constexpr UnaryLoops kThroughDouble = float_loops<F>();

}  // namespace tapedeck
