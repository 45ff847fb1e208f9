// Running sums and products along an axis. Attributes: axis, exclusive, reverse. Source: tensorflow/core/kernels/scan_ops.cc, math_grad.py.
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

void infer_scan(InferContext& c) {
  check_dtype(c, 0);
  const int64_t axis = c.attrs.integer("axis", 0), rank = c.shape(0).rank();
  if (axis < -rank || axis >= rank)
    op_error(c.op, ErrorKind::invalid_argument, "ScanOp: Expected scan axis in the range [" + std::to_string(-rank) + ", " + std::to_string(rank) + "), but got " + std::to_string(axis));
  c.output(c.dtype(0), c.shape(0));
}

template <bool product> void scan_kernel(KernelContext& c) {
  const Shape& shape = c.in(0).shape();
  const int axis = checked_axis(c.op, c.attrs.integer("axis", 0), shape.rank());
  const bool exclusive = c.attrs.flag("exclusive"), reverse = c.attrs.flag("reverse");
  int64_t inner = 1;
  for (int i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
  const int64_t n = shape[axis], outer = n && inner ? c.in(0).size() / (n * inner) : 0;
  visit_dtype(c.in(0).dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i) {
        const T* in = c.in(0).data<T>() + o * n * inner + i;
        T* out = c.out().mutable_data<T>() + o * n * inner + i;
        T total = product ? T(1) : T(0);
        for (int64_t k = 0; k < n; ++k) {
          const int64_t at = (reverse ? n - 1 - k : k) * inner;
          if (exclusive) out[at] = total;
          total = static_cast<T>(product ? total * in[at] : total + in[at]);
          if (!exclusive) out[at] = total;
        }
      }
  }, [] {});
}

Tensor scan(const Op& op, const Tensor& x, const Attrs& like, bool reverse) {
  Attrs attrs = like;
  attrs.set("reverse", reverse);
  return apply1(op, {x}, attrs);
}

std::vector<Example> scan_examples() {
  return {{.shapes = {Shape{4}}, .attrs = {{"axis", int64_t{0}}}}, {.shapes = {Shape{2, 3, 2}}, .attrs = {{"axis", int64_t{1}}, {"exclusive", true}}},
          {.shapes = {Shape{2, 3}}, .attrs = {{"axis", int64_t{-1}}, {"reverse", true}}}};
}

}  // namespace

/// Running sum.
const Op cumsum_op = {.name = "cumsum", .type = "Cumsum", .formula = "y[i] = x[0] + ... + x[i]", .gradient_text = "dx = cumsum of dy the other way round", .min_inputs = 1, .max_inputs = 1,
                      .infer = infer_scan, .kernel = scan_kernel<false>, .differentiable = Differentiable::yes,
                      .gradient = [](GradientContext& c) { c.set(0, scan(cumsum_op, c.upstream(), c.attrs, !c.attrs.flag("reverse"))); },
                      .domain = {.dtypes = kNumbers}, .examples = scan_examples};

/// Running product. Its gradient divides by x, so it is NaN where x is 0, as in TensorFlow.
const Op cumprod_op = {.name = "cumprod", .type = "Cumprod", .formula = "y[i] = x[0] * ... * x[i]", .gradient_text = "dx = cumsum of (y * dy) the other way round / x", .min_inputs = 1, .max_inputs = 1,
                       .infer = infer_scan, .kernel = scan_kernel<true>, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                       .gradient = [](GradientContext& c) {
                         const Tensor product = apply1(cumprod_op, {c.in(0)}, c.attrs);
                         c.set(0, scan(cumsum_op, product * c.upstream(), c.attrs, !c.attrs.flag("reverse")) / c.in(0));
                       },
                       .domain = {.low = 0.5, .high = 1.5, .dtypes = kNumbers}, .examples = scan_examples};

}  // namespace tapedeck
