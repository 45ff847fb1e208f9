#include "ui/editor/python_lexer.h"

#include <algorithm>

namespace tapedeck {
namespace {

constexpr std::string_view kKeywords[] = {"False", "None",   "True",  "and",    "as",       "assert", "async", "await", "break",
                                          "class", "continue", "def",  "del",    "elif",     "else",   "except", "finally", "for",
                                          "from",  "global", "if",    "import", "in",       "is",     "lambda", "nonlocal", "not",
                                          "or",    "pass",   "raise", "return", "try",      "while",  "with",  "yield"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

/// Whether a word right before a quote belongs to the string: r, b, u, f and pairs of them.
bool is_prefix(std::string_view word) {
  if (word.empty() || word.size() > 2) return false;
  return std::all_of(word.begin(), word.end(), [](char c) { return std::string_view("rRbBuUfF").find(c) != std::string_view::npos; });
}

size_t string_end(std::string_view text, size_t quote_at) {
  const char quote = text[quote_at];
  const bool triple = text.substr(quote_at, 3) == std::string_view(quote == '"' ? "\"\"\"" : "'''");
  size_t i = quote_at + (triple ? 3 : 1);
  for (; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (!triple && text[i] == '\n') {
      return i;                                  // not closed: the colour ends with the line
    } else if (text[i] == quote && (!triple || text.substr(i, 3) == text.substr(quote_at, 3))) {
      return i + (triple ? 3 : 1);
    }
  }
  return text.size();
}

size_t number_end(std::string_view text, size_t i) {
  const size_t begin = i;
  const bool based = text[i] == '0' && i + 1 < text.size() && std::string_view("xXoObB").find(text[i + 1]) != std::string_view::npos;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (is_word(c) && static_cast<unsigned char>(c) < 0x80) continue;
    if (c == '.' && !based) continue;
    // The sign of an exponent.
    if ((c == '+' || c == '-') && !based && i > begin && (text[i - 1] == 'e' || text[i - 1] == 'E')) continue;
    break;
  }
  return i;
}

}  // namespace

std::vector<Token> lex_python(std::string_view text) {
  std::vector<Token> out;
  const auto add = [&](size_t begin, size_t end, TokenKind kind) {
    out.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(end), kind});
  };
  for (size_t i = 0; i < text.size();) {
    const char c = text[i];
    if (c == '#') {
      const size_t end = std::min(text.find('\n', i), text.size());
      add(i, end, TokenKind::Comment);
      i = end;
    } else if (c == '"' || c == '\'') {
      const size_t end = string_end(text, i);
      add(i, end, TokenKind::String);
      i = end;
    } else if (is_digit(c) || (c == '.' && i + 1 < text.size() && is_digit(text[i + 1]) && (i == 0 || !is_word(text[i - 1])))) {
      const size_t end = number_end(text, i);
      add(i, end, TokenKind::Number);
      i = end;
    } else if (is_letter(c)) {
      size_t end = i;
      while (end < text.size() && is_word(text[end])) ++end;
      const std::string_view word = text.substr(i, end - i);
      if (end < text.size() && (text[end] == '"' || text[end] == '\'') && is_prefix(word)) {
        const size_t stop = string_end(text, end);
        add(i, stop, TokenKind::String);
        end = stop;
      } else if (std::binary_search(std::begin(kKeywords), std::end(kKeywords), word) && (i == 0 || text[i - 1] != '.')) {
        add(i, end, TokenKind::Keyword);
      }
      i = end;
    } else {
      ++i;
    }
  }
  return out;
}

}  // namespace tapedeck
