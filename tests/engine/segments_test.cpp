// engine/ops/segments.cpp: what the test over all ops does not ask.
#include <catch2/catch_test_macros.hpp>
#include <limits>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"

using namespace tapedeck;

namespace {
Tensors top_k(const Tensor& x, int64_t k, bool ascending = false) {
  Attrs attrs = {{"k", k}};
  if (ascending) attrs.set("ascending", true);
  return apply(top_k_op, {&x, 1}, attrs);
}
}  // namespace

TEST_CASE("equal elements come in the order in which they stand, both ways") {
  reset_runtime(1);
  const Tensor x = Tensor::from<int32_t>(Shape{5}, {3, 1, 3, -2, 1});
  const Tensors down = top_k(x, 5), up = top_k(x, 5, true);
  const int32_t expected_down[] = {0, 2, 1, 4, 3}, expected_up[] = {3, 1, 4, 0, 2};
  for (int i = 0; i < 5; ++i) {
    CHECK(down[1].data<int32_t>()[i] == expected_down[i]);
    CHECK(up[1].data<int32_t>()[i] == expected_up[i]);
  }
}

TEST_CASE("infinities, zeros of both signs and the ends of int64 are in order, and NaN is the largest") {
  reset_runtime(1);
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  const Tensors floats = top_k(Tensor::from<float>(Shape{6}, {0.0f, -inf, nan, -0.0f, inf, -1.0f}), 6, true);
  const int32_t expected[] = {1, 5, 0, 3, 4, 2};
  for (int i = 0; i < 6; ++i) CHECK(floats[1].data<int32_t>()[i] == expected[i]);
  const int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  const Tensors whole = top_k(Tensor::from<int64_t>(Shape{3}, {high - 1, low, high}), 3);
  CHECK(whole[0].data<int64_t>()[0] == high);
  CHECK(whole[0].data<int64_t>()[1] == high - 1);
}

TEST_CASE("a segment without rows has the value that TensorFlow gives it, and a negative segment drops its row") {
  reset_runtime(1);
  const Tensor data = Tensor::from<float>(Shape{3}, {5, 7, 6}), ids = Tensor::from<int32_t>(Shape{3}, {0, -1, 0}), two = Tensor::scalar<int32_t>(2);
  CHECK(apply1(unsorted_segment_sum_op, {data, ids, two}).element(0) == 11);
  CHECK(apply1(unsorted_segment_sum_op, {data, ids, two}).element(1) == 0);
  CHECK(apply1(unsorted_segment_prod_op, {data, ids, two}).element(1) == 1);
  CHECK(apply1(unsorted_segment_max_op, {data, ids, two}).data<float>()[1] == std::numeric_limits<float>::lowest());
  CHECK(apply1(unsorted_segment_max_op, {data, ids, two}, {{"empty", 0.0}}).element(1) == 0);
  try {
    apply1(unsorted_segment_sum_op, {data, Tensor::from<int32_t>(Shape{3}, {0, 2, 0}), two});
    FAIL_CHECK("segment 2 of 2 was taken");
  } catch (const Error& e) {
    CHECK(e.message().find("segment_ids[1] = 2 is out of range [0, 2)") != std::string::npos);
  }
}

TEST_CASE("the gradient of a product of a segment with one zero goes to the zero alone") {
  reset_runtime(1);
  const Tensor data = Tensor::from<float>(Shape{3}, {2, 0, 3}), ids = Tensor::from<int32_t>(Shape{3}, {0, 0, 0}), one = Tensor::scalar<int32_t>(1);
  Tape tape;
  tape.start();
  tape.watch(data);
  const Tensor y = apply1(unsorted_segment_prod_op, {data, ids, one});
  tape.stop();
  const Tensor g = tape.gradient({&y, 1}, {&data, 1})[0];
  CHECK(g.element(0) == 0);
  CHECK(g.element(1) == 6);
  CHECK(g.element(2) == 0);
}
