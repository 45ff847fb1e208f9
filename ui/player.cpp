#include "ui/player.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {

const char* granularity_name(Granularity g) {
  switch (g) {
    case Granularity::Event: return "event";
    case Granularity::Line: return "line";
    case Granularity::Op: return "op";
    case Granularity::Training: return "training step";
  }
  return "";
}

const std::vector<int64_t>* Stops::of(Granularity g) const {
  switch (g) {
    case Granularity::Line: return &line;
    case Granularity::Op: return &op;
    case Granularity::Training: return &training;
    case Granularity::Event: break;
  }
  return nullptr;
}

void Player::move_to(int64_t position) {
  position = std::clamp<int64_t>(position, 0, length_);
  last_direction_ = position > position_ ? 1 : position < position_ ? -1 : last_direction_;
  position_ = position;
}

void Player::set_length(int64_t events) {
  length_ = std::max<int64_t>(0, events);
  if (state_ == PlayState::Following || position_ > length_) position_ = length_;
}

void Player::restart() {
  length_ = position_ = 0;
  carried_ = 0;
  last_direction_ = 0;
  state_ = PlayState::Following;
}

int64_t Player::stop_from(int64_t from, int direction, const Stops& stops) const {
  const std::vector<int64_t>* list = stops.of(granularity_);
  if (list == nullptr) return std::clamp<int64_t>(from + direction, 0, length_);
  if (direction > 0) {
    const auto it = std::upper_bound(list->begin(), list->end(), from);
    return it == list->end() ? length_ : std::min(*it, length_);
  }
  const auto it = std::lower_bound(list->begin(), list->end(), from);
  return it == list->begin() ? 0 : *(it - 1);
}

bool Player::send(const PlayerMessage& message, const Stops& stops) {
  const int64_t position = position_;
  const PlayState state = state_;
  const double speed = speed_;
  const Granularity granularity = granularity_;
  switch (message.command) {
    case PlayerCommand::PlayPause:
      return send({state_ == PlayState::Playing ? PlayerCommand::Pause : PlayerCommand::Play}, stops);
    case PlayerCommand::Play:
      if (at_end()) move_to(0);             // play at the end starts over
      if (length_ > 0) state_ = PlayState::Playing;
      carried_ = 0;
      break;
    case PlayerCommand::Pause: state_ = PlayState::Paused; break;
    case PlayerCommand::Follow:
      state_ = PlayState::Following;
      move_to(length_);
      break;
    case PlayerCommand::Step:
    case PlayerCommand::StepBack:
      state_ = PlayState::Paused;
      move_to(stop_from(position_, message.command == PlayerCommand::Step ? 1 : -1, stops));
      break;
    case PlayerCommand::Jump:
      if (state_ == PlayState::Following) state_ = PlayState::Paused;
      move_to(std::isfinite(message.value) ? static_cast<int64_t>(std::clamp(message.value, 0.0, 9e15)) : position_);
      break;
    case PlayerCommand::First:
      state_ = PlayState::Paused;
      move_to(0);
      break;
    case PlayerCommand::Last:
      state_ = PlayState::Paused;
      move_to(length_);
      break;
    case PlayerCommand::Speed:
      if (std::isfinite(message.value)) speed_ = std::clamp(message.value, 0.1, 100.0);
      break;
    case PlayerCommand::StepBy:
      if (message.value >= 0 && message.value < kGranularities) granularity_ = static_cast<Granularity>(static_cast<int>(message.value));
      break;
  }
  return position != position_ || state != state_ || speed != speed_ || granularity != granularity_;
}

bool Player::advance(double seconds, const Stops& stops) {
  if (state_ != PlayState::Playing) return false;
  carried_ += seconds * speed_ * kStepsPerSecond;
  const int64_t before = position_;
  while (carried_ >= 1 && !at_end()) {
    carried_ -= 1;
    move_to(stop_from(position_, 1, stops));
  }
  if (at_end()) state_ = PlayState::Paused;
  return position_ != before;
}

double Player::due_in() const {
  if (state_ != PlayState::Playing || at_end()) return -1;
  return std::max(0.0, (1 - carried_) / (speed_ * kStepsPerSecond));
}

}  // namespace tapedeck
