// What goes wrong because of a learner's program: a typed error that becomes a Python exception and an event of the recording.
// Faults of our own are assertions (TAPEDECK_ASSERT) and must not be reachable from any program.
#pragma once

#include <exception>
#include <string>

namespace tapedeck {

/// The Python or TensorFlow class that the error becomes.
enum class ErrorKind {
  invalid_argument,      // tf.errors.InvalidArgumentError
  failed_precondition,   // tf.errors.FailedPreconditionError
  resource_exhausted,    // tf.errors.ResourceExhaustedError
  unimplemented,         // tf.errors.UnimplementedError
  not_found,             // tf.errors.NotFoundError
  out_of_range,          // tf.errors.OutOfRangeError
  internal,              // tf.errors.InternalError
  value,                 // ValueError
  type,                  // TypeError
  runtime,               // RuntimeError
  lookup,                // LookupError
  index,                 // IndexError
  key,                   // KeyError
  attribute,             // AttributeError
  not_implemented,       // NotImplementedError
  stopped,               // the learner pressed Stop, or a budget is used up
};

class Error : public std::exception {
 public:
  /// `message` is TensorFlow's wording where it has one; `hint` is one line of ours: why, and what to do (may be empty).
  Error(ErrorKind kind, std::string message, std::string hint = {}) : kind_(kind), message_(std::move(message)), hint_(std::move(hint)) {}

  ErrorKind kind() const { return kind_; }
  const std::string& message() const { return message_; }
  const std::string& hint() const { return hint_; }
  const char* what() const noexcept override { return message_.c_str(); }

 private:
  ErrorKind kind_;
  std::string message_, hint_;
};

[[noreturn]] void assertion_failed(const char* condition, const char* sentence, const char* file, int line);

}  // namespace tapedeck

#define TAPEDECK_ASSERT(condition, sentence) \
  ((condition) ? void() : ::tapedeck::assertion_failed(#condition, sentence, __FILE__, __LINE__))
