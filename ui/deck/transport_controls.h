// The transport: first, step back, play, step, last, speed, and what a step is.
#pragma once

#include "ui/ui.h"

#include <array>

namespace tapedeck {

/// What the speed goes through, times 1×.
inline constexpr std::array<double, 7> kSpeeds{0.25, 0.5, 1, 2, 5, 20, 100};
/// Which of them is nearest to `speed`.
int nearest_speed(double speed);

void transport_controls(Ui& ui, AppState& state, const Rect& area);
/// One row of large targets, for a phone and a small embed.
void small_transport_controls(Ui& ui, AppState& state, const Rect& area);

}  // namespace tapedeck
