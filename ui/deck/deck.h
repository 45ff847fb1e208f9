// The deck: what the app places on the screen of it, and its keys. Everything here is a function of the recording and the player's position.
#pragma once

#include "ui/keys.h"
#include "ui/ui.h"

namespace tapedeck {

/// Everything right of the document: the sentence, the tape, and below it variables and inspector (side by side, as tabs, or left out where there is no
/// room). With no recording it says how to get one.
void deck_view(Ui& ui, AppState& state, const Rect& area);

/// The strip at the bottom: transport and timeline. On a phone two rows, elsewhere one of `transport_height`.
void transport_view(Ui& ui, AppState& state, const Rect& area);
float transport_height(Form form);

/// The player's keys (ui/keys.h). Call it after the views, which may have taken a key. Returns true if it used one.
bool deck_keys(Ui& ui, AppState& state);
/// What an act of the player's sends; false for one that is not the player's.
bool deck_act_commands(const AppState& state, KeyAct act, std::vector<PlayerMessage>& steps);

}  // namespace tapedeck
