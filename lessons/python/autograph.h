// AutoGraph: rewrites a program so that `if`, `while`, `for`, `and`, `or`, `not`, … on tensors become graph control flow while tf.function traces.
//
//   def f(x):                          def f(x):
//     if x > 0:                         if __ag__.on:                        <- true only while a function is traced
//       y = x                             def __ag_t1(): nonlocal y; y = x
//     else:                                def __ag_f1(): nonlocal y; y = -x
//       y = -x              becomes        … get and set y …
//     return y                            __ag__.if_stmt(x > 0, __ag_t1, __ag_f1, get, set, ("y",), 1)
//                                          return y
//                                         if x > 0: …                          <- the learner's own body
//
// Each function and lambda that holds something convertible gets both bodies, so recursion, closures, methods and functions that a traced function calls
// all work without wrapping calls, and code outside tracing runs as it was written. Modules, generators, coroutines and class bodies stay as they are.
// The steps are TensorFlow's: `break`, `continue` and `return` become flags and guards, liveness says which variables a statement hands on, and the
// statements become calls of tensorflow/_autograph.py. Comments "#\x01N" (patches/lines.edits) keep the learner's line numbers.
// Source  tensorflow/python/autograph/converters
#pragma once

#include <string>
#include <string_view>

namespace tapedeck {

/// Whether the program can need it: it names tf.function, AutoGraph, or something else that traces functions.
bool mentions_tracing(std::string_view source);

/// False, and `out` untouched, when there is nothing to convert or the program does not parse (then MicroPython says what is wrong).
bool convert_control_flow(std::string_view source, std::string& out);

/// The frames that rewritten code adds: their names begin with this. Tracebacks leave them out.
inline constexpr std::string_view kConvertedFrame = "__ag_";

}  // namespace tapedeck
