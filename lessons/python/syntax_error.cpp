#include "lessons/python/syntax_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <vector>

namespace tapedeck {
namespace {

enum class Kind { name, number, string, op };

struct Token {
  Kind kind;
  std::string_view text;
  int line, column;  // 1-based
};

// A statement's tokens, over as many lines as its brackets keep it open.
struct Statement {
  std::vector<Token> tokens;
  int indent = 0;
  int end_line = 0, end_column = 0;  // where a ':' would be missing

  std::string_view first() const { return tokens.empty() ? std::string_view() : tokens[0].text; }
  int line() const { return tokens.empty() ? end_line : tokens[0].line; }
};

bool starts_name(unsigned char c) { return std::isalpha(c) || c == '_' || c >= 0x80; }
bool in_name(unsigned char c) { return starts_name(c) || std::isdigit(c); }

template <std::size_t N>
bool one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",   "True",  "and",    "as",   "assert", "async",  "await",    "break", "class", "continue", "def",
    "del",   "elif",   "else",  "except", "for",  "from",   "finally", "global",  "if",    "import", "in",      "is",
    "lambda", "nonlocal", "not", "or",    "pass", "raise",  "return", "try",      "while", "with",  "yield"};
constexpr std::array<std::string_view, 13> kBlockWords = {"if",  "elif",   "else",    "for",  "while", "def",  "class",
                                                         "try", "except", "finally", "with", "async", "match"};

SyntaxProblem problem_at(int line, int column, std::string message, std::string type = "SyntaxError") {
  SyntaxProblem p;
  p.type = std::move(type);
  p.message = std::move(message);
  p.line = line;
  p.column = column;
  return p;
}

class Reader {
 public:
  explicit Reader(std::string_view source) : s_(source) {}

  // Reads all statements; true when the text itself is broken (a string, a bracket, a character), which `found` then tells.
  bool read(SyntaxProblem& found) {
    struct Open {
      char bracket;
      int line, column;
    };
    std::vector<Open> open;
    Statement current;
    bool line_start = true;
    while (i_ < s_.size()) {
      unsigned char c = s_[i_];
      if (line_start && open.empty()) {
        std::size_t begin = i_;
        while (i_ < s_.size() && (s_[i_] == ' ' || s_[i_] == '\t' || s_[i_] == '\f')) i_++;
        if (current.tokens.empty()) {
          current.indent = 0;
          for (std::size_t k = begin; k < i_; k++) current.indent = s_[k] == '\t' ? (current.indent / 8 + 1) * 8 : current.indent + 1;
        }
        line_start = false;
        continue;
      }
      line_start = false;
      if (c == '\n') {
        if (open.empty()) close(current);
        newline();
        line_start = true;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        i_++;
      } else if (c == '#') {
        while (i_ < s_.size() && s_[i_] != '\n') i_++;
      } else if (c == '\\' && i_ + 1 < s_.size() && s_[i_ + 1] == '\n') {
        i_++;
        newline();
      } else if (c == '"' || c == '\'' || string_prefix()) {
        if (!string(current, found)) return true;
      } else if (starts_name(c)) {
        if (bad_character(found)) return true;
        std::size_t begin = i_;
        while (i_ < s_.size() && in_name(s_[i_])) i_++;
        add(current, Kind::name, begin);
      } else if (std::isdigit(c) || (c == '.' && i_ + 1 < s_.size() && std::isdigit(static_cast<unsigned char>(s_[i_ + 1])))) {
        std::size_t begin = i_;
        while (i_ < s_.size() && (in_name(s_[i_]) || s_[i_] == '.' || ((s_[i_] == '+' || s_[i_] == '-') && (s_[i_ - 1] | 32) == 'e' && s_[begin + 1] != 'x'))) i_++;
        add(current, Kind::number, begin);
      } else {
        std::size_t begin = i_;
        if (c == '(' || c == '[' || c == '{') open.push_back({s_[i_], line_, column()});
        if (c == ')' || c == ']' || c == '}') {
          char wanted = c == ')' ? '(' : c == ']' ? '[' : '{';
          if (open.empty()) {
            found = problem_at(line_, column(), std::string("unmatched '") + s_[i_] + "'");
            return true;
          }
          if (open.back().bracket != wanted) {
            std::string where = open.back().line != line_ ? " on line " + std::to_string(open.back().line) : "";
            found = problem_at(line_, column(),
                               std::string("closing parenthesis '") + s_[i_] + "' does not match opening parenthesis '" + open.back().bracket + "'" + where);
            return true;
          }
          open.pop_back();
        }
        if (c == '$' || c == '?' || c == '`') {
          found = problem_at(line_, column(), "invalid syntax");
          return true;
        }
        static constexpr std::array<std::string_view, 22> kLong = {"**=", "//=", ">>=", "<<=", "...", "!=", "==", "<=", ">=", "->", ":=",
                                                                  "+=",  "-=",  "*=",  "/=",  "%=",  "&=", "|=", "^=", "@=", "**", "//"};
        i_++;
        for (std::string_view op : kLong)
          if (s_.substr(begin, op.size()) == op) {
            i_ = begin + op.size();
            break;
          }
        add(current, Kind::op, begin);
      }
    }
    if (!open.empty()) {
      found = problem_at(open.back().line, open.back().column, std::string("'") + open.back().bracket + "' was never closed");
      unclosed_ = true;
    }
    close(current);
    return false;
  }

  const std::vector<Statement>& statements() const { return statements_; }
  bool unclosed() const { return unclosed_; }

 private:
  int column() const { return static_cast<int>(i_ - line_begin_) + 1; }

  void newline() {
    i_++;
    line_++;
    line_begin_ = i_;
  }

  void add(Statement& s, Kind kind, std::size_t begin) {
    s.tokens.push_back({kind, s_.substr(begin, i_ - begin), line_, static_cast<int>(begin - line_begin_) + 1});
    s.end_line = line_;
    s.end_column = column();
  }

  void close(Statement& s) {
    if (!s.tokens.empty()) statements_.push_back(s);
    s = Statement();
  }

  bool string_prefix() const {
    std::size_t p = i_;
    while (p < s_.size() && p - i_ < 2 && std::string_view("rRbBuUfF").find(s_[p]) != std::string_view::npos) p++;
    return p > i_ && p < s_.size() && (s_[p] == '"' || s_[p] == '\'');
  }

  bool string(Statement& s, SyntaxProblem& found) {
    std::size_t begin = i_;
    int line = line_, col = column();
    std::size_t begin_of_line = line_begin_;
    while (s_[i_] != '"' && s_[i_] != '\'') i_++;
    char quote = s_[i_];
    bool triple = s_.substr(i_, 3) == std::string(3, quote);
    i_ += triple ? 3 : 1;
    while (i_ < s_.size()) {
      if (s_[i_] == '\\' && i_ + 1 < s_.size()) {
        i_++;
        if (s_[i_] == '\n') newline();
        else i_++;
      } else if (s_[i_] == '\n') {
        if (!triple) break;
        newline();
      } else if (s_[i_] == quote && (!triple || s_.substr(i_, 3) == std::string(3, quote))) {
        i_ += triple ? 3 : 1;
        s.tokens.push_back({Kind::string, s_.substr(begin, i_ - begin), line, static_cast<int>(begin - begin_of_line) + 1});
        s.end_line = line_;
        s.end_column = column();
        return true;
      } else {
        i_++;
      }
    }
    int last = line_ - (i_ >= s_.size() && i_ > 0 && s_[i_ - 1] == '\n' ? 1 : 0);
    found = problem_at(line, col, std::string(triple ? "unterminated triple-quoted string literal" : "unterminated string literal") +
                                      " (detected at line " + std::to_string(triple ? last : line) + ")");
    return false;
  }

  bool bad_character(SyntaxProblem& found) {
    std::string message = invalid_character(s_.substr(i_));
    if (!message.empty()) found = problem_at(line_, column(), message);
    return !message.empty();
  }

  std::string_view s_;
  std::size_t i_ = 0, line_begin_ = 0;
  int line_ = 1;
  std::vector<Statement> statements_;
  bool unclosed_ = false;
};

std::string block_name(const Statement& s) {
  std::string_view word = s.first() == "async" && s.tokens.size() > 1 ? s.tokens[1].text : s.first();
  if (word == "def") return "function definition";
  if (word == "class") return "class definition";
  std::string quoted("'");
  quoted += word;
  return quoted += "' statement";
}

bool opens_block(const Statement& s) { return !s.tokens.empty() && s.tokens.back().text == ":" && one_of(s.first(), kBlockWords); }

bool indentation_problem(const std::vector<Statement>& all, SyntaxProblem& found) {
  std::vector<int> levels = {0};
  for (std::size_t k = 0; k < all.size(); k++) {
    const Statement& s = all[k];
    const Statement* before = k > 0 ? &all[k - 1] : nullptr;
    bool block = before && opens_block(*before);
    if (block && s.indent <= levels.back()) {
      found = problem_at(s.line(), s.tokens[0].column,
                         "expected an indented block after " + block_name(*before) + " on line " + std::to_string(before->line()), "IndentationError");
      return true;
    }
    if (s.indent > levels.back()) {
      if (!block) {
        found = problem_at(s.line(), s.tokens[0].column, "unexpected indent", "IndentationError");
        return true;
      }
      levels.push_back(s.indent);
    }
    while (s.indent < levels.back()) levels.pop_back();
    if (s.indent != levels.back()) {
      found = problem_at(s.line(), s.end_column, "unindent does not match any outer indentation level", "IndentationError");
      return true;
    }
  }
  if (!all.empty() && opens_block(all.back())) {
    found = problem_at(all.back().end_line, all.back().end_column,
                       "expected an indented block after " + block_name(all.back()) + " on line " + std::to_string(all.back().line()), "IndentationError");
    return true;
  }
  return false;
}

bool is_operand(const Token& t) {
  return t.kind == Kind::number || t.kind == Kind::string ||
         (t.kind == Kind::name && (!one_of(t.text, kKeywords) || t.text == "True" || t.text == "False" || t.text == "None"));
}

// What is wrong within one statement.
bool statement_problem(const Statement& s, SyntaxProblem& found) {
  const std::vector<Token>& t = s.tokens;
  std::vector<int> depth(t.size());
  int d = 0;
  for (std::size_t k = 0; k < t.size(); k++) {
    if (t[k].kind == Kind::op && std::string_view(")]}").find(t[k].text) != std::string_view::npos) d--;
    depth[k] = d;
    if (t[k].kind == Kind::op && std::string_view("([{").find(t[k].text) != std::string_view::npos) d++;
  }

  for (const Token& x : t)
    if (x.kind == Kind::number) {
      bool hex = x.text.size() > 1 && x.text[0] == '0' && std::string_view("xXbBoO").find(x.text[1]) != std::string_view::npos;
      for (std::size_t k = 0; !hex && k < x.text.size(); k++)
        if (std::isalpha(static_cast<unsigned char>(x.text[k])) && std::string_view("eEjJ").find(x.text[k]) == std::string_view::npos) {
          found = problem_at(x.line, x.column + static_cast<int>(k) - 1, "invalid decimal literal");
          return true;
        }
      if (!hex && x.text.size() > 1 && x.text[0] == '0' && x.text.find_first_not_of("0123456789_") == std::string_view::npos &&
          x.text.find_first_not_of("0_") != std::string_view::npos) {
        found = problem_at(x.line, x.column, "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers");
        return true;
      }
    }

  if ((s.first() == "print" || s.first() == "exec") && t.size() > 1 && (is_operand(t[1]) || t[1].text == "not")) {
    found = problem_at(t[0].line, t[0].column, "Missing parentheses in call to '" + std::string(s.first()) + "'. Did you mean " + std::string(s.first()) + "(...)?");
    return true;
  }

  bool condition = s.first() == "if" || s.first() == "elif" || s.first() == "while";
  if (condition)
    for (std::size_t k = 1; k < t.size(); k++)
      if (t[k].text == "=" && depth[k] == 0) {
        std::size_t begin = k - 1;
        while (begin > 1 && (depth[begin] > 0 || t[begin - 1].text == "." || t[begin].text == "." || t[begin].text == ")" || t[begin].text == "]" ||
                             t[begin].text == "(" || t[begin].text == "["))
          begin--;
        bool simple = k - 1 == begin && t[begin].kind == Kind::name;
        std::string kind = t[k - 1].text == ")"   ? "function call"
                           : t[k - 1].text == "]" ? "subscript"
                           : simple               ? ""
                                                  : "attribute";
        found = problem_at(t[begin].line, t[begin].column,
                           t[k - 1].kind == Kind::number || t[k - 1].kind == Kind::string ? "cannot assign to literal here. Maybe you meant '==' instead of '='?"
                           : simple ? "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
                                    : "cannot assign to " + kind + " here. Maybe you meant '==' instead of '='?");
        return true;
      }

  if (one_of(s.first(), kBlockWords) && !(s.first() == "match")) {
    bool colon = false;
    int lambdas = 0;
    for (std::size_t k = 1; k < t.size(); k++) {
      if (t[k].text == "lambda" && depth[k] == 0) lambdas++;
      if (t[k].text == ":" && depth[k] == 0 && lambdas-- <= 0) {
        colon = true;
        break;
      }
    }
    bool bare = s.first() == "else" || s.first() == "try" || s.first() == "finally";
    if (bare && t.size() > 1 && t[1].text != ":") {
      found = problem_at(t[1].line, t[1].column, "expected ':'");
      return true;
    }
    if (s.first() == "def" && t.size() > 2 && t[1].kind == Kind::name && t[2].text != "(") {
      found = problem_at(t[2].line, t[2].column, "expected '('");
      return true;
    }
    if (!colon) {
      // a word too many is an error of its own
      found = problem_at(s.end_line, s.end_column, "expected ':'");
      return true;
    }
  }

  // `x = ` forms whose left side cannot be assigned to
  for (std::size_t k = 1; !condition && k < t.size(); k++) {
    if (t[k].text != "=" || depth[k] != 0 || one_of(s.first(), kBlockWords) || s.first() == "lambda") continue;
    std::size_t begin = 0;
    for (std::size_t j = 0; j < k; j++)
      if (t[j].text == "=" && depth[j] == 0) begin = j + 1;
    bool annotated = false, operators = false;
    for (std::size_t j = begin; j < k; j++) {
      if (depth[j] != 0) continue;
      if (t[j].text == ":") annotated = true;
      if (t[j].kind == Kind::op && std::string_view("+ - * / % // ** < > <= >= == != @ & | ^").find(t[j].text) != std::string_view::npos && t[j].text.size() < 3 &&
          !(t[j].text == "*" && (j == begin || t[j - 1].text == ",")))
        operators = true;
    }
    if (annotated) continue;
    const Token& last = t[k - 1];
    std::string what;
    if (operators) what = "expression";
    else if (k - begin == 1 && (last.text == "None" || last.text == "True" || last.text == "False")) {
      found = problem_at(last.line, last.column, "cannot assign to " + std::string(last.text));
      return true;
    } else if (k - begin == 1 && (last.kind == Kind::number || last.kind == Kind::string)) what = "literal";
    else if (last.text == ")" && t[begin].text != "(") what = "function call";
    if (!what.empty()) {
      found = problem_at(t[begin].line, t[begin].column, "cannot assign to " + what + " here. Maybe you meant '==' instead of '='?");
      return true;
    }
  }

  for (std::size_t k = 0; k + 1 < t.size(); k++) {
    if (is_operand(t[k]) && is_operand(t[k + 1]) && !(t[k].kind == Kind::string && t[k + 1].kind == Kind::string)) {
      if (depth[k] > 0 && depth[k + 1] == depth[k] && t[k].line == t[k + 1].line) {
        found = problem_at(t[k].line, t[k].column, "invalid syntax. Perhaps you forgot a comma?");
      } else {
        found = problem_at(t[k + 1].line, t[k + 1].column, "invalid syntax");
      }
      return true;
    }
    bool keyword_name = t[k].kind == Kind::name && one_of(t[k].text, kKeywords) && t[k].text != "None" && t[k].text != "True" && t[k].text != "False";
    if (keyword_name && t[k + 1].text == "=" && t[k].text != "lambda") {
      found = problem_at(k == 0 ? t[k + 1].line : t[k].line, k == 0 ? t[k + 1].column : t[k].column, "invalid syntax");
      return true;
    }
    bool operator_here = t[k].kind == Kind::op && std::string_view("+ - * / % // ** == != <= >= < > & | ^ @").find(t[k].text) != std::string_view::npos;
    bool no_operand = t[k + 1].kind == Kind::op && std::string_view("/ // % ** == != <= >= < > & | ^ @ ) ] } , : = *").find(t[k + 1].text) != std::string_view::npos;
    bool star = (t[k].text == "*" || t[k].text == "/") && depth[k] > 0 && (t[k + 1].text == "," || t[k + 1].text == ")");
    if (operator_here && no_operand && !star) {
      found = problem_at(t[k + 1].line, t[k + 1].column, "invalid syntax");
      return true;
    }
    if (t[k].text == "=" && (t[k + 1].text == "," || t[k + 1].text == ")" || t[k + 1].text == "=" )) {
      found = problem_at(t[k + 1].line, t[k + 1].column, t[k + 1].text == "=" ? "invalid syntax" : "expected argument value expression");
      return true;
    }
  }
  if (!t.empty()) {
    const Token& last = t.back();
    static constexpr std::array<std::string_view, 30> kUnfinished = {"+", "-", "*", "/", "%", "**", "//", "=", "+=", "-=", "*=", "/=", "==", "!=", "<",
                                                                    ">", "<=", ">=", "and", "or", "not", "in", "is", "@", "&", "|", "^", ".", "import", "from"};
    if (one_of(last.text, kUnfinished) && !(last.text == "*" && t.size() > 1 && t[t.size() - 2].text == "import")) {
      found = problem_at(s.end_line, s.end_column, "invalid syntax");
      return true;
    }
  }
  return false;
}

// MicroPython's wording of what its compiler (not its parser) finds.
std::string cpython_wording(std::string_view message, const Statement* s) {
  auto has = [&](std::string_view word) {
    for (const Token& t : s ? s->tokens : std::vector<Token>())
      if (t.text == word) return true;
    return false;
  };
  if (message == "'break'/'continue' outside loop") return has("continue") && !has("break") ? "'continue' not properly in loop" : "'break' outside loop";
  if (message == "non-default argument follows default argument") return "parameter without a default follows parameter with a default";
  if (message == "non-keyword arg after keyword arg" || message == "positional arg after keyword arg") return "positional argument follows keyword argument";
  if (message == "non-keyword arg after */**") return "positional argument follows keyword argument unpacking";
  if (message == "LHS of keyword arg must be an id") return "expression cannot contain assignment, perhaps you meant \"==\"?";
  if (message == "can't assign to expression") return "cannot assign to expression";
  if (message == "can't delete expression") return "cannot delete expression";
  if (message == "argument name reused") return "duplicate argument in function definition";
  if (message == "can't declare nonlocal in outer code") return "nonlocal declaration not allowed at module level";
  if (message == "default 'except' must be last") return "default 'except:' must be last";
  return std::string(message);
}

}  // namespace

std::string invalid_character(std::string_view text) {
  unsigned char c = text.empty() ? 0 : text[0];
  if (c < 0xC0) return "";
  std::size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2;
  unsigned code = c & (0xFF >> (n + 1));
  for (std::size_t k = 1; k < n && k < text.size(); k++) code = code << 6 | (text[k] & 0x3F);
  bool blank = code == 0xA0 || code == 0x200B || code == 0xFEFF || code == 0x3000;
  bool sign = (code >= 0x2010 && code <= 0x2064) || code == 0xD7 || code == 0xF7 || (code >= 0x2190 && code <= 0x2BFF) ||
              (code >= 0x3001 && code <= 0x3011) || (code >= 0xFF01 && code <= 0xFF0F) || code == 0xFF1A || code == 0xFF1B;
  if (!blank && !sign) return "";
  char name[16];
  std::snprintf(name, sizeof name, "U+%04X", code);
  std::string message(blank ? "invalid non-printable character " : "invalid character '");
  if (!blank) message.append(text.substr(0, n)).append("' (");
  message += name;
  if (!blank) message += ")";
  return message;
}

SyntaxProblem explain_syntax_error(std::string_view source, int line, std::string_view type, std::string_view message) {
  if (message.rfind("invalid literal", 0) == 0 || message.rfind("could not convert", 0) == 0) {  // a number that the compiler cannot read
    type = "SyntaxError";
    message = "invalid syntax";
  }
  SyntaxProblem found;
  Reader reader(source);
  if (reader.read(found)) return found;
  SyntaxProblem unclosed = found;
  const std::vector<Statement>& all = reader.statements();

  if (type == "IndentationError" || message == "unexpected indent" || message.find("unindent") != std::string_view::npos) {
    if (indentation_problem(all, found)) return found;
  }
  const Statement* at = nullptr;
  for (std::size_t k = 0; k < all.size(); k++) {
    const Statement& s = all[k];
    if (s.end_line < line - 1 || s.line() > line + 1) continue;
    if (s.line() <= line && line <= s.end_line) at = &s;
    bool generic = message == "invalid syntax" || message.find("assign to") != std::string_view::npos;
    if (generic && statement_problem(s, found)) {
      // an unclosed bracket swallows what follows: name the bracket, unless a comma is missing on its own line
      bool comma = found.message.find("comma") != std::string::npos && found.line == unclosed.line;
      if (reader.unclosed() && &s == &all.back() && !comma) return unclosed;
      return found;
    }
  }
  if (reader.unclosed()) return unclosed;
  if (message == "invalid syntax" && indentation_problem(all, found)) return found;
  SyntaxProblem plain = problem_at(line, at && at->line() == line ? at->tokens[0].column : 0, cpython_wording(message, at), std::string(type));
  if (message == "invalid syntax" && at && at->first() == "match") {
    plain.message = "invalid syntax: match statements are not supported here, use if and elif";
  }
  return plain;
}

}  // namespace tapedeck
