#include "engine/kernels/linalg.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tapedeck::linalg {

namespace {

Matrix identity(int64_t n) {
  Matrix m(static_cast<size_t>(n * n));
  for (int64_t i = 0; i < n; ++i) m[static_cast<size_t>(i * n + i)] = 1;
  return m;
}

/// The places of `values` in ascending (or descending) order.
std::vector<int64_t> order_of(const Matrix& values, bool descending) {
  std::vector<int64_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int64_t a, int64_t b) {
    const double x = values[static_cast<size_t>(a)], y = values[static_cast<size_t>(b)];
    return descending ? x > y : x < y;
  });
  return order;
}

/// Columns of m (rows x columns) in another order.
Matrix columns_in(const Matrix& m, int64_t rows, int64_t columns, const std::vector<int64_t>& order) {
  Matrix out(static_cast<size_t>(rows) * order.size());
  for (int64_t i = 0; i < rows; ++i)
    for (size_t j = 0; j < order.size(); ++j) out[static_cast<size_t>(i) * order.size() + j] = m[static_cast<size_t>(i * columns + order[j])];
  return out;
}

/// The rotation that makes two axes with these squared lengths (or diagonal elements) and this product orthogonal.
struct Rotation { double c, s; };
Rotation rotation(double pp, double qq, double pq) {
  const double theta = (qq - pp) / (2 * pq), t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1)), c = 1 / std::sqrt(t * t + 1);
  return {c, t * c};
}
void rotate(Rotation r, double& p, double& q) {
  const double x = p;
  p = r.c * x - r.s * q;
  q = r.s * x + r.c * q;
}

constexpr int kSweeps = 60;

/// Fills columns `from`… of m (n x n) with unit vectors orthogonal to the ones before: Gram and Schmidt, twice, from the axes.
void complete(Matrix& m, int64_t n, int64_t from) {
  int64_t axis = 0;
  for (int64_t j = from; j < n && axis < n; ++axis) {
    std::vector<double> v(static_cast<size_t>(n));
    v[static_cast<size_t>(axis)] = 1;
    for (int pass = 0; pass < 2; ++pass)
      for (int64_t k = 0; k < j; ++k) {
        double dot = 0;
        for (int64_t i = 0; i < n; ++i) dot += v[static_cast<size_t>(i)] * m[static_cast<size_t>(i * n + k)];
        for (int64_t i = 0; i < n; ++i) v[static_cast<size_t>(i)] -= dot * m[static_cast<size_t>(i * n + k)];
      }
    double length = 0;
    for (double x : v) length += x * x;
    if (length < 1e-4) continue;   // this axis lies (nearly) in what is there
    for (int64_t i = 0; i < n; ++i) m[static_cast<size_t>(i * n + j)] = v[static_cast<size_t>(i)] / std::sqrt(length);
    ++j;
  }
}

}  // namespace

bool solve(Matrix& a, Matrix& b, int64_t n, int64_t m, Determinant& det) {
  double *A = a.data(), *B = b.data();
  for (int64_t c = 0; c < n; ++c) {
    int64_t pivot = c;
    for (int64_t r = c + 1; r < n; ++r) if (std::fabs(A[r * n + c]) > std::fabs(A[pivot * n + c])) pivot = r;
    if (A[pivot * n + c] == 0) {
      det = {0, -HUGE_VAL, 0};
      return false;
    }
    if (pivot != c) {
      std::swap_ranges(A + pivot * n, A + (pivot + 1) * n, A + c * n);
      std::swap_ranges(B + pivot * m, B + (pivot + 1) * m, B + c * m);
      det.sign = -det.sign;
      det.product = -det.product;
    }
    const double diagonal = A[c * n + c];
    if (diagonal < 0) det.sign = -det.sign;
    det.product *= diagonal;
    det.log_size += std::log(std::fabs(diagonal));
    for (int64_t r = c + 1; r < n; ++r) {
      const double f = A[r * n + c] / diagonal;
      if (f == 0) continue;
      for (int64_t k = c; k < n; ++k) A[r * n + k] -= f * A[c * n + k];
      for (int64_t k = 0; k < m; ++k) B[r * m + k] -= f * B[c * m + k];
    }
  }
  if (std::isnan(det.product)) det.sign = det.product;
  return solve_triangular(a, b, n, m, false);
}

bool solve_triangular(const Matrix& a, Matrix& b, int64_t n, int64_t m, bool lower) {
  for (int64_t step = 0; step < n; ++step) {
    const int64_t i = lower ? step : n - 1 - step;
    const double diagonal = a[static_cast<size_t>(i * n + i)];
    if (diagonal == 0) return false;
    double* row = b.data() + i * m;
    for (int64_t k = lower ? 0 : i + 1; k < (lower ? i : n); ++k) {
      const double f = a[static_cast<size_t>(i * n + k)];
      for (int64_t j = 0; j < m; ++j) row[j] -= f * b[static_cast<size_t>(k * m + j)];
    }
    for (int64_t j = 0; j < m; ++j) row[j] /= diagonal;
  }
  return true;
}

bool cholesky(Matrix& a, int64_t n) {
  double* A = a.data();
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      double sum = A[i * n + j];
      for (int64_t k = 0; k < j; ++k) sum -= A[i * n + k] * A[j * n + k];
      if (i == j && !(sum > 0)) return false;
      A[i * n + j] = i == j ? std::sqrt(sum) : sum / A[j * n + j];
    }
    std::fill(A + i * n + i + 1, A + (i + 1) * n, 0.0);
  }
  return true;
}

void qr(const Matrix& a, int64_t m, int64_t n, bool full, Matrix& q, Matrix& r) {
  Matrix work = a, whole = identity(m);
  std::vector<double> v(static_cast<size_t>(m));
  for (int64_t c = 0; c < std::min(m, n); ++c) {
    double length = 0, tail = 0;
    for (int64_t i = c; i < m; ++i) {
      const double x = v[static_cast<size_t>(i)] = work[static_cast<size_t>(i * n + c)];
      length += x * x;
      if (i > c) tail += x * x;
    }
    if (tail == 0) continue;   // the column is done; LAPACK reflects nothing here
    const double head = v[static_cast<size_t>(c)], beta = head > 0 ? -std::sqrt(length) : std::sqrt(length);
    v[static_cast<size_t>(c)] = head - beta;
    const double scale = 2 / (tail + v[static_cast<size_t>(c)] * v[static_cast<size_t>(c)]);
    const auto reflect = [&](Matrix& x, int64_t columns, bool from_right) {
      for (int64_t j = 0; j < columns; ++j) {
        double dot = 0;
        for (int64_t i = c; i < m; ++i) dot += v[static_cast<size_t>(i)] * x[static_cast<size_t>(from_right ? j * m + i : i * columns + j)];
        for (int64_t i = c; i < m; ++i) x[static_cast<size_t>(from_right ? j * m + i : i * columns + j)] -= scale * dot * v[static_cast<size_t>(i)];
      }
    };
    reflect(work, n, false);
    reflect(whole, m, true);
    for (int64_t i = c + 1; i < m; ++i) work[static_cast<size_t>(i * n + c)] = 0;
  }
  const int64_t k = full ? m : std::min(m, n);
  q.assign(static_cast<size_t>(m * k), 0);
  for (int64_t i = 0; i < m; ++i) std::copy_n(whole.begin() + i * m, k, q.begin() + i * k);
  r.assign(work.begin(), work.begin() + k * n);
}

void eigh(const Matrix& lower, int64_t n, Matrix& values, Matrix& v) {
  Matrix a = lower, rotated = identity(n);
  for (int64_t i = 0; i < n; ++i) for (int64_t j = i + 1; j < n; ++j) a[static_cast<size_t>(i * n + j)] = a[static_cast<size_t>(j * n + i)];
  double *A = a.data(), *V = rotated.data(), scale = 0;
  for (double x : a) scale += x * x;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double off = 0;
    for (int64_t i = 0; i < n; ++i) for (int64_t j = 0; j < i; ++j) off += A[i * n + j] * A[i * n + j];
    if (!(off > 1e-32 * scale)) break;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        if (std::fabs(A[p * n + q]) < 1e-300) continue;
        const Rotation r = rotation(A[p * n + p], A[q * n + q], A[p * n + q]);
        for (int64_t k = 0; k < n; ++k) rotate(r, A[k * n + p], A[k * n + q]);
        for (int64_t k = 0; k < n; ++k) rotate(r, A[p * n + k], A[q * n + k]);
        for (int64_t k = 0; k < n; ++k) rotate(r, V[k * n + p], V[k * n + q]);
      }
  }
  Matrix diagonal(static_cast<size_t>(n));
  for (int64_t i = 0; i < n; ++i) diagonal[static_cast<size_t>(i)] = A[i * n + i];
  const std::vector<int64_t> order = order_of(diagonal, false);
  values = columns_in(diagonal, 1, n, order);
  v = columns_in(rotated, n, n, order);
}

void svd(const Matrix& a, int64_t m, int64_t n, bool full, Matrix& s, Matrix& u, Matrix& v) {
  if (m < n) {   // the transpose is tall
    Matrix t(a.size());
    for (int64_t i = 0; i < m; ++i) for (int64_t j = 0; j < n; ++j) t[static_cast<size_t>(j * m + i)] = a[static_cast<size_t>(i * n + j)];
    return svd(t, n, m, full, s, v, u);
  }
  Matrix work = a, rotated = identity(n);
  double *W = work.data(), *V = rotated.data();
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool moved = false;
    for (int64_t p = 0; p < n; ++p)
      for (int64_t q = p + 1; q < n; ++q) {
        double pp = 0, qq = 0, pq = 0;
        for (int64_t i = 0; i < m; ++i) {
          const double x = W[i * n + p], y = W[i * n + q];
          pp += x * x;
          qq += y * y;
          pq += x * y;
        }
        if (!(std::fabs(pq) > 1e-16 * std::sqrt(pp * qq)) || pq == 0) continue;
        moved = true;
        const Rotation r = rotation(pp, qq, pq);
        for (int64_t i = 0; i < m; ++i) rotate(r, W[i * n + p], W[i * n + q]);
        for (int64_t i = 0; i < n; ++i) rotate(r, V[i * n + p], V[i * n + q]);
      }
    if (!moved) break;
  }
  Matrix lengths(static_cast<size_t>(n));
  for (int64_t j = 0; j < n; ++j) {
    double sum = 0;
    for (int64_t i = 0; i < m; ++i) sum += W[i * n + j] * W[i * n + j];
    lengths[static_cast<size_t>(j)] = std::sqrt(sum);
  }
  const std::vector<int64_t> order = order_of(lengths, true);
  s = columns_in(lengths, 1, n, order);
  v = columns_in(rotated, n, n, order);
  work = columns_in(work, m, n, order);
  const int64_t k = full ? m : n;
  u.assign(static_cast<size_t>(m * k), 0);
  const double smallest = (n ? s[0] : 0) * 1e-15;
  int64_t rank = 0;
  for (; rank < n && s[static_cast<size_t>(rank)] > smallest; ++rank)
    for (int64_t i = 0; i < m; ++i) u[static_cast<size_t>(i * k + rank)] = work[static_cast<size_t>(i * n + rank)] / s[static_cast<size_t>(rank)];
  if (rank == k) return;
  Matrix square(static_cast<size_t>(m * m));   // what is left of u is any orthonormal completion
  for (int64_t i = 0; i < m; ++i) std::copy_n(u.begin() + i * k, rank, square.begin() + i * m);
  complete(square, m, rank);
  for (int64_t i = 0; i < m; ++i) std::copy_n(square.begin() + i * m, k, u.begin() + i * k);
}

}  // namespace tapedeck::linalg
