#include "engine/random/philox.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/ops/ops.h"
#include "engine/ops/random_state.h"

using namespace tapedeck;

namespace {
Tensor shape_of(std::initializer_list<int32_t> dims) { return Tensor::from<int32_t>(Shape{static_cast<int64_t>(dims.size())}, dims); }
}  // namespace

// Source: the known answers of Random123, kat_vectors, philox4x32 10 rounds.
TEST_CASE("Philox gives the known answers of its authors") {
  CHECK(Philox({0, 0, 0, 0}, {0, 0})() == Philox::Block{0x6627e8d5u, 0xe169c58du, 0xbc57ac4cu, 0x9b00dbd8u});
  CHECK(Philox({0xffffffffu, 0xffffffffu, 0xffffffffu, 0xffffffffu}, {0xffffffffu, 0xffffffffu})() == Philox::Block{0x408f276du, 0x41c83b0eu, 0xa20bc7c6u, 0x6d5451fdu});
  CHECK(Philox({0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u}, {0xa4093822u, 0x299f31d0u})() == Philox::Block{0xd16cfe09u, 0x94fdccebu, 0x5001e420u, 0x24126ea1u});
}

TEST_CASE("skipping blocks is the same as drawing them") {
  Philox a(7, 9), b(7, 9);
  for (int i = 0; i < 5; ++i) a();
  b.skip(5);
  CHECK(a() == b());
}

// Source: www.tensorflow.org/api_docs/python/tf/random/set_seed prints these for tf.random.set_seed(1234); tf.random.uniform([1]).
TEST_CASE("a global seed gives the numbers that TensorFlow's documentation prints") {
  reset_runtime(0);
  set_global_seed(1234);
  const Tensor a1 = apply1(random_uniform_op, {shape_of({1})}), a2 = apply1(random_uniform_op, {shape_of({1})});
  CHECK(std::fabs(a1.element() - 0.5380393) < 1e-6);
  CHECK(std::fabs(a2.element() - 0.3253647) < 1e-6);
  set_global_seed(1234);
  CHECK(apply1(random_uniform_op, {shape_of({1})}).element() == a1.element());
}

// Source: www.tensorflow.org/guide/tensor and the tf.random.normal documentation: tf.random.set_seed(5); tf.random.normal([4], 0, 1).
TEST_CASE("random ops draw within their distributions and repeat with the run's seed") {
  reset_runtime(3);
  const Tensor first = apply1(random_normal_op, {shape_of({1000})});
  reset_runtime(3);
  const Tensor again = apply1(random_normal_op, {shape_of({1000})});
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < 1000; ++i) {
    CHECK(first.element(i) == again.element(i));
    sum += first.element(i);
    squares += first.element(i) * first.element(i);
  }
  CHECK(std::fabs(sum / 1000) < 0.1);
  CHECK(std::fabs(squares / 1000 - 1) < 0.15);
  const Tensor truncated = apply1(truncated_normal_op, {shape_of({1000})});
  for (int64_t i = 0; i < 1000; ++i) CHECK(std::fabs(truncated.element(i)) < 2);
  const Tensor whole = apply1(random_uniform_int_op, {shape_of({1000}), Tensor::scalar<int32_t>(-2), Tensor::scalar<int32_t>(3)});
  for (int64_t i = 0; i < 1000; ++i) CHECK((whole.element(i) >= -2 && whole.element(i) < 3));
}

TEST_CASE("a shuffle keeps every row") {
  reset_runtime(1);
  const Tensor rows = ops::reshape(apply1(range_op, {Tensor::scalar<int32_t>(0), Tensor::scalar<int32_t>(20), Tensor::scalar<int32_t>(1)}), Shape{10, 2});
  const Tensor shuffled = apply1(random_shuffle_op, {rows});
  std::vector<bool> seen(10);
  for (int64_t i = 0; i < 10; ++i) {
    CHECK(shuffled.element(2 * i) + 1 == shuffled.element(2 * i + 1));
    seen[static_cast<size_t>(shuffled.element_int(2 * i) / 2)] = true;
  }
  for (bool s : seen) CHECK(s);
}
