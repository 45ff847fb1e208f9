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
template <class V> using ints_of = typename lane<V>::ints;

inline f32x4 load(const float* p) { f32x4 v; std::memcpy(&v, p, sizeof v); return v; }
inline void store(float* p, f32x4 v) { std::memcpy(p, &v, sizeof v); }
inline f32x4 splat(float x) { return f32x4{x, x, x, x}; }

template <class V> V all(float x);
template <> inline float all<float>(float x) { return x; }
template <> inline f32x4 all<f32x4>(float x) { return splat(x); }

/// Reinterpret bits; the types have the same size.
template <class To, class From> inline To bits(From v) { To to; static_assert(sizeof to == sizeof v); std::memcpy(&to, &v, sizeof to); return to; }

inline float select(bool m, float a, float b) { return m ? a : b; }
inline f32x4 select(i32x4 m, f32x4 a, f32x4 b) { return bits<f32x4>((m & bits<i32x4>(a)) | (~m & bits<i32x4>(b))); }
inline float to_float(int32_t i) { return static_cast<float>(i); }
inline f32x4 to_float(i32x4 i) { return __builtin_convertvector(i, f32x4); }

}  // namespace tapedeck::simd
