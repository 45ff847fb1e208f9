#include "engine/graph/graph.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "engine/autodiff/tape.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

using namespace tapedeck;

namespace {

Tensor f(float x) { return Tensor::scalar<float>(x); }

/// x^3 as a loop: y = 1; 3 times y = y * x.
std::vector<Tensor> cube_loop(const Tensor& x) {
  const GraphRef condition = Graph::make("cond"), body = Graph::make("body");
  {
    const Tensor i = condition->placeholder(DType::int32, Shape{}), y = condition->placeholder(DType::float32, Shape{});
    (void)y;
    GraphTracer tracer(condition);
    condition->set_outputs({ops::less(i, Tensor::scalar<int32_t>(3))});
  }
  {
    const Tensor i = body->placeholder(DType::int32, Shape{}), y = body->placeholder(DType::float32, Shape{});
    GraphTracer tracer(body);
    body->set_outputs({ops::add(i, Tensor::scalar<int32_t>(1)), y * x});
  }
  const Tensor variables[] = {Tensor::scalar<int32_t>(0), f(1)};
  return while_loop(condition, body, variables);
}

GraphRef branch(const Tensor& x, bool square) {
  const GraphRef g = Graph::make(square ? "true" : "false");
  GraphTracer tracer(g);
  g->set_outputs({square ? x * x : -x});
  return g;
}

}  // namespace

TEST_CASE("a traced graph gives what the ops give, and names its nodes as TensorFlow does") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{-1, 2}, "x");
  const Tensor outside = Tensor::from<float>(Shape{2}, {10, 20});
  {
    GraphTracer tracer(g);
    const Tensor a = x + x, b = a + outside;
    g->enter_scope("conv2");
    const Tensor c = ops::reduce_sum(b * 2.0, {0});
    g->leave_scope();
    CHECK(a.is_symbolic());
    CHECK(c.shape() == Shape{2});
    CHECK(g->tensor_name(g->output_of(a)) == "AddV2:0");
    CHECK(g->tensor_name(g->output_of(b)) == "AddV2_1:0");
    CHECK(g->tensor_name(g->output_of(c)) == "conv2/Sum:0");
    g->set_outputs({c});
  }
  const Tensor in[] = {Tensor::from<float>(Shape{2, 2}, {1, 2, 3, 4})};
  const std::vector<Tensor> out = g->call(in);
  CHECK(out[0].element(0) == 2 * ((2 + 10) + (6 + 10)));
  CHECK(out[0].element(1) == 2 * ((4 + 20) + (8 + 20)));
}

TEST_CASE("a tape outside sees the ops of a graph, and one inside makes nodes") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{}, "x");
  {
    GraphTracer tracer(g);
    Tape tape;
    tape.start();
    tape.watch(x);
    const Tensor y = x * x * x;
    tape.stop();
    const Tensor sources[] = {x}, targets[] = {y};
    g->set_outputs({tape.gradient(targets, sources)[0]});
  }
  const Tensor at = f(2);
  Tape outer;
  outer.start();
  outer.watch(at);
  const std::vector<Tensor> d = g->call({&at, 1});
  outer.stop();
  CHECK(d[0].element() == 12);
  CHECK(outer.gradient(d, {&at, 1})[0].element() == 12);
}

TEST_CASE("branches and loops run, and their gradients pass, outside a graph and inside it, to second order") {
  reset_runtime(1);
  for (const bool positive : {true, false}) {
    const GraphRef g = Graph::make("f");
    const Tensor x = g->placeholder(DType::float32, Shape{}, "x");
    {
      GraphTracer tracer(g);
      Tape second(true), first(true);
      second.start();
      second.watch(x);
      first.start();
      first.watch(x);
      const Tensor chosen = if_else(ops::greater(x, f(0)), branch(x, true), branch(x, false))[0];
      const Tensor cube = cube_loop(x)[1];
      const Tensor y = chosen * cube;   // x^5, or -x^4
      first.stop();
      const Tensor sources[] = {x}, targets[] = {y};
      const Tensor d = first.gradient(targets, sources)[0];
      second.stop();
      const Tensor ds[] = {d};
      g->set_outputs({y, d, second.gradient(ds, sources)[0]});
    }
    const Tensor at = f(positive ? 2.0f : -2.0f);
    Tape outer(true);
    outer.start();
    outer.watch(at);
    const std::vector<Tensor> out = g->call({&at, 1});
    outer.stop();
    CHECK(out[0].element() == (positive ? 32 : -16));
    CHECK(out[1].element() == (positive ? 80 : 32));
    CHECK(out[2].element() == (positive ? 160 : -48));
    CHECK(outer.gradient({&out[0], 1}, {&at, 1})[0].element() == (positive ? 80 : 32));
    CHECK(outer.gradient({&out[1], 1}, {&at, 1})[0].element() == (positive ? 160 : -48));
    CHECK(outer.gradient({&out[2], 1}, {&at, 1})[0].element() == (positive ? 240 : 48));
    CHECK(g->call({&at, 1})[2].element() == (positive ? 160 : -48));
  }
}

TEST_CASE("a variable used in a branch and a loop gets its gradient once from each use") {
  reset_runtime(1);
  const Tensor v = make_variable(f(3), "v:0", true);
  const GraphRef g = Graph::make("f");
  {
    GraphTracer tracer(g);
    Tape tape;
    tape.start();
    const auto uses = [&](double times) {
      const GraphRef b = Graph::make("branch");
      GraphTracer inner(b);
      b->set_outputs({read_variable(v) * read_variable(v) * times});
      return b;
    };
    const Tensor y = if_else(ops::greater(read_variable(v), f(0)), uses(1), uses(5))[0];
    tape.stop();
    const Tensor sources[] = {v}, targets[] = {y};
    g->set_outputs({y, tape.gradient(targets, sources)[0]});
  }
  CHECK(g->call({})[1].element() == 6);
  assign_variable(v, f(-3));
  CHECK(g->call({})[0].element() == 45);
  CHECK(g->call({})[1].element() == -30);
}

TEST_CASE("a TensorFlow 1 graph runs what is fetched, in order, and differentiates itself") {
  reset_runtime(1);
  const GraphRef g = Graph::make("", false);
  const Tensor v = make_variable({}, "w:0", true, nullptr);
  GraphTracer tracer(g);
  const Tensor x = g->placeholder(DType::float32, Shape{2}, "x");
  const Tensor y = ops::reduce_sum(ops::square(x) * read_variable(v));
  const Tensor sources[] = {x, v}, targets[] = {y};
  const std::vector<Tensor> d = g->gradients(targets, sources);
  CHECK(g->tensor_name(g->output_of(d[0])).rfind("gradients/", 0) == 0);
  CHECK(g->node(g->output_of(d[0]).node).name.find("_grad/") != std::string::npos);
  const Tensor assign_inputs[] = {v, f(4)};
  apply(assign_variable_op, assign_inputs);
  const int32_t init = g->size() - 1;
  TracingPaused running;
  const NodeOutput fetches[] = {g->output_of(y), g->output_of(d[0]), g->output_of(d[1])};
  try {
    g->run({}, fetches);
    FAIL_CHECK("nothing was fed");
  } catch (const Error& e) {
    CHECK(e.message().rfind("You must feed a value for placeholder tensor 'x' with dtype float and shape [2]", 0) == 0);
  }
  const Graph::Feed feeds[] = {{g->output_of(x), Tensor::from<float>(Shape{2}, {1, 2})}};
  CHECK_THROWS_AS(g->run(feeds, fetches), Error);   // not initialised
  g->run({}, {}, {&init, 1});
  const std::vector<Tensor> out = g->run(feeds, fetches);
  CHECK(out[0].element() == 20);
  CHECK(out[1].element(1) == 16);
  CHECK(out[2].element() == 5);
}

TEST_CASE("a custom gradient is what passes back, through a graph too") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{}, "x");
  {
    GraphTracer tracer(g);
    const Tensor e = ops::exp(x);
    const GraphRef backward = Graph::make("grad");
    {
      const Tensor dy = backward->placeholder(DType::float32, Shape{});
      GraphTracer inner(backward);
      backward->set_outputs({dy * e * 100.0});
    }
    const Tensor results[] = {e}, args[] = {x};
    g->set_outputs({with_custom_gradient(results, args, backward)[0]});
  }
  const Tensor at = f(0);
  Tape second(true), first;
  second.start();
  second.watch(at);
  first.start();
  first.watch(at);
  const std::vector<Tensor> out = g->call({&at, 1});
  first.stop();
  const std::vector<Tensor> d = first.gradient(out, {&at, 1});
  second.stop();
  CHECK(out[0].element() == 1);
  CHECK(d[0].element() == 100);
  CHECK(second.gradient(d, {&at, 1})[0].element() == 100);   // the backward graph uses the exp inside, whose own gradient is the usual one
}

TEST_CASE("shapes that follow from known sizes are known, and those that do not are unknown and run all the same") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{-1, 4}, "x"), u = g->placeholder(DType::float32, Shape::unknown(), "u");
  {
    GraphTracer tracer(g);
    const Tensor rows = apply1(gather_op, {ops::shape(x), Tensor::scalar<int32_t>(0)});
    const Tensor parts[] = {rows, Tensor::scalar<int32_t>(2), Tensor::scalar<int32_t>(2)};
    const Tensor shaped = ops::reshape(x, apply(stack_op, parts, {})[0]);
    CHECK(shaped.shape() == Shape{-1, 2, 2});
    CHECK_FALSE((u + x).shape().has_rank());
    CHECK(ops::reduce_sum(u).shape() == Shape{});
    CHECK(ops::greater(u, u).dtype() == DType::boolean);
    g->set_outputs({shaped, ops::reduce_sum(u * 2.0)});
  }
  const Tensor in[] = {Tensor::from<float>(Shape{1, 4}, {1, 2, 3, 4}), Tensor::from<float>(Shape{3}, {1, 2, 3})};
  const std::vector<Tensor> out = g->call(in);
  CHECK(out[0].shape() == Shape{1, 2, 2});
  CHECK(out[1].element() == 12);
}

TEST_CASE("a symbolic tensor that left its function is refused") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{}, "x");
  CHECK_THROWS_AS(x + x, Error);
  const GraphRef other = Graph::make("g");
  GraphTracer tracer(other);
  CHECK_THROWS_AS(x + x, Error);
}

TEST_CASE("what does not fit is refused while it is traced, as TensorFlow words it there") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{2, 3}, "x"), y = g->placeholder(DType::float32, Shape{2, 4}, "y"), i = g->placeholder(DType::int32, Shape{}, "i");
  GraphTracer tracer(g);
  const auto message = [](auto&& f, ErrorKind kind) {
    try {
      f();
    } catch (const Error& e) {
      CHECK(e.kind() == kind);
      return e.message();
    }
    return std::string("nothing");
  };
  CHECK(message([&] { x + y; }, ErrorKind::value) == "Dimensions must be equal, but are 3 and 4 for '{{node AddV2}} = AddV2[T=DT_FLOAT](x, y)' with input shapes: [2,3], [2,4].");
  CHECK(message([&] { ops::matmul(x, y); }, ErrorKind::value).starts_with("Dimensions must be equal, but are 3 and 2 for '{{node MatMul}} = MatMul["));
  CHECK(message([&] { x * i; }, ErrorKind::type) == "Input 'y' of 'Mul' Op has type int32 that does not match type float32 of argument 'x'.");
}

TEST_CASE("a random op in a graph goes on in its stream from call to call") {
  reset_runtime(1);
  const GraphRef g = Graph::make("f");
  {
    GraphTracer tracer(g);
    g->set_outputs({apply1(random_uniform_op, {Tensor::from<int32_t>(Shape{1}, {3})}, {{"seeds", std::vector<int64_t>{87654321, 5}}})});
  }
  const Tensor first = g->call({})[0], second = g->call({})[0];
  CHECK(first.element(0) != second.element(0));
  // The first numbers are those of the op with these seeds at once.
  const Tensor shape = Tensor::from<int32_t>(Shape{1}, {3});
  CHECK(apply1(random_uniform_op, {shape}, {{"seed", int64_t{5}}}).element(0) == first.element(0));
}

TEST_CASE("a loop that fills a list is differentiated through the list, in a graph and by a tape outside") {
  reset_runtime(1);
  const Attrs element{{"element_dtype", DType::float32}, {"element_shape", Shape{}}};
  const GraphRef g = Graph::make("f");
  const Tensor x = g->placeholder(DType::float32, Shape{}, "x");
  {
    GraphTracer tracer(g);
    Tape tape;
    tape.start();
    tape.watch(x);
    const GraphRef condition = Graph::make("cond"), body = Graph::make("body");
    {
      const Tensor i = condition->placeholder(DType::int32, Shape{});
      condition->placeholder(DType::float32, Shape{});
      condition->placeholder(DType::variant, Shape{});
      GraphTracer inner(condition);
      condition->set_outputs({ops::less(i, Tensor::scalar<int32_t>(4))});
    }
    {
      const Tensor i = body->placeholder(DType::int32, Shape{}), v = body->placeholder(DType::float32, Shape{}), list = body->placeholder(DType::variant, Shape{});
      GraphTracer inner(body);
      body->set_outputs({ops::add(i, Tensor::scalar<int32_t>(1)), v * x, apply1(list_set_op, {list, i, v})});
    }
    const Tensor variables[] = {Tensor::scalar<int32_t>(0), x * 1.0, apply1(list_reserve_op, {Tensor::scalar<int32_t>(4)}, element)};
    const std::vector<Tensor> end = while_loop(condition, body, variables);
    const Tensor y = ops::reduce_sum(apply1(list_stack_op, {end[2]}, element));   // x + x^2 + x^3 + x^4
    tape.stop();
    const Tensor sources[] = {x}, targets[] = {y};
    g->set_outputs({y, tape.gradient(targets, sources)[0]});
  }
  const Tensor at = f(2);
  Tape outer(true);
  outer.start();
  outer.watch(at);
  const std::vector<Tensor> out = g->call({&at, 1});
  outer.stop();
  CHECK(out[0].element() == 30);
  CHECK(out[1].element() == 1 + 4 + 12 + 32);
  CHECK(outer.gradient({&out[0], 1}, {&at, 1})[0].element() == 49);
  CHECK(outer.gradient({&out[1], 1}, {&at, 1})[0].element() == 2 + 12 + 48);
  CHECK(g->call({&at, 1})[1].element() == 49);
}

TEST_CASE("callbacks run at each call, in order with other effects; a case picks its branch, the last one when the index is outside") {
  reset_runtime(1);
  const Tensor v = make_variable(f(0), "v:0", true);
  std::vector<double> said;
  auto say = std::make_shared<NodeCall>();
  say->run = [&](std::span<const Tensor> in) {
    said.push_back(in[0].element());
    return std::vector<Tensor>{};
  };
  const GraphRef g = Graph::make("f");
  const Tensor i = g->placeholder(DType::int32, Shape{}, "i");
  {
    GraphTracer tracer(g);
    const auto times = [&](double by) {
      const GraphRef b = Graph::make("branch");
      GraphTracer inner(b);
      b->set_outputs({read_variable(v) * by});
      return b;
    };
    ops::assign_add_variable(v, f(1));
    const Tensor first[] = {read_variable(v)};
    call_back(call_op("PrintV2"), say, first, {});
    ops::assign_add_variable(v, f(10));
    const Tensor second[] = {read_variable(v)};
    call_back(call_op("PrintV2"), say, second, {});
    const GraphRef branches[] = {times(1), times(2), times(3)};
    g->set_outputs({switch_case(i, branches)[0]});
    CHECK(g->node(g->size() - 1).type() == std::string("Case"));
    CHECK(said.empty());
  }
  const Tensor one = Tensor::scalar<int32_t>(1), far = Tensor::scalar<int32_t>(-5);
  CHECK(g->call({&one, 1})[0].element() == 22);
  CHECK(g->call({&far, 1})[0].element() == 66);
  CHECK(said == std::vector<double>{1, 11, 12, 22});
}

TEST_CASE("a loop whose variable changes its shape is refused unless its shape invariant allows it") {
  reset_runtime(1);
  const auto grow = [](const Shape& invariant) {
    const GraphRef g = Graph::make("f");
    const Tensor x = g->placeholder(DType::float32, Shape{1}, "x");
    GraphTracer tracer(g);
    const GraphRef condition = Graph::make("cond"), body = Graph::make("body");
    {
      const Tensor v = condition->placeholder(DType::float32, invariant);
      GraphTracer inner(condition);
      condition->set_outputs({ops::less(ops::reduce_sum(v), f(5))});
    }
    {
      const Tensor v = body->placeholder(DType::float32, invariant);
      GraphTracer inner(body);
      const Tensor both[] = {v, v};
      body->set_outputs({apply(concat_op, both, {{"axis", int64_t{0}}})[0]});
    }
    g->set_outputs(while_loop(condition, body, {&x, 1}));
    return g;
  };
  try {
    grow(Shape{1});
    FAIL_CHECK("it was taken");
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::value);
    CHECK(e.message().starts_with("Input tensor 'x:0' enters the loop with shape (1,), but has shape (2,) after one iteration."));
  }
  const Tensor one = Tensor::from<float>(Shape{1}, {1});
  CHECK(grow(Shape{-1})->call({&one, 1})[0].shape() == Shape{8});
}

TEST_CASE("a function that is called in another one becomes part of it, gradients of branches and of sizes known late included") {
  reset_runtime(1);
  const GraphRef inner = Graph::make("inner");
  const Tensor x = inner->placeholder(DType::float32, Shape{-1}, "x");
  {
    GraphTracer tracer(inner);
    Tape tape;
    tape.start();
    tape.watch(x);
    const Tensor twice = apply1(tile_op, {x * x, Tensor::from<int32_t>(Shape{1}, {2})});   // its gradient needs the size of x
    const Tensor y = ops::reduce_sum(twice) + if_else(ops::greater(ops::reduce_sum(x), f(0)), branch(ops::reduce_sum(x), true), branch(ops::reduce_sum(x), false))[0];
    tape.stop();
    const Tensor sources[] = {x}, targets[] = {y};
    inner->set_outputs({tape.gradient(targets, sources)[0]});   // 4x + 2 sum(x), or 4x - 1
  }
  const GraphRef outer = Graph::make("outer");
  const Tensor p = outer->placeholder(DType::float32, Shape{-1}, "p");
  {
    GraphTracer tracer(outer);
    Tape tape;
    tape.start();
    tape.watch(p);
    const Tensor q = p * 1.0;
    const Tensor d = inner->call({&q, 1})[0];
    tape.stop();
    const Tensor sources[] = {p}, targets[] = {d};
    outer->set_outputs({d, tape.gradient(targets, sources)[0]});
  }
  const Tensor at = Tensor::from<float>(Shape{3}, {1, 2, 3}), below = Tensor::from<float>(Shape{2}, {-1, -2});
  std::vector<Tensor> out = outer->call({&at, 1});
  CHECK(out[0].element(1) == 8 + 12);
  CHECK(out[1].element(1) == 4 + 6);
  out = outer->call({&below, 1});
  CHECK(out[0].element(0) == -5);
  CHECK(out[1].element(0) == 4);
}

TEST_CASE("tf.gradients goes on through a value that is asked for itself") {
  reset_runtime(1);
  const GraphRef g = Graph::make("", false);
  GraphTracer tracer(g);
  const Tensor x = g->placeholder(DType::float32, Shape{}, "x"), apart = g->placeholder(DType::float32, Shape{}, "apart");
  const Tensor h = x * 3.0, k = h * h, y = k * 2.0;
  const Tensor ys[] = {y}, xs[] = {h, x, k, apart};
  const std::vector<Tensor> d = g->gradients(ys, xs);
  CHECK_FALSE(d[3]);
  const NodeOutput fetches[] = {g->output_of(d[0]), g->output_of(d[1]), g->output_of(d[2])};
  TracingPaused running;
  const Graph::Feed feeds[] = {{g->output_of(x), f(2)}};
  const std::vector<Tensor> out = g->run(feeds, fetches);
  CHECK(out[0].element() == 24);   // 4 h
  CHECK(out[1].element() == 72);
  CHECK(out[2].element() == 2);
}
