// One proof for all ops: every record in all_ops() is called as its examples say and checked against its own promises.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"
#include "tests/engine/draw.h"

using namespace tapedeck;
using namespace tapedeck::testing;

namespace {

/// What runs for its effects, or on variables, has tests of its own.
bool is_pure(const Op& op) { return !op.stateful; }

std::vector<Tensor> inputs_in(const Op& op, const Example& example, DType dtype, Draw& draw) {
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < example.shapes.size(); ++i) {
    const bool fixed = i < example.fixed.size() && example.fixed[i];
    Tensor t = fixed ? example.fixed[i] : draw.tensor(dtype, example.shapes[i], op.domain);
    // Fixed floats follow the dtype under test; indices, masks and shapes stay what they are.
    if (fixed && is_floating(t.dtype()) && t.dtype() != dtype && kFixedSize.contains(dtype)) t = ops::cast(t, dtype);
    inputs.push_back(std::move(t));
  }
  return inputs;
}

/// Whether the op's first drawn input follows the domain's dtypes (random ops and fill take shapes there).
bool takes(const Op& op, const Example& example, DType dtype) {
  if (!op.domain.dtypes.contains(dtype)) return false;
  for (size_t i = 0; i < example.shapes.size(); ++i)
    if (!(i < example.fixed.size() && example.fixed[i])) return true;
  return dtype == DType::float32;   // nothing is drawn: once is enough
}

/// A dtype that the op takes: float32 if it can be.
DType first_dtype(const Op& op) {
  for (int d = 0; d < kDTypeCount; ++d)
    if (op.domain.dtypes.contains(static_cast<DType>(d))) return static_cast<DType>(d);
  return DType::float32;
}

double weighted_sum(const Tensors& outputs) {
  double sum = 0;
  int64_t k = 0;
  for (const Tensor& t : outputs)
    if (is_floating(t.dtype()))
      for (int64_t i = 0; i < t.size(); ++i) sum += t.element(i) * weight(k++);
  return sum;
}

/// Gradients of the weighted sum of all outputs, through the tape.
std::vector<Tensor> analytic(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> sources) {
  Tape tape;
  tape.start();
  for (const Tensor& s : sources) tape.watch(s);
  const Tensors outputs = apply(op, inputs, attrs);
  tape.stop();
  std::vector<Tensor> targets, upstream;
  int64_t k = 0;
  for (const Tensor& t : outputs) {
    if (!is_floating(t.dtype())) continue;
    targets.push_back(t);
    Tensor w = Tensor::empty(t.dtype(), t.shape());
    for (int64_t i = 0; i < w.size(); ++i) set_element(w, i, weight(k++));
    upstream.push_back(w);
  }
  return tape.gradient(targets, sources, upstream, true);
}

void check_close(double analytic, double difference, double tolerance, const std::string& where) {
  INFO(where << ": gradient " << analytic << ", central difference " << difference);
  CHECK(std::fabs(analytic - difference) <= tolerance * (1 + std::fabs(difference)));
}

}  // namespace

TEST_CASE("every op has a name, a type, a formula and, if it has a gradient, words for it") {
  std::set<std::string> names;
  for (const Op* op : all_ops()) {
    INFO(op->name);
    CHECK(names.insert(op->name).second);
    CHECK(find_op(op->name) == op);
    CHECK(std::string(op->type) != "");
    CHECK(std::string(op->formula) != "");
    CHECK((op->gradient != nullptr) == (op->differentiable == Differentiable::yes));
    CHECK((std::string(op->gradient_text) != "") == (op->differentiable == Differentiable::yes));
  }
  CHECK(find_op("no such op") == nullptr);
  CHECK(all_ops().size() >= 80);
}

TEST_CASE("every op gives the dtypes and shapes that it infers, for every dtype that it takes") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op)) continue;
    for (const Example& example : examples_of(*op))
      for (int d = 0; d < kDTypeCount; ++d) {
        const auto dtype = static_cast<DType>(d);
        if (!takes(*op, example, dtype)) continue;
        INFO(op->name << " of " << dtype_name(dtype) << ", " << attrs_text(example.attrs));
        Draw draw(7);
        const std::vector<Tensor> inputs = inputs_in(*op, example, dtype, draw);
        InferContext infer(*op, inputs, example.attrs);
        op->infer(infer);
        const Tensors outputs = apply(*op, inputs, example.attrs);
        REQUIRE(outputs.size() == infer.outputs.size());
        for (size_t i = 0; i < outputs.size(); ++i) {
          CHECK(outputs[i].dtype() == infer.outputs[i].dtype);
          if (infer.outputs[i].known_shape) CHECK(outputs[i].shape() == infer.outputs[i].shape);
        }
      }
  }
}

TEST_CASE("every gradient is the central difference, at first and second order") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->differentiable != Differentiable::yes) continue;
    for (const Example& example : examples_of(*op)) {
      Draw draw(11);
      std::vector<Tensor> inputs = inputs_in(*op, example, DType::float64, draw);
      std::vector<size_t> drawn;
      for (size_t i = 0; i < inputs.size(); ++i) if (is_floating(inputs[i].dtype())) drawn.push_back(i);
      INFO(op->name << ", " << attrs_text(example.attrs));
      if (drawn.empty()) continue;
      std::vector<Tensor> sources;
      for (size_t i : drawn) sources.push_back(inputs[i]);
      const std::vector<Tensor> gradients = analytic(*op, inputs, example.attrs, sources);
      constexpr double kStep = 1e-6;
      for (size_t s = 0; s < drawn.size(); ++s) {
        const bool fixed = drawn[s] < example.fixed.size() && example.fixed[drawn[s]];
        if (fixed) continue;   // limits of clip and the like: kinks on purpose
        for (int64_t i = 0; i < sources[s].size(); ++i) {
          const auto moved = [&](double by) {
            std::vector<Tensor> at = inputs;
            at[drawn[s]] = with_element(inputs[drawn[s]], i, inputs[drawn[s]].element(i) + by);
            return at;
          };
          const std::vector<Tensor> up = moved(kStep), down = moved(-kStep);
          const std::string where = std::string(op->name) + " input " + std::to_string(drawn[s]) + "[" + std::to_string(i) + "]";
          check_close(gradients[s].element(i), (weighted_sum(apply(*op, up, example.attrs)) - weighted_sum(apply(*op, down, example.attrs))) / (2 * kStep), 1e-6, where);
        }
      }

      // Second order: the gradient of (the sum of weighted gradients), against differences of the gradient.
      const auto gradient_sum = [&](std::span<const Tensor> at) {
        std::vector<Tensor> from;
        for (size_t i : drawn) from.push_back(at[i]);
        double sum = 0;
        int64_t k = 0;
        for (const Tensor& g : analytic(*op, at, example.attrs, from)) for (int64_t i = 0; i < g.size(); ++i) sum += g.element(i) * weight(k++ + 3);
        return sum;
      };
      Tape outer;
      outer.start();
      for (const Tensor& s : sources) outer.watch(s);
      const std::vector<Tensor> inner = analytic(*op, inputs, example.attrs, sources);
      outer.stop();
      std::vector<Tensor> upstream;
      int64_t k = 0;
      for (const Tensor& g : inner) {
        Tensor w = Tensor::empty(g.dtype(), g.shape());
        for (int64_t i = 0; i < w.size(); ++i) set_element(w, i, weight(k++ + 3));
        upstream.push_back(w);
      }
      if (op == &digamma_op) continue;   // its gradient is TensorFlow's Polygamma, differentiable no further here
      const std::vector<Tensor> second = outer.gradient(inner, sources, upstream, true);
      for (size_t s = 0; s < drawn.size(); ++s) {
        if (drawn[s] < example.fixed.size() && example.fixed[drawn[s]]) continue;
        for (int64_t i = 0; i < sources[s].size(); ++i) {
          std::vector<Tensor> up = inputs, down = inputs;
          up[drawn[s]] = with_element(inputs[drawn[s]], i, inputs[drawn[s]].element(i) + kStep);
          down[drawn[s]] = with_element(inputs[drawn[s]], i, inputs[drawn[s]].element(i) - kStep);
          check_close(second[s].element(i), (gradient_sum(up) - gradient_sum(down)) / (2 * kStep), 1e-5, std::string(op->name) + " second order, input " + std::to_string(drawn[s]) + "[" + std::to_string(i) + "]");
        }
      }
    }
  }
}

TEST_CASE("every binary op that broadcasts gives what it gives for operands repeated by hand") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->min_inputs != 2 || op->max_inputs != 2 || op->examples) continue;
    for (const auto& [a, b] : {std::pair{Shape{2, 3}, Shape{3}}, {Shape{2, 1}, Shape{1, 3}}, {Shape{}, Shape{2, 3}}, {Shape{4, 1, 3}, Shape{2, 1}}, {Shape{0, 3}, Shape{3}}}) {
      const DType dtype = first_dtype(*op);
      Draw draw(3);
      const Tensor x = draw.tensor(dtype, a, op->domain), y = draw.tensor(dtype, b, op->domain);
      const Tensor z = apply1(*op, {x, y});
      const Tensor repeated = apply1(*op, {ops::broadcast_to(x, z.shape()), ops::broadcast_to(y, z.shape())});
      INFO(op->name << " of " << a.brackets() << " and " << b.brackets());
      REQUIRE(repeated.shape() == z.shape());
      for (int64_t i = 0; i < z.size(); ++i) CHECK(same_bits(z, repeated, i));
    }
  }
}

TEST_CASE("every op refuses a dtype that it does not take, naming itself and both dtypes") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->domain.dtypes.bits == kAllValues.bits) continue;
    const Example example = examples_of(*op)[0];
    size_t drawn = example.shapes.size();
    for (size_t i = 0; i < example.shapes.size() && drawn == example.shapes.size(); ++i) if (!(i < example.fixed.size() && example.fixed[i])) drawn = i;
    if (drawn == example.shapes.size() || op->domain.dtypes.contains(DType::string)) continue;
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < example.shapes.size(); ++i) inputs.push_back(i < example.fixed.size() && example.fixed[i] ? example.fixed[i] : Tensor::empty(DType::string, example.shapes[i]));
    INFO(op->name);
    try {
      apply(*op, inputs, example.attrs);
      FAIL_CHECK("strings were taken");
    } catch (const Error& e) {
      INFO(e.message());
      CHECK(e.kind() == (op == &cast_op ? ErrorKind::unimplemented : ErrorKind::invalid_argument));
      CHECK(e.message().find(op->type) != std::string::npos);
      CHECK(e.message().find("string") != std::string::npos);
    }
  }
}

TEST_CASE("every binary op that broadcasts refuses shapes that do not fit, naming both") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->min_inputs != 2 || op->max_inputs != 2 || op->examples) continue;
    const DType dtype = first_dtype(*op);
    Draw draw(3);
    const Tensor x = draw.tensor(dtype, Shape{2, 3}, op->domain), y = draw.tensor(dtype, Shape{2, 4}, op->domain);
    INFO(op->name);
    try {
      apply1(*op, {x, y});
      FAIL_CHECK("[2,3] and [2,4] were taken");
    } catch (const Error& e) {
      CHECK(e.message() == "{{function_node __wrapped__" + std::string(op->type) + "_device_/job:localhost/replica:0/task:0/device:CPU:0}} Incompatible shapes: [2,3] vs. [2,4] [Op:" + op->type + "] name: ");
    }
  }
}

TEST_CASE("every op of one argument takes empty tensors, scalars, NaN and infinities") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->max_inputs != 1 || op->examples || !op->domain.dtypes.contains(DType::float32)) continue;
    if (op == &check_numerics_op) continue;   // refusing NaN is what it is for
    INFO(op->name);
    const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    CHECK_NOTHROW(apply1(*op, {Tensor::empty(DType::float32, Shape{0, 3})}));
    CHECK_NOTHROW(apply1(*op, {Tensor::scalar<float>(0.5f)}));
    CHECK_NOTHROW(apply1(*op, {Tensor::from<float>(Shape{5}, {nan, inf, -inf, 0.0f, -0.0f})}));
  }
}

TEST_CASE("vectors of four and the rest give the same bits, wherever an element lies") {
  reset_runtime(1);
  for (const Op* op : all_ops()) {
    if (!is_pure(*op) || op->min_inputs != 1 || op->max_inputs != 1 || op->examples || !op->domain.dtypes.contains(DType::float32)) continue;
    Draw draw(5);
    const Tensor x = draw.tensor(DType::float32, Shape{11}, op->domain);
    const Tensor all = apply1(*op, {x});
    if (all.shape() != x.shape()) continue;
    for (int64_t i = 0; i < x.size(); ++i) {
      const Tensor one = apply1(*op, {Tensor::scalar<float>(x.data<float>()[i])});
      INFO(op->name << " of " << x.element(i));
      CHECK(one.element() == all.element(i));
    }
  }
}
