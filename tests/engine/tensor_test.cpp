#include "engine/core/tensor.h"

#include <catch2/catch_test_macros.hpp>

#include "engine/core/apply.h"
#include "engine/core/attrs.h"
#include "engine/ops/ops.h"

using namespace tapedeck;

TEST_CASE("small values lie inside the tensor, larger ones in a buffer that aliases share") {
  reset_runtime(0);
  const Tensor small = Tensor::from<float>(Shape{2, 2}, {1, 2, 3, 4});
  CHECK(small.buffer() == nullptr);
  const Tensor large = Tensor::empty(DType::float32, Shape{100});
  REQUIRE(large.buffer() != nullptr);
  CHECK(reinterpret_cast<uintptr_t>(large.raw()) % 64 == 0);
  const Tensor view = Tensor::alias(large, Shape{10, 10});
  CHECK(view.buffer() == large.buffer());
  CHECK(view.id() != large.id());
}

TEST_CASE("ids begin at 1 in each run and grow") {
  reset_runtime(0);
  const Tensor a = Tensor::scalar<float>(1), b = Tensor::scalar<float>(2);
  CHECK(a.id() == 1);
  CHECK(b.id() == 2);
  reset_runtime(0);
  CHECK(Tensor::scalar<float>(1).id() == 1);
}

TEST_CASE("the memory meter counts buffers and gives them back") {
  reset_runtime(0);
  const size_t before = memory_meter().live_bytes;
  {
    const Tensor t = Tensor::empty(DType::float64, Shape{1000});
    const Tensor view = Tensor::alias(t, Shape{10, 100});
    CHECK(memory_meter().live_bytes == before + 8000);
  }
  CHECK(memory_meter().live_bytes == before);
}

TEST_CASE("beyond the memory budget an allocation is TensorFlow's out-of-memory error, and the run goes on") {
  reset_runtime(0);
  memory_meter().budget_bytes = memory_meter().live_bytes + 10000;
  const int64_t tensors = memory_meter().live_tensors;
  try {
    Tensor::empty(DType::float32, Shape{100, 100});
    FAIL("40,000 bytes were given");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::resource_exhausted);
    CHECK(e.message().rfind("OOM when allocating tensor with shape[100,100] and type float on /job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu", 0) == 0);
  }
  CHECK(memory_meter().live_tensors == tensors);
  const Tensor wide = Tensor::from<int32_t>(Shape{1}, {100000});
  try {
    apply1(fill_op, {wide, Tensor::scalar<float>(1)});
    FAIL("400,000 bytes were given");
  } catch (const Error& e) {
    CHECK(e.message() == "{{function_node __wrapped__Fill_device_/job:localhost/replica:0/task:0/device:CPU:0}} OOM when allocating tensor with shape[100000] and type float "
                         "on /job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu [Op:Fill] name: ");
  }
  CHECK_NOTHROW(Tensor::empty(DType::float32, Shape{10, 10}));
  memory_meter().budget_bytes = SIZE_MAX;
}

TEST_CASE("a shape that no memory could hold is an error, not an overflow") {
  CHECK_THROWS_AS((Shape{int64_t{1} << 40, int64_t{1} << 40}).size(), Error);
  CHECK_THROWS_AS(Shape({1, 1, 1, 1, 1, 1, 1, 1, 1}), Error);
}

TEST_CASE("shapes are written as TensorFlow's kernels and as Python write them") {
  CHECK(Shape{}.parens() == "()");
  CHECK(Shape{3}.parens() == "(3,)");
  CHECK(Shape{2, -1}.parens() == "(2, None)");
  CHECK(Shape{2, -1}.brackets() == "[2,?]");
  CHECK(Shape{}.brackets() == "[]");
}

TEST_CASE("attributes are written as a learner would write them") {
  const Attrs attrs = {{"axis", std::vector<int64_t>{0, 1}}, {"keepdims", true}, {"alpha", 0.2}, {"dtype", DType::int32}, {"big", 1e20}};
  CHECK(attrs_text(attrs) == "axis=[0, 1], keepdims=True, alpha=0.2, dtype=int32, big=1e+20");
}

TEST_CASE("strings are values of any length") {
  reset_runtime(0);
  const std::string values[] = {"short", std::string(1000, 'x')};
  const Tensor t = Tensor::from<std::string>(Shape{2}, std::span<const std::string>(values));
  CHECK(t.values<std::string>()[1].size() == 1000);
  CHECK(t.bytes() == 1005);
}
