#include "engine/core/apply.h"

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/core/widened.h"
#include "engine/ops/random_state.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

Runtime the_runtime;

[[noreturn]] void wrong_arity(const Op& op, size_t given) {
  throw Error(ErrorKind::value, std::string(op.name) + " takes " + std::to_string(op.min_inputs) +
                                    (op.max_inputs == op.min_inputs ? "" : op.max_inputs < 0 ? " or more" : " to " + std::to_string(op.max_inputs)) + " tensors, but was given " + std::to_string(given));
}

bool any_symbolic(std::span<const Tensor> inputs) {
  for (const Tensor& t : inputs) if (t.is_symbolic()) return true;
  return false;
}

/// A tensor that stands for a value inside a function came out of it. Source: tensorflow/python/framework/func_graph.py, _validate_in_scope.
[[noreturn]] void leaked(std::span<const Tensor> inputs) {
  const Tensor* t = inputs.data();
  while (!t->is_symbolic()) ++t;
  throw Error(ErrorKind::type, "<tf.Tensor shape=" + t->shape().parens() + " dtype=" + std::string(dtype_name(t->dtype())) +
                                   "> is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow collections to access it.\n"
                                   "Please see https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more information.",
              "It stands for a value inside a traced function and has no value of its own: return it from the function.");
}

/// What happens around an op when someone listens: apart from apply(), so that a call without tapes and observer stays small.
void tell(Runtime& rt, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, const Tensors& outputs) {
  InlineVector<uint32_t, 4> recorded_by;
  for (Tape* tape : rt.tapes)
    if (tape->should_record(inputs)) {
      BackwardFunction late;
      if (rt.tracer) late = rt.tracer->late_gradient(op, inputs, outputs);
      if (late) tape->record_custom(rt.op_count, op, inputs, outputs, std::move(late));
      else tape->record(rt.op_count, op, inputs, attrs, outputs);
      recorded_by.push_back(tape->id());
    }
  if (rt.observer && !rt.tracer) rt.observer->op_applied(rt.op_count, op, inputs, attrs, outputs, recorded_by);
}

/// Tells the observer and throws on; an allocation that failed inside an op gets the op's name, as in TensorFlow.
[[noreturn]] void failed(Runtime& rt, const Op& op, std::span<const Tensor> inputs, const Error& error) {
  Error named = error;
  if (error.message().rfind("OOM when allocating", 0) == 0 && error.message().find("[Op:") == std::string::npos) {
    try {
      op_error(op, error.kind(), error.message(), error.hint());
    } catch (const Error& e) {
      named = e;
    }
  }
  if (rt.observer) rt.observer->op_failed(op, inputs, named);
  throw named;
}

}  // namespace

Runtime& runtime() { return the_runtime; }

void run_kernel(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, Tensors& outputs) {
  InferContext infer(op, inputs, attrs);
  op.infer(infer);
  bool stored_only = false;
  for (const Tensor& t : inputs) stored_only |= is_stored_only(t.dtype());
  for (const InferContext::Spec& spec : infer.outputs) {
    stored_only |= is_stored_only(spec.dtype);
    if (spec.known_shape && !spec.shape.is_known()) throw Error(ErrorKind::invalid_argument, std::string(op.name) + ": the shape " + spec.shape.parens() + " has sizes that are not known");
    outputs.push_back(spec.view ? Tensor::alias(inputs[0], spec.shape) : spec.known_shape ? Tensor::empty(spec.dtype, spec.shape) : Tensor());
  }
  if (stored_only) {
    run_widened(op, inputs, attrs, infer.outputs, outputs);
    return;
  }
  KernelContext kernel(op, inputs, attrs, outputs);
  op.kernel(kernel);
}

void tell_custom(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, const Tensors& outputs, const BackwardFunction& backward) {
  Runtime& rt = the_runtime;
  ++rt.op_count;
  InlineVector<uint32_t, 4> recorded_by;
  for (Tape* tape : rt.tapes)
    if (tape->should_record(inputs)) {
      tape->record_custom(rt.op_count, op, inputs, outputs, backward);
      recorded_by.push_back(tape->id());
    }
  if (rt.observer && !rt.tracer) rt.observer->op_applied(rt.op_count, op, inputs, attrs, outputs, recorded_by);
}

void reset_runtime(uint64_t seed) {
  the_runtime = Runtime{};
  reset_tensor_ids();
  reset_variable_ids();
  reset_tape_ids();
  reset_random_state(seed);
}

Tensors apply(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) {
  Runtime& rt = the_runtime;
  if (rt.poll) rt.poll();
  Tensors outputs;
  try {
    const int given = static_cast<int>(inputs.size());
    if (given < op.min_inputs || (op.max_inputs >= 0 && given > op.max_inputs)) wrong_arity(op, inputs.size());
    if (op.reads_variable && !rt.tapes.empty())
      for (Tape* tape : rt.tapes) tape->variable_accessed(inputs[0]);
    if (rt.tracer) outputs = rt.tracer->trace(op, inputs, attrs);
    else if (any_symbolic(inputs)) leaked(inputs);
    else run_kernel(op, inputs, attrs, outputs);
  } catch (const Error& error) {
    failed(rt, op, inputs, error);
  }
  ++rt.op_count;
  if (!rt.tapes.empty() || rt.observer) tell(rt, op, inputs, attrs, outputs);
  return outputs;
}

Tensor apply1(const Op& op, std::initializer_list<Tensor> inputs, const Attrs& attrs) {
  Tensors outputs = apply(op, {inputs.begin(), inputs.size()}, attrs);
  return std::move(outputs[0]);
}

void op_error(const Op& op, ErrorKind kind, const std::string& text, std::string hint) {
  throw Error(kind, std::string("{{function_node __wrapped__") + op.type + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} " + text + " [Op:" + op.type + "] name: ", std::move(hint));
}

void op_error_early(const Op& op, ErrorKind kind, const std::string& text, std::string hint) {
  throw Error(kind, text + " [Op:" + op.type + "] name: ", std::move(hint));
}

void dtype_error(const Op& op, size_t input, DType expected, DType actual) {
  op_error_early(op, ErrorKind::invalid_argument,
                 std::string("cannot compute ") + op.type + " as input #" + std::to_string(input) + "(zero-based) was expected to be a " + std::string(dtype_kernel_name(expected)) +
                     " tensor but is a " + std::string(dtype_kernel_name(actual)) + " tensor",
                 "TensorFlow never changes a dtype by itself: write tf.cast(x, tf." + std::string(dtype_name(expected)) + ") where you mean it.");
}

Tensor told(Tensor made) {
  if (the_runtime.observer) the_runtime.observer->tensor_made(made);
  return made;
}

}  // namespace tapedeck
