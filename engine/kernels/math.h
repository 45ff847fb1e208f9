// exp, log, tanh and sigmoid for float32 and for vectors of it: at most 2 ulp from the true value, and the same bits natively and in WASM, which two
// libms would not give. Polynomials: Cephes (expf, logf, tanhf). NaN, infinities and denormals behave as IEEE says.
#pragma once

#include <limits>

#include "engine/kernels/simd.h"

namespace tapedeck::simd {

/// The numbers of the polynomials. They are read from memory: V8 rebuilds a vector constant from immediates at each use, in three or four instructions, but
/// reads one from memory in one. A file of its own defines them, so that no compiler puts them back.
struct MathConstants {
  float log2_e, rounding, ln2_high, ln2_low;            // rounding: 1.5·2^23, adding it rounds to a whole number in the low bits
  float exp[6], tanh[5];                                // from the highest power down
  float one, two, tanh_near;
};
extern const MathConstants kMath;                       // math.cpp

/// 2^n for whole n in [-150, 128], in two factors, so that results below the normal range lose bits only once.
template <class V> inline V scale_by_power_of_two(V y, ints_of<V> n) {
  const ints_of<V> half = n >> 1, rest = n - half;
  return y * bits<V>((half + 127) << 23) * bits<V>((rest + 127) << 23);
}

template <class V> inline V abs(V x) { return bits<V>(bits<ints_of<V>>(x) & 0x7fffffff); }

/// Whether all |x| are at most `limit`; false for NaN, whose bits are larger than those of any number.
template <class V> inline bool within(V x, float limit) { return !any(bits<ints_of<V>>(abs(x)) > bits<int32_t>(limit)); }

/// e^r·2^n by its two factors: the polynomial, and n in the low bits of `shifted`.
template <class V> struct ExpParts { V power, shifted; };
template <class V> inline ExpParts<V> exp_parts(V x) {
  const V rounding = all<V>(kMath.rounding);
  const V shifted = x * all<V>(kMath.log2_e) + rounding;
  const V n = shifted - rounding;
  const V r = x - n * all<V>(kMath.ln2_high) - n * all<V>(kMath.ln2_low);
  V p = all<V>(kMath.exp[0]);
  for (int i = 1; i < 6; ++i) p = p * r + all<V>(kMath.exp[i]);
  return {p * (r * r) + r + all<V>(kMath.one), shifted};
}

/// exp for |x| <= 87, where the result is a normal number and n can simply be added to its exponent: the same bits as exp() in fewer steps.
constexpr float kOrdinaryExp = 87;
template <class V> inline V exp_ordinary(V x) {
  using I = ints_of<V>;
  const auto [power, shifted] = exp_parts(x);
  if constexpr (lane<V>::count == 1) return bits<V>(bits<I>(power) + static_cast<I>(bits<uint32_t>(shifted) << 23));
  else return bits<V>(bits<I>(power) + (bits<I>(shifted) << 23));
}

/// The ends need no care of their own: at 89 the scaling overflows to infinity, at -104.5 it underflows to zero, and NaN stays NaN through the sums.
template <class V> inline V exp(V x) {
  if (within(x, kOrdinaryExp)) return exp_ordinary(x);
  const V high = all<V>(89.0f), low = all<V>(-104.5f);
  V c = select(x > high, high, x);
  c = select(c < low, low, c);
  const auto [power, shifted] = exp_parts(c);
  return scale_by_power_of_two(power, bits<ints_of<V>>(shifted) - bits<int32_t>(12582912.0f));
}

template <class V> inline V log(V x) {
  using I = ints_of<V>;
  const auto tiny = x < all<V>(1.17549435e-38f);
  const V scaled = select(tiny, x * all<V>(8388608.0f), x);
  const I raw = bits<I>(scaled);
  V e = to_float((raw >> 23) - 126) - select(tiny, all<V>(23.0f), all<V>(0.0f));
  V m = bits<V>((raw & 0x007fffff) | 0x3f000000);        // in [0.5, 1)
  const auto small = m < all<V>(0.707106781186547524f);
  e = e - select(small, all<V>(1.0f), all<V>(0.0f));
  m = m - all<V>(1.0f) + select(small, m, all<V>(0.0f));
  const V z = m * m;
  V p = all<V>(7.0376836292e-2f);
  p = p * m - all<V>(1.1514610310e-1f);
  p = p * m + all<V>(1.1676998740e-1f);
  p = p * m - all<V>(1.2420140846e-1f);
  p = p * m + all<V>(1.4249322787e-1f);
  p = p * m - all<V>(1.6668057665e-1f);
  p = p * m + all<V>(2.0000714765e-1f);
  p = p * m - all<V>(2.4999993993e-1f);
  p = p * m + all<V>(3.3333331174e-1f);
  V y = m * z * p + e * all<V>(-2.12194440e-4f) - all<V>(0.5f) * z;
  y = m + y + e * all<V>(0.693359375f);
  const float inf = std::numeric_limits<float>::infinity();
  y = select(x == all<V>(inf), x, y);
  y = select(x == all<V>(0.0f), all<V>(-inf), y);
  y = select(x < all<V>(0.0f), all<V>(std::numeric_limits<float>::quiet_NaN()), y);
  return select(x != x, x, y);
}

template <class V> inline V with_sign_of(V magnitude, V sign) {
  return bits<V>(bits<ints_of<V>>(magnitude) | (bits<ints_of<V>>(sign) & static_cast<int32_t>(0x80000000u)));
}

template <class V> inline V tanh(V x) {
  const V a = abs(x), z = x * x;
  V p = all<V>(kMath.tanh[0]);
  for (int i = 1; i < 5; ++i) p = p * z + all<V>(kMath.tanh[i]);
  const V near = p * z * x + x;
  const V e = within(x, kOrdinaryExp / 2) ? exp_ordinary(a + a) : exp(a + a);
  const V one = all<V>(kMath.one);
  const V far = with_sign_of(one - all<V>(kMath.two) / (e + one), x);
  return select(a < all<V>(kMath.tanh_near), near, far);   // NaN is in both
}

/// Accurate on both sides: 1 / (1 + e^-x), and below zero e^x / (1 + e^x), so that small results keep their bits.
template <class V> inline V sigmoid(V x) {
  const V e = exp(-abs(x)), one = all<V>(kMath.one);
  return select(x < all<V>(0.0f), e, one) / (one + e);
}

}  // namespace tapedeck::simd
