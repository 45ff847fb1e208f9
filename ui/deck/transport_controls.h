// The transport: first, step back, play, step, last, speed, and what a step is.
#pragma once

#include "ui/ui.h"

namespace tapedeck {

void transport_controls(Ui& ui, AppState& state, const Rect& area);
/// One row of large targets, for a phone and a small embed.
void small_transport_controls(Ui& ui, AppState& state, const Rect& area);

}  // namespace tapedeck
