// Ops that pass values on, or stop them. Source: tensorflow/python/ops/array_ops.py, math_ops.py.
#include <cmath>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {
void infer_view(InferContext& c) { c.output_view(c.shape(0)); }
void view_kernel(KernelContext&) {}

/// Lists are added item by item; an item that is no tensor is zero.
void add_lists(KernelContext& c) {
  TensorList& to = *c.out().mutable_data<TensorList>();
  to = *c.in(0).data<TensorList>();
  for (size_t k = 1; k < c.inputs.size(); ++k) {
    const TensorList& from = *c.in(k).data<TensorList>();
    if (from.items.size() > to.items.size()) to.items.resize(from.items.size());
    for (size_t i = 0; i < from.items.size(); ++i) {
      if (!from.items[i]) continue;
      if (!to.items[i]) { to.items[i] = from.items[i]; continue; }
      const Tensor both[] = {to.items[i], from.items[i]};
      Tensors sum;
      run_kernel(add_n_op, both, {}, sum);
      to.items[i] = sum[0];
    }
  }
}
}  // namespace

/// The same value as a new tensor.
const Op identity_op = {.name = "identity", .type = "Identity", .formula = "y = x", .gradient_text = "dx = dy", .min_inputs = 1, .max_inputs = 1, .infer = infer_view, .kernel = view_kernel,
                        .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, c.upstream()); }, .domain = {.dtypes = kAllValues}};

/// The same value, but no gradient goes back through it.
const Op stop_gradient_op = {.name = "stop_gradient", .type = "StopGradient", .formula = "y = x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1, .infer = infer_view, .kernel = view_kernel,
                             .domain = {.dtypes = kAllValues}};

/// The same value, or an error if any element is NaN or infinite. Attribute: message. Source: tensorflow/core/kernels/check_numerics_op.cc.
const Op check_numerics_op = {.name = "check_numerics", .type = "CheckNumerics", .formula = "y = x, if all of it is finite", .gradient_text = "dx = dy, checked too", .min_inputs = 1, .max_inputs = 1,
                              .infer = [](InferContext& c) { check_dtype(c, 0); c.output_view(c.shape(0)); },
                              .kernel = [](KernelContext& c) {
                                bool inf = false, nan = false;
                                for (int64_t i = 0; i < c.in(0).size(); ++i) {
                                  const double x = c.in(0).element(i);
                                  inf = inf || std::isinf(x);
                                  nan = nan || std::isnan(x);
                                }
                                if (inf || nan)
                                  op_error(c.op, ErrorKind::invalid_argument, c.attrs.text("message") + " : Tensor had " + (inf && nan ? "Inf and NaN" : inf ? "Inf" : "NaN") + " values");
                              },
                              .differentiable = Differentiable::yes,
                              .gradient = [](GradientContext& c) {
                                c.set(0, apply1(check_numerics_op, {c.upstream()}, {{"message", "Not a number (NaN) or infinity (Inf) values detected in gradient. " + c.attrs.text("message")}}));
                              }};

/// The sum of any number of tensors of one shape; tapes add up gradients with it. Source: tensorflow/core/kernels/aggregate_ops.cc.
const Op add_n_op = {.name = "add_n", .type = "AddN", .formula = "y = x1 + x2 + ...", .gradient_text = "dx1 = dx2 = ... = dy", .min_inputs = 1, .max_inputs = -1,
                     .infer = [](InferContext& c) {
                       check_same_dtype(c);
                       if (c.dtype(0) == DType::variant) { c.output(DType::variant, Shape{}); return; }
                       check_dtype(c, 0);
                       for (size_t i = 1; i < c.inputs.size(); ++i)
                         if (!(c.shape(i) == c.shape(0)) && c.shape(i).is_known() && c.shape(0).is_known())
                           op_error(c.op, ErrorKind::invalid_argument, "Inputs to operation " + std::string(c.op.type) + " of type " + c.op.type + " must have the same size and shape.  Input 0: " +
                                                                           c.shape(0).brackets() + " != input " + std::to_string(i) + ": " + c.shape(i).brackets());
                       c.output(c.dtype(0), c.shape(0));
                     },
                     .kernel = [](KernelContext& c) {
                       if (c.out().dtype() == DType::variant) { add_lists(c); return; }
                       copy_elements(c.in(0), 0, c.out(), 0, c.out().size());
                       visit_dtype(c.in(0).dtype(), [&](auto tag) {
                         using T = typename decltype(tag)::type;
                         T* out = c.out().mutable_data<T>();
                         for (size_t k = 1; k < c.inputs.size(); ++k) {
                           const T* in = c.in(k).data<T>();
                           for (int64_t i = 0; i < c.out().size(); ++i) out[i] = static_cast<T>(out[i] + in[i]);
                         }
                       }, [] {});
                     },
                     .differentiable = Differentiable::yes,
                     .gradient = [](GradientContext& c) { for (size_t i = 0; i < c.input_count(); ++i) c.set(i, c.upstream()); },
                     .domain = {.dtypes = kNumbers},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 2}, Shape{2, 2}, Shape{2, 2}}}}; }};

}  // namespace tapedeck
