// Small products run as plain loops in the order i, k, j (so each element is added up in the order of k). Larger float products pack B into strips of
// eight columns and A into strips of four rows, and run a micro-kernel of 4 rows x 2 vectors, which V8 keeps in registers (more rows spill).
#include "engine/kernels/matmul.h"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "engine/core/apply.h"
#include "engine/kernels/elementwise.h"
#include "engine/kernels/simd.h"

namespace tapedeck {

namespace {

template <class T> void plain(const T* a, const T* b, T* c, int64_t m, int64_t n, int64_t k, bool ta, bool tb) {
  const int64_t a_row = ta ? 1 : k, a_column = ta ? m : 1;
  for (int64_t i = 0; i < m; ++i) {
    T* row = c + i * n;
    if (tb) {
      for (int64_t j = 0; j < n; ++j) {
        T sum = 0;
        for (int64_t p = 0; p < k; ++p) sum += a[i * a_row + p * a_column] * b[j * k + p];
        row[j] = sum;
      }
      continue;
    }
    std::fill(row, row + n, T(0));
    for (int64_t p = 0; p < k; ++p) {
      const T x = a[i * a_row + p * a_column];
      for (int64_t j = 0; j < n; ++j) row[j] += x * b[p * n + j];
    }
  }
}

constexpr int64_t kRows = 4, kColumns = 8, kDepth = 512, kPanelRows = 64;
constexpr int64_t kBInPlace = 128 * 128, kAInPlace = 256 * 256 * 256;   // elements of B, products: beyond these packing pays

/// A[i0.., p0..] as strips of four rows, the rows of a strip interleaved; missing rows are zero.
void pack_a(const float* a, float* to, int64_t m, int64_t k, bool ta, int64_t i0, int64_t rows, int64_t p0, int64_t depth) {
  for (int64_t i = 0; i < rows; i += kRows, to += kRows * depth) {
    const int64_t have = std::min(kRows, rows - i), row_step = ta ? 1 : k, step = ta ? m : 1;
    const float* from = a + (i0 + i) * row_step + p0 * step;
    if (ta && have == kRows) {
      for (int64_t p = 0; p < depth; ++p) simd::store(to + p * kRows, simd::load(from + p * step));
      continue;
    }
    for (int64_t r = 0; r < kRows; ++r)
      for (int64_t p = 0; p < depth; ++p) to[p * kRows + r] = r < have ? from[r * row_step + p * step] : 0.0f;
  }
}

/// B[p0.., from column j0] as strips of eight columns; missing columns are zero.
void pack_b(const float* b, float* to, int64_t n, int64_t k, bool tb, int64_t p0, int64_t depth, int64_t j0) {
  for (int64_t j = j0; j < n; j += kColumns, to += kColumns * depth) {
    const int64_t width = std::min(kColumns, n - j);
    if (!tb && width == kColumns) {
      for (int64_t p = 0; p < depth; ++p) {
        simd::store(to + p * kColumns, simd::load(b + (p0 + p) * n + j));
        simd::store(to + p * kColumns + 4, simd::load(b + (p0 + p) * n + j + 4));
      }
      continue;
    }
    for (int64_t q = 0; q < kColumns; ++q)
      for (int64_t p = 0; p < depth; ++p) to[p * kColumns + q] = q < width ? (tb ? b[(j + q) * k + p0 + p] : b[(p0 + p) * n + j + q]) : 0.0f;
  }
}

/// Adds the product of four rows of A and eight columns of B to a 4 x 8 tile of C (or begins it). Element (r, p) of A is a[r·a_row + p·a_step], row p of B
/// begins at b + p·b_step: packed strips and matrices where they lie look alike.
struct Strip { const float* at; int64_t row, step; };
inline void micro(Strip a, Strip b, float* c, int64_t n, int64_t depth, int64_t rows, int64_t columns, bool first) {
  using simd::f32x4;
  f32x4 s00{}, s01{}, s10{}, s11{}, s20{}, s21{}, s30{}, s31{};
  const float *a0 = a.at, *a1 = a0 + a.row, *a2 = a1 + a.row, *a3 = a2 + a.row, *y = b.at;
  for (int64_t p = 0; p < depth; ++p, y += b.step, a0 += a.step, a1 += a.step, a2 += a.step, a3 += a.step) {
    const f32x4 b0 = simd::load(y), b1 = simd::load(y + 4);
    f32x4 x = simd::splat(*a0);
    s00 += x * b0; s01 += x * b1;
    x = simd::splat(*a1);
    s10 += x * b0; s11 += x * b1;
    x = simd::splat(*a2);
    s20 += x * b0; s21 += x * b1;
    x = simd::splat(*a3);
    s30 += x * b0; s31 += x * b1;
  }
  const f32x4 sums[4][2] = {{s00, s01}, {s10, s11}, {s20, s21}, {s30, s31}};
  for (int64_t r = 0; r < rows; ++r) {
    float* to = c + r * n;
    if (columns == kColumns) {
      simd::store(to, first ? sums[r][0] : simd::load(to) + sums[r][0]);
      simd::store(to + 4, first ? sums[r][1] : simd::load(to + 4) + sums[r][1]);
      continue;
    }
    float tile[kColumns];
    simd::store(tile, sums[r][0]);
    simd::store(tile + 4, sums[r][1]);
    for (int64_t j = 0; j < columns; ++j) to[j] = first ? tile[j] : to[j] + tile[j];
  }
}

template <class T> void product(const T* a, const T* b, T* c, int64_t m, int64_t n, int64_t k, bool ta, bool tb) {
  if constexpr (std::is_same_v<T, float>) gemm(a, b, c, m, n, k, ta, tb);
  else plain(a, b, c, m, n, k, ta, tb);
}

}  // namespace

void gemm_packed(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool ta, bool tb) {
  static std::vector<float> room_a, room_b;   // kept: one thread, and every training step packs again
  const int64_t strips = (n + kColumns - 1) / kColumns, wholes = n / kColumns;
  // B is read where it lies while its rows are few enough for the cache, but for the columns beyond the last eight; A where its rows are whole.
  const bool b_lies = !tb && n * std::min(k, kDepth) <= kBInPlace, a_lies = !ta && m * n * k <= kAInPlace;
  room_a.resize(static_cast<size_t>(kPanelRows * kDepth));
  room_b.resize(static_cast<size_t>(strips * kColumns * std::min(k, kDepth)));
  for (int64_t p0 = 0; p0 < k; p0 += kDepth) {
    if (runtime().poll) runtime().poll();
    const int64_t depth = std::min(kDepth, k - p0), packed_from = b_lies ? wholes : 0;
    pack_b(b, room_b.data(), n, k, tb, p0, depth, packed_from * kColumns);
    const auto strip_of_b = [&](int64_t s) {
      return s < packed_from ? Strip{b + p0 * n + s * kColumns, 0, n} : Strip{room_b.data() + (s - packed_from) * kColumns * depth, 0, kColumns};
    };
    for (int64_t i0 = 0; i0 < m; i0 += kPanelRows) {
      const int64_t rows = std::min(kPanelRows, m - i0), whole_rows = a_lies ? rows / kRows * kRows : 0;
      pack_a(a, room_a.data(), m, k, ta, i0 + whole_rows, rows - whole_rows, p0, depth);
      const auto strip_of_a = [&](int64_t i) { return i < whole_rows ? Strip{a + (i0 + i) * k + p0, k, 1} : Strip{room_a.data() + (i - whole_rows) * depth, 1, kRows}; };
      for (int64_t s = 0; s < strips; ++s)
        for (int64_t i = 0; i < rows; i += kRows)
          micro(strip_of_a(i), strip_of_b(s), c + (i0 + i) * n + s * kColumns, n, depth, std::min(kRows, rows - i), std::min(kColumns, n - s * kColumns), p0 == 0);
    }
  }
}

#ifdef TAPEDECK_EIGEN
void gemm_eigen(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b);   // matmul_eigen.cpp
#endif

void gemm(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool ta, bool tb) {
  if (k == 0) { std::fill(c, c + m * n, 0.0f); return; }
  if (m * n * k < 4096) return plain(a, b, c, m, n, k, ta, tb);
#ifdef TAPEDECK_EIGEN
  gemm_eigen(a, b, c, m, n, k, ta, tb);
#else
  gemm_packed(a, b, c, m, n, k, ta, tb);
#endif
}

void gemm(const double* a, const double* b, double* c, int64_t m, int64_t n, int64_t k, bool ta, bool tb) { plain(a, b, c, m, n, k, ta, tb); }

void matmul(const Tensor& a, const Tensor& b, bool ta, bool tb, Tensor& out) {
  const int64_t m = out.shape().from_end(2), n = out.shape().from_end(1), k = a.shape().from_end(ta ? 2 : 1);
  if (out.size() == 0) return;
  visit_dtype(a.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (!std::is_same_v<T, bool>) {
      const T *x = a.data<T>(), *y = b.data<T>();
      T* to = out.mutable_data<T>();
      if (out.rank() == 2) return product<T>(x, y, to, m, n, k, ta, tb);
      // Leading axes: walk the batch of the result, with step 0 where an operand's batch axis is broadcast.
      Shape batch, batch_a, batch_b;
      for (int i = 0; i < out.rank() - 2; ++i) batch.push_back(out.shape()[i]);
      for (int i = 0; i < a.rank() - 2; ++i) batch_a.push_back(a.shape()[i]);
      for (int i = 0; i < b.rank() - 2; ++i) batch_b.push_back(b.shape()[i]);
      const BroadcastPlan plan = broadcast_plan(batch, {&batch_a, &batch_b});
      std::array<int64_t, Shape::kMaxRank> at{};
      for (int64_t done = 0; done < batch.size(); ++done) {
        product<T>(x, y, to + done * m * n, m, n, k, ta, tb);
        for (auto axis = static_cast<size_t>(plan.rank); axis-- > 0;) {
          x += plan.stride[0][axis] * m * k;
          y += plan.stride[1][axis] * k * n;
          if (++at[axis] < plan.size[axis]) break;
          x -= plan.stride[0][axis] * m * k * plan.size[axis];
          y -= plan.stride[1][axis] * k * n * plan.size[axis];
          at[axis] = 0;
        }
      }
    }
  }, [] {});
}

}  // namespace tapedeck
