// Two texts as a difference of lines, for people: "-" expected, "+" found, with a line of context around.
#pragma once

#include <string>
#include <string_view>

namespace tapedeck {

/// "" when they are equal. A missing newline at the end is said. At most `max_lines` lines are shown.
std::string text_diff(std::string_view expected, std::string_view found, int max_lines = 60);

}  // namespace tapedeck
