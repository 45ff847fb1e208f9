// Functions of one argument. Sources: tensorflow/core/kernels/cwise_ops.h (values), tensorflow/python/ops/math_grad.py (gradients).
#include <cmath>

#include "engine/kernels/special.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"
#include "engine/ops/unary_loops.h"

namespace tapedeck {

namespace {

struct Negative { template <class T> static T run(T x) { if constexpr (std::is_floating_point_v<T>) return -x; else return static_cast<T>(0u - static_cast<std::make_unsigned_t<T>>(x)); } };
struct Abs { template <class T> static T run(T x) { if constexpr (std::is_floating_point_v<T>) return std::fabs(x); else return x < 0 ? Negative::run(x) : x; } };
struct Sign { template <class T> static T run(T x) { return x != x ? x : x > 0 ? T(1) : x < 0 ? T(-1) : T(0); } };
struct Square { template <class T> static T run(T x) { if constexpr (std::is_floating_point_v<T>) return x * x; else { const auto u = static_cast<uint64_t>(x); return static_cast<T>(u * u); } } };
struct Reciprocal { template <class T> static T run(T x) { return T(1) / x; } };
struct Sqrt { template <class T> static T run(T x) { return std::sqrt(x); } };
struct Rsqrt { template <class T> static T run(T x) { return T(1) / std::sqrt(x); } };
struct Floor { template <class T> static T run(T x) { return std::floor(x); } };
struct Ceil { template <class T> static T run(T x) { return std::ceil(x); } };
/// Halves go to the even neighbour. Independent of the floating-point environment.
struct Round {
  template <class T> static T run(T x) {
    if constexpr (std::is_integral_v<T>) return x;
    else {
      const T down = std::floor(x), diff = x - down;
      const T r = diff < T(0.5) ? down : diff > T(0.5) ? down + 1 : std::floor(down / 2) * 2 == down ? down : down + 1;
      return std::copysign(r, x);
    }
  }
};

struct Exp { template <class V> static V lanes(V x) { return simd::exp(x); } static double run(double x) { return std::exp(x); } };
struct Log { template <class V> static V lanes(V x) { return simd::log(x); } static double run(double x) { return std::log(x); } };
struct Tanh { template <class V> static V lanes(V x) { return simd::tanh(x); } static double run(double x) { return std::tanh(x); } };
struct Expm1 { static double run(double x) { return std::expm1(x); } };
struct Log1p { static double run(double x) { return std::log1p(x); } };
struct Sin { static double run(double x) { return std::sin(x); } };
struct Cos { static double run(double x) { return std::cos(x); } };
struct Tan { static double run(double x) { return std::tan(x); } };
struct Asin { static double run(double x) { return std::asin(x); } };
struct Acos { static double run(double x) { return std::acos(x); } };
struct Atan { static double run(double x) { return std::atan(x); } };
struct Sinh { static double run(double x) { return std::sinh(x); } };
struct Cosh { static double run(double x) { return std::cosh(x); } };
struct Asinh { static double run(double x) { return std::asinh(x); } };
struct Acosh { static double run(double x) { return std::acosh(x); } };
struct Atanh { static double run(double x) { return std::atanh(x); } };
struct Erf { static double run(double x) { return std::erf(x); } };
struct Erfc { static double run(double x) { return std::erfc(x); } };
struct Lgamma { static double run(double x) { return special::lgamma(x); } };
struct Digamma { static double run(double x) { return special::digamma(x); } };
struct Trigamma { static double run(double x) { return special::trigamma(x); } };

template <class F> constexpr UnaryLoops kSignedNumbers = unary_loops<F, float, double, int32_t, int64_t>();
template <class F> constexpr UnaryLoops kForFloats = unary_loops<F, float, double>();

}  // namespace

// The part of a record that all functions of one argument share.
#define TAPEDECK_UNARY(py, tf, text, gradient_words) \
  .name = py, .type = tf, .formula = text, .gradient_text = gradient_words, .min_inputs = 1, .max_inputs = 1, .infer = infer_unary
#define TAPEDECK_GRADIENT(expression) .gradient = [](GradientContext& c) { c.set(0, expression); }

/// The opposite number.
const Op negative_op = {TAPEDECK_UNARY("negative", "Neg", "y = -x", "dx = -dy"), .kernel = unary_kernel<kSignedNumbers<Negative>>, .unary_loops = &kSignedNumbers<Negative>,
                        .differentiable = Differentiable::yes, TAPEDECK_GRADIENT(-c.upstream()), .domain = {.dtypes = kSigned}};
/// Distance from zero; at 0 the gradient is 0.
const Op abs_op = {.name = "abs", .type = "Abs", .formula = "y = |x|", .gradient_text = "dx = dy * sign x (0 at 0)", .min_inputs = 1, .max_inputs = 1,
                   .infer = [](InferContext& c) { check_dtype(c, 0); c.output(real_dtype(c.dtype(0)), c.shape(0)); }, .kernel = unary_kernel<kSignedNumbers<Abs>>, .unary_loops = &kSignedNumbers<Abs>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs,
                   TAPEDECK_GRADIENT((is_complex(c.in_dtype(0)) ? ops::complex(c.upstream(), ops::zeros_like(c.upstream())) : c.upstream()) * ops::sign(c.in(0))),
                   .domain = {.margin = 0.05, .dtypes = kSigned}};
/// -1, 0 or 1. Its gradient is zero, not None.
const Op sign_op = {TAPEDECK_UNARY("sign", "Sign", "y = sign x", "dx = 0"), .kernel = unary_kernel<kSignedNumbers<Sign>>, .unary_loops = &kSignedNumbers<Sign>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(ops::zeros_like(c.in(0))), .domain = {.margin = 0.05, .dtypes = kSigned}};
/// x times itself.
const Op square_op = {TAPEDECK_UNARY("square", "Square", "y = x^2", "dx = dy * 2 * x"), .kernel = unary_kernel<kSignedNumbers<Square>>, .unary_loops = &kSignedNumbers<Square>,
                      .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * (2.0 * c.in(0))), .domain = {.dtypes = kSigned}};
/// Square root; NaN below 0.
const Op sqrt_op = {TAPEDECK_UNARY("sqrt", "Sqrt", "y = sqrt x", "dx = dy * 0.5 / y"), .kernel = unary_kernel<kForFloats<Sqrt>>, .unary_loops = &kForFloats<Sqrt>,
                    .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(c.upstream() * 0.5 / c.out()), .domain = {.low = 0.3, .high = 3}};
/// One over the square root.
const Op rsqrt_op = {TAPEDECK_UNARY("rsqrt", "Rsqrt", "y = 1 / sqrt x", "dx = dy * -0.5 * y^3"), .kernel = unary_kernel<kForFloats<Rsqrt>>, .unary_loops = &kForFloats<Rsqrt>,
                     .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT((c.upstream() * -0.5) * (ops::square(c.out()) * c.out())),
                     .domain = {.low = 0.3, .high = 3}};
/// One over x.
const Op reciprocal_op = {TAPEDECK_UNARY("reciprocal", "Reciprocal", "y = 1 / x", "dx = -dy * y^2"), .kernel = unary_kernel<kForFloats<Reciprocal>>, .unary_loops = &kForFloats<Reciprocal>,
                          .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(-c.upstream() * ops::square(c.out())), .domain = {.low = 0.5, .high = 3}};

/// e to the power x.
const Op exp_op = {TAPEDECK_UNARY("exp", "Exp", "y = e^x", "dx = dy * y"), .kernel = unary_kernel<kVectorised<Exp>>, .unary_loops = &kVectorised<Exp>,
                   .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(c.upstream() * c.out())};
/// e^x - 1, exact near 0.
const Op expm1_op = {TAPEDECK_UNARY("expm1", "Expm1", "y = e^x - 1", "dx = dy * e^x"), .kernel = unary_kernel<kThroughDouble<Expm1>>, .unary_loops = &kThroughDouble<Expm1>,
                     .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::exp(c.in(0)))};
/// Natural logarithm; -inf at 0, NaN below.
const Op log_op = {TAPEDECK_UNARY("log", "Log", "y = log x", "dx = dy / x"), .kernel = unary_kernel<kVectorised<Log>>, .unary_loops = &kVectorised<Log>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::reciprocal(c.in(0))), .domain = {.low = 0.3, .high = 3}};
/// log(1 + x), exact near 0.
const Op log1p_op = {TAPEDECK_UNARY("log1p", "Log1p", "y = log(1 + x)", "dx = dy / (1 + x)"), .kernel = unary_kernel<kThroughDouble<Log1p>>, .unary_loops = &kThroughDouble<Log1p>,
                     .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::reciprocal(1.0 + c.in(0))), .domain = {.low = -0.5, .high = 3}};

/// Sine of radians.
const Op sin_op = {TAPEDECK_UNARY("sin", "Sin", "y = sin x", "dx = dy * cos x"), .kernel = unary_kernel<kThroughDouble<Sin>>, .unary_loops = &kThroughDouble<Sin>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::cos(c.in(0)))};
/// Cosine of radians.
const Op cos_op = {TAPEDECK_UNARY("cos", "Cos", "y = cos x", "dx = -dy * sin x"), .kernel = unary_kernel<kThroughDouble<Cos>>, .unary_loops = &kThroughDouble<Cos>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(-c.upstream() * ops::sin(c.in(0)))};
/// Tangent of radians.
const Op tan_op = {TAPEDECK_UNARY("tan", "Tan", "y = tan x", "dx = dy / cos^2 x"), .kernel = unary_kernel<kThroughDouble<Tan>>, .unary_loops = &kThroughDouble<Tan>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::square(ops::reciprocal(ops::cos(c.in(0))))), .domain = {.low = -1, .high = 1}};
/// The angle whose sine is x.
const Op asin_op = {TAPEDECK_UNARY("asin", "Asin", "y = asin x", "dx = dy / sqrt(1 - x^2)"), .kernel = unary_kernel<kThroughDouble<Asin>>, .unary_loops = &kThroughDouble<Asin>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::reciprocal(ops::sqrt(1.0 - ops::square(c.in(0))))),
                    .domain = {.low = -0.8, .high = 0.8}};
/// The angle whose cosine is x.
const Op acos_op = {TAPEDECK_UNARY("acos", "Acos", "y = acos x", "dx = -dy / sqrt(1 - x^2)"), .kernel = unary_kernel<kThroughDouble<Acos>>, .unary_loops = &kThroughDouble<Acos>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(-c.upstream() * ops::reciprocal(ops::sqrt(1.0 - ops::square(c.in(0))))),
                    .domain = {.low = -0.8, .high = 0.8}};
/// The angle whose tangent is x.
const Op atan_op = {TAPEDECK_UNARY("atan", "Atan", "y = atan x", "dx = dy / (1 + x^2)"), .kernel = unary_kernel<kThroughDouble<Atan>>, .unary_loops = &kThroughDouble<Atan>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::reciprocal(1.0 + ops::square(c.in(0))))};
/// Hyperbolic sine.
const Op sinh_op = {TAPEDECK_UNARY("sinh", "Sinh", "y = (e^x - e^-x) / 2", "dx = dy * cosh x"), .kernel = unary_kernel<kThroughDouble<Sinh>>, .unary_loops = &kThroughDouble<Sinh>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::cosh(c.in(0)))};
/// Hyperbolic cosine.
const Op cosh_op = {TAPEDECK_UNARY("cosh", "Cosh", "y = (e^x + e^-x) / 2", "dx = dy * sinh x"), .kernel = unary_kernel<kThroughDouble<Cosh>>, .unary_loops = &kThroughDouble<Cosh>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::sinh(c.in(0)))};
/// Hyperbolic tangent: squeezes all numbers into (-1, 1).
const Op tanh_op = {TAPEDECK_UNARY("tanh", "Tanh", "y = tanh x", "dx = dy * (1 - y^2)"), .kernel = unary_kernel<kVectorised<Tanh>>, .unary_loops = &kVectorised<Tanh>,
                    .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(c.upstream() * (1.0 - ops::square(c.out())))};
/// Inverse of sinh.
const Op asinh_op = {TAPEDECK_UNARY("asinh", "Asinh", "y = asinh x", "dx = dy / cosh y"), .kernel = unary_kernel<kThroughDouble<Asinh>>, .unary_loops = &kThroughDouble<Asinh>,
                     .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(c.upstream() / ops::cosh(c.out()))};
/// Inverse of cosh, for x >= 1.
const Op acosh_op = {TAPEDECK_UNARY("acosh", "Acosh", "y = acosh x", "dx = dy / sinh y"), .kernel = unary_kernel<kThroughDouble<Acosh>>, .unary_loops = &kThroughDouble<Acosh>,
                     .differentiable = Differentiable::yes, .saves = Saves::outputs, TAPEDECK_GRADIENT(c.upstream() / ops::sinh(c.out())), .domain = {.low = 1.5, .high = 3}};
/// Inverse of tanh, for |x| < 1.
const Op atanh_op = {TAPEDECK_UNARY("atanh", "Atanh", "y = atanh x", "dx = dy / (1 - x^2)"), .kernel = unary_kernel<kThroughDouble<Atanh>>, .unary_loops = &kThroughDouble<Atanh>,
                     .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::reciprocal(1.0 - ops::square(c.in(0)))),
                     .domain = {.low = -0.8, .high = 0.8}};

/// The error function.
const Op erf_op = {TAPEDECK_UNARY("erf", "Erf", "y = 2/sqrt(pi) * integral of e^(-t^2) from 0 to x", "dx = dy * 2/sqrt(pi) * e^(-x^2)"), .kernel = unary_kernel<kThroughDouble<Erf>>, .unary_loops = &kThroughDouble<Erf>,
                   .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(1.1283791670955126 * c.upstream() * ops::exp(-ops::square(c.in(0))))};
/// 1 - erf x, exact for large x.
const Op erfc_op = {TAPEDECK_UNARY("erfc", "Erfc", "y = 1 - erf x", "dx = -dy * 2/sqrt(pi) * e^(-x^2)"), .kernel = unary_kernel<kThroughDouble<Erfc>>, .unary_loops = &kThroughDouble<Erfc>,
                    .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(-1.1283791670955126 * c.upstream() * ops::exp(-ops::square(c.in(0))))};
/// Logarithm of |gamma(x)|.
const Op lgamma_op = {TAPEDECK_UNARY("lgamma", "Lgamma", "y = log |gamma(x)|", "dx = dy * digamma x"), .kernel = unary_kernel<kThroughDouble<Lgamma>>, .unary_loops = &kThroughDouble<Lgamma>,
                      .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::digamma(c.in(0))), .domain = {.low = 0.5, .high = 4}};
/// Derivative of lgamma.
const Op digamma_op = {TAPEDECK_UNARY("digamma", "Digamma", "y = gamma'(x) / gamma(x)", "dx = dy * trigamma x"), .kernel = unary_kernel<kThroughDouble<Digamma>>, .unary_loops = &kThroughDouble<Digamma>,
                       .differentiable = Differentiable::yes, .saves = Saves::inputs, TAPEDECK_GRADIENT(c.upstream() * ops::trigamma(c.in(0))), .domain = {.low = 0.5, .high = 4}};
/// Derivative of digamma (TensorFlow's Polygamma of order 1).
const Op trigamma_op = {TAPEDECK_UNARY("trigamma", "Polygamma", "y = sum over n >= 0 of 1 / (x + n)^2", ""), .kernel = unary_kernel<kThroughDouble<Trigamma>>, .unary_loops = &kThroughDouble<Trigamma>,
                        .differentiable = Differentiable::missing, .domain = {.low = 0.5, .high = 4}};

/// The largest whole number not above x. No gradient.
const Op floor_op = {TAPEDECK_UNARY("floor", "Floor", "y = floor x", ""), .kernel = unary_kernel<kForFloats<Floor>>, .unary_loops = &kForFloats<Floor>};
/// The smallest whole number not below x. No gradient.
const Op ceil_op = {TAPEDECK_UNARY("ceil", "Ceil", "y = ceil x", ""), .kernel = unary_kernel<kForFloats<Ceil>>, .unary_loops = &kForFloats<Ceil>};
/// The nearest whole number; halves go to the even one. No gradient.
const Op round_op = {TAPEDECK_UNARY("round", "Round", "y = round x", ""), .kernel = unary_kernel<kSignedNumbers<Round>>, .unary_loops = &kSignedNumbers<Round>, .domain = {.dtypes = kSigned}};
/// The same as round, for floats only.
const Op rint_op = {TAPEDECK_UNARY("rint", "Rint", "y = round x", ""), .kernel = unary_kernel<kForFloats<Round>>, .unary_loops = &kForFloats<Round>};

}  // namespace tapedeck
