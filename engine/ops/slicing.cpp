// Parts of a tensor: slice (begin and size) and strided_slice (Python's index forms). Sources: tensorflow/core/util/strided_slice_op.cc, python/ops/array_grad.py.
#include <algorithm>
#include <array>

#include "engine/kernels/copy.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

struct View {
  int64_t offset = 0;
  std::array<int64_t, Shape::kMaxRank> begin{}, step{}, count{};   // per axis of the input
  Shape out;                                                       // with new axes added and single ones dropped
};

/// One entry of Python's x[a:b:c, i, ..., tf.newaxis] per position; masks are bit sets over positions, as in TensorFlow.
View view_of(const Op& op, const Attrs& attrs, const Tensor& begin, const Tensor& end, const Tensor& strides, const Shape& in) {
  const int64_t begin_mask = attrs.integer("begin_mask"), end_mask = attrs.integer("end_mask"), ellipsis_mask = attrs.integer("ellipsis_mask"), new_axis_mask = attrs.integer("new_axis_mask"),
                shrink_mask = attrs.integer("shrink_axis_mask");
  const int entries = static_cast<int>(begin.size());
  const auto has = [](int64_t mask, int i) { return (mask >> i & 1) != 0; };
  int ellipsis = -1, used = 0;
  for (int i = 0; i < entries; ++i) {
    if (has(ellipsis_mask, i)) {
      if (ellipsis >= 0) op_error(op, ErrorKind::invalid_argument, "Multiple ellipses in slice spec not allowed");
      ellipsis = i;
    } else if (!has(new_axis_mask, i)) {
      ++used;
    }
  }
  if (used > in.rank())
    op_error(op, ErrorKind::invalid_argument, "Index out of range using input dim " + std::to_string(in.rank()) + "; input has only " + std::to_string(in.rank()) + " dims");
  View v;
  int axis = 0;
  const auto whole = [&] {
    const auto a = static_cast<size_t>(axis);
    v.step[a] = 1;
    v.count[a] = in[axis];
    v.out.push_back(in[axis]);
    ++axis;
  };
  for (int i = 0; i < entries; ++i) {
    if (has(ellipsis_mask, i)) { for (int k = 0; k < in.rank() - used; ++k) whole(); continue; }
    if (has(new_axis_mask, i)) { v.out.push_back(1); continue; }
    const auto a = static_cast<size_t>(axis);
    const int64_t n = in[axis], s = strides.element_int(i);
    if (s == 0) op_error(op, ErrorKind::invalid_argument, "strides[" + std::to_string(i) + "] must be non-zero");
    int64_t b = begin.element_int(i), e = end.element_int(i);
    if (has(shrink_mask, i)) {
      if (s <= 0) op_error(op, ErrorKind::invalid_argument, "only stride 1 allowed on non-range indexing.");
      if (n >= 0 && (b < -n || b >= n)) op_error(op, ErrorKind::invalid_argument, "slice index " + std::to_string(b) + " of dimension " + std::to_string(axis) + " out of bounds.");
      v.begin[a] = b < 0 ? b + n : b;
      v.step[a] = 1;
      v.count[a] = 1;
    } else {
      const auto bounded = [&](int64_t x, bool open, bool first) {
        const int64_t low = s > 0 ? 0 : -1, high = s > 0 ? n : n - 1;
        if (open) return (s > 0) == first ? low : high;
        return std::clamp(x < 0 ? x + n : x, low, high);
      };
      if (n < 0) {   // symbolic: the size is told when the graph runs
        v.out.push_back(-1);
      } else {
        b = bounded(b, has(begin_mask, i), true);
        e = bounded(e, has(end_mask, i), false);
        const int64_t span = e - b, count = span == 0 || (span < 0) != (s < 0) ? 0 : span / s + (span % s != 0);
        v.begin[a] = b;
        v.step[a] = s;
        v.count[a] = count;
        v.out.push_back(count);
      }
    }
    ++axis;
  }
  while (axis < in.rank()) whole();
  return v;
}

void strided_kernel(KernelContext& c) {
  const Shape& in = c.in(0).shape();
  const View v = view_of(c.op, c.attrs, c.in(1), c.in(2), c.in(3), in);
  // Walk all axes of the input; dropped and new axes have one place and change nothing about the order.
  Shape walked;
  std::array<int64_t, Shape::kMaxRank> steps{};
  int64_t width = 1, offset = 0;
  for (int i = in.rank(); i-- > 0;) {
    const auto a = static_cast<size_t>(i);
    steps[a] = v.step[a] * width;
    offset += v.begin[a] * width;
    width *= in[i];
  }
  for (int i = 0; i < in.rank(); ++i) walked.push_back(v.count[static_cast<size_t>(i)]);
  if (walked.size() == 0) return;
  Tensor target = Tensor::alias(c.out(), walked);
  strided_copy(c.in(0), offset, {steps.data(), static_cast<size_t>(in.rank())}, target);
  if (!c.out().buffer()) copy_elements(target, 0, c.out(), 0, c.out().size());   // an inline value is not shared
}

/// The gradient's kernel: zeros of the input's shape with dy written to the places that the slice read. Inputs: shape, begin, end, strides, dy.
void strided_grad_kernel(KernelContext& c) {
  const Shape& in = c.out().shape();
  const View v = view_of(c.op, c.attrs, c.in(1), c.in(2), c.in(3), in);
  std::fill_n(static_cast<char*>(c.out().mutable_raw()), c.out().bytes(), char{0});
  std::array<int64_t, Shape::kMaxRank> at{};
  for (int64_t i = 0, n = c.in(4).size(); i < n; ++i) {
    int64_t to = 0;
    for (int k = 0; k < in.rank(); ++k) { const auto a = static_cast<size_t>(k); to = to * in[k] + v.begin[a] + at[a] * v.step[a]; }
    copy_elements(c.in(4), i, c.out(), to, 1);
    for (int k = in.rank(); k-- > 0;) {
      const auto a = static_cast<size_t>(k);
      if (++at[a] < v.count[a]) break;
      at[a] = 0;
    }
  }
}

void check_indices(InferContext& c, size_t from, size_t to) {
  for (size_t i = from; i < to; ++i) {
    if (!kIndices.contains(c.dtype(i))) dtype_error(c.op, i, DType::int32, c.dtype(i));
    if (c.shape(i).rank() != 1 || !(c.shape(i) == c.shape(from)))
      op_error(c.op, ErrorKind::invalid_argument, "Expected begin, end, and strides to be 1D equal size tensors, but got shapes " + c.shape(from).brackets() + ", " + c.shape(from + 1).brackets() + ", and " +
                                                      c.shape(to - 1).brackets() + " instead.");
  }
}

Tensor ints(std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(Shape{static_cast<int64_t>(v.size())}, v); }

}  // namespace

/// The block that begins at begin and has the given size (-1: to the end). Inputs: x, begin, size.
const Op slice_op = {.name = "slice", .type = "Slice", .formula = "y = the block of x at begin of the given size", .gradient_text = "dx = dy with zeros around it", .min_inputs = 3, .max_inputs = 3,
                     .infer = [](InferContext& c) {
                       for (size_t i = 1; i < 3; ++i) if (!kIndices.contains(c.dtype(i))) dtype_error(c.op, i, DType::int32, c.dtype(i));
                       const Shape& in = c.shape(0);
                       if (c.shape(1).size() != in.rank() || c.shape(2).size() != in.rank())
                         op_error(c.op, ErrorKind::invalid_argument, "Expected begin and size arguments to be 1-D tensors of size " + std::to_string(in.rank()) + ", but got shapes " + c.shape(1).brackets() + " and " + c.shape(2).brackets() + " instead.");
                       Shape out;
                       for (int i = 0; i < in.rank(); ++i) {
                         if (!c.value(1) || !c.value(2) || in[i] < 0) { out.push_back(c.value(2) && c.inputs[2].element_int(i) >= 0 ? c.inputs[2].element_int(i) : -1); continue; }
                         const int64_t b = c.inputs[1].element_int(i), s = c.inputs[2].element_int(i), n = s == -1 ? in[i] - b : s;
                         if (b < 0 || b > in[i]) op_error(c.op, ErrorKind::invalid_argument, "Expected begin[" + std::to_string(i) + "] in [0, " + std::to_string(in[i]) + "], but got " + std::to_string(b));
                         if (n < 0 || b + n > in[i]) op_error(c.op, ErrorKind::invalid_argument, "Expected size[" + std::to_string(i) + "] in [0, " + std::to_string(in[i] - b) + "], but got " + std::to_string(s));
                         out.push_back(n);
                       }
                       c.output(c.dtype(0), out);
                     },
                     .kernel = [](KernelContext& c) {
                       std::array<int64_t, Shape::kMaxRank> steps{};
                       int64_t width = 1, offset = 0;
                       for (int i = c.in(0).rank(); i-- > 0;) { steps[static_cast<size_t>(i)] = width; offset += c.in(1).element_int(i) * width; width *= c.in(0).shape()[i]; }
                       strided_copy(c.in(0), offset, {steps.data(), static_cast<size_t>(c.in(0).rank())}, c.out());
                     },
                     .differentiable = Differentiable::yes, .saves = Saves::inputs,
                     .gradient = [](GradientContext& c) {
                       std::vector<int32_t> around;
                       for (int i = 0; i < c.in_shape(0).rank(); ++i) {
                         const int64_t b = c.in(1).element_int(i);
                         around.push_back(static_cast<int32_t>(b));
                         around.push_back(static_cast<int32_t>(c.in_shape(0)[i] - b - c.upstream().shape()[i]));
                       }
                       c.set(0, apply1(pad_op, {c.upstream(), told(Tensor::from<int32_t>(Shape{c.in_shape(0).rank(), 2}, around))}));
                     },
                     .domain = {.dtypes = kAllValues},
                     .examples = [] { return std::vector<Example>{{.shapes = {Shape{3, 4}, Shape{}, Shape{}}, .fixed = {Tensor(), ints({1, 0}), ints({2, -1})}}}; }};

/// Python's x[…]: inputs x, begin, end, strides; attributes begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask.
const Op strided_slice_op = {.name = "strided_slice", .type = "StridedSlice", .formula = "y = x[begin:end:stride, ...]", .gradient_text = "dx = zeros with dy at the places that were read", .min_inputs = 4, .max_inputs = 4,
                             .infer = [](InferContext& c) {
                               check_indices(c, 1, 4);
                               if (!c.value(1) || !c.value(2) || !c.value(3)) { c.output_of_unknown_shape(c.dtype(0)); return; }
                               c.output(c.dtype(0), view_of(c.op, c.attrs, c.inputs[1], c.inputs[2], c.inputs[3], c.shape(0)).out);
                             },
                             .kernel = strided_kernel, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                             .gradient = [](GradientContext& c) { if (c.wants(0)) c.set(0, apply1(strided_slice_grad_op, {c.in_shape_tensor(0), c.in(1), c.in(2), c.in(3), c.upstream()}, c.attrs)); },
                             .domain = {.dtypes = kAllValues},
                             .examples = [] {
                               return std::vector<Example>{{.shapes = {Shape{3, 4}, Shape{}, Shape{}, Shape{}}, .fixed = {Tensor(), ints({0, 3}), ints({3, 0}), ints({2, -2})}},
                                                           {.shapes = {Shape{3, 4}, Shape{}, Shape{}, Shape{}}, .attrs = {{"ellipsis_mask", int64_t{1}}, {"new_axis_mask", int64_t{2}}, {"shrink_axis_mask", int64_t{4}}},
                                                            .fixed = {Tensor(), ints({0, 0, -1}), ints({0, 0, 0}), ints({1, 1, 1})}}};
                             }};

/// Zeros with dy at the places that a slice read. Inputs: shape, begin, end, strides, dy. Its own gradient is the slice again.
const Op strided_slice_grad_op = {.name = "strided_slice_grad", .type = "StridedSliceGrad", .formula = "y = zeros, then y[begin:end:stride, ...] = x", .gradient_text = "dx = dy[begin:end:stride, ...]", .min_inputs = 5, .max_inputs = 5,
                                  .infer = [](InferContext& c) {
                                    check_indices(c, 1, 4);
                                    check_dtype(c, 4);
                                    const auto shape = shape_from_tensor(c.op, c.inputs[0]);
                                    if (shape) c.output(c.dtype(4), *shape);
                                    else c.output_of_unknown_shape(c.dtype(4));
                                  },
                                  .kernel = strided_grad_kernel, .differentiable = Differentiable::yes, .saves = Saves::inputs,
                                  .gradient = [](GradientContext& c) { if (c.wants(4)) c.set(4, apply1(strided_slice_op, {c.upstream(), c.in(1), c.in(2), c.in(3)}, c.attrs)); },
                                  .domain = {.dtypes = kFixedSize},
                                  .examples = [] { return std::vector<Example>{{.shapes = {Shape{}, Shape{}, Shape{}, Shape{}, Shape{2}}, .fixed = {ints({4}), ints({0}), ints({4}), ints({2})}}}; }};

}  // namespace tapedeck
