#include "engine/kernels/softmax.h"

#include <cmath>

#include "engine/kernels/math.h"

namespace tapedeck {

namespace {

void exp_all(const float* in, float shift, float* out, int64_t n) {
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) simd::store(out + i, simd::exp(simd::load(in + i) - simd::splat(shift)));
  for (; i < n; ++i) out[i] = simd::exp(in[i] - shift);
}
void exp_all(const double* in, double shift, double* out, int64_t n) {
  for (int64_t i = 0; i < n; ++i) out[i] = std::exp(in[i] - shift);
}

template <class T> T largest(const T* in, int64_t n) {
  T m = in[0];
  for (int64_t i = 1; i < n; ++i) m = in[i] > m ? in[i] : m;
  return m;
}
template <class T> T sum(const T* in, int64_t n) {
  T lanes[4] = {};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) for (int64_t k = 0; k < 4; ++k) lanes[k] += in[i + k];
  T total = (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
  for (; i < n; ++i) total += in[i];
  return total;
}

template <class T> void rows(const Tensor& in, Tensor& out, bool logarithm) {
  const int64_t n = in.shape().from_end(1), count = n ? in.size() / n : 0;
  for (int64_t r = 0; r < count; ++r) {
    const T* x = in.data<T>() + r * n;
    T* y = out.mutable_data<T>() + r * n;
    const T m = largest(x, n);
    exp_all(x, m, y, n);
    const T total = sum(y, n);
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
