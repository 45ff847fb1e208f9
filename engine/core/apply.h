// The one door: every op call passes through apply(), which checks and infers, runs the kernel (or adds a graph node), tells the active tapes and tells
// the observer. Ops know nothing of tapes, graphs or recordings.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "engine/core/op.h"

namespace tapedeck {

class Observer;
class Tape;

/// Adds a node for the op to the graph being traced and returns symbolic outputs; installed by engine/graph while a function is traced.
class Tracer {
 public:
  virtual ~Tracer() = default;
  virtual Tensors trace(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) = 0;
  /// What is known of the elements of a symbolic vector of sizes (-1: not known), as of [tf.shape(x)[0], 4]; null when nothing is.
  virtual const Shape* sizes_in(const Tensor& vector) const = 0;
  /// The value of a symbolic tensor that follows from constants and known shapes; no tensor when it does not.
  virtual Tensor known_value(const Tensor& symbolic) const = 0;
  /// For the op traced last: how its gradient is found when the graph runs, if its gradient's formula needs sizes or values that are not known yet. Else null.
  virtual std::function<std::vector<Tensor>(std::span<const Tensor> upstream)> late_gradient(const Op& op, std::span<const Tensor> inputs, const Tensors& outputs) = 0;
};

/// What one run of a program shares: who listens, which tapes are open, when to stop. One at a time in a process (a worker, or the runner's thread).
struct Runtime {
  Observer* observer = nullptr;
  Tracer* tracer = nullptr;
  std::vector<Tape*> tapes;              ///< that record now, outermost first
  uint64_t op_count = 0;                 ///< ops applied in this run
  /// Called by long kernels and loops; throws Error(stopped) when the run must end. May be null.
  void (*poll)() = nullptr;
};
Runtime& runtime();

/// A fresh run: ids from 1, no observer, no tapes, random state from `seed`.
void reset_runtime(uint64_t seed);

/// Source: the contract of TFE_Py_FastPathExecute, tensorflow/python/eager/pywrap_tfe_src.cc. Throws Error; tells the observer before it does.
Tensors apply(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs = {});

/// Infers, allocates and runs the kernel (through widened.h where a dtype is only stored), and tells nobody: what a graph without listeners needs.
void run_kernel(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, Tensors& outputs);

/// What the door does after an op that is not run by a kernel (a branch, a call, a custom gradient): counts it, tells the tapes that follow its inputs that
/// its gradient is `backward`, and tells the observer.
void tell_custom(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, const Tensors& outputs,
                 const std::function<std::vector<Tensor>(std::span<const Tensor> upstream)>& backward);

/// For the many ops with one output.
Tensor apply1(const Op& op, std::initializer_list<Tensor> inputs, const Attrs& attrs = {});

/// The text TensorFlow appends to errors of eager ops: "{{function_node __wrapped__AddV2_device_/job:localhost/replica:0/task:0/device:CPU:0}} … [Op:AddV2] name: ".
/// Source: tensorflow/core/common_runtime/eager/kernel_and_device.cc and tensorflow/python/framework/ops.py, raise_from_not_ok_status.
[[noreturn]] void op_error(const Op& op, ErrorKind kind, const std::string& text, std::string hint = {});
/// The same for errors that TensorFlow finds before it has a kernel: without the "{{function_node …}}" part.
[[noreturn]] void op_error_early(const Op& op, ErrorKind kind, const std::string& text, std::string hint = {});
/// "cannot compute AddV2 as input #1(zero-based) was expected to be a int32 tensor but is a float tensor [Op:AddV2] name: ".
/// Source: tensorflow/core/common_runtime/eager/execute.cc, ValidateInputTypeAndPlacement.
[[noreturn]] void dtype_error(const Op& op, size_t input, DType expected, DType actual);

/// A constant made by the engine's user (not by an op): tells the observer.
Tensor told(Tensor made);

}  // namespace tapedeck
