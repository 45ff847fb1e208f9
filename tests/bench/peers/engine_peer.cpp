// Tapedeck's engine as a peer: the workloads of README.md from C++.
#include <cmath>
#include <memory>
#include <numbers>
#include <type_traits>

#include "engine/autodiff/tape.h"
#include "engine/ops/ops.h"
#include "engine/train/sgd.h"
#include "engine/variable/variable.h"
#include "tests/bench/peers/peer.h"

using namespace tapedeck;
using peer::Live;
using peer::uniform;

namespace {

Tensor tensor(const Shape& shape, const std::vector<float>& values) { return Tensor::from<float>(shape, std::span<const float>(values)); }
Tensor even(uint32_t seed, const Shape& shape, double low, double high) { return tensor(shape, uniform(seed, static_cast<size_t>(shape.size()), low, high)); }
Tensor symmetric(uint32_t seed, const Shape& shape, double r) { return even(seed, shape, -r, r); }
Tensor glorot(uint32_t seed, const Shape& shape, double in, double out) { return symmetric(seed, shape, std::sqrt(6 / (in + out))); }
Tensor variable(const Tensor& value) { return make_variable(value, "v:0", true); }
Tensor one_hot_rows(int64_t rows, int64_t classes) {
  std::vector<float> y(static_cast<size_t>(rows * classes));
  for (int64_t i = 0; i < rows; ++i) y[static_cast<size_t>(i * classes + i % classes)] = 1;
  return tensor(Shape{rows, classes}, y);
}

/// Values at places of a tensor; negative ones from the end.
std::vector<double> at(const Tensor& t, std::initializer_list<int64_t> places) {
  std::vector<double> out;
  for (int64_t p : places) out.push_back(t.element(p < 0 ? t.size() + p : p));
  return out;
}
std::vector<double> joined(std::initializer_list<std::vector<double>> lists) {
  std::vector<double> out;
  for (const auto& list : lists) out.insert(out.end(), list.begin(), list.end());
  return out;
}

/// An op on constants: each call drops the result of the one before.
template <class F> Live repeated(F make, std::initializer_list<int64_t> places) {
  auto last = std::make_shared<Tensor>();
  const std::vector<int64_t> wanted(places);
  return {[=](long n) { for (long i = 0; i < n; ++i) *last = make(); },
          [=] {
            std::vector<double> out;
            for (int64_t p : wanted) out.push_back(last->element(p < 0 ? last->size() + p : p));
            return out;
          }};
}

/// A training step with state that lives as long as the workload.
template <class State> Live training() {
  auto s = std::make_shared<State>();
  return {[s](long n) { for (long i = 0; i < n; ++i) s->step(); }, [s] { return s->check(); }};
}

struct TwentyOps {   // W3
  Tensor x = variable(symmetric(3001, Shape{32, 32}, 1)), w = variable(symmetric(3002, Shape{32, 32}, 1 / std::sqrt(32.0)));
  Tensor b = symmetric(3003, Shape{32, 32}, 1), s = even(3004, Shape{32, 32}, 0.5, 1.5), scale = Tensor::scalar<float>(1.0f / 1024), loss;
  std::vector<Tensor> gradients;
  void step() {
    Tape tape;
    tape.start();
    const Tensor start = read_variable(x), weights = read_variable(w);
    Tensor h = start;
    for (int i = 0; i < 4; ++i) h = ops::tanh(ops::matmul(h, weights) + b) * s;
    loss = ops::reduce_sum(ops::square(h - start)) * scale;
    tape.stop();
    const Tensor sources[] = {x, w};
    gradients = tape.gradient({&loss, 1}, sources);
  }
  std::vector<double> check() const { return joined({at(loss, {0}), at(gradients[0], {0}), at(gradients[1], {0, -1})}); }
};

template <bool read> struct Regression {   // W4, W4p
  Tensor x = tensor(Shape{3, 1}, {1, 2, 3}), y = tensor(Shape{3, 1}, {2, 4, 6}), w = variable(tensor(Shape{1, 1}, {0.5f})), b = variable(tensor(Shape{1}, {0}));
  Tensor low = Tensor::scalar<float>(0), high = Tensor::scalar<float>(10), loss;
  Sgd sgd{0.1};
  double seen = 0;
  void step() {
    Tape tape;
    tape.start();
    loss = ops::reduce_mean(ops::square(ops::matmul(x, read_variable(w)) + read_variable(b) - y));
    tape.stop();
    const Tensor variables[] = {w, b};
    sgd.step(tape, loss, variables);
    assign_variable(w, ops::clip_by_value(read_variable(w), low, high));
    if (read) seen += loss.element() + read_variable(w).element() + read_variable(b).element();
  }
  std::vector<double> check() const { return {loss.element(), w.variable()->value.element(), b.variable()->value.element()}; }
};

/// Adam, composed of ops as Python's optimizers are. Source: keras/src/optimizers/adam.py.
struct Adam {
  double rate;
  std::vector<Tensor> m = {}, v = {};
  int steps = 0;
  void step(Tape& tape, const Tensor& loss, std::span<const Tensor> variables) {
    const std::vector<Tensor> gradients = tape.gradient({&loss, 1}, variables);
    ++steps;
    const double alpha = rate * std::sqrt(1 - std::pow(0.999, steps)) / (1 - std::pow(0.9, steps));
    for (size_t i = 0; i < variables.size(); ++i) {
      if (m.size() == i) {
        m.push_back(ops::zeros_like(gradients[i]));
        v.push_back(ops::zeros_like(gradients[i]));
      }
      m[i] = m[i] + (gradients[i] - m[i]) * 0.1;
      v[i] = v[i] + (ops::square(gradients[i]) - v[i]) * 0.001;
      assign_sub_variable(variables[i], m[i] * alpha / (ops::sqrt(v[i]) + 1e-7));
    }
  }
};

template <class Optimizer> struct Classifier {   // W6
  Tensor x = even(6101, Shape{32, 784}, 0, 1), y = one_hot_rows(32, 10);
  Tensor v[4] = {variable(glorot(6102, Shape{784, 128}, 784, 128)), variable(ops::zeros(Shape{128})), variable(glorot(6103, Shape{128, 10}, 128, 10)), variable(ops::zeros(Shape{10}))};
  Tensor loss;
  Optimizer optimizer{std::is_same_v<Optimizer, Sgd> ? 0.01 : 0.001};
  void step() {
    Tape tape;
    tape.start();
    const Tensor hidden = ops::relu(ops::matmul(x, read_variable(v[0])) + read_variable(v[1]));
    const Tensor logits = ops::matmul(hidden, read_variable(v[2])) + read_variable(v[3]);
    const Tensor inputs[] = {logits, y};
    loss = ops::reduce_mean(apply(softmax_cross_entropy_with_logits_op, inputs)[0]);
    tape.stop();
    optimizer.step(tape, loss, v);
  }
  std::vector<double> check() const { return joined({at(loss, {0}), at(v[3].variable()->value, {0, 9})}); }
};

const Attrs kSame = {{"strides", std::vector<int64_t>{1, 1, 1, 1}}, {"padding", std::string("SAME")}};
Tensor conv(const Tensor& x, const Tensor& filter, const Tensor& bias) { return apply1(conv2d_op, {x, filter}, kSame) + bias; }
Tensor halved(const Tensor& x) {
  return apply1(max_pool_op, {x}, {{"ksize", std::vector<int64_t>{1, 2, 2, 1}}, {"strides", std::vector<int64_t>{1, 2, 2, 1}}, {"padding", std::string("VALID")}});
}

struct TwoConvolutions {   // W7
  Tensor x = even(7001, Shape{1, 32, 32, 3}, 0, 1), k1 = glorot(7002, Shape{3, 3, 3, 64}, 27, 576), b1 = symmetric(7004, Shape{64}, 0.1);
  Tensor k2 = glorot(7003, Shape{3, 3, 64, 64}, 576, 576), b2 = symmetric(7005, Shape{64}, 0.1), value, gradient;
  Tensor hidden() const { return conv(ops::relu(conv(x, k1, b1)), k2, b2); }
  void step() {
    Tape tape;
    tape.start();
    tape.watch(x);
    value = ops::reduce_mean(ops::slice(hidden(), {0, 0, 0, 24}, Shape{1, 32, 32, 1}));
    tape.stop();
    gradient = tape.gradient({&value, 1}, {&x, 1})[0];
  }
  std::vector<double> check() const { return joined({at(value, {0}), at(gradient, {0, 1500, -1})}); }
};

struct ConvolutionalNetwork {   // W8
  Tensor x = even(8001, Shape{32, 28, 28, 1}, 0, 1), y = one_hot_rows(32, 10), loss;
  Tensor v[6] = {variable(glorot(8002, Shape{3, 3, 1, 8}, 9, 72)), variable(ops::zeros(Shape{8})), variable(glorot(8003, Shape{3, 3, 8, 16}, 72, 144)), variable(ops::zeros(Shape{16})),
                 variable(glorot(8004, Shape{784, 10}, 784, 10)), variable(ops::zeros(Shape{10}))};
  Sgd sgd{0.01};
  void step() {
    Tape tape;
    tape.start();
    Tensor h = x;
    for (int layer = 0; layer < 4; layer += 2) h = halved(ops::relu(conv(h, read_variable(v[layer]), read_variable(v[layer + 1]))));
    const Tensor inputs[] = {ops::matmul(ops::reshape(h, Shape{32, 784}), read_variable(v[4])) + read_variable(v[5]), y};
    loss = ops::reduce_mean(apply(softmax_cross_entropy_with_logits_op, inputs)[0]);
    tape.stop();
    sgd.step(tape, loss, v);
  }
  std::vector<double> check() const { return joined({at(loss, {0}), at(v[5].variable()->value, {0, 9}), at(v[0].variable()->value, {0})}); }
};

Tensor second_derivative(const Tensor& x, const std::function<Tensor(const Tensor&)>& f) {   // W12
  Tape outer, inner;
  outer.start();
  outer.watch(x);
  inner.start();
  inner.watch(x);
  const Tensor y = f(x);
  const Tensor first = inner.gradient({&y, 1}, {&x, 1})[0];
  outer.stop();
  return outer.gradient({&first, 1}, {&x, 1})[0];
}

struct Playground {   // W13
  std::vector<Tensor> xs, ys;
  Tensor v[6] = {variable(symmetric(13001, Shape{2, 8}, 0.5)), variable(ops::filled(Shape{8}, DType::float32, 0.1f)), variable(symmetric(13002, Shape{8, 8}, 0.5)),
                 variable(ops::filled(Shape{8}, DType::float32, 0.1f)), variable(symmetric(13003, Shape{8, 1}, 0.5)), variable(ops::filled(Shape{1}, DType::float32, 0.1f))};
  Tensor loss;
  Sgd sgd{0.03};
  size_t turn = 0;
  Playground() {
    std::vector<float> px(640), py(320);
    for (int j = 0; j < 320; ++j) {   // TF Playground's spiral, shuffled
      const int k = j * 97 % 320, i = k % 160;
      const double label = k < 160 ? 1 : -1, r = i / 160.0 * 5, t = 1.75 * i / 160.0 * 2 * std::numbers::pi + (label > 0 ? 0 : std::numbers::pi);
      px[static_cast<size_t>(2 * j)] = static_cast<float>(r * std::sin(t));
      px[static_cast<size_t>(2 * j + 1)] = static_cast<float>(r * std::cos(t));
      py[static_cast<size_t>(j)] = static_cast<float>(label);
    }
    for (int i = 0; i < 10; ++i) {
      xs.push_back(tensor(Shape{32, 2}, {px.begin() + 64 * i, px.begin() + 64 * i + 64}));
      ys.push_back(tensor(Shape{32, 1}, {py.begin() + 32 * i, py.begin() + 32 * i + 32}));
    }
  }
  void step() {
    Tape tape;
    tape.start();
    Tensor h = xs[turn];
    for (size_t layer = 0; layer < 6; layer += 2) h = ops::tanh(ops::matmul(h, read_variable(v[layer])) + read_variable(v[layer + 1]));
    loss = ops::reduce_mean(ops::square(h - ys[turn])) * 0.5;
    tape.stop();
    sgd.step(tape, loss, v);
    turn = (turn + 1) % 10;
  }
  std::vector<double> check() const { return joined({at(loss, {0}), at(v[4].variable()->value, {0}), at(v[1].variable()->value, {0})}); }
};

peer::Registry workloads() {
  peer::Registry r;
  r["W1"] = [] { const Tensor a = Tensor::scalar(1.5f), b = Tensor::scalar(2.25f); return repeated([=] { return ops::add(a, b); }, {0}); };
  r["W2"] = [] { const Tensor a = symmetric(2001, Shape{1000}, 1), b = symmetric(2002, Shape{1000}, 1); return repeated([=] { return ops::add(a, b); }, {0, 999}); };
  r["W3"] = training<TwentyOps>;
  r["W4"] = training<Regression<false>>;
  r["W4p"] = training<Regression<true>>;
  for (uint32_t n : {64u, 128u, 256u, 512u, 1024u})
    r["W5/" + std::to_string(n)] = [n] {
      const Tensor a = symmetric(5000 + n, Shape{n, n}, 1), b = symmetric(6000 + n, Shape{n, n}, 1);
      return repeated([=] { return ops::matmul(a, b); }, {0, -1});
    };
  r["W6/sgd"] = training<Classifier<Sgd>>;
  r["W6/adam"] = training<Classifier<Adam>>;
  r["W7/fwd"] = [] { const TwoConvolutions c; return repeated([=] { return ops::relu(c.hidden()); }, {2, 33037, 65530}); };
  r["W7/grad"] = training<TwoConvolutions>;
  r["W8"] = training<ConvolutionalNetwork>;
  const auto on_million = [](Tensor (*f)(const Tensor&)) { return [f] { const Tensor x = symmetric(9001, Shape{1 << 20}, 2); return repeated([=] { return f(x); }, {0, 123456}); }; };
  r["W9/exp"] = on_million(ops::exp);
  r["W9/tanh"] = on_million(ops::tanh);
  r["W9/sigmoid"] = on_million(ops::sigmoid);
  r["W10/all"] = [] { const Tensor x = symmetric(10001, Shape{1024, 1024}, 1); return repeated([=] { return ops::reduce_sum(x); }, {0}); };
  r["W10/axis0"] = [] { const Tensor x = symmetric(10001, Shape{1024, 1024}, 1); return repeated([=] { return ops::reduce_sum(x, {0}); }, {0, 1023}); };
  r["W10/axis1"] = [] { const Tensor x = symmetric(10001, Shape{1024, 1024}, 1); return repeated([=] { return ops::reduce_sum(x, {1}); }, {0, 1023}); };
  r["W11"] = [] { const Tensor x = symmetric(11001, Shape{1024, 1000}, 5); return repeated([=] { return ops::softmax(x); }, {0, 500123}); };
  r["W12/out"] = [] {
    const Tensor x = Tensor::scalar(0.7f);
    return repeated([=] { return second_derivative(x, [](const Tensor& t) { return ops::tanh(t * t) * ops::sin(t) + ops::exp(t * 0.1); }); }, {0});
  };
  r["W12/in"] = [] {
    const Tensor x = Tensor::scalar(0.7f);
    return repeated([=] { return second_derivative(x, [](const Tensor& t) { return ops::cos(t * t) * ops::sin(t) + ops::sin(t * 0.1); }); }, {0});
  };
  r["W13"] = training<Playground>;
  return r;
}

const char* const kInfo = "{\"engine\": \"Tapedeck\"}";

}  // namespace

#ifdef __EMSCRIPTEN__
#include <emscripten.h>

extern "C" {
EMSCRIPTEN_KEEPALIVE char* peer_buffer(int bytes) {
  static std::string buffer;
  buffer.resize(static_cast<size_t>(bytes));
  return buffer.data();
}
EMSCRIPTEN_KEEPALIVE const char* peer_command(const char* line) {
  static const peer::Registry registry = workloads();
  static std::string reply;
  reply = peer::answer(registry, kInfo, line);
  return reply.c_str();
}
}
#else
int main() {
  reset_runtime(1);
  const peer::Registry registry = workloads();
  for (char line[256]; std::fgets(line, sizeof line, stdin);) {
    std::string command(line);
    while (!command.empty() && (command.back() == '\n' || command.back() == '\r')) command.pop_back();
    if (command == "QUIT") break;
    std::puts(peer::answer(registry, kInfo, command).c_str());
    std::fflush(stdout);
  }
}
#endif
