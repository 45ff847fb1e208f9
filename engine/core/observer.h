// The listener at the door: whoever wants to know what the engine does. The engine tells facts and asks nothing; without an observer it costs one
// null test per call. The recorder (lessons/recording) is the observer that matters; tests have their own.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/op.h"

namespace tapedeck {

class Graph;
class Tape;
class VariableState;
struct Node;

/// Why a gradient came back as None. The first broken link, seen from the source.
enum class NoGradient : uint8_t {
  given = 0,          ///< there is a gradient
  not_watched,        ///< the tape never watched this tensor
  not_connected,      ///< watched, but no recorded op leads from it to the target
  not_trainable,      ///< a variable with trainable=False
  integer_dtype,      ///< integers (and bool, string) carry no gradient
  not_differentiable, ///< the only paths go through an op whose gradient is None (round, cast to int, argmax, stop_gradient …)
  no_upstream,        ///< a custom gradient or an op passed None back
};

class Observer {
 public:
  virtual ~Observer() = default;

  /// A tensor that no op made: a constant from Python or NumPy values.
  virtual void tensor_made(const Tensor& tensor) = 0;
  /// `op_number` counts applied ops from 1 and is what a backward step refers to; `tapes` are the ids of the tapes that recorded the op.
  virtual void op_applied(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> outputs,
                          std::span<const uint32_t> tapes) = 0;

  virtual void tape_opened(const Tape& tape) = 0;
  virtual void tape_watched(const Tape& tape, const Tensor& tensor, bool automatic) = 0;
  virtual void tape_paused(const Tape& tape) = 0;      // left its with-block, or stop_recording
  virtual void tape_resumed(const Tape& tape) = 0;
  virtual void tape_released(const Tape& tape) = 0;    // its records are gone: consumed, reset or deleted

  virtual void gradient_asked(const Tape& tape, std::span<const Tensor> targets, std::span<const Tensor> sources) = 0;
  virtual void backward_step_began(const Tape& tape, uint64_t op_number, std::span<const Tensor> upstream) = 0;
  virtual void backward_step_ended(const Tape& tape, uint64_t op_number, std::span<const Tensor> inputs_gradients) = 0;
  /// `gradient` is no tensor when the answer is None; then `why` says the cause and `op_number` the op where the path broke (0: none).
  virtual void gradient_given(const Tape& tape, const Tensor& source, const Tensor& gradient, NoGradient why, uint64_t op_number) = 0;

  /// An error ends the gradient that was asked for last on this tape: no more gradient_given follows.
  virtual void gradient_failed(const Tape& tape) { (void)tape; }

  /// A value is handed to Python: `how` says by what (".numpy()", "float()", "a NumPy function"). No tape sees what happens to it there.
  virtual void value_left(const Tensor& tensor, std::string_view how) { (void)tensor, (void)how; }
  /// The constant that is told next was made of a NumPy array that came from the tensor with the id `from`.
  virtual void value_came_back(uint64_t from) { (void)from; }
  /// What assignments are part of from here on: an optimizer's name and its rule, as a learner reads it; "" when they are the program's own.
  virtual void assigning_for(std::string_view optimizer, std::string_view rule) { (void)optimizer, (void)rule; }

  virtual void variable_made(const VariableState& variable) = 0;
  virtual void variable_assigned(const VariableState& variable, const Tensor& before, const Tensor& after, std::string_view how) = 0;   // how: "assign", "assign_add", …
  virtual void variable_deleted(const VariableState& variable) = 0;

  /// A function is traced: between the two its Python runs on stand-ins for its arguments and its ops become nodes of `graph` (null: an error ended it).
  /// `function` tells functions of one name apart. An argument is its name and what of it the signature holds. A trace within a trace is not told.
  virtual void trace_begins(std::string_view /*name*/) {}
  using TracedArguments = std::span<const std::pair<std::string, std::string>>;
  virtual void trace_ends(const Graph* /*graph*/, uint32_t /*function*/, TracedArguments /*arguments*/) {}

  /// A graph begins and ends to run node by node (it does so whenever someone listens); `node_begins` comes before the ops of each node, whose line it knows.
  /// Calls nest: functions, branches, the rounds of a loop (`round` from 1; 0: not a loop).
  virtual void graph_begins(const Graph&, int64_t /*round*/) {}
  virtual void node_begins(const Graph&, const Node&) {}
  virtual void graph_ends(const Graph&) {}

  /// An op refused its inputs, or a rule of the tape was broken; the Python exception that follows is recorded by the runner.
  virtual void op_failed(const Op& op, std::span<const Tensor> inputs, const Error& error) = 0;
};

}  // namespace tapedeck
