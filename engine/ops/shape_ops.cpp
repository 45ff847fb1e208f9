// Ops that change or tell a shape and leave the values alone. Source: tensorflow/python/ops/array_ops.py, array_grad.py.
#include <algorithm>
#include <numeric>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

void view_kernel(KernelContext&) {}   // the output is a view, which needs no work

Shape reshaped(InferContext& c) {
  const auto wanted = shape_from_tensor(c.op, c.inputs[1]);
  Shape out = *wanted;
  int open = -1;
  int64_t product = 1;
  for (int i = 0; i < out.rank(); ++i) {
    if (out[i] == -1 && c.value(1)) {
      if (open >= 0) op_error(c.op, ErrorKind::invalid_argument, "Only one input size may be -1, not both " + std::to_string(open) + " and " + std::to_string(i));
      open = i;
    } else if (out[i] < 0) {
      if (!c.value(1)) return out;
      op_error(c.op, ErrorKind::invalid_argument, "Size " + std::to_string(i) + " must be non-negative, not " + std::to_string(out[i]));
    } else {
      product *= out[i];
    }
  }
  if (!c.shape(0).is_known()) {   // one unknown axis may take what is left, as far as that can be told
    return out;
  }
  const int64_t n = c.shape(0).size();
  if (open >= 0) {
    if (product == 0 ? n != 0 : n % product != 0)
      op_error(c.op, ErrorKind::invalid_argument, "Input to reshape is a tensor with " + std::to_string(n) + " values, but the requested shape requires a multiple of " + std::to_string(product));
    out.set(open, product ? n / product : 0);
  } else if (product != n) {
    op_error(c.op, ErrorKind::invalid_argument, "Input to reshape is a tensor with " + std::to_string(n) + " values, but the requested shape has " + std::to_string(product));
  }
  return out;
}

std::vector<int64_t> permutation(const Op& op, const Attrs& attrs, int rank) {
  std::vector<int64_t> perm = attrs.integers("perm");
  if (!attrs.has("perm")) {
    perm.resize(static_cast<size_t>(rank));
    for (int i = 0; i < rank; ++i) perm[static_cast<size_t>(i)] = rank - 1 - i;
    return perm;
  }
  if (static_cast<int>(perm.size()) != rank)
    op_error(op, ErrorKind::invalid_argument, "transpose expects a vector of size " + std::to_string(rank) + ". But input(1) is a vector of size " + std::to_string(perm.size()));
  std::vector<bool> seen(perm.size());
  for (int64_t& p : perm) {
    if (p < 0) p += rank;
    if (p < 0 || p >= rank) op_error(op, ErrorKind::invalid_argument, std::to_string(p) + " is out of range [0 .. " + std::to_string(rank) + ")");
    seen[static_cast<size_t>(p)] = true;
  }
  for (size_t i = 0; i < seen.size(); ++i)
    if (!seen[i]) {
      std::string list;
      for (int64_t p : perm) list.append(list.empty() ? "" : ",").append(std::to_string(p));
      op_error(op, ErrorKind::invalid_argument, std::to_string(i) + " is missing from {" + list + "}.");
    }
  return perm;
}

InlineVector<int, 8> squeezed_axes(InferContext& c) {
  InlineVector<int, 8> axes;
  const Shape& s = c.shape(0);
  if (!c.attrs.has("axis") || (std::holds_alternative<std::vector<int64_t>>(*c.attrs.find("axis")) && c.attrs.integers("axis").empty())) {
    for (int i = 0; i < s.rank(); ++i) if (s[i] == 1) axes.push_back(i);
    return axes;
  }
  std::vector<int64_t> given;
  if (const auto* one = std::get_if<int64_t>(c.attrs.find("axis"))) given = {*one};
  else given = c.attrs.integers("axis");
  for (int64_t a : given) {
    if (a < -s.rank() || a >= s.rank())
      op_error(c.op, ErrorKind::invalid_argument, "Tried to squeeze dim index " + std::to_string(a) + " for tensor with " + std::to_string(s.rank()) + " dimensions.");
    const int axis = static_cast<int>(a < 0 ? a + s.rank() : a);
    if (s[axis] != 1 && s[axis] >= 0)
      op_error(c.op, ErrorKind::invalid_argument, "Can not squeeze dim[" + std::to_string(axis) + "], expected a dimension of 1, got " + std::to_string(s[axis]));
    axes.push_back(axis);
  }
  return axes;
}

void back_to_input_shape(GradientContext& c) {
  c.set(0, c.in_shape(0).is_known() ? ops::reshape(c.upstream(), c.in_shape(0)) : ops::reshape(c.upstream(), c.in_shape_tensor(0)));
}

Tensor fixed_ints(std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(Shape{static_cast<int64_t>(v.size())}, v); }

template <class F> void write_int(KernelContext& c, F&& value_at) {
  for (int64_t i = 0; i < c.out().size(); ++i) {
    if (c.out().dtype() == DType::int64) c.out().mutable_data<int64_t>()[i] = value_at(static_cast<int>(i));
    else c.out().mutable_data<int32_t>()[i] = static_cast<int32_t>(value_at(static_cast<int>(i)));
  }
}

}  // namespace

/// The same values in another shape; one size may be -1: whatever is left.
const Op reshape_op = {.name = "reshape", .type = "Reshape", .formula = "y = the values of x in the given shape", .gradient_text = "dx = dy in the shape of x", .min_inputs = 2, .max_inputs = 2,
                       .infer = [](InferContext& c) {
                         if (c.shape(1).rank() != 1) op_error(c.op, ErrorKind::invalid_argument, "sizes input must be 1-D, not " + c.shape(1).brackets());
                         if (!shape_from_tensor(c.op, c.inputs[1])) { c.output_of_unknown_shape(c.dtype(0)); return; }
                         c.output_view(reshaped(c));
                       },
                       .kernel = view_kernel, .differentiable = Differentiable::yes, .gradient = back_to_input_shape, .domain = {.dtypes = kAllValues},
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), fixed_ints({3, -1})}}}; }};

/// Axes in another order: all reversed, or as the attribute perm says.
const Op transpose_op = {.name = "transpose", .type = "Transpose", .formula = "y[i, j, ...] = x with its axes in the order perm", .gradient_text = "dx = dy with the axes put back", .min_inputs = 1, .max_inputs = 1,
                         .infer = [](InferContext& c) {
                           Shape out;
                           for (int64_t p : permutation(c.op, c.attrs, c.shape(0).rank())) out.push_back(c.shape(0)[static_cast<int>(p)]);
                           c.output(c.dtype(0), out);
                         },
                         .kernel = [](KernelContext& c) { transpose(c.in(0), permutation(c.op, c.attrs, c.in(0).rank()), c.out()); },
                         .differentiable = Differentiable::yes,
                         .gradient = [](GradientContext& c) {
                           const std::vector<int64_t> perm = permutation(c.op, c.attrs, c.in_shape(0).rank());
                           std::vector<int64_t> back(perm.size());
                           for (size_t i = 0; i < perm.size(); ++i) back[static_cast<size_t>(perm[i])] = static_cast<int64_t>(i);
                           c.set(0, ops::transpose(c.upstream(), back));
                         },
                         .domain = {.dtypes = kAllValues},
                         .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}}, {.shapes = {Shape{2, 3, 4}}, .attrs = {{"perm", std::vector<int64_t>{1, 2, 0}}}}}; }};

/// A new axis of size 1. Attribute: axis.
const Op expand_dims_op = {.name = "expand_dims", .type = "ExpandDims", .formula = "y = x with an axis of size 1 more", .gradient_text = "dx = dy in the shape of x", .min_inputs = 1, .max_inputs = 1,
                           .infer = [](InferContext& c) { c.output_view(c.shape(0).inserted(checked_axis(c.op, c.attrs.integer("axis"), c.shape(0).rank(), 1), 1)); },
                           .kernel = view_kernel, .differentiable = Differentiable::yes, .gradient = back_to_input_shape, .domain = {.dtypes = kAllValues},
                           .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}, .attrs = {{"axis", int64_t{1}}}}, {.shapes = {Shape{}}, .attrs = {{"axis", int64_t{-1}}}}}; }};

/// Axes of size 1 removed: all, or those of the attribute axis.
const Op squeeze_op = {.name = "squeeze", .type = "Squeeze", .formula = "y = x without axes of size 1", .gradient_text = "dx = dy in the shape of x", .min_inputs = 1, .max_inputs = 1,
                       .infer = [](InferContext& c) {
                         const auto axes = squeezed_axes(c);
                         Shape out;
                         for (int i = 0; i < c.shape(0).rank(); ++i) if (std::find(axes.begin(), axes.end(), i) == axes.end()) out.push_back(c.shape(0)[i]);
                         c.output_view(out);
                       },
                       .kernel = view_kernel, .differentiable = Differentiable::yes, .gradient = back_to_input_shape, .domain = {.dtypes = kAllValues},
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 1, 3, 1}}}, {.shapes = {Shape{2, 1, 1}}, .attrs = {{"axis", int64_t{-1}}}}}; }};

/// Repeats axes of size 1 (and new leading axes) up to a shape.
const Op broadcast_to_op = {.name = "broadcast_to", .type = "BroadcastTo", .formula = "y = x repeated to the given shape", .gradient_text = "dx = dy summed over the repeated axes", .min_inputs = 2, .max_inputs = 2,
                            .infer = [](InferContext& c) {
                              const auto wanted = shape_from_tensor(c.op, c.inputs[1]);
                              if (!wanted) { c.output_of_unknown_shape(c.dtype(0)); return; }
                              Shape out = *wanted;
                              const int extra = out.rank() - c.shape(0).rank();
                              for (int i = 0; i < c.shape(0).rank(); ++i) {
                                if (extra < 0) op_error(c.op, ErrorKind::invalid_argument, "Rank of input (" + std::to_string(c.shape(0).rank()) + ") must be no greater than rank of output shape (" + std::to_string(out.rank()) + ").");
                                if (out[extra + i] < 0 && c.value(1)) out.set(extra + i, c.shape(0)[i]);
                                if (c.shape(0)[i] > 1 && out[extra + i] >= 0 && c.shape(0)[i] != out[extra + i])
                                  op_error(c.op, ErrorKind::invalid_argument, "Incompatible shapes: " + c.shape(0).brackets() + " vs. " + out.brackets());
                              }
                              c.output(c.dtype(0), out);
                            },
                            .kernel = [](KernelContext& c) { broadcast_copy(c.in(0), c.out()); },
                            .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, sum_to_input(c, 0, c.upstream())); }, .domain = {.dtypes = kAllValues},
                            .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 1}, Shape{}}, .fixed = {Tensor(), fixed_ints({2, 3})}},
                                                                          {.shapes = {Shape{3}, Shape{}}, .fixed = {Tensor(), fixed_ints({2, 3})}}}; }};

/// The sizes of the axes, as a vector of whole numbers. Attribute: out_type.
const Op shape_op = {.name = "shape", .type = "Shape", .formula = "y = the sizes of the axes of x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                     .infer = [](InferContext& c) { c.output(c.attrs.dtype("out_type", DType::int32), Shape{c.shape(0).rank()}); },
                     .kernel = [](KernelContext& c) { write_int(c, [&](int i) { return c.in(0).shape()[i]; }); }, .domain = {.dtypes = kAllValues}};
/// The number of elements. Attribute: out_type.
const Op size_op = {.name = "size", .type = "Size", .formula = "y = the number of elements of x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) { c.output(c.attrs.dtype("out_type", DType::int32), Shape{}); },
                    .kernel = [](KernelContext& c) { write_int(c, [&](int) { return c.in(0).size(); }); }, .domain = {.dtypes = kAllValues}};
/// The number of axes.
const Op rank_op = {.name = "rank", .type = "Rank", .formula = "y = the number of axes of x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) { c.output(DType::int32, Shape{}); },
                    .kernel = [](KernelContext& c) { write_int(c, [&](int) { return c.in(0).rank(); }); }, .domain = {.dtypes = kAllValues}};

}  // namespace tapedeck
