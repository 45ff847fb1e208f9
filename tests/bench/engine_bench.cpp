// Speed of the engine from C++, one line of JSON per figure: {"name": "scalar_add", "us": 0.04}, the median in microseconds.
//   tapedeck_bench            scalar_add and training_step, which ./dev bench prints
//   tapedeck_bench --all      and the kernels
//   tapedeck_bench WORD…      those whose names contain one of the words
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "engine/autodiff/tape.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/train/sgd.h"
#include "engine/variable/variable.h"

using namespace tapedeck;

namespace {

using Clock = std::chrono::steady_clock;

double seconds_of(const std::function<void()>& work, int64_t times) {
  const auto begin = Clock::now();
  for (int64_t i = 0; i < times; ++i) work();
  return std::chrono::duration<double>(Clock::now() - begin).count() / static_cast<double>(times);
}

/// The median of nine rounds, each long enough for the clock, after a round to warm up.
double median_seconds(const std::function<void()>& work) {
  int64_t times = 1;
  while (seconds_of(work, times) * static_cast<double>(times) < 0.02) times *= 4;
  std::vector<double> rounds;
  for (int i = 0; i < 9; ++i) rounds.push_back(seconds_of(work, times));
  std::nth_element(rounds.begin(), rounds.begin() + 4, rounds.end());
  return rounds[4];
}

Tensor filled_with_waves(const Shape& shape) {
  Tensor t = Tensor::empty(DType::float32, shape);
  for (int64_t i = 0; i < t.size(); ++i) t.mutable_data<float>()[i] = static_cast<float>(i % 97) / 97.0f - 0.5f;
  return t;
}

/// 20 element-wise ops on a million floats, and the graph of them.
struct ChainOf20 {
  Tensor x = filled_with_waves(Shape{1000000});
  GraphRef graph = Graph::make("chain");

  static Tensor run(const Tensor& x) {
    Tensor y = x;
    for (int i = 0; i < 4; ++i) y = ops::maximum(y * 0.5 + x, -y) - 0.25;
    return y;
  }
  ChainOf20() {
    const Tensor p = graph->placeholder(DType::float32, Shape{1000000});
    GraphTracer tracer(graph);
    graph->set_outputs({run(p)});
  }
};

/// What a call costs when there is hardly anything to do.
GraphRef small_graph() {
  GraphRef g = Graph::make("small");
  const Tensor p = g->placeholder(DType::float32, Shape{});
  GraphTracer tracer(g);
  g->set_outputs({p + 1.0});
  return g;
}

/// The training step of the lesson 'Modify a tensor during training': tape, gradient, SGD, clip and assign.
struct SeedStep {
  Tensor w = make_variable(Tensor::from<float>(Shape{1, 1}, {0.5f}), "w:0", true), b = make_variable(Tensor::from<float>(Shape{1}, {0.0f}), "b:0", true);
  Tensor x = Tensor::from<float>(Shape{3, 1}, {1, 2, 3}), y = Tensor::from<float>(Shape{3, 1}, {2, 4, 6}), low = Tensor::scalar<float>(0), high = Tensor::scalar<float>(10);
  Sgd sgd{0.1};

  void operator()() {
    Tape tape;
    tape.start();
    const Tensor predictions = ops::matmul(x, read_variable(w)) + read_variable(b);
    const Tensor loss = ops::reduce_mean(ops::square(predictions - y));
    tape.stop();
    const Tensor variables[] = {w, b};
    sgd.step(tape, loss, variables);
    assign_variable(w, ops::clip_by_value(read_variable(w), low, high));
  }
};

}  // namespace

int main(int argc, char** argv) {
  reset_runtime(1);
  const bool all = argc > 1 && std::string(argv[1]) == "--all";
  const auto measure = [&](const std::string& name, const std::function<void()>& work, bool by_default = false) {
    bool wanted = argc < 2 ? by_default : all;
    for (int i = 1; i < argc; ++i) wanted = wanted || name.find(argv[i]) != std::string::npos;
    if (wanted) std::printf("{\"name\": \"%s\", \"us\": %.4g}\n", name.c_str(), median_seconds(work) * 1e6);
  };

  const Tensor a = Tensor::scalar<float>(3), c = Tensor::scalar<float>(4);
  measure("scalar_add", [&] { ops::add(a, c); }, true);
  SeedStep step;
  measure("training_step", [&] { step(); }, true);

  const ChainOf20 chain;
  measure("elementwise_20_1M_at_once", [&] { ChainOf20::run(chain.x); }, true);
  measure("elementwise_20_1M_in_a_graph", [&] { chain.graph->call({&chain.x, 1}); }, true);
  const GraphRef small = small_graph();
  measure("graph_call", [&] { small->call({&a, 1}); }, true);

  if (argc < 2) return 0;

  const Tensor million = filled_with_waves(Shape{1000000}), positive = ops::abs(million) + 0.1;
  measure("add_1M", [&] { ops::add(million, million); });
  measure("exp_1M", [&] { ops::exp(million); });
  measure("log_1M", [&] { ops::log(positive); });
  measure("tanh_1M", [&] { ops::tanh(million); });
  measure("sigmoid_1M", [&] { ops::sigmoid(million); });
  const Tensor square = filled_with_waves(Shape{1000, 1000});
  measure("sum_1M", [&] { ops::reduce_sum(square); });
  measure("sum_1M_rows", [&] { ops::reduce_sum(square, {1}); });
  measure("sum_1M_columns", [&] { ops::reduce_sum(square, {0}); });
  measure("softmax_1000x1000", [&] { ops::softmax(square); });
  measure("transpose_1000x1000", [&] { ops::transpose(square, {1, 0}); });
  for (int64_t n : {64, 256, 1024}) {
    const Tensor m = filled_with_waves(Shape{n, n});
    measure("matmul_" + std::to_string(n), [&] { ops::matmul(m, m); });
  }
  return 0;
}
