// Variables: the only thing that changes. A variable is seen by ops as a handle (a tensor of dtype resource); reading and assigning are ops like all
// others, so that tapes, graphs and recordings meet them at the one door.
#pragma once

#include <string>

#include "engine/core/tensor.h"

namespace tapedeck {

/// What a handle refers to. Counted by reference through its handles; Python's Variable holds one.
class VariableState {
 public:
  uint32_t references = 0;
  uint32_t id = 0;              ///< unique in this run, from 1
  std::string name;             ///< "weights:0"
  DType dtype = DType::float32;
  Shape shape;                  ///< axes of size -1 accept any size (tf.Variable(shape=...))
  bool trainable = true;
  bool initialized = false;
  Tensor value;                 ///< replaced, never written to; no tensor before initialisation
  uint64_t handle_id = 0;       ///< id of the handle tensor: what a tape watches
};

/// Makes a variable and returns its handle. `initial` may be no tensor (TensorFlow 1: initialised later).
Tensor make_variable(Tensor initial, std::string name, bool trainable, const Shape* shape = nullptr, DType dtype = DType::float32);

/// Reads through the op read_variable: watched by open tapes when trainable.
Tensor read_variable(const Tensor& handle);
/// assign, assign_add, assign_sub through their ops. Shapes must be compatible: ValueError with TensorFlow's text.
void assign_variable(const Tensor& handle, const Tensor& value);
void assign_add_variable(const Tensor& handle, const Tensor& delta);
void assign_sub_variable(const Tensor& handle, const Tensor& delta);

/// Restart variable ids at 1, for a new run.
void reset_variable_ids();

}  // namespace tapedeck
