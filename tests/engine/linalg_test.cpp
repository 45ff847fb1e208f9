#include "engine/kernels/linalg.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <utility>

#include "engine/ops/ops.h"

using namespace tapedeck;
using linalg::Matrix;

namespace {

/// Numbers that repeat in no pattern a decomposition could like.
Matrix drawn(int64_t m, int64_t n) {
  Matrix a(static_cast<size_t>(m * n));
  for (size_t i = 0; i < a.size(); ++i) a[i] = std::sin(static_cast<double>(i * i + 1) * 1.7) * 2;
  return a;
}
/// a (m x k) · b (k x n); transposes as flags.
Matrix product(const Matrix& a, const Matrix& b, int64_t m, int64_t n, int64_t k, bool ta = false, bool tb = false) {
  Matrix c(static_cast<size_t>(m * n));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      for (int64_t p = 0; p < k; ++p) c[static_cast<size_t>(i * n + j)] += a[static_cast<size_t>(ta ? p * m + i : i * k + p)] * b[static_cast<size_t>(tb ? j * k + p : p * n + j)];
  return c;
}
double distance(const Matrix& a, const Matrix& b) {
  REQUIRE(a.size() == b.size());
  double most = 0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]));
  return most;
}
Matrix identity(int64_t n) {
  Matrix m(static_cast<size_t>(n * n));
  for (int64_t i = 0; i < n; ++i) m[static_cast<size_t>(i * n + i)] = 1;
  return m;
}

}  // namespace

TEST_CASE("a solution solves, and the determinant has its sign") {
  const int64_t n = GENERATE(1, 2, 3, 7);
  const Matrix a = drawn(n, n), b = drawn(n, 2);
  Matrix factors = a, x = b;
  linalg::Determinant det;
  REQUIRE(linalg::solve(factors, x, n, 2, det));
  CHECK(distance(product(a, x, n, 2, n), b) < 1e-9);
  CHECK(std::fabs(det.product - det.sign * std::exp(det.log_size)) < 1e-9 * std::fabs(det.product));
  if (n == 2) CHECK(std::fabs(det.product - (a[0] * a[3] - a[1] * a[2])) < 1e-12);
}

TEST_CASE("a singular matrix is not solved, and its determinant is 0") {
  Matrix a = {1, 2, 2, 4}, b = {1, 1};
  linalg::Determinant det;
  CHECK_FALSE(linalg::solve(a, b, 2, 1, det));
  CHECK(det.product == 0);
}

TEST_CASE("Q R is the matrix, Q is orthonormal and the first pivots are negative for positive columns") {
  const auto [m, n] = GENERATE(std::pair<int64_t, int64_t>{3, 3}, std::pair<int64_t, int64_t>{5, 2}, std::pair<int64_t, int64_t>{2, 5}, std::pair<int64_t, int64_t>{1, 1});
  const bool full = GENERATE(false, true);
  const Matrix a = drawn(m, n);
  const int64_t k = full ? m : std::min(m, n);
  Matrix q, r;
  linalg::qr(a, m, n, full, q, r);
  CHECK(distance(product(q, r, m, n, k), a) < 1e-12);
  CHECK(distance(product(q, q, k, k, m, true), identity(k)) < 1e-12);
  Matrix one, upper;
  linalg::qr({3, 4}, 2, 1, false, one, upper);
  CHECK(std::fabs(upper[0] + 5) < 1e-12);
}

TEST_CASE("eigenvectors are orthonormal and stretched by their eigenvalues, which ascend") {
  const int64_t n = GENERATE(1, 2, 4, 9);
  Matrix a = drawn(n, n), e, v;
  for (int64_t i = 0; i < n; ++i) for (int64_t j = 0; j < i; ++j) a[static_cast<size_t>(j * n + i)] = a[static_cast<size_t>(i * n + j)];
  linalg::eigh(a, n, e, v);
  CHECK(std::is_sorted(e.begin(), e.end()));
  Matrix stretched = v;
  for (int64_t i = 0; i < n; ++i) for (int64_t j = 0; j < n; ++j) stretched[static_cast<size_t>(i * n + j)] *= e[static_cast<size_t>(j)];
  CHECK(distance(product(a, v, n, n, n), stretched) < 1e-10);
  CHECK(distance(product(v, v, n, n, n, true), identity(n)) < 1e-12);
}

TEST_CASE("singular vectors are orthonormal and give the matrix back, also where it has no full rank") {
  const auto [m, n] = GENERATE(std::pair<int64_t, int64_t>{3, 3}, std::pair<int64_t, int64_t>{6, 2}, std::pair<int64_t, int64_t>{2, 5});
  const bool full = GENERATE(false, true), deficient = GENERATE(false, true);
  Matrix a = drawn(m, n), s, u, v;
  if (deficient) for (int64_t i = 0; i < m; ++i) for (int64_t j = 1; j < n; ++j) a[static_cast<size_t>(i * n + j)] = a[static_cast<size_t>(i * n)] * static_cast<double>(j);
  linalg::svd(a, m, n, full, s, u, v);
  const int64_t k = std::min(m, n), ku = full ? m : k, kv = full ? n : k;
  CHECK(std::is_sorted(s.rbegin(), s.rend()));
  CHECK(distance(product(u, u, ku, ku, m, true), identity(ku)) < 1e-9);
  CHECK(distance(product(v, v, kv, kv, n, true), identity(kv)) < 1e-9);
  Matrix scaled(static_cast<size_t>(m * kv));
  for (int64_t i = 0; i < m; ++i) for (int64_t j = 0; j < k; ++j) scaled[static_cast<size_t>(i * kv + j)] = u[static_cast<size_t>(i * ku + j)] * s[static_cast<size_t>(j)];
  CHECK(distance(product(scaled, v, m, n, kv, false, true), a) < 1e-10);
}

TEST_CASE("a triangular solve reads one triangle and broadcasts over batches") {
  reset_runtime(1);
  const Tensor a = Tensor::from<float>(Shape{2, 2}, {2, 99, 1, 4}), b = Tensor::from<float>(Shape{2, 2, 1}, {2, 9, 4, 10});
  const Tensor x = apply1(matrix_triangular_solve_op, {a, b});
  CHECK(x.shape() == Shape{2, 2, 1});
  CHECK(x.element(0) == 1);
  CHECK(x.element(1) == 2);
  CHECK(x.element(3) == 2);
}
