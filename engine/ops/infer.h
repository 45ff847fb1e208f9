// Shape and dtype rules that many ops share, with TensorFlow's error texts.
#pragma once

#include <optional>

#include "engine/core/apply.h"
#include "engine/core/op.h"

namespace tapedeck {

/// Input i must have a dtype of the op's domain (or of `allowed`).
void check_dtype(InferContext& c, size_t i, DTypeSet allowed);
inline void check_dtype(InferContext& c, size_t i) {
  if (!c.op.domain.dtypes.contains(c.dtype(i))) check_dtype(c, i, c.op.domain.dtypes);
}
/// All inputs must have the dtype of the first.
inline void check_same_dtype(InferContext& c, size_t first = 0) {
  for (size_t i = first + 1; i < c.inputs.size(); ++i)
    if (c.dtype(i) != c.dtype(first)) dtype_error(c.op, i, c.dtype(first), c.dtype(i));
}

/// The shape of two operands together, or the error "Incompatible shapes: [2] vs. [3]".
Shape broadcast_shape(const Op& op, const Shape& a, const Shape& b);

void infer_unary(InferContext& c);        ///< one input of the op's dtypes, output like it
void infer_unary_bool(InferContext& c);   ///< the same with a bool output
void infer_binary(InferContext& c);       ///< two inputs of one dtype that broadcast
void infer_comparison(InferContext& c);   ///< the same with a bool output
void infer_like_first(InferContext& c);   ///< output like input 0, dtypes not checked

/// An axis that may be negative, checked against the rank; `slack` 1 also allows rank itself (expand_dims).
int checked_axis(const Op& op, int64_t axis, int rank, int slack = 0);
/// The attribute "axis" as a sorted list without repeats: an int, a list, or (absent) all axes.
InlineVector<int, 8> reduction_axes(const Op& op, const Attrs& attrs, int rank);

/// A shape given as a 1-D integer tensor; entries of -1 stay. Unknown (symbolic) values give an unknown shape of the right rank, or nothing.
std::optional<Shape> shape_from_tensor(const Op& op, const Tensor& t);
Tensor tensor_from_shape(const Shape& shape, DType dtype = DType::int32);
inline Tensor ints_tensor(std::span<const int64_t> values) { return tensor_from_shape(Shape(values)); }

/// A gradient of the shape of the op's output, summed over the axes along which input i was broadcast.
Tensor sum_to_input(GradientContext& c, size_t i, const Tensor& gradient);

}  // namespace tapedeck
