// Ops that make tensors from shapes and numbers. Source: tensorflow/python/ops/array_ops.py, math_ops.py (range).
#include <cmath>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

template <int value> void constant_kernel(KernelContext& c) {
  visit_dtype(c.out().dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* out = c.out().mutable_data<T>();
    for (int64_t i = 0; i < c.out().size(); ++i) out[i] = static_cast<T>(value);
  }, [] {});
}

int64_t range_count(const Op& op, double start, double limit, double delta) {
  if (delta == 0) op_error(op, ErrorKind::invalid_argument, "Requires delta != 0");
  if (delta > 0 && start > limit)
    op_error(op, ErrorKind::invalid_argument, "Requires start <= limit when delta > 0: " + std::to_string(static_cast<int64_t>(start)) + "/" + std::to_string(static_cast<int64_t>(limit)));
  if (delta < 0 && start < limit)
    op_error(op, ErrorKind::invalid_argument, "Requires start >= limit when delta < 0: " + std::to_string(static_cast<int64_t>(start)) + "/" + std::to_string(static_cast<int64_t>(limit)));
  return static_cast<int64_t>(std::ceil(std::fabs((limit - start) / delta)));
}

}  // namespace

/// A tensor of the given shape full of one value.
const Op fill_op = {.name = "fill", .type = "Fill", .formula = "y = value everywhere", .gradient_text = "dvalue = sum of dy", .min_inputs = 2, .max_inputs = 2,
                    .infer = [](InferContext& c) {
                      if (c.shape(1).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, "value must be a scalar, got shape " + c.shape(1).brackets());
                      const auto shape = shape_from_tensor(c.op, c.inputs[0]);
                      if (!shape) { c.output_of_unknown_shape(c.dtype(1)); return; }
                      if (c.value(0)) for (int64_t d : *shape) if (d < 0) op_error(c.op, ErrorKind::invalid_argument, "Fill dims must be >= 0");
                      c.output(c.dtype(1), *shape);
                    },
                    .kernel = [](KernelContext& c) { broadcast_copy(c.in(1), c.out()); },
                    .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(1, ops::reduce_sum(c.upstream())); },
                    .domain = {.dtypes = kAllValues},
                    .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}}, .fixed = {Tensor::from<int32_t>(Shape{2}, {2, 3})}}}; }};

/// Zeros in the shape and dtype of x. No gradient.
const Op zeros_like_op = {.name = "zeros_like", .type = "ZerosLike", .formula = "y = 0 everywhere", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                          .infer = infer_unary, .kernel = constant_kernel<0>, .domain = {.dtypes = kFixedSize}};
/// Ones in the shape and dtype of x. No gradient.
const Op ones_like_op = {.name = "ones_like", .type = "OnesLike", .formula = "y = 1 everywhere", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                         .infer = infer_unary, .kernel = constant_kernel<1>, .domain = {.dtypes = kFixedSize}};

/// Numbers from start (included) to limit (excluded) in steps of delta.
const Op range_op = {.name = "range", .type = "Range", .formula = "y[i] = start + i * delta, below limit", .gradient_text = "", .min_inputs = 3, .max_inputs = 3,
                     .infer = [](InferContext& c) {
                       check_same_dtype(c);
                       check_dtype(c, 0);
                       for (size_t i = 0; i < 3; ++i)
                         if (c.shape(i).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, std::string(i == 0 ? "start" : i == 1 ? "limit" : "delta") + " must be a scalar, not shape " + c.shape(i).brackets());
                       if (!c.value(0) || !c.value(1) || !c.value(2)) { c.output(c.dtype(0), Shape{-1}); return; }
                       c.output(c.dtype(0), Shape{range_count(c.op, c.inputs[0].element(), c.inputs[1].element(), c.inputs[2].element())});
                     },
                     .kernel = [](KernelContext& c) {
                       visit_dtype(c.in(0).dtype(), [&](auto tag) {
                         using T = typename decltype(tag)::type;
                         T value = *c.in(0).data<T>();
                         const T delta = *c.in(2).data<T>();
                         T* out = c.out().mutable_data<T>();
                         for (int64_t i = 0; i < c.out().size(); ++i) {   // by adding, as TensorFlow's kernel does: the last bits show it
                           out[i] = value;
                           value = static_cast<T>(value + delta);
                         }
                       }, [] {});
                     },
                     .domain = {.dtypes = kSigned},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}, Shape{}}, .fixed = {Tensor::scalar<float>(1), Tensor::scalar<float>(6), Tensor::scalar<float>(2)}}}; }};
/// Evenly spaced numbers from start to stop, both included. Inputs: start, stop (scalars). Attribute: num. Source: math_ops.py, linspace_nd.
const Op linspace_op = {.name = "linspace", .type = "LinSpace", .formula = "y[i] = start + i * (stop - start) / (num - 1)", .gradient_text = "dstart = sum of dy * (1 - i / (num - 1)), dstop = sum of dy * i / (num - 1)", .min_inputs = 2, .max_inputs = 2,
                        .infer = [](InferContext& c) {
                          check_same_dtype(c);
                          check_dtype(c, 0);
                          for (size_t i = 0; i < 2; ++i) if (c.shape(i).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, std::string(i ? "stop" : "start") + " must be a scalar, not shape " + c.shape(i).brackets());
                          if (c.attrs.integer("num") <= 0) op_error(c.op, ErrorKind::invalid_argument, "Requires num > 0: " + std::to_string(c.attrs.integer("num")));
                          c.output(c.dtype(0), Shape{c.attrs.integer("num")});
                        },
                        .kernel = [](KernelContext& c) {
                          visit_dtype(c.in(0).dtype(), [&](auto tag) {
                            using T = typename decltype(tag)::type;
                            const int64_t n = c.out().size();
                            const T start = *c.in(0).data<T>(), stop = *c.in(1).data<T>(), delta = n > 1 ? static_cast<T>((stop - start) / static_cast<T>(n - 1)) : T(0);
                            T* out = c.out().mutable_data<T>();
                            for (int64_t i = 0; i < n; ++i) out[i] = static_cast<T>(start + delta * static_cast<T>(i));
                            if (n > 1) out[n - 1] = stop;
                          }, [] {});
                        },
                        .differentiable = Differentiable::yes,
                        .gradient = [](GradientContext& c) {
                          const int64_t n = c.attrs.integer("num");
                          Tensor part = Tensor::empty(c.in_dtype(0), Shape{n});
                          for (int64_t i = 0; i < n; ++i) {
                            const double x = n > 1 ? static_cast<double>(i) / static_cast<double>(n - 1) : 0;
                            if (part.dtype() == DType::float64) part.mutable_data<double>()[i] = x;
                            else part.mutable_data<float>()[i] = static_cast<float>(x);
                          }
                          told(part);
                          if (c.wants(0)) c.set(0, ops::reduce_sum(c.upstream() * (1.0 - part)));
                          if (c.wants(1)) c.set(1, ops::reduce_sum(c.upstream() * part));
                        },
                        .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}}, .attrs = {{"num", int64_t{5}}}}, {.shapes = {Shape{}, Shape{}}, .attrs = {{"num", int64_t{1}}}}}; }};

}  // namespace tapedeck
