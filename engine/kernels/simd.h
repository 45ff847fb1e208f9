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

// What a long loop takes at a time. V8 rebuilds a vector constant from immediates at each use, so in WASM two vectors share every constant; natively
// constants come from memory and one vector is best.
#ifdef __wasm_simd128__
typedef float f32x8 __attribute__((vector_size(32)));
typedef int32_t i32x8 __attribute__((vector_size(32)));
template <> struct lane<f32x8> { using ints = i32x8; static constexpr int count = 8; };
using wide = f32x8;
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
inline void store(float* p, f32x8 v) { std::memcpy(p, &v, sizeof v); }
template <> inline f32x8 all<f32x8>(float x) { return f32x8{x, x, x, x, x, x, x, x}; }
inline f32x4 half(f32x8 v, int i) { f32x4 h[2]; std::memcpy(h, &v, sizeof v); return h[i]; }
inline f32x8 select(i32x8 m, f32x8 a, f32x8 b) { return bits<f32x8>((m & bits<i32x8>(a)) | (~m & bits<i32x8>(b))); }
inline bool any(i32x8 m) { i32x4 h[2]; std::memcpy(h, &m, sizeof m); return any(h[0] | h[1]); }
inline f32x8 to_float(i32x8 i) { return __builtin_convertvector(i, f32x8); }
#endif
inline float to_float(int32_t i) { return static_cast<float>(i); }
inline f32x4 to_float(i32x4 i) { return __builtin_convertvector(i, f32x4); }

}  // namespace tapedeck::simd
