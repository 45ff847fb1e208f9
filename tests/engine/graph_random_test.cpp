// Random programs: a function gives what its ops give at once, and so do its gradients; the optimiser changes nothing.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "engine/autodiff/tape.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/optimize.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/random/philox.h"
#include "tests/engine/draw.h"

using namespace tapedeck;
using namespace tapedeck::testing;

namespace {

int64_t ulps(float a, float b) {
  if (std::isnan(a) && std::isnan(b)) return 0;
  int32_t x, y;
  std::memcpy(&x, &a, 4);
  std::memcpy(&y, &b, 4);
  if (x < 0) x = static_cast<int32_t>(0x80000000u) - x;
  if (y < 0) y = static_cast<int32_t>(0x80000000u) - y;
  return std::llabs(static_cast<int64_t>(x) - y);
}

/// A program of `length` ops that always draws the same ones from `seed`: element-wise, reductions, products, constants, repeats.
Tensor random_program(uint64_t seed, int length, const Tensor& x, const Tensor& y) {
  Philox random(seed);
  std::vector<Tensor> values{x, y};
  const auto pick = [&]() -> const Tensor& { return values[random()[0] % values.size()]; };
  for (int i = 0; i < length; ++i) {
    const Tensor a = pick(), b = pick();
    switch (random()[1] % 18) {
      case 0: values.push_back(a + b); break;
      case 1: values.push_back(a - b); break;
      case 2: values.push_back(a * b); break;
      case 3: values.push_back(ops::tanh(a)); break;
      case 4: values.push_back(ops::sigmoid(b)); break;
      case 5: values.push_back(ops::maximum(a, b)); break;
      case 6: values.push_back(ops::square(ops::tanh(a))); break;
      case 7: values.push_back(a * 1.0 + 0.0); break;
      case 8: values.push_back(-(-a)); break;
      case 9: values.push_back(ops::matmul(ops::tanh(a), ops::sigmoid(b))); break;
      case 10: values.push_back(ops::transpose(ops::transpose(a, {1, 0}), {1, 0})); break;
      case 11: values.push_back(ops::reduce_sum(ops::tanh(a), {0}, true) + b); break;
      case 12: values.push_back(ops::exp(ops::tanh(a)) / (ops::exp(ops::tanh(b)) + 1.0)); break;
      case 13: values.push_back(ops::relu(a) + ops::relu(a)); break;
      case 14: values.push_back(a * ops::cast(apply1(size_op, {b}), DType::float32)); break;
      case 15: values.push_back(ops::reshape(ops::reshape(a, Shape{16}), Shape{4, 4})); break;
      case 16: values.push_back(ops::where(ops::greater(a, b), a, b)); break;
      default: values.push_back(ops::softmax(a)); break;
    }
  }
  return values.back() + values[values.size() / 2];
}

std::vector<Tensor> with_gradients(uint64_t seed, int length, const Tensor& x, const Tensor& y) {
  Tape tape;
  tape.start();
  tape.watch(x);
  tape.watch(y);
  const Tensor z = random_program(seed, length, x, y);
  tape.stop();
  const Tensor sources[] = {x, y}, targets[] = {z};
  const std::vector<Tensor> d = tape.gradient(targets, sources, {}, true);
  return {z, d[0], d[1]};
}

}  // namespace

TEST_CASE("200 random programs give in a graph what they give at once, within 4 ulp, and their gradients too") {
  reset_runtime(1);
  int optimised = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const int length = 3 + static_cast<int>(seed % 25);
    Draw draw(seed);
    const Tensor x = draw.tensor(DType::float32, Shape{4, 4}, {}), y = draw.tensor(DType::float32, Shape{4, 4}, {});
    const std::vector<Tensor> expected = with_gradients(seed, length, x, y);
    for (const bool sizes_known : {true, false}) {
      const GraphRef g = Graph::make("f");
      const Shape shape = sizes_known ? Shape{4, 4} : Shape{-1, -1};
      const Tensor px = g->placeholder(DType::float32, shape), py = g->placeholder(DType::float32, shape);
      {
        GraphTracer tracer(g);
        g->set_outputs(with_gradients(seed, length, px, py));
      }
      const Tensor in[] = {x, y};
      for (int call = 0; call < 2; ++call) {   // the second one uses the buffers of the first
        const std::vector<Tensor> out = g->call(in);
        for (size_t i = 0; i < 3; ++i) {
          REQUIRE(out[i].shape() == expected[i].shape());
          for (int64_t k = 0; k < out[i].size(); ++k) {
            INFO("program " << seed << ", output " << i << ", element " << k << ": " << out[i].element(k) << ", at once " << expected[i].element(k) << "\n" << g->text());
            CHECK(ulps(out[i].data<float>()[k], expected[i].data<float>()[k]) <= 4);
          }
        }
      }
      for (const PassRecord& pass : g->passes()) optimised += pass.pass == "elementwise fusion";
      // Through a tape outside as well: gradients of the function's first output.
      Tape tape;
      tape.start();
      tape.watch(x);
      tape.watch(y);
      const Tensor z = g->call(in)[0];
      tape.stop();
      const std::vector<Tensor> d = tape.gradient({&z, 1}, in, {}, true);
      for (size_t i = 0; i < 2; ++i) for (int64_t k = 0; k < d[i].size(); ++k) CHECK(ulps(d[i].data<float>()[k], expected[i + 1].data<float>()[k]) <= 4);
    }
  }
  CHECK(optimised > 100);
}

TEST_CASE("gradients of loops in a graph are the central differences") {
  reset_runtime(1);
  for (int rounds = 0; rounds < 6; ++rounds) {
    const auto f = [&](const Tensor& x) {
      const GraphRef condition = Graph::make("cond"), body = Graph::make("body");
      {
        const Tensor i = condition->placeholder(DType::int32, Shape{});
        condition->placeholder(DType::float64, Shape{3});
        GraphTracer tracer(condition);
        condition->set_outputs({ops::less(i, Tensor::scalar<int32_t>(rounds))});
      }
      {
        const Tensor i = body->placeholder(DType::int32, Shape{}), v = body->placeholder(DType::float64, Shape{3});
        GraphTracer tracer(body);
        body->set_outputs({ops::add(i, Tensor::scalar<int32_t>(1)), ops::sin(v) * x + v});
      }
      const Tensor variables[] = {Tensor::scalar<int32_t>(0), x * x};
      return ops::reduce_sum(while_loop(condition, body, variables)[1]);
    };
    const GraphRef g = Graph::make("f");
    const Tensor p = g->placeholder(DType::float64, Shape{3});
    {
      GraphTracer tracer(g);
      Tape tape;
      tape.start();
      tape.watch(p);
      const Tensor y = f(p);
      tape.stop();
      const Tensor sources[] = {p}, targets[] = {y};
      g->set_outputs({y, tape.gradient(targets, sources)[0]});
    }
    const Tensor x = Tensor::from<double>(Shape{3}, {0.3, -0.7, 1.1});
    const Tensor d = g->call({&x, 1})[1];
    for (int i = 0; i < 3; ++i) {
      constexpr double kStep = 1e-6;
      const Tensor up = with_element(x, i, x.element(i) + kStep), down = with_element(x, i, x.element(i) - kStep);
      const double difference = (g->call({&up, 1})[0].element() - g->call({&down, 1})[0].element()) / (2 * kStep);
      CHECK(std::fabs(d.element(i) - difference) < 1e-7 * (1 + std::fabs(difference)));
    }
  }
}

TEST_CASE("each pass says what it did, and the graph after it is smaller") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{64, 64}, "x");
  {
    GraphTracer tracer(g);
    const Tensor a = x * 2.0 + 0.0, b = x * 2.0;   // the same twice
    const Tensor dead = ops::exp(a);
    (void)dead;
    const Tensor rows = ops::cast(apply1(gather_op, {ops::shape(x), Tensor::scalar<int32_t>(0)}), DType::float32);
    g->set_outputs({ops::reduce_sum(ops::tanh(a + b) * rows)});
  }
  std::vector<std::string> names;
  for (const PassRecord& pass : g->passes()) {
    names.push_back(pass.pass);
    CHECK_FALSE(pass.changes.empty());
    CHECK(pass.nodes_after <= pass.nodes_before + 1);
  }
  for (const char* name : {"shape and constant folding", "arithmetic simplification", "common subexpressions", "dead code", "elementwise fusion", "static memory plan"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  const Tensor in = ops::filled(Shape{64, 64}, DType::float32, 0.25);
  const double expected = std::tanh(1.0) * 64 * 64 * 64;
  for (int i = 0; i < 3; ++i) CHECK(std::fabs(g->call({&in, 1})[0].element() - expected) < expected * 1e-5);
}
