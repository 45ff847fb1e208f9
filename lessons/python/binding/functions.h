// What the object files of the binding need of each other beyond objects.h.
#pragma once

#include <string>
#include <vector>

#include "engine/core/tensor.h"

namespace tapedeck {

/// "outer/inner/" inside tf.name_scope blocks, else "".
const std::string& name_scope_prefix();
/// The name of a symbolic tensor: "MatMul:0".
std::string graph_name_of(const Tensor& symbolic);

Tensor strided_slice_op_call(const Tensor& t, const std::vector<int64_t>& begin, const std::vector<int64_t>& end, const std::vector<int64_t>& strides, int64_t begin_mask,
                             int64_t end_mask, int64_t ellipsis_mask, int64_t new_axis_mask, int64_t shrink_axis_mask);
Tensor boolean_mask(const Tensor& t, const Tensor& mask, int64_t axis = 0);

void forget_variables();
void forget_tapes();
void reset_names();

}  // namespace tapedeck
