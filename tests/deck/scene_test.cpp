#include "ui/deck/scene.h"

#include <catch2/catch_test_macros.hpp>

#include <array>

#include "lessons/recording/number_text.h"
#include "lessons/recording/writer.h"
#include "tests/recording/sample_recording.h"

using namespace tapedeck;

namespace {

Scene scene_of(const Recording& recording, uint32_t tape, ValuesMode mode = ValuesMode::Values, Flow flow = Flow::right) {
    Scene scene(tape, mode, flow);
    scene.extend(recording);
    return scene;
}

SceneNow at(const Scene& scene, const Recording& recording, uint32_t step) { return scene_at(scene, recording, state_at(recording, step)); }

/// The step just after the n-th (from 0) event of a type, at or after `from`.
uint32_t step_after(const Recording& recording, EventType type, int n = 0, uint32_t from = 0) {
    for (uint32_t e = from; e < recording.size(); ++e)
        if (recording.events[e].type == type && n-- == 0) return e + 1;
    FAIL("no such event");
    return 0;
}

uint32_t op_node(const Recording& recording, const Scene& scene, std::string_view name) {
    for (uint32_t n = 0; n < scene.nodes().size(); ++n)
        if (scene.nodes()[n].kind == SceneKind::op && recording.op_name(scene.nodes()[n].op) == name) return n;
    FAIL("no node " << name);
    return kNone;
}

std::string gradient_text(const Recording& recording, const SceneNow& now, uint32_t node) {
    return now.gradients[node] == kNone ? "none" : tensor_text(recording, now.gradients[node]);
}

/// A small program written by hand: one variable of three floats, a tape, and what the test applies.
struct Program {
    Program() {
        out.begin("x = tf.Variable([1., 2., 3.])\n", 0, "test");
        const float v[] = {1, 2, 3};
        initial = out.tensor(ValueType::float32, three, v);
        handle = out.tensor(ValueType::resource, three, nullptr);
        variable = out.variable_made("Variable:0", ValueType::float32, three, true, handle, initial);
        out.name_bound_to_variable("x", variable);
        read_def = out.op_def("read_variable", "ReadVariableOp", "y = the variable's value", "", true);
        tape = out.tape_opened(false, true);
    }
    uint32_t read() {
        out.tape_watched(tape, handle, true);
        const float v[] = {1, 2, 3};
        const uint32_t value = out.tensor(ValueType::float32, three, v);
        const std::array inputs{handle}, outputs{value};
        out.variable_read(variable, read_def, inputs, outputs, holds());
        return value;
    }
    uint32_t op(const char* name, bool differentiable, uint32_t input, bool recorded = true, ValueType type = ValueType::float32) {
        const uint32_t def = out.op_def(name, name, "y = f(x)", differentiable ? "x̄ = ȳ" : "", differentiable);
        const float f[] = {1, 2, 3};
        const int32_t i[] = {1, 2, 3};
        const uint32_t value = type == ValueType::float32 ? out.tensor(type, three, f) : out.tensor(type, three, i);
        const std::array inputs{input}, outputs{value};
        if (recorded)
            out.op_applied(def, "", inputs, outputs, holds());
        else
            out.op_applied(def, "", inputs, outputs);
        return value;
    }
    std::span<const TapeHolds> holds() {
        hold = {tape, bytes += 12};
        return {&hold, 1};
    }
    Recording recording() {
        out.ended({});
        Recording r;
        r.append(out.take());
        r.finish();
        REQUIRE(r.problem() == "");
        return r;
    }

    const std::array<int64_t, 1> three{3};
    RecordingWriter out;
    uint32_t initial, handle, variable, read_def, tape;
    uint64_t bytes = 0;
    TapeHolds hold{};
};

}  // namespace

TEST_CASE("a tape's scene has its ops, variables and constants, with reads folded into the variables", "[scene]") {
    const Recording recording = sample_recording();
    const Scene scene = scene_of(recording, 0);
    std::vector<std::string> titles, labels;
    for (const SceneNode& node : scene.nodes()) {
        titles.emplace_back(node_title(recording, node));
        labels.push_back(node_label(recording, node, ValuesMode::Values));
    }
    CHECK(titles == std::vector<std::string>{"variable", "constant", "matmul", "variable", "add", "constant", "subtract", "square", "reduce_mean"});
    CHECK(labels == std::vector<std::string>{"w 1×1, watched", "x 3×1", "3×1", "b 1, watched", "predictions", "y 3×1", "3×1", "3×1", "loss"});
    // The ops that worked out the gradient are not there, nor are those of the next training step.
    CHECK(scene.node_of_tensor(recording.inputs(scene.nodes()[op_node(recording, scene, "matmul")].op)[1]) == 0);
    for (const SceneNode& node : scene.nodes())
        if (node.kind == SceneKind::op) CHECK(node.recorded);
}

TEST_CASE("gradients are there from the step on which they arrive", "[scene]") {
    const Recording recording = sample_recording();
    const Scene scene = scene_of(recording, 0);
    const uint32_t mean = op_node(recording, scene, "reduce_mean"), square = op_node(recording, scene, "square"), subtract = op_node(recording, scene, "subtract");

    const SceneNow forward = at(scene, recording, step_after(recording, EventType::tape_paused));
    for (uint32_t n = 0; n < scene.nodes().size(); ++n) CHECK(forward.gradients[n] == kNone);
    CHECK_FALSE(forward.backward);

    const SceneNow first = at(scene, recording, step_after(recording, EventType::backward_step_ended, 0));
    CHECK(gradient_text(recording, first, mean) == "1");
    CHECK(gradient_text(recording, first, square) == "[⅓, ⅓, ⅓]");
    CHECK(gradient_text(recording, first, subtract) == "none");

    const SceneNow second = at(scene, recording, step_after(recording, EventType::backward_step_ended, 1));
    CHECK(gradient_text(recording, second, subtract) == "[−1, −2, −3]");
    CHECK(second.active == square);
    CHECK(second.backward);
    REQUIRE(second.moves.size() == 1);
    CHECK(scene.layout().lines()[second.moves[0].line].from == subtract);
    CHECK(local_formula(recording, second.state.backward_step, 0) == "⅓ · 2 · (−1.5) = −1");

    const SceneNow last = at(scene, recording, step_after(recording, EventType::gradient_given, 1));
    CHECK(gradient_text(recording, last, scene.node_of_variable(0)) == "−14");
    CHECK(gradient_text(recording, last, scene.node_of_variable(1)) == "−6");
}

TEST_CASE("a gradient that is only an input of the picture, not of the tape, does not move", "[scene]") {
    const Recording recording = sample_recording();
    const Scene scene = scene_of(recording, 0);
    const SceneNow now = at(scene, recording, step_after(recording, EventType::backward_step_ended, 2));   // of subtract
    const uint32_t y = 5;
    REQUIRE(node_label(recording, scene.nodes()[y], ValuesMode::Values) == "y 3×1");
    CHECK(now.gradients[y] == kNone);
    for (const GradientMove& move : now.moves) CHECK(scene.layout().lines()[move.line].from != y);
    for (size_t l = 0; l < scene.layout().lines().size(); ++l) CHECK(scene.cut(l) == Cut::none);
}

TEST_CASE("inside a backward step the forward op is active, not the ops that work out the gradient", "[scene]") {
    const Recording recording = sample_recording();
    const Scene scene = scene_of(recording, 0);
    const uint32_t began = step_after(recording, EventType::backward_step_began, 1), ended = step_after(recording, EventType::backward_step_ended, 1);
    REQUIRE(ended > began + 1);
    for (uint32_t step = began; step <= ended; ++step) CHECK(at(scene, recording, step).active == op_node(recording, scene, "square"));
}

TEST_CASE("the scene of a later tape is the same picture with other numbers", "[scene]") {
    const Recording recording = sample_recording();
    const Scene first = scene_of(recording, 0), third = scene_of(recording, 2);
    REQUIRE(first.nodes().size() == third.nodes().size());
    for (size_t n = 0; n < first.nodes().size(); ++n) {
        CHECK(first.nodes()[n].kind == third.nodes()[n].kind);
        CHECK(first.layout().places()[n].y == third.layout().places()[n].y);
    }
}

TEST_CASE("before any tape the scene shows what has been made and named", "[scene]") {
    const Recording recording = sample_recording();
    const Scene scene = scene_of(recording, kNone);
    CHECK(scene.nodes().size() == 4);   // w, b, x, y
    for (const LayoutPlace& place : scene.layout().places()) CHECK(place.placed);
}

TEST_CASE("a connection is cut where no gradient can pass", "[scene]") {
    Program program;
    const uint32_t x = program.read();
    SECTION("by an op without a gradient") {
        program.op("argmax", false, program.op("square", true, x), true, ValueType::int32);
        const Recording recording = program.recording();
        const Scene scene = scene_of(recording, 0);
        CHECK(scene.cut(0) == Cut::none);
        CHECK(scene.cut(1) == Cut::not_differentiable);
    }
    SECTION("by stop_gradient, once: what follows it hangs on nothing") {
        program.op("square", true, program.op("stop_gradient", false, x));
        const Recording recording = program.recording();
        const Scene scene = scene_of(recording, 0);
        CHECK(scene.cut(0) == Cut::stop_gradient);
        CHECK(scene.cut(1) == Cut::none);
        CHECK_FALSE(scene.nodes()[op_node(recording, scene, "square")].connected);
    }
    SECTION("by a cast to whole numbers") {
        program.op("cast", true, x, true, ValueType::int32);
        CHECK(scene_of(program.recording(), 0).cut(0) == Cut::cast);
    }
    SECTION("by an op that the tape did not record") {
        program.op("square", true, x, false);
        const Recording recording = program.recording();
        const Scene scene = scene_of(recording, 0);
        CHECK_FALSE(scene.nodes()[op_node(recording, scene, "square")].recorded);
        CHECK(scene.cut(0) == Cut::not_recorded);
    }
}

TEST_CASE("a value that went through NumPy hangs on its tensor by a cut", "[scene]") {
    Program p;
    const uint32_t x = p.read();
    const uint32_t y = p.op("square", true, x);
    p.out.left(y, ".numpy()");
    const float v[] = {1, 4, 9};
    const uint32_t back = p.out.tensor(ValueType::float32, p.three, v);
    p.out.tensor_made(back, y);
    const uint32_t z = p.op("square", true, back, false);
    const Recording recording = p.recording();
    const Scene scene = scene_of(recording, 0);
    const uint32_t node = scene.node_of_tensor(back);
    REQUIRE(node != kNone);
    CHECK(scene.nodes()[node].kind == SceneKind::constant);
    REQUIRE(scene.lines(node).size() == 1);
    CHECK(scene.lines(node)[0].from == scene.node_of_tensor(y));
    CHECK(scene.cut(scene.nodes()[node].first_line) == Cut::left_tensorflow);
    CHECK(node_sentence(recording, scene, at(scene, recording, recording.size()), node).find("went through NumPy") != std::string::npos);
    CHECK_FALSE(scene.nodes()[scene.node_of_tensor(z)].connected);
}

TEST_CASE("a variable that is read again after an assign is another node", "[scene]") {
    Program program;
    const uint32_t before = program.read();
    const float v[] = {4, 5, 6};
    const uint32_t after = program.out.tensor(ValueType::float32, program.three, v);
    program.out.variable_assigned(program.variable, program.initial, after, "assign");
    const uint32_t again = program.read();
    program.op("square", true, before);
    program.op("square", true, again);
    const Recording recording = program.recording();
    const Scene scene = scene_of(recording, 0);
    CHECK(scene.node_of_tensor(before) != scene.node_of_tensor(again));
    CHECK(scene.node_of_variable(0) == scene.node_of_tensor(again));
}

TEST_CASE("the error recording shows where the gradient of argmax is lost, in words too", "[scene]") {
    const Recording recording = sample_error_recording();
    const Scene scene = scene_of(recording, 0);
    const uint32_t argmax = op_node(recording, scene, "argmax");
    CHECK(scene.cut(scene.nodes()[argmax].first_line) == Cut::not_differentiable);
    const std::string words = node_sentence(recording, scene, at(scene, recording, recording.size()), argmax);
    CHECK(words.find("this op has no gradient") != std::string::npos);
    const SceneNow end = at(scene, recording, recording.size());
    CHECK(end.is_none[scene.node_of_variable(0)]);
    CHECK(node_sentence(recording, scene, end, scene.node_of_variable(0)).ends_with("watched, gradient None"));
    CHECK_FALSE(at(scene, recording, step_after(recording, EventType::gradient_asked)).is_none[scene.node_of_variable(0)]);
}

TEST_CASE("a growing recording extends the scene without moving it", "[scene]") {
    const std::vector<uint8_t> bytes = sample_recording_bytes();
    const Scene whole = scene_of(sample_recording(), 0);
    Recording recording;
    std::unique_ptr<Scene> scene;
    for (size_t begin = 0; begin < bytes.size(); begin += 97) {
        recording.append(std::span(bytes).subspan(begin, std::min<size_t>(97, bytes.size() - begin)));
        if (recording.tapes.empty()) continue;
        if (scene == nullptr) scene = std::make_unique<Scene>(0, ValuesMode::Values, Flow::right);
        scene->extend(recording);
        for (size_t n = 0; n < scene->nodes().size(); ++n) {
            if (!scene->layout().places()[n].placed) continue;
            CHECK(scene->layout().places()[n].x == whole.layout().places()[n].x);
            CHECK(scene->layout().places()[n].y == whole.layout().places()[n].y);
        }
    }
    REQUIRE(scene != nullptr);
    CHECK(scene->nodes().size() == whole.nodes().size());
}

TEST_CASE("small tensors are numbers, larger ones heat maps, and what was not kept says so", "[scene]") {
    RecordingWriter out({.small_bytes = 64, .medium_bytes = 128, .budget_bytes = 1000, .pins = {}});
    out.begin("", 0, "test");
    const std::array<int64_t, 2> column{3, 1}, matrix{2, 3}, wide{1, 12}, large{8, 8};
    std::vector<float> values(64, 0.25f);
    const uint32_t a = out.tensor(ValueType::float32, column, values.data()), b = out.tensor(ValueType::float32, matrix, values.data()),
                   c = out.tensor(ValueType::float32, wide, values.data()), d = out.tensor(ValueType::float32, large, values.data());
    for (const uint32_t t : {a, b, c, d}) out.tensor_made(t);
    out.ended({});
    Recording recording;
    recording.append(out.take());
    REQUIRE(recording.finish());
    CHECK(value_box(recording, a).form == ValueBox::Form::numbers);
    CHECK(value_box(recording, a).rows == 3);
    CHECK(value_box(recording, b).columns == 3);
    CHECK(value_box(recording, c).form == ValueBox::Form::heat_map);
    CHECK(recording.tensors[d].kept == ValueKept::summary);
    CHECK(value_box(recording, d).form == ValueBox::Form::heat_map);
}

TEST_CASE("an op of several outputs shows them all, each with its gradient, below or beside each other", "[scene]") {
    Program p;
    const uint32_t x = p.read(), def = p.out.op_def("split", "Split", "y = parts of x", "x̄ = parts of ȳ joined", true);
    const std::array<int64_t, 1> one{1};
    std::array<uint32_t, 6> parts{};
    for (size_t i = 0; i < parts.size(); ++i) {
        const float v = static_cast<float>(i + 1);
        parts[i] = p.out.tensor(ValueType::float32, one, &v);
    }
    const std::array inputs{x};
    p.out.op_applied(def, "", inputs, parts, p.holds());
    const Recording r = p.recording();
    const Scene right = scene_of(r, 0), down = scene_of(r, 0, ValuesMode::Values, Flow::down), shapes = scene_of(r, 0, ValuesMode::Shapes);
    const uint32_t node = op_node(r, right, "split");
    REQUIRE(right.more_outputs(node).size() == kMoreOutputs);
    CHECK(right.more_outputs(node)[0].tensor == parts[1]);
    CHECK(shapes.more_outputs(node).empty());
    for (const uint32_t part : parts) CHECK(right.node_of_tensor(part) == node);
    // Room for each value and for the gradient that may come.
    const float height = right.layout().blocks()[node].height, box = right.value_box(node).height;
    CHECK(height >= kLabelHeight + kPillHeight + kUnderPill + 2 * (1 + kMoreOutputs) * box + (1 + 2 * kMoreOutputs) * kBetweenBoxes - 0.5f);
    CHECK(down.layout().blocks()[node].width > 2 * (1 + kMoreOutputs) * down.value_box(node).width);
    const std::string words = node_sentence(r, right, at(right, r, r.size()), node);
    CHECK(words.find("output 2 2") != std::string::npos);
    CHECK(words.find("and 2 more outputs") != std::string::npos);
}
