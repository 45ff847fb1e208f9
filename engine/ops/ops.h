// Every op as a C++ function, as TensorFlow names it: what gradients and C++ users write. Each call passes the one door, apply().
#pragma once

#include "engine/core/apply.h"
#include "engine/ops/op_list.h"

namespace tapedeck {

namespace ops {

/// A scalar constant of that dtype.
Tensor constant(DType dtype, double value);
/// A tensor of the same shape and dtype full of `value`, without an op where the shape is known (for a handle: of its variable).
Tensor constant_like(const Tensor& like, double value);
Tensor zeros(const Shape& shape, DType dtype = DType::float32);
Tensor ones(const Shape& shape, DType dtype = DType::float32);
Tensor filled(const Shape& shape, DType dtype, double value);

// clang-format off
#define TAPEDECK_UNARY_FORM(name) inline Tensor name(const Tensor& x) { return apply1(name##_op, {x}); }
#define TAPEDECK_BINARY_FORM(name) inline Tensor name(const Tensor& x, const Tensor& y) { return apply1(name##_op, {x, y}); }
TAPEDECK_BINARY_FORM(add) TAPEDECK_BINARY_FORM(subtract) TAPEDECK_BINARY_FORM(multiply) TAPEDECK_BINARY_FORM(divide) TAPEDECK_BINARY_FORM(floordiv)
TAPEDECK_BINARY_FORM(floormod) TAPEDECK_BINARY_FORM(pow) TAPEDECK_BINARY_FORM(maximum) TAPEDECK_BINARY_FORM(minimum) TAPEDECK_BINARY_FORM(squared_difference)
TAPEDECK_BINARY_FORM(divide_no_nan) TAPEDECK_BINARY_FORM(multiply_no_nan) TAPEDECK_BINARY_FORM(atan2) TAPEDECK_BINARY_FORM(xlogy) TAPEDECK_BINARY_FORM(xlog1py)
TAPEDECK_BINARY_FORM(xdivy)
TAPEDECK_BINARY_FORM(equal) TAPEDECK_BINARY_FORM(not_equal) TAPEDECK_BINARY_FORM(less) TAPEDECK_BINARY_FORM(less_equal) TAPEDECK_BINARY_FORM(greater)
TAPEDECK_BINARY_FORM(greater_equal) TAPEDECK_BINARY_FORM(logical_and) TAPEDECK_BINARY_FORM(logical_or) TAPEDECK_UNARY_FORM(logical_not)
TAPEDECK_UNARY_FORM(is_nan) TAPEDECK_UNARY_FORM(is_inf) TAPEDECK_UNARY_FORM(is_finite)
TAPEDECK_UNARY_FORM(negative) TAPEDECK_UNARY_FORM(abs) TAPEDECK_UNARY_FORM(sign) TAPEDECK_UNARY_FORM(square) TAPEDECK_UNARY_FORM(sqrt) TAPEDECK_UNARY_FORM(rsqrt)
TAPEDECK_UNARY_FORM(reciprocal) TAPEDECK_UNARY_FORM(exp) TAPEDECK_UNARY_FORM(expm1) TAPEDECK_UNARY_FORM(log) TAPEDECK_UNARY_FORM(log1p) TAPEDECK_UNARY_FORM(sin)
TAPEDECK_UNARY_FORM(cos) TAPEDECK_UNARY_FORM(tan) TAPEDECK_UNARY_FORM(sinh) TAPEDECK_UNARY_FORM(cosh) TAPEDECK_UNARY_FORM(tanh) TAPEDECK_UNARY_FORM(erf)
TAPEDECK_UNARY_FORM(digamma) TAPEDECK_UNARY_FORM(trigamma)
TAPEDECK_UNARY_FORM(sigmoid) TAPEDECK_UNARY_FORM(softplus) TAPEDECK_UNARY_FORM(relu) TAPEDECK_UNARY_FORM(softmax) TAPEDECK_UNARY_FORM(log_softmax)
TAPEDECK_UNARY_FORM(shape) TAPEDECK_UNARY_FORM(size) TAPEDECK_UNARY_FORM(rank) TAPEDECK_UNARY_FORM(zeros_like) TAPEDECK_UNARY_FORM(ones_like)
TAPEDECK_BINARY_FORM(complex) TAPEDECK_UNARY_FORM(real) TAPEDECK_UNARY_FORM(imag) TAPEDECK_UNARY_FORM(identity) TAPEDECK_UNARY_FORM(stop_gradient) TAPEDECK_UNARY_FORM(read_variable)
#undef TAPEDECK_UNARY_FORM
#undef TAPEDECK_BINARY_FORM
// clang-format on

/// The conjugate; of real numbers, themselves. Gradients of products need it.
inline Tensor conj(const Tensor& x) { return is_complex(x.dtype()) ? apply1(conj_op, {x}) : x; }
inline Tensor where(const Tensor& condition, const Tensor& x, const Tensor& y) { return apply1(where_op, {condition, x, y}); }
inline Tensor clip_by_value(const Tensor& x, const Tensor& low, const Tensor& high) { return apply1(clip_by_value_op, {x, low, high}); }
Tensor cast(const Tensor& x, DType dtype);   ///< the same tensor when it has the dtype
Tensor reduce_sum(const Tensor& x, const std::vector<int64_t>& axes, bool keepdims = false);
Tensor reduce_sum(const Tensor& x);
Tensor reduce_mean(const Tensor& x);
Tensor reshape(const Tensor& x, const Shape& shape);
inline Tensor reshape(const Tensor& x, const Tensor& shape) { return apply1(reshape_op, {x, shape}); }
Tensor broadcast_to(const Tensor& x, const Shape& shape);
inline Tensor broadcast_to(const Tensor& x, const Tensor& shape) { return apply1(broadcast_to_op, {x, shape}); }
Tensor transpose(const Tensor& x, const std::vector<int64_t>& perm);
Tensor expand_dims(const Tensor& x, int64_t axis);
Tensor slice(const Tensor& x, const std::vector<int64_t>& begin, const Shape& size);
Tensor matmul(const Tensor& a, const Tensor& b, bool transpose_a = false, bool transpose_b = false);
inline Tensor sum_to_shape(const Tensor& x, const Tensor& shape) { return apply1(sum_to_shape_op, {x, shape}); }
Tensor add_n(std::span<const Tensor> parts);
inline Tensor zeros_like_list(const Tensor& list) { return apply1(list_zeros_op, {list}); }
inline Tensor gather_nd(const Tensor& x, const Tensor& indices) { return apply1(gather_nd_op, {x, indices}); }
inline Tensor scatter_nd(const Tensor& indices, const Tensor& updates, const Tensor& shape) { return apply1(scatter_nd_op, {indices, updates, shape}); }
inline Tensor tensor_scatter_nd_update(const Tensor& x, const Tensor& indices, const Tensor& updates) { return apply1(tensor_scatter_nd_update_op, {x, indices, updates}); }

void assign_variable(const Tensor& handle, const Tensor& value);
void assign_add_variable(const Tensor& handle, const Tensor& delta);
void assign_sub_variable(const Tensor& handle, const Tensor& delta);

}  // namespace ops

inline Tensor operator+(const Tensor& a, const Tensor& b) { return ops::add(a, b); }
inline Tensor operator-(const Tensor& a, const Tensor& b) { return ops::subtract(a, b); }
inline Tensor operator*(const Tensor& a, const Tensor& b) { return ops::multiply(a, b); }
inline Tensor operator/(const Tensor& a, const Tensor& b) { return ops::divide(a, b); }
inline Tensor operator-(const Tensor& a) { return ops::negative(a); }
inline Tensor operator+(const Tensor& a, double b) { return ops::add(a, ops::constant(a.dtype(), b)); }
inline Tensor operator-(const Tensor& a, double b) { return ops::subtract(a, ops::constant(a.dtype(), b)); }
inline Tensor operator*(const Tensor& a, double b) { return ops::multiply(a, ops::constant(a.dtype(), b)); }
inline Tensor operator/(const Tensor& a, double b) { return ops::divide(a, ops::constant(a.dtype(), b)); }
inline Tensor operator+(double a, const Tensor& b) { return ops::add(ops::constant(b.dtype(), a), b); }
inline Tensor operator-(double a, const Tensor& b) { return ops::subtract(ops::constant(b.dtype(), a), b); }
inline Tensor operator*(double a, const Tensor& b) { return ops::multiply(ops::constant(b.dtype(), a), b); }
inline Tensor operator/(double a, const Tensor& b) { return ops::divide(ops::constant(b.dtype(), a), b); }

}  // namespace tapedeck
