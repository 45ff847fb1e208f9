// A recording as text, one event a line, as `tapedeck show` prints it and as tests compare it.
//
//     12  line 11  op       #3 matmul(x, w) = [0.5, 1, 1.5] 3×1 float32                 tape 0
// Event numbers count from 1, as the player and context_line() show them. Tensors are written by label, then by number (t17).
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

struct TextFormOptions {
    bool header = true;        ///< seed, version, counts
    bool sentences = false;    ///< the narration under each event
};

std::string text_form(const Recording& recording, const TextFormOptions& options = {});
/// One event, without its number.
std::string event_text(const Recording& recording, uint32_t event);

}  // namespace tapedeck
