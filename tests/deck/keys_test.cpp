#include <catch2/catch_test_macros.hpp>

#include "tests/recording/sample_recording.h"
#include "tests/ui/null_platform.h"
#include "ui/deck/deck.h"
#include "ui/deck/deck_state.h"
#include "ui/keys.h"

using namespace tapedeck;

namespace {

/// A player of 100 events with a training step every 20, and what a key does to its position.
struct Deck {
    AppState state;
    Deck() {
        state.player.set_length(100);
        for (int64_t e = 0; e <= 100; ++e) {
            if (e % 2 == 0) state.stops.op.push_back(e);
            if (e % 20 == 0) state.stops.training.push_back(e);
        }
        state.player.send({PlayerCommand::Jump, 50}, state.stops);
    }
    int64_t press(ImGuiKey key, bool shift = false) { return act(act_of_key(key, shift)); }
    int64_t type(char character) { return act(act_of_character(static_cast<ImWchar>(character))); }
    int64_t act(KeyAct act) {
        std::vector<PlayerMessage> messages;
        deck_act_commands(state, act, messages);
        for (const PlayerMessage& message : messages) state.player.send(message, state.stops);
        return state.player.position();
    }
};

}  // namespace

TEST_CASE("arrows step by the chosen size, with Shift by training step", "[keys]") {
    Deck deck;
    REQUIRE(deck.state.player.granularity() == Granularity::Op);
    CHECK(deck.press(ImGuiKey_RightArrow) == 52);
    CHECK(deck.press(ImGuiKey_LeftArrow) == 50);
    CHECK(deck.press(ImGuiKey_RightArrow, true) == 60);
    CHECK(deck.press(ImGuiKey_LeftArrow, true) == 40);
    CHECK(deck.state.player.granularity() == Granularity::Op);
    CHECK(deck.press(ImGuiKey_RightArrow) == 42);
}

TEST_CASE("Home and End go to the ends, Space plays and pauses", "[keys]") {
    Deck deck;
    CHECK(deck.press(ImGuiKey_Home) == 0);
    deck.press(ImGuiKey_Space);
    CHECK(deck.state.player.play_state() == PlayState::Playing);
    deck.press(ImGuiKey_Space);
    CHECK(deck.state.player.play_state() == PlayState::Paused);
    CHECK(deck.press(ImGuiKey_End) == 100);
}

TEST_CASE("brackets change the speed by one notch and stop at the ends", "[keys]") {
    Deck deck;
    REQUIRE(deck.state.player.speed() == 1);
    deck.type(']');
    CHECK(deck.state.player.speed() == 2);
    deck.type('[');
    deck.type('[');
    CHECK(deck.state.player.speed() == 0.5);
    for (int i = 0; i < 20; ++i) deck.type(']');
    const double fastest = deck.state.player.speed();
    deck.type(']');
    CHECK(deck.state.player.speed() == fastest);
}

TEST_CASE("digits choose the size of a step", "[keys]") {
    Deck deck;
    for (const auto& [digit, granularity] : {std::pair{'1', Granularity::Event}, std::pair{'2', Granularity::Line}, std::pair{'3', Granularity::Op}, std::pair{'4', Granularity::Training}}) {
        deck.type(digit);
        CHECK(deck.state.player.granularity() == granularity);
    }
}

TEST_CASE("other keys are left to others", "[keys]") {
    CHECK(act_of_key(ImGuiKey_A, false) == KeyAct::None);
    CHECK(act_of_character('x') == KeyAct::None);
    Deck deck;
    std::vector<PlayerMessage> messages;
    for (const KeyAct act : {KeyAct::None, KeyAct::Fit, KeyAct::Help, KeyAct::Leave}) CHECK_FALSE(deck_act_commands(deck.state, act, messages));
    CHECK(messages.empty());
}

TEST_CASE("no key asks for two acts, and each act has one sign", "[keys]") {
    for (const KeyLine& line : key_lines())
        for (const KeyBinding& binding : line.bindings) {
            if (binding.act == KeyAct::None) continue;
            INFO(line.shown << " " << line.words);
            CHECK((binding.key != ImGuiKey_None || !binding.characters.empty()));
            if (binding.key != ImGuiKey_None) CHECK(act_of_key(binding.key, binding.shift) == binding.act);
            for (const char c : binding.characters) CHECK(act_of_character(static_cast<ImWchar>(c)) == binding.act);
            CHECK(key_sign(binding.act) == std::string_view(binding.sign));
        }
}

TEST_CASE("every line of the help does what it says", "[keys]") {
    Harness h;
    h.app->open_program("import tensorflow as tf\n", "loop.py");
    h.settle();
    h.app->send(AppMessage{AppCommand::Run, 0, {}});
    h.settle();
    h.answer_run(sample_recording_bytes());
    const AppState& state = h.app->state();
    // What a key may change, as one text.
    const auto picture = [&] {
        const Camera& c = state.deck->target;
        return std::to_string(state.player.position()) + " " + std::to_string(static_cast<int>(state.player.play_state())) + " " + std::to_string(state.player.speed()) + " " +
               granularity_name(state.player.granularity()) + " " + std::to_string(c.zoom) + " " + std::to_string(state.help_open) + " " + std::to_string(state.selection.number);
    };
    for (const KeyLine& line : key_lines())
        for (const KeyBinding& binding : line.bindings) {
            if (binding.act == KeyAct::None || binding.act == KeyAct::Turn) continue;   // this program has no function: functions_test.cpp
            // A place from which every act leads somewhere else.
            h.app->send(PlayerMessage{PlayerCommand::Pause});
            h.app->send(PlayerMessage{PlayerCommand::Jump, static_cast<double>(state.player.length()) / 2});
            h.app->send(PlayerMessage{PlayerCommand::Speed, 1});
            h.app->send(PlayerMessage{PlayerCommand::StepBy, binding.act == KeyAct::ByOp ? 0.0 : 2.0});
            if (binding.act == KeyAct::Leave) h.app->send(AppMessage{AppCommand::SelectTensor, 0, {}});
            h.settle();
            h.type(binding.act == KeyAct::Fit ? "0+" : "0");
            h.settle();
            const std::string before = picture();
            if (binding.key != ImGuiKey_None) h.key(binding.key, binding.shift ? ImGuiMod_Shift : 0);
            else h.type(binding.characters.substr(0, 1));
            INFO(line.shown << ": " << binding.sign << " of " << line.words);
            CHECK(picture() != before);
            if (state.help_open) h.key(ImGuiKey_Escape);
        }
}
