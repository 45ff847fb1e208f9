#include <catch2/catch_test_macros.hpp>

#include "ui/deck/deck.h"

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
    int64_t press(ImGuiKey key, bool shift = false) {
        std::vector<PlayerMessage> messages;
        deck_key_commands(state, {key, shift}, messages);
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
    deck.press(ImGuiKey_RightBracket);
    CHECK(deck.state.player.speed() == 2);
    deck.press(ImGuiKey_LeftBracket);
    deck.press(ImGuiKey_LeftBracket);
    CHECK(deck.state.player.speed() == 0.5);
    for (int i = 0; i < 20; ++i) deck.press(ImGuiKey_RightBracket);
    const double fastest = deck.state.player.speed();
    deck.press(ImGuiKey_RightBracket);
    CHECK(deck.state.player.speed() == fastest);
}

TEST_CASE("other keys are left to others", "[keys]") {
    Deck deck;
    std::vector<PlayerMessage> messages;
    CHECK_FALSE(deck_key_commands(deck.state, {ImGuiKey_A, false}, messages));
    CHECK(messages.empty());
}
