#include "lessons/runtime/hints.h"

#include <catch2/catch_test_macros.hpp>

#include "lessons/recording/recording.h"
#include "lessons/runtime/session.h"

using namespace tapedeck;

namespace {

struct Outcome {
    std::string errors, hint;
};

Outcome run(const std::string& code, bool hints = true) {
    Outcome out;
    Recording recording;
    RunRequest request;
    request.code = "import tensorflow as tf, numpy as np\n" + code + "\n";
    request.hints = hints;
    SessionHost host;
    host.on_write = [&](int stream, std::string_view text) { if (stream == 2) out.errors += text; };
    host.send = [&](Message m) { if (m.type == MessageType::chunk) recording.append(m.bytes); };
    run_session(request, host);
    if (!recording.errors.empty()) out.hint = recording.text(recording.errors.back().hint);
    return out;
}

}  // namespace

TEST_CASE("mistakes that learners make come with a line of help") {
    for (const char* code : {
             "t = tf.constant([1., 2.])\nt[0] = 3.0",
             "v = tf.Variable([1., 2.])\nv[0] = 3.0",
             "tf.constant(1) + tf.constant(2.0)",
             "tf.constant(1) + 2.5",
             "tf.matmul(tf.ones([2, 3]), tf.ones([2, 3]))",
             "tf.ones([2]) + tf.ones([3])",
             "2.0 * None",
             "tf.constant(2.0) * None",
             "tf.Variable(2.0) - 0.1 * None",
             "tf.Variable(2.0).assign_sub(None)",
             "tf.constant('a') + 1",
             "len(tf.constant(1.0))",
             "for a in tf.constant(1.0): pass",
             "bool(tf.constant([1., 2.]))",
             "float(tf.constant([1., 2.]))",
             "{tf.constant(1.0): 2}",
             "1.0 in tf.constant([1.0])",
             "tf.constant(1.0)()",
             "tf.reshape(tf.ones([4]), [3])",
             "tf.concat([tf.ones([2, 2]), tf.ones([3, 3])], 0)",
             "tf.constant(None)",
             "tf.constant([[1, 2], [3]])",
             "(1.0).numpy()",
             "[1.0].shape",
             "tf.Variable(1.0).assign([1., 2.])",
             "'a' - tf.constant(1.0)",
             "[1.0, 2.0] * 1.5",
             "with tf.GradientTape() as t: t.watch(3.0)",
             "tf.sqrt(tf.constant(4))",
             "tf.Variable()",
             "tf.constant([1., 2.])[0.5]",
             "tf.Session()",
             "import math\nmath.sqrt(tf.constant([1., 2.]))",
         }) {
        INFO(code);
        const Outcome out = run(code);
        CHECK(out.hint.ends_with('.'));
        CHECK(out.errors.find("\nhint: " + out.hint + "\n") != std::string::npos);
    }
}

TEST_CASE("hints can be switched off") {
    const Outcome out = run("t = tf.constant([1., 2.])\nt[0] = 3.0", false);
    CHECK(out.errors.ends_with("object does not support item assignment\n"));
    CHECK(out.hint.empty());
}

TEST_CASE("a hint is found by type and text, and nothing is guessed") {
    CHECK(hint_for("TypeError", "unsupported operand type(s) for *: 'float' and 'NoneType'").starts_with("One side is None."));
    CHECK(hint_for("tensorflow.python.framework.errors_impl.InvalidArgumentError", "Incompatible shapes: [2] vs. [3]").starts_with("Shapes are compared"));
    CHECK(hint_for("TypeError", "unsupported operand type(s) for +: 'int' and 'str'").empty());
    CHECK(hint_for("KeyError", "'a'").empty());
}
