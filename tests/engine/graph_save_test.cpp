#include "engine/graph/save.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "engine/autodiff/tape.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/random/philox.h"
#include "engine/variable/variable.h"

using namespace tapedeck;

namespace {

/// w · x, summed while it is below 100, with the gradient by x: variables, a loop, a branch, a reverse node.
SavedProgram sample() {
  const Tensor w = make_variable(Tensor::from<float>(Shape{2}, {3, 4}), "w:0", true);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{2}, "x");
  GraphTracer tracer(g);
  Tape tape;
  tape.start();
  tape.watch(x);
  const Tensor start = ops::reduce_sum(x * read_variable(w));
  const GraphRef condition = Graph::make("cond"), body = Graph::make("body");
  {
    const Tensor v = condition->placeholder(DType::float32, Shape{});
    GraphTracer inner(condition);
    condition->set_outputs({ops::less(v, Tensor::scalar<float>(100))});
  }
  {
    const Tensor v = body->placeholder(DType::float32, Shape{});
    GraphTracer inner(body);
    body->set_outputs({v + start});
  }
  const Tensor y = while_loop(condition, body, {&start, 1})[0];
  tape.stop();
  auto silent = std::make_shared<NodeCall>();
  silent->run = [](std::span<const Tensor>) { return std::vector<Tensor>{}; };
  Attrs text;
  text.set("pieces", std::vector<std::string>{"x = ", "\n"});
  text.set("summarize", int64_t{3});
  call_back(call_op("PrintV2"), silent, {&x, 1}, {}, text);
  const Tensor checked[] = {ops::less(y, Tensor::scalar<float>(1e30f)), y};
  text.set("pieces", std::vector<std::string>{"assertion failed: ", ""});
  call_back(call_op("Assert"), silent, checked, {}, text);
  const Tensor sources[] = {x}, targets[] = {y};
  g->set_outputs({y, tape.gradient(targets, sources)[0]});
  return {"{\"about\": \"a test\"}", {{"f", g}}, {}};
}

/// A file may hold a loop without an end: stop it after many ops.
struct Stop {
  Stop() { runtime().poll = [] { if (++count > 20000) throw Error(ErrorKind::stopped, "enough"); }; }
  ~Stop() { runtime().poll = nullptr; }
  inline static int count = 0;
};

}  // namespace

TEST_CASE("a saved function gives the same after it was loaded") {
  reset_runtime(1);
  const std::string bytes = save_program(sample());
  const SavedProgram loaded = load_program(bytes);
  CHECK(loaded.metadata == "{\"about\": \"a test\"}");
  REQUIRE(loaded.variables.size() == 1);
  CHECK(loaded.variables[0].variable()->name == "w:0");
  const GraphRef g = Graph::load(bytes);
  CHECK(g->node(g->inputs()[0]).name == "x");
  const Tensor x = Tensor::from<float>(Shape{2}, {1, 2});
  const std::vector<Tensor> out = g->call({&x, 1});
  CHECK(out[0].element() == 110);        // 11, 22, … 110
  CHECK(out[1].element(0) == 30);
  CHECK(out[1].element(1) == 40);
  CHECK(save_program(loaded).size() == bytes.size());
}

TEST_CASE("a file that was cut or changed is refused with a clear message") {
  reset_runtime(1);
  const std::string bytes = save_program(sample());
  const auto check_refused = [](const std::string& file) {
    try {
      load_program(file);
      FAIL_CHECK("it was taken");
    } catch (const Error& e) {
      CHECK(e.kind() == ErrorKind::invalid_argument);
      CHECK(e.message().starts_with("This is not a saved Tapedeck graph: "));
    }
  };
  for (size_t n = 0; n < bytes.size(); ++n) check_refused(bytes.substr(0, n));
  for (size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(changed[i] ^ (1 << i % 8));
    check_refused(changed);
  }
}

TEST_CASE("a file made to harm, with a good checksum, is refused or runs to an error or an answer") {
  reset_runtime(1);
  const std::string bytes = save_program(sample());
  constexpr size_t kBody = 16;
  const auto crc = [](std::string_view body) {
    uint32_t c = 0xFFFFFFFFu;
    for (char b : body) {
      c ^= static_cast<unsigned char>(b);
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
    }
    return c ^ 0xFFFFFFFFu;
  };
  const Stop stop;
  int taken = 0, refused = 0;
  Philox random(17);
  memory_meter().budget_bytes = memory_meter().live_bytes + (size_t{64} << 20);
  for (int round = 0; round < 4000; ++round) {
    std::string changed = bytes;
    for (int k = 0; k <= round % 3; ++k) {
      const auto block = random();
      changed[kBody + block[0] % (bytes.size() - kBody)] = static_cast<char>(round % 2 ? block[1] : static_cast<uint32_t>(changed[kBody + block[0] % (bytes.size() - kBody)]) + block[1] % 3 - 1);
    }
    const uint32_t sum = crc(std::string_view(changed).substr(kBody));
    changed.replace(12, 4, reinterpret_cast<const char*>(&sum), 4);
    try {
      Stop::count = 0;
      const GraphRef g = Graph::load(changed);
      std::vector<Tensor> in;
      for (int32_t i : g->inputs()) {
        Shape s = g->node(i).outputs[0].shape();
        if (!s.has_rank()) s = Shape{};
        for (int a = 0; a < s.rank(); ++a) if (s[a] < 0 || s[a] > 8) s.set(a, 2);
        if (g->node(i).outputs[0].dtype() == DType::string) in.push_back(Tensor::empty(DType::string, s));
        else if (g->node(i).outputs[0].dtype() == DType::variant) in.push_back(Tensor::empty(DType::variant, Shape{}));
        else in.push_back(ops::ones(s, g->node(i).outputs[0].dtype()));
      }
      g->call(in);
      ++taken;
    } catch (const Error&) {
      ++refused;
    }
  }
  memory_meter().budget_bytes = SIZE_MAX;
  CHECK(refused > 500);
  CHECK(taken + refused == 4000);
}

TEST_CASE("a saved function prints and asserts as the one that was saved, without Python") {
  reset_runtime(1);
  const std::string bytes = save_program(sample());
  std::string printed;
  Graph::printer() = [&](std::string_view text) { printed += text; };
  const GraphRef g = Graph::load(bytes);
  const Tensor fine[] = {Tensor::from<float>(Shape{2}, {1, 2})};
  g->call(fine);
  CHECK(printed == "x = [1 2]\n");
  const Tensor huge[] = {Tensor::from<float>(Shape{2}, {3e38f, 3e38f})};
  CHECK_THROWS_WITH(g->call(huge), Catch::Matchers::StartsWith("assertion failed: ["));
  Graph::printer() = nullptr;
}

TEST_CASE("a function that calls back into Python cannot be saved") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  {
    GraphTracer tracer(g);
    auto call = std::make_shared<NodeCall>();
    call->run = [](std::span<const Tensor>) { return std::vector<Tensor>{}; };
    call_back(call_op("PyFunc"), call, {}, {});
    g->set_outputs({});
  }
  CHECK_THROWS_AS(save_program({"", {{"f", g}}, {}}), Error);
}
