// Solving and taking apart matrices, over the last two axes; the leading ones are a batch. Gradients: tensorflow/python/ops/linalg_grad.py.
#include "engine/kernels/linalg.h"

#include <algorithm>
#include <cmath>

#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

using linalg::Matrix;

int64_t rows_of(const Shape& s) { return s.from_end(2); }
int64_t columns_of(const Shape& s) { return s.from_end(1); }
Shape batch_of(const Shape& s) { return Shape(s.dims().first(static_cast<size_t>(s.rank() - 2))); }
Shape with_matrix(Shape batch, int64_t rows, int64_t columns) {
  batch.push_back(rows);
  batch.push_back(columns);
  return batch;
}
Shape with_vector(Shape batch, int64_t n) {
  batch.push_back(n);
  return batch;
}

void check_matrix(InferContext& c, size_t i) {
  check_dtype(c, i);
  if (c.shape(i).rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "Input tensor " + std::to_string(i) + " must have rank >= 2, got " + std::to_string(c.shape(i).rank()));
}
void check_square(InferContext& c) {
  check_matrix(c, 0);
  const int64_t m = rows_of(c.shape(0)), n = columns_of(c.shape(0));
  if (m != n && m >= 0 && n >= 0) op_error(c.op, ErrorKind::invalid_argument, "Input matrix must be square, got " + std::to_string(m) + " != " + std::to_string(n));
}
void infer_square(InferContext& c) {
  check_square(c);
  c.output(c.dtype(0), c.shape(0));
}

/// Matrix number b of a batch, as doubles (transposed: as it is read by columns).
Matrix matrix_at(const Tensor& t, int64_t b, bool transposed = false) {
  const int64_t m = rows_of(t.shape()), n = columns_of(t.shape());
  Matrix out(static_cast<size_t>(m * n));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) out[static_cast<size_t>(transposed ? j * m + i : i * n + j)] = t.element(b * m * n + i * n + j);
  return out;
}
/// Writes results number b of a batch of vectors or matrices of `values.size()` elements.
void put(Tensor& t, int64_t b, const Matrix& values) {
  const auto n = static_cast<int64_t>(values.size());
  for (int64_t i = 0; i < n; ++i) {
    if (t.dtype() == DType::float64) t.mutable_data<double>()[b * n + i] = values[static_cast<size_t>(i)];
    else t.mutable_data<float>()[b * n + i] = static_cast<float>(values[static_cast<size_t>(i)]);
  }
}
int64_t batches(const Tensor& t) { return batch_of(t.shape()).size(); }
void poll() { if (runtime().poll) runtime().poll(); }

Tensor transposed(const Tensor& x) {
  std::vector<int64_t> perm;
  for (int i = 0; i < x.rank(); ++i) perm.push_back(i);
  std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return ops::transpose(x, perm);
}
Tensor diagonal(const Tensor& x) { return apply1(diag_part_op, {x}); }
Tensor on_diagonal(const Tensor& x) { return apply1(diag_op, {x}); }
Tensor with_diagonal(const Tensor& x, const Tensor& d) { return apply1(set_diag_op, {x, d}); }
Tensor band(const Tensor& x, int64_t lower, int64_t upper) { return apply1(band_part_op, {x}, {{"num_lower", lower}, {"num_upper", upper}}); }
Tensor inverse(const Tensor& a, bool adjoint = false) { return apply1(matrix_inverse_op, {a}, {{"adjoint", adjoint}}); }
/// inv(r) of an upper triangular r, from the right and transposed: x · inv(r)ᵀ.
Tensor divided_by_upper(const Tensor& x, const Tensor& r) { return transposed(apply1(matrix_triangular_solve_op, {r, transposed(x)}, {{"lower", false}})); }
/// 1 / x that is 0 at 0. Source: linalg_grad.py, _SafeReciprocal.
Tensor safe_reciprocal(const Tensor& x) { return x / (ops::square(x) + 1e-20); }
/// 1 / (x[j] - x[i]) off the diagonal, 0 on it.
Tensor reciprocal_gaps(const Tensor& x) { return with_diagonal(safe_reciprocal(ops::expand_dims(x, -2) - ops::expand_dims(x, -1)), ops::zeros_like(x)); }
Tensor columns(const Tensor& x, int64_t from, int64_t count) {
  std::vector<int64_t> begin(static_cast<size_t>(x.rank()), 0);
  begin.back() = from;
  return ops::slice(x, begin, x.shape().with(x.rank() - 1, count));
}

Tensor fixed_matrix(const Shape& shape, std::initializer_list<float> values) { return Tensor::from<float>(shape, values); }
/// Matrices well away from singular ones, drawn between 0.2 and 1.
std::vector<Example> square_examples() { return {{.shapes = {Shape{3, 3}}}, {.shapes = {Shape{2, 2, 2}}}}; }

// ---- gradients of the decompositions -------------------------------------------------------------------------------------------------

/// Source: _QrGradSquareAndDeepMatrices.
Tensor qr_gradient_deep(const Tensor& q, const Tensor& r, const Tensor& dq, const Tensor& dr) {
  const Tensor qdq = ops::matmul(q, dq, true), rdr = ops::matmul(r, dr, false, true);
  const Tensor lower = band((qdq - transposed(qdq)) + (rdr - transposed(rdr)), -1, 0);
  return ops::matmul(q, dr + divided_by_upper(lower, r)) + divided_by_upper(dq - ops::matmul(q, qdq), r);
}

void qr_gradient(GradientContext& c) {
  const Tensor dq = c.upstream_or_zeros(0), dr = c.upstream_or_zeros(1), &q = c.out(0), &r = c.out(1);
  const int64_t m = rows_of(q.shape()), n = columns_of(r.shape());
  if (m > n && c.attrs.flag("full_matrices")) throw Error(ErrorKind::unimplemented, "QrGrad not implemented when nrows > ncols and full_matrices is true. Received r.shape=" + r.shape().parens() + " with nrows=" + std::to_string(m) + " and ncols=" + std::to_string(n) + ".");
  if (m >= n) return c.set(0, qr_gradient_deep(q, r, dq, dr));
  // A wide matrix is [x, y] and r is [u, v]: x = q u is the square case, and y = q v.
  const Tensor y = columns(c.in(0), m, n - m), u = columns(r, 0, m), dv = columns(dr, m, n - m), du = columns(dr, 0, m);
  const Tensor parts[] = {qr_gradient_deep(q, u, dq + ops::matmul(y, dv, false, true), du), ops::matmul(q, dv)};
  c.set(0, apply(concat_op, parts, {{"axis", int64_t{-1}}})[0]);
}

void eigh_gradient(GradientContext& c) {
  const Tensor &e = c.out(0), &v = c.out(1);
  Tensor inner = on_diagonal(c.upstream_or_zeros(0));
  if (c.upstream(1)) inner = inner + reciprocal_gaps(e) * ops::matmul(v, c.upstream(1), true);
  const Tensor g = ops::matmul(v, ops::matmul(inner, v, false, true));
  const Tensor lower = band(g + transposed(g), -1, 0);   // the forward op reads the lower triangle only
  c.set(0, with_diagonal(lower, diagonal(lower) * 0.5));
}

void svd_gradient(GradientContext& c) {
  const Tensor& s = c.out(0);
  Tensor u = c.out(1), v = c.out(2), du = c.upstream_or_zeros(1), dv = c.upstream_or_zeros(2);
  int64_t m = rows_of(c.in_shape(0)), n = columns_of(c.in_shape(0));
  if (c.attrs.flag("full_matrices") && std::abs(m - n) > 1) throw Error(ErrorKind::unimplemented, "svd gradient is not implemented for abs(m - n) > 1 when full_matrices is True");
  const bool tall = m > n;
  if (tall) {
    std::swap(m, n);
    std::swap(u, v);
    std::swap(du, dv);
  }
  const Tensor ds = on_diagonal(c.upstream_or_zeros(0)), s_matrix = on_diagonal(s);
  const Tensor gaps = reciprocal_gaps(ops::square(s)), v1 = columns_of(v.shape()) == m ? v : columns(v, 0, m), dv1 = columns_of(dv.shape()) == m ? dv : columns(dv, 0, m);
  const Tensor fu = gaps * ops::matmul(u, du, true), fv = gaps * ops::matmul(v1, dv1, true);
  const Tensor middle = ds + ops::matmul(fu + transposed(fu), s_matrix) + ops::matmul(s_matrix, fv + transposed(fv));
  Tensor g = ops::matmul(u, ops::matmul(middle, v1, false, true));
  if (m != n) {
    const Tensor dv1t = transposed(dv1);
    Tensor rest = dv1t - ops::matmul(ops::matmul(dv1t, v1), v1, false, true);
    if (c.attrs.flag("full_matrices")) {
      const Tensor v2 = columns(v, m, n - m), dv2 = columns(dv, m, n - m);
      rest = rest - ops::matmul(ops::matmul(v1, dv2, true), v2, false, true);
    }
    g = g + ops::matmul(ops::matmul(u, on_diagonal(safe_reciprocal(s))), rest);
  }
  c.set(0, tall ? transposed(g) : g);
}

/// Gradients of x = inv(a) b: db = inv(a)ᵀ dx, da = -db xᵀ (the other way round when a was taken transposed).
void solve_gradient(GradientContext& c) {
  const bool adjoint = c.attrs.flag("adjoint");
  Attrs other = c.attrs;
  other.set("adjoint", !adjoint);
  const Tensor db = apply1(c.op, {c.in(0), c.upstream()}, other);
  if (c.wants(0)) {
    Tensor da = -(adjoint ? ops::matmul(c.out(), db, false, true) : ops::matmul(db, c.out(), false, true));
    if (&c.op == &matrix_triangular_solve_op) da = c.attrs.flag("lower", true) ? band(da, -1, 0) : band(da, 0, -1);
    c.set(0, sum_to_input(c, 0, da));
  }
  if (c.wants(1)) c.set(1, sum_to_input(c, 1, db));
}

void infer_solve(InferContext& c) {
  check_square(c);
  check_same_dtype(c);
  if (c.shape(1).rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "Input tensor 1 must have rank >= 2, got " + std::to_string(c.shape(1).rank()));
  const int64_t n = rows_of(c.shape(0)), m = rows_of(c.shape(1));
  if (n != m && n >= 0 && m >= 0) op_error(c.op, ErrorKind::invalid_argument, "Input matrix and rhs are incompatible.");
  const Shape a = batch_of(c.shape(0)), b = batch_of(c.shape(1));
  const bool may_broadcast = &c.op == &matrix_triangular_solve_op;
  if (!may_broadcast && !(a == b) && a.is_known() && b.is_known()) op_error(c.op, ErrorKind::invalid_argument, "All input tensors must have the same outer dimensions.");
  c.output(c.dtype(0), with_matrix(may_broadcast ? broadcast_shape(c.op, a, b) : b, m, columns_of(c.shape(1))));
}

}  // namespace

/// Inverse of square matrices. Attribute: adjoint (of the transpose).
const Op matrix_inverse_op = {
    .name = "matrix_inverse", .type = "MatrixInverse", .formula = "y = A^-1", .gradient_text = "dA = -y^T · dy · y^T", .min_inputs = 1, .max_inputs = 1, .infer = infer_square,
    .kernel = [](KernelContext& c) {
      const int64_t n = columns_of(c.in(0).shape());
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        poll();
        Matrix a = matrix_at(c.in(0), b, c.attrs.flag("adjoint")), x(static_cast<size_t>(n * n));
        for (int64_t i = 0; i < n; ++i) x[static_cast<size_t>(i * n + i)] = 1;
        linalg::Determinant det;
        if (!linalg::solve(a, x, n, n, det)) op_error(c.op, ErrorKind::invalid_argument, "Input is not invertible.", "Its determinant is 0.");
        put(c.out(), b, x);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::outputs,
    .gradient = [](GradientContext& c) {
      const bool adjoint = c.attrs.flag("adjoint");
      const Tensor g = -ops::matmul(c.out(), ops::matmul(c.upstream(), c.out(), false, true), true);
      c.set(0, adjoint ? transposed(g) : g);
    },
    .examples = square_examples};

/// Determinant of square matrices; 0 for singular ones.
const Op matrix_determinant_op = {
    .name = "matrix_determinant", .type = "MatrixDeterminant", .formula = "y = det A", .gradient_text = "dA = dy * y * A^-T", .min_inputs = 1, .max_inputs = 1,
    .infer = [](InferContext& c) { check_square(c); c.output(c.dtype(0), batch_of(c.shape(0))); },
    .kernel = [](KernelContext& c) {
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        Matrix a = matrix_at(c.in(0), b), none;
        linalg::Determinant det;
        linalg::solve(a, none, columns_of(c.in(0).shape()), 0, det);
        put(c.out(), b, {det.product});
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::both,
    .gradient = [](GradientContext& c) { c.set(0, ops::expand_dims(ops::expand_dims(c.upstream() * c.out(), -1), -1) * inverse(c.in(0), true)); }, .examples = square_examples};

/// Sign and logarithm of the size of the determinant, where the determinant itself would overflow.
const Op log_matrix_determinant_op = {
    .name = "log_matrix_determinant", .type = "LogMatrixDeterminant", .formula = "sign = sign det A, y = log |det A|", .gradient_text = "dA = dy * A^-T", .min_inputs = 1, .max_inputs = 1,
    .infer = [](InferContext& c) { check_square(c); c.output(c.dtype(0), batch_of(c.shape(0))); c.output(c.dtype(0), batch_of(c.shape(0))); },
    .kernel = [](KernelContext& c) {
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        Matrix a = matrix_at(c.in(0), b), none;
        linalg::Determinant det;
        linalg::solve(a, none, columns_of(c.in(0).shape()), 0, det);
        put(c.out(0), b, {det.sign});
        put(c.out(1), b, {det.log_size});
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) { c.set(0, ops::expand_dims(ops::expand_dims(c.upstream_or_zeros(1), -1), -1) * inverse(c.in(0), true)); }, .examples = square_examples};

/// The x with A x = b. Inputs: A [..., n, n], b [..., n, m]. Attribute: adjoint (A transposed).
const Op matrix_solve_op = {
    .name = "matrix_solve", .type = "MatrixSolve", .formula = "x = A^-1 · b", .gradient_text = "db = A^-T · dx, dA = -db · x^T", .min_inputs = 2, .max_inputs = 2, .infer = infer_solve,
    .kernel = [](KernelContext& c) {
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        poll();
        Matrix a = matrix_at(c.in(0), b, c.attrs.flag("adjoint")), x = matrix_at(c.in(1), b);
        linalg::Determinant det;
        if (!linalg::solve(a, x, rows_of(c.out().shape()), columns_of(c.out().shape()), det)) op_error(c.op, ErrorKind::invalid_argument, "Input matrix is not invertible.", "Its determinant is 0.");
        put(c.out(), b, x);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = solve_gradient,
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 3}, Shape{3, 2}}}, {.shapes = {Shape{2, 2, 2}, Shape{2, 2, 1}}, .attrs = {{"adjoint", true}}}}; }};

/// The x with A x = b for triangular A, of which only one triangle is read. Attributes: lower, adjoint. Batches broadcast.
const Op matrix_triangular_solve_op = {
    .name = "matrix_triangular_solve", .type = "MatrixTriangularSolve", .formula = "x = A^-1 · b, A triangular", .gradient_text = "db = A^-T · dx, dA = the triangle of -db · x^T", .min_inputs = 2, .max_inputs = 2, .infer = infer_solve,
    .kernel = [](KernelContext& c) {
      const bool adjoint = c.attrs.flag("adjoint"), lower = c.attrs.flag("lower", true) != adjoint;
      const int64_t whole = batches(c.out());
      const Shape batch = batch_of(c.out().shape());
      const auto place = [&](const Tensor& t, int64_t b) {   // the matrix of t that broadcasts to number b
        const Shape own = batch_of(t.shape());
        int64_t at = 0, step = 1;
        for (int i = 1; i <= batch.rank(); ++i) {
          const int64_t index = b % batch.from_end(i);
          b /= batch.from_end(i);
          if (i > own.rank()) continue;
          if (own.from_end(i) > 1) at += index * step;
          step *= own.from_end(i);
        }
        return at;
      };
      for (int64_t b = 0; b < whole; ++b) {
        poll();
        Matrix x = matrix_at(c.in(1), place(c.in(1), b));
        if (!linalg::solve_triangular(matrix_at(c.in(0), place(c.in(0), b), adjoint), x, rows_of(c.out().shape()), columns_of(c.out().shape()), lower))
          op_error(c.op, ErrorKind::invalid_argument, "Input matrix is not invertible.", "There is a 0 on its diagonal.");
        put(c.out(), b, x);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = solve_gradient, .domain = {.low = 0.5, .high = 2},
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 3}, Shape{3, 2}}}, {.shapes = {Shape{2, 2}, Shape{2, 2, 1}}, .attrs = {{"lower", false}, {"adjoint", true}}}}; }};

/// The lower triangular L with L · Lᵀ = A, for symmetric positive definite A of which the lower triangle is read.
const Op cholesky_op = {
    .name = "cholesky", .type = "Cholesky", .formula = "L · L^T = A", .gradient_text = "dA from L^-1 and the lower triangle of L^T · dL", .min_inputs = 1, .max_inputs = 1, .infer = infer_square,
    .kernel = [](KernelContext& c) {
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        Matrix a = matrix_at(c.in(0), b);
        if (!linalg::cholesky(a, columns_of(c.in(0).shape()))) op_error(c.op, ErrorKind::invalid_argument, "Cholesky decomposition was not successful. The input might not be valid.", "The matrix must be symmetric and positive definite.");
        put(c.out(), b, a);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::outputs,
    .gradient = [](GradientContext& c) {   // Source: _CholeskyGrad
      const Tensor& l = c.out();
      Tensor middle = ops::matmul(l, c.upstream(), true);
      middle = band(with_diagonal(middle, diagonal(middle) * 0.5), -1, 0);
      const Tensor inv = inverse(l), g = ops::matmul(ops::matmul(inv, middle, true), inv);
      c.set(0, (g + transposed(g)) * 0.5);
    },
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{}}, .fixed = {fixed_matrix(Shape{2, 2}, {4, 1, 1, 3})}}}; }};

/// Outputs q with orthonormal columns and upper triangular r, q · r = A. Attribute: full_matrices.
const Op qr_op = {
    .name = "qr", .type = "Qr", .formula = "Q · R = A, Q^T · Q = I, R upper triangular", .gradient_text = "dA from Q, R and the lower triangles of Q^T · dQ and R · dR^T", .min_inputs = 1, .max_inputs = 1,
    .infer = [](InferContext& c) {
      check_matrix(c, 0);
      const Shape batch = batch_of(c.shape(0));
      const int64_t m = rows_of(c.shape(0)), n = columns_of(c.shape(0)), k = c.attrs.flag("full_matrices") ? m : std::min(m, n);
      c.output(c.dtype(0), with_matrix(batch, m, k));
      c.output(c.dtype(0), with_matrix(batch, k, n));
    },
    .kernel = [](KernelContext& c) {
      Matrix q, r;
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        poll();
        linalg::qr(matrix_at(c.in(0), b), rows_of(c.in(0).shape()), columns_of(c.in(0).shape()), c.attrs.flag("full_matrices"), q, r);
        put(c.out(0), b, q);
        put(c.out(1), b, r);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = qr_gradient,
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 2}}}, {.shapes = {Shape{2, 2, 2}}}, {.shapes = {Shape{2, 3}}}}; }};

/// Outputs eigenvalues (ascending) and eigenvectors (columns) of symmetric matrices, of which the lower triangle is read.
const Op self_adjoint_eig_op = {
    .name = "self_adjoint_eig", .type = "SelfAdjointEigV2", .formula = "A · V = V · diag(e)", .gradient_text = "dA = V · (diag(de) + V^T · dV / (e[j] - e[i])) · V^T", .min_inputs = 1, .max_inputs = 1,
    .infer = [](InferContext& c) {
      check_square(c);
      c.output(c.dtype(0), with_vector(batch_of(c.shape(0)), columns_of(c.shape(0))));
      c.output(c.dtype(0), c.shape(0));
    },
    .kernel = [](KernelContext& c) {
      Matrix e, v;
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        poll();
        linalg::eigh(matrix_at(c.in(0), b), columns_of(c.in(0).shape()), e, v);
        put(c.out(0), b, e);
        put(c.out(1), b, v);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::outputs, .gradient = eigh_gradient,
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 3}}}, {.shapes = {Shape{2, 2, 2}}}}; }};

/// Outputs singular values (descending), left and right singular vectors. Attribute: full_matrices.
const Op svd_op = {
    .name = "svd", .type = "Svd", .formula = "A = U · diag(s) · V^T", .gradient_text = "dA = U · (diag(ds) + terms of dU and dV over s[j]^2 - s[i]^2) · V^T", .min_inputs = 1, .max_inputs = 1,
    .infer = [](InferContext& c) {
      check_matrix(c, 0);
      const Shape batch = batch_of(c.shape(0));
      const int64_t m = rows_of(c.shape(0)), n = columns_of(c.shape(0)), k = std::min(m, n);
      const bool full = c.attrs.flag("full_matrices");
      c.output(c.dtype(0), with_vector(batch, k));
      c.output(c.dtype(0), with_matrix(batch, m, full ? m : k));
      c.output(c.dtype(0), with_matrix(batch, n, full ? n : k));
    },
    .kernel = [](KernelContext& c) {
      Matrix s, u, v;
      for (int64_t b = 0; b < batches(c.in(0)); ++b) {
        poll();
        linalg::svd(matrix_at(c.in(0), b), rows_of(c.in(0).shape()), columns_of(c.in(0).shape()), c.attrs.flag("full_matrices"), s, u, v);
        put(c.out(0), b, s);
        put(c.out(1), b, u);
        put(c.out(2), b, v);
      }
    },
    .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = svd_gradient,
    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 2}}}, {.shapes = {Shape{2, 3}}}, {.shapes = {Shape{2, 2, 2}}}}; }};

}  // namespace tapedeck
