#include "engine/ops/infer.h"

#include <algorithm>

#include "engine/core/widened.h"
#include "engine/ops/ops.h"

namespace tapedeck {

void check_dtype(InferContext& c, size_t i, DTypeSet allowed) {
  if (allowed.contains(c.dtype(i)) || stands_in(c.op, c.dtype(i), allowed)) return;
  std::string list;
  for (int d = 0; d < kDTypeCount; ++d)
    if (allowed.contains(static_cast<DType>(d)) || stands_in(c.op, static_cast<DType>(d), allowed)) list += (list.empty() ? "" : ", ") + std::string(dtype_kernel_name(static_cast<DType>(d)));
  op_error_early(c.op, ErrorKind::invalid_argument,
                 "Value for attr 'T' of " + std::string(dtype_kernel_name(c.dtype(i))) + " is not in the list of allowed values: " + list + "\n\t; NodeDef: {{node " + c.op.type + "}}",
                 std::string(c.op.name) + " takes " + list + "; its input #" + std::to_string(i) + " is " + std::string(dtype_name(c.dtype(i))) + ".");
}

Shape broadcast_shape(const Op& op, const Shape& a, const Shape& b) {
  if (a == b) return a;
  const int rank = std::max(a.rank(), b.rank());
  Shape out;
  for (int i = rank; i >= 1; --i) {
    const int64_t x = i <= a.rank() ? a.from_end(i) : 1, y = i <= b.rank() ? b.from_end(i) : 1;
    if (x == y || y == 1) out.push_back(x);
    else if (x == 1) out.push_back(y);
    else if (x < 0) out.push_back(y);
    else if (y < 0) out.push_back(x);
    else op_error(op, ErrorKind::invalid_argument, "Incompatible shapes: " + a.brackets() + " vs. " + b.brackets(),
                  "Axes are compared from the last one; each pair must be equal or contain a 1.");
  }
  return out;
}

void infer_unary(InferContext& c) {
  check_dtype(c, 0);
  c.output(c.dtype(0), c.shape(0));
}

void infer_unary_bool(InferContext& c) {
  check_dtype(c, 0);
  c.output(DType::boolean, c.shape(0));
}

void infer_binary(InferContext& c) {
  if (c.dtype(0) != c.dtype(1)) dtype_error(c.op, 1, c.dtype(0), c.dtype(1));
  check_dtype(c, 0);
  if (c.shape(0) == c.shape(1)) c.output(c.dtype(0), c.shape(0));
  else c.output(c.dtype(0), broadcast_shape(c.op, c.shape(0), c.shape(1)));
}

void infer_comparison(InferContext& c) {
  if (c.dtype(0) != c.dtype(1)) dtype_error(c.op, 1, c.dtype(0), c.dtype(1));
  check_dtype(c, 0);
  c.output(DType::boolean, broadcast_shape(c.op, c.shape(0), c.shape(1)));
}

void infer_like_first(InferContext& c) { c.output(c.dtype(0), c.shape(0)); }

int checked_axis(const Op& op, int64_t axis, int rank, int slack) {
  const int64_t limit = rank + slack;
  if (axis < -limit || axis >= limit) {
    if (slack) op_error(op, ErrorKind::invalid_argument, "Tried to expand dim index " + std::to_string(axis) + " for tensor with " + std::to_string(rank) + " dimensions.");
    op_error(op, ErrorKind::invalid_argument, "Invalid reduction dimension (" + std::to_string(axis) + " for input with " + std::to_string(rank) + " dimension(s)");
  }
  return static_cast<int>(axis < 0 ? axis + limit : axis);
}

InlineVector<int, 8> reduction_axes(const Op& op, const Attrs& attrs, int rank) {
  InlineVector<int, 8> axes;
  const AttrValue* v = attrs.find("axis");
  if (!v) {
    for (int i = 0; i < rank; ++i) axes.push_back(i);
  } else if (const auto* one = std::get_if<int64_t>(v)) {
    axes.push_back(checked_axis(op, *one, rank));
  } else {
    for (int64_t a : attrs.integers("axis")) {
      const int axis = checked_axis(op, a, rank);
      if (std::find(axes.begin(), axes.end(), axis) != axes.end())
        op_error(op, ErrorKind::invalid_argument, "Invalid reduction arguments: Axes contains duplicate dimension: " + std::to_string(axis));
      axes.push_back(axis);
    }
    std::sort(axes.begin(), axes.end());
  }
  return axes;
}

std::optional<Shape> shape_from_tensor(const Op& op, const Tensor& t) {
  if (!kIndices.contains(t.dtype())) dtype_error(op, 1, DType::int32, t.dtype());
  if (t.is_symbolic()) {
    if (const Shape* sizes = runtime().tracer ? runtime().tracer->sizes_in(t) : nullptr) return *sizes;
    if (t.rank() != 1 || t.shape()[0] < 0) return std::nullopt;
    Shape s;
    for (int64_t i = 0; i < t.shape()[0]; ++i) s.push_back(-1);
    return s;
  }
  Shape s;
  for (int64_t i = 0; i < t.size(); ++i) s.push_back(t.element_int(i));
  return s;
}

Tensor tensor_from_shape(const Shape& shape, DType dtype) {
  Tensor t = Tensor::empty(dtype, Shape{shape.rank()});
  for (int i = 0; i < shape.rank(); ++i) {
    if (dtype == DType::int64) t.mutable_data<int64_t>()[i] = shape[i];
    else t.mutable_data<int32_t>()[i] = static_cast<int32_t>(shape[i]);
  }
  return told(std::move(t));
}

Tensor GradientContext::in_shape_tensor(size_t i) const {
  return in_shape(i).is_known() ? tensor_from_shape(in_shape(i)) : ops::shape(in(i));
}

Tensor GradientContext::upstream_or_zeros(size_t i) const {
  return upstream_[i] ? upstream_[i] : ops::zeros(output_shapes_[i], output_dtypes_[i]);
}

Tensor sum_to_input(GradientContext& c, size_t i, const Tensor& gradient) {
  const Shape &want = c.in_shape(i), &have = gradient.shape();
  if (want == have && want.is_known()) return gradient;
  if (!want.is_known() || !have.is_known()) return ops::sum_to_shape(gradient, c.in_shape_tensor(i));
  std::vector<int64_t> axes;
  const int extra = have.rank() - want.rank();
  for (int a = 0; a < have.rank(); ++a)
    if (a < extra || (want[a - extra] == 1 && have[a] != 1)) axes.push_back(a);
  Tensor g = axes.empty() ? gradient : ops::reduce_sum(gradient, axes);
  return g.shape() == want ? g : ops::reshape(g, want);
}

}  // namespace tapedeck
