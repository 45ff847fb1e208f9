#include "ui/deck/functions_view.h"

#include <catch2/catch_test_macros.hpp>

#include <array>
#include <fstream>
#include <sstream>

#include "lessons/recording/check.h"
#include "lessons/recording/text_form.h"
#include "lessons/recording/writer.h"
#include "lessons/runtime/session.h"
#include "tests/ui/null_platform.h"

using namespace tapedeck;

namespace {

/// The recording of tests/deck/retrace.py, whose functions are traced again, made by the runner itself.
const std::vector<uint8_t>& retrace_bytes() {
    static const std::vector<uint8_t> bytes = [] {
        std::ifstream file("tests/deck/retrace.py");
        std::stringstream text;
        text << file.rdbuf();
        RunRequest request;
        request.run_id = 1;
        request.code = text.str();
        request.budgets.time_s = 20;
        std::vector<uint8_t> out;
        SessionHost host;
        host.send = [&](Message m) { out.insert(out.end(), m.bytes.begin(), m.bytes.end()); };
        run_session(request, host);
        return out;
    }();
    return bytes;
}

const Recording& retrace() {
    static const Recording recording = [] {
        Recording r;
        r.append(retrace_bytes());
        r.finish();
        return r;
    }();
    return recording;
}

struct Played : Harness {
    Played() {
        app->open_program(retrace().source(), "retrace.py");
        settle();
        app->send(AppMessage{AppCommand::Run, 0, {}});
        settle();
        answer_run(retrace_bytes());
        app->send(PlayerMessage{PlayerCommand::Last});
        settle();
    }
    /// Of the nodes whose words begin so, how many there are.
    int count(std::string_view words) {
        int n = 0;
        for (const Node& node : app->semantic().nodes()) n += app->semantic().label(node).starts_with(words);
        return n;
    }
};

/// The scene of the tape, with these functions turned over.
Scene scene_of_tape(std::vector<std::string> turned = {}, Flow flow = Flow::right) {
    Scene scene(0, ValuesMode::Values, flow, std::move(turned));
    scene.extend(retrace());
    return scene;
}

uint32_t function_node(const Scene& scene) {
    for (uint32_t n = 0; n < scene.nodes().size(); ++n)
        if (scene.nodes()[n].kind == SceneKind::function) return n;
    FAIL("nothing is folded");
    return kNone;
}

}  // namespace

TEST_CASE("a program's traces, calls and passes are recorded, with what forced each trace", "[functions]") {
    const Recording& r = retrace();
    INFO(text_form(r));
    REQUIRE(r.is_whole());
    REQUIRE(check_recording(r).empty());
    REQUIRE(r.function_traces.size() == 4);
    CHECK(r.text(r.function_traces[0].signature) == "x: float32 (2,), power: 2");
    CHECK(r.text(r.function_traces[0].why) == "");
    CHECK(r.text(r.function_traces[1].why) == "x is float32 (3,) and was float32 (2,)");
    CHECK(r.text(r.function_traces[2].why) == "power is 3 and was 2");   // by the trace that is nearest, not by the last one
    CHECK(r.function_traces[2].number == 3);
    CHECK(r.text(r.function_traces[3].function) == "network");
    CHECK(r.function_traces[3].number == 1);
    CHECK(r.function_traces[0].calls.size() == 3);
    CHECK(r.function_traces[3].nodes > kFoldFrom);
    CHECK(r.function_traces[3].nodes_optimized < r.function_traces[3].nodes);
    CHECK(!r.function_traces[3].passes.empty());   // though it was traced under a tape
    // What Python printed lies in the trace, and before what is told of it.
    REQUIRE(!r.prints.empty());
    const uint32_t scope = r.scope_at(r.prints[0].event, "trace");
    REQUIRE(scope != kNone);
    CHECK(r.scopes[scope].left < r.function_traces[0].event);
    CHECK(r.scope_at(r.function_traces[0].event, "trace") == kNone);
}

TEST_CASE("a trace, a call and a trace again have their sentences", "[functions]") {
    const Recording& r = retrace();
    const auto sentence = [&](uint32_t event) { return plain_text(narrate(r, event + 1)); };
    const uint32_t first = r.scope_at(r.prints[0].event, "trace");
    CHECK(sentence(r.scopes[first].entered) == "scaled is traced: its Python runs now, on stand-ins for its arguments, and its ops become a graph.");
    CHECK(sentence(r.prints[0].event).ends_with(", while scaled is traced: a call that finds its graph does not print it again."));
    CHECK(context_line(r, r.prints[0].event + 1).starts_with("Tracing scaled · line 7 · "));
    CHECK(sentence(r.function_traces[0].event).starts_with("scaled has a graph for x: float32 (2,), power: 2: "));
    CHECK(sentence(r.function_calls[0].event) == "scaled runs its graph, without its Python.");
    for (const ScopeRow& scope : r.scopes)
        if (r.text(scope.kind) == "trace" && scope.left + 1 == r.function_traces[2].event)
            CHECK(sentence(scope.entered) == "scaled is traced again, because power is 3 and was 2: its Python runs once more.");
    CHECK(sentence(r.function_traces[2].event).find("its graph number 3") != std::string::npos);
}

TEST_CASE("a large function is one node with its inputs and its output, a small one a frame around its ops", "[functions]") {
    const Recording& r = retrace();
    const Scene scene = scene_of_tape();
    const uint32_t node = function_node(scene);
    CHECK(node_title(r, scene.nodes()[node]) == "network");
    CHECK(scene.nodes()[node].recorded);
    CHECK(scene.nodes()[node].connected);
    REQUIRE(scene.nodes()[node].inputs == 2);   // w and pair; its own constants are folded away
    CHECK(r.tensors[scene.nodes()[node].tensor].size == 1);
    REQUIRE(scene.frames().size() == 1);
    CHECK(r.text(r.scopes[scene.frames()[0].scope].name) == "scaled");
    for (const uint32_t op : {r.ops[r.tensors[scene.nodes()[node].tensor].producer].event}) CHECK(scene.node_of_op(r.events[op].index) == node);
    CHECK(scene.node_of_scope(scene.nodes()[node].scope) == node);
}

TEST_CASE("what is folded has a value when its call is over, a gradient when one came, and passes it on", "[functions]") {
    const Recording& r = retrace();
    const Scene scene = scene_of_tape();
    const uint32_t node = function_node(scene);
    const SceneNode& function = scene.nodes()[node];
    const uint32_t inside = function.event + 4;
    const SceneNow now = scene_at(scene, r, state_at(r, inside));
    CHECK(now.active == node);
    CHECK_FALSE(function.has_value(r, inside));
    CHECK(node_sentence(r, scene, now, node).find("value") == std::string::npos);
    const SceneNow end = scene_at(scene, r, state_at(r, r.size()));
    CHECK(function.has_value(r, r.size()));
    CHECK(end.gradients[node] != kNone);
    CHECK(r.element(end.gradients[node], 0) == 1);
    CHECK(end.passed[function.first_line + (scene.nodes()[scene.lines(node)[0].from].kind == SceneKind::variable ? 0 : 1)] == 1);
    CHECK(node_sentence(r, scene, end, node).starts_with("network, a function, folded: "));
}

TEST_CASE("folding and unfolding move nothing that came before, and the fold set alone decides", "[functions]") {
    const Recording& r = retrace();
    for (const Flow flow : {Flow::right, Flow::down}) {
        const Scene folded = scene_of_tape({}, flow), unfolded = scene_of_tape({"network"}, flow), again = scene_of_tape({}, flow), both = scene_of_tape({"scaled"}, flow);
        const uint32_t node = function_node(folded);
        CHECK(unfolded.nodes().size() > folded.nodes().size() + 8);
        CHECK(unfolded.frames().size() == 2);
        CHECK(again.nodes().size() == folded.nodes().size());
        CHECK(both.frames().empty());
        // Frames lie apart.
        const Layout::Bounds a = unfolded.frames()[0].bounds, b = unfolded.frames()[1].bounds;
        CHECK((flow == Flow::right ? a.y1 <= b.y0 : a.x1 <= b.x0));
        // Everything that "scaled" placed stands where it stood.
        for (uint32_t n = 0; n < node; ++n) {
            if (folded.nodes()[n].kind != SceneKind::op || folded.nodes()[n].event > folded.nodes()[node].event) continue;
            const uint32_t other = unfolded.node_of_op(folded.nodes()[n].op);
            REQUIRE(other != kNone);
            CHECK(folded.layout().places()[n].x == unfolded.layout().places()[other].x);
            CHECK(folded.layout().places()[n].y == unfolded.layout().places()[other].y);
        }
        // A recording that grows gives the same picture as one that is whole.
        Recording growing;
        Scene grown(0, ValuesMode::Values, flow);
        for (size_t at = 0; at < retrace_bytes().size(); at += 97) {
            growing.append(std::span(retrace_bytes()).subspan(at, std::min<size_t>(97, retrace_bytes().size() - at)));
            if (!growing.tapes.empty()) grown.extend(growing);
        }
        REQUIRE(grown.nodes().size() == folded.nodes().size());
        for (uint32_t n = 0; n < grown.nodes().size(); ++n) CHECK(grown.layout().places()[n].x == folded.layout().places()[n].x);
        (void)r;
    }
}

TEST_CASE("a function is unfolded by its button and folded by the key", "[functions]") {
    Played h;
    CHECK(h.count("network, a function, folded") == 1);
    CHECK(h.count("tanh") == 0);
    h.click(h.get(NodeRole::Button, "Unfold network"));
    h.settle();
    CHECK(h.count("network, a function, folded") == 0);
    CHECK(h.count("tanh of") == 4);
    const Node& button = h.get(NodeRole::Button, "Fold network");
    CHECK(h.app->semantic().hint(button) == "O");
    // The key turns the function of the node in view.
    for (const Node& node : h.app->semantic().nodes())
        if (h.app->semantic().label(node).starts_with("tanh of")) {
            h.app->semantic().request(node.id, Action::Press);
            break;
        }
    h.settle();
    h.type("o");
    h.settle();
    CHECK(h.count("network, a function, folded") == 1);
    // What is folded with it stays in view.
    CHECK((h.get(NodeRole::ListItem, "network, a function, folded…").states & state::kSelected) != 0);
}

TEST_CASE("the editor tells lines that ran only while tracing from those whose ops run at each call", "[functions]") {
    Played h;
    const auto says = [&](int line) {
        const std::string begin = "Line " + std::to_string(line) + ": ";
        for (const Node& node : h.app->semantic().nodes())
            if (const auto words = h.app->semantic().label(node); words.starts_with(begin)) return std::string(words.substr(begin.size()));
        return std::string();
    };
    CHECK(says(7) == "its Python ran only while the function was traced: once per signature");
    for (const int line : {8, 9, 14, 15, 16}) CHECK(says(line) == "its ops run at each call of the function");
    for (const int line : {3, 6, 13, 18, 19, 20, 25, 26}) CHECK(says(line) == "");
    h.editor().set_text("print(1)\n");
    h.app->send(AppMessage{AppCommand::CodeChanged, 0, {}});
    h.settle();
    CHECK(says(7) == "");
}

TEST_CASE("the list of functions says what each was traced for, why again, and how often it ran", "[functions]") {
    Played h;
    h.click(h.get(NodeRole::Tab, "Functions"));
    h.settle();
    h.get(NodeRole::ListItem, "scaled, 3 graphs, called 5 times");
    h.get(NodeRole::ListItem, "network, 1 graph, called once");
    const std::string first(h.app->semantic().label(h.get(NodeRole::ListItem, "scaled, graph 1…")));
    CHECK(first.starts_with("scaled, graph 1, for x: float32 (2,), power: 2, called 3 times, "));
    CHECK(first.find("8 nodes, 7 when optimised, traced in ") != std::string::npos);
    const Node& third = h.get(NodeRole::ListItem, "scaled, graph 3…");
    CHECK(h.app->semantic().label(third).starts_with("scaled, graph 3, for x: float32 (2,), power: 3, traced again because power is 3 and was 2, called once, "));
    CHECK((h.get(NodeRole::ListItem, "network, graph 1…").states & state::kSelected) != 0);
    CHECK(h.app->semantic().label(h.get(NodeRole::ListItem, "network, graph 1…")).find("when optimised") != std::string::npos);
    // A press goes to where it was traced.
    h.app->semantic().request(third.id, Action::Press);
    h.settle();
    const Recording& r = *h.app->state().recording;
    CHECK(h.app->state().player.position() == r.function_traces[2].event + 1);
    h.get(NodeRole::ListItem, "network, not traced yet");
    CHECK(h.app->semantic().label(h.get(NodeRole::ListItem, "scaled, graph 3…")).find(", not called yet, ") != std::string_view::npos);
    h.app->send(PlayerMessage{PlayerCommand::First});
    h.settle();
    h.get(NodeRole::ListItem, "scaled, graph 1, for x: float32 (2,), power: 2, not traced yet");
}

TEST_CASE("functions of one name are kept apart, and a program without functions has no list of them", "[functions]") {
    RecordingWriter w;
    w.begin("", 0, "");
    w.function_traced("f", "x: float32 ()", "", {.nodes = 3, .object = 0});
    w.function_traced("f", "x: float32 ()", "", {.nodes = 3, .object = 1});
    const uint32_t again = w.function_traced("f", "x: float32 (2,)", "x is float32 (2,) and was float32 ()", {.nodes = 3, .object = 0});
    w.function_called(again, {}, {});
    w.ended({});
    Recording r;
    r.append(w.take());
    REQUIRE(r.finish());
    CHECK(traces_by_function(r) == std::vector<std::vector<uint32_t>>{{0, 2}, {1}});
    CHECK(r.function_traces[2].number == 2);
    CHECK(trace_at(r, 0) == kNone);
    CHECK(trace_at(r, 2) == 1);
    CHECK(trace_at(r, r.size()) == 2);
    CHECK(calls_until(r, again, r.size()) == 1);
    CHECK(calls_until(r, again, 3) == 0);
    FunctionTraceRow facts;
    facts.nodes = 1;
    CHECK(trace_facts(facts) == "1 node");
    facts.nodes = 8, facts.nodes_optimized = 5, facts.trace_us = 1234, facts.optimize_us = 300;
    CHECK(trace_facts(facts) == "8 nodes, 5 when optimised, traced in 1.2 ms, optimised in 300 µs");

    Harness h;
    h.app->open_program("x = 1\n", "x.py");
    h.settle();
    h.app->send(AppMessage{AppCommand::Run, 0, {}});
    h.settle();
    RecordingWriter empty;
    empty.begin("x = 1\n", 0, "");
    empty.name_bound_to_text("x", "1");
    empty.ended({});
    h.answer_run(empty.take());
    h.settle();
    CHECK(h.has(NodeRole::Tab, "Names"));
    CHECK_FALSE(h.has(NodeRole::Tab, "Functions"));
}
