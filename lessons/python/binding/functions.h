// What the object files of the binding need of each other beyond objects.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/core/tensor.h"

namespace tapedeck {

/// "outer/inner/" inside tf.name_scope blocks, else "".
const std::string& name_scope_prefix();
/// The name of a symbolic tensor: "MatMul:0".
std::string graph_name_of(const Tensor& symbolic);

Tensor strided_slice_op_call(const Tensor& t, const std::vector<int64_t>& begin, const std::vector<int64_t>& end, const std::vector<int64_t>& strides, int64_t begin_mask,
                             int64_t end_mask, int64_t ellipsis_mask, int64_t new_axis_mask, int64_t shrink_axis_mask,
                             const std::vector<std::pair<size_t, Tensor>>& unknown_begin = {}, const std::vector<std::pair<size_t, Tensor>>& unknown_end = {});
Tensor boolean_mask(const Tensor& t, const Tensor& mask, int64_t axis = 0);

/// A Python function that C++ keeps: the collector sees it until the last copy of the answer is gone.
std::function<void*()> rooted_function(void* function);
/// The structure `like` with the items of the list `leaves`; both are mp_obj_t.
void* pack_structure(void* like, void* leaves);

void forget_variables();
void forget_tapes();
void reset_names();

}  // namespace tapedeck
