// Every op inside a graph: traced with known sizes, with unknown ones and with an unknown rank, it gives what it gives at once, and so does its gradient.
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/autodiff/tape.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "tests/engine/draw.h"

using namespace tapedeck;
using namespace tapedeck::testing;

namespace {

enum class Known { sizes, rank, nothing };

Shape hidden(const Shape& s, Known known) {
  if (known == Known::nothing) return Shape::unknown();
  Shape out = s;
  if (known == Known::rank) for (int i = 0; i < s.rank(); ++i) out.set(i, -1);
  return out;
}

/// Outputs of the op, and the gradients of their sum of squares by the inputs that are drawn.
std::vector<Tensor> outputs_and_gradients(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, const std::vector<size_t>& drawn) {
  Tape tape;
  tape.start();
  for (size_t i : drawn) tape.watch(inputs[i]);
  const Tensors outputs = apply(op, inputs, attrs);
  std::vector<Tensor> all(outputs.begin(), outputs.end()), targets, sources;
  for (const Tensor& t : outputs) if (is_floating(t.dtype())) targets.push_back(ops::square(t));
  tape.stop();
  if (op.differentiable != Differentiable::yes || targets.empty()) return all;
  for (size_t i : drawn) sources.push_back(inputs[i]);
  for (Tensor& g : tape.gradient(targets, sources, {}, true)) all.push_back(std::move(g));
  return all;
}

bool same_value(const Tensor& a, const Tensor& b) {
  if (!(a.shape() == b.shape()) || a.dtype() != b.dtype()) return false;
  if (a.dtype() == DType::string) {
    for (int64_t i = 0; i < a.size(); ++i) if (a.data<std::string>()[i] != b.data<std::string>()[i]) return false;
    return true;
  }
  for (int64_t i = 0; i < a.size() && a.dtype() != DType::variant; ++i) {
    const double x = a.element(i), y = b.element(i);
    if (x != y && !(std::isnan(x) && std::isnan(y)) && std::fabs(x - y) > 1e-12 * std::fabs(y)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("every op gives the same in a graph as at once, whatever the graph knows of shapes, and so does its gradient") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (op->stateful) continue;
    const DType dtype = op->domain.dtypes.contains(DType::float64) ? DType::float64 : op->domain.dtypes.contains(DType::float32) ? DType::float32 : op->domain.dtypes.contains(DType::boolean) ? DType::boolean : DType::int32;
    for (const Example& example : examples_of(*op))
      for (const Known known : {Known::sizes, Known::rank, Known::nothing}) {
        Draw draw(7);
        std::vector<Tensor> inputs, traced;
        std::vector<size_t> drawn, fed;
        const GraphRef g = Graph::make("f");
        for (size_t i = 0; i < example.shapes.size(); ++i) {
          const bool fixed = i < example.fixed.size() && example.fixed[i];
          Tensor t = fixed ? example.fixed[i] : draw.tensor(dtype, example.shapes[i], op->domain);
          if (fixed && is_floating(t.dtype()) && t.dtype() != dtype && kFixedSize.contains(dtype)) t = ops::cast(t, dtype);
          inputs.push_back(t);
          if (fixed) { traced.push_back(t); continue; }
          traced.push_back(g->placeholder(t.dtype(), hidden(t.shape(), known)));
          fed.push_back(i);
          if (is_floating(t.dtype())) drawn.push_back(i);
        }
        INFO(op->name << ", " << attrs_text(example.attrs) << ", " << (known == Known::sizes ? "sizes" : known == Known::rank ? "rank" : "nothing") << " known");
        const std::vector<Tensor> expected = outputs_and_gradients(*op, inputs, example.attrs, drawn);
        try {
          {
            GraphTracer tracer(g);
            g->set_outputs(outputs_and_gradients(*op, traced, example.attrs, drawn));
          }
          std::vector<Tensor> given;
          for (size_t i : fed) given.push_back(inputs[i]);
          const std::vector<Tensor> out = g->call(given);
          REQUIRE(out.size() == expected.size());
          for (size_t i = 0; i < out.size(); ++i) {
            INFO("output " << i << ": " << out[i].shape().brackets() << ", at once " << expected[i].shape().brackets());
            CHECK(same_value(out[i], expected[i]));
          }
        } catch (const Error& e) {
          // A number of outputs that only the shape tells cannot be traced; TensorFlow refuses it too.
          if ((op == &unstack_op) && known != Known::sizes) continue;
          FAIL_CHECK(e.message());
        }
      }
  }
}

TEST_CASE("a list of tensors can be set, read and stacked, and its gradient passes") {
  reset_runtime(1);
  const Tensor x = Tensor::from<float>(Shape{3}, {1, 2, 3});
  Tape tape;
  tape.start();
  tape.watch(x);
  Tensor list = apply1(list_reserve_op, {Tensor::scalar<int32_t>(2)}, {{"element_dtype", DType::float32}, {"element_shape", Shape{3}}});
  list = apply1(list_set_op, {list, Tensor::scalar<int32_t>(0), x});
  list = apply1(list_set_op, {list, Tensor::scalar<int32_t>(1), x * x});
  list = apply1(list_set_op, {list, Tensor::scalar<int32_t>(2), x * 10.0}, {{"resize", true}});
  const Attrs element{{"element_dtype", DType::float32}, {"element_shape", Shape{3}}};
  const Tensor y = ops::reduce_sum(apply1(list_stack_op, {list}, element)) + ops::reduce_sum(apply1(list_get_op, {list, Tensor::scalar<int32_t>(1)}, element));
  tape.stop();
  CHECK(apply1(list_length_op, {list}).element_int() == 3);
  CHECK(y.element() == 6 + 14 + 60 + 14);
  const Tensor sources[] = {x}, targets[] = {y};
  const Tensor d = tape.gradient(targets, sources)[0];
  for (int i = 0; i < 3; ++i) CHECK(d.element(i) == 1 + 2 * (i + 1) * 2 + 10);
}
