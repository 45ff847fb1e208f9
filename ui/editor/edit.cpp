#include "ui/editor/edit.h"

#include <algorithm>

namespace tapedeck {
namespace {

enum class Kind { Space, Newline, Word, Other };

Kind kind_of(char c) {
  const auto u = static_cast<unsigned char>(c);
  if (c == '\n') return Kind::Newline;
  if (c == ' ' || c == '\t') return Kind::Space;
  if (u >= 0x80 || c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return Kind::Word;
  return Kind::Other;
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

size_t indentation(std::string_view text, size_t begin) {
  size_t n = 0;
  while (begin + n < text.size() && (text[begin + n] == ' ' || text[begin + n] == '\t')) ++n;
  return n;
}

/// The line's text before `end`, without a comment and the spaces around it. Quotes hide a '#'.
std::string_view code_before(std::string_view text, size_t begin, size_t end) {
  char quote = 0;
  size_t stop = end;
  for (size_t i = begin; i < end; ++i) {
    if (quote != 0) {
      if (text[i] == '\\') ++i;
      else if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '#') {
      stop = i;
      break;
    }
  }
  std::string_view code = text.substr(begin, stop - begin);
  while (!code.empty() && (code.back() == ' ' || code.back() == '\t')) code.remove_suffix(1);
  while (!code.empty() && (code.front() == ' ' || code.front() == '\t')) code.remove_prefix(1);
  return code;
}

bool is_statement(std::string_view code, std::string_view word) {
  return code.starts_with(word) && (code.size() == word.size() || kind_of(code[word.size()]) != Kind::Word);
}

/// Rewrites each line that the selection touches; `change` gets a line and returns what to cut from its front and what to put there.
template <class Change>
Edit rewrite_lines(std::string_view text, TextSelection s, Change change) {
  const size_t first = line_begin(text, s.from());
  size_t last = s.to();
  if (last > s.from() && last > first && text[last - 1] == '\n') --last;      // a selection that ends at a line's beginning does not touch it
  const size_t end = line_end(text, last);
  std::string out;
  size_t anchor = s.anchor, caret = s.caret;
  for (size_t at = first; at <= end;) {
    const size_t stop = std::min(line_end(text, at), end);
    const std::string_view line = text.substr(at, stop - at);
    const auto [skip, cut, put] = change(line);
    out.append(line.substr(0, skip)).append(put).append(line.substr(skip + cut));
    const auto moved = [&](size_t original, size_t now) {
      if (original < at + skip || (original == at + skip && original != s.to() && original == at)) return now;
      if (original < at + skip + cut) return now - (original - at - skip) + put.size();
      return original >= at ? now - cut + put.size() : now;
    };
    anchor = moved(s.anchor, anchor);
    caret = moved(s.caret, caret);
    if (stop >= end) break;
    out += '\n';
    at = stop + 1;
  }
  return {first, end, std::move(out), {anchor, caret}};
}

struct FrontChange {
  size_t skip = 0, cut = 0;
  std::string put;
};

}  // namespace

size_t next_char(std::string_view text, size_t at) {
  if (at >= text.size()) return text.size();
  ++at;
  while (at < text.size() && continues(text[at])) ++at;
  return at;
}

size_t previous_char(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  if (at == 0) return 0;
  --at;
  while (at > 0 && continues(text[at])) --at;
  return at;
}

size_t next_word(std::string_view text, size_t at) {
  if (at < text.size() && text[at] == '\n') return at + 1;
  while (at < text.size() && kind_of(text[at]) == Kind::Space) ++at;
  if (at >= text.size()) return at;
  const Kind kind = kind_of(text[at]);
  if (kind == Kind::Newline) return at;
  while (at < text.size() && kind_of(text[at]) == kind) ++at;
  return at;
}

size_t previous_word(std::string_view text, size_t at) {
  if (at > 0 && text[at - 1] == '\n') return at - 1;
  while (at > 0 && kind_of(text[at - 1]) == Kind::Space) --at;
  if (at == 0) return 0;
  const Kind kind = kind_of(text[at - 1]);
  if (kind == Kind::Newline) return at;
  while (at > 0 && kind_of(text[at - 1]) == kind) --at;
  return at;
}

size_t line_begin(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  while (at > 0 && text[at - 1] != '\n') --at;
  return at;
}

size_t line_end(std::string_view text, size_t at) {
  const size_t n = text.find('\n', std::min(at, text.size()));
  return n == std::string_view::npos ? text.size() : n;
}

size_t smart_home(std::string_view text, size_t at) {
  const size_t begin = line_begin(text, at), code = begin + indentation(text, begin);
  return at == code ? begin : code;
}

size_t column_of(std::string_view text, size_t at) {
  size_t n = 0;
  for (size_t i = line_begin(text, at); i < at && i < text.size(); ++i) n += continues(text[i]) ? 0 : 1;
  return n;
}

size_t move_lines(std::string_view text, size_t at, int lines, size_t column) {
  size_t begin = line_begin(text, at);
  for (; lines < 0; ++lines) {
    if (begin == 0) return 0;
    begin = line_begin(text, begin - 1);
  }
  for (; lines > 0; --lines) {
    const size_t end = line_end(text, begin);
    if (end >= text.size()) return text.size();
    begin = end + 1;
  }
  const size_t end = line_end(text, begin);
  size_t to = begin;
  for (size_t c = 0; c < column && to < end; ++c) to = next_char(text, to);
  return to;
}

int line_of(std::string_view text, size_t at) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<ptrdiff_t>(std::min(at, text.size())), '\n'));
}

size_t offset_of_line(std::string_view text, int line) {
  size_t at = 0;
  for (; line > 1; --line) {
    const size_t end = line_end(text, at);
    if (end >= text.size()) return line_begin(text, text.size());
    at = end + 1;
  }
  return at;
}

int count_lines(std::string_view text) { return line_of(text, text.size()); }

TextSelection word_at(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  size_t probe = at;
  if (probe >= text.size() || text[probe] == '\n') {
    if (probe == 0 || text[probe - 1] == '\n') return {at, at};
    probe = previous_char(text, probe);
  }
  const Kind kind = kind_of(text[probe]);
  size_t begin = probe, end = probe;
  while (begin > 0 && kind_of(text[begin - 1]) == kind) --begin;
  while (end < text.size() && kind_of(text[end]) == kind) ++end;
  return {begin, end};
}

Edit insert_edit(TextSelection s, std::string_view inserted) {
  const size_t at = s.from() + inserted.size();
  return {s.from(), s.to(), std::string(inserted), {at, at}};
}

Edit newline_edit(std::string_view text, TextSelection s) {
  const size_t begin = line_begin(text, s.from());
  const size_t indent = std::min(indentation(text, begin), s.from() - begin);
  std::string inserted = "\n" + std::string(text.substr(begin, indent));
  const std::string_view code = code_before(text, begin, s.from());
  if (code.ends_with(':')) {
    inserted.append(kIndent, ' ');
  } else if (is_statement(code, "return") || is_statement(code, "pass") || is_statement(code, "break") || is_statement(code, "continue") ||
             is_statement(code, "raise")) {
    inserted.resize(1 + (indent > kIndent ? indent - kIndent : 0));
  }
  return insert_edit(s, inserted);
}

Edit indent_edit(std::string_view text, TextSelection s) {
  const bool several = text.substr(s.from(), s.to() - s.from()).find('\n') != std::string_view::npos;
  if (!several) {
    const size_t column = column_of(text, s.from());
    return insert_edit(s, std::string(kIndent - column % kIndent, ' '));
  }
  return rewrite_lines(text, s, [](std::string_view line) { return FrontChange{0, 0, line.empty() ? "" : std::string(kIndent, ' ')}; });
}

Edit outdent_edit(std::string_view text, TextSelection s) {
  return rewrite_lines(text, s, [](std::string_view line) {
    size_t cut = 0;
    if (!line.empty() && line[0] == '\t') cut = 1;
    else
      while (cut < kIndent && cut < line.size() && line[cut] == ' ') ++cut;
    return FrontChange{0, cut, ""};
  });
}

Edit toggle_comment_edit(std::string_view text, TextSelection s) {
  bool all = true, any = false;
  size_t shallowest = std::string_view::npos;
  rewrite_lines(text, s, [&](std::string_view line) {
    const size_t indent = indentation(line, 0);
    if (indent < line.size()) {
      any = true;
      all = all && line[indent] == '#';
      shallowest = std::min(shallowest, indent);
    }
    return FrontChange{};
  });
  if (!any) return insert_edit(s, "# ");
  return rewrite_lines(text, s, [&](std::string_view line) {
    const size_t indent = indentation(line, 0);
    if (indent >= line.size()) return FrontChange{};
    if (all) return FrontChange{indent, indent + 1 < line.size() && line[indent + 1] == ' ' ? size_t{2} : size_t{1}, ""};
    return FrontChange{shallowest, 0, "# "};
  });
}

Edit backspace_edit(std::string_view text, TextSelection s) {
  if (!s.empty()) return insert_edit(s, "");
  const size_t begin = line_begin(text, s.caret), column = s.caret - begin;
  size_t from = previous_char(text, s.caret);
  if (column > 0 && text.substr(begin, column).find_first_not_of(' ') == std::string_view::npos) {
    from = begin + (column - 1) / kIndent * kIndent;
  }
  return insert_edit({from, s.caret}, "");
}

Edit delete_edit(std::string_view text, TextSelection s) {
  return insert_edit(s.empty() ? TextSelection{s.caret, next_char(text, s.caret)} : s, "");
}
Edit backspace_word_edit(std::string_view text, TextSelection s) {
  return insert_edit(s.empty() ? TextSelection{previous_word(text, s.caret), s.caret} : s, "");
}
Edit delete_word_edit(std::string_view text, TextSelection s) {
  return insert_edit(s.empty() ? TextSelection{s.caret, next_word(text, s.caret)} : s, "");
}

}  // namespace tapedeck
