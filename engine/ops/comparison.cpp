// Comparisons and logic: results are bool, and no gradient passes. Source: tensorflow/core/kernels/cwise_op_equal_to_1.cc and its neighbours.
#include <cmath>
#include <string>

#include "engine/kernels/elementwise.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

struct Equal { template <class T> static bool run(const T& a, const T& b) { return a == b; } };
struct NotEqual { template <class T> static bool run(const T& a, const T& b) { return a != b; } };
struct Less { template <class T> static bool run(T a, T b) { return a < b; } };
struct LessEqual { template <class T> static bool run(T a, T b) { return a <= b; } };
struct Greater { template <class T> static bool run(T a, T b) { return a > b; } };
struct GreaterEqual { template <class T> static bool run(T a, T b) { return a >= b; } };
struct And { static bool run(bool a, bool b) { return a && b; } };
struct Or { static bool run(bool a, bool b) { return a || b; } };
struct Xor { static bool run(bool a, bool b) { return a != b; } };
struct Not { static bool run(bool a) { return !a; } };
struct IsNan { template <class T> static bool run(T a) { return std::isnan(a); } };
struct IsInf { template <class T> static bool run(T a) { return std::isinf(a); } };
struct IsFinite { template <class T> static bool run(T a) { return std::isfinite(a); } };

template <class F> void string_loop(const void* a, const void* b, void* out, int64_t n, Stride stride) {
  const auto *x = static_cast<const std::string*>(a), *y = static_cast<const std::string*>(b);
  for (int64_t i = 0; i < n; ++i) static_cast<bool*>(out)[i] = F::run(x[stride == Stride::first_stays ? 0 : i], y[stride == Stride::second_stays ? 0 : i]);
}
template <class F> constexpr BinaryLoops equality_loops() {
  BinaryLoops loops = binary_loops<F, float, double, int32_t, int64_t, uint8_t, bool>();
  loops[static_cast<size_t>(DType::string)] = string_loop<F>;
  return loops;
}
template <class F> constexpr BinaryLoops kEquality = equality_loops<F>();
template <class F> constexpr BinaryLoops kOrder = binary_loops<F, float, double, int32_t, int64_t, uint8_t>();
template <class F> constexpr BinaryLoops kLogic = binary_loops<F, bool>();
template <class F> constexpr UnaryLoops kFloatTest = unary_loops<F, float, double>();
constexpr UnaryLoops kNot = unary_loops<Not, bool>();

}  // namespace

/// Whether two values are equal (NaN equals nothing).
const Op equal_op = {.name = "equal", .type = "Equal", .formula = "z = (x == y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                     .infer = infer_comparison, .kernel = binary_kernel<kEquality<Equal>>, .binary_loops = &kEquality<Equal>, .domain = {.dtypes = kAllValues}};
/// Whether two values differ.
const Op not_equal_op = {.name = "not_equal", .type = "NotEqual", .formula = "z = (x != y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                         .infer = infer_comparison, .kernel = binary_kernel<kEquality<NotEqual>>, .binary_loops = &kEquality<NotEqual>, .domain = {.dtypes = kAllValues}};
/// x < y, element by element.
const Op less_op = {.name = "less", .type = "Less", .formula = "z = (x < y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                    .infer = infer_comparison, .kernel = binary_kernel<kOrder<Less>>, .binary_loops = &kOrder<Less>, .domain = {.dtypes = kNumbers}};
/// x <= y, element by element.
const Op less_equal_op = {.name = "less_equal", .type = "LessEqual", .formula = "z = (x <= y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                          .infer = infer_comparison, .kernel = binary_kernel<kOrder<LessEqual>>, .binary_loops = &kOrder<LessEqual>, .domain = {.dtypes = kNumbers}};
/// x > y, element by element.
const Op greater_op = {.name = "greater", .type = "Greater", .formula = "z = (x > y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                       .infer = infer_comparison, .kernel = binary_kernel<kOrder<Greater>>, .binary_loops = &kOrder<Greater>, .domain = {.dtypes = kNumbers}};
/// x >= y, element by element.
const Op greater_equal_op = {.name = "greater_equal", .type = "GreaterEqual", .formula = "z = (x >= y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                             .infer = infer_comparison, .kernel = binary_kernel<kOrder<GreaterEqual>>, .binary_loops = &kOrder<GreaterEqual>, .domain = {.dtypes = kNumbers}};

/// Both are true.
const Op logical_and_op = {.name = "logical_and", .type = "LogicalAnd", .formula = "z = x and y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                           .infer = infer_comparison, .kernel = binary_kernel<kLogic<And>>, .binary_loops = &kLogic<And>, .domain = {.dtypes = kBools}};
/// At least one is true.
const Op logical_or_op = {.name = "logical_or", .type = "LogicalOr", .formula = "z = x or y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                          .infer = infer_comparison, .kernel = binary_kernel<kLogic<Or>>, .binary_loops = &kLogic<Or>, .domain = {.dtypes = kBools}};
/// Exactly one is true.
const Op logical_xor_op = {.name = "logical_xor", .type = "LogicalXor", .formula = "z = (x != y)", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                           .infer = infer_comparison, .kernel = binary_kernel<kLogic<Xor>>, .binary_loops = &kLogic<Xor>, .domain = {.dtypes = kBools}};
/// The opposite truth value.
const Op logical_not_op = {.name = "logical_not", .type = "LogicalNot", .formula = "z = not x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                           .infer = infer_unary_bool, .kernel = unary_kernel<kNot>, .unary_loops = &kNot, .domain = {.dtypes = kBools}};

/// Whether a value is not a number.
const Op is_nan_op = {.name = "is_nan", .type = "IsNan", .formula = "z = (x is NaN)", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                      .infer = infer_unary_bool, .kernel = unary_kernel<kFloatTest<IsNan>>, .unary_loops = &kFloatTest<IsNan>};
/// Whether a value is infinite.
const Op is_inf_op = {.name = "is_inf", .type = "IsInf", .formula = "z = (|x| = inf)", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                      .infer = infer_unary_bool, .kernel = unary_kernel<kFloatTest<IsInf>>, .unary_loops = &kFloatTest<IsInf>};
/// Whether a value is neither infinite nor NaN.
const Op is_finite_op = {.name = "is_finite", .type = "IsFinite", .formula = "z = (|x| < inf)", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                         .infer = infer_unary_bool, .kernel = unary_kernel<kFloatTest<IsFinite>>, .unary_loops = &kFloatTest<IsFinite>};

}  // namespace tapedeck
