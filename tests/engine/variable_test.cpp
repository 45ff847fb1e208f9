#include "engine/variable/variable.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/core/apply.h"
#include "engine/ops/ops.h"
#include "engine/train/sgd.h"

using namespace tapedeck;

TEST_CASE("a variable is read, assigned, added to and subtracted from; what was read before keeps its value") {
  reset_runtime(0);
  const Tensor v = make_variable(Tensor::from<float>(Shape{2}, {1, 2}), "v:0", true);
  const Tensor before = read_variable(v);
  assign_add_variable(v, Tensor::from<float>(Shape{2}, {1, 1}));
  assign_sub_variable(v, Tensor::from<float>(Shape{2}, {0.5f, 0.5f}));
  CHECK(read_variable(v).element(0) == 1.5);
  CHECK(read_variable(v).element(1) == 2.5);
  CHECK(before.element(0) == 1);
  const Tensor given = Tensor::from<float>(Shape{2}, {7, 8});
  assign_variable(v, given);
  const Tensor read = read_variable(v);
  CHECK(read.element(1) == 8);
  CHECK(read.id() != given.id());
}

TEST_CASE("a value of the wrong shape or dtype is refused with TensorFlow's words") {
  reset_runtime(0);
  const Tensor v = make_variable(Tensor::from<float>(Shape{2}, {1, 2}), "v:0", true);
  try {
    assign_variable(v, Tensor::from<float>(Shape{3}, {1, 2, 3}));
    FAIL("a vector of 3 was taken");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::value);
    CHECK(e.message() == "Cannot assign value to variable 'v:0': Shape mismatch.The variable shape (2,), and the assigned value shape (3,) are incompatible.");
  }
  CHECK_THROWS_AS(assign_variable(v, Tensor::from<int32_t>(Shape{2}, {1, 2})), Error);
}

TEST_CASE("a variable declared with unknown axes takes values of any size there") {
  reset_runtime(0);
  const Shape open{-1, 2};
  const Tensor v = make_variable(Tensor::from<float>(Shape{1, 2}, {1, 2}), "v:0", true, &open);
  assign_variable(v, Tensor::from<float>(Shape{2, 2}, {1, 2, 3, 4}));
  CHECK(read_variable(v).shape() == Shape{2, 2});
  CHECK_THROWS_AS(assign_variable(v, Tensor::from<float>(Shape{4}, {1, 2, 3, 4})), Error);
}

TEST_CASE("a variable that was never initialised cannot be read") {
  reset_runtime(0);
  const Shape shape{2};
  const Tensor v = make_variable(Tensor(), "late:0", true, &shape, DType::float32);
  try {
    read_variable(v);
    FAIL("it was read");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::failed_precondition);
    CHECK(e.message().find("Could not find variable late.") != std::string::npos);
  }
  assign_variable(v, Tensor::from<float>(Shape{2}, {1, 2}));
  CHECK(read_variable(v).element(1) == 2);
}

TEST_CASE("the last handle frees the variable and its value") {
  reset_runtime(0);
  const size_t bytes = memory_meter().live_bytes;
  const int64_t tensors = memory_meter().live_tensors;
  {
    const Tensor v = make_variable(Tensor::empty(DType::float32, Shape{1000}), "v:0", true);
    CHECK(memory_meter().live_bytes == bytes + 4000);
  }
  CHECK(memory_meter().live_bytes == bytes);
  CHECK(memory_meter().live_tensors == tensors);
}

TEST_CASE("gradient descent takes the steps of the seed's loop") {
  reset_runtime(0);
  const Tensor w = make_variable(Tensor::scalar<float>(1), "w:0", true);
  Sgd sgd(0.1);
  const float expected[] = {1.4f, 1.72f, 1.976f, 2.1808f, 2.34464f};
  for (float e : expected) {
    Tape tape;
    tape.start();
    const Tensor loss = ops::square(read_variable(w) - 3.0);
    tape.stop();
    sgd.step(tape, loss, {&w, 1});
    CHECK(std::abs(w.variable()->value.element() - static_cast<double>(e)) < 1e-6);
  }
}
