// The views outside the deck, each a function of the state. They draw into `area`, describe what they drew and send wishes; see ui/ui.h.
#pragma once

#include "ui/ui.h"

namespace tapedeck {

void app_bar_view(Ui& ui, AppState& state, const Rect& area);
/// The lesson's text with its cells and questions.
void document_view(Ui& ui, AppState& state, const Rect& area);
/// One cell: bar with Run and Reset, editor, console. Returns its height; `at_most` limits it (0: as high as it likes).
float cell_view(Ui& ui, AppState& state, int cell, ImVec2 at, float width, float at_most = 0);
float cell_height(const Ui& ui, const AppState& state, int cell, float width, float at_most = 0);
/// The list of keys, over everything.
void help_view(Ui& ui, AppState& state, const Rect& screen);
void notice_view(Ui& ui, AppState& state, const Rect& screen);
/// All of it, laid out for the form of the window.
void app_view(Ui& ui, AppState& state, const Rect& screen);

}  // namespace tapedeck
