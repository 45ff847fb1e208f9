#include "engine/core/widened.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <string_view>

#include "engine/core/apply.h"
#include "engine/core/half.h"
#include "engine/ops/op_list.h"

namespace tapedeck {

namespace {

using Complex = std::complex<double>;

/// Ops that are linear in their complex inputs: real and imaginary parts go their own ways. (All that only move elements are.)
constexpr std::string_view kByParts[] = {
    "add", "subtract", "add_n", "negative", "zeros_like", "fill", "reshape", "transpose", "expand_dims", "squeeze", "broadcast_to", "concat", "stack", "unstack", "split", "tile", "pad",
    "mirror_pad", "reverse", "roll", "slice", "strided_slice", "strided_slice_grad", "gather", "gather_nd", "scatter_nd", "tensor_scatter_nd_update", "tensor_scatter_nd_add",
    "tensor_scatter_nd_sub", "where", "reduce_sum", "reduce_mean", "sum_to_shape", "cumsum", "band_part", "diag", "diag_part", "set_diag", "bias_add"};
/// Ops that look at the stored elements themselves, or at none.
constexpr std::string_view kAsStored[] = {"cast", "bitcast", "complex", "real", "imag", "conj", "angle", "read_variable", "assign_variable", "assign_add_variable", "assign_sub_variable", "identity",
                                          "stop_gradient", "shape", "size", "rank"};
/// Ops of two complex numbers, of one, and of one with a real result.
constexpr std::string_view kComplexBinary[] = {"multiply", "divide", "pow", "equal", "not_equal", "divide_no_nan", "squared_difference"};
constexpr std::string_view kComplexUnary[] = {"square", "reciprocal", "exp", "log", "sqrt", "rsqrt", "sin", "cos", "tanh", "sigmoid", "sign", "ones_like", "abs"};

template <size_t n> bool among(const std::string_view (&names)[n], const Op& op) { return std::find(names, names + n, std::string_view(op.name)) != names + n; }

Complex complex_at(const Tensor& t, int64_t i) {
  if (t.dtype() == DType::complex64) return {t.data<float>()[2 * i], t.data<float>()[2 * i + 1]};
  return {t.data<double>()[2 * i], t.data<double>()[2 * i + 1]};
}
void set_complex(Tensor& t, int64_t i, Complex z) {
  if (t.dtype() == DType::complex64) {
    t.mutable_data<float>()[2 * i] = static_cast<float>(z.real());
    t.mutable_data<float>()[2 * i + 1] = static_cast<float>(z.imag());
  } else {
    t.mutable_data<double>()[2 * i] = z.real();
    t.mutable_data<double>()[2 * i + 1] = z.imag();
  }
}

Complex complex_exp(Complex z) { return std::polar(std::exp(z.real()), z.imag()); }
Complex complex_log(Complex z) { return {std::log(std::abs(z)), std::arg(z)}; }
Complex complex_sqrt(Complex z) {
  if (z == Complex(0)) return 0;
  const double size = std::sqrt((std::abs(z.real()) + std::abs(z)) / 2);
  if (z.real() >= 0) return {size, z.imag() / (2 * size)};
  return {std::abs(z.imag()) / (2 * size), std::copysign(size, z.imag())};
}
Complex quotient(Complex a, Complex b) {
  // Smith's method, as NumPy's and Eigen's: no overflow in between.
  if (std::abs(b.real()) >= std::abs(b.imag())) {
    const double r = b.imag() / b.real(), d = b.real() + b.imag() * r;
    return {(a.real() + a.imag() * r) / d, (a.imag() - a.real() * r) / d};
  }
  const double r = b.real() / b.imag(), d = b.real() * r + b.imag();
  return {(a.real() * r + a.imag()) / d, (a.imag() * r - a.real()) / d};
}
Complex product(Complex a, Complex b) { return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()}; }
Complex power(Complex a, Complex b) {
  if (b == Complex(0)) return 1;
  if (a == Complex(0)) return 0;
  if (b == Complex(2)) return product(a, a);
  return complex_exp(product(b, complex_log(a)));
}

Complex complex_binary(std::string_view name, Complex a, Complex b) {
  if (name == "multiply") return product(a, b);
  if (name == "divide") return quotient(a, b);
  if (name == "divide_no_nan") return b == Complex(0) ? Complex(0) : quotient(a, b);
  if (name == "squared_difference") return product(std::conj(a - b), a - b);
  return power(a, b);
}

Complex complex_unary(std::string_view name, Complex z) {
  if (name == "square") return product(z, z);
  if (name == "reciprocal") return quotient(1, z);
  if (name == "exp") return complex_exp(z);
  if (name == "log") return complex_log(z);
  if (name == "sqrt") return complex_sqrt(z);
  if (name == "rsqrt") return quotient(1, complex_sqrt(z));
  if (name == "sin") return {std::sin(z.real()) * std::cosh(z.imag()), std::cos(z.real()) * std::sinh(z.imag())};
  if (name == "cos") return {std::cos(z.real()) * std::cosh(z.imag()), -std::sin(z.real()) * std::sinh(z.imag())};
  if (name == "tanh") { const Complex e = complex_exp(2.0 * z); return quotient(e - 1.0, e + 1.0); }
  if (name == "sigmoid") return quotient(1, 1.0 + complex_exp(-z));
  if (name == "sign") return z == Complex(0) ? z : z / std::abs(z);
  return 1;   // ones_like
}

/// The element of `t` that stands at flat index i of an output of that shape.
int64_t broadcast_place(const Tensor& t, const Shape& out, int64_t i) {
  if (t.shape() == out) return i;
  int64_t place = 0, step = 1;
  for (int k = 1; k <= out.rank(); ++k) {
    const int64_t at = i % out.from_end(k);
    i /= out.from_end(k);
    if (k > t.rank()) continue;
    if (t.shape().from_end(k) != 1) place += at * step;
    step *= t.shape().from_end(k);
  }
  return place;
}

Tensor run_one(const Op& op, std::initializer_list<Tensor> inputs, const Attrs& attrs = {}) {
  Tensors outputs;
  run_kernel(op, {inputs.begin(), inputs.size()}, attrs, outputs);
  return outputs[0];
}

void run_complex(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, Tensors& outputs) {
  const std::string_view name = op.name;
  if (name == "matmul") {
    const Tensor a = complex_part(inputs[0], false), b = complex_part(inputs[0], true), c = complex_part(inputs[1], false), d = complex_part(inputs[1], true);
    outputs[0] = complex_of(run_one(subtract_op, {run_one(op, {a, c}, attrs), run_one(op, {b, d}, attrs)}), run_one(add_op, {run_one(op, {a, d}, attrs), run_one(op, {b, c}, attrs)}));
    return;
  }
  Tensor& out = outputs[0];
  for (int64_t i = 0; i < out.size(); ++i) {
    const Complex a = complex_at(inputs[0], broadcast_place(inputs[0], out.shape(), i));
    if (inputs.size() == 1 && name == "abs") {
      if (out.dtype() == DType::float32) out.mutable_data<float>()[i] = static_cast<float>(std::abs(a));
      else out.mutable_data<double>()[i] = std::abs(a);
    } else if (inputs.size() == 1) {
      set_complex(out, i, complex_unary(name, a));
    } else {
      const Complex b = complex_at(inputs[1], broadcast_place(inputs[1], out.shape(), i));
      if (out.dtype() == DType::boolean) out.mutable_data<bool>()[i] = (a == b) == (name == "equal");
      else set_complex(out, i, complex_binary(name, a, b));
    }
  }
}

/// Order of unsigned 64-bit numbers is that of signed ones with the top bit turned.
constexpr std::string_view kOrders[] = {"less", "less_equal", "greater", "greater_equal", "maximum", "minimum", "reduce_max", "reduce_min", "argmax", "argmin", "sort", "argsort", "top_k", "clip_by_value"};

void turn_top_bit(Tensor& t) {
  for (int64_t i = 0; i < t.size(); ++i) t.mutable_data<uint64_t>()[i] ^= uint64_t{1} << 63;
}

}  // namespace

DType computed_in(DType d) {
  switch (d) {
    case DType::float16: case DType::bfloat16: return DType::float32;
    case DType::int8: case DType::int16: case DType::uint16: return DType::int32;
    case DType::uint32: case DType::uint64: return DType::int64;
    default: return real_dtype(d);
  }
}

double stored_number(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DType::float16: return static_cast<double>(float_from_half(t.data<uint16_t>()[i]));
    case DType::bfloat16: return static_cast<double>(float_from_bfloat16(t.data<uint16_t>()[i]));
    case DType::uint64: return static_cast<double>(t.data<uint64_t>()[i]);
    case DType::complex64: case DType::complex128: return complex_at(t, i).real();
    default: return static_cast<double>(stored_integer(t, i));
  }
}

int64_t stored_integer(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DType::int8: return t.data<int8_t>()[i];
    case DType::int16: return t.data<int16_t>()[i];
    case DType::uint16: return t.data<uint16_t>()[i];
    case DType::uint32: return t.data<uint32_t>()[i];
    case DType::uint64: return t.data<int64_t>()[i];
    case DType::string: case DType::resource: case DType::variant: return 0;
    default: {
      const double x = stored_number(t, i);
      return x == x && x < 9.2e18 && x > -9.2e18 ? static_cast<int64_t>(x) : INT64_MIN;
    }
  }
}

Tensor widened(const Tensor& t) {
  if (!is_stored_only(t.dtype())) return t;
  const DType wide = computed_in(t.dtype());
  Tensor r = Tensor::empty(wide, t.shape());
  for (int64_t i = 0; i < t.size(); ++i) {
    if (wide == DType::float32) r.mutable_data<float>()[i] = static_cast<float>(stored_number(t, i));
    else if (wide == DType::int32) r.mutable_data<int32_t>()[i] = static_cast<int32_t>(stored_integer(t, i));
    else r.mutable_data<int64_t>()[i] = stored_integer(t, i);
  }
  return r;
}

Tensor narrowed(const Tensor& t, DType to) {
  if (t.dtype() == to) return t;
  Tensor r = Tensor::empty(to, t.shape());
  for (int64_t i = 0; i < t.size(); ++i) {
    if (to == DType::float16) { r.mutable_data<uint16_t>()[i] = half_from_float(t.data<float>()[i]); continue; }
    if (to == DType::bfloat16) { r.mutable_data<uint16_t>()[i] = bfloat16_from_float(t.data<float>()[i]); continue; }
    const int64_t v = t.dtype() == DType::int32 ? t.data<int32_t>()[i] : t.data<int64_t>()[i];
    switch (dtype_size(to)) {   // signed or not, the low bytes are the same
      case 1: r.mutable_data<uint8_t>()[i] = static_cast<uint8_t>(v); break;
      case 2: r.mutable_data<uint16_t>()[i] = static_cast<uint16_t>(v); break;
      case 4: r.mutable_data<uint32_t>()[i] = static_cast<uint32_t>(v); break;
      default: r.mutable_data<int64_t>()[i] = v; break;
    }
  }
  return r;
}

Tensor complex_part(const Tensor& t, bool imaginary) {
  if (!is_complex(t.dtype())) return t;
  Tensor r = Tensor::empty(real_dtype(t.dtype()), t.shape());
  for (int64_t i = 0; i < t.size(); ++i) {
    const Complex z = complex_at(t, i);
    const double x = imaginary ? z.imag() : z.real();
    if (r.dtype() == DType::float32) r.mutable_data<float>()[i] = static_cast<float>(x);
    else r.mutable_data<double>()[i] = x;
  }
  return r;
}

Tensor complex_of(const Tensor& real, const Tensor& imaginary) {
  Tensor r = Tensor::empty(real.dtype() == DType::float32 ? DType::complex64 : DType::complex128, real.shape());
  for (int64_t i = 0; i < r.size(); ++i) set_complex(r, i, {real.element(i), imaginary.element(i)});
  return r;
}

Tensor cast_stored(const Tensor& t, DType to) {
  if (t.dtype() == to) return t;
  const auto plain = [](const Tensor& x, DType d) { return x.dtype() == d ? x : run_one(cast_op, {x}, {{"dtype", d}}); };
  if (is_complex(to)) {
    if (is_complex(t.dtype())) return complex_of(plain(complex_part(t, false), real_dtype(to)), plain(complex_part(t, true), real_dtype(to)));
    const Tensor real = plain(t, real_dtype(to));
    return complex_of(real, run_one(zeros_like_op, {real}));
  }
  if (is_complex(t.dtype())) {
    if (to == DType::boolean) {
      Tensor r = Tensor::empty(to, t.shape());
      for (int64_t i = 0; i < t.size(); ++i) r.mutable_data<bool>()[i] = complex_at(t, i) != Complex(0);
      return r;
    }
    return plain(complex_part(t, false), to);
  }
  if (t.dtype() == DType::uint64 && is_floating(to)) {   // int64 would take the upper half for negative numbers
    Tensor r = Tensor::empty(DType::float64, t.shape());
    for (int64_t i = 0; i < t.size(); ++i) r.mutable_data<double>()[i] = t.element(i);
    return plain(r, to);
  }
  if (to == DType::uint64 && is_floating(t.dtype())) {
    Tensor r = Tensor::empty(to, t.shape());
    for (int64_t i = 0; i < t.size(); ++i) {
      const double x = t.element(i);
      r.mutable_data<uint64_t>()[i] = x >= 9223372036854775808.0 && x < 18446744073709551616.0 ? static_cast<uint64_t>(x) : static_cast<uint64_t>(x > -9.2e18 && x < 9.2e18 ? static_cast<int64_t>(x) : INT64_MIN);
    }
    return r;
  }
  return narrowed(plain(widened(t), computed_in(to)), to);
}

bool stands_in(const Op& op, DType d, DTypeSet kernel_takes) {
  if (!is_stored_only(d)) return false;
  if (among(kAsStored, op)) return true;
  if (is_complex(d)) return among(kByParts, op) || among(kComplexBinary, op) || among(kComplexUnary, op) || std::string_view(op.name) == "matmul";
  return kernel_takes.contains(computed_in(d));
}

void run_widened(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const InferContext::Spec> specs, Tensors& outputs) {
  bool views = !specs.empty(), complex = false, handle = false;
  for (const auto& s : specs) { views &= s.view; complex |= is_complex(s.dtype); }
  for (const Tensor& t : inputs) { complex |= is_complex(t.dtype()); handle |= t.dtype() == DType::resource; }
  if (views) return;
  if (among(kAsStored, op)) {
    KernelContext kernel(op, inputs, attrs, outputs);
    op.kernel(kernel);
    return;
  }
  if (handle) op_error_early(op, ErrorKind::unimplemented, std::string("No kernel for a variable of dtype ") + std::string(dtype_name(inputs.back().dtype())), "Keep trained variables in float32 and cast where you compute.");
  if (complex && !among(kByParts, op)) {
    if (!stands_in(op, DType::complex64, {})) op_error_early(op, ErrorKind::unimplemented, "No kernel for complex numbers");
    run_complex(op, inputs, attrs, outputs);
    return;
  }
  const bool turned = among(kOrders, op) && std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return t.dtype() == DType::uint64; });
  const auto run_part = [&](bool imaginary) {
    InlineVector<Tensor, 4> wide;
    Tensors results;
    for (const Tensor& t : inputs) {
      wide.push_back(is_complex(t.dtype()) ? complex_part(t, imaginary) : widened(t));
      if (turned && t.dtype() == DType::uint64) turn_top_bit(wide[wide.size() - 1]);
    }
    for (const auto& s : specs) results.push_back(s.known_shape ? Tensor::empty(computed_in(s.dtype), s.shape) : Tensor());
    KernelContext kernel(op, {wide.data(), wide.size()}, attrs, results);
    op.kernel(kernel);
    return results;
  };
  Tensors first = run_part(false);
  if (complex) {
    const Tensors second = run_part(true);
    for (size_t i = 0; i < specs.size(); ++i) outputs[i] = is_complex(specs[i].dtype) ? complex_of(first[i], second[i]) : first[i];
    return;
  }
  for (size_t i = 0; i < specs.size(); ++i) {
    if (turned && specs[i].dtype == DType::uint64) turn_top_bit(first[i]);
    outputs[i] = is_stored_only(specs[i].dtype) ? narrowed(first[i], specs[i].dtype) : first[i];
  }
}

}  // namespace tapedeck
