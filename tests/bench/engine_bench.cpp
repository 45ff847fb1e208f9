// How long the engine's smallest things take from C++: one scalar add without a tape, and the lesson's training step. Prints JSON lines.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

using namespace tapedeck;

namespace {

/// Median microseconds of one call, over 101 batches of about two milliseconds.
template <class Work> double measure(Work work) {
  using Clock = std::chrono::steady_clock;
  auto seconds_of = [&](int calls) {
    auto start = Clock::now();
    for (int i = 0; i < calls; ++i) work();
    return std::chrono::duration<double>(Clock::now() - start).count();
  };
  int calls = 1;
  while (seconds_of(calls) < 0.002) calls *= 2;
  std::vector<double> times;
  for (int batch = 0; batch < 101; ++batch) times.push_back(seconds_of(calls) / calls * 1e6);
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

void report(const char* name, double us) { std::printf("{\"name\":\"%s\",\"us\":%.5f}\n", name, us); }

}  // namespace

int main() {
  reset_runtime(0);
  Tensor a = Tensor::scalar(1.5f), b = Tensor::scalar(2.5f);
  report("scalar_add", measure([&] { ops::add(a, b); }));

  Tensor x = Tensor::from<float>(Shape{3, 1}, {1, 2, 3}), y = Tensor::from<float>(Shape{3, 1}, {2, 4, 6});
  Tensor w = make_variable(Tensor::from<float>(Shape{1, 1}, {0.5f}), "w:0", true);
  Tensor bias = make_variable(Tensor::from<float>(Shape{1}, {0.0f}), "b:0", true);
  Tensor rate = Tensor::scalar(0.1f), low = Tensor::scalar(0.0f), high = Tensor::scalar(10.0f);
  auto step = [&] {
    Tape tape;
    tape.start();
    Tensor predictions = ops::matmul(x, ops::read_variable(w)) + ops::read_variable(bias);
    Tensor loss = ops::reduce_mean(ops::square(predictions - y));
    tape.stop();
    Tensor sources[] = {w, bias};
    auto gradients = tape.gradient({&loss, 1}, sources);
    for (int i = 0; i < 2; ++i) {
      Tensor inputs[] = {sources[i], rate, gradients[i]};
      apply(resource_apply_gradient_descent_op, inputs);
    }
    ops::assign_variable(w, ops::clip_by_value(ops::read_variable(w), low, high));
  };
  report("training_step", measure(step));
  return 0;
}
