// Rewrites f-strings into calls before MicroPython sees the text, because its own f-strings know only the simple forms.
//
//   f"a {x!r:>{w}} b"      becomes      __f__("a ", __v__(x, __f__(">", __v__(w)), "r"), " b")
//
// Every token stays on its line, so line numbers of errors are the learner's. Nested f-strings (any quotes, as in Python 3.12), `{x = }`,
// conversions, nested format fields, lambdas and slices in brackets, and implicit concatenation with plain strings are all handled.
// Two other forms that MicroPython's parser lacks are taken along: `/` in a parameter list, and brackets around the items of `with`.
// `__f__` (join) and `__v__` (format one value) are hidden builtins of the port.
#pragma once
#include <string>
#include <string_view>

#include "lessons/python/syntax_error.h"

namespace tapedeck {

/// False when an f-string is malformed; then `problem` says what and where.
bool rewrite_fstrings(std::string_view source, std::string& out, SyntaxProblem& problem);

}  // namespace tapedeck
