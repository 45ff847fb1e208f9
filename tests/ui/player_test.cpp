#include "ui/player.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include <cmath>

using namespace tapedeck;

namespace {

const Stops kStops{.line = {2, 5, 9}, .op = {3, 4, 8}, .training = {1, 6}};

Player player_of(int64_t length) {
  Player p;
  p.restart();
  p.set_length(length);
  p.send({PlayerCommand::First}, kStops);
  return p;
}

int64_t walk(Player& p, PlayerCommand command) {
  p.send({command}, kStops);
  return p.position();
}

}  // namespace

TEST_CASE("a step goes to the next stop of the chosen kind, and back again") {
  Player p = player_of(10);
  REQUIRE(p.granularity() == Granularity::Op);
  CHECK(walk(p, PlayerCommand::Step) == 3);
  CHECK(walk(p, PlayerCommand::Step) == 4);
  CHECK(walk(p, PlayerCommand::Step) == 8);
  CHECK(walk(p, PlayerCommand::Step) == 10);
  CHECK(walk(p, PlayerCommand::Step) == 10);
  CHECK(walk(p, PlayerCommand::StepBack) == 8);
  p.send({PlayerCommand::StepBy, static_cast<double>(Granularity::Training)}, kStops);
  CHECK(walk(p, PlayerCommand::StepBack) == 6);
  CHECK(walk(p, PlayerCommand::StepBack) == 1);
  CHECK(walk(p, PlayerCommand::StepBack) == 0);
  CHECK(walk(p, PlayerCommand::StepBack) == 0);
  p.send({PlayerCommand::StepBy, static_cast<double>(Granularity::Event)}, kStops);
  CHECK(walk(p, PlayerCommand::Step) == 1);
}

TEST_CASE("a player that follows stays at the end while the recording grows, until somebody steps") {
  Player p;
  p.restart();
  CHECK(p.play_state() == PlayState::Following);
  p.set_length(4);
  CHECK(p.position() == 4);
  walk(p, PlayerCommand::StepBack);
  CHECK(p.play_state() == PlayState::Paused);
  CHECK(p.position() == 3);
  p.set_length(20);
  CHECK(p.position() == 3);
  CHECK(walk(p, PlayerCommand::Follow) == 20);
}

TEST_CASE("playing steps at its speed and pauses at the end") {
  Player p = player_of(10);
  CHECK_FALSE(p.advance(1, kStops));
  p.send({PlayerCommand::Play}, kStops);
  CHECK(p.due_in() == Catch::Approx(1 / kStepsPerSecond));
  CHECK_FALSE(p.advance(0.4 / kStepsPerSecond, kStops));
  CHECK(p.advance(0.7 / kStepsPerSecond, kStops));
  CHECK(p.position() == 3);
  p.send({PlayerCommand::Speed, 4}, kStops);
  CHECK(p.advance(0.5 / kStepsPerSecond, kStops));
  CHECK(p.position() == 8);
  CHECK(p.advance(10, kStops));
  CHECK(p.position() == 10);
  CHECK(p.play_state() == PlayState::Paused);
  CHECK(p.due_in() < 0);
  p.send({PlayerCommand::PlayPause}, kStops);
  CHECK(p.position() == 0);
  CHECK(p.play_state() == PlayState::Playing);
}

TEST_CASE("no command leads out of the recording") {
  Player p = player_of(10);
  for (const double value : {-5.0, 1e300, std::nan(""), HUGE_VAL, -HUGE_VAL, 7.9}) {
    p.send({PlayerCommand::Jump, value}, kStops);
    CHECK(p.position() >= 0);
    CHECK(p.position() <= 10);
    p.send({PlayerCommand::Speed, value}, kStops);
    CHECK(p.speed() > 0);
    CHECK(p.speed() <= 100);
    p.send({PlayerCommand::StepBy, value}, kStops);
  }
  p.set_length(3);
  CHECK(p.position() <= 3);
  Player empty;
  CHECK_FALSE(empty.send({PlayerCommand::Play}, {}));
  CHECK(empty.play_state() == PlayState::Paused);
}
