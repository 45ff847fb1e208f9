// Putting tensors together and taking them apart: concat, stack, unstack, split, tile, pad, reverse, roll. Source: tensorflow/python/ops/array_ops.py, array_grad.py.
#include <algorithm>
#include <array>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

int64_t product(const Shape& s, int from, int to) {
  int64_t n = 1;
  for (int i = from; i < to; ++i) n *= s[i];
  return n;
}

int axis_in(const Op& op, const Attrs& attrs, int rank, const char* what, int slack = 0) {
  const int64_t axis = attrs.integer("axis"), limit = rank + slack;
  if (axis < -limit || axis >= limit)
    op_error(op, ErrorKind::invalid_argument, std::string(what) + std::to_string(axis) + " not in [" + std::to_string(-limit) + ", " + std::to_string(limit) + ")");
  return static_cast<int>(axis < 0 ? axis + limit : axis);
}

void infer_concat(InferContext& c) {
  check_same_dtype(c);
  check_dtype(c, 0);
  const Shape& first = c.shape(0);
  const int64_t given = c.attrs.integer("axis");
  if (first.rank() == 0) op_error(c.op, ErrorKind::invalid_argument, "ConcatOp : Expected concatenating dimensions in the range [0, 0), but got " + std::to_string(given));
  if (given < -first.rank() || given >= first.rank())
    op_error(c.op, ErrorKind::invalid_argument, "ConcatOp : Expected concatenating dimensions in the range [" + std::to_string(-first.rank()) + ", " + std::to_string(first.rank()) + "), but got " + std::to_string(given));
  const int axis = static_cast<int>(given < 0 ? given + first.rank() : given);
  Shape out = first;
  for (size_t i = 1; i < c.inputs.size(); ++i) {
    const Shape& s = c.shape(i);
    if (s.rank() != first.rank())
      op_error(c.op, ErrorKind::invalid_argument, "ConcatOp : Ranks of all input tensors should match: shape[0] = " + first.brackets() + " vs. shape[" + std::to_string(i) + "] = " + s.brackets());
    for (int k = 0; k < s.rank(); ++k)
      if (k != axis && s[k] != first[k] && s[k] >= 0 && first[k] >= 0)
        op_error(c.op, ErrorKind::invalid_argument, "ConcatOp : Dimension " + std::to_string(k) + " in both shapes must be equal: shape[0] = " + first.brackets() + " vs. shape[" + std::to_string(i) + "] = " + s.brackets());
    out.set(axis, out[axis] < 0 || s[axis] < 0 ? -1 : out[axis] + s[axis]);
  }
  c.output(c.dtype(0), out);
}

void concat_kernel(KernelContext& c) {
  const int axis = axis_in(c.op, c.attrs, c.out().rank(), "axis = ");
  const int64_t outer = product(c.out().shape(), 0, axis), row = product(c.out().shape(), axis, c.out().rank());
  int64_t at = 0;
  for (size_t i = 0; i < c.inputs.size(); ++i) {
    const int64_t width = product(c.in(i).shape(), axis, c.in(i).rank());
    for (int64_t o = 0; o < outer; ++o) copy_elements(c.in(i), o * width, c.out(), o * row + at, width);
    at += width;
  }
}

void infer_stack(InferContext& c) {
  check_same_dtype(c);
  const int axis = axis_in(c.op, c.attrs, c.shape(0).rank(), "axis = ", 1);
  for (size_t i = 1; i < c.inputs.size(); ++i)
    if (!(c.shape(i) == c.shape(0)) && c.shape(i).is_known() && c.shape(0).is_known())
      op_error(c.op, ErrorKind::invalid_argument, "Shapes of all inputs must match: values[0].shape = " + c.shape(0).brackets() + " != values[" + std::to_string(i) + "].shape = " + c.shape(i).brackets());
  c.output(c.dtype(0), c.shape(0).inserted(axis, static_cast<int64_t>(c.inputs.size())));
}

void stack_kernel(KernelContext& c) {
  const int axis = axis_in(c.op, c.attrs, c.in(0).rank(), "axis = ", 1);
  const int64_t outer = product(c.in(0).shape(), 0, axis), width = product(c.in(0).shape(), axis, c.in(0).rank()), n = static_cast<int64_t>(c.inputs.size());
  for (int64_t i = 0; i < n; ++i)
    for (int64_t o = 0; o < outer; ++o) copy_elements(c.in(static_cast<size_t>(i)), o * width, c.out(), (o * n + i) * width, width);
}

void infer_unstack(InferContext& c) {
  if (c.shape(0).rank() == 0) throw Error(ErrorKind::value, "Argument `axis` = " + std::to_string(c.attrs.integer("axis")) + " not in range [0, 0)");
  const int axis = axis_in(c.op, c.attrs, c.shape(0).rank(), "axis = ");
  const int64_t n = c.attrs.integer("num", c.shape(0)[axis]);
  if (n != c.shape(0)[axis] && c.shape(0)[axis] >= 0)
    op_error(c.op, ErrorKind::invalid_argument, "Input shape axis " + std::to_string(axis) + " must equal " + std::to_string(n) + ", got shape " + c.shape(0).brackets());
  if (n < 0) throw Error(ErrorKind::value, "Cannot infer argument `num` from shape " + c.shape(0).parens());
  for (int64_t i = 0; i < n; ++i) c.output(c.dtype(0), c.shape(0).without(axis));
}

/// Writes slice after slice along the axis into the outputs, whose sizes along it tell where the next begins.
void take_apart(KernelContext& c, int axis, bool axis_stays) {
  const Tensor& x = c.in(0);
  const int64_t outer = product(x.shape(), 0, axis), row = product(x.shape(), axis, x.rank()), inner = product(x.shape(), axis + 1, x.rank());
  int64_t at = 0;
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    const int64_t width = (axis_stays ? c.out(i).shape()[axis] : 1) * inner;
    for (int64_t o = 0; o < outer; ++o) copy_elements(x, o * row + at, c.out(i), o * width, width);
    at += width;
  }
}

/// Attribute num (equal parts) or sizes.
void infer_split(InferContext& c) {
  const int rank = c.shape(0).rank();
  const int64_t given = c.attrs.integer("axis");
  if (given < -rank || given >= rank)
    op_error(c.op, ErrorKind::invalid_argument, "-input rank(-" + std::to_string(rank) + ") <= split_dim < input rank (" + std::to_string(rank) + "), but got " + std::to_string(given));
  const int axis = static_cast<int>(given < 0 ? given + rank : given);
  const int64_t size = c.shape(0)[axis];
  if (c.attrs.has("sizes")) {
    std::vector<int64_t> sizes = c.attrs.integers("sizes");
    int64_t total = 0, open = -1;
    for (size_t i = 0; i < sizes.size(); ++i) (sizes[i] < 0 ? open : total) = sizes[i] < 0 ? static_cast<int64_t>(i) : total + sizes[i];
    if (open >= 0 && size >= 0) sizes[static_cast<size_t>(open)] = size - total;
    if (size >= 0 && (open >= 0 ? total > size : total != size))
      op_error(c.op, ErrorKind::invalid_argument, "Determined shape must either match input shape along split_dim exactly if fully specified, or be less than the size of the input along split_dim if not fully specified.  Got: " + std::to_string(total));
    for (int64_t s : sizes) c.output(c.dtype(0), c.shape(0).with(axis, s));
    return;
  }
  const int64_t n = c.attrs.integer("num", 1);
  if (n <= 0) op_error(c.op, ErrorKind::invalid_argument, "Number of ways to split should be > 0, but got " + std::to_string(n));
  if (size >= 0 && size % n != 0)
    op_error(c.op, ErrorKind::invalid_argument, "Number of ways to split should evenly divide the split dimension, but got split_dim " + std::to_string(axis) + " (size = " + std::to_string(size) + ") and num_split " + std::to_string(n));
  for (int64_t i = 0; i < n; ++i) c.output(c.dtype(0), c.shape(0).with(axis, size < 0 ? -1 : size / n));
}

void tile_kernel(KernelContext& c) {
  // Each axis of the result is (repeat, size): a strided copy with step 0 along the repeats.
  const Shape& in = c.in(0).shape();
  Shape split;
  std::vector<int64_t> steps;
  int64_t step = c.in(0).size();
  if (2 * in.rank() > Shape::kMaxRank) {   // too many axes for one pass: element by element
    for (int64_t i = 0; i < c.out().size(); ++i) {
      int64_t rest = i, from = 0, width = 1;
      for (int k = in.rank(); k-- > 0;) { from += rest % c.out().shape()[k] % in[k] * width; rest /= c.out().shape()[k]; width *= in[k]; }
      copy_elements(c.in(0), from, c.out(), i, 1);
    }
    return;
  }
  for (int k = 0; k < in.rank(); ++k) {
    step = in[k] ? step / in[k] : 0;
    split.push_back(in[k] ? c.out().shape()[k] / in[k] : 0);
    steps.push_back(0);
    split.push_back(in[k]);
    steps.push_back(step);
  }
  Tensor as_split = Tensor::alias(c.out(), split);
  if (c.out().buffer()) strided_copy(c.in(0), 0, steps, as_split);
  else { strided_copy(c.in(0), 0, steps, as_split); copy_elements(as_split, 0, c.out(), 0, c.out().size()); }   // an inline value has no shared buffer
}

/// Rows of paddings: how many before and after, per axis.
std::vector<int64_t> paddings(const Op& op, const Tensor& t, int rank) {
  if (t.rank() != 2 || t.shape()[1] != 2) op_error(op, ErrorKind::invalid_argument, "paddings must be a matrix with 2 columns: " + t.shape().brackets());
  if (t.shape()[0] != rank)
    op_error(op, ErrorKind::invalid_argument, "The first dimension of paddings must be the rank of inputs" + t.shape().brackets() + " " + std::to_string(rank));
  std::vector<int64_t> p = t.to_ints();
  for (size_t i = 0; i < p.size(); i += 2)
    if (p[i] < 0 || p[i + 1] < 0) op_error(op, ErrorKind::invalid_argument, "Paddings must be non-negative: " + std::to_string(p[i]) + " " + std::to_string(p[i + 1]));
  return p;
}

void infer_pad(InferContext& c) {
  check_dtype(c, 0);
  const Shape& s = c.shape(0);
  Shape out;
  if (c.inputs.size() > 2 && c.dtype(2) != c.dtype(0)) dtype_error(c.op, 2, c.dtype(0), c.dtype(2));
  if (!c.value(1)) {
    for (int i = 0; i < s.rank(); ++i) out.push_back(-1);
  } else {
    const std::vector<int64_t> p = paddings(c.op, c.inputs[1], s.rank());
    for (int i = 0; i < s.rank(); ++i) out.push_back(s[i] < 0 ? -1 : s[i] + p[static_cast<size_t>(2 * i)] + p[static_cast<size_t>(2 * i + 1)]);
  }
  c.output(c.dtype(0), out);
}

/// Walks the result; `source(axis, place)` says which place of the input lies there, or -1 for the padding.
template <class F> void padded_copy(const Tensor& in, Tensor& out, const Tensor* value, F&& source) {
  const int rank = in.rank();
  std::array<int64_t, Shape::kMaxRank> at{};
  for (int64_t i = 0; i < out.size(); ++i) {
    int64_t from = 0;
    for (int k = 0; k < rank && from >= 0; ++k) {
      const int64_t place = source(k, at[static_cast<size_t>(k)]);
      from = place < 0 ? -1 : from * in.shape()[k] + place;
    }
    if (from >= 0) copy_elements(in, from, out, i, 1);
    else if (value) copy_elements(*value, 0, out, i, 1);
    for (int k = rank; k-- > 0;) {
      if (++at[static_cast<size_t>(k)] < out.shape()[k]) break;
      at[static_cast<size_t>(k)] = 0;
    }
  }
}

void pad_kernel(KernelContext& c) {
  const std::vector<int64_t> p = paddings(c.op, c.in(1), c.in(0).rank());
  Tensor zero = c.inputs.size() > 2 ? c.in(2) : Tensor::empty(c.in(0).dtype(), Shape{});
  if (c.inputs.size() <= 2 && zero.dtype() != DType::string) std::fill_n(static_cast<char*>(zero.mutable_raw()), 8, char{0});
  padded_copy(c.in(0), c.out(), &zero, [&](int axis, int64_t place) {
    const int64_t from = place - p[static_cast<size_t>(2 * axis)];
    return from >= 0 && from < c.in(0).shape()[axis] ? from : -1;
  });
}

/// Attribute mode: REFLECT (the edge is not repeated) or SYMMETRIC (it is).
void mirror_pad_kernel(KernelContext& c) {
  const std::vector<int64_t> p = paddings(c.op, c.in(1), c.in(0).rank());
  const int64_t edge = c.attrs.text("mode") == "SYMMETRIC" ? 0 : 1;
  for (int i = 0; i < c.in(0).rank(); ++i)
    for (size_t side = 0; side < 2; ++side)
      if (p[static_cast<size_t>(2 * i) + side] > c.in(0).shape()[i] - edge)
        op_error(c.op, ErrorKind::invalid_argument, std::string("paddings must be ") + (edge ? "less than" : "no greater than") + " the dimension size: " + std::to_string(p[static_cast<size_t>(2 * i)]) + ", " +
                                                        std::to_string(p[static_cast<size_t>(2 * i + 1)]) + (edge ? " not less than " : " greater than ") + std::to_string(c.in(0).shape()[i]));
  padded_copy(c.in(0), c.out(), nullptr, [&](int axis, int64_t place) {
    const int64_t n = c.in(0).shape()[axis];
    int64_t from = place - p[static_cast<size_t>(2 * axis)];
    if (from < 0) from = -from - 1 + edge;
    if (from >= n) from = 2 * n - 1 - edge - from;
    return from;
  });
}

std::vector<int64_t> axis_list(const Attrs& attrs) {
  const AttrValue* v = attrs.find("axis");
  if (v) if (const auto* one = std::get_if<int64_t>(v)) return {*one};
  return attrs.integers("axis");
}

Tensor ints(const Shape& shape, std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(shape, v); }

}  // namespace

/// Tensors one after another along an axis. Attribute: axis.
const Op concat_op = {.name = "concat", .type = "ConcatV2", .formula = "y = the tensors one after another along axis", .gradient_text = "each gets its slice of dy", .min_inputs = 1, .max_inputs = -1,
                      .infer = infer_concat, .kernel = concat_kernel, .differentiable = Differentiable::yes,
                      .gradient = [](GradientContext& c) {
                        const int axis = axis_in(c.op, c.attrs, c.in_shape(0).rank(), "axis = ");
                        std::vector<int64_t> sizes;
                        for (size_t i = 0; i < c.input_count(); ++i) sizes.push_back(c.in_shape(i)[axis]);
                        Tensors parts = apply(split_op, {&c.upstream(), 1}, {{"axis", static_cast<int64_t>(axis)}, {"sizes", sizes}});
                        for (size_t i = 0; i < c.input_count(); ++i) c.set(i, parts[i]);
                      },
                      .domain = {.dtypes = kAllValues},
                      .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{1, 3}}, .attrs = {{"axis", int64_t{0}}}}, {.shapes = {Shape{2, 1}, Shape{2, 2}, Shape{2, 1}}, .attrs = {{"axis", int64_t{-1}}}}}; }};

/// Tensors of one shape as the slices of a new axis. Attribute: axis.
const Op stack_op = {.name = "stack", .type = "Pack", .formula = "y = the tensors side by side along a new axis", .gradient_text = "each gets its slice of dy", .min_inputs = 1, .max_inputs = -1,
                     .infer = infer_stack, .kernel = stack_kernel, .differentiable = Differentiable::yes,
                     .gradient = [](GradientContext& c) {
                       Tensors parts = apply(unstack_op, {&c.upstream(), 1}, {{"axis", c.attrs.integer("axis")}, {"num", static_cast<int64_t>(c.input_count())}});
                       for (size_t i = 0; i < c.input_count(); ++i) c.set(i, parts[i]);
                     },
                     .domain = {.dtypes = kAllValues},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{2, 3}}, .attrs = {{"axis", int64_t{1}}}}, {.shapes = {Shape{}, Shape{}, Shape{}}, .attrs = {{"axis", int64_t{0}}}}}; }};

/// The slices along an axis, as separate tensors. Attributes: axis, num.
const Op unstack_op = {.name = "unstack", .type = "Unpack", .formula = "y1, y2, ... = the slices of x along axis", .gradient_text = "dx = the gradients stacked", .min_inputs = 1, .max_inputs = 1,
                       .infer = infer_unstack, .kernel = [](KernelContext& c) { take_apart(c, axis_in(c.op, c.attrs, c.in(0).rank(), "axis = "), false); }, .differentiable = Differentiable::yes,
                       .gradient = [](GradientContext& c) {
                         std::vector<Tensor> parts;
                         for (int64_t i = 0, n = c.in_shape(0)[axis_in(c.op, c.attrs, c.in_shape(0).rank(), "axis = ")]; i < n; ++i) parts.push_back(c.upstream_or_zeros(static_cast<size_t>(i)));
                         c.set(0, apply(stack_op, parts, {{"axis", c.attrs.integer("axis")}})[0]);
                       },
                       .domain = {.dtypes = kAllValues}, .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}, .attrs = {{"axis", int64_t{1}}}}}; }};

/// Parts along an axis. Attributes: axis, and num (equal parts) or sizes (one may be -1).
const Op split_op = {.name = "split", .type = "Split", .formula = "y1, y2, ... = consecutive parts of x along axis", .gradient_text = "dx = the gradients one after another", .min_inputs = 1, .max_inputs = 1,
                     .infer = infer_split, .kernel = [](KernelContext& c) { take_apart(c, axis_in(c.op, c.attrs, c.in(0).rank(), "axis = "), true); }, .differentiable = Differentiable::yes,
                     .gradient = [](GradientContext& c) {
                       std::vector<Tensor> parts;
                       const size_t n = c.attrs.has("sizes") ? c.attrs.integers("sizes").size() : static_cast<size_t>(c.attrs.integer("num", 1));
                       for (size_t i = 0; i < n; ++i) parts.push_back(c.upstream_or_zeros(i));
                       c.set(0, apply(concat_op, parts, {{"axis", c.attrs.integer("axis")}})[0]);
                     },
                     .domain = {.dtypes = kAllValues},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 4}}, .attrs = {{"axis", int64_t{1}}, {"num", int64_t{2}}}}, {.shapes = {Shape{5}}, .attrs = {{"axis", int64_t{0}}, {"sizes", std::vector<int64_t>{1, -1, 2}}}}}; }};

/// The tensor repeated along each axis. Inputs: x, multiples.
const Op tile_op = {.name = "tile", .type = "Tile", .formula = "y = x repeated multiples[i] times along axis i", .gradient_text = "dx = the repeats of dy added up", .min_inputs = 2, .max_inputs = 2,
                    .infer = [](InferContext& c) {
                      if (c.shape(1).rank() != 1) op_error(c.op, ErrorKind::invalid_argument, "Expected multiples to be 1-D, but got shape " + c.shape(1).brackets());
                      const auto m = shape_from_tensor(c.op, c.inputs[1]);
                      if (!m) { c.output_of_unknown_shape(c.dtype(0)); return; }
                      if (m->rank() != c.shape(0).rank())
                        op_error(c.op, ErrorKind::invalid_argument, "Expected multiples argument to be a vector of length " + std::to_string(c.shape(0).rank()) + " but got length " + std::to_string(m->rank()));
                      Shape out;
                      for (int i = 0; i < m->rank(); ++i) {
                        if ((*m)[i] < 0 && c.value(1)) op_error(c.op, ErrorKind::invalid_argument, "Expected multiples[" + std::to_string(i) + "] >= 0, but got " + std::to_string((*m)[i]));
                        out.push_back((*m)[i] < 0 || c.shape(0)[i] < 0 ? -1 : (*m)[i] * c.shape(0)[i]);
                      }
                      c.output(c.dtype(0), out);
                    },
                    .kernel = tile_kernel, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                    .gradient = [](GradientContext& c) {
                      Shape split;
                      std::vector<int64_t> axes;
                      for (int i = 0; i < c.in_shape(0).rank(); ++i) {
                        axes.push_back(split.rank());
                        split.push_back(c.in(1).element_int(i));
                        split.push_back(c.in_shape(0)[i]);
                      }
                      c.set(0, ops::reduce_sum(ops::reshape(c.upstream(), split), axes));
                    },
                    .domain = {.dtypes = kAllValues},
                    .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), ints(Shape{2}, {2, 2})}}, {.shapes = {Shape{2}, Shape{}}, .fixed = {Tensor(), ints(Shape{1}, {3})}}}; }};

/// Zeros (or a value: third input) added around the tensor. Inputs: x, paddings [rank, 2].
const Op pad_op = {.name = "pad", .type = "PadV2", .formula = "y = x with a border", .gradient_text = "dx = dy without the border", .min_inputs = 2, .max_inputs = 3, .infer = infer_pad, .kernel = pad_kernel,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs,
                   .gradient = [](GradientContext& c) {
                     std::vector<int64_t> begin;
                     for (int i = 0; i < c.in_shape(0).rank(); ++i) begin.push_back(c.in(1).element_int(2 * i));
                     if (c.wants(0)) c.set(0, ops::slice(c.upstream(), begin, c.in_shape(0)));
                     // As in TensorFlow, the padding's value gets no gradient.
                   },
                   .domain = {.dtypes = kAllValues},
                   .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .fixed = {Tensor(), ints(Shape{2, 2}, {1, 0, 2, 1})}}}; }};

/// The border mirrors the tensor. Inputs: x, paddings. Attribute: mode, REFLECT or SYMMETRIC.
const Op mirror_pad_op = {.name = "mirror_pad", .type = "MirrorPad", .formula = "y = x with a border that mirrors it", .gradient_text = "dx = dy with the mirrored border added back", .min_inputs = 2, .max_inputs = 2, .infer = infer_pad, .kernel = mirror_pad_kernel,
                          .differentiable = Differentiable::yes, .saves = Saves::inputs,
                          .gradient = [](GradientContext& c) {
                            // Mirror the places themselves, then add each element of the gradient where it came from.
                            const int64_t n = c.in_shape(0).size();
                            std::vector<int64_t> places(static_cast<size_t>(n));
                            for (size_t i = 0; i < places.size(); ++i) places[i] = static_cast<int64_t>(i);
                            const Tensor at = apply1(mirror_pad_op, {told(Tensor::from<int64_t>(c.in_shape(0), places)), c.in(1)}, c.attrs);
                            const Tensor flat = ops::reshape(at, Shape{at.size(), 1});
                            const Tensor sums = ops::scatter_nd(flat, ops::reshape(c.upstream(), Shape{at.size()}), told(Tensor::from<int64_t>(Shape{1}, {n})));
                            c.set(0, ops::reshape(sums, c.in_shape(0)));
                          },
                          .domain = {.dtypes = kNumbers},
                          .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{}}, .attrs = {{"mode", std::string("REFLECT")}}, .fixed = {Tensor(), ints(Shape{2, 2}, {1, 0, 2, 1})}},
                                                                        {.shapes = {Shape{2, 2}, Shape{}}, .attrs = {{"mode", std::string("SYMMETRIC")}}, .fixed = {Tensor(), ints(Shape{2, 2}, {1, 2, 0, 2})}}}; }};

/// The order along some axes turned round. Attribute: axis.
const Op reverse_op = {.name = "reverse", .type = "ReverseV2", .formula = "y[i] = x[n - 1 - i]", .gradient_text = "dx = dy reversed again", .min_inputs = 1, .max_inputs = 1,
                       .infer = [](InferContext& c) {
                         for (int64_t a : axis_list(c.attrs))
                           if (a < -c.shape(0).rank() || a >= c.shape(0).rank())
                             op_error(c.op, ErrorKind::invalid_argument, "'axis'[0] = " + std::to_string(a) + " is out of valid range [0, " + std::to_string(c.shape(0).rank() - 1));
                         c.output(c.dtype(0), c.shape(0));
                       },
                       .kernel = [](KernelContext& c) {
                         std::vector<int64_t> steps(static_cast<size_t>(c.in(0).rank()));
                         int64_t step = 1, offset = 0;
                         for (int i = c.in(0).rank(); i-- > 0;) { steps[static_cast<size_t>(i)] = step; step *= c.in(0).shape()[i]; }
                         for (int64_t a : axis_list(c.attrs)) {
                           const int axis = static_cast<int>(a < 0 ? a + c.in(0).rank() : a);
                           int64_t& s = steps[static_cast<size_t>(axis)];
                           offset += s * (c.in(0).shape()[axis] - 1);
                           s = -s;
                         }
                         strided_copy(c.in(0), offset, steps, c.out());
                       },
                       .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, apply1(reverse_op, {c.upstream()}, c.attrs)); }, .domain = {.dtypes = kAllValues},
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}, .attrs = {{"axis", std::vector<int64_t>{1}}}}, {.shapes = {Shape{2, 3}}, .attrs = {{"axis", std::vector<int64_t>{0, -1}}}}}; }};

/// Elements moved along axes, those that leave at the end coming back at the front. Attributes: shift, axis (lists of one length).
const Op roll_op = {.name = "roll", .type = "Roll", .formula = "y[(i + shift) mod n] = x[i]", .gradient_text = "dx = dy rolled back", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) {
                      if (c.attrs.integers("shift").size() != c.attrs.integers("axis").size()) op_error(c.op, ErrorKind::invalid_argument, "shift and axis must have the same size");
                      for (int64_t a : c.attrs.integers("axis"))
                        if (a < -c.shape(0).rank() || a >= c.shape(0).rank()) op_error(c.op, ErrorKind::invalid_argument, "axis " + std::to_string(a) + " is out of range");
                      c.output(c.dtype(0), c.shape(0));
                    },
                    .kernel = [](KernelContext& c) {
                      std::array<int64_t, Shape::kMaxRank> shift{};
                      const auto& axes = c.attrs.integers("axis");
                      for (size_t i = 0; i < axes.size(); ++i) shift[static_cast<size_t>(axes[i] < 0 ? axes[i] + c.in(0).rank() : axes[i])] += c.attrs.integers("shift")[i];
                      padded_copy(c.in(0), c.out(), nullptr, [&](int axis, int64_t place) {
                        const int64_t n = c.in(0).shape()[axis];
                        return ((place - shift[static_cast<size_t>(axis)]) % n + n) % n;
                      });
                    },
                    .differentiable = Differentiable::yes,
                    .gradient = [](GradientContext& c) {
                      std::vector<int64_t> back = c.attrs.integers("shift");
                      for (int64_t& s : back) s = -s;
                      c.set(0, apply1(roll_op, {c.upstream()}, {{"shift", back}, {"axis", c.attrs.integers("axis")}}));
                    },
                    .domain = {.dtypes = kAllValues},
                    .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}, .attrs = {{"shift", std::vector<int64_t>{1, -1}}, {"axis", std::vector<int64_t>{0, 1}}}}}; }};

}  // namespace tapedeck
