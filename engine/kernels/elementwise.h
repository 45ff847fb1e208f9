// Element-wise loops: one small function per op and dtype, and two drivers (apply to all, broadcast) that know nothing of ops.
//
// A binary loop is called for runs in which each operand either advances or stays: that covers same shape, scalar, row and column operands without
// copies, and keeps the code per op to three short loops.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

#include "engine/core/op.h"

namespace tapedeck {

template <class F, class T> inline void unary_run(const void* x, void* out, int64_t n) {
  using R = decltype(F::run(T{}));
  const T* in = static_cast<const T*>(x);
  R* to = static_cast<R*>(out);
  for (int64_t i = 0; i < n; ++i) to[i] = F::run(in[i]);
}

template <class F, class T> inline void binary_run(const void* a, const void* b, void* out, int64_t n, Stride stride) {
  using R = decltype(F::run(T{}, T{}));
  const T *x = static_cast<const T*>(a), *y = static_cast<const T*>(b);
  R* to = static_cast<R*>(out);
  if (n == 1) { *to = F::run(*x, *y); return; }
  switch (stride) {
    case Stride::both: for (int64_t i = 0; i < n; ++i) to[i] = F::run(x[i], y[i]); return;
    case Stride::first_stays: { const T c = *x; for (int64_t i = 0; i < n; ++i) to[i] = F::run(c, y[i]); return; }
    case Stride::second_stays: { const T c = *y; for (int64_t i = 0; i < n; ++i) to[i] = F::run(x[i], c); return; }
  }
}

// float32 is what lessons compute with: its loops are unrolled and vectorised. Those of the other dtypes stay small in WASM, where each is downloaded.
#ifdef __EMSCRIPTEN__
#define TAPEDECK_SMALL [[clang::minsize]]
#else
#define TAPEDECK_SMALL
#endif
template <class F, class T> void fast_unary_loop(const void* x, void* out, int64_t n) { unary_run<F, T>(x, out, n); }
template <class F, class T> TAPEDECK_SMALL void small_unary_loop(const void* x, void* out, int64_t n) { unary_run<F, T>(x, out, n); }
template <class F, class T> void fast_binary_loop(const void* a, const void* b, void* out, int64_t n, Stride stride) { binary_run<F, T>(a, b, out, n, stride); }
template <class F, class T> TAPEDECK_SMALL void small_binary_loop(const void* a, const void* b, void* out, int64_t n, Stride stride) { binary_run<F, T>(a, b, out, n, stride); }
template <class F, class T> constexpr UnaryLoop unary_loop = std::is_same_v<T, float> ? fast_unary_loop<F, T> : small_unary_loop<F, T>;
template <class F, class T> constexpr BinaryLoop binary_loop = std::is_same_v<T, float> ? fast_binary_loop<F, T> : small_binary_loop<F, T>;

template <class F, class... T> constexpr UnaryLoops unary_loops() {
  UnaryLoops loops{};
  ((loops[static_cast<size_t>(dtype_of<T>::value)] = unary_loop<F, T>), ...);
  return loops;
}
template <class F, class... T> constexpr BinaryLoops binary_loops() {
  BinaryLoops loops{};
  ((loops[static_cast<size_t>(dtype_of<T>::value)] = binary_loop<F, T>), ...);
  return loops;
}

/// Runs the loop over operands that broadcast to the shape of `out`; the shapes have been checked.
void broadcast_binary(const Tensor& a, const Tensor& b, Tensor& out, BinaryLoop loop);

/// The operands' element strides when broadcast to `out` (0 where an axis stays), with axes that can be walked as one merged. At most Shape::kMaxRank axes.
struct BroadcastPlan {
  static constexpr int kMaxOperands = 3;
  int rank = 0;
  std::array<int64_t, Shape::kMaxRank> size{};
  std::array<std::array<int64_t, Shape::kMaxRank>, kMaxOperands> stride{};
};
BroadcastPlan broadcast_plan(const Shape& out, std::initializer_list<const Shape*> operands);

template <const UnaryLoops& loops> void unary_kernel(KernelContext& c) {
  loops[static_cast<size_t>(c.in(0).dtype())](c.in(0).raw(), c.out().mutable_raw(), c.in(0).size());
}
template <const BinaryLoops& loops> void binary_kernel(KernelContext& c) {
  const Tensor &a = c.in(0), &b = c.in(1);
  const BinaryLoop loop = loops[static_cast<size_t>(a.dtype())];
  if (a.size() == 1 && b.size() == 1) loop(a.raw(), b.raw(), c.out().mutable_raw(), 1, Stride::both);
  else broadcast_binary(a, b, c.out(), loop);
}

}  // namespace tapedeck
