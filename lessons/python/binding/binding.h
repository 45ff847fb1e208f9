// What the rest of Tapedeck may ask the Python binding: what a Python object stands for, and the hint that belongs to an exception.
// The binding itself is the native module `_engine` (module.c) below the packages `tensorflow` and `numpy`.
#pragma once

#include <cstdint>
#include <string>

namespace tapedeck {

/// What a Python object stands for in the engine; `id` is what recordings call it (a tensor's id, a variable's id).
struct BoundValue {
  enum class Kind { other, tensor, variable, tape } kind = Kind::other;
  uint64_t id = 0;
};
/// `object` is an mp_obj_t, as InterpreterHost::on_store gets it.
BoundValue bound_value(void* object);

/// The line of help that belongs to this exception (an mp_obj_t), or "". It is no part of str(e): programs see TensorFlow's text only.
std::string hint_of_exception(void* exception);

/// To be called before a run (a new Interpreter) and after it: forgets what the binding holds between runs, wires the memory meter to the
/// garbage collector. The engine's own reset is reset_runtime().
void reset_binding();

}  // namespace tapedeck
