#include "engine/kernels/matmul.h"

#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

int64_t axis_size(const Shape& s, bool transposed, bool rows) { return s.from_end(transposed == rows ? 1 : 2); }

void infer_matmul(InferContext& c) {
  check_same_dtype(c);
  check_dtype(c, 0);
  const Shape &a = c.shape(0), &b = c.shape(1);
  const bool ta = c.attrs.flag("transpose_a"), tb = c.attrs.flag("transpose_b");
  if (a.rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "In[0] and In[1] has different ndims: " + a.brackets() + " vs. " + b.brackets(), "A vector has to become a matrix first: tf.expand_dims, or tf.linalg.matvec.");
  if (b.rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "In[0] and In[1] has different ndims: " + a.brackets() + " vs. " + b.brackets(), "A vector has to become a matrix first: tf.expand_dims, or tf.linalg.matvec.");
  const int64_t k = axis_size(a, ta, false), k2 = axis_size(b, tb, true);
  if (k != k2 && k >= 0 && k2 >= 0)
    op_error(c.op, ErrorKind::invalid_argument, (a.rank() == 2 && b.rank() == 2 ? "Matrix size-incompatible: In[0]: " : "In[0] mismatch In[1] shape: " + std::to_string(k) + " vs. " + std::to_string(k2) + ": ") +
                                                    a.brackets() + (a.rank() == 2 && b.rank() == 2 ? ", In[1]: " : " ") + b.brackets(),
             "The inner sizes are " + std::to_string(k) + " and " + std::to_string(k2) + "; they must be equal.");
  Shape batch_a, batch_b;
  for (int i = 0; i < a.rank() - 2; ++i) batch_a.push_back(a[i]);
  for (int i = 0; i < b.rank() - 2; ++i) batch_b.push_back(b[i]);
  Shape out = broadcast_shape(c.op, batch_a, batch_b);
  out.push_back(axis_size(a, ta, true));
  out.push_back(axis_size(b, tb, false));
  c.output(c.dtype(0), out);
}

/// Source: math_grad.py, _MatMulGrad and _BatchMatMulV2Grad.
void matmul_gradient(GradientContext& c) {
  const bool ta = c.attrs.flag("transpose_a"), tb = c.attrs.flag("transpose_b");
  const Tensor& g = c.upstream();
  if (c.wants(0)) c.set(0, sum_to_input(c, 0, ta ? ops::matmul(c.in(1), g, tb, true) : ops::matmul(g, c.in(1), false, !tb)));
  if (c.wants(1)) c.set(1, sum_to_input(c, 1, tb ? ops::matmul(g, c.in(0), true, ta) : ops::matmul(c.in(0), g, !ta, false)));
}

}  // namespace

/// Matrix product over the last two axes.
///   C[..., i, j] = sum_k A[..., i, k] * B[..., k, j]
/// Shapes    A [..., m, k], B [..., k, n] -> C [..., m, n]; leading axes broadcast
/// Attrs     transpose_a, transpose_b: take the matrix with its last two axes swapped
/// Gradient  dA = dC · Bᵀ, dB = Aᵀ · dC, summed over broadcast axes
/// Cost      2·m·k·n flops
/// Errors    "Matrix size-incompatible: In[0]: [2,3], In[1]: [4,5]"
/// Source    tf.linalg.matmul
const Op matmul_op = {
    .name = "matmul", .type = "MatMul", .formula = "C = A · B", .gradient_text = "dA = dC · B^T, dB = A^T · dC",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_matmul,
    .kernel = [](KernelContext& c) { matmul(c.in(0), c.in(1), c.attrs.flag("transpose_a"), c.attrs.flag("transpose_b"), c.out()); },
    .differentiable = Differentiable::yes, .saves = Saves::inputs, .gradient = matmul_gradient, .domain = {.dtypes = kSigned},
    .examples = [] {
      return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{3, 4}}}, {.shapes = {Shape{3, 2}, Shape{4, 3}}, .attrs = {{"transpose_a", true}, {"transpose_b", true}}},
                                  {.shapes = {Shape{3, 2}, Shape{3, 4}}, .attrs = {{"transpose_a", true}}}, {.shapes = {Shape{2, 3}, Shape{4, 3}}, .attrs = {{"transpose_b", true}}},
                                  {.shapes = {Shape{2, 2, 3}, Shape{3, 2}}}, {.shapes = {Shape{2, 1, 2, 3}, Shape{3, 3, 2}}}};
    }};

}  // namespace tapedeck
