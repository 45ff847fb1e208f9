#include "lessons/python/fstring.h"

#include <cctype>

namespace tapedeck {
namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || (c & 0x80); }
bool in_name(char c) { return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)); }
bool is_quote(char c) { return c == '"' || c == '\''; }

struct Malformed {
  std::size_t at;
  std::string message;
};

// The start of a string literal: its prefix and quote.
struct Opening {
  std::size_t body = 0;  // first byte after the quote
  std::string_view quote;
  bool formatted = false, raw = false, bytes = false;
};

class Rewriter {
 public:
  explicit Rewriter(std::string_view source) : s_(source) {}

  std::string program() {
    std::string out;
    out.reserve(s_.size() + s_.size() / 8);
    code(out, {});
    return out;
  }

 private:
  char at(std::size_t i) const { return i < s_.size() ? s_[i] : '\0'; }

  bool opening_at(std::size_t i, Opening& o) const {
    std::size_t p = i;
    o = {};
    while (p < s_.size() && p - i < 2 && starts_name(s_[p])) {
      switch (std::tolower(static_cast<unsigned char>(s_[p]))) {
        case 'f': o.formatted = true; break;
        case 'r': o.raw = true; break;
        case 'b': o.bytes = true; break;
        case 'u': break;
        default: return false;
      }
      p++;
    }
    if (p >= s_.size() || !is_quote(s_[p])) return false;
    bool triple = at(p + 1) == s_[p] && at(p + 2) == s_[p];
    o.quote = s_.substr(p, triple ? 3 : 1);
    o.body = p + o.quote.size();
    return true;
  }

  // The first byte after a plain literal, or npos when it does not end.
  std::size_t end_of_plain(const Opening& o) const {
    for (std::size_t p = o.body; p < s_.size(); p++) {
      if (s_[p] == '\\') p++;
      else if (s_.substr(p, o.quote.size()) == o.quote) return p + o.quote.size();
      else if (s_[p] == '\n' && o.quote.size() == 1) return std::string_view::npos;
    }
    return std::string_view::npos;
  }

  // Copies code until the end of the text; inside a replacement field until the byte that ends its expression, which is returned.
  // `field` is the quote of the f-string that the field is in.
  char code(std::string& out, std::string_view field) {
    int depth = 0;
    bool in_field = !field.empty();
    while (i_ < s_.size()) {
      char c = s_[i_];
      Opening o;
      if ((is_quote(c) || starts_name(c)) && opening_at(i_, o)) {
        if (in_field && o.quote[0] == field[0] && !o.formatted && end_of_plain(o) == std::string_view::npos)
          throw Malformed{i_, "f-string: expecting '}'"};
        strings(out, depth > 0 || in_field || brackets_ > 0);
        last_ = '"';
        continue;
      }
      if (in_name(c)) {
        if (c & 0x80) {
          std::string message = invalid_character(s_.substr(i_));
          if (!message.empty()) throw Malformed{i_, message};
        }
        std::size_t begin = i_;
        while (i_ < s_.size() && in_name(s_[i_])) i_++;
        out += s_.substr(begin, i_ - begin);
        if (!in_field && depth == 0 && (last_ == '\n' || last_ == ';' || last_ == ':') && s_.substr(begin, i_ - begin) == "with") open_with(out);
        last_ = c;
        continue;
      }
      if (c == '#') {
        while (i_ < s_.size() && s_[i_] != '\n') out += s_[i_++];
        continue;
      }
      if (in_field && depth == 0) {
        if (c == '}' || c == ':') return c;
        if (c == '!' && at(i_ + 1) != '=') return c;
        if (c == '=' && at(i_ + 1) != '=') return c;
        if (c == '\n' && field.size() == 1) throw Malformed{i_, "f-string: expecting '}'"};
      }
      if ((c == '=' || c == '<' || c == '>' || c == '!') && at(i_ + 1) == '=') {
        out += c;
        out += '=';
        i_ += 2;
        continue;
      }
      if (i_ == with_close_ || i_ == with_comma_) {
        out += ' ';
        i_++;
        continue;
      }
      if (i_ < with_close_ && with_close_ != std::string_view::npos && c == '\n' && depth == 0) out += '\\';
      if (c == '/' && (last_ == ',' || last_ == '(') && only_positional_mark(out)) continue;
      if (c == '(' || c == '[' || c == '{') depth++, brackets_++;
      if (c == ')' || c == ']' || c == '}') {
        if (depth == 0 && in_field) throw Malformed{i_, std::string("f-string: unmatched '") + c + "'"};
        depth--;
        if (brackets_ > 0) brackets_--;
      }
      if (c == '\\' && i_ + 1 < s_.size()) out += s_[i_++];
      if (c == '\n' || !std::isspace(static_cast<unsigned char>(c))) last_ = c;
      out += s_[i_++];
    }
    if (in_field) throw Malformed{s_.size() - 1, "f-string: expecting '}'"};
    return '\0';
  }

  std::size_t skip_blank(std::size_t p) const {
    while (p < s_.size() && (s_[p] == ' ' || s_[p] == '\t' || s_[p] == '\n' || s_[p] == '\r')) p++;
    return p;
  }

  // The `/` in `def f(a, /, b)`: MicroPython does not know it, and it changes nothing for a correct program.
  bool only_positional_mark(std::string& out) {
    std::size_t after = skip_blank(i_ + 1);
    if (at(after) != ',' && at(after) != ')') return false;
    out += ' ';
    i_++;
    if (at(after) == ',') {
      out += s_.substr(i_, after - i_);
      i_ = after + 1;
    }
    return true;
  }

  // `with (a as b, c as d):` loses its brackets, and its line ends get a backslash.
  void open_with(std::string& out) {
    std::size_t p = skip_blank(i_), last = p;
    if (at(p) != '(') return;
    bool named = false;
    int depth = 0;
    for (std::size_t q = p; q < s_.size(); q++) {
      Opening o;
      if (s_[q] == '#') return;
      if (is_quote(s_[q]) && opening_at(q, o)) {
        q = end_of_plain(o);
        if (q == std::string_view::npos) return;
        q--;
      } else if (s_[q] == '(' || s_[q] == '[' || s_[q] == '{') {
        depth++;
      } else if (s_[q] == ')' || s_[q] == ']' || s_[q] == '}') {
        if (--depth == 0) {
          if (!named || at(skip_blank(q + 1)) != ':') return;
          with_close_ = q;
          with_comma_ = s_[last] == ',' ? last : std::string_view::npos;
          out += s_.substr(i_, p - i_);
          out += ' ';
          i_ = p + 1;
          return;
        }
      } else if (depth == 1 && s_.substr(q, 3) == "as " && std::isspace(static_cast<unsigned char>(s_[q - 1]))) {
        named = true;
      }
      if (!std::isspace(static_cast<unsigned char>(s_[q]))) last = q;
    }
  }

  // One literal, or several side by side (implicit concatenation).
  void strings(std::string& out, bool in_brackets) {
    std::size_t first = i_;
    bool any_formatted = false;
    std::string arguments;
    Opening o;
    while (opening_at(i_, o)) {
      if (o.formatted) {
        any_formatted = true;
        i_ = o.body;
        body(arguments, o.quote, o.raw, false);
      } else {
        std::size_t end = end_of_plain(o);
        if (end == std::string_view::npos) end = s_.size();  // MicroPython says so, at the right line
        arguments += s_.substr(i_, end - i_);
        arguments += ',';
        i_ = end;
      }
      std::size_t gap = i_;
      while (gap < s_.size()) {
        if (s_[gap] == ' ' || s_[gap] == '\t' || (in_brackets && (s_[gap] == '\n' || s_[gap] == '\r'))) gap++;
        else if (s_[gap] == '\\' && at(gap + 1) == '\n') gap += 2;
        else if (in_brackets && s_[gap] == '#') while (gap < s_.size() && s_[gap] != '\n') gap++;
        else break;
      }
      Opening next;
      if (!opening_at(gap, next)) break;
      arguments += s_.substr(i_, gap - i_);
      i_ = gap;
    }
    if (any_formatted) out += "__f__(" + arguments + ")";
    else out += s_.substr(first, i_ - first);
  }

  static void flush(std::string& out, std::string& literal) {
    if (!literal.empty()) out += "\"" + literal + "\",";
    literal.clear();
  }

  // One character of source text as it must stand in a "…" literal that stays on its line.
  static void quote_char(std::string& literal, char c) {
    if (c == '\n') literal += "\\n\\\n";
    else if (c == '"') literal += "\\\"";
    else if (c == '\\') literal += "\\\\";
    else if (c != '\r') literal += c;
  }

  // The inside of an f-string up to its quote, or of a format specification up to its `}`; emits arguments of __f__.
  void body(std::string& out, std::string_view quote, bool raw, bool is_spec) {
    std::size_t start = i_;
    std::string literal;
    while (i_ < s_.size()) {
      char c = s_[i_];
      if (is_spec && c == '}') {
        flush(out, literal);
        return;
      }
      if (!is_spec && s_.substr(i_, quote.size()) == quote) {
        i_ += quote.size();
        flush(out, literal);
        return;
      }
      if (c == '\n' && quote.size() == 1) {
        if (is_spec) throw Malformed{i_, "f-string: expecting '}'"};
        break;
      }
      if (c == '\\' && raw) {
        literal += "\\\\";
        i_++;
        if (i_ < s_.size() && s_[i_] != '{' && s_[i_] != '}') quote_char(literal, s_[i_++]);
      } else if (c == '\\' && (at(i_ + 1) == '{' || at(i_ + 1) == '}')) {
        literal += "\\\\";
        i_++;
      } else if (c == '\\') {
        literal += c;
        i_++;
        if (i_ < s_.size()) literal += s_[i_++];
      } else if (!is_spec && (c == '{' || c == '}') && at(i_ + 1) == c) {
        literal += c;
        i_ += 2;
      } else if (c == '}') {
        throw Malformed{i_, "f-string: single '}' is not allowed"};
      } else if (c == '{') {
        field(out, literal, quote, raw);
      } else {
        quote_char(literal, c);
        i_++;
      }
    }
    throw Malformed{start - quote.size() - 1,
                    quote.size() == 3 ? "unterminated triple-quoted f-string literal" : "unterminated f-string literal"};
  }

  void field(std::string& out, std::string& literal, std::string_view quote, bool raw) {
    std::size_t start = ++i_;
    std::string expression, spec;
    char stop = code(expression, quote);
    if (expression.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw Malformed{i_, std::string("f-string: valid expression required before '") + stop + "'"};
    }
    bool show_text = stop == '=';
    if (show_text) {
      i_++;
      while (at(i_) == ' ' || at(i_) == '\t') i_++;
      for (char c : s_.substr(start, i_ - start)) quote_char(literal, c);
      stop = at(i_);
      if (stop != '}' && stop != '!' && stop != ':') throw Malformed{i_, "f-string: expecting '!', or ':', or '}'"};
    }
    flush(out, literal);
    char conversion = '\0';
    if (stop == '!') {
      conversion = at(++i_);
      if (conversion != 'r' && conversion != 's' && conversion != 'a')
        throw Malformed{i_, std::string("f-string: invalid conversion character: expected 's', 'r', or 'a'")};
      stop = at(++i_);
      if (stop != '}' && stop != ':') throw Malformed{i_, "f-string: expecting ':' or '}'"};
    }
    bool has_spec = stop == ':';
    if (has_spec) {
      i_++;
      body(spec, quote, raw, true);
    } else if (show_text && !conversion) {
      conversion = 'r';
    }
    i_++;  // the closing brace
    out += "__v__((" + expression + ")";
    if (has_spec || conversion) out += ", __f__(" + spec + ")";
    if (conversion) out += std::string(", \"") + conversion + "\"";
    out += "),";
  }

  std::string_view s_;
  std::size_t i_ = 0;
  int brackets_ = 0;
  char last_ = '\n';  // the last byte of code that is not blank
  std::size_t with_close_ = std::string_view::npos, with_comma_ = std::string_view::npos;
};

}  // namespace

bool rewrite_fstrings(std::string_view source, std::string& out, SyntaxProblem& problem) {
  try {
    out = Rewriter(source).program();
    return true;
  } catch (const Malformed& m) {
    std::string_view before = source.substr(0, m.at);
    problem.message = m.message;
    problem.line = 1;
    for (char c : before) problem.line += c == '\n';
    std::size_t line_start = before.rfind('\n');
    problem.column = static_cast<int>(m.at - (line_start == std::string_view::npos ? 0 : line_start + 1)) + 1;
    if (m.message.rfind("unterminated", 0) == 0) problem.message += " (detected at line " + std::to_string(problem.line) + ")";
    return false;
  }
}

}  // namespace tapedeck
