#include "lessons/recording/recorder.h"

#include <catch2/benchmark/catch_benchmark.hpp>
#include <catch2/catch_test_macros.hpp>

#include "engine/autodiff/tape.h"
#include "engine/core/apply.h"
#include "engine/graph/graph.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"
#include "lessons/recording/check.h"
#include "lessons/recording/narrate.h"
#include "lessons/recording/state.h"
#include "lessons/recording/text_form.h"

using namespace tapedeck;

namespace {

int the_line = 0;
int line_now() { return the_line; }

/// Records what `program` does with the engine.
template <class F> Recording recorded(F&& program, WriterOptions options = {}) {
    RecordingWriter writer(options);
    writer.begin("1\n2\n3\n4\n5\n6\n7\n8\n9\n", 0, "test");
    Recorder recorder(writer, line_now);
    reset_runtime(0);
    runtime().observer = &recorder;
    program(recorder);
    runtime().observer = nullptr;
    recorder.ended({});
    Recording r;
    r.append(writer.take());
    r.finish();
    INFO(r.problem());
    REQUIRE(r.is_whole());
    INFO(text_form(r));
    REQUIRE(check_recording(r) == std::vector<std::string>{});
    return r;
}

Tensor column(std::initializer_list<float> values) { return told(Tensor::from<float>(Shape{static_cast<int64_t>(values.size()), 1}, values)); }

void train(int steps, Tensor& w, Tensor& b, const Tensor& x, const Tensor& y) {
    Tensor rate = told(Tensor::scalar(0.1f));
    for (int step = 0; step < steps; ++step) {
        the_line = 4;
        Tape tape;
        tape.start();
        the_line = 5;
        Tensor predictions = ops::add(ops::matmul(x, read_variable(w)), read_variable(b));
        Tensor loss = ops::reduce_mean(ops::square(ops::subtract(predictions, y)));
        tape.stop();
        the_line = 6;
        const Tensor sources[] = {w, b};
        std::vector<Tensor> gradients = tape.gradient({&loss, 1}, sources);
        the_line = 7;
        const Op& sgd = *find_op("resource_apply_gradient_descent");
        for (int i = 0; i < 2; ++i) {
            const Tensor inputs[] = {sources[i], rate, gradients[static_cast<size_t>(i)]};
            apply(sgd, inputs);
        }
    }
}

std::string sentence(const Recording& r, uint32_t event) { return plain_text(narrate(r, event + 1)); }

}  // namespace

TEST_CASE("a training loop of the engine records as a recording that keeps all rules") {
    Recording r = recorded([](Recorder& recorder) {
        the_line = 1;
        Tensor w = make_variable(told(Tensor::from<float>(Shape{1, 1}, {0.5f})), "Variable:0", true);
        recorder.name_bound_to_variable("w", w.variable()->id, 1);
        Tensor b = make_variable(told(Tensor::from<float>(Shape{1}, {0.0f})), "Variable:0", true);
        recorder.name_bound_to_variable("b", b.variable()->id, 1);
        the_line = 2;
        Tensor x = column({1, 2, 3}), y = column({2, 4, 6});
        train(5, w, b, x, y);
        the_line = 8;
        recorder.printed(1, "done\n");
    });
    CHECK(r.events[0].type == EventType::variable_made);   // the constant that only was its first value is not told
    REQUIRE(r.training_steps.size() == 5);
    REQUIRE(r.variables.size() == 2);
    CHECK(r.variables[0].assigns.size() == 5);
    const AssignRow& first = r.assigns[r.variables[0].assigns[0]];
    CHECK(sentence(r, first.event) == "SGD moves w from 0.5 to 1.9.");
    REQUIRE(r.gradient_calls.size() == 5);
    CHECK(r.gradient_calls[0].results.size() == 2);
    CHECK(r.element(r.gradient_results[0].gradient, 0) == -14.0);
    bool told_square = false;
    for (uint32_t s : r.gradient_calls[0].steps)
        told_square |= sentence(r, r.backward_steps[s].ended).ends_with("what came in: [−1, −2, −3] goes on to subtract.");
    CHECK(told_square);
    for (const TapeRow& t : r.tapes) {
        CHECK(t.released != kNone);
        CHECK(t.bytes_released > 0);
        CHECK(t.records.back().bytes_held > 0);
    }
    State s = state_at(r, r.prints[0].event + 1);
    REQUIRE(s.variables.size() == 2);
    CHECK(std::abs(r.element(s.variables[0].value, 0) - 1.7846736) < 1e-6);
    CHECK(state_at(r, r.size()).variables.empty());   // their handles are gone
    CHECK(r.console() == "done\n");
}

TEST_CASE("what has no gradient says why, and where the path broke") {
    Recording r = recorded([](Recorder&) {
        Tensor x = make_variable(told(Tensor::from<float>(Shape{2}, {1.5f, 2.5f})), "x:0", true);
        Tensor unused = make_variable(told(Tensor::scalar(1.0f)), "unused:0", true);
        Tape tape;
        tape.start();
        Tensor y = apply1(*find_op("round"), {read_variable(x)});
        tape.stop();
        const Tensor sources[] = {x, unused};
        tape.gradient({&y, 1}, sources);
    });
    REQUIRE(r.gradient_results.size() == 2);
    for (const GradientResultRow& g : r.gradient_results) {
        CHECK(g.gradient == kNone);
        CHECK(g.why != WhyNoGradient::given);
        CHECK(sentence(r, g.event).starts_with("No gradient for "));
    }
}

TEST_CASE("tapes nest: the outer one records the inner one's backward pass") {
    Recording r = recorded([](Recorder&) {
        the_line = 1;
        Tensor x = told(Tensor::scalar(3.0f));
        Tape outer;
        outer.start();
        outer.watch(x);
        Tape inner;
        inner.start();
        inner.watch(x);
        Tensor y = ops::multiply(ops::multiply(x, x), x);
        inner.stop();
        Tensor first = inner.gradient({&y, 1}, {&x, 1})[0];
        outer.stop();
        outer.gradient({&first, 1}, {&x, 1});
    });
    REQUIRE(r.gradient_results.size() == 2);
    CHECK(r.element(r.gradient_results[0].gradient, 0) == 27);
    CHECK(r.element(r.gradient_results[1].gradient, 0) == 18);
    uint32_t recorded_in_backward = 0;
    for (const OpRow& op : r.ops) recorded_in_backward += op.in_gradient_call == 0 && op.tapes == 1;
    CHECK(recorded_in_backward > 0);
}

TEST_CASE("a persistent tape answers twice, and a tape entered again is a new one") {
    Recording r = recorded([](Recorder&) {
        the_line = 1;
        Tensor x = told(Tensor::scalar(3.0f));
        Tape tape(true);
        for (int i = 0; i < 2; ++i) {
            tape.start();
            tape.watch(x);
            Tensor y = ops::square(x);
            tape.stop();
            tape.gradient({&y, 1}, {&x, 1});
            tape.gradient({&y, 1}, {&x, 1});
            tape.reset();
        }
    });
    CHECK(r.tapes.size() == 2);
    CHECK(r.tapes[0].persistent);
    CHECK(r.tapes[0].gradient_calls.size() == 2);
    CHECK(r.tapes[1].gradient_calls.size() == 2);
    for (const GradientResultRow& g : r.gradient_results) CHECK(r.element(g.gradient, 0) == 6);
}

TEST_CASE("an error inside a gradient ends the backward pass, and what follows is forward again") {
    Recording r = recorded([](Recorder&) {
        the_line = 1;
        Tensor x = told(Tensor::scalar(3.0f));
        Tape tape;
        tape.start();
        tape.watch(x);
        Tensor y = ops::square(x);
        static const Op broken = {.name = "broken", .type = "Broken", .formula = "", .gradient_text = "", .min_inputs = 1, .max_inputs = 1, .infer = nullptr, .kernel = nullptr,
                                  .differentiable = Differentiable::yes};
        Tensor z = told(Tensor::scalar(1.0f));
        tape.record_custom(++runtime().op_count, broken, {&y, 1}, {&z, 1}, [](std::span<const Tensor>) -> std::vector<Tensor> { throw Error(ErrorKind::value, "no"); });
        const uint32_t tapes[] = {tape.id()};
        runtime().observer->op_applied(runtime().op_count, broken, {&y, 1}, {}, {&z, 1}, tapes);
        tape.stop();
        CHECK_THROWS_AS(tape.gradient({&z, 1}, {&x, 1}), Error);
        ops::square(told(Tensor::scalar(5.0f)));
    });
    REQUIRE(r.gradient_calls.size() == 1);
    REQUIRE(r.gradient_calls[0].failed != kNone);
    CHECK(sentence(r, r.gradient_calls[0].failed) == "The backward pass breaks off with an error: there is no gradient of broken(the result of square).");
    CHECK(r.ops.back().in_gradient_call == kNone);
    CHECK(sentence(r, r.ops.back().event - 1) == "A constant is made: 5.");
    CHECK(sentence(r, r.ops.back().event) == "square of 5 gives 25.");
}

TEST_CASE("a tape that is used up and asked again says so") {
    Recording r = recorded([](Recorder&) {
        the_line = 1;
        Tensor x = told(Tensor::scalar(3.0f));
        Tape tape;
        tape.start();
        tape.watch(x);
        Tensor y = ops::square(x);
        tape.stop();
        the_line = 2;
        tape.gradient({&y, 1}, {&x, 1});
        the_line = 3;
        CHECK_THROWS_AS(tape.gradient({&y, 1}, {&x, 1}), Error);
    });
    REQUIRE(r.gradient_calls.size() == 2);
    CHECK(r.gradient_calls[1].failed != kNone);
    CHECK(r.gradient_calls[0].failed == kNone);
    CHECK(sentence(r, r.gradient_calls[1].event).ends_with("The tape is used up: it gave its one gradient on line 2."));
}

TEST_CASE("an error carries the hint of the op that failed") {
    Recording r = recorded([](Recorder& recorder) {
        Tensor a = column({1, 2}), b = told(Tensor::scalar(int32_t{1}));
        the_line = 3;
        try {
            ops::add(a, b);
        } catch (const Error& e) {
            recorder.error("InvalidArgumentError", e.message(), "", "", 3, 0);
        }
    });
    REQUIRE(r.errors.size() == 1);
    CHECK_FALSE(r.text(r.errors[0].hint).empty());
    CHECK(r.errors[0].line == 3);
}

TEST_CASE("a variable that a package made for itself is told once it has a name") {
    RecordingWriter writer;
    writer.begin("", 0, "");
    static bool learner;
    learner = false;
    Recorder recorder(writer, line_now, nullptr, [] { return learner; });
    reset_runtime(0);
    runtime().observer = &recorder;
    {
        Tensor rate = make_variable(told(Tensor::scalar(0.1f)), "learning_rate:0", false), steps = make_variable(told(Tensor::scalar(int64_t{0})), "iteration:0", false);
        Tensor w = make_variable(told(Tensor::scalar(1.0f)), "w:0", true);
        learner = true;
        Tensor mine = make_variable(told(Tensor::scalar(2.0f)), "mine:0", false);
        read_variable(rate);
        assign_add_variable(steps, told(Tensor::scalar(int64_t{1})));
        recorder.name_bound_to_variable("counter", steps.variable()->id, 0);
        assign_add_variable(steps, told(Tensor::scalar(int64_t{1})));
        runtime().observer = nullptr;
    }
    recorder.ended({});
    Recording r;
    r.append(writer.take());
    REQUIRE(r.finish());
    INFO(text_form(r));
    CHECK(r.size() == 6);   // w, mine, steps, its name, its second assignment, the end
    REQUIRE(r.variables.size() == 3);
    CHECK(r.variable_label(2) == "counter");
    CHECK(r.element_int(r.variables[2].initial, 0) == 1);
    CHECK(r.tensors.size() >= 6);
}

TEST_CASE("a long loop of plain names keeps the last value of each and does not fill the recording") {
    Recording r = recorded([](Recorder& recorder) {
        for (int i = 0; i < 100000; ++i) {
            recorder.name_bound_to_text("i", std::to_string(i), 1);
            recorder.name_bound_to_text("square", std::to_string(2 * i), 2);
        }
        recorder.printed(1, "x");
    });
    CHECK(r.size() < Recorder::kBindingsInARow + 10);
    State s = state_at(r, r.size());
    for (const BoundName& n : s.names)
        if (r.text(r.names[n.name].text) == "i") CHECK(r.text(r.bindings[n.binding].text) == "99999");
}

TEST_CASE("a full recording stops telling ops and goes on printing") {
    WriterOptions options;
    options.budget_events = 50;
    Recording r = recorded(
        [](Recorder& recorder) {
            Tensor x = told(Tensor::scalar(1.0f));
            for (int i = 0; i < 200; ++i) x = ops::add(x, x);
            recorder.printed(1, "end\n");
        },
        options);
    CHECK(r.size() == 53);
    CHECK(r.console() == "end\n");
}

TEST_CASE("the cost of recording a training step", "[!benchmark]") {
    reset_runtime(0);
    RecordingWriter writer;
    writer.begin("", 0, "");
    Recorder recorder(writer, line_now);
    Tensor w = make_variable(Tensor::from<float>(Shape{1, 1}, {0.5f}), "w", true), b = make_variable(Tensor::from<float>(Shape{1}, {0.0f}), "b", true);
    Tensor x = column({1, 2, 3}), y = column({2, 4, 6});
    BENCHMARK("without") { train(1, w, b, x, y); };
    // The recorder's memory grows with the engine's numbers, so each sample begins anew.
    BENCHMARK_ADVANCED("100 steps, recorded")(Catch::Benchmark::Chronometer meter) {
        meter.measure([&] {
            reset_runtime(0);
            RecordingWriter fresh;
            fresh.begin("", 0, "");
            Recorder listener(fresh, line_now);
            runtime().observer = &listener;
            Tensor v = make_variable(Tensor::from<float>(Shape{1, 1}, {0.5f}), "w", true), c = make_variable(Tensor::from<float>(Shape{1}, {0.0f}), "b", true);
            Tensor inputs = column({1, 2, 3}), answers = column({2, 4, 6});
            train(100, v, c, inputs, answers);
            runtime().observer = nullptr;
            return fresh.bytes().size();
        });
    };
}

TEST_CASE("an assignment says what it was given, and an optimizer's by which rule") {
    Recording r = recorded([](Recorder& recorder) {
        the_line = 1;
        Tensor w = make_variable(told(Tensor::scalar(1.0f)), "w:0", true);
        Tensor delta = told(Tensor::scalar(0.25f));
        ops::square(delta);   // so that the constant is told, and not taken for the amount alone
        assign_sub_variable(w, delta);
        recorder.assigning_for("Adam", "w − rate · m̂");
        assign_sub_variable(w, delta);
        recorder.assigning_for("", "");
    });
    REQUIRE(r.assigns.size() == 2);
    CHECK(r.text(r.assigns[0].how) == "assign_sub");
    REQUIRE(r.given(0).size() == 1);
    CHECK(r.element(r.given(0)[0], 0) == 0.25);
    CHECK(sentence(r, r.assigns[0].event) == "w changes from 1 to 0.75 by assign_sub.");
    CHECK(r.text(r.assigns[1].how) == "Adam");
    CHECK(sentence(r, r.assigns[1].event) == "Adam moves w from 0.75 to 0.5: w − rate · m̂.");
}

TEST_CASE("a value that leaves for Python and comes back is told with where it came from") {
    Recording r = recorded([](Recorder& recorder) {
        the_line = 2;
        Tensor x = told(Tensor::scalar(3.0f));
        Tensor y = ops::square(x);
        recorder.value_left(y, ".numpy()");
        the_line = 3;
        recorder.value_came_back(y.id());
        Tensor back = told(Tensor::scalar(9.0f));
        ops::square(back);
    });
    REQUIRE(r.lefts.size() == 1);
    CHECK(r.text(r.lefts[0].how) == ".numpy()");
    CHECK(r.lefts[0].line == 2);
    uint32_t back = r.inputs(1)[0];
    CHECK(r.tensors[back].came_from == r.lefts[0].tensor);
    CHECK(text_form(r).find("left t1 = 9 float32, by .numpy()") != std::string::npos);
}

TEST_CASE("what forced a trace is what differs from the nearest earlier one") {
    using S = TracedSignature;
    const S two{{"x", "float32 (2,)"}, {"power", "2"}}, three{{"x", "float32 (3,)"}, {"power", "2"}}, cubed{{"x", "float32 (2,)"}, {"power", "3"}};
    const std::vector<S> none, both{two, three}, one{S(two)}, plain{S{{"x", "float32 (2,)"}}}, net{S{{"model", "<Net>"}}};
    CHECK(why_traced(two, none).empty());
    CHECK(why_traced(three, one) == "x is float32 (3,) and was float32 (2,)");
    CHECK(why_traced(cubed, both) == "power is 3 and was 2");
    CHECK(why_traced({{"x", "float64 (2,)"}, {"power", "3"}}, one) == "x is float64 (2,) and was float32 (2,), and power is 3 and was 2");
    CHECK(why_traced(plain[0], one) == "power is gone");
    CHECK(why_traced(two, plain) == "power is new");
    CHECK(why_traced(net[0], net) == "model is another object");
    CHECK(why_traced(two, one) == "its first trace made its variables");
}

TEST_CASE("a function is told as traced when its graph is new, with what forced that, and as called each time") {
    Recording r = recorded([](Recorder&) {
        auto traced = [](Shape shape, int line) {
            GraphRef g = Graph::make("f");
            const Tensor x = g->placeholder(DType::float32, shape, "x");
            GraphTracer tracer(g);
            g->set_outputs({ops::square(x)});
            g->node(g->output_of(g->tensor(g->outputs()[0])).node).line = line;
            return g;
        };
        the_line = 5;
        const GraphRef one = traced(Shape{2}, 2), other = traced(Shape{3}, 2);
        const Tensor in[] = {Tensor::from<float>(Shape{2}, {1, 2})}, wide[] = {Tensor::from<float>(Shape{3}, {1, 2, 3})};
        one->call(in);
        one->call(in);
        the_line = 6;
        other->call(wide);
    });
    REQUIRE(r.function_traces.size() == 2);
    CHECK(r.text(r.function_traces[0].function) == "f");
    CHECK(r.text(r.function_traces[0].signature) == "x: float32 (2,)");
    CHECK(r.text(r.function_traces[0].why).empty());
    CHECK(r.function_traces[1].number == 2);
    CHECK(r.text(r.function_traces[1].why) == "x is float32 (3,) and was float32 (2,)");
    CHECK(r.function_calls.size() == 3);
    REQUIRE(r.scopes.size() == 3);
    CHECK(r.scopes[2].left != kNone);
    REQUIRE(r.ops.size() == 3);
    CHECK(r.events[r.ops[0].event].line == 2);   // the op's own statement, not the call's
    CHECK(r.events[r.function_calls[2].event].line == 6);
    CHECK(sentence(r, r.function_traces[1].event) == "f is traced again, because x is float32 (3,) and was float32 (2,).");
}
