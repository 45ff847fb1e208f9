// Activation functions and softmax. Sources: tensorflow/python/ops/nn_grad.py, math_grad.py.
#include <cmath>

#include "engine/kernels/softmax.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"
#include "engine/ops/unary_loops.h"

namespace tapedeck {

namespace {

constexpr double kSeluScale = 1.0507009873554804934193349852946, kSeluScaleAlpha = 1.7580993408473768599402175208123;

struct Sigmoid {
  template <class V> static V lanes(V x) { return simd::sigmoid(x); }
  static double run(double x) { const double e = std::exp(-std::fabs(x)); return x < 0 ? e / (1 + e) : 1 / (1 + e); }
};
struct Softplus { static double run(double x) { return x > 30 ? x : x < -30 ? std::exp(x) : std::log1p(std::exp(x)); } };
struct Softsign { static double run(double x) { return x / (1 + std::fabs(x)); } };
struct Relu { template <class T> static T run(T x) { return x != x ? x : x > 0 ? x : T(0); } };
struct Relu6 { template <class T> static T run(T x) { return x != x ? x : x < 0 ? T(0) : x > 6 ? T(6) : x; } };
struct Elu { static double run(double x) { return x < 0 ? std::expm1(x) : x; } };
struct Selu { static double run(double x) { return x < 0 ? kSeluScaleAlpha * std::expm1(x) : kSeluScale * x; } };

template <class F> constexpr UnaryLoops kSignedNumbers = unary_loops<F, float, double, int32_t, int64_t, uint8_t>();

Tensor zero_like(const Tensor& x) { return ops::constant(x.dtype(), 0); }

void infer_rows(InferContext& c) {
  check_dtype(c, 0);
  if (c.shape(0).rank() < 1) op_error(c.op, ErrorKind::invalid_argument, "logits must have >= 1 dimension, got " + c.shape(0).brackets());
  c.output(c.dtype(0), c.shape(0));
}
std::vector<Example> row_examples() { return {{.shapes = {Shape{5}}}, {.shapes = {Shape{2, 3}}}, {.shapes = {Shape{2, 2, 3}}}}; }

}  // namespace

#define TAPEDECK_ACTIVATION(py, tf, text, gradient_words) \
  .name = py, .type = tf, .formula = text, .gradient_text = gradient_words, .min_inputs = 1, .max_inputs = 1, .infer = infer_unary

/// The logistic function: squeezes all numbers into (0, 1).
const Op sigmoid_op = {TAPEDECK_ACTIVATION("sigmoid", "Sigmoid", "y = 1 / (1 + e^-x)", "dx = dy * y * (1 - y)"), .kernel = unary_kernel<kVectorised<Sigmoid>>, .unary_loops = &kVectorised<Sigmoid>,
                       .differentiable = Differentiable::yes, .saves = Saves::outputs,
                       .gradient = [](GradientContext& c) { c.set(0, c.upstream() * c.out() * (1.0 - c.out())); }};
/// A smooth relu.
const Op softplus_op = {TAPEDECK_ACTIVATION("softplus", "Softplus", "y = log(1 + e^x)", "dx = dy * sigmoid x"), .kernel = unary_kernel<kThroughDouble<Softplus>>, .unary_loops = &kThroughDouble<Softplus>,
                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                        .gradient = [](GradientContext& c) { c.set(0, c.upstream() * ops::sigmoid(c.in(0))); }};
/// x over 1 + |x|.
const Op softsign_op = {TAPEDECK_ACTIVATION("softsign", "Softsign", "y = x / (1 + |x|)", "dx = dy / (1 + |x|)^2"), .kernel = unary_kernel<kThroughDouble<Softsign>>, .unary_loops = &kThroughDouble<Softsign>,
                        .differentiable = Differentiable::yes, .saves = Saves::inputs,
                        .gradient = [](GradientContext& c) { c.set(0, c.upstream() / ops::square(1.0 + ops::abs(c.in(0)))); }};
/// x where positive, else 0; the gradient at 0 is 0.
const Op relu_op = {TAPEDECK_ACTIVATION("relu", "Relu", "y = max(x, 0)", "dx = dy where y > 0, else 0"), .kernel = unary_kernel<kSignedNumbers<Relu>>, .unary_loops = &kSignedNumbers<Relu>,
                    .differentiable = Differentiable::yes, .saves = Saves::outputs,
                    .gradient = [](GradientContext& c) { c.set(0, ops::where(ops::greater(c.out(), zero_like(c.out())), c.upstream(), zero_like(c.out()))); },
                    .domain = {.margin = 0.05, .dtypes = kNumbers}};
/// relu that stops at 6; the gradient at 0 and at 6 is 0.
const Op relu6_op = {TAPEDECK_ACTIVATION("relu6", "Relu6", "y = min(max(x, 0), 6)", "dx = dy where 0 < y < 6, else 0"), .kernel = unary_kernel<kSignedNumbers<Relu6>>, .unary_loops = &kSignedNumbers<Relu6>,
                     .differentiable = Differentiable::yes, .saves = Saves::outputs,
                     .gradient = [](GradientContext& c) {
                       const Tensor inside = ops::logical_and(ops::greater(c.out(), zero_like(c.out())), ops::less(c.out(), ops::constant(c.out().dtype(), 6)));
                       c.set(0, ops::where(inside, c.upstream(), zero_like(c.out())));
                     },
                     .domain = {.margin = 0.05, .dtypes = kNumbers}};
/// x where positive, alpha·x elsewhere. Attribute: alpha (0.2).
const Op leaky_relu_op = {TAPEDECK_ACTIVATION("leaky_relu", "LeakyRelu", "y = x where x > 0, else alpha * x", "dx = dy where x > 0, else alpha * dy"),
                          .kernel = [](KernelContext& c) {
                            const double alpha = c.attrs.number("alpha", 0.2);
                            visit_dtype(c.in(0).dtype(), [&](auto tag) {
                              using T = typename decltype(tag)::type;
                              const T* in = c.in(0).data<T>();
                              T* out = c.out().mutable_data<T>();
                              for (int64_t i = 0; i < c.in(0).size(); ++i) out[i] = in[i] > 0 ? in[i] : static_cast<T>(static_cast<T>(alpha) * in[i]);
                            }, [] {});
                          },
                          .differentiable = Differentiable::yes, .saves = Saves::inputs,
                          .gradient = [](GradientContext& c) {
                            c.set(0, ops::where(ops::greater(c.in(0), zero_like(c.in(0))), c.upstream(), c.attrs.number("alpha", 0.2) * c.upstream()));
                          },
                          .domain = {.margin = 0.05}};
/// Exponential linear unit.
const Op elu_op = {TAPEDECK_ACTIVATION("elu", "Elu", "y = x where x > 0, else e^x - 1", "dx = dy where y > 0, else dy * (y + 1)"), .kernel = unary_kernel<kThroughDouble<Elu>>, .unary_loops = &kThroughDouble<Elu>,
                   .differentiable = Differentiable::yes, .saves = Saves::outputs,
                   .gradient = [](GradientContext& c) { c.set(0, ops::where(ops::less(c.out(), zero_like(c.out())), (c.out() + 1.0) * c.upstream(), c.upstream())); },
                   .domain = {.margin = 0.05}};
/// Scaled elu, whose outputs keep mean 0 and variance 1.
const Op selu_op = {TAPEDECK_ACTIVATION("selu", "Selu", "y = s * x where x > 0, else s * a * (e^x - 1)", "dx = s * dy where y > 0, else dy * (y + s * a)"),
                    .kernel = unary_kernel<kThroughDouble<Selu>>, .unary_loops = &kThroughDouble<Selu>, .differentiable = Differentiable::yes, .saves = Saves::outputs,
                    .gradient = [](GradientContext& c) {
                      c.set(0, ops::where(ops::less(c.out(), zero_like(c.out())), (c.out() + kSeluScaleAlpha) * c.upstream(), kSeluScale * c.upstream()));
                    },
                    .domain = {.margin = 0.05}};

/// Positive numbers that add up to 1 along the last axis. Source: nn_grad.py, _SoftmaxGrad.
const Op softmax_op = {.name = "softmax", .type = "Softmax", .formula = "y = e^x / sum of e^x", .gradient_text = "dx = (dy - sum(dy * y)) * y", .min_inputs = 1, .max_inputs = 1,
                       .infer = infer_rows, .kernel = [](KernelContext& c) { softmax_rows(c.in(0), c.out(), false); },
                       .differentiable = Differentiable::yes, .saves = Saves::outputs,
                       .gradient = [](GradientContext& c) {
                         c.set(0, (c.upstream() - ops::reduce_sum(c.upstream() * c.out(), {-1}, true)) * c.out());
                       },
                       .examples = row_examples};
/// Logarithm of softmax along the last axis, exact for large differences.
const Op log_softmax_op = {.name = "log_softmax", .type = "LogSoftmax", .formula = "y = x - log of the sum of e^x", .gradient_text = "dx = dy - sum(dy) * e^y", .min_inputs = 1, .max_inputs = 1,
                           .infer = infer_rows, .kernel = [](KernelContext& c) { softmax_rows(c.in(0), c.out(), true); },
                           .differentiable = Differentiable::yes, .saves = Saves::outputs,
                           .gradient = [](GradientContext& c) {
                             c.set(0, c.upstream() - ops::reduce_sum(c.upstream(), {-1}, true) * ops::exp(c.out()));
                           },
                           .examples = row_examples};

}  // namespace tapedeck
