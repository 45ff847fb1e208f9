#include "engine/ops/ops.h"

#include "engine/core/widened.h"
#include "engine/ops/infer.h"
#include "engine/variable/variable.h"

namespace tapedeck::ops {

Tensor filled(const Shape& shape, DType dtype, double value) {
  if (is_complex(dtype)) {
    const Tensor real = filled(shape, real_dtype(dtype), value);
    return told(complex_of(real, filled(shape, real.dtype(), 0)));
  }
  if (is_stored_only(dtype)) return told(narrowed(filled(shape, computed_in(dtype), value), dtype));
  Tensor t = Tensor::empty(dtype, shape);
  visit_dtype(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    T* out = t.mutable_data<T>();
    for (int64_t i = 0; i < t.size(); ++i) out[i] = static_cast<T>(value);
  }, [] {});
  return told(std::move(t));
}

Tensor constant(DType dtype, double value) { return filled(Shape{}, dtype, value); }
Tensor zeros(const Shape& shape, DType dtype) { return filled(shape, dtype, 0); }
Tensor ones(const Shape& shape, DType dtype) { return filled(shape, dtype, 1); }

Tensor constant_like(const Tensor& like, double value) {
  if (const VariableState* v = like.variable()) return filled(v->initialized ? v->value.shape() : v->shape, v->dtype, value);
  if (like.dtype() == DType::variant) return zeros_like_list(like);
  if (like.shape().is_known()) return filled(like.shape(), like.dtype(), value);
  return value == 0 ? zeros_like(like) : value == 1 ? ones_like(like) : ones_like(like) * value;
}

Tensor cast(const Tensor& x, DType dtype) { return x.dtype() == dtype ? x : apply1(cast_op, {x}, {{"dtype", dtype}}); }
Tensor reduce_sum(const Tensor& x, const std::vector<int64_t>& axes, bool keepdims) {
  Attrs attrs;
  attrs.set("axis", axes);
  if (keepdims) attrs.set("keepdims", true);
  return apply1(reduce_sum_op, {x}, attrs);
}
Tensor reduce_sum(const Tensor& x) { return apply1(reduce_sum_op, {x}); }
Tensor reduce_mean(const Tensor& x) { return apply1(reduce_mean_op, {x}); }
Tensor reshape(const Tensor& x, const Shape& shape) { return reshape(x, tensor_from_shape(shape)); }
Tensor broadcast_to(const Tensor& x, const Shape& shape) { return broadcast_to(x, tensor_from_shape(shape)); }
Tensor transpose(const Tensor& x, const std::vector<int64_t>& perm) { return apply1(transpose_op, {x}, {{"perm", perm}}); }
Tensor expand_dims(const Tensor& x, int64_t axis) { return apply1(expand_dims_op, {x}, {{"axis", axis}}); }
Tensor slice(const Tensor& x, const std::vector<int64_t>& begin, const Shape& size) { return apply1(slice_op, {x, ints_tensor(begin), tensor_from_shape(size)}); }
Tensor matmul(const Tensor& a, const Tensor& b, bool transpose_a, bool transpose_b) {
  if (!transpose_a && !transpose_b) return apply1(matmul_op, {a, b});
  Attrs attrs;
  if (transpose_a) attrs.set("transpose_a", true);
  if (transpose_b) attrs.set("transpose_b", true);
  return apply1(matmul_op, {a, b}, attrs);
}
Tensor add_n(std::span<const Tensor> parts) { return std::move(apply(add_n_op, parts)[0]); }

void assign_variable(const Tensor& handle, const Tensor& value) {
  const Tensor inputs[] = {handle, value};
  apply(assign_variable_op, inputs);
}
void assign_add_variable(const Tensor& handle, const Tensor& delta) {
  const Tensor inputs[] = {handle, delta};
  apply(assign_add_variable_op, inputs);
}
void assign_sub_variable(const Tensor& handle, const Tensor& delta) {
  const Tensor inputs[] = {handle, delta};
  apply(assign_sub_variable_op, inputs);
}

}  // namespace tapedeck::ops
