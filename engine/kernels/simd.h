// Vectors of four floats or ints with GCC/Clang vector extensions: SSE natively, simd128 in WASM. A function written over "a lane type" V also has its
// scalar meaning (V = float), and both give the same bits, since nothing here is contracted or reassociated (-ffp-contract=off).
#pragma once

#include <cstdint>
#include <cstring>

namespace tapedeck::simd {

typedef float f32x4 __attribute__((vector_size(16)));
typedef int32_t i32x4 __attribute__((vector_size(16)));

template <class V> struct lane;
template <> struct lane<float> { using ints = int32_t; static constexpr int count = 1; };
template <> struct lane<f32x4> { using ints = i32x4; static constexpr int count = 4; };

// What a long loop takes at a time. V8 reads a vector constant anew at each use, so in WASM four vectors share every constant; natively constants are
// operands in memory and one vector is best.
#ifdef __wasm_simd128__
typedef float f32x16 __attribute__((vector_size(64)));
typedef int32_t i32x16 __attribute__((vector_size(64)));
template <> struct lane<f32x16> { using ints = i32x16; static constexpr int count = 16; };
using wide = f32x16;
#else
using wide = f32x4;
#endif
template <class V> using ints_of = typename lane<V>::ints;

inline f32x4 load(const float* p) { f32x4 v; std::memcpy(&v, p, sizeof v); return v; }
inline void store(float* p, f32x4 v) { std::memcpy(p, &v, sizeof v); }
inline wide load_wide(const float* p) { wide v; std::memcpy(&v, p, sizeof v); return v; }
inline f32x4 splat(float x) { return f32x4{x, x, x, x}; }

template <class V> V all(float x);
template <> inline float all<float>(float x) { return x; }
template <> inline f32x4 all<f32x4>(float x) { return splat(x); }

/// Reinterpret bits; the types have the same size.
template <class To, class From> inline To bits(From v) { To to; static_assert(sizeof to == sizeof v); std::memcpy(&to, &v, sizeof to); return to; }

inline float select(bool m, float a, float b) { return m ? a : b; }
inline f32x4 select(i32x4 m, f32x4 a, f32x4 b) { return bits<f32x4>((m & bits<i32x4>(a)) | (~m & bits<i32x4>(b))); }
/// a > b ? a : b, in one instruction in WASM; so b where one of them is NaN.
inline f32x4 larger(f32x4 a, f32x4 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmax_f32x4(b, a);
#else
  return select(a > b, a, b);
#endif
}

inline i32x4 larger(i32x4 a, i32x4 b) {
#ifdef __wasm_simd128__
  return __builtin_elementwise_max(a, b);
#else
  const i32x4 first = a > b;
  return (first & a) | (~first & b);
#endif
}

inline bool any(bool m) { return m; }
inline bool any(i32x4 m) {
#ifdef __wasm_simd128__
  return __builtin_wasm_any_true_v128(bits<signed char __attribute__((vector_size(16)))>(m));
#else
  int64_t halves[2];
  std::memcpy(halves, &m, sizeof m);
  return (halves[0] | halves[1]) != 0;
#endif
}
#ifdef __wasm_simd128__
inline void store(float* p, f32x16 v) { std::memcpy(p, &v, sizeof v); }
template <> inline f32x16 all<f32x16>(float x) { return f32x16{x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x}; }
inline f32x4 quarter(f32x16 v, int i) { f32x4 h[4]; std::memcpy(h, &v, sizeof v); return h[i]; }
inline f32x16 select(i32x16 m, f32x16 a, f32x16 b) { return bits<f32x16>((m & bits<i32x16>(a)) | (~m & bits<i32x16>(b))); }
inline bool any(i32x16 m) { i32x4 h[4]; std::memcpy(h, &m, sizeof m); return any((h[0] | h[1]) | (h[2] | h[3])); }
inline f32x16 to_float(i32x16 i) { return __builtin_convertvector(i, f32x16); }
#endif
inline float to_float(int32_t i) { return static_cast<float>(i); }
inline f32x4 to_float(i32x4 i) { return __builtin_convertvector(i, f32x4); }

}  // namespace tapedeck::simd
