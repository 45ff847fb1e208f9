// One line of help for errors that Python or TensorFlow words in a way that puzzles learners. Errors of the engine carry a hint of their own, from where they
// are made; this table is for the others, which are known by their type and text only.
#pragma once

#include <string>
#include <string_view>

namespace tapedeck {

/// "" when nothing is known. `type` may be dotted, as tracebacks write it.
std::string hint_for(std::string_view type, std::string_view message);

}  // namespace tapedeck
