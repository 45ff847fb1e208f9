// Each event in words: the sentence that is the largest thing after the title, and what a screen reader hears.
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

/// What a span's words stand for; the same meanings as the colours of the nodes.
enum class Role : uint8_t { plain, value, gradient, variable, constant, wrong, code };

struct NarrationSpan {
    std::string text;
    Role role = Role::plain;
    uint32_t tensor = kNone;   ///< what the words mean, so that a view can point to it
    uint32_t op = kNone;
};
using Narration = std::vector<NarrationSpan>;

/// One sentence about the current event of `step` (events seen; see state.h): "square passes back 2 · (predictions − y) times …". Step 0 says that
/// nothing has happened yet. Never empty, ends with a full stop, question mark or colon-free clause; at most about 160 characters.
Narration narrate(const Recording& recording, uint32_t step);
/// "Training step 0 · backward 2 of 5 · in loss_of · line 13 · event 31 of 286"; "tracing loss_of" while only its Python runs.
std::string context_line(const Recording& recording, uint32_t step);
/// What a learner calls a tensor: its name, else the expression that made it, nested to `depth`: "square(predictions − y)".
std::string expression_text(const Recording& recording, uint32_t tensor, int depth);
/// The words without their roles.
std::string plain_text(const Narration& narration);

}  // namespace tapedeck
