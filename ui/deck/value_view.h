// A tensor as a picture: numbers in cells where it is small, a heat map with its range where it is larger.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

struct ValueStyle {
    Meaning meaning = Meaning::Value;
    float zoom = 1;
    float alpha = 1;
    float border = 0.35f;     ///< opacity of the cells' borders
    bool numbers = true;      ///< false: at low zoom, only the box
};

/// The size of text in a zoomed picture: in proportion, but not below 11 pixels in a picture that is there to be read.
float readable_size(float size, float zoom);
/// Draws `tensor` as `box` says, with the upper left corner at `at`.
void value_view(Ui& ui, DeckState& deck, const Recording& recording, uint32_t tensor, const ValueBox& box, ImVec2 at, const ValueStyle& style);
/// A heat map into `area` (its range is the caller's to say). Values of both signs get the map with its zero in the middle.
void heat_map_view(Ui& ui, DeckState& deck, const Recording& recording, uint32_t tensor, const Rect& area, float alpha = 1);
/// "−1.2 … 3.4", and how many are NaN or infinite.
std::string range_text(const Summary& summary);

}  // namespace tapedeck
