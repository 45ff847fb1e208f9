#include <catch2/catch_test_macros.hpp>

#include "tests/recording/sample_recording.h"
#include "ui/deck/inspector_view.h"
#include "ui/deck/tape_view.h"
#include "ui/deck/variables_view.h"

using namespace tapedeck;

TEST_CASE("a formula gives its inputs their names", "[inspector]") {
    const auto names = [](std::string_view formula, size_t inputs, std::string_view gradient = {}) {
        const FormulaNames n = formula_names(formula, gradient, inputs);
        std::string text = n.result + ":";
        for (const std::string& input : n.inputs) text += " " + input;
        return text;
    };
    CHECK(names("y = x²", 1) == "y: x");
    CHECK(names("z = x − y", 2) == "z: x y");
    CHECK(names("C = A · B", 2) == "C: A B");
    CHECK(names("y = sum(x) / n", 1) == "y: x");
    CHECK(names("y = min(max(x, low), high)", 3) == "y: x low high");
    CHECK(names("", 2) == "result: input 1 input 2");
    CHECK(names("y = sum of x", 1) == "y: x");
    CHECK(names("y = (e^x - e^-x) / 2", 1) == "y: x");
    CHECK(names("y = value over scale", 2, "dvalue = dy / scale, dscale = -dy") == "y: value scale");
    CHECK(formula_names("z = x + y", "dx = dz, dy = dz", 2).with_d);
    CHECK_FALSE(formula_names("z = x + y", "x̄ = z̄, ȳ = z̄", 2).with_d);
}

TEST_CASE("a formula is set as in print", "[inspector]") {
    CHECK(formula_text("dx = -dy * 2 * x^2") == "dx = −dy · 2 · x²");
    CHECK(formula_text("dA = dC · B^T, dB = A^T · dC") == "dA = dC · Bᵀ, dB = Aᵀ · dC");
    CHECK(formula_text("dx = dz where x <= y, else 0; log-like") == "dx = dz where x ≤ y, else 0; log-like");
}

TEST_CASE("a None says why, in words that say what to do", "[inspector]") {
    const Recording recording = sample_error_recording();
    REQUIRE(recording.gradient_results.size() == 1);
    CHECK(why_none(recording, 0) == "None: argmax on line 5 has no gradient: a small change of its input does not change its result. Use an op that changes smoothly.");
}

TEST_CASE("the source of an event is the expression, not the line", "[inspector]") {
    const Recording recording = sample_recording();
    for (uint32_t op = 0; op < recording.ops.size(); ++op)
        if (recording.op_name(op) == "square") {
            CHECK(source_expression(recording, recording.ops[op].event) == "tf.square(predictions - y)");
            return;
        }
    FAIL("no square");
}

TEST_CASE("an assign is a sentence with before and after", "[variables]") {
    const Recording recording = sample_recording();
    CHECK(assign_sentence(recording, 0, 1) == "assign 1 of 10 by SGD, line 15: 0.5 → 1.9");
}

TEST_CASE("the selection moves along the edges of the tape", "[tape]") {
    const Recording recording = sample_recording();
    Scene scene(0, ValuesMode::Values, Flow::right);
    scene.extend(recording);
    // variable w, constant x, matmul, variable b, add, constant y, subtract, square, reduce_mean
    CHECK(neighbour(scene, 7, Toward::inputs) == 6);
    CHECK(neighbour(scene, 6, Toward::users) == 7);
    CHECK(neighbour(scene, 8, Toward::users) == kNone);
    CHECK(neighbour(scene, 1, Toward::down) == 0);
    CHECK(neighbour(scene, 0, Toward::inputs) == kNone);
}

TEST_CASE("the tape's line counts what the learner wrote", "[tape]") {
    const Recording recording = sample_recording();
    uint32_t asked = 0;
    while (recording.events[asked].type != EventType::gradient_asked) ++asked;
    SceneNow now;
    now.state = state_at(recording, asked);
    const std::string line = tape_line(recording, now);
    CHECK(line.starts_with("tape 1 · 5 ops recorded · holds "));
    now.state = state_at(recording, recording.size());
    CHECK(tape_line(recording, now) == "tape 5 · 5 ops recorded · spent, holds nothing");
}
