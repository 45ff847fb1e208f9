// One node in full: its formula with its numbers, forwards and backwards, and what is known of its tensor.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

void inspector_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);

/// The letters that a formula gives its result and its `inputs` inputs: "z = x − y" gives z, x, y. Where it has none: "result", "input 1" … The text of
/// the op's gradient tells names from words, and whether it writes a gradient as dx or as x with a bar.
struct FormulaNames {
    std::string result;
    std::vector<std::string> inputs;
    bool with_d = false;
};
FormulaNames formula_names(std::string_view formula, std::string_view gradient, size_t inputs);
/// As in print: "dx = -dy * 2 * x^2" becomes "dx = −dy · 2 · x²".
std::string formula_text(std::string_view plain);
/// Why a gradient is None, in a sentence that says what to do about it.
std::string why_none(const Recording& recording, uint32_t result);
/// The expression that made an event, as the learner wrote it; the whole line where its columns are not known.
std::string_view source_expression(const Recording& recording, uint32_t event);

}  // namespace tapedeck
