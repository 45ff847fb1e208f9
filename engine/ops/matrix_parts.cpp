// Diagonals and bands of matrices, over the last two axes. Source: tensorflow/python/ops/array_ops.py, array_grad.py (MatrixDiag, MatrixBandPart …).
#include <algorithm>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

int64_t batches(const Shape& s) {
  int64_t n = 1;
  for (int i = 0; i < s.rank() - 2; ++i) n *= s[i];
  return n;
}
void check_matrix(InferContext& c) {
  check_dtype(c, 0);
  if (c.shape(0).rank() < 2) op_error(c.op, ErrorKind::invalid_argument, "input must be at least 2-dim, received shape: " + c.shape(0).brackets());
}
void clear(Tensor& t) { std::fill_n(static_cast<char*>(t.mutable_raw()), t.bytes(), char{0}); }

/// Where diagonal k of a matrix begins and how long it is.
struct Diagonal { int64_t row, column, length; };
Diagonal diagonal(const Shape& s, int64_t k) {
  const int64_t rows = s.from_end(2), columns = s.from_end(1), r = k < 0 ? -k : 0, c = k > 0 ? k : 0;
  return {r, c, std::max<int64_t>(0, std::min(rows - r, columns - c))};
}

}  // namespace

/// Keeps a band: num_lower diagonals below and num_upper above the main one (-1: all), and zeros elsewhere. Attributes: num_lower, num_upper.
const Op band_part_op = {.name = "band_part", .type = "MatrixBandPart", .formula = "y[i, j] = x[i, j] inside the band, else 0", .gradient_text = "dx = the band of dy", .min_inputs = 1, .max_inputs = 1,
                         .infer = [](InferContext& c) { check_matrix(c); c.output(c.dtype(0), c.shape(0)); },
                         .kernel = [](KernelContext& c) {
                           const int64_t lower = c.attrs.integer("num_lower", -1), upper = c.attrs.integer("num_upper", -1), rows = c.in(0).shape().from_end(2), columns = c.in(0).shape().from_end(1);
                           clear(c.out());
                           for (int64_t r = 0; r < batches(c.in(0).shape()) * rows; ++r) {
                             const int64_t i = r % rows, from = lower < 0 ? 0 : std::max<int64_t>(0, i - lower), to = upper < 0 ? columns : std::min(columns, i + upper + 1);
                             if (from < to) copy_elements(c.in(0), r * columns + from, c.out(), r * columns + from, to - from);
                           }
                         },
                         .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, apply1(band_part_op, {c.upstream()}, c.attrs)); }, .domain = {.dtypes = kFixedSize},
                         .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 4}}, .attrs = {{"num_lower", int64_t{-1}}, {"num_upper", int64_t{0}}}}, {.shapes = {Shape{2, 3, 3}}, .attrs = {{"num_lower", int64_t{0}}, {"num_upper", int64_t{1}}}}}; }};

/// Square matrices with the given vectors on diagonal k. Attribute: k.
const Op diag_op = {.name = "diag", .type = "MatrixDiagV3", .formula = "y[i, i] = x[i], else 0", .gradient_text = "dx = the diagonal of dy", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) {
                      check_dtype(c, 0);
                      if (c.shape(0).rank() < 1) op_error(c.op, ErrorKind::invalid_argument, "diagonal must be at least 1-dim, received shape: " + c.shape(0).brackets());
                      const int64_t n = c.shape(0).from_end(1), k = c.attrs.integer("k", 0);
                      Shape out = c.shape(0).with(c.shape(0).rank() - 1, n < 0 ? -1 : n + (k < 0 ? -k : k));
                      out.push_back(out.from_end(1));
                      c.output(c.dtype(0), out);
                    },
                    .kernel = [](KernelContext& c) {
                      const Diagonal d = diagonal(c.out().shape(), c.attrs.integer("k", 0));
                      const int64_t n = c.out().shape().from_end(1);
                      clear(c.out());
                      for (int64_t b = 0; b < batches(c.out().shape()); ++b)
                        for (int64_t i = 0; i < d.length; ++i) copy_elements(c.in(0), b * d.length + i, c.out(), (b * n + d.row + i) * n + d.column + i, 1);
                    },
                    .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, apply1(diag_part_op, {c.upstream()}, c.attrs)); }, .domain = {.dtypes = kFixedSize},
                    .examples = [] { return std::vector<Example>{{.shapes = {Shape{3}}}, {.shapes = {Shape{2, 2}}, .attrs = {{"k", int64_t{1}}}}}; }};

/// Diagonal k of matrices. Attribute: k.
const Op diag_part_op = {.name = "diag_part", .type = "MatrixDiagPartV3", .formula = "y[i] = x[i, i]", .gradient_text = "dx = dy on the diagonal, else 0", .min_inputs = 1, .max_inputs = 1,
                         .infer = [](InferContext& c) {
                           check_matrix(c);
                           Shape out;
                           for (int i = 0; i < c.shape(0).rank() - 2; ++i) out.push_back(c.shape(0)[i]);
                           const int64_t k = c.attrs.integer("k", 0);
                           if (c.shape(0).is_known() && (k <= -std::max<int64_t>(c.shape(0).from_end(2), 1) || k >= std::max<int64_t>(c.shape(0).from_end(1), 1)))
                             op_error(c.op, ErrorKind::invalid_argument, "lower_diag_index is out of bound: " + std::to_string(k) + ". It must be between " + std::to_string(-c.shape(0).from_end(2)) + " and " + std::to_string(c.shape(0).from_end(1)));
                           out.push_back(c.shape(0).is_known() ? diagonal(c.shape(0), k).length : -1);
                           c.output(c.dtype(0), out);
                         },
                         .kernel = [](KernelContext& c) {
                           const Shape& s = c.in(0).shape();
                           const Diagonal d = diagonal(s, c.attrs.integer("k", 0));
                           for (int64_t b = 0; b < batches(s); ++b)
                             for (int64_t i = 0; i < d.length; ++i) copy_elements(c.in(0), (b * s.from_end(2) + d.row + i) * s.from_end(1) + d.column + i, c.out(), b * d.length + i, 1);
                         },
                         .differentiable = Differentiable::yes,
                         .gradient = [](GradientContext& c) {
                           const Tensor zeros = ops::zeros(c.in_shape(0), c.in_dtype(0));
                           c.set(0, apply1(set_diag_op, {zeros, c.upstream()}, c.attrs));
                         },
                         .domain = {.dtypes = kFixedSize}, .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 4}}}, {.shapes = {Shape{2, 3, 2}}, .attrs = {{"k", int64_t{-1}}}}}; }};

/// Matrices with diagonal k replaced. Inputs: x, diagonal. Attribute: k.
const Op set_diag_op = {.name = "set_diag", .type = "MatrixSetDiagV3", .formula = "y = x, then y[i, i] = d[i]", .gradient_text = "dx = dy, 0 on the diagonal; dd = the diagonal of dy", .min_inputs = 2, .max_inputs = 2,
                        .infer = [](InferContext& c) {
                          check_matrix(c);
                          check_same_dtype(c);
                          Shape expected;
                          for (int i = 0; i < c.shape(0).rank() - 2; ++i) expected.push_back(c.shape(0)[i]);
                          if (c.shape(0).is_known()) {
                            expected.push_back(diagonal(c.shape(0), c.attrs.integer("k", 0)).length);
                            if (!(c.shape(1) == expected) && c.shape(1).is_known())
                              op_error(c.op, ErrorKind::invalid_argument, "Either first dimensions of diagonal don't match input.shape[:-2], or diagonal.shape[:-1] is not equal to the longests diagonal: expected " + expected.brackets() + " but got " + c.shape(1).brackets());
                          }
                          c.output(c.dtype(0), c.shape(0));
                        },
                        .kernel = [](KernelContext& c) {
                          const Shape& s = c.in(0).shape();
                          const Diagonal d = diagonal(s, c.attrs.integer("k", 0));
                          copy_elements(c.in(0), 0, c.out(), 0, c.in(0).size());
                          for (int64_t b = 0; b < batches(s); ++b)
                            for (int64_t i = 0; i < d.length; ++i) copy_elements(c.in(1), b * d.length + i, c.out(), (b * s.from_end(2) + d.row + i) * s.from_end(1) + d.column + i, 1);
                        },
                        .differentiable = Differentiable::yes,
                        .gradient = [](GradientContext& c) {
                          if (c.wants(0)) c.set(0, apply1(set_diag_op, {c.upstream(), ops::zeros(c.in_shape(1), c.in_dtype(1))}, c.attrs));
                          if (c.wants(1)) c.set(1, apply1(diag_part_op, {c.upstream()}, c.attrs));
                        },
                        .domain = {.dtypes = kFixedSize}, .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 4}, Shape{3}}}, {.shapes = {Shape{2, 3, 3}, Shape{2, 2}}, .attrs = {{"k", int64_t{1}}}}}; }};

}  // namespace tapedeck
