// The tape as a picture: ops as pills from left to right (downwards on a phone), values under them, gradients under the values, and what moves.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

void tape_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);

/// Moves the selection along the edges: to what a node uses, to what uses it, to its neighbour above or below. kNone if there is nothing there.
enum class Toward : uint8_t { inputs, users, up, down };
uint32_t neighbour(const Scene& scene, uint32_t node, Toward toward);

/// The camera from which the whole scene is seen in a view of that size, or, where that would be too small to read, the part around `focus`.
Camera fit_camera(const Scene& scene, ImVec2 view, uint32_t focus);

/// "tape 1 · 5 ops recorded · holds 28 bytes".
std::string tape_line(const Recording& recording, const SceneNow& now);

}  // namespace tapedeck
