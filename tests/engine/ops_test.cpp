// Corners that the test over all ops does not draw: error texts, empty tensors, ties, and the forms that only some arguments take.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"

using namespace tapedeck;

namespace {

Tensor vec(std::initializer_list<float> v) { return Tensor::from<float>(Shape{static_cast<int64_t>(v.size())}, v); }
Tensor ints(std::initializer_list<int32_t> v) { return Tensor::from<int32_t>(Shape{static_cast<int64_t>(v.size())}, v); }

void check_values(const Tensor& t, const Shape& shape, std::initializer_list<double> values) {
  REQUIRE(t.shape() == shape);
  int64_t i = 0;
  for (double v : values) CHECK(t.element(i++) == v);
}

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.message();
  }
  return "no error";
}

const std::string kDevice = "_device_/job:localhost/replica:0/task:0/device:CPU:0}} ";

}  // namespace

TEST_CASE("errors carry TensorFlow's wording to the last character") {
  reset_runtime(0);
  CHECK(message_of([] { ops::add(vec({1, 2}), vec({1, 2, 3})); }) == "{{function_node __wrapped__AddV2" + kDevice + "Incompatible shapes: [2] vs. [3] [Op:AddV2] name: ");
  CHECK(message_of([] { ops::add(ints({1}), vec({1})); }) == "cannot compute AddV2 as input #1(zero-based) was expected to be a int32 tensor but is a float tensor [Op:AddV2] name: ");
  CHECK(message_of([] { ops::matmul(ops::ones({2, 3}), ops::ones({4, 5})); }) == "{{function_node __wrapped__MatMul" + kDevice + "Matrix size-incompatible: In[0]: [2,3], In[1]: [4,5] [Op:MatMul] name: ");
  CHECK(message_of([] { ops::reshape(vec({1, 2, 3}), Shape{2, 2}); }) ==
        "{{function_node __wrapped__Reshape" + kDevice + "Input to reshape is a tensor with 3 values, but the requested shape has 4 [Op:Reshape] name: ");
  CHECK(message_of([] { ops::floordiv(ints({1}), ints({0})); }) == "{{function_node __wrapped__FloorDiv" + kDevice + "Integer division by zero [Op:FloorDiv] name: ");
}

TEST_CASE("sums are added in TensorFlow's order") {
  reset_runtime(0);
  Tensor t = Tensor::empty(DType::float32, Shape{10});
  for (int64_t i = 0; i < 10; ++i) t.mutable_data<float>()[i] = 0.1f;
  CHECK(static_cast<float>(ops::reduce_sum(t).element()) == 1.0f);   // one after another would give 1.0000001
  CHECK(static_cast<float>(ops::reduce_mean(vec({0.1f, 0.2f, 0.3f})).element()) == (0.1f + 0.2f + 0.3f) / 3.0f);
}

TEST_CASE("reductions of nothing and over nothing") {
  reset_runtime(0);
  const Tensor empty = Tensor::empty(DType::float32, Shape{0});
  CHECK(ops::reduce_sum(empty).element() == 0);
  CHECK(std::isnan(ops::reduce_mean(empty).element()));
  CHECK(std::isinf(apply1(reduce_max_op, {empty}).element()));
  check_values(ops::reduce_sum(vec({1, 2}), {}), Shape{2}, {1, 2});
  CHECK(apply1(reduce_mean_op, {ints({1, 2})}).element() == 1);
}

TEST_CASE("equal largest elements share the gradient of reduce_max") {
  reset_runtime(0);
  const Tensor x = vec({1, 3, 3});
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = apply1(reduce_max_op, {x});
  tape.stop();
  check_values(tape.gradient({&y, 1}, {&x, 1})[0], Shape{3}, {0, 0.5, 0.5});
}

TEST_CASE("Python's index forms, one by one") {
  reset_runtime(0);
  const Tensor x = ops::reshape(apply1(range_op, {Tensor::scalar<float>(0), Tensor::scalar<float>(12), Tensor::scalar<float>(1)}), Shape{3, 4});
  const auto slice = [&](const Tensor& b, const Tensor& e, const Tensor& s, const Attrs& masks) { return apply1(strided_slice_op, {x, b, e, s}, masks); };
  check_values(slice(ints({1}), ints({2}), ints({1}), {{"shrink_axis_mask", int64_t{1}}}), Shape{4}, {4, 5, 6, 7});                                     // x[1]
  check_values(slice(ints({-1, 0}), ints({0, 0}), ints({1, 1}), {{"shrink_axis_mask", int64_t{3}}}), Shape{}, {8});                                    // x[-1, 0]
  check_values(slice(ints({0}), ints({0}), ints({-1}), {{"begin_mask", int64_t{1}}, {"end_mask", int64_t{1}}}), Shape{3, 4}, {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3});   // x[::-1]
  check_values(slice(ints({0, 1}), ints({0, 3}), ints({1, 1}), {{"ellipsis_mask", int64_t{1}}}), Shape{3, 2}, {1, 2, 5, 6, 9, 10});                      // x[..., 1:3]
  check_values(slice(ints({0, 0}), ints({0, 1}), ints({1, 1}), {{"new_axis_mask", int64_t{1}}}), Shape{1, 1, 4}, {0, 1, 2, 3});                          // x[newaxis, 0:1]
  check_values(slice(ints({5}), ints({9}), ints({1}), {}), Shape{0, 4}, {});                                                                             // x[5:9]
  CHECK(message_of([&] { slice(ints({3}), ints({4}), ints({1}), {{"shrink_axis_mask", int64_t{1}}}); }) ==
        "{{function_node __wrapped__StridedSlice" + kDevice + "slice index 3 of dimension 0 out of bounds. [Op:StridedSlice] name: ");
}

TEST_CASE("a scatter with repeated indices adds, and keeps the last update") {
  reset_runtime(0);
  const Tensor places = Tensor::from<int32_t>(Shape{2, 1}, {1, 1});
  check_values(ops::scatter_nd(places, vec({2, 3}), ints({3})), Shape{3}, {0, 5, 0});
  check_values(ops::tensor_scatter_nd_update(vec({7, 7, 7}), places, vec({2, 3})), Shape{3}, {7, 3, 7});
  CHECK(message_of([&] { ops::scatter_nd(Tensor::from<int32_t>(Shape{1, 1}, {5}), vec({1}), ints({3})); }).find("indices[0] = [5] does not index into shape [3]") != std::string::npos);
}

TEST_CASE("rounding, floor division and remainders follow Python's signs and the even rule") {
  reset_runtime(0);
  check_values(apply1(round_op, {vec({0.5f, 1.5f, 2.5f, -0.5f, -1.5f})}), Shape{5}, {0, 2, 2, -0.0, -2});
  check_values(ops::floordiv(ints({7, -7, 7, -7}), ints({2, 2, -2, -2})), Shape{4}, {3, -4, -4, 3});
  check_values(ops::floormod(ints({7, -7, 7, -7}), ints({2, 2, -2, -2})), Shape{4}, {1, 1, -1, -1});
  check_values(ops::floormod(vec({5.5f, -5.5f}), vec({2, 2})), Shape{2}, {1.5, 0.5});
}

TEST_CASE("a cast cuts towards zero, and what does not fit is the lowest number") {
  reset_runtime(0);
  check_values(ops::cast(vec({1.9f, -1.9f, 3e10f, NAN}), DType::int32), Shape{4}, {1, -1, -2147483648.0, -2147483648.0});
  check_values(ops::cast(vec({0, 0.1f}), DType::boolean), Shape{2}, {0, 1});
}

TEST_CASE("the gradient of where is zero on the branch not taken, even if that branch is NaN") {
  reset_runtime(0);
  const Tensor x = vec({4, -1});
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = ops::where(ops::greater(x, vec({0})), ops::square(x), ops::zeros_like(x));
  tape.stop();
  check_values(tape.gradient({&y, 1}, {&x, 1})[0], Shape{2}, {8, 0});
}

TEST_CASE("strings compare, gather and concatenate") {
  reset_runtime(0);
  const std::string words[] = {"a", "b", "c"};
  const Tensor t = Tensor::from<std::string>(Shape{3}, std::span<const std::string>(words));
  check_values(ops::equal(t, Tensor::scalar<std::string>("b")), Shape{3}, {0, 1, 0});
  const Tensor picked = apply1(gather_op, {t, ints({2, 0})});
  CHECK(picked.values<std::string>()[0] == "c");
  const Tensor joined = apply1(concat_op, {t, picked}, {{"axis", int64_t{0}}});
  CHECK(joined.values<std::string>()[4] == "a");
}
