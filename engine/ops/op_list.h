// The one list of all ops: add a line here for each new block, and nothing else has to know of it.
#pragma once

#include "engine/core/op.h"

// clang-format off
#define TAPEDECK_OPS(X) \
  /* arithmetic.cpp */ X(add) X(subtract) X(multiply) X(divide) X(floordiv) X(floormod) X(truncatediv) X(truncatemod) X(pow) X(maximum) X(minimum) \
    X(squared_difference) X(divide_no_nan) X(multiply_no_nan) X(atan2) X(xlogy) X(xlog1py) X(xdivy) \
  /* comparison.cpp */ X(equal) X(not_equal) X(less) X(less_equal) X(greater) X(greater_equal) X(logical_and) X(logical_or) X(logical_xor) X(logical_not) \
    X(is_nan) X(is_inf) X(is_finite) \
  /* bitwise.cpp */ X(bitwise_and) X(bitwise_or) X(bitwise_xor) X(bitwise_invert) X(left_shift) X(right_shift) \
  /* unary_math.cpp */ X(negative) X(abs) X(sign) X(square) X(sqrt) X(rsqrt) X(reciprocal) X(exp) X(expm1) X(log) X(log1p) X(sin) X(cos) X(tan) X(asin) X(acos) \
    X(atan) X(sinh) X(cosh) X(tanh) X(asinh) X(acosh) X(atanh) X(erf) X(erfc) X(lgamma) X(digamma) X(trigamma) X(floor) X(ceil) X(round) X(rint) \
  /* activations.cpp */ X(sigmoid) X(softplus) X(softsign) X(relu) X(relu6) X(leaky_relu) X(elu) X(selu) X(softmax) X(log_softmax) \
  /* reductions.cpp */ X(reduce_sum) X(reduce_mean) X(reduce_max) X(reduce_min) X(reduce_prod) X(reduce_any) X(reduce_all) X(argmax) X(argmin) X(sum_to_shape) \
  /* scan.cpp */ X(cumsum) X(cumprod) \
  /* shape_ops.cpp */ X(reshape) X(transpose) X(expand_dims) X(squeeze) X(shape) X(size) X(rank) X(broadcast_to) \
  /* join_split.cpp */ X(concat) X(stack) X(unstack) X(split) X(tile) X(pad) X(mirror_pad) X(reverse) X(roll) \
  /* segments.cpp */ X(top_k) X(unsorted_segment_sum) X(unsorted_segment_prod) X(unsorted_segment_max) X(unsorted_segment_min) \
  /* slicing.cpp */ X(slice) X(strided_slice) X(strided_slice_grad) \
  /* gather.cpp */ X(gather) X(where_true) X(one_hot) \
  /* creation.cpp */ X(fill) X(zeros_like) X(ones_like) X(range) X(linspace) \
  /* matmul.cpp */ X(matmul) \
  /* matrix_parts.cpp */ X(band_part) X(diag) X(diag_part) X(set_diag) \
  /* conv.cpp */ X(conv2d) X(conv2d_backprop_input) X(conv2d_backprop_filter) X(depthwise_conv2d) X(depthwise_backprop_input) X(depthwise_backprop_filter) \
    X(max_pool) X(max_pool_backprop) X(max_pool_pick) X(avg_pool) X(avg_pool_backprop) \
  /* linalg.cpp */ X(matrix_inverse) X(matrix_determinant) X(log_matrix_determinant) X(matrix_solve) X(matrix_triangular_solve) X(cholesky) X(qr) X(self_adjoint_eig) X(svd) \
  /* losses.cpp */ X(softmax_cross_entropy_with_logits) X(sparse_softmax_cross_entropy_with_logits) X(bias_add) \
  /* cast.cpp */ X(cast) \
  /* complex_ops.cpp */ X(complex) X(real) X(imag) X(conj) X(angle) X(bitcast) \
  /* select.cpp */ X(where) X(clip_by_value) \
  /* gather_scatter.cpp */ X(gather_nd) X(scatter_nd) X(tensor_scatter_nd_update) X(tensor_scatter_nd_add) X(tensor_scatter_nd_sub) X(tensor_scatter_nd_min) X(tensor_scatter_nd_max) \
  /* variable_ops.cpp */ X(read_variable) X(assign_variable) X(assign_add_variable) X(assign_sub_variable) X(resource_apply_gradient_descent) \
  /* random_ops.cpp */ X(random_uniform) X(random_normal) X(truncated_normal) X(random_uniform_int) X(random_full_int) X(random_gamma) X(random_shuffle) \
  /* tensor_list.cpp */ X(list_reserve) X(list_set) X(list_get) X(list_stack) X(list_from_tensor) X(list_length) X(list_zeros) \
  /* control.cpp */ X(identity) X(stop_gradient) X(check_numerics) X(add_n)
// clang-format on

namespace tapedeck {
#define TAPEDECK_DECLARE(name) extern const Op name##_op;
TAPEDECK_OPS(TAPEDECK_DECLARE)
#undef TAPEDECK_DECLARE
}  // namespace tapedeck
