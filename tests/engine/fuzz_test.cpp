// Random programs: no crash, and each gradient is the central difference. TAPEDECK_FUZZ=5000 runs as many instead of the usual number.
#include <catch2/catch_test_macros.hpp>
#include <cstdlib>
#include <set>
#include <string>

#include "engine/autodiff/tape.h"
#include "tests/engine/random_program.h"

using namespace tapedeck;
using namespace tapedeck::testing;

namespace {

uint64_t programs() {
  const char* wanted = std::getenv("TAPEDECK_FUZZ");
  return wanted ? std::strtoull(wanted, nullptr, 10) : 400;
}

/// One number of all that the program made.
double loss_of(RandomProgram& program, std::span<const Tensor> sources) {
  program.run(sources);
  double sum = 0;
  int64_t k = 0;
  for (const auto& step : program.done)
    for (const Tensor& t : step.outputs)
      if (is_floating(t.dtype()))
        for (int64_t i = 0; i < t.size(); ++i) sum += t.element(i) * weight(k++);
  return sum;
}

std::string text_of(const RandomProgram& program) {
  std::string text = "program " + std::to_string(program.seed) + ":";
  for (const auto& step : program.done) {
    text += std::string(" ") + step.op->name;
    for (const Tensor& t : step.outputs) text += t.shape().brackets();
  }
  return text;
}

}  // namespace

TEST_CASE("random programs run, whatever ops and shapes meet") {
  std::set<const Op*> used;
  for (uint64_t seed = 1; seed <= programs(); ++seed) {
    reset_runtime(1);
    RandomProgram program(seed, false);
    program.begin();
    INFO("program " << seed);
    REQUIRE_NOTHROW(program.run(program.sources));
    CHECK(program.done.size() == static_cast<size_t>(program.steps));
    for (const auto& step : program.done) used.insert(step.op);
  }
  CHECK(used.size() >= 100);   // no family is left out
}

TEST_CASE("the gradient of a random program is the central difference") {
  uint64_t compared = 0, skipped = 0;
  for (uint64_t seed = 1; seed <= programs(); ++seed) {
    reset_runtime(1);
    RandomProgram program(seed, true);
    program.begin();
    Tape tape;
    tape.start();
    for (const Tensor& s : program.sources) tape.watch(s);
    program.run(program.sources);
    tape.stop();
    std::vector<Tensor> targets, upstream;
    int64_t k = 0;
    for (const auto& step : program.done)
      for (const Tensor& t : step.outputs) {
        if (!is_floating(t.dtype())) continue;
        Tensor w = Tensor::empty(t.dtype(), t.shape());
        for (int64_t i = 0; i < w.size(); ++i) set_element(w, i, weight(k++));
        targets.push_back(t);
        upstream.push_back(w);
      }
    const std::vector<Tensor> gradients = tape.gradient(targets, program.sources, upstream, true);
    const std::string text = text_of(program);
    for (size_t s = 0; s < program.sources.size(); ++s)
      for (int64_t i = 0; i < program.sources[s].size(); ++i) {
        const auto difference = [&](double step) {
          std::vector<Tensor> up = program.sources, down = program.sources;
          up[s] = with_element(up[s], i, up[s].element(i) + step);
          down[s] = with_element(down[s], i, down[s].element(i) - step);
          return (loss_of(program, up) - loss_of(program, down)) / (2 * step);
        };
        const double coarse = difference(1e-5), fine = difference(5e-6);
        // Where two steps disagree there is a kink or a jump between: no difference says what the gradient is.
        if (!(std::fabs(coarse - fine) <= 1e-5 * (1 + std::fabs(fine)))) {
          ++skipped;
          continue;
        }
        ++compared;
        INFO(text << ", source " << s << "[" << i << "]: gradient " << gradients[s].element(i) << ", difference " << fine);
        CHECK(std::fabs(gradients[s].element(i) - fine) <= 1e-4 * (1 + std::fabs(fine)));
      }
  }
  CHECK(compared > 10 * skipped);
}
