// How arrays look when printed: NumPy's array printer, which TensorFlow uses for tensors too, to the last character.
//
// Floats are printed with the fewest digits that identify them, cut off at `precision` decimals, padded so that the decimal points of one array
// are in one column; with exponents when the largest value is at least 1e8, the smallest below 1e-4, or their ratio above 1000. Arrays of more
// than `threshold` elements show `edge_items` at each end of each axis; rows break at `line_width`.
// Source: numpy/core/arrayprint.py (FloatingFormat, IntegerFormat, BoolFormat, _formatArray, array_repr) of NumPy 1.24, whose forms the
// documentation of TensorFlow shows.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/core/tensor.h"

namespace tapedeck {

/// numpy.set_printoptions, by NumPy's names and defaults.
struct PrintOptions {
  int precision = 8;
  int threshold = 1000;
  int edge_items = 3;
  int line_width = 75;
  bool suppress = false;          ///< never choose exponents
  char sign = '-';                ///< '-', '+' or ' '
  std::string nan_text = "nan", inf_text = "inf";
  enum class FloatMode { fixed, unique, maxprec, maxprec_equal } float_mode = FloatMode::maxprec;
};

/// The options that str() and repr() of arrays use in this run; numpy.set_printoptions changes them.
PrintOptions& print_options();

/// str(array): "[1.  2.5]"; of a scalar: "2.5". Strings print as bytes: "[b'a' b'b']".
std::string array_str(const Tensor& array, const PrintOptions& options = print_options());
/// repr(array): "array([1. , 2.5], dtype=float32)".
std::string array_repr(const Tensor& array, const PrintOptions& options = print_options());
/// numpy.array2string with its main arguments.
std::string array_to_string(const Tensor& array, const PrintOptions& options, std::string_view separator, std::string_view prefix = "", std::string_view suffix = "");

/// str and repr of a NumPy scalar: "0.1", "1e-05", "True", "b'text'". A float32 shows the digits that identify it as a float32.
std::string scalar_text(const Tensor& scalar, int64_t element = 0);
std::string float_scalar_text(double value, bool is_float32);

/// repr() of Python bytes: "b'text'".
std::string bytes_repr(std::string_view bytes);

/// str(tensor): "tf.Tensor(3.0, shape=(), dtype=float32)"; an array of several lines begins on a line of its own.
std::string tensor_str(const Tensor& tensor);
/// repr(tensor): "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>".
std::string tensor_repr(const Tensor& tensor);
/// repr and str of a variable: "<tf.Variable 'w:0' shape=() dtype=float32, numpy=3.0>".
std::string variable_repr(std::string_view name, const Shape& shape, const Tensor& value);

/// How tf.print shows a tensor: "[1 2.5 3]", nested rows on lines of their own, `summarize` elements at each end (-1: all).
/// Source: tensorflow/python/ops/logging_ops.py print_v2, tensorflow/core/framework/tensor.cc SummarizeValue.
std::string tensor_summary(const Tensor& tensor, int64_t summarize = 3, bool quote_strings = false);

}  // namespace tapedeck
