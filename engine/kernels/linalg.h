// Decompositions of small dense matrices, row-major, in double precision whatever the dtype of the tensor: one instantiation, and float32 results that
// are right to the last bit nearly always. Each function works on one matrix; false means that the matrix has no such decomposition.
#pragma once

#include <cstdint>
#include <vector>

namespace tapedeck::linalg {

using Matrix = std::vector<double>;

/// a (n x n) becomes its triangular factors by Gaussian elimination with partial pivoting, b (n x m) the solution of a x = b. The determinant is sign times
/// exp(log_size), and `product` as it is multiplied up. False when a pivot is zero (b is then undefined).
struct Determinant { double sign = 1, log_size = 0, product = 1; };
bool solve(Matrix& a, Matrix& b, int64_t n, int64_t m, Determinant& det);

/// b := inv(a) b by substitution, for a lower or upper triangular matrix; the other triangle is not read. False when the diagonal has a zero.
bool solve_triangular(const Matrix& a, Matrix& b, int64_t n, int64_t m, bool lower);

/// a := L with L Lᵀ = a; only the lower triangle is read. False when a is not positive definite.
bool cholesky(Matrix& a, int64_t n);

/// a (m x n) = q r by Householder reflections: q is m x k, r is k x n, k = m when `full`, else min(m, n). The diagonal of r has the signs LAPACK gives.
void qr(const Matrix& a, int64_t m, int64_t n, bool full, Matrix& q, Matrix& r);

/// Eigenvalues (ascending) and eigenvectors (columns of v) of a symmetric matrix of which the lower triangle is read, by Jacobi's rotations.
void eigh(const Matrix& a, int64_t n, Matrix& values, Matrix& v);

/// a (m x n) = u diag(s) vᵀ, s descending, k = min(m, n), by one-sided Jacobi rotations: u is m x k and v is n x k; square when `full`.
void svd(const Matrix& a, int64_t m, int64_t n, bool full, Matrix& s, Matrix& u, Matrix& v);

}  // namespace tapedeck::linalg
