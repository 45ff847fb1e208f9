#include "engine/core/widened.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "engine/autodiff/tape.h"
#include "engine/core/half.h"
#include "engine/ops/ops.h"
#include "engine/text/array_text.h"
#include "tests/engine/draw.h"

using namespace tapedeck;
using namespace tapedeck::testing;

TEST_CASE("every half goes to float and back, and what lies between two halves goes to the nearer, ties to even") {
  for (uint32_t h = 0; h < 0x7c00; ++h) {
    const auto bits = static_cast<uint16_t>(h);
    REQUIRE(half_from_float(float_from_half(bits)) == bits);
    if (h + 1 == 0x7c00) continue;
    const float low = float_from_half(bits), high = float_from_half(static_cast<uint16_t>(h + 1)), middle = (low + high) / 2;
    REQUIRE(half_from_float(middle) == (h % 2 == 0 ? h : h + 1));
    REQUIRE(half_from_float(std::nextafter(middle, 0.0f)) == h);
    REQUIRE(half_from_float(std::nextafter(middle, 1e30f)) == h + 1);
  }
  CHECK(half_from_float(65519.0f) == 0x7bff);
  CHECK(half_from_float(65520.0f) == 0x7c00);
  CHECK(half_from_float(-1.0f) == 0xbc00);
  CHECK(std::isnan(float_from_half(half_from_float(std::nanf("")))));
  CHECK(bfloat16_from_float(1.00390625f) == 0x3f80);   // a tie: to the even 1.0
  CHECK(bfloat16_from_float(1.01171875f) == 0x3f82);
}

TEST_CASE("an op of halves is the op of floats, rounded") {
  reset_runtime(1);
  for (const DType d : {DType::float16, DType::bfloat16})
    for (const Op* op : all_ops()) {
      if (op->stateful || !op->domain.dtypes.contains(DType::float32) || std::string(op->name) == "bitcast") continue;
      for (const Example& example : examples_of(*op)) {
        Draw draw(3);
        std::vector<Tensor> halves, floats;
        bool drawn = false;
        for (size_t i = 0; i < example.shapes.size(); ++i) {
          const bool fixed = i < example.fixed.size() && example.fixed[i];
          Tensor t = fixed ? example.fixed[i] : draw.tensor(DType::float32, example.shapes[i], op->domain);
          drawn |= !fixed;
          if (t.dtype() == DType::float32) {
            halves.push_back(narrowed(t, d));
            floats.push_back(widened(halves.back()));
          } else {
            halves.push_back(t);
            floats.push_back(t);
          }
        }
        if (!drawn || !stands_in(*op, d, op->domain.dtypes)) continue;
        INFO(op->name << " of " << dtype_name(d) << ", " << attrs_text(example.attrs));
        const Tensors got = apply(*op, halves, example.attrs), wanted = apply(*op, floats, example.attrs);
        for (size_t k = 0; k < got.size(); ++k) {
          if (got[k].dtype() != d) continue;
          const Tensor rounded = narrowed(wanted[k].dtype() == DType::float32 ? wanted[k] : ops::cast(wanted[k], DType::float32), d);
          for (int64_t i = 0; i < got[k].size(); ++i) CHECK(same_bits(got[k], rounded, i));
        }
      }
    }
}

TEST_CASE("small and unsigned integers wrap around, and unsigned 64-bit numbers compare as such") {
  const Tensor big = narrowed(Tensor::scalar<int64_t>(-1), DType::uint64), one = narrowed(Tensor::scalar<int64_t>(1), DType::uint64);
  CHECK(array_str(big) == "18446744073709551615");
  CHECK(array_str(ops::add(big, one)) == "0");
  CHECK(ops::greater(big, one).element_int() == 1);
  CHECK(array_str(ops::maximum(big, one)) == "18446744073709551615");
  CHECK(ops::cast(big, DType::float64).element() == 18446744073709551616.0);
  const Tensor small = ops::cast(Tensor::from<int32_t>(Shape{2}, {100, -100}), DType::int8);
  CHECK(array_str(ops::add(small, small)) == "[-56  56]");
  CHECK(array_str(ops::cast(Tensor::from<float>(Shape{2}, {300.7f, -1.5f}), DType::int8)) == "[44 -1]");
}

TEST_CASE("complex numbers multiply, divide and print as NumPy's, and their gradients are conjugated") {
  const Tensor z = complex_of(Tensor::from<float>(Shape{2}, {1, 3}), Tensor::from<float>(Shape{2}, {2, -1.5f}));
  CHECK(array_repr(z) == "array([1.+2.j , 3.-1.5j], dtype=complex64)");
  CHECK(array_str(ops::multiply(z, z)) == "[-3.  +4.j  6.75-9.j]");
  CHECK(array_str(ops::divide(z, z)) == "[1.+0.j 1.+0.j]");
  CHECK(array_str(ops::abs(z)) == "[2.236068 3.354102]");
  CHECK(scalar_text(complex_of(Tensor::scalar(0.0), Tensor::scalar(2.0))) == "2j");
  Tape tape;
  tape.start();
  tape.watch(z);
  const Tensor y = ops::real(ops::multiply(z, z));
  tape.stop();
  const Tensor sources[] = {z}, targets[] = {y};
  CHECK(array_str(tape.gradient(targets, sources, {}, false)[0]) == "[2.-4.j 6.+3.j]");   // 2·conj z
}
