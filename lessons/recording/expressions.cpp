#include "lessons/recording/expressions.h"

#include <algorithm>
#include <cstring>

namespace tapedeck {

namespace {

struct Token {
    enum Kind : uint8_t { name, number, text, sign, end } kind = end;
    std::string_view words;
    uint32_t line = 0, column = 0;   // from 1
};

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::string_view kSeparators[] = {"if", "else", "elif", "for", "in", "while", "with", "as", "return", "yield", "assert", "del", "raise", "import", "from", "def",
                                            "class", "and", "or", "not", "is", "lambda", "await", "async", "global", "nonlocal", "try", "except", "finally", "pass", "break", "continue"};
bool is_keyword(std::string_view word) { return std::find(std::begin(kSeparators), std::end(kSeparators), word) != std::end(kSeparators); }

/// Splits a program into statements of tokens.
class Lexer {
public:
    explicit Lexer(std::string_view source) : s_(source) {}

    /// The tokens of the next statement; false at the end.
    bool statement(std::vector<Token>& out) {
        out.clear();
        int depth = 0;
        while (at_ < s_.size()) {
            char c = s_[at_];
            if (c == '\n') {
                newline();
                if (depth == 0 && !out.empty()) return true;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
                ++at_;
            } else if (c == '#') {
                at_ = std::min(s_.find('\n', at_), s_.size());
            } else if (c == '\\' && at_ + 1 < s_.size() && s_[at_ + 1] == '\n') {
                ++at_;
                newline();
            } else if (c == ';' && depth == 0) {
                ++at_;
                if (!out.empty()) return true;
            } else {
                Token t = token();
                if (t.words == "(" || t.words == "[" || t.words == "{") ++depth;
                if ((t.words == ")" || t.words == "]" || t.words == "}") && depth > 0) --depth;
                out.push_back(t);
                if (t.words == ":" && depth == 0) return true;   // the head of a block; what follows on the line is a statement of its own
            }
        }
        return !out.empty();
    }

private:
    void newline() {
        ++at_;
        ++line_;
        line_begin_ = at_;
    }
    Token token() {
        Token t;
        t.line = line_;
        t.column = static_cast<uint32_t>(at_ - line_begin_) + 1;
        size_t from = at_;
        char c = s_[at_];
        if (is_name_start(c)) {
            while (at_ < s_.size() && (is_name_start(s_[at_]) || is_digit(s_[at_]))) ++at_;
            t.kind = Token::name;
            // r"…", f"…", rb'…'
            if (at_ - from <= 2 && at_ < s_.size() && (s_[at_] == '"' || s_[at_] == '\'')) {
                string();
                t.kind = Token::text;
            }
        } else if (is_digit(c) || (c == '.' && at_ + 1 < s_.size() && is_digit(s_[at_ + 1]))) {
            while (at_ < s_.size() && (is_name_start(s_[at_]) || is_digit(s_[at_]) || s_[at_] == '.' || ((s_[at_] == '-' || s_[at_] == '+') && (s_[at_ - 1] == 'e' || s_[at_ - 1] == 'E')))) ++at_;
            t.kind = Token::number;
        } else if (c == '"' || c == '\'') {
            string();
            t.kind = Token::text;
        } else {
            static constexpr std::string_view kLong[] = {"**=", "//=", ">>=", "<<=", "**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=", "-=", "*=", "/=", "@=", "%=", "&=", "|=", "^=", ":="};
            at_ += 1;
            for (std::string_view sign : kLong)
                if (s_.substr(from).starts_with(sign)) {
                    at_ = from + sign.size();
                    break;
                }
            t.kind = Token::sign;
        }
        t.words = s_.substr(from, at_ - from);
        return t;
    }
    void string() {
        char quote = s_[at_];
        bool triple = s_.substr(at_).size() >= 3 && s_[at_ + 1] == quote && s_[at_ + 2] == quote;
        at_ += triple ? 3 : 1;
        while (at_ < s_.size()) {
            char c = s_[at_];
            if (c == '\\' && at_ + 1 < s_.size()) {
                if (s_[at_ + 1] == '\n') ++at_, newline();
                else at_ += 2;
            } else if (c == '\n') {
                if (!triple) return;
                newline();
            } else if (c == quote && (!triple || (at_ + 2 < s_.size() && s_[at_ + 1] == quote && s_[at_ + 2] == quote))) {
                at_ += triple ? 3 : 1;
                return;
            } else {
                ++at_;
            }
        }
    }

    std::string_view s_;
    size_t at_ = 0, line_begin_ = 0;
    uint32_t line_ = 1;
};

/// Walks over the tokens of a statement and emits calls and operators in the order in which Python evaluates them.
class Walker {
public:
    Walker(std::string_view source, const std::vector<Token>& tokens, std::vector<Expression>& out) : source_(source), tokens_(tokens), out_(out) {}

    void statement() {
        while (at_ < tokens_.size()) {
            size_t before = at_;
            if (starts_operand()) {
                const Token& first = tokens_[at_];
                expression(0);
                // x += a: the operator comes after its right side.
                if (at_ < tokens_.size() && tokens_[at_].kind == Token::sign && tokens_[at_].words.size() >= 2 && tokens_[at_].words.back() == '=' && binary_binding(tokens_[at_].words.substr(0, tokens_[at_].words.size() - 1)) > 0) {
                    std::string_view sign = tokens_[at_].words.substr(0, tokens_[at_].words.size() - 1);
                    ++at_;
                    if (starts_operand()) expression(0);
                    emit(sign, first);
                }
            }
            if (at_ == before) ++at_;
        }
    }

private:
    static int binary_binding(std::string_view sign) {
        struct Binding { std::string_view sign; int strength; };
        static constexpr Binding kBindings[] = {{"<", 4}, {">", 4}, {"<=", 4}, {">=", 4}, {"==", 4}, {"!=", 4}, {"|", 5}, {"^", 6}, {"&", 7}, {"<<", 8}, {">>", 8},
                                                {"+", 9}, {"-", 9}, {"*", 10}, {"/", 10}, {"//", 10}, {"%", 10}, {"@", 10}, {"**", 12}};
        for (const Binding& b : kBindings)
            if (b.sign == sign) return b.strength;
        return 0;
    }
    bool is(std::string_view words) const { return at_ < tokens_.size() && tokens_[at_].words == words; }
    bool starts_operand() const {
        if (at_ >= tokens_.size()) return false;
        const Token& t = tokens_[at_];
        if (t.kind == Token::name) return !is_keyword(t.words);
        if (t.kind == Token::number || t.kind == Token::text) return true;
        return t.words == "(" || t.words == "[" || t.words == "{" || t.words == "-" || t.words == "+" || t.words == "~" || t.words == "*" || t.words == "**";
    }
    void emit(std::string_view name, const Token& first) {
        const Token& last = tokens_[at_ - 1];
        Expression e{name, first.line, first.column, 0};
        if (last.line == first.line) {
            e.column_end = last.column + static_cast<uint32_t>(last.words.size());
        } else {   // to the end of its first line
            size_t begin = static_cast<size_t>(first.words.data() - source_.data());
            size_t end = std::min(source_.find('\n', begin), source_.size());
            while (end > begin && (source_[end - 1] == ' ' || source_[end - 1] == '\r')) --end;
            e.column_end = first.column + static_cast<uint32_t>(end - begin);
        }
        out_.push_back(e);
    }
    void expression(int strength) {
        if (++depth_ > 200) {   // no program of a learner; and no overflow of the stack
            at_ = tokens_.size();
            --depth_;
            return;
        }
        const Token& first = tokens_[at_];
        if (first.kind == Token::sign && (first.words == "-" || first.words == "+" || first.words == "~")) {
            ++at_;
            if (starts_operand()) expression(11);
            emit(first.words == "-" ? "unary -" : first.words == "~" ? "unary ~" : "unary +", first);
        } else if (first.words == "*" || first.words == "**") {   // f(*args)
            ++at_;
            if (starts_operand()) expression(strength);
        } else {
            operand();
        }
        while (at_ < tokens_.size() && tokens_[at_].kind == Token::sign) {
            std::string_view sign = tokens_[at_].words;
            int binding = binary_binding(sign);
            if (binding == 0 || binding <= strength) break;
            ++at_;
            if (!starts_operand()) break;
            expression(sign == "**" ? binding - 1 : binding);
            emit(sign, first);
        }
        --depth_;
    }
    void operand() {
        const Token& first = tokens_[at_];
        std::string_view called;
        if (first.kind == Token::sign) {
            bracket();
        } else {
            if (first.kind == Token::name) called = first.words;
            ++at_;
            while (first.kind == Token::text && at_ < tokens_.size() && tokens_[at_].kind == Token::text) ++at_;
        }
        while (at_ < tokens_.size()) {
            if (is(".") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].kind == Token::name) {
                called = tokens_[at_ + 1].words;
                at_ += 2;
            } else if (is("(")) {
                bracket();
                emit(called.empty() ? "()" : called, first);
            } else if (is("[")) {
                bracket();
                emit("[]", first);
            } else {
                return;
            }
        }
    }
    /// Everything between a bracket and its partner.
    void bracket() {
        ++at_;
        while (at_ < tokens_.size() && !is(")") && !is("]") && !is("}")) {
            size_t before = at_;
            if (starts_operand()) expression(0);
            if (at_ == before) ++at_;   // commas, colons, keywords
        }
        if (at_ < tokens_.size()) ++at_;
    }

    std::string_view source_;
    const std::vector<Token>& tokens_;
    std::vector<Expression>& out_;
    size_t at_ = 0;
    int depth_ = 0;
};

/// Whether an expression of this name can have applied that op.
bool applies(std::string_view expression, std::string_view op) {
    if (expression == op) return true;
    struct Pair { std::string_view expression, op; };
    static constexpr Pair kPairs[] = {
        {"+", "add"}, {"-", "subtract"}, {"*", "multiply"}, {"/", "divide"}, {"/", "truediv"}, {"//", "floordiv"}, {"//", "floor_div"}, {"%", "floormod"}, {"%", "floor_mod"}, {"@", "matmul"}, {"**", "pow"},
        {"<", "less"}, {">", "greater"}, {"<=", "less_equal"}, {">=", "greater_equal"}, {"==", "equal"}, {"!=", "not_equal"}, {"unary -", "negative"}, {"&", "logical_and"},
        {"|", "logical_or"}, {"^", "logical_xor"}, {"unary ~", "logical_not"}, {"[]", "strided_slice"}, {"[]", "gather"}, {"truediv", "divide"}, {"mean", "reduce_mean"}, {"dot", "matmul"},
        {"clip_by_value", "maximum"}, {"clip_by_value", "minimum"}, {"where", "select"}, {"assign", "assign_variable"}, {"normal", "random_normal"}, {"uniform", "random_uniform"},
    };
    for (const Pair& p : kPairs)
        if (p.expression == expression && p.op == op) return true;
    return false;
}

}  // namespace

Expressions::Expressions(std::string_view source) : source_(source) {
    Lexer lexer(source_);
    std::vector<Token> tokens;
    while (lexer.statement(tokens)) {
        Statement s;
        s.first_line = tokens.front().line;
        s.last_line = tokens.back().line;
        Walker(source_, tokens, s.in_order).statement();
        uint32_t number = static_cast<uint32_t>(statements_.size());
        if (by_line_.size() <= s.last_line) by_line_.resize(s.last_line + 1, UINT32_MAX);
        for (uint32_t line = s.first_line; line <= s.last_line; ++line)
            if (by_line_[line] == UINT32_MAX) by_line_[line] = number;
        statements_.push_back(std::move(s));
    }
}

const Expression* Expressions::next(uint32_t line, std::string_view name) {
    uint32_t first = line < by_line_.size() ? by_line_[line] : UINT32_MAX;
    if (first == UINT32_MAX) return nullptr;
    // Statements that share the line (`a = x + y; b = x - y`) count as one.
    if (first != statement_) statement_ = first, cursor_ = 0;
    Answer& answer = answers_[(line * 31 + cursor_ * 7 + (reinterpret_cast<uintptr_t>(name.data()) >> 3)) % answers_.size()];
    if (answer.line == line && answer.cursor == cursor_ && answer.name == name.data()) {
        cursor_ = answer.cursor_after;
        return answer.found;
    }
    answer = {line, cursor_, name.data(), nullptr, cursor_};
    size_t place = 0;
    const Expression *found = nullptr, *earlier = nullptr;
    size_t found_at = 0, earlier_at = 0;
    for (uint32_t s = first; s < statements_.size() && statements_[s].first_line <= line && !found; ++s)
        for (const Expression& e : statements_[s].in_order) {
            if (applies(e.name, name)) {
                if (place >= cursor_) {
                    found = &e, found_at = place;
                    break;
                }
                if (!earlier) earlier = &e, earlier_at = place;
            }
            ++place;
        }
    if (!found) found = earlier, found_at = earlier_at;   // the statement runs again
    if (found) cursor_ = found_at + 1;
    answer.found = found;
    answer.cursor_after = cursor_;
    return found;
}

}  // namespace tapedeck
