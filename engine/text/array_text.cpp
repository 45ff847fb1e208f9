#include "engine/text/array_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "engine/core/half.h"
#include "engine/core/widened.h"

namespace tapedeck {

namespace {

// ---- numbers in decimal -----------------------------------------------------------------------------------------------------

/// 0.d1d2d3… · 10^point, with the sign apart; digits have no zeros at their end (zero itself has one digit).
struct Decimal {
  bool negative = false;
  std::string digits;
  int point = 0;   // the decimal point stands after this many digits
};

Decimal parse_scientific(const char* text) {
  Decimal d;
  if (*text == '-') { d.negative = true; ++text; }
  for (; *text && *text != 'e'; ++text)
    if (*text != '.') d.digits += *text;
  d.point = 1 + (*text == 'e' ? std::atoi(text + 1) : 0);
  while (d.digits.size() > 1 && d.digits.back() == '0') d.digits.pop_back();
  return d;
}

/// How many bits a float has: what tells its neighbours apart.
enum class Width { half, single, twice };
Width width_of(DType d) { return d == DType::float16 ? Width::half : d == DType::float32 || d == DType::complex64 ? Width::single : Width::twice; }

/// The fewest digits that read back as the same float. printf rounds correctly, and a float has 6 (a double 15, a half 3) digits that always
/// survive, so three or four tries are enough, but for subnormals, which have fewer.
Decimal shortest(double value, Width width) {
  char text[40];
  const int last = width == Width::half ? 4 : width == Width::single ? 8 : 16;
  const double tiny = width == Width::half ? 6.103515625e-05 : width == Width::single ? 1.1754943508222875e-38 : 2.2250738585072014e-308;
  const auto bits = [&](double v) { return width == Width::half ? static_cast<double>(float_from_half(half_from_float(static_cast<float>(v)))) : width == Width::single ? static_cast<double>(static_cast<float>(v)) : v; };
  for (int after = std::fabs(value) < tiny ? 0 : width == Width::half ? 2 : width == Width::single ? 5 : 14; after <= last; ++after) {
    std::snprintf(text, sizeof text, "%.*e", after, value);
    if (bits(width == Width::single ? static_cast<double>(std::strtof(text, nullptr)) : std::strtod(text, nullptr)) == bits(value)) break;
  }
  return parse_scientific(text);
}

enum class Trim { keep, zeros_keep_point, zeros_keep_one, zeros_and_point };   // Dragon4's 'k', '.', '0', '-'

void trim_fraction(std::string& fraction, Trim trim) {
  if (trim == Trim::keep) return;
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  if (trim == Trim::zeros_keep_one && fraction.empty()) fraction = "0";
}

struct FloatStyle {
  int precision = -1;      // most digits after the point; -1: as many as there are
  int min_digits = 0;      // zeros are added up to this
  bool unique = true;      // stop at the digits that identify the value
  Trim trim = Trim::zeros_keep_point;
  bool plus = false;
  int pad_left = 0, pad_right = 0, exponent_digits = 2;
};

std::string signed_text(bool negative, bool plus) { return negative ? "-" : plus ? "+" : ""; }

std::string with_left_padding(std::string text, int width) {
  const int missing = width - static_cast<int>(text.size());
  return missing > 0 ? std::string(static_cast<size_t>(missing), ' ') + text : text;
}

/// Source: dragon4_positional of numpy/core/src/multiarray/dragon4.c.
std::string positional(double value, Width width, const FloatStyle& style) {
  Decimal d = shortest(value, width);
  if (value == 0) d.point = 1;
  std::string whole, fraction;
  const int fraction_digits = std::max(0, static_cast<int>(d.digits.size()) - d.point);
  if (!style.unique || (style.precision >= 0 && fraction_digits > style.precision)) {
    char text[420];
    std::snprintf(text, sizeof text, "%.*f", style.precision, std::fabs(value));
    std::string all = text;
    const size_t dot = all.find('.');
    whole = all.substr(0, dot);
    fraction = dot == std::string::npos ? "" : all.substr(dot + 1);
    if (style.unique) while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
  } else if (value == 0) {
    whole = "0";
  } else {
    const int n = static_cast<int>(d.digits.size());
    whole = d.point <= 0 ? "0" : d.digits.substr(0, static_cast<size_t>(std::min(n, d.point)));
    if (d.point > n) whole.append(static_cast<size_t>(d.point - n), '0');
    if (d.point < 0) fraction.assign(static_cast<size_t>(-d.point), '0');
    if (d.point < n) fraction += d.digits.substr(static_cast<size_t>(std::max(0, d.point)));
  }
  if (static_cast<int>(fraction.size()) < style.min_digits) {
    char text[420];
    std::snprintf(text, sizeof text, "%.*f", style.min_digits, std::fabs(value));
    const std::string all = text;
    whole = all.substr(0, all.find('.'));
    fraction = all.substr(all.find('.') + 1);
  }
  if (style.min_digits == 0) trim_fraction(fraction, style.trim);
  std::string text = with_left_padding(signed_text(std::signbit(value), style.plus) + whole, style.pad_left);
  if (!(fraction.empty() && style.trim == Trim::zeros_and_point)) text += ".";
  text += fraction;
  const int missing = style.pad_right - static_cast<int>(fraction.size());
  if (missing > 0) text.append(static_cast<size_t>(missing), ' ');
  return text;
}

/// Source: dragon4_scientific.
std::string scientific(double value, Width width, const FloatStyle& style) {
  Decimal d = shortest(value, width);
  if (value == 0) d.point = 1;
  if (!style.unique || (style.precision >= 0 && static_cast<int>(d.digits.size()) - 1 > style.precision)) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", style.precision, std::fabs(value));
    d = parse_scientific(text);
  }
  std::string fraction = d.digits.substr(1);
  if (static_cast<int>(fraction.size()) < style.min_digits) {
    // Beyond the digits that identify it, the value's own digits follow, not zeros.
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", style.min_digits, std::fabs(value));
    d = parse_scientific(text);
    fraction = d.digits.substr(1);
    fraction.append(static_cast<size_t>(style.min_digits) - fraction.size(), '0');
  }
  if (style.min_digits == 0) trim_fraction(fraction, style.trim);
  std::string text = with_left_padding(signed_text(std::signbit(value), style.plus) + d.digits[0], style.pad_left);
  if (!(fraction.empty() && style.trim == Trim::zeros_and_point)) text += ".";
  text += fraction;
  const int exponent = d.point - 1;
  std::string exponent_text = std::to_string(std::abs(exponent));
  while (static_cast<int>(exponent_text.size()) < style.exponent_digits) exponent_text = "0" + exponent_text;
  return text + "e" + (exponent < 0 ? "-" : "+") + exponent_text;
}

// ---- one formatter per array ------------------------------------------------------------------------------------------------

/// Formats floats alike: of an array, or the real or imaginary parts of one. Source: FloatingFormat.
class FloatFormat {
 public:
  FloatFormat() = default;
  FloatFormat(const std::vector<double>& values, Width width, const PrintOptions& options, char sign) : options_(&options), width_(width) {
    std::vector<double> finite;
    bool any_special = false, any_negative_inf = false, any_negative = false;
    double largest = 0, smallest = 0;
    for (const double v : values) {
      if (!std::isfinite(v)) {
        any_special = true;
        any_negative_inf |= std::isinf(v) && v < 0;
        continue;
      }
      finite.push_back(v);
      any_negative |= std::signbit(v);
      if (v == 0) continue;
      const double a = std::fabs(v);
      largest = std::max(largest, a);
      smallest = smallest == 0 ? a : std::min(smallest, a);
    }
    // NumPy divides in the array's dtype, but compares as double: a float32 0.0001 is a little below 1e-4.
    const double ratio = smallest == 0 ? 0 : width == Width::twice ? largest / smallest : static_cast<double>(static_cast<float>(largest) / static_cast<float>(smallest));
    exponents_ = largest != 0 && (largest >= 1e8 || (!options.suppress && (smallest < 1e-4 || ratio > 1000)));
    const bool fixed = options.float_mode == PrintOptions::FloatMode::fixed;
    const bool equal = fixed || options.float_mode == PrintOptions::FloatMode::maxprec_equal;
    style_.precision = options.float_mode == PrintOptions::FloatMode::unique ? -1 : options.precision;
    style_.plus = sign == '+';
    style_.trim = fixed ? Trim::keep : Trim::zeros_keep_point;
    if (finite.empty()) {
      style_.trim = Trim::zeros_keep_point;
    } else if (exponents_) {
      if (fixed) style_.min_digits = style_.precision;
      int whole = 0, fraction = 0, exponent = 0;
      for (double v : finite) {
        const std::string text = scientific(v, width, style_);
        const size_t e = text.find('e'), dot = text.find('.');
        whole = std::max(whole, static_cast<int>(dot));
        fraction = std::max(fraction, static_cast<int>(e - dot - 1));
        exponent = std::max(exponent, static_cast<int>(text.size() - e - 2));
      }
      style_.trim = Trim::keep;
      style_.precision = style_.min_digits = fraction;
      style_.exponent_digits = exponent;
      style_.pad_left = whole;
      style_.pad_right = exponent + 2 + fraction;
    } else {
      style_.unique = !fixed;
      if (fixed) style_.min_digits = style_.precision;
      int whole = 0, fraction = 0;
      for (double v : finite) {
        const std::string text = positional(v, width, style_);
        const size_t dot = text.find('.');
        whole = std::max(whole, static_cast<int>(dot));
        fraction = std::max(fraction, static_cast<int>(text.size() - dot - 1));
      }
      style_.pad_left = whole;
      style_.pad_right = fraction;
      style_.min_digits = 0;
      if (equal) {
        style_.precision = style_.min_digits = fraction;
        style_.trim = Trim::keep;
      }
    }
    if (sign == ' ' && !finite.empty() && !any_negative) ++style_.pad_left;
    if (any_special) {
      const int offset = style_.pad_right + 1;
      const int inf_size = static_cast<int>(options.inf_text.size()) + (sign != '-' || any_negative_inf);
      style_.pad_left = std::max({style_.pad_left, static_cast<int>(options.nan_text.size()) - offset, inf_size - offset});
    }
  }

  std::string operator()(double v) const {
    if (!std::isfinite(v)) {
      std::string text = std::isnan(v) ? (style_.plus ? "+" : "") + options_->nan_text : signed_text(v < 0, style_.plus) + options_->inf_text;
      return with_left_padding(std::move(text), style_.pad_left + style_.pad_right + 1);
    }
    return exponents_ ? scientific(v, width_, style_) : positional(v, width_, style_);
  }

 private:
  const PrintOptions* options_ = nullptr;
  Width width_ = Width::twice;
  bool exponents_ = false;
  FloatStyle style_;
};

std::string integer_text(const Tensor& t, int64_t i) { return t.dtype() == DType::uint64 ? std::to_string(t.data<uint64_t>()[i]) : std::to_string(t.element_int(i)); }

/// ml_dtypes prints a bfloat16 as C++ streams do. Source: ml_dtypes/_src/custom_float.h, PyCustomFloat_Repr.
std::string bfloat16_text(double v) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", std::isnan(v) ? std::fabs(v) : v);
  return text;
}

/// Formats the elements of one array alike. Source: numpy/core/arrayprint.py, _get_format_function.
class ElementFormat {
 public:
  /// `shown` are the elements that will be printed (all, or the edges).
  ElementFormat(const Tensor& array, const std::vector<int64_t>& shown, const PrintOptions& options) : array_(array) {
    const DType d = array.dtype();
    if (is_complex(d)) {
      imaginary_parts_ = complex_part(array, true);
      floats_ = FloatFormat(values(array, shown), width_of(d), options, options.sign);
      imaginary_ = FloatFormat(values(imaginary_parts_, shown), width_of(d), options, '+');
    } else if (d == DType::bfloat16) {
    } else if (is_floating(d)) floats_ = FloatFormat(values(array, shown), width_of(d), options, options.sign);
    else if (is_integer(d)) for (int64_t i : shown) width_ = std::max(width_, static_cast<int>(integer_text(array, i).size()));
    else if (d == DType::boolean) width_ = array.rank() == 0 ? 0 : 5;
  }

  std::string operator()(int64_t i) const {
    const DType d = array_.dtype();
    if (is_complex(d)) {   // the j stands at the number, before the padding
      std::string text = imaginary_(imaginary_parts_.element(i));
      text.insert(text.find_last_not_of(' ') + 1, "j");
      return floats_(array_.element(i)) + text;
    }
    if (d == DType::bfloat16) return bfloat16_text(array_.element(i));
    if (is_floating(d)) return floats_(array_.element(i));
    if (d == DType::boolean) return with_left_padding(array_.element_int(i) ? "True" : "False", width_);
    if (d == DType::string) return bytes_repr(array_.data<std::string>()[i]);
    return with_left_padding(integer_text(array_, i), width_);
  }

 private:
  static std::vector<double> values(const Tensor& t, const std::vector<int64_t>& shown) {
    std::vector<double> v;
    for (int64_t i : shown) v.push_back(t.element(i));
    return v;
  }

  const Tensor& array_;
  Tensor imaginary_parts_;
  FloatFormat floats_, imaginary_;
  int width_ = 0;
};

// ---- brackets, rows, lines ----------------------------------------------------------------------------------------------------

std::string without_trailing_spaces(std::string text) {
  while (!text.empty() && text.back() == ' ') text.pop_back();
  return text;
}

struct ArrayWriter {
  const Tensor& array;
  const PrintOptions& options;
  std::string_view separator;
  bool summarized;
  const ElementFormat& format;

  void extend(std::string& text, std::string& line, const std::string& word, int width, const std::string& indent) const {
    if (static_cast<int>(line.size() + word.size()) > width && line.size() > indent.size()) {
      text += without_trailing_spaces(std::move(line)) + "\n";
      line = indent;
    }
    line += word;
  }

  // Source: _formatArray's recurser. `first` is the first element of this part, `count` how many it has.
  std::string part(int axis, int64_t first, int64_t count, const std::string& indent, int width) const {
    const int left = array.rank() - axis;
    if (left == 0) return format(first);
    const int64_t size = array.shape()[axis], step = size ? count / size : 0;
    const bool cut = summarized && 2 * options.edge_items < size;
    std::vector<int64_t> items;   // -1 stands for "..."
    for (int64_t i = 0; i < size; ++i) {
      if (cut && i == options.edge_items) {
        items.push_back(-1);
        i = size - options.edge_items;
      }
      items.push_back(i);
    }
    if (cut && options.edge_items == 0) items = {-1};
    std::string text;
    if (left == 1) {
      const std::string trimmed = without_trailing_spaces(std::string(separator));
      const int element_width = width - std::max(static_cast<int>(trimmed.size()), 1);
      std::string line = indent;
      for (size_t k = 0; k < items.size(); ++k) {
        extend(text, line, items[k] < 0 ? "..." : format(first + items[k]), element_width, indent);
        if (k + 1 < items.size()) line += separator;
      }
      text += line;
    } else {
      const std::string line_end = without_trailing_spaces(std::string(separator)) + std::string(static_cast<size_t>(left - 1), '\n');
      for (size_t k = 0; k < items.size(); ++k) {
        text += indent + (items[k] < 0 ? "..." : part(axis + 1, first + items[k] * step, step, indent + " ", width - 1));
        if (k + 1 < items.size()) text += line_end;
      }
    }
    return "[" + text.substr(indent.size()) + "]";
  }
};

/// The elements that a summarized print shows: the edges of every axis.
void collect_edges(const Tensor& array, int edge, int axis, int64_t first, int64_t count, std::vector<int64_t>& shown) {
  if (axis == array.rank()) {
    shown.push_back(first);
    return;
  }
  const int64_t size = array.shape()[axis], step = count / size;
  for (int64_t i = 0; i < size; ++i) {
    if (2 * edge < size && i == edge) i = size - edge;
    if (i < size) collect_edges(array, edge, axis + 1, first + i * step, step, shown);
  }
}

std::string_view numpy_dtype_name(DType dtype) { return dtype == DType::string ? "object" : dtype_name(dtype); }

}  // namespace

PrintOptions& print_options() {
  static PrintOptions options;
  return options;
}

std::string bytes_repr(std::string_view bytes) {
  const bool has_single = bytes.find('\'') != std::string_view::npos, has_double = bytes.find('"') != std::string_view::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string r = "b";
  r += quote;
  for (const char c : bytes) {
    const auto u = static_cast<unsigned char>(c);
    if (c == quote || c == '\\') { r += '\\'; r += c; }
    else if (c == '\t') r += "\\t";
    else if (c == '\n') r += "\\n";
    else if (c == '\r') r += "\\r";
    else if (u < 32 || u >= 127) { char code[8]; std::snprintf(code, sizeof code, "\\x%02x", u); r += code; }
    else r += c;
  }
  return r + quote;
}

// Source: numpy/core/src/multiarray/scalartypes.c.src, @name@type_@kind@_either: positional from 1e-4 up to 1e16.
namespace {
std::string float_scalar(double value, Width width, bool plus = false, bool whole_has_zero = true) {
  if (std::isnan(value)) return plus ? "+nan" : "nan";
  if (std::isinf(value)) return signed_text(value < 0, plus) + "inf";
  const double size = std::fabs(value);
  FloatStyle style;
  style.plus = plus;
  if (value == 0 || (size < 1e16 && size >= 1e-4)) {
    style.trim = whole_has_zero ? Trim::zeros_keep_one : Trim::zeros_and_point;
    return positional(value, width, style);
  }
  style.trim = Trim::zeros_and_point;
  return scientific(value, width, style);
}

/// "(1+2j)", "2j". Source: scalartypes.c.src, c@name@type_@kind@.
std::string complex_scalar(const Tensor& t, int64_t i) {
  const double re = t.element(i), im = complex_part(t, true).element(i);
  const Width width = width_of(t.dtype());
  if (re == 0 && !std::signbit(re)) return float_scalar(im, width, false, false) + "j";
  return "(" + float_scalar(re, width, false, false) + float_scalar(im, width, true, false) + "j)";
}
}  // namespace

std::string float_scalar_text(double value, bool is_float32) { return float_scalar(value, is_float32 ? Width::single : Width::twice); }

std::string scalar_text(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DType::float32: case DType::float64: case DType::float16: return float_scalar(t.element(i), width_of(t.dtype()));
    case DType::bfloat16: return bfloat16_text(t.element(i));
    case DType::complex64: case DType::complex128: return complex_scalar(t, i);
    case DType::boolean: return t.element_int(i) ? "True" : "False";
    case DType::string: return bytes_repr(t.data<std::string>()[i]);
    default: return integer_text(t, i);
  }
}

std::string array_to_string(const Tensor& array, const PrintOptions& options, std::string_view separator, std::string_view prefix, std::string_view suffix) {
  if (array.size() == 0) return "[]";
  const bool summarized = array.size() > options.threshold;
  std::vector<int64_t> shown;
  if (summarized) {
    collect_edges(array, options.edge_items, 0, 0, array.size(), shown);
  } else {
    shown.resize(static_cast<size_t>(array.size()));
    for (size_t i = 0; i < shown.size(); ++i) shown[i] = static_cast<int64_t>(i);
  }
  const ElementFormat format(array, shown, options);
  const ArrayWriter writer{array, options, separator, summarized, format};
  return writer.part(0, 0, array.size(), std::string(1 + prefix.size(), ' '), options.line_width - static_cast<int>(suffix.size()));
}

std::string array_str(const Tensor& array, const PrintOptions& options) {
  return array.rank() == 0 ? scalar_text(array) : array_to_string(array, options, " ");
}

// Source: numpy/core/arrayprint.py, _array_repr_implementation.
std::string array_repr(const Tensor& array, const PrintOptions& options) {
  const DType d = array.dtype();
  const bool implied = (d == DType::float64 || d == DType::int64 || d == DType::boolean || d == DType::complex128) && array.size() > 0;
  std::string text = "array(";
  if (array.size() > 0 || (array.rank() == 1 && array.shape()[0] == 0)) text += array_to_string(array, options, ", ", "array(", implied ? ")" : ",");
  else text += "[], shape=" + array.shape().parens();
  if (implied) return text + ")";
  text += ",";
  const std::string dtype_text = "dtype=" + std::string(numpy_dtype_name(d)) + ")";
  const size_t last_line = text.size() - (text.rfind('\n') + 1);
  return text + (static_cast<int>(last_line + dtype_text.size() + 1) > options.line_width ? "\n      " : " ") + dtype_text;
}

std::string tensor_str(const Tensor& tensor) {
  const std::string text = array_str(tensor);
  return "tf.Tensor(" + std::string(text.find('\n') == std::string::npos ? "" : "\n") + text + ", shape=" + tensor.shape().parens() + ", dtype=" + std::string(dtype_name(tensor.dtype())) + ")";
}

namespace {
std::string numpy_part(const Tensor& value) {
  const std::string text = value.rank() == 0 ? scalar_text(value) : array_repr(value);
  return "numpy=" + std::string(text.find('\n') == std::string::npos ? "" : "\n") + text;
}
}  // namespace

std::string tensor_repr(const Tensor& tensor) {
  return "<tf.Tensor: shape=" + tensor.shape().parens() + ", dtype=" + std::string(dtype_name(tensor.dtype())) + ", " + numpy_part(tensor) + ">";
}

std::string variable_repr(std::string_view name, const Shape& shape, const Tensor& value) {
  return "<tf.Variable '" + std::string(name) + "' shape=" + shape.parens() + " dtype=" + std::string(dtype_name(value.dtype())) + ", " + numpy_part(value) + ">";
}

// ---- tf.print ---------------------------------------------------------------------------------------------------------------

namespace {

/// Source: tensorflow/tsl/platform/numbers.cc, FloatToBuffer and DoubleToBuffer.
std::string kernel_number(double v, bool is_float32) {
  if (std::isnan(v)) return std::signbit(v) ? "-nan" : "nan";
  if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
  char text[40];
  std::snprintf(text, sizeof text, "%.*g", is_float32 ? 6 : 15, v);
  if (is_float32 ? std::strtof(text, nullptr) != static_cast<float>(v) : std::strtod(text, nullptr) != v) std::snprintf(text, sizeof text, "%.*g", is_float32 ? 9 : 17, v);
  return text;
}

std::string kernel_element(const Tensor& t, int64_t i, bool quote) {
  switch (t.dtype()) {
    case DType::float32: case DType::float16: case DType::bfloat16: return kernel_number(t.element(i), true);
    case DType::complex64: case DType::complex128: {
      const bool single = t.dtype() == DType::complex64;
      return "(" + kernel_number(t.element(i), single) + "," + kernel_number(complex_part(t, true).element(i), single) + ")";
    }
    case DType::float64: return kernel_number(t.element(i), false);
    case DType::boolean: return t.element_int(i) ? "1" : "0";
    case DType::string: return quote ? "\"" + t.data<std::string>()[i] + "\"" : t.data<std::string>()[i];
    default: return integer_text(t, i);
  }
}

void summarize_axis(const Tensor& t, int axis, int64_t first, int64_t count, int64_t summarize, bool quote, std::string& text) {
  if (axis == t.rank()) {
    text += kernel_element(t, first, quote);
    return;
  }
  const int64_t size = t.shape()[axis], step = size ? count / size : 0;
  const bool cut = summarize >= 0 && size > 2 * summarize;
  const bool rows = axis + 1 < t.rank();
  const std::string gap = rows ? std::string(static_cast<size_t>(t.rank() - axis - 1), '\n') + std::string(static_cast<size_t>(axis + 1), ' ') : " ";
  text += "[";
  for (int64_t i = 0; i < size; ++i) {
    if (i > 0) text += gap;
    if (cut && i == summarize) {
      text += "..." + gap;
      i = size - summarize;
    }
    if (i < size) summarize_axis(t, axis + 1, first + i * step, step, summarize, quote, text);
  }
  text += "]";
}

}  // namespace

std::string tensor_summary(const Tensor& tensor, int64_t summarize, bool quote_strings) {
  std::string text;
  summarize_axis(tensor, 0, 0, tensor.size(), summarize, quote_strings, text);
  return text;
}

}  // namespace tapedeck
