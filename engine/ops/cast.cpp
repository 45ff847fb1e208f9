// Changing the dtype. Source: tensorflow/core/kernels/cast_op.h, math_grad.py _CastGrad.
#include <cmath>
#include <limits>
#include <type_traits>

#include "engine/core/widened.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

/// Floats are cut off towards zero. What does not fit is undefined in C++; it becomes what x86 gives (the lowest number), in WASM too.
template <class To, class From> To converted(From x) {
  if constexpr (std::is_same_v<To, bool>) return x != From(0);
  else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    using Wide = std::conditional_t<sizeof(To) < 4, int32_t, To>;
    constexpr double low = static_cast<double>(std::numeric_limits<Wide>::lowest());
    if (!(static_cast<double>(x) >= low && static_cast<double>(x) < -low)) return static_cast<To>(std::numeric_limits<Wide>::lowest());
    return static_cast<To>(static_cast<Wide>(x));
  } else return static_cast<To>(x);
}

}  // namespace

/// The same values in another dtype: floats lose their fraction, numbers become True where they are not 0. Attribute: dtype.
const Op cast_op = {.name = "cast", .type = "Cast", .formula = "y = x as dtype", .gradient_text = "dx = dy cast back (floats only)", .min_inputs = 1, .max_inputs = 1,
                    .infer = [](InferContext& c) {
                      if (c.dtype(0) == DType::string)
                        op_error_early(c.op, ErrorKind::unimplemented, "Cast string to " + std::string(dtype_kernel_name(c.attrs.dtype("dtype", DType::float32))) + " is not supported", "tf.strings.to_number reads numbers from text.");
                      check_dtype(c, 0);
                      const DType to = c.attrs.dtype("dtype", c.dtype(0));
                      if (!kFixedSize.contains(to) && !is_stored_only(to)) op_error_early(c.op, ErrorKind::unimplemented, "Cast " + std::string(dtype_kernel_name(c.dtype(0))) + " to " + std::string(dtype_kernel_name(to)) + " is not supported");
                      c.output(to, c.shape(0));
                    },
                    .kernel = [](KernelContext& c) {
                      if (is_stored_only(c.in(0).dtype()) || is_stored_only(c.out().dtype())) {
                        c.set_output(0, cast_stored(c.in(0), c.out().dtype()));
                        return;
                      }
                      visit_dtype(c.in(0).dtype(), [&](auto from_tag) {
                        visit_dtype(c.out().dtype(), [&](auto to_tag) {
                          using From = typename decltype(from_tag)::type;
                          using To = typename decltype(to_tag)::type;
                          const From* in = c.in(0).data<From>();
                          To* out = c.out().mutable_data<To>();
                          for (int64_t i = 0; i < c.in(0).size(); ++i) out[i] = converted<To>(in[i]);
                        }, [] {});
                      }, [] {});
                    },
                    .differentiable = Differentiable::yes,
                    .gradient = [](GradientContext& c) {
                      if (is_differentiable(c.in_dtype(0)) && is_differentiable(c.upstream().dtype())) c.set(0, ops::cast(c.upstream(), c.in_dtype(0)));
                    },
                    .domain = {.dtypes = kFixedSize},
                    .examples = [] { return std::vector<Example>{{.shapes = {Shape{2, 3}}, .attrs = {{"dtype", DType::float64}}}}; }};

}  // namespace tapedeck
