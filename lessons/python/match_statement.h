// Rewrites `match` statements into `if` chains before MicroPython sees the text, because its parser does not know them.
//
//   match point:                     if (__match_1 := (point),):
//     case (x, 0) if x > 1: …           if (__p2 := __import__('_match').sequence(__match_1, 2, -1)) is not None and [x := __p2[0]] and __p2[1] == 0 and (x > 1): …
//     case _: …              becomes    elif True: …
//
// Every line stays where it is, so that errors keep their lines; packages/_match.py has what patterns ask. Source  PEP 634.
#pragma once

#include <string>
#include <string_view>

namespace tapedeck {

/// False, and `out` untouched, when the program has no `match` statement (or does not parse).
bool convert_match(std::string_view source, std::string& out);

}  // namespace tapedeck
