// Picking elements by index and putting them back. Sources: tensorflow/core/kernels/scatter_nd_op.cc, gather_nd_op.cc; python/ops/array_grad.py.
#include <algorithm>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

/// What indices [..., depth] into a tensor mean: `count` places, each of `slice` elements.
struct Places {
  int depth = 0;
  int64_t count = 1, slice = 1;
  Shape outer;   // shape of the indices without their last axis
  Shape inner;   // shape of one slice
};

Places places_of(const Op& op, const Shape& indices, const Shape& into) {
  Places p;
  if (indices.rank() < 1) op_error(op, ErrorKind::invalid_argument, "Indices shape must have rank at least one. Found:" + indices.brackets());
  p.depth = static_cast<int>(indices.from_end(1));
  if (p.depth > into.rank())
    op_error(op, ErrorKind::invalid_argument, "index innermost dimension length must be <= params rank; saw: " + std::to_string(p.depth) + " vs. " + std::to_string(into.rank()));
  for (int i = 0; i < indices.rank() - 1; ++i) { p.outer.push_back(indices[i]); p.count *= indices[i]; }
  for (int i = p.depth; i < into.rank(); ++i) { p.inner.push_back(into[i]); p.slice *= into[i]; }
  return p;
}

Shape joined(const Shape& a, const Shape& b) {
  Shape s = a;
  for (int64_t d : b) s.push_back(d);
  return s;
}

/// Where place `i` begins in the tensor, in elements.
int64_t offset_of(const Op& op, const Tensor& indices, int64_t i, const Places& p, const Shape& into) {
  int64_t at = 0;
  for (int d = 0; d < p.depth; ++d) {
    const int64_t index = indices.element_int(i * p.depth + d);
    if (index < 0 || index >= into[d]) {
      std::string list, where;
      for (int k = 0; k < p.depth; ++k) list += (k ? ", " : "") + std::to_string(indices.element_int(i * p.depth + k));
      int64_t rest = i;
      for (int k = p.outer.rank(); k-- > 0;) { where = std::to_string(rest % p.outer[k]) + (where.empty() ? "" : ",") + where; rest /= p.outer[k]; }
      op_error(op, ErrorKind::invalid_argument, "indices[" + where + "] = [" + list + "] does not index into " + (op.type[0] == 'G' ? "param shape " : "shape ") + into.brackets() +
                                                    (op.type[0] == 'G' ? ", node name: GatherNd" : ""));
    }
    at = at * into[d] + index;
  }
  return at * p.slice;
}

void check_updates(InferContext& c, const Shape& indices, const Shape& updates, const Shape& into) {
  const Places p = places_of(c.op, indices, into);
  const Shape expected = joined(p.outer, p.inner);
  if (updates.is_known() && expected.is_known() && !(updates == expected))
    op_error(c.op, ErrorKind::invalid_argument, "Dimensions [0," + std::to_string(p.outer.rank()) + ") of indices[shape=" + indices.brackets() + "] must match dimensions [0," + std::to_string(p.outer.rank()) +
                                                    ") of updates[shape=" + updates.brackets() + "]",
             "For these indices the updates should have shape " + expected.brackets() + ".");
}

enum class Scatter { update, add, sub, min, max };

template <Scatter how, class T> T combined(T old, T update) {
  switch (how) {
    case Scatter::update: return update;
    case Scatter::add: return static_cast<T>(old + update);
    case Scatter::sub: return static_cast<T>(old - update);
    case Scatter::min: return std::min(old, update);
    case Scatter::max: return std::max(old, update);
  }
}

template <Scatter how> void scatter_into(const Op& op, const Tensor& indices, const Tensor& updates, Tensor& out) {
  const Places p = places_of(op, indices.shape(), out.shape());
  if (how == Scatter::update) {
    for (int64_t i = 0; i < p.count; ++i) copy_elements(updates, i * p.slice, out, offset_of(op, indices, i, p, out.shape()), p.slice);
    return;
  }
  visit_dtype(out.dtype(), [&](auto tag) {
    using T = typename decltype(tag)::type;
    for (int64_t i = 0; i < p.count; ++i) {
      T* to = out.mutable_data<T>() + offset_of(op, indices, i, p, out.shape());
      const T* from = updates.data<T>() + i * p.slice;
      for (int64_t k = 0; k < p.slice; ++k) to[k] = combined<how>(to[k], from[k]);
    }
  }, [] {});
}

void infer_tensor_scatter(InferContext& c) {
  check_dtype(c, 0);
  if (!kIndices.contains(c.dtype(1))) dtype_error(c.op, 1, DType::int32, c.dtype(1));
  if (c.dtype(2) != c.dtype(0)) dtype_error(c.op, 2, c.dtype(0), c.dtype(2));
  check_updates(c, c.shape(1), c.shape(2), c.shape(0));
  c.output(c.dtype(0), c.shape(0));
}
template <Scatter how> void tensor_scatter_kernel(KernelContext& c) {
  copy_elements(c.in(0), 0, c.out(), 0, c.in(0).size());
  scatter_into<how>(c.op, c.in(1), c.in(2), c.out());
}

void scatter_extreme_gradient(GradientContext& c) {
  const Tensor x_reached = ops::cast(ops::equal(c.out(), c.in(0)), c.in_dtype(0));
  const Tensor updates_reached = ops::cast(ops::equal(ops::gather_nd(c.out(), c.in(1)), c.in(2)), c.in_dtype(0));
  const Tensor count = apply1(tensor_scatter_nd_add_op, {x_reached, c.in(1), updates_reached});
  const Tensor share = ops::divide_no_nan(c.upstream(), count);
  if (c.wants(0)) c.set(0, share * x_reached);
  if (c.wants(2)) c.set(2, ops::gather_nd(share, c.in(1)) * updates_reached);
}

std::vector<Example> scatter_examples() {
  return {{.shapes = {Shape{3, 2}, Shape{}, Shape{2, 2}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2, 1}, {2, 0})}},
          {.shapes = {Shape{2, 2}, Shape{}, Shape{2}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2, 2}, {0, 1, 1, 0})}}};
}

#define TAPEDECK_TENSOR_SCATTER(py, tf, text, gradient_words) \
  .name = py, .type = tf, .formula = text, .gradient_text = gradient_words, .min_inputs = 3, .max_inputs = 3, .infer = infer_tensor_scatter

}  // namespace

/// Elements or slices at index vectors: the last axis of indices is one index.
const Op gather_nd_op = {.name = "gather_nd", .type = "GatherNd", .formula = "y[i] = x[indices[i]]", .gradient_text = "dx = dy added up at the indices", .min_inputs = 2, .max_inputs = 2,
                         .infer = [](InferContext& c) {
                           if (!kIndices.contains(c.dtype(1))) dtype_error(c.op, 1, DType::int32, c.dtype(1));
                           if (c.shape(1).rank() >= 1 && c.shape(1).from_end(1) < 0) return c.output(c.dtype(0), Shape::unknown());   // in a graph: how many axes an index picks
                           const Places p = places_of(c.op, c.shape(1), c.shape(0));
                           c.output(c.dtype(0), joined(p.outer, p.inner));
                         },
                         .kernel = [](KernelContext& c) {
                           const Places p = places_of(c.op, c.in(1).shape(), c.in(0).shape());
                           for (int64_t i = 0; i < p.count; ++i) copy_elements(c.in(0), offset_of(c.op, c.in(1), i, p, c.in(0).shape()), c.out(), i * p.slice, p.slice);
                         },
                         .differentiable = Differentiable::yes, .saves = Saves::inputs,
                         .gradient = [](GradientContext& c) { if (c.wants(0)) c.set(0, ops::scatter_nd(c.in(1), c.upstream(), c.in_shape_tensor(0))); },
                         .domain = {.dtypes = kAllValues},
                         .examples = [] {
                           return std::vector<Example>{{.shapes = {Shape{3, 2}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2, 2}, {2, 1, 2, 1})}},
                                                       {.shapes = {Shape{3, 2}, Shape{}}, .fixed = {Tensor(), Tensor::from<int32_t>(Shape{2, 1}, {2, 0})}}};
                         }};

/// Zeros of a shape with updates added at indices. Inputs: indices, updates, shape.
const Op scatter_nd_op = {.name = "scatter_nd", .type = "ScatterNd", .formula = "y = 0, then y[indices[i]] += updates[i]", .gradient_text = "dupdates = dy gathered at the indices", .min_inputs = 3, .max_inputs = 3,
                          .infer = [](InferContext& c) {
                            check_dtype(c, 1);
                            if (!kIndices.contains(c.dtype(0))) dtype_error(c.op, 0, DType::int32, c.dtype(0));
                            const auto shape = shape_from_tensor(c.op, c.inputs[2]);
                            if (!shape) { c.output_of_unknown_shape(c.dtype(1)); return; }
                            check_updates(c, c.shape(0), c.shape(1), *shape);
                            c.output(c.dtype(1), *shape);
                          },
                          .kernel = [](KernelContext& c) {
                            std::fill_n(static_cast<char*>(c.out().mutable_raw()), c.out().bytes(), char{0});
                            scatter_into<Scatter::add>(c.op, c.in(0), c.in(1), c.out());
                          },
                          .differentiable = Differentiable::yes, .saves = Saves::inputs,
                          .gradient = [](GradientContext& c) { if (c.wants(1)) c.set(1, ops::gather_nd(c.upstream(), c.in(0))); },
                          .domain = {.dtypes = kNumbers},
                          .examples = [] {
                            return std::vector<Example>{{.shapes = {Shape{}, Shape{3}, Shape{}}, .fixed = {Tensor::from<int32_t>(Shape{3, 1}, {0, 2, 2}), Tensor(), Tensor::from<int32_t>(Shape{1}, {4})}}};
                          }};

/// A copy of x with elements or slices replaced. Gradient: 0 where x was overwritten. Source: array_grad.py, _TensorScatterUpdateGrad.
const Op tensor_scatter_nd_update_op = {TAPEDECK_TENSOR_SCATTER("tensor_scatter_nd_update", "TensorScatterUpdate", "y = x, then y[indices[i]] = updates[i]", "dx = dy, 0 at the indices; dupdates = dy at the indices"),
                                        .kernel = tensor_scatter_kernel<Scatter::update>, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                        .gradient = [](GradientContext& c) {
                                          const Tensor at_places = ops::gather_nd(c.upstream(), c.in(1));
                                          if (c.wants(0)) c.set(0, ops::tensor_scatter_nd_update(c.upstream(), c.in(1), ops::zeros_like(at_places)));
                                          if (c.wants(2)) c.set(2, at_places);
                                        },
                                        .domain = {.dtypes = kAllValues}, .examples = scatter_examples};
/// A copy of x with updates added at indices.
const Op tensor_scatter_nd_add_op = {TAPEDECK_TENSOR_SCATTER("tensor_scatter_nd_add", "TensorScatterAdd", "y = x, then y[indices[i]] += updates[i]", "dx = dy; dupdates = dy at the indices"),
                                     .kernel = tensor_scatter_kernel<Scatter::add>, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                     .gradient = [](GradientContext& c) {
                                       c.set(0, ops::identity(c.upstream()));
                                       if (c.wants(2)) c.set(2, ops::gather_nd(c.upstream(), c.in(1)));
                                     },
                                     .domain = {.dtypes = kNumbers}, .examples = scatter_examples};
/// A copy of x with updates subtracted at indices.
const Op tensor_scatter_nd_sub_op = {TAPEDECK_TENSOR_SCATTER("tensor_scatter_nd_sub", "TensorScatterSub", "y = x, then y[indices[i]] -= updates[i]", "dx = dy; dupdates = -dy at the indices"),
                                     .kernel = tensor_scatter_kernel<Scatter::sub>, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                     .gradient = [](GradientContext& c) {
                                       c.set(0, ops::identity(c.upstream()));
                                       if (c.wants(2)) c.set(2, -ops::gather_nd(c.upstream(), c.in(1)));
                                     },
                                     .domain = {.dtypes = kNumbers}, .examples = scatter_examples};
/// A copy of x lowered to the updates where they are smaller. Where both are equal they share the gradient. Source: array_grad.py, _TensorScatterMinOrMaxGrad.
const Op tensor_scatter_nd_min_op = {TAPEDECK_TENSOR_SCATTER("tensor_scatter_nd_min", "TensorScatterMin", "y = x, then y[indices[i]] = min(y[indices[i]], updates[i])", "dy goes to x and to the updates that reached y, shared among equals"),
                                     .kernel = tensor_scatter_kernel<Scatter::min>, .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = scatter_extreme_gradient,
                                     .domain = {.dtypes = kNumbers}, .examples = scatter_examples};
/// A copy of x raised to the updates where they are larger. Where both are equal they share the gradient.
const Op tensor_scatter_nd_max_op = {TAPEDECK_TENSOR_SCATTER("tensor_scatter_nd_max", "TensorScatterMax", "y = x, then y[indices[i]] = max(y[indices[i]], updates[i])", "dy goes to x and to the updates that reached y, shared among equals"),
                                     .kernel = tensor_scatter_kernel<Scatter::max>, .differentiable = Differentiable::yes, .saves = Saves::both, .gradient = scatter_extreme_gradient,
                                     .domain = {.dtypes = kNumbers}, .examples = scatter_examples};

}  // namespace tapedeck
