#include "ui/deck/deck.h"

#include <catch2/catch_test_macros.hpp>

#include "tests/recording/sample_recording.h"
#include "tests/ui/null_platform.h"

using namespace tapedeck;

namespace {

/// The app with the sample recording in its deck, at the step of the n-th event of a type.
struct Played : Harness {
    explicit Played(float width = 1440, float height = 900) : Harness(width, height) {
        app->open_program("import tensorflow as tf\n", "loop.py");
        settle();
        app->send(AppMessage{AppCommand::Run, 0, {}});
        settle();
        answer_run(sample_recording_bytes());
    }
    void go_to(EventType type, int n = 0) {
        const Recording& recording = *app->state().recording;
        for (uint32_t e = 0; e < recording.size(); ++e)
            if (recording.events[e].type == type && n-- == 0) {
                app->send(PlayerMessage{PlayerCommand::Jump, e + 1.0});
                settle();
                return;
            }
        FAIL("no such event");
    }
    std::string sentence() {
        const Node* node = app->semantic().find(node_id("deck.sentence"));
        REQUIRE(node != nullptr);
        return std::string(app->semantic().label(*node));
    }
    /// The node of the tape whose words begin so.
    const Node& tape_node(std::string_view words) {
        for (const Node& node : app->semantic().nodes())
            if (node.role == NodeRole::ListItem && app->semantic().label(node).starts_with(words)) return node;
        FAIL("no node of the tape begins with " << words);
        return app->semantic().nodes()[0];
    }
    std::string words(const Node& node) { return std::string(app->semantic().label(node)); }
    int64_t position() const { return app->state().player.position(); }
};

}  // namespace

TEST_CASE("the deck says in words what its picture shows", "[deck]") {
    Played h;
    h.go_to(EventType::backward_step_ended, 1);
    CHECK(h.sentence().find("square") != std::string::npos);
    CHECK(h.words(h.tape_node("subtract")) == "subtract of predictions and y, shape 3×1, value [−1.5, −3, −4.5], gradient so far [−1, −2, −3]");
    CHECK(h.words(h.tape_node("variable w")) == "variable w, shape 1×1, value 0.5, watched");
    CHECK((h.tape_node("square").states & state::kCurrent) != 0);
    CHECK(h.words(h.get(NodeRole::ListItem, "w, now 0.5…")).starts_with("w, now 0.5"));
    for (const char* button : {"To the beginning", "Step back", "Play", "Step", "To the end"}) CHECK(h.has(NodeRole::Button, button));
    const Node& timeline = h.get(NodeRole::Slider, "Timeline");
    CHECK(h.app->semantic().value(timeline).find(h.sentence()) != std::string::npos);
}

TEST_CASE("the future is said not to be there yet", "[deck]") {
    Played h;
    h.go_to(EventType::tape_watched);
    CHECK(h.words(h.tape_node("reduce_mean")) == "reduce_mean loss, not yet");
}

TEST_CASE("buttons, keys and the timeline move the same player", "[deck]") {
    Played h;
    h.go_to(EventType::tape_paused);
    const int64_t start = h.position();
    h.click(h.get(NodeRole::Button, "Step back"));
    CHECK(h.position() < start);
    h.key(ImGuiKey_RightArrow);
    CHECK(h.position() >= start - 2);
    h.click(h.get(NodeRole::Button, "To the beginning"));
    CHECK(h.position() == 0);
    h.key(ImGuiKey_End);
    CHECK(h.position() == h.app->state().player.length());
    const Rect tracks = h.get(NodeRole::Slider, "Timeline").rect;
    h.click_at({tracks.x + tracks.w / 2, tracks.center().y});
    CHECK(std::abs(h.position() - h.app->state().player.length() / 2) <= 1);
    h.drag({tracks.x + tracks.w / 2, tracks.center().y}, {tracks.x + 1, tracks.center().y});
    CHECK(h.position() <= 1);
}

TEST_CASE("a press on a node selects it, and the arrows go on along the edges", "[deck]") {
    Played h;
    h.go_to(EventType::tape_paused);
    h.click(h.tape_node("square"));
    REQUIRE(h.app->state().selection.kind == Selection::Kind::Tensor);
    const int64_t square = h.app->state().selection.number;
    const int64_t at = h.position();
    h.key(ImGuiKey_LeftArrow);   // the picture has the focus: the selection moves, not the player
    CHECK(h.position() == at);
    CHECK(h.app->state().selection.number != square);
    CHECK((h.tape_node("subtract").states & state::kSelected) != 0);
}

TEST_CASE("a variable's history is pressed to go to its assign", "[deck]") {
    Played h;
    h.click(h.get(NodeRole::ListItem, "b, now…"));
    CHECK(h.app->state().selection == Selection{Selection::Kind::Variable, 1});
}

TEST_CASE("a deck that nobody touches wants no frames", "[deck]") {
    Played h;
    h.go_to(EventType::backward_step_ended, 2);
    CHECK(h.frame() < 0);
    CHECK(h.frame(5) < 0);
}

TEST_CASE("the deck draws at every size it is asked to have", "[deck]") {
    for (const auto& [width, height] : {std::pair{1920.0f, 1080.0f}, std::pair{1024.0f, 700.0f}, std::pair{600.0f, 400.0f}, std::pair{390.0f, 844.0f}, std::pair{320.0f, 480.0f}}) {
        CAPTURE(width, height);
        Played h(width, height);
        h.go_to(EventType::backward_step_ended, 1);
        CHECK(h.has(NodeRole::Button, "Step"));
        CHECK(h.has(NodeRole::Slider, "Timeline"));
    }
}
