// The timeline: what happened when, on tracks; the past full, the future pale; the playhead, which can be dragged.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

/// With the tracks' names to the left of the tracks where there is room for them.
void timeline_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);
/// One slim track, for a phone and a small embed.
void slim_timeline_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);

}  // namespace tapedeck
