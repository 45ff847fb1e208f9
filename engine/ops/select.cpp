// Choosing between values: where and clip_by_value. Sources: tensorflow/python/ops/math_grad.py _SelectGradV2, clip_ops.py _clip_by_value_grad.
#include <array>
#include <string>

#include "engine/kernels/elementwise.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

template <class T> void choose(const Tensor& condition, const Tensor& a, const Tensor& b, Tensor& out) {
  const bool* m = condition.data<bool>();
  const auto *x = static_cast<const T*>(a.raw()), *y = static_cast<const T*>(b.raw());
  auto* to = static_cast<T*>(out.mutable_raw());
  const int64_t n = out.size();
  const BroadcastPlan plan = broadcast_plan(out.shape(), {&condition.shape(), &a.shape(), &b.shape()});
  const auto inner = static_cast<size_t>(plan.rank - 1);
  const int64_t run = plan.size[inner], sm = plan.stride[0][inner], sx = plan.stride[1][inner], sy = plan.stride[2][inner];
  std::array<int64_t, Shape::kMaxRank> at{};
  for (int64_t done = 0; done < n; done += run, to += run) {
    for (int64_t i = 0; i < run; ++i) to[i] = m[i * sm] ? x[i * sx] : y[i * sy];
    for (size_t axis = inner; axis-- > 0;) {
      m += plan.stride[0][axis];
      x += plan.stride[1][axis];
      y += plan.stride[2][axis];
      if (++at[axis] < plan.size[axis]) break;
      m -= plan.stride[0][axis] * plan.size[axis];
      x -= plan.stride[1][axis] * plan.size[axis];
      y -= plan.stride[2][axis] * plan.size[axis];
      at[axis] = 0;
    }
  }
}

void where_kernel(KernelContext& c) {
  if (c.out().size() == 0) return;
  if (c.in(1).dtype() == DType::string) return choose<std::string>(c.in(0), c.in(1), c.in(2), c.out());
  switch (dtype_size(c.in(1).dtype())) {
    case 1: return choose<uint8_t>(c.in(0), c.in(1), c.in(2), c.out());
    case 4: return choose<uint32_t>(c.in(0), c.in(1), c.in(2), c.out());
    default: return choose<uint64_t>(c.in(0), c.in(1), c.in(2), c.out());
  }
}

}  // namespace

/// Elements of x where the condition holds, else of y; the three broadcast together. The branch not taken gets a gradient of 0.
const Op where_op = {.name = "where", .type = "SelectV2", .formula = "z = x where condition, else y", .gradient_text = "dx = dz where condition, else 0; dy = the rest", .min_inputs = 3, .max_inputs = 3,
                     .infer = [](InferContext& c) {
                       if (c.dtype(0) != DType::boolean) dtype_error(c.op, 0, DType::boolean, c.dtype(0));
                       if (c.dtype(2) != c.dtype(1)) dtype_error(c.op, 2, c.dtype(1), c.dtype(2));
                       check_dtype(c, 1);
                       try {
                         c.output(c.dtype(1), broadcast_shape(c.op, broadcast_shape(c.op, c.shape(0), c.shape(1)), c.shape(2)));
                       } catch (const Error&) {
                         op_error(c.op, ErrorKind::invalid_argument, "condition " + c.shape(0).brackets() + ", then " + c.shape(1).brackets() + ", and else " + c.shape(2).brackets() + " must be broadcastable");
                       }
                     },
                     .kernel = where_kernel, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                     .gradient = [](GradientContext& c) {
                       const Tensor zeros = ops::zeros_like(c.upstream());
                       if (c.wants(1)) c.set(1, sum_to_input(c, 1, ops::where(c.in(0), c.upstream(), zeros)));
                       if (c.wants(2)) c.set(2, sum_to_input(c, 2, ops::where(c.in(0), zeros, c.upstream())));
                     },
                     .domain = {.dtypes = kAllValues},
                     .examples = [] {
                       const Tensor mask = Tensor::from<bool>(Shape{2, 2}, {true, false, false, true});
                       return std::vector<Example>{{.shapes = {Shape{}, Shape{2, 2}, Shape{2, 2}}, .fixed = {mask}}, {.shapes = {Shape{}, Shape{}, Shape{2}}, .fixed = {mask}}};
                     }};

/// Values brought between two limits. The gradient passes where x is inside, the limits themselves included.
const Op clip_by_value_op = {.name = "clip_by_value", .type = "ClipByValue", .formula = "y = min(max(x, low), high)", .gradient_text = "dx = dy where low <= x <= high, else 0", .min_inputs = 3, .max_inputs = 3,
                             .infer = [](InferContext& c) {
                               check_same_dtype(c);
                               check_dtype(c, 0);
                               const Shape out = broadcast_shape(c.op, broadcast_shape(c.op, c.shape(0), c.shape(1)), c.shape(2));
                               if (!(out == c.shape(0))) op_error(c.op, ErrorKind::invalid_argument, "Incompatible shapes: " + c.shape(0).brackets() + " vs. " + out.brackets());
                               c.output(c.dtype(0), out);
                             },
                             .kernel = [](KernelContext& c) {
                               const BroadcastPlan plan = broadcast_plan(c.out().shape(), {&c.in(0).shape(), &c.in(1).shape(), &c.in(2).shape()});
                               visit_dtype(c.in(0).dtype(), [&](auto tag) {
                                 using T = typename decltype(tag)::type;
                                 const T *x = c.in(0).data<T>(), *low = c.in(1).data<T>(), *high = c.in(2).data<T>();
                                 T* out = c.out().mutable_data<T>();
                                 const bool scalars = c.in(1).size() == 1 && c.in(2).size() == 1;
                                 std::array<int64_t, Shape::kMaxRank> at{};
                                 for (int64_t i = 0; i < c.out().size(); ++i) {
                                   const T v = x[i] < *low ? *low : x[i];
                                   out[i] = v > *high ? *high : v;
                                   if (scalars) continue;
                                   for (auto axis = static_cast<size_t>(plan.rank); axis-- > 0;) {
                                     low += plan.stride[1][axis];
                                     high += plan.stride[2][axis];
                                     if (++at[axis] < plan.size[axis]) break;
                                     low -= plan.stride[1][axis] * plan.size[axis];
                                     high -= plan.stride[2][axis] * plan.size[axis];
                                     at[axis] = 0;
                                   }
                                 }
                               }, [] {});
                             },
                             .differentiable = Differentiable::yes, .saves = Saves::inputs,
                             .gradient = [](GradientContext& c) {
                               const Tensor zeros = ops::zeros_like(c.upstream());
                               const Tensor below = ops::less(c.in(0), c.in(1)), above = ops::greater(c.in(0), c.in(2));
                               if (c.wants(0)) c.set(0, ops::where(ops::logical_or(below, above), zeros, c.upstream()));
                               if (c.wants(1)) c.set(1, sum_to_input(c, 1, ops::where(below, c.upstream(), zeros)));
                               if (c.wants(2)) c.set(2, sum_to_input(c, 2, ops::where(above, c.upstream(), zeros)));
                             },
                             .domain = {.margin = 0.05, .dtypes = kNumbers},
                             .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}, Shape{}}, .fixed = {Tensor(), Tensor::scalar<float>(-1), Tensor::scalar<float>(1)}}}; }};

}  // namespace tapedeck
