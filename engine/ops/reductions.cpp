// Reductions over axes: sum, mean, max, min, prod, any, all, logsumexp, and argmax, argmin. Attributes: axis (an int, a list, or absent for all), keepdims.
// Sources: tensorflow/core/kernels/reduction_ops.h (values), tensorflow/python/ops/math_grad.py (gradients).
#include "engine/kernels/reduce.h"

#include <algorithm>
#include <cmath>

#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

Shape reduced_shape(const Shape& in, std::span<const int> axes, bool keepdims) {
  Shape out;
  size_t next = 0;
  for (int i = 0; i < in.rank(); ++i) {
    const bool reduced = next < axes.size() && axes[next] == i;
    next += reduced;
    if (!reduced) out.push_back(in[i]);
    else if (keepdims) out.push_back(1);
  }
  return out;
}

void infer_reduction(InferContext& c) {
  check_dtype(c, 0);
  c.output(c.dtype(0), reduced_shape(c.shape(0), reduction_axes(c.op, c.attrs, c.shape(0).rank()), c.attrs.flag("keepdims")));
}

template <Reduction kind> void reduce_kernel(KernelContext& c) { reduce(kind, c.in(0), reduction_axes(c.op, c.attrs, c.in(0).rank()), c.out()); }

/// A reduced tensor with its reduced axes back as axes of size 1, ready to broadcast against the input.
Tensor with_axes_back(GradientContext& c, const Tensor& reduced) {
  const Shape& in = c.in_shape(0);
  const auto axes = reduction_axes(c.op, c.attrs, in.rank());
  if (c.attrs.flag("keepdims") || reduced.rank() == in.rank()) return reduced;
  const Shape kept = reduced_shape(in, axes, true);
  if (kept.is_known()) return ops::reshape(reduced, kept);
  Tensor t = reduced;
  for (int axis : axes) t = ops::expand_dims(t, axis);
  return t;
}

Tensor spread(GradientContext& c, const Tensor& reduced) {
  const Tensor t = reduced.rank() == 0 ? reduced : with_axes_back(c, reduced);   // a scalar broadcasts as it is
  if (c.in_shape(0).is_known() && t.shape() == c.in_shape(0)) return t;
  return c.in_shape(0).is_known() ? ops::broadcast_to(t, c.in_shape(0)) : ops::broadcast_to(t, c.in_shape_tensor(0));
}

/// Gradient of max and min: shared equally among the elements that reach it. Source: math_grad.py, _MinOrMaxGrad.
void min_max_gradient(GradientContext& c) {
  const Tensor reached = ops::cast(ops::equal(with_axes_back(c, c.out()), c.in(0)), c.in_dtype(0));
  Attrs keep = c.attrs;
  keep.set("keepdims", true);
  const Tensor count = apply1(reduce_sum_op, {reached}, keep);
  c.set(0, (reached / count) * with_axes_back(c, c.upstream()));
}

std::vector<Example> reduction_examples() {
  return {{.shapes = {Shape{2, 3}}}, {.shapes = {Shape{2, 3}}, .attrs = {{"axis", int64_t{1}}}}, {.shapes = {Shape{2, 3}}, .attrs = {{"axis", int64_t{0}}, {"keepdims", true}}},
          {.shapes = {Shape{2, 3, 4}}, .attrs = {{"axis", std::vector<int64_t>{0, -1}}}}, {.shapes = {Shape{}}}, {.shapes = {Shape{2, 3, 2}}, .attrs = {{"axis", int64_t{1}}}}};
}

void infer_arg(InferContext& c) {
  check_dtype(c, 0);
  const int rank = c.shape(0).rank();
  const int64_t axis = c.attrs.integer("axis", 0);
  if (axis < -rank || axis >= rank)
    op_error(c.op, ErrorKind::invalid_argument, "Expected dimension in the range [" + std::to_string(-rank) + ", " + std::to_string(rank) + "), but got " + std::to_string(axis));
  const int a = static_cast<int>(axis < 0 ? axis + rank : axis);
  if (c.shape(0)[a] == 0) op_error(c.op, ErrorKind::invalid_argument, "Reduction axis " + std::to_string(a) + " is empty in shape " + c.shape(0).brackets());
  c.output(c.attrs.dtype("output_type", DType::int64), c.shape(0).without(a));
}

/// The first place of the largest (or smallest) element along the axis.
template <bool largest> void arg_kernel(KernelContext& c) {
  const Shape& shape = c.in(0).shape();
  const int axis = checked_axis(c.op, c.attrs.integer("axis", 0), shape.rank());
  int64_t inner = 1;
  for (int i = axis + 1; i < shape.rank(); ++i) inner *= shape[i];
  const int64_t n = shape[axis], outer = c.out().size() / (inner ? inner : 1);
  visit_dtype(c.in(0).dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    const T* in = c.in(0).data<T>();
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < inner; ++i) {
        const T* row = in + o * n * inner + i;
        int64_t best = 0;
        for (int64_t k = 1; k < n; ++k)
          if (largest ? row[k * inner] > row[best * inner] : row[k * inner] < row[best * inner]) best = k;
        const int64_t to = o * inner + i;
        if (c.out().dtype() == DType::int64) c.out().mutable_data<int64_t>()[to] = best;
        else c.out().mutable_data<int32_t>()[to] = static_cast<int32_t>(best);
      }
  }, [] {});
}

std::vector<Example> arg_examples() { return {{.shapes = {Shape{5}}, .attrs = {{"axis", int64_t{0}}}}, {.shapes = {Shape{2, 3, 2}}, .attrs = {{"axis", int64_t{-2}}}}}; }

}  // namespace

#define TAPEDECK_REDUCTION(py, tf, text, gradient_words) \
  .name = py, .type = tf, .formula = text, .gradient_text = gradient_words, .min_inputs = 1, .max_inputs = 1, .infer = infer_reduction

/// Sum over axes.
const Op reduce_sum_op = {TAPEDECK_REDUCTION("reduce_sum", "Sum", "y = sum of x", "dx = dy, spread over the reduced axes"), .kernel = reduce_kernel<Reduction::sum>,
                          .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, spread(c, c.upstream())); },
                          .domain = {.dtypes = kNumbers}, .examples = reduction_examples};

/// Arithmetic mean over axes; of whole numbers too, rounded towards zero. The mean of nothing is NaN.
const Op reduce_mean_op = {TAPEDECK_REDUCTION("reduce_mean", "Mean", "y = sum of x / count", "dx = dy / count, spread over the reduced axes"), .kernel = reduce_kernel<Reduction::mean>,
                           .differentiable = Differentiable::yes,
                           .gradient = [](GradientContext& c) {
                             const Tensor& g = c.upstream();
                             if (c.in_shape(0).is_known() && g.shape().is_known()) {   // divided before it is spread: the same values with less work
                               c.set(0, spread(c, g / static_cast<double>(c.in_shape(0).size() / std::max<int64_t>(g.size(), 1))));
                             } else {
                               const Tensor wide = spread(c, g);
                               c.set(0, wide / ops::cast(ops::floordiv(ops::size(wide), ops::size(g)), c.in_dtype(0)));
                             }
                           },
                           .domain = {.dtypes = kNumbers}, .examples = reduction_examples};

/// Largest element over axes. Equal largest elements share the gradient.
const Op reduce_max_op = {TAPEDECK_REDUCTION("reduce_max", "Max", "y = max of x", "dx = dy where x = y, shared among equals; else 0"), .kernel = reduce_kernel<Reduction::max>,
                          .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = min_max_gradient, .domain = {.margin = 1e-3, .dtypes = kNumbers}, .examples = reduction_examples};

/// Smallest element over axes. Equal smallest elements share the gradient.
const Op reduce_min_op = {TAPEDECK_REDUCTION("reduce_min", "Min", "y = min of x", "dx = dy where x = y, shared among equals; else 0"), .kernel = reduce_kernel<Reduction::min>,
                          .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = min_max_gradient, .domain = {.margin = 1e-3, .dtypes = kNumbers}, .examples = reduction_examples};

/// Product over axes. The gradient multiplies the products of the elements before and after each one, so that zeros are no problem.
/// Source: math_grad.py, _ProdGrad.
const Op reduce_prod_op = {TAPEDECK_REDUCTION("reduce_prod", "Prod", "y = product of x", "dx = dy * product of all the others"), .kernel = reduce_kernel<Reduction::prod>,
                           .differentiable = Differentiable::yes, .saves = Saves::inputs,
                           .gradient = [](GradientContext& c) {
                             const Shape& in = c.in_shape(0);
                             const auto axes = reduction_axes(c.op, c.attrs, in.rank());
                             const Tensor g = with_axes_back(c, c.upstream());
                             if (axes.empty()) { c.set(0, g); return; }
                             // Bring the reduced axes to the front and fold them into one, multiply along it, and undo.
                             std::vector<int64_t> perm(axes.begin(), axes.end()), back(static_cast<size_t>(in.rank()));
                             for (int i = 0; i < in.rank(); ++i) if (std::find(axes.begin(), axes.end(), i) == axes.end()) perm.push_back(i);
                             for (size_t i = 0; i < perm.size(); ++i) back[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
                             const Tensor front = ops::transpose(c.in(0), perm);
                             int64_t folded = 1, rest = 1;
                             for (size_t i = 0; i < perm.size(); ++i) (i < axes.size() ? folded : rest) *= in[static_cast<int>(perm[i])];
                             const Tensor flat = ops::reshape(front, Shape{folded, rest});
                             const Attrs before = {{"axis", int64_t{0}}, {"exclusive", true}}, after = {{"axis", int64_t{0}}, {"exclusive", true}, {"reverse", true}};
                             const Tensor others = apply1(cumprod_op, {flat}, before) * apply1(cumprod_op, {flat}, after);
                             c.set(0, g * ops::transpose(ops::reshape(others, front.shape()), back));
                           },
                           .domain = {.low = 0.5, .high = 1.5, .dtypes = kNumbers}, .examples = reduction_examples};

/// Whether any element is true.
const Op reduce_any_op = {TAPEDECK_REDUCTION("reduce_any", "Any", "y = any of x", ""), .kernel = reduce_kernel<Reduction::any>, .domain = {.dtypes = kBools}, .examples = reduction_examples};
/// Whether all elements are true.
const Op reduce_all_op = {TAPEDECK_REDUCTION("reduce_all", "All", "y = all of x", ""), .kernel = reduce_kernel<Reduction::all>, .domain = {.dtypes = kBools}, .examples = reduction_examples};

/// Place of the largest element along an axis (the first of equals). Attributes: axis, output_type.
const Op argmax_op = {.name = "argmax", .type = "ArgMax", .formula = "y = place of the largest x along axis", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                      .infer = infer_arg, .kernel = arg_kernel<true>, .domain = {.dtypes = kFixedSize}, .examples = arg_examples};
/// Place of the smallest element along an axis (the first of equals).
const Op argmin_op = {.name = "argmin", .type = "ArgMin", .formula = "y = place of the smallest x along axis", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                      .infer = infer_arg, .kernel = arg_kernel<false>, .domain = {.dtypes = kFixedSize}, .examples = arg_examples};

/// A gradient summed to a shape that it was broadcast from, where the shape is known only when the graph runs.
const Op sum_to_shape_op = {.name = "sum_to_shape", .type = "SumToShape", .formula = "y = x summed over the axes that shape lacks", .gradient_text = "dx = dy, spread", .min_inputs = 2, .max_inputs = 2,
                            .infer = [](InferContext& c) {
                              check_dtype(c, 0);
                              const auto s = shape_from_tensor(c.op, c.inputs[1]);
                              if (s) c.output(c.dtype(0), *s);
                              else c.output_of_unknown_shape(c.dtype(0));
                            },
                            .kernel = [](KernelContext& c) {
                              const Shape &have = c.in(0).shape(), &want = c.out().shape();
                              InlineVector<int, 8> axes;
                              const int extra = have.rank() - want.rank();
                              for (int i = 0; i < have.rank(); ++i) if (i < extra || (want[i - extra] == 1 && have[i] != 1)) axes.push_back(i);
                              reduce(Reduction::sum, c.in(0), axes, c.out());
                            },
                            .differentiable = Differentiable::yes,
                            .gradient = [](GradientContext& c) { c.set(0, ops::broadcast_to(c.upstream(), c.in_shape_tensor(0))); },
                            .domain = {.dtypes = kNumbers},
                            .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{1}, {3})}},
                                                                          {.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2}, {2, 1})}}}; }};

}  // namespace tapedeck
