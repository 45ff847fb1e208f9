// Where we are, in one line and one sentence: the largest thing after the title.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

/// Draws into `area`, whose height is sentence_height: it does not depend on the sentence, so that nothing below moves from step to step.
void sentence_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);
float sentence_height(float width);

}  // namespace tapedeck
