// The deck: what the app places on the screen of it, and its keys. Everything here is a function of the recording and the player's position.
#pragma once

#include "ui/ui.h"

namespace tapedeck {

/// Everything right of the document: the sentence, the tape, and below it variables and inspector (side by side, as tabs, or left out where there is no
/// room). With no recording it says how to get one.
void deck_view(Ui& ui, AppState& state, const Rect& area);

/// The strip at the bottom: transport and timeline. On a phone two rows, elsewhere one of `transport_height`.
void transport_view(Ui& ui, AppState& state, const Rect& area);
float transport_height(Form form);

/// The player's keys: arrows step (with Shift by training step), Space plays, Home and End jump, [ and ] change the speed. Call it after the views, which
/// may have taken a key. Returns true if it used one.
bool deck_keys(Ui& ui, AppState& state);
/// The same as a plain function, for tests and the list of keys. `steps` is filled with what to send; false for a key that means nothing here.
struct DeckKey {
    ImGuiKey key;
    bool shift;
};
bool deck_key_commands(const AppState& state, DeckKey key, std::vector<PlayerMessage>& steps);

}  // namespace tapedeck
