#include "lessons/recording/explain.h"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "lessons/recording/check.h"
#include "lessons/recording/text_form.h"
#include "lessons/runtime/session.h"
#include "tests/runtime/explain_programs.h"

using namespace tapedeck;

namespace {

struct Run {
    Recording recording;
    std::string errors;
};

Run run_of(const char* code) {
    Run run;
    RunRequest request;
    request.code = std::string("import tensorflow as tf, numpy as np") + code + "\n";
    request.file_name = "program.py";
    request.record = true;
    SessionHost host;
    host.on_write = [&](int stream, std::string_view text) { if (stream == 2) run.errors += text; };
    host.send = [&](Message m) { if (m.type == MessageType::chunk) run.recording.append(m.bytes); };
    run_session(request, host);
    run.recording.finish();
    return run;
}

/// "x stop_gradient @4" for each explanation; the same one in a loop once.
std::string said_of(const std::vector<Explanation>& explanations) {
    std::string out;
    for (const Explanation& x : explanations) {
        std::string line = x.source + " " + cause_name(x.cause) + " @" + std::to_string(x.line);
        if (("\n" + out + "\n").find("\n" + line + "\n") == std::string::npos) out += (out.empty() ? "" : "\n") + line;
    }
    return out;
}

}  // namespace

TEST_CASE("each None and each variable that does not move has its cause, at the first broken link") {
    static_assert(std::size(kBrokenPrograms) >= 60);
    std::set<Cause> covered;
    for (const ExplainProgram& p : kBrokenPrograms) {
        Run run = run_of(p.code);
        INFO(p.name << p.code << "\n" << explain_text(run.recording, "program.py") << text_form(run.recording));
        CHECK(check_recording(run.recording) == std::vector<std::string>{});
        std::vector<Explanation> found = explain(run.recording);
        CHECK(said_of(found) == p.said);
        for (const Explanation& x : found) {
            covered.insert(x.cause);
            CHECK(plain_text(x.what).ends_with('.'));
            CHECK(!x.help.empty());
        }
    }
    CHECK(covered.size() == kCauses - 1);   // all but "none"
}

TEST_CASE("programs with nothing wrong get no cause") {
    static_assert(std::size(kSoundPrograms) >= 20);
    for (const ExplainProgram& p : kSoundPrograms) {
        Run run = run_of(p.code);
        INFO(p.name << p.code << "\n" << explain_text(run.recording, "program.py") << run.errors);
        CHECK(run.recording.end().status == EndStatus::ok);
        CHECK(said_of(explain(run.recording)) == "");
        CHECK(explain_text(run.recording, "program.py").starts_with("program.py: nothing is wrong: "));
    }
}

TEST_CASE("an explanation as text shows the place in the program, and equal ones once") {
    Run run = run_of("\nx = tf.constant(3.0)\nfor i in range(3):\n    with tf.GradientTape() as tape:\n        y = x * x\n    print(tape.gradient(y, x))");
    CHECK(explain_text(run.recording, "program.py") ==
          "program.py:6: the gradient of y for x is None (3 times).\n"
          "  x is no variable, and the tape was not told to watch it.\n"
          "    2 | x = tf.constant(3.0)\n"
          "      |     ^^^^^^^^^^^^^^^^\n"
          "  Call tape.watch(x) first in the with-block, or make it a tf.Variable.\n");
}

TEST_CASE("the step that gives None says the same sentence") {
    Run run = run_of("\nx = tf.Variable(2.0)\nwith tf.GradientTape() as tape:\n    y = tf.stop_gradient(x * x)\nprint(tape.gradient(y, x))");
    REQUIRE(run.recording.gradient_results.size() == 1);
    const Explanation x = explain_result(run.recording, 0);
    CHECK(plain_text(narrate(run.recording, run.recording.gradient_results[0].event + 1)) == "No gradient for x: " + plain_text(x.what));
    CHECK(plain_text(x.what) == "stop_gradient on line 4 lets no gradient through.");
}
