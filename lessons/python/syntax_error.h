// Says what is wrong with a program that does not compile, in CPython's words, with line and column.
#pragma once
#include <string>
#include <string_view>

namespace tapedeck {

struct SyntaxProblem {
  std::string type = "SyntaxError";  ///< or IndentationError
  std::string message;
  int line = 0;
  int column = 0;  ///< 1-based, in bytes; 0 when unknown
};

/// `line`, `type` and `message` are MicroPython's, whose parser knows no more than a line. The common mistakes (missing colon, bracket never
/// closed, bad indentation, `=` for `==`, unterminated string, …) are found by reading the tokens again.
SyntaxProblem explain_syntax_error(std::string_view source, int line, std::string_view type, std::string_view message);

/// CPython's message when `text` starts with a character that no program has outside strings (typographic quotes and dashes, the blanks of
/// word processors: they come in by copying from a document); empty when it is fine.
std::string invalid_character(std::string_view text);

}  // namespace tapedeck
