// Binary arithmetic that broadcasts: add, subtract, multiply, divide and their relatives.
// Sources: tensorflow/core/kernels/cwise_ops.h (values), tensorflow/python/ops/math_grad.py (gradients).
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/kernels/elementwise.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

// Whole numbers wrap around, as in TensorFlow; in C++ only unsigned ones may.
template <class T> using Wrapping = std::conditional_t<std::is_same_v<T, int64_t>, uint64_t, uint32_t>;
template <class T, class F> T wrap(T a, T b, F f) {
  if constexpr (std::is_floating_point_v<T>) return f(a, b);
  else return static_cast<T>(f(static_cast<Wrapping<T>>(a), static_cast<Wrapping<T>>(b)));
}

struct Add { template <class T> static T run(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x + y; }); } };
struct Subtract { template <class T> static T run(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x - y; }); } };
struct Multiply { template <class T> static T run(T a, T b) { return wrap(a, b, [](auto x, auto y) { return x * y; }); } };
struct SquaredDifference { template <class T> static T run(T a, T b) { const T d = Subtract::run(a, b); return Multiply::run(d, d); } };
struct Divide { template <class T> static T run(T a, T b) { return a / b; } };
struct DivideNoNan { template <class T> static T run(T a, T b) { return b == 0 ? T(0) : a / b; } };
struct MultiplyNoNan { template <class T> static T run(T a, T b) { return b == 0 ? T(0) : a * b; } };
struct Maximum { template <class T> static T run(T a, T b) { if constexpr (std::is_floating_point_v<T>) { if (a != a) return a; } return a >= b ? a : b; } };
struct Minimum { template <class T> static T run(T a, T b) { if constexpr (std::is_floating_point_v<T>) { if (a != a) return a; } return a <= b ? a : b; } };

/// Rounds towards minus infinity. INT_MIN / -1 wraps; a zero divisor is refused before the loop.
struct FloorDiv {
  template <class T> static T run(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::floor(a / b);
    else if constexpr (std::is_unsigned_v<T>) return static_cast<T>(a / b);
    else {
      if (b == -1) return Subtract::run(T(0), a);
      const T q = a / b;
      return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
    }
  }
};
/// The sign of the divisor, as Python's %.
struct FloorMod {
  template <class T> static T run(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      const T r = std::fmod(a, b);
      return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
    } else if constexpr (std::is_unsigned_v<T>) {
      return static_cast<T>(a % b);
    } else {
      if (b == -1) return 0;
      const T r = a % b;
      return (r != 0 && (r < 0) != (b < 0)) ? r + b : r;
    }
  }
};
struct TruncateDiv {
  template <class T> static T run(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::trunc(a / b);
    else { if constexpr (std::is_signed_v<T>) if (b == -1) return Subtract::run(T(0), a); return static_cast<T>(a / b); }
  }
};
struct TruncateMod {
  template <class T> static T run(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) return std::fmod(a, b);
    else { if constexpr (std::is_signed_v<T>) if (b == -1) return 0; return static_cast<T>(a % b); }
  }
};
struct Pow {
  static float run(float a, float b) {
    if (b == 2) return a * a;
    if (b == 1) return a;
    return static_cast<float>(std::pow(static_cast<double>(a), static_cast<double>(b)));
  }
  static double run(double a, double b) { return std::pow(a, b); }
  template <class T> static T run(T a, T b) {   // whole numbers: by squaring; negative exponents are refused before
    T result = 1;
    for (; b > 0; b = static_cast<T>(b / 2)) {
      if (b % 2) result = Multiply::run(result, a);
      a = Multiply::run(a, a);
    }
    return result;
  }
};
struct Atan2 {
  static float run(float y, float x) { return static_cast<float>(std::atan2(static_cast<double>(y), static_cast<double>(x))); }
  static double run(double y, double x) { return std::atan2(y, x); }
};
struct Xlogy { template <class T> static T run(T x, T y) { return x == 0 ? T(0) : static_cast<T>(x * std::log(static_cast<double>(y))); } };
struct Xlog1py { template <class T> static T run(T x, T y) { return x == 0 ? T(0) : static_cast<T>(x * std::log1p(static_cast<double>(y))); } };
struct Xdivy { template <class T> static T run(T x, T y) { return x == 0 ? T(0) : x / y; } };

template <class F> constexpr BinaryLoops kForNumbers = binary_loops<F, float, double, int32_t, int64_t, uint8_t>();
template <class F> constexpr BinaryLoops kForFloats = binary_loops<F, float, double>();

/// Division of whole numbers: a zero anywhere in the divisor is an error. Source: tensorflow/core/kernels/cwise_ops_common.cc.
template <const BinaryLoops& loops> void integer_division_kernel(KernelContext& c) {
  if (is_integer(c.in(1).dtype()))
    for (int64_t i = 0; i < c.in(1).size(); ++i)
      if (c.in(1).element_int(i) == 0) op_error(c.op, ErrorKind::invalid_argument, "Integer division by zero");
  binary_kernel<loops>(c);
}
void pow_kernel(KernelContext& c) {
  if (is_integer(c.in(1).dtype()))
    for (int64_t i = 0; i < c.in(1).size(); ++i)
      if (c.in(1).element_int(i) < 0) op_error(c.op, ErrorKind::invalid_argument, "Integers to negative integer powers are not allowed");
  binary_kernel<kForNumbers<Pow>>(c);
}

void set_both(GradientContext& c, Tensor (*first)(GradientContext&), Tensor (*second)(GradientContext&)) {
  if (c.wants(0)) c.set(0, sum_to_input(c, 0, first(c)));
  if (c.wants(1)) c.set(1, sum_to_input(c, 1, second(c)));
}

}  // namespace

/// Sum, element by element.
const Op add_op = {
    .name = "add", .type = "AddV2", .formula = "z = x + y", .gradient_text = "dx = dz, dy = dz",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<Add>>, .binary_loops = &kForNumbers<Add>,
    .differentiable = Differentiable::yes,
    .gradient = [](GradientContext& c) { set_both(c, [](auto& c) { return c.upstream(); }, [](auto& c) { return c.upstream(); }); },
    .domain = {.dtypes = kNumbers},
};

/// Difference, element by element.
const Op subtract_op = {
    .name = "subtract", .type = "Sub", .formula = "z = x - y", .gradient_text = "dx = dz, dy = -dz",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<Subtract>>, .binary_loops = &kForNumbers<Subtract>,
    .differentiable = Differentiable::yes,
    .gradient = [](GradientContext& c) { set_both(c, [](auto& c) { return c.upstream(); }, [](auto& c) { return -c.upstream(); }); },
    .domain = {.dtypes = kNumbers},
};

/// Product, element by element.
const Op multiply_op = {
    .name = "multiply", .type = "Mul", .formula = "z = x * y", .gradient_text = "dx = dz * y, dy = x * dz",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<Multiply>>, .binary_loops = &kForNumbers<Multiply>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) { set_both(c, [](auto& c) { return c.upstream() * c.in(1); }, [](auto& c) { return c.in(0) * c.upstream(); }); },
    .domain = {.dtypes = kNumbers},
};

/// Quotient of floats (whole numbers are cast to float64 by tf.divide before they come here).
const Op divide_op = {
    .name = "divide", .type = "RealDiv", .formula = "z = x / y", .gradient_text = "dx = dz / y, dy = dz * ((-x / y) / y)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<Divide>>, .binary_loops = &kForFloats<Divide>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) { set_both(c, [](auto& c) { return c.upstream() / c.in(1); }, [](auto& c) { return c.upstream() * ((-c.in(0) / c.in(1)) / c.in(1)); }); },
    .domain = {.low = 0.5, .high = 3},
};

/// Quotient rounded towards minus infinity.
const Op floordiv_op = {
    .name = "floordiv", .type = "FloorDiv", .formula = "z = floor(x / y)", .gradient_text = "",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = integer_division_kernel<kForNumbers<FloorDiv>>,
    .domain = {.low = 1, .high = 4, .dtypes = kNumbers},
};

/// Remainder with the sign of the divisor: Python's %.
const Op floormod_op = {
    .name = "floormod", .type = "FloorMod", .formula = "z = x - floor(x / y) * y", .gradient_text = "dx = dz, dy = -dz * floor(x / y)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = integer_division_kernel<kForNumbers<FloorMod>>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) { set_both(c, [](auto& c) { return c.upstream(); }, [](auto& c) { return c.upstream() * -ops::floordiv(c.in(0), c.in(1)); }); },
    .domain = {.low = 2.1, .high = 2.9, .dtypes = kNumbers},
};

/// Quotient rounded towards zero.
const Op truncatediv_op = {
    .name = "truncatediv", .type = "TruncateDiv", .formula = "z = trunc(x / y)", .gradient_text = "",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = integer_division_kernel<kForNumbers<TruncateDiv>>,
    .domain = {.low = 1, .high = 4, .dtypes = kNumbers},
};

/// Remainder with the sign of the dividend: C's %.
const Op truncatemod_op = {
    .name = "truncatemod", .type = "TruncateMod", .formula = "z = x - trunc(x / y) * y", .gradient_text = "",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = integer_division_kernel<kForNumbers<TruncateMod>>,
    .differentiable = Differentiable::missing,
    .domain = {.low = 1, .high = 4, .dtypes = kNumbers},
};

/// Power. For y the gradient uses log x only where x > 0. Source: math_grad.py, _PowGrad.
const Op pow_op = {
    .name = "pow", .type = "Pow", .formula = "z = x ^ y", .gradient_text = "dx = dz * y * x ^ (y - 1), dy = dz * z * log x (0 where x <= 0)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = pow_kernel,
    .differentiable = Differentiable::yes, .saves = Saves::both,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return c.upstream() * c.in(1) * ops::pow(c.in(0), c.in(1) - 1.0); },
               [](auto& c) {
                 const Tensor positive = ops::greater(c.in(0), ops::constant_like(c.in(0), 0));
                 const Tensor safe = ops::where(positive, c.in(0), ops::ones_like(c.in(0)));
                 return c.upstream() * c.out() * ops::where(positive, ops::log(safe), ops::zeros_like(c.in(0)));
               });
    },
    .domain = {.low = 0.5, .high = 2, .dtypes = kNumbers},
};

/// The larger of two; where they are equal the gradient goes to the first. Source: math_grad.py, _MaximumMinimumGrad.
const Op maximum_op = {
    .name = "maximum", .type = "Maximum", .formula = "z = max(x, y)", .gradient_text = "dx = dz where x >= y, else 0; dy = dz where x < y, else 0",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<Maximum>>, .binary_loops = &kForNumbers<Maximum>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      const Tensor first = ops::greater_equal(c.in(0), c.in(1)), zeros = ops::zeros_like(c.upstream());
      if (c.wants(0)) c.set(0, sum_to_input(c, 0, ops::where(first, c.upstream(), zeros)));
      if (c.wants(1)) c.set(1, sum_to_input(c, 1, ops::where(first, zeros, c.upstream())));
    },
    .domain = {.margin = 1e-3, .dtypes = kNumbers},
};

/// The smaller of two; where they are equal the gradient goes to the first.
const Op minimum_op = {
    .name = "minimum", .type = "Minimum", .formula = "z = min(x, y)", .gradient_text = "dx = dz where x <= y, else 0; dy = dz where x > y, else 0",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<Minimum>>, .binary_loops = &kForNumbers<Minimum>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      const Tensor first = ops::less_equal(c.in(0), c.in(1)), zeros = ops::zeros_like(c.upstream());
      if (c.wants(0)) c.set(0, sum_to_input(c, 0, ops::where(first, c.upstream(), zeros)));
      if (c.wants(1)) c.set(1, sum_to_input(c, 1, ops::where(first, zeros, c.upstream())));
    },
    .domain = {.margin = 1e-3, .dtypes = kNumbers},
};

/// Square of the difference.
const Op squared_difference_op = {
    .name = "squared_difference", .type = "SquaredDifference", .formula = "z = (x - y)^2", .gradient_text = "dx = 2 * dz * (x - y), dy = -dx",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForNumbers<SquaredDifference>>, .binary_loops = &kForNumbers<SquaredDifference>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      const Tensor g = (2.0 * c.upstream()) * (c.in(0) - c.in(1));
      if (c.wants(0)) c.set(0, sum_to_input(c, 0, g));
      if (c.wants(1)) c.set(1, sum_to_input(c, 1, -g));
    },
    .domain = {.dtypes = kSigned},
};

/// Quotient that is 0 where the divisor is 0.
const Op divide_no_nan_op = {
    .name = "divide_no_nan", .type = "DivNoNan", .formula = "z = x / y, 0 where y = 0", .gradient_text = "dx = dz / y, dy = dz * ((-x / y) / y), 0 where y = 0",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<DivideNoNan>>, .binary_loops = &kForFloats<DivideNoNan>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return ops::divide_no_nan(c.upstream(), c.in(1)); },
               [](auto& c) { return c.upstream() * ops::divide_no_nan(ops::divide_no_nan(-c.in(0), c.in(1)), c.in(1)); });
    },
    .domain = {.low = 0.5, .high = 3},
};

/// Product that is 0 where the second factor is 0, even if the first is infinite or NaN.
const Op multiply_no_nan_op = {
    .name = "multiply_no_nan", .type = "MulNoNan", .formula = "z = x * y, 0 where y = 0", .gradient_text = "dx = dz * y (0 where y = 0), dy = x * dz (0 where dz = 0)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<MultiplyNoNan>>, .binary_loops = &kForFloats<MultiplyNoNan>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return ops::multiply_no_nan(c.upstream(), c.in(1)); }, [](auto& c) { return ops::multiply_no_nan(c.in(0), c.upstream()); });
    },
};

/// The angle of the point (x, y), in (-pi, pi].
const Op atan2_op = {
    .name = "atan2", .type = "Atan2", .formula = "z = atan2(y, x)", .gradient_text = "dy = x * dz / (x^2 + y^2), dx = -y * dz / (x^2 + y^2)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<Atan2>>, .binary_loops = &kForFloats<Atan2>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      const Tensor g = c.upstream() / (ops::square(c.in(1)) + ops::square(c.in(0)));
      if (c.wants(0)) c.set(0, sum_to_input(c, 0, c.in(1) * g));
      if (c.wants(1)) c.set(1, sum_to_input(c, 1, -c.in(0) * g));
    },
    .domain = {.low = 0.5, .high = 2},
};

/// x · log y, and 0 where x = 0.
const Op xlogy_op = {
    .name = "xlogy", .type = "Xlogy", .formula = "z = x * log y, 0 where x = 0", .gradient_text = "dx = dz * log y (0 where x = 0), dy = dz * x / y",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<Xlogy>>, .binary_loops = &kForFloats<Xlogy>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return ops::xlogy(ops::cast(ops::not_equal(c.in(0), ops::constant_like(c.in(0), 0)), c.in(0).dtype()), c.in(1)) * c.upstream(); },
               [](auto& c) { return ops::xdivy(c.in(0), c.in(1)) * c.upstream(); });
    },
    .domain = {.low = 0.5, .high = 2},
};

/// x · log(1 + y), and 0 where x = 0.
const Op xlog1py_op = {
    .name = "xlog1py", .type = "Xlog1py", .formula = "z = x * log(1 + y), 0 where x = 0", .gradient_text = "dx = dz * log(1 + y) (0 where x = 0), dy = dz * x / (1 + y)",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<Xlog1py>>, .binary_loops = &kForFloats<Xlog1py>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return ops::xlog1py(ops::cast(ops::not_equal(c.in(0), ops::constant_like(c.in(0), 0)), c.in(0).dtype()), c.in(1)) * c.upstream(); },
               [](auto& c) { return ops::xdivy(c.in(0), c.in(1) + 1.0) * c.upstream(); });
    },
    .domain = {.low = 0.5, .high = 2},
};

/// x / y, and 0 where x = 0.
const Op xdivy_op = {
    .name = "xdivy", .type = "Xdivy", .formula = "z = x / y, 0 where x = 0", .gradient_text = "dx = dz / y (0 where x = 0), dy = -dz * x / y^2",
    .min_inputs = 2, .max_inputs = 2, .infer = infer_binary, .kernel = binary_kernel<kForFloats<Xdivy>>, .binary_loops = &kForFloats<Xdivy>,
    .differentiable = Differentiable::yes, .saves = Saves::inputs,
    .gradient = [](GradientContext& c) {
      set_both(c, [](auto& c) { return ops::xdivy(ops::cast(ops::not_equal(c.in(0), ops::constant_like(c.in(0), 0)), c.in(0).dtype()), c.in(1)) * c.upstream(); },
               [](auto& c) { return ops::xdivy(-c.in(0), ops::square(c.in(1))) * c.upstream(); });
    },
    .domain = {.low = 0.5, .high = 2},
};

}  // namespace tapedeck
