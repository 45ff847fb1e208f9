// Complex numbers in parts, and the same bytes under another dtype. What arithmetic does with complex numbers stands in engine/core/widened.cpp.
// Sources: tensorflow/python/ops/math_ops.py (complex, real, imag, angle, conj), math_grad.py (their gradients), array_ops.py (bitcast).
#include <cmath>
#include <cstring>

#include "engine/core/widened.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

void need_complex(InferContext& c) {
  if (!is_complex(c.dtype(0))) check_dtype(c, 0, {DType::complex64, DType::complex128});
}
void infer_part(InferContext& c) {
  need_complex(c);
  c.output(real_dtype(c.dtype(0)), c.shape(0));
}
std::vector<Example> one_complex() {
  return {{.shapes = {Shape{2}}, .fixed = {complex_of(Tensor::from<double>(Shape{2}, {1, -2}), Tensor::from<double>(Shape{2}, {0.5, 3}))}}};
}

}  // namespace

/// re + im·i. Both parts float32 (complex64) or float64 (complex128); they broadcast.
const Op complex_op = {.name = "complex", .type = "Complex", .formula = "y = re + im·i", .gradient_text = "dre = real part of dy, dim = imaginary part of dy", .min_inputs = 2, .max_inputs = 2,
                       .infer = [](InferContext& c) {
                         check_same_dtype(c);
                         if (!kFloats.contains(c.dtype(0))) check_dtype(c, 0, kFloats);
                         c.output(c.dtype(0) == DType::float32 ? DType::complex64 : DType::complex128, broadcast_shape(c.op, c.shape(0), c.shape(1)));
                       },
                       .kernel = [](KernelContext& c) {
                         const auto wide = [&](const Tensor& t) { return t.shape() == c.out().shape() ? t : ops::broadcast_to(t, c.out().shape()); };
                         c.set_output(0, complex_of(wide(c.in(0)), wide(c.in(1))));
                       },
                       .differentiable = Differentiable::yes,
                       .gradient = [](GradientContext& c) {
                         if (c.wants(0)) c.set(0, sum_to_input(c, 0, ops::real(c.upstream())));
                         if (c.wants(1)) c.set(1, sum_to_input(c, 1, ops::imag(c.upstream())));
                       },
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}, Shape{2, 3}}}}; }};

/// The real parts.
const Op real_op = {.name = "real", .type = "Real", .formula = "y = Re x", .gradient_text = "dx = dy + 0i", .min_inputs = 1, .max_inputs = 1, .infer = infer_part,
                    .kernel = [](KernelContext& c) { c.set_output(0, complex_part(c.in(0), false)); }, .differentiable = Differentiable::yes,
                    .gradient = [](GradientContext& c) { c.set(0, ops::complex(c.upstream(), ops::zeros_like(c.upstream()))); }, .domain = {.dtypes = {}}, .examples = one_complex};
/// The imaginary parts.
const Op imag_op = {.name = "imag", .type = "Imag", .formula = "y = Im x", .gradient_text = "dx = 0 + dy·i", .min_inputs = 1, .max_inputs = 1, .infer = infer_part,
                    .kernel = [](KernelContext& c) { c.set_output(0, complex_part(c.in(0), true)); }, .differentiable = Differentiable::yes,
                    .gradient = [](GradientContext& c) { c.set(0, ops::complex(ops::zeros_like(c.upstream()), c.upstream())); }, .domain = {.dtypes = {}}, .examples = one_complex};
/// The imaginary part with the other sign.
const Op conj_op = {.name = "conj", .type = "Conj", .formula = "y = Re x - Im x·i", .gradient_text = "dx = conj dy", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) { need_complex(c); c.output(c.dtype(0), c.shape(0)); },
                    .kernel = [](KernelContext& c) {
                      Tensor minus = complex_part(c.in(0), true);
                      for (int64_t i = 0; i < minus.size(); ++i) {
                        if (minus.dtype() == DType::float32) minus.mutable_data<float>()[i] = -minus.data<float>()[i];
                        else minus.mutable_data<double>()[i] = -minus.data<double>()[i];
                      }
                      c.set_output(0, complex_of(complex_part(c.in(0), false), minus));
                    },
                    .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, ops::conj(c.upstream())); }, .domain = {.dtypes = {}}, .examples = one_complex};
/// The angle to the positive real axis, in radians.
const Op angle_op = {.name = "angle", .type = "Angle", .formula = "y = atan2(Im x, Re x)", .gradient_text = "dx = -dy / (Im x + Re x·i)", .min_inputs = 1, .max_inputs = 1, .infer = infer_part,
                     .kernel = [](KernelContext& c) {
                       const Tensor re = complex_part(c.in(0), false), im = complex_part(c.in(0), true);
                       for (int64_t i = 0; i < re.size(); ++i) {
                         if (re.dtype() == DType::float32) c.out().mutable_data<float>()[i] = std::atan2(im.data<float>()[i], re.data<float>()[i]);
                         else c.out().mutable_data<double>()[i] = std::atan2(im.data<double>()[i], re.data<double>()[i]);
                       }
                     },
                     .differentiable = Differentiable::yes, .saves = Saves::inputs,
                     .gradient = [](GradientContext& c) {
                       const Tensor below = ops::complex(ops::imag(c.in(0)), ops::real(c.in(0)));
                       c.set(0, ops::divide(ops::complex(ops::negative(c.upstream()), ops::zeros_like(c.upstream())), below));
                     },
                     .domain = {.dtypes = {}}, .examples = one_complex};

/// The same bytes read as another dtype. A smaller one adds an axis, a larger one takes the last away. Attribute: type.
const Op bitcast_op = {.name = "bitcast", .type = "Bitcast", .formula = "y = the bytes of x, read as another dtype", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                       .infer = [](InferContext& c) {
                         const DType to = c.attrs.dtype("type", c.dtype(0));
                         const auto from_size = static_cast<int64_t>(dtype_size(c.dtype(0))), to_size = static_cast<int64_t>(dtype_size(to));
                         if (from_size == 0 || to_size == 0) op_error_early(c.op, ErrorKind::invalid_argument, "Cannot bitcast from " + std::string(dtype_kernel_name(c.dtype(0))) + " to " + std::string(dtype_kernel_name(to)));
                         Shape s = c.shape(0);
                         if (from_size > to_size) s.push_back(from_size / to_size);
                         else if (from_size < to_size) {
                           if (s.rank() == 0 || s.from_end(1) != to_size / from_size)
                             op_error(c.op, ErrorKind::invalid_argument, "Cannot bitcast from " + std::string(dtype_kernel_name(c.dtype(0))) + " to " + std::string(dtype_kernel_name(to)) + ": shape " + s.brackets());
                           s = s.without(s.rank() - 1);
                         }
                         c.output(to, s);
                       },
                       .kernel = [](KernelContext& c) { std::memcpy(c.out().mutable_raw(), c.in(0).raw(), c.in(0).bytes()); }, .domain = {.dtypes = kFixedSize},
                       .examples = [] { return std::vector<Example>{{.shapes = {Shape{2}}, .attrs = {{"type", DType::uint8}}}}; }};

}  // namespace tapedeck
