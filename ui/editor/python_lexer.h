// Python's words for colouring: what is a keyword, a number, a string, a comment. Not a parser; it never fails.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace tapedeck {

enum class TokenKind : uint8_t { Keyword, Number, String, Comment };

/// Only what has a colour; the text between tokens is plain. Ascending, not overlapping; a string over several lines is one token.
struct Token {
  uint32_t begin, end;
  TokenKind kind;
};

std::vector<Token> lex_python(std::string_view text);

}  // namespace tapedeck
