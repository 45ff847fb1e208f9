#include "lessons/runtime/session.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include "lessons/recording/check.h"
#include "lessons/recording/narrate.h"
#include "lessons/recording/state.h"
#include "lessons/recording/text_form.h"

using namespace tapedeck;

namespace {

struct Outcome {
    std::vector<uint8_t> bytes;
    Recording recording;
    std::string out, errors;
    Message done;
    int chunks = 0;
};

Outcome run(RunRequest request) {
    Outcome o;
    SessionHost host;
    host.on_write = [&](int stream, std::string_view text) { (stream == 2 ? o.errors : o.out) += text; };
    host.send = [&](Message m) {
        CHECK(m.run_id == request.run_id);
        if (m.type == MessageType::chunk) {
            ++o.chunks;
            o.bytes.insert(o.bytes.end(), m.bytes.begin(), m.bytes.end());
        } else {
            CHECK(m.type == MessageType::done);
            o.done = std::move(m);
        }
    };
    run_session(request, host);
    o.recording.append(o.bytes);
    o.recording.finish();
    INFO(o.recording.problem());
    CHECK(o.recording.is_whole());
    INFO(text_form(o.recording));
    CHECK(check_recording(o.recording) == std::vector<std::string>{});
    return o;
}

Outcome run(std::string code) {
    RunRequest request;
    request.run_id = 5;
    request.code = std::move(code);
    request.budgets.time_s = 20;
    return run(request);
}

constexpr const char* kTraining =
    "import tensorflow as tf\n"
    "\n"
    "w = tf.Variable([[0.5]], dtype=tf.float32)\n"
    "b = tf.Variable([0.0], dtype=tf.float32)\n"
    "optimizer = tf.keras.optimizers.SGD(learning_rate=0.1)\n"
    "\n"
    "x = tf.constant([[1.0], [2.0], [3.0]])\n"
    "y = tf.constant([[2.0], [4.0], [6.0]])\n"
    "\n"
    "for step in range(5):\n"
    "    with tf.GradientTape() as tape:\n"
    "        predictions = tf.matmul(x, w) + b\n"
    "        loss = tf.reduce_mean(tf.square(predictions - y))\n"
    "\n"
    "    gradients = tape.gradient(loss, [w, b])\n"
    "    optimizer.apply_gradients(zip(gradients, [w, b]))\n"
    "\n"
    "    w.assign(tf.clip_by_value(w, 0.0, 10.0))\n"
    "    print(step, float(loss), w.numpy(), b.numpy())\n";

bool told(const Recording& r, std::string_view sentence) {
    for (uint32_t step = 1; step <= r.size(); ++step)
        if (plain_text(narrate(r, step)) == sentence) return true;
    return false;
}

}  // namespace

TEST_CASE("the lesson's training loop runs and is recorded with names, lines and columns") {
    Outcome o = run(kTraining);
    const Recording& r = o.recording;
    INFO(text_form(r, {true, true}));
    CHECK(o.done.status == EndStatus::ok);
    CHECK(o.out.starts_with("0 10.5 [[1.9]] [0.6]\n1 0.1666"));
    CHECK(r.console() == o.out);
    CHECK(r.training_steps.size() == 5);
    REQUIRE(r.variables.size() == 2);
    CHECK(r.variable_label(0) == "w");
    CHECK(r.variables[0].assigns.size() == 10);
    CHECK(told(r, "SGD moves w from 0.5 to 1.9: w − rate · g."));
    CHECK(told(r, "square passes back 2 · (predictions − y) times what came in: [−1, −2, −3] goes on to subtract."));
    CHECK(told(r, "The gradient of loss for w is −14: as w grows, loss falls."));
    for (const OpRow& op : r.ops) {
        if (r.text(r.op_defs[op.def].name) != "square" || op.in_gradient_call != kNone) continue;
        const EventRow& e = r.events[op.event];
        CHECK(e.line == 13);
        CHECK(r.source_line(13).substr(e.column_begin - 1u, e.column_end - e.column_begin) == "tf.square(predictions - y)");
    }
    State s = state_at(r, r.size());
    CHECK(std::abs(r.element(s.variable_now(0)->value, 0) - 1.7846736) < 1e-6);
    CHECK(run("import tensorflow as tf\nx = tf.ones([100, 100])\n").recording.end().live_bytes >= 40000);
}

TEST_CASE("a run is the same each time") {
    Outcome a = run(kTraining), b = run(kTraining);
    std::string one = text_form(a.recording), two = text_form(b.recording);
    CHECK(one == two);
}

TEST_CASE("an error is an event with its type, line, traceback, and what came before can be played") {
    Outcome o = run("import tensorflow as tf\nx = tf.constant([[1.0, 2.0]])\nprint('before')\ny = tf.matmul(x, x)\nprint('after')\n");
    const Recording& r = o.recording;
    CHECK(o.done.status == EndStatus::error);
    REQUIRE(r.errors.size() == 1);
    CHECK(r.text(r.errors[0].type).ends_with("InvalidArgumentError"));
    CHECK(r.errors[0].line == 4);
    CHECK(o.out == "before\n");
    CHECK(o.errors.find("File \"main.py\", line 4, in <module>") != std::string::npos);
    CHECK(r.text(r.errors[0].hint) == "The inner sizes are 2 and 1; they must be equal.");
    CHECK(std::string(r.text(r.errors[0].traceback)) + "hint: " + std::string(r.text(r.errors[0].hint)) + "\n" == o.errors);
    CHECK(r.tensors.size() >= 1);
}

TEST_CASE("a syntax error says where") {
    Outcome o = run("x = 1\ny = = 2\n");
    REQUIRE(o.recording.errors.size() == 1);
    CHECK(o.recording.text(o.recording.errors[0].type) == "SyntaxError");
    CHECK(o.recording.errors[0].line == 2);
}

TEST_CASE("a gradient that is None says why") {
    Outcome o = run("import tensorflow as tf\nx = tf.constant(3.0)\nwith tf.GradientTape() as tape:\n    y = x * x\nprint(tape.gradient(y, x))\n");
    CHECK(o.out == "None\n");
    REQUIRE(o.recording.gradient_results.size() == 1);
    CHECK(o.recording.gradient_results[0].why == WhyNoGradient::not_watched);
    CHECK(told(o.recording, "No gradient for x: x is no variable, and the tape was not told to watch it."));
}

TEST_CASE("every budget ends a program with a sentence, and what was recorded is there") {
    struct Case { const char* code; EndBudget budget; };
    auto c = GENERATE(Case{"print('x')\nwhile True:\n    pass\n", EndBudget::time}, Case{"print('x')\nfor i in range(10**9):\n    i + 1\n", EndBudget::steps},
                      Case{"print('x')\nwhile True:\n    print('again and again')\n", EndBudget::output});
    RunRequest request;
    request.code = c.code;
    request.budgets.time_s = 0.3;
    request.budgets.output_bytes = 10000;
    if (c.budget == EndBudget::steps) request.budgets.steps = 1000;
    if (c.budget == EndBudget::output) request.budgets.time_s = 10;
    Outcome o = run(request);
    CHECK(o.done.status == EndStatus::budget);
    CHECK(o.done.budget == c.budget);
    CHECK(o.done.text.starts_with("Stopped"));
    CHECK(o.recording.console().starts_with("x\n"));
    CHECK(o.recording.end().budget == c.budget);
}

TEST_CASE("too deep a recursion and too large a list are errors of the program, not of ours") {
    Outcome deep = run("def f(n):\n    return f(n + 1)\nprint('x')\nf(0)\n");
    CHECK(deep.done.status == EndStatus::error);
    CHECK(deep.recording.text(deep.recording.errors[0].type) == "RecursionError");
    Outcome large = run("print('x')\na = [0] * 10**10\n");
    CHECK(large.done.status == EndStatus::error);
    CHECK(large.recording.text(large.recording.errors[0].type) == "MemoryError");
    CHECK(run("print('still well')\n").out == "still well\n");
}

TEST_CASE("a stop is asked for while the program runs, and chunks have arrived before") {
    RunRequest request;
    request.code = "import tensorflow as tf\nx = tf.constant(0.0)\nwhile True:\n    x = x + 1.0\n";
    int polls = 0, chunks = 0;
    Message done;
    Recording r;
    SessionHost host;
    host.stop_requested = [&] { return ++polls > 400; };
    host.send = [&](Message m) {
        if (m.type == MessageType::chunk) ++chunks, r.append(m.bytes);
        else done = std::move(m);
    };
    run_session(request, host);
    CHECK(done.status == EndStatus::stopped);
    CHECK(done.text == "Stopped.");
    CHECK(chunks >= 2);
    CHECK(r.finish());
    CHECK(r.ops.size() > 10);
}

TEST_CASE("without recording only what is printed, errors and the end are kept") {
    RunRequest request;
    request.code = kTraining;
    request.record = false;
    Outcome o = run(request);
    CHECK(o.recording.ops.empty());
    CHECK(o.recording.prints.size() == 5);
    CHECK(o.recording.console() == o.out);
}

TEST_CASE("a pinned event keeps its large tensor in full") {
    RunRequest request;
    request.code = "import tensorflow as tf\nx = tf.ones([300, 300])\ny = x + 1.0\n";
    Recording first = run(request).recording;
    uint32_t event = kNone;
    for (const OpRow& op : first.ops)
        if (first.text(first.op_defs[op.def].name) == "add") event = op.event;
    REQUIRE(event != kNone);
    uint32_t sum = first.outputs(first.events[event].index)[0];
    CHECK(first.tensors[sum].kept == ValueKept::summary);
    request.pins = {{event, event}};
    Recording second = run(request).recording;
    CHECK(second.tensors[sum].kept == ValueKept::full);
    CHECK(second.element(sum, 89999) == 2);
}

TEST_CASE("names of plain values are told, modules and functions are not") {
    Outcome o = run("import math\ndef f():\n    pass\nclass C:\n    def __repr__(self):\n        print('never')\na = 1\nb = [1, 2.5, 'x', None, (True,)]\nc = C()\nd = {'k': [0] * 100}\n_e = 2\n");
    const Recording& r = o.recording;
    std::vector<std::string> told_names;
    for (const BindingRow& b : r.bindings) told_names.push_back(std::string(r.text(r.names[b.name_slot].text)) + " = " + std::string(r.text(b.text)));
    CHECK(told_names == std::vector<std::string>{"a = 1", "b = [1, 2.5, 'x', None, (True,)]", "c = <C>", "d = {'k': [0, 0, 0, 0, 0, 0, …]}"});
    CHECK(o.out.empty());
    CHECK(r.events[r.bindings[0].event].line == 7);
}
