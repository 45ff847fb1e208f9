#include "engine/autodiff/tape.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

using namespace tapedeck;

namespace {

Tensor f(float x) { return Tensor::scalar<float>(x); }
Tensor variable(float x, bool trainable = true) { return make_variable(f(x), "v:0", trainable); }

Tensor gradient(Tape& tape, const Tensor& target, const Tensor& source, bool zero = false) {
  return tape.gradient({&target, 1}, {&source, 1}, {}, zero)[0];
}

/// Hears why there is no gradient, and counts what it is told.
struct Listener : Observer {
  std::vector<NoGradient> why;
  std::vector<uint64_t> broken_at;
  std::vector<std::string> ops, backward;
  int watched = 0, released = 0, assigned = 0, failed = 0;

  Listener() { runtime().observer = this; }
  ~Listener() override { runtime().observer = nullptr; }
  void tensor_made(const Tensor&) override {}
  void op_applied(uint64_t n, const Op& op, std::span<const Tensor>, const Attrs&, std::span<const Tensor>, std::span<const uint32_t>) override {
    if (ops.size() <= n) ops.resize(n + 1);
    ops[n] = op.name;
  }
  void tape_opened(const Tape&) override {}
  void tape_watched(const Tape&, const Tensor&, bool) override { ++watched; }
  void tape_paused(const Tape&) override {}
  void tape_resumed(const Tape&) override {}
  void tape_released(const Tape&) override { ++released; }
  void gradient_asked(const Tape&, std::span<const Tensor>, std::span<const Tensor>) override {}
  void backward_step_began(const Tape&, uint64_t n, std::span<const Tensor>) override { backward.push_back(ops[n]); }
  void backward_step_ended(const Tape&, uint64_t, std::span<const Tensor>) override {}
  void gradient_given(const Tape&, const Tensor&, const Tensor&, NoGradient reason, uint64_t n) override {
    why.push_back(reason);
    broken_at.push_back(n);
  }
  void variable_made(const VariableState&) override {}
  void variable_assigned(const VariableState&, const Tensor&, const Tensor&, std::string_view) override { ++assigned; }
  void variable_deleted(const VariableState&) override {}
  void op_failed(const Op&, std::span<const Tensor>, const Error&) override { ++failed; }
};

}  // namespace

TEST_CASE("a tape gives the gradient of a polynomial") {
  reset_runtime(0);
  const Tensor x = variable(3);
  Tape tape;
  tape.start();
  const Tensor v = read_variable(x);
  const Tensor y = v * v + 2.0 * v + 1.0;
  tape.stop();
  CHECK(gradient(tape, y, x).element() == 8);
}

TEST_CASE("a tape is spent after one gradient unless persistent") {
  reset_runtime(0);
  const Tensor x = variable(3);
  Tape once, often(true);
  once.start();
  often.start();
  const Tensor y = ops::square(read_variable(x));
  often.stop();
  once.stop();
  CHECK(gradient(once, y, x).element() == 6);
  CHECK(once.is_spent());
  CHECK(once.bytes_held() == 0);
  try {
    gradient(once, y, x);
    FAIL("a second gradient was given");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::runtime);
    CHECK(e.message() == "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)");
  }
  CHECK(gradient(often, y, x).element() == 6);
  CHECK(gradient(often, y, x).element() == 6);
}

TEST_CASE("a tape that is recording cannot be entered again") {
  reset_runtime(0);
  Tape tape;
  tape.start();
  try {
    tape.start();
    FAIL("entered twice");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::value);
    CHECK(e.message() == "Tape is still recording, This can happen if you try to re-enter an already-active tape.");
  }
}

TEST_CASE("a constant has no gradient unless it was watched before its use") {
  reset_runtime(0);
  const Tensor c = f(3);
  Tape tape(true);
  tape.start();
  const Tensor before = ops::square(c);
  tape.watch(c);
  const Tensor after = ops::square(c);
  tape.stop();
  CHECK_FALSE(gradient(tape, before, c));
  CHECK(gradient(tape, after, c).element() == 6);
  CHECK(gradient(tape, before, c, true).element() == 0);
}

// Source: tensorflow/c/eager/tape.h: an input is needed when the tape knows it or when it is asked for.
TEST_CASE("a constant that met a watched tensor in one op has a gradient, as in TensorFlow") {
  reset_runtime(0);
  const Tensor v = variable(3), c = f(5);
  Tape tape;
  tape.start();
  const Tensor y = read_variable(v) * c;
  tape.stop();
  CHECK(gradient(tape, y, c).element() == 3);
}

TEST_CASE("a tape remembers nothing of the tapes before it") {
  reset_runtime(0);
  const Tensor x = variable(3);
  for (int i = 0; i < 3; ++i) {
    Tape tape;
    tape.start();
    Tensor y = read_variable(x);
    for (int k = 0; k < 40 * i; ++k) y = y + 1.0;
    tape.stop();
    CHECK(tape.op_count() == static_cast<size_t>(40 * i + 1));
    CHECK(gradient(tape, y, x).element() == 1);
    CHECK(tape.op_count() == 0);
  }
}

TEST_CASE("gradients of gradients: nested tapes, third order, and an inner gradient outside the outer tape") {
  reset_runtime(0);
  const Tensor x = variable(2);
  Tape third, second;
  third.start();
  second.start();
  Tape first;
  first.start();
  const Tensor y = ops::pow(read_variable(x), f(3));
  first.stop();
  const Tensor d1 = gradient(first, y, x);
  second.stop();
  const Tensor d2 = gradient(second, d1, x);
  third.stop();
  const Tensor d3 = gradient(third, d2, x);
  CHECK(d1.element() == 12);
  CHECK(d2.element() == 12);
  CHECK(d3.element() == 6);

  Tape outer, inner;
  outer.start();
  inner.start();
  const Tensor z = ops::pow(read_variable(x), f(3));
  inner.stop();
  outer.stop();
  const Tensor outside = gradient(inner, z, x);
  CHECK(outside.element() == 12);
  CHECK_FALSE(gradient(outer, outside, x));
}

TEST_CASE("gradient() inside the block: a tape that is not persistent stops, a persistent one goes on recording") {
  reset_runtime(0);
  const Tensor x = variable(3);
  Tape once;
  once.start();
  const Tensor y = ops::square(read_variable(x));
  CHECK(gradient(once, y, x).element() == 6);
  CHECK_FALSE(once.is_recording());

  Tape often(true);
  often.start();
  const Tensor z = ops::pow(read_variable(x), f(3));
  const Tensor d = gradient(often, z, x);
  CHECK(often.is_recording());
  often.stop();
  CHECK(d.element() == 27);
  CHECK(gradient(often, d, x).element() == 18);
}

TEST_CASE("a target that is not a scalar is summed, or weighted by output_gradients; several targets add up") {
  reset_runtime(0);
  const Tensor x = variable(2);
  Tape tape(true);
  tape.start();
  const Tensor y = read_variable(x) * Tensor::from<float>(Shape{2}, {3, 4}), z = ops::square(read_variable(x));
  tape.stop();
  CHECK(gradient(tape, y, x).element() == 7);
  const Tensor upstream = Tensor::from<float>(Shape{2}, {1, 10});
  CHECK(tape.gradient({&y, 1}, {&x, 1}, {&upstream, 1})[0].element() == 43);
  const Tensor both[] = {y, z};
  CHECK(tape.gradient(both, {&x, 1})[0].element() == 11);
}

TEST_CASE("targets that are sources, intermediate sources and variables as targets") {
  reset_runtime(0);
  const Tensor x = f(3), v = variable(5);
  Tape tape(true);
  tape.start();
  tape.watch(x);
  const Tensor y = x * x, z = y * y;
  read_variable(v);
  tape.stop();
  CHECK(gradient(tape, z, y).element() == 18);
  CHECK(gradient(tape, y, y).element() == 1);
  CHECK(gradient(tape, x, x).element() == 1);
  CHECK(gradient(tape, v, v).element() == 1);
  const Tensor sources[] = {x, y, z};
  const auto all = tape.gradient({&z, 1}, sources);
  CHECK(all[0].element() == 108);
  CHECK(all[1].element() == 18);
  CHECK(all[2].element() == 1);
}

TEST_CASE("a gradient that flows in from three uses is added up once") {
  reset_runtime(0);
  Listener listener;
  const Tensor x = f(2);
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor y = x * x + x;
  tape.stop();
  CHECK(gradient(tape, y, x).element() == 5);
  CHECK(listener.ops.back() == "add_n");
}

TEST_CASE("variables are watched when they are read, if they are trainable, and listed in order") {
  reset_runtime(0);
  const Tensor a = variable(1), frozen = variable(2, false), b = variable(3);
  Tape tape;
  tape.start();
  read_variable(b);
  read_variable(frozen);
  read_variable(a);
  read_variable(b);
  tape.stop();
  REQUIRE(tape.watched_variables().size() == 2);
  CHECK(tape.watched_variables()[0].same(b));
  CHECK(tape.watched_variables()[1].same(a));

  Tape quiet(false, false);
  quiet.start();
  const Tensor y = ops::square(read_variable(a));
  quiet.stop();
  CHECK(quiet.watched_variables().empty());
  CHECK_FALSE(gradient(quiet, y, a));
}

TEST_CASE("an assignment inside the tape carries no gradient to what was assigned") {
  reset_runtime(0);
  const Tensor x0 = variable(3), x1 = variable(0);
  Tape tape(true);
  tape.start();
  assign_add_variable(x1, read_variable(x0));
  const Tensor y = ops::square(read_variable(x1));
  tape.stop();
  CHECK_FALSE(gradient(tape, y, x0));
  CHECK(gradient(tape, y, x1).element() == 6);
}

TEST_CASE("an op without a registered gradient is a LookupError, one without a derivative is None") {
  reset_runtime(0);
  const Tensor x = f(2);
  Tape tape(true);
  tape.start();
  tape.watch(x);
  const Tensor bad = apply1(truncatemod_op, {x, f(3)}), none = apply1(floor_op, {x});
  tape.stop();
  try {
    gradient(tape, bad, x);
    FAIL("a gradient was given");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::lookup);
    CHECK(e.message() == "gradient registry has no entry for: TruncateMod");
  }
  CHECK_FALSE(gradient(tape, none, x));
}

TEST_CASE("a custom backward function is called with zeros for outputs that were not used") {
  reset_runtime(0);
  const Tensor x = f(2);
  Tape tape;
  tape.start();
  tape.watch(x);
  Tensor outputs[2];
  {
    TapesPaused paused;
    outputs[0] = ops::square(x);
    outputs[1] = ops::exp(x);
  }
  float second = -1;
  tape.record_custom(runtime().op_count, identity_op, {&x, 1}, outputs, [&](std::span<const Tensor> upstream) {
    second = upstream[1].data<float>()[0];
    return std::vector<Tensor>{upstream[0] * 10.0};
  });
  const Tensor y = outputs[0] * 3.0;
  tape.stop();
  CHECK(gradient(tape, y, x).element() == 30);
  CHECK(second == 0);
}

TEST_CASE("the observer hears why a gradient is None, and where the path broke") {
  reset_runtime(0);
  Listener listener;
  const Tensor x = variable(2), frozen = variable(1, false), unread = variable(1), whole = Tensor::scalar<int32_t>(1);
  Tape tape(true);
  tape.start();
  const Tensor v = read_variable(x), kept = ops::stop_gradient(v * 2.0);
  read_variable(frozen);
  const Tensor y = kept * 3.0, other = ops::square(v);
  tape.stop();
  const uint64_t stop = runtime().op_count - 3;   // stop_gradient, read, multiply, square
  const auto reason = [&](const Tensor& target, const Tensor& source) { gradient(tape, target, source); return listener.why.back(); };
  CHECK(reason(other, x) == NoGradient::given);
  CHECK(reason(y, frozen) == NoGradient::not_trainable);
  CHECK(reason(y, unread) == NoGradient::not_watched);
  CHECK(reason(y, whole) == NoGradient::integer_dtype);
  CHECK(reason(y, other) == NoGradient::not_connected);
  CHECK(reason(kept, x) == NoGradient::not_differentiable);
  CHECK(listener.ops[listener.broken_at.back()] == "stop_gradient");
  CHECK(listener.broken_at.back() == stop);
}

TEST_CASE("a tape holds only what gradients read, counts shared buffers once and lets go at the end") {
  reset_runtime(0);
  const Tensor big = Tensor::empty(DType::float32, Shape{1000});
  std::fill_n(const_cast<float*>(big.data<float>()), 1000, 1.0f);
  Tape tape;
  tape.start();
  tape.watch(big);
  const Tensor sum = big + big;                 // reads nothing
  CHECK(tape.bytes_held() == 0);
  const Tensor product = big * big;             // reads one buffer, twice
  CHECK(tape.bytes_held() == 4000);
  const Tensor view = ops::reshape(big, Shape{10, 100}) * 2.0;
  CHECK(tape.bytes_held() <= 4000 + 64);        // the same buffer under another shape, and small values
  tape.stop();
  const int64_t before = memory_meter().live_tensors;
  gradient(tape, product, big);
  CHECK(tape.op_count() == 0);
  CHECK(memory_meter().live_tensors < before);
}

TEST_CASE("conventions at the kinks: abs and relu at 0, ties of maximum, clip at its bounds") {
  reset_runtime(0);
  const auto at = [](float value, auto function) {
    const Tensor x = f(value);
    Tape tape;
    tape.start();
    tape.watch(x);
    const Tensor y = function(x);
    tape.stop();
    return gradient(tape, y, x).element();
  };
  CHECK(at(0, [](const Tensor& x) { return ops::abs(x); }) == 0);
  CHECK(at(0, [](const Tensor& x) { return ops::relu(x); }) == 0);
  CHECK(at(2, [](const Tensor& x) { return ops::maximum(x, f(2)); }) == 1);
  CHECK(at(2, [](const Tensor& x) { return ops::maximum(f(2), x); }) == 0);
  CHECK(at(1, [](const Tensor& x) { return ops::clip_by_value(x, f(0), f(1)); }) == 1);
  CHECK(at(0, [](const Tensor& x) { return ops::clip_by_value(x, f(0), f(1)); }) == 1);
  CHECK(at(1.5f, [](const Tensor& x) { return ops::clip_by_value(x, f(0), f(1)); }) == 0);
  CHECK(at(0, [](const Tensor& x) { return ops::pow(x, f(2)); }) == 0);
}
