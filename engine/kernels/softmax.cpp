#include "engine/kernels/softmax.h"

#include <cmath>
#include <type_traits>

#include "engine/kernels/math.h"

namespace tapedeck {

namespace {

using simd::f32x4;

/// Adds a vector's fours to four running sums.
#ifndef __wasm_simd128__
inline void add_fours(f32x4& sums, f32x4 v) { sums += v; }
#else
inline void add_fours(f32x4& sums, simd::f32x16 v) { for (int i = 0; i < 4; ++i) sums += simd::quarter(v, i); }
#endif

/// out = e^(in - shift), and their sum: element i goes to sum i % 4, then the four are added. `ordinary`: all |in - shift| are at most kOrdinaryExp.
template <bool ordinary> float exp_all(const float* in, float shift, float* out, int64_t n) {
  const auto exp = [](auto x) { if constexpr (ordinary) return simd::exp_ordinary(x); else return simd::exp(x); };
  f32x4 sums{};
  int64_t i = 0;
  for (constexpr int64_t kStep = simd::lane<simd::wide>::count; i + kStep <= n; i += kStep) {
    const simd::wide e = exp(simd::load_wide(in + i) - simd::all<simd::wide>(shift));
    simd::store(out + i, e);
    add_fours(sums, e);
  }
  for (; i + 4 <= n; i += 4) {
    const f32x4 e = exp(simd::load(in + i) - simd::splat(shift));
    simd::store(out + i, e);
    sums += e;
  }
  float total = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  for (; i < n; ++i) total += out[i] = exp(in[i] - shift);
  return total;
}
float exp_all(const float* in, float shift, float* out, int64_t n, bool ordinary) {
  return ordinary ? exp_all<true>(in, shift, out, n) : exp_all<false>(in, shift, out, n);
}
double exp_all(const double* in, double shift, double* out, int64_t n, bool) {
  double lanes[4] = {};
  for (int64_t i = 0; i < n; ++i) out[i] = std::exp(in[i] - shift);
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) for (int64_t k = 0; k < 4; ++k) lanes[k] += out[i + k];
  double total = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  for (; i < n; ++i) total += out[i];
  return total;
}

/// The first element compared with all others, as `a > b ? a : b` does (NaN only counts when it comes first), and whether no two are further apart than
/// kOrdinaryExp, told from their sizes alone: false where one is NaN or infinite.
template <class T> struct Largest { T element; bool ordinary; };
template <class T> Largest<T> largest(const T* in, int64_t n) {
  T m = in[0];
  int64_t i = 1;
  bool ordinary = false;
  if constexpr (std::is_same_v<T, float>) {
    f32x4 most = simd::splat(m), more = most;
    simd::i32x4 size = simd::bits<simd::i32x4>(simd::abs(most));
    for (; i + 8 <= n; i += 8) {
      const f32x4 x = simd::load(in + i), y = simd::load(in + i + 4);
      most = simd::larger(x, most);
      more = simd::larger(y, more);
      size = simd::larger(simd::larger(size, simd::bits<simd::i32x4>(simd::abs(x))), simd::bits<simd::i32x4>(simd::abs(y)));
    }
    most = simd::larger(more, most);
    for (int k = 0; k < 4; ++k) m = most[k] > m ? most[k] : m;
    ordinary = simd::within(simd::bits<f32x4>(size), simd::kOrdinaryExp / 2);
  }
  for (; i < n; ++i) {
    m = in[i] > m ? in[i] : m;
    if constexpr (std::is_same_v<T, float>) ordinary = ordinary && simd::within(in[i], simd::kOrdinaryExp / 2);
  }
  return {m, ordinary};
}

template <class T> void rows(const Tensor& in, Tensor& out, bool logarithm) {
  const int64_t n = in.shape().from_end(1), count = n ? in.size() / n : 0;
  for (int64_t r = 0; r < count; ++r) {
    const T* x = in.data<T>() + r * n;
    T* y = out.mutable_data<T>() + r * n;
    const auto [m, ordinary] = largest(x, n);
    const T total = exp_all(x, m, y, n, ordinary);
    if (logarithm) {
      const T log_total = static_cast<T>(std::log(static_cast<double>(total)));
      for (int64_t i = 0; i < n; ++i) y[i] = x[i] - m - log_total;
    } else {
      const T scale = T(1) / total;
      for (int64_t i = 0; i < n; ++i) y[i] *= scale;
    }
  }
}

}  // namespace

void softmax_rows(const Tensor& in, Tensor& out, bool logarithm) {
  if (in.dtype() == DType::float64) rows<double>(in, out, logarithm);
  else rows<float>(in, out, logarithm);
}

}  // namespace tapedeck
