// The player: where in the recording we are, and the one list of commands that move it. Buttons, keys, the embed API and tests send
// these commands and nothing else changes a player. The event number is the only clock; seconds only say when the next step is due.
#pragma once

#include <cstdint>
#include <vector>

namespace tapedeck {

enum class PlayState : uint8_t {
  Paused,
  Playing,      ///< steps by itself, `speed` steps per second
  Following,    ///< stays at the newest event while the recording grows
};

/// What one step is. Each but Event has its list of stops: the events at which such a step ends.
enum class Granularity : uint8_t { Event, Line, Op, Training };
inline constexpr int kGranularities = 4;
const char* granularity_name(Granularity g);                  ///< "event", "line", "op", "training step"

enum class PlayerCommand : uint8_t {
  Play, Pause, PlayPause, Follow,
  Step, StepBack,                        ///< by the granularity
  Jump,                                  ///< to event `value`
  First, Last,
  Speed,                                 ///< to `value` times 1x
  StepBy,                                ///< granularity = Granularity(value)
};

struct PlayerMessage {
  PlayerCommand command;
  double value = 0;
};

/// The stops of each granularity, ascending event numbers. Made from a recording by whoever reads it (ui/app.cpp).
struct Stops {
  std::vector<int64_t> line, op, training;
  const std::vector<int64_t>* of(Granularity g) const;        ///< null for Event
};

/// Positions are counts of events: 0 is before the first event, n is after event number n - 1, so state_at(recording, position)
/// has seen exactly `position` events.
class Player {
 public:
  int64_t position() const { return position_; }
  int64_t length() const { return length_; }
  PlayState play_state() const { return state_; }
  double speed() const { return speed_; }
  Granularity granularity() const { return granularity_; }
  bool at_end() const { return position_ >= length_; }

  /// The recording grew (or was replaced by a longer one). While following, the position goes along.
  void set_length(int64_t events);
  /// A new recording begins: position 0, following, speed and granularity kept.
  void restart();

  /// Applies one command. Returns true if anything changed.
  bool send(const PlayerMessage& message, const Stops& stops);
  /// Time passes: plays what is due. Returns true if the position changed.
  bool advance(double seconds, const Stops& stops);
  /// Seconds until the next step is due; negative when nothing is going to move.
  double due_in() const;
  /// Where a step from `from` ends; direction is +1 or -1. Always within 0..length.
  int64_t stop_from(int64_t from, int direction, const Stops& stops) const;

  /// Counts each step back or forward by one stop: views animate when it changes by one. Positive: forward.
  int last_direction() const { return last_direction_; }

 private:
  void move_to(int64_t position);

  int64_t position_ = 0, length_ = 0;
  PlayState state_ = PlayState::Paused;
  double speed_ = 1, carried_ = 0;
  Granularity granularity_ = Granularity::Op;
  int last_direction_ = 0;
};

/// Steps per second at 1x.
inline constexpr double kStepsPerSecond = 2;

}  // namespace tapedeck
