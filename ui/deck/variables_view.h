// What the program holds: its variables with the history of their assigns, and the other names that it has bound.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

void variables_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);
void names_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);

/// "assign 2 of 10 by SGD, line 15: 1.9 → 1.7533".
std::string assign_sentence(const Recording& recording, uint32_t variable, uint32_t number);

}  // namespace tapedeck
