#include "lessons/recording/expressions.h"

#include <algorithm>

#include "lessons/syntax/syntax_tree.h"

namespace tapedeck {

namespace {

/// Walks over the tree and emits calls and operators in the order in which Python evaluates them, statement by statement.
class Walker {
public:
    Walker(std::string_view source, std::vector<Expressions::Statement>& out) : source_(source), out_(out) {}

    /// The statements below a module or a block.
    void block(const SyntaxNode& n) {
        if (++depth_ <= kDeepest)
            for (const SyntaxNode& s : n.named_children()) statement(s);
        --depth_;
    }

private:
    static constexpr int kDeepest = 200;   // no program of a learner; and no overflow of the stack

    /// A simple statement, or a compound one: its head is a statement of its own, then come those of its blocks.
    void statement(const SyntaxNode& n) {
        std::vector<SyntaxNode> children = n.children(), parts;
        size_t place = out_.size();
        out_.emplace_back();
        in_order_ = &out_.back().in_order;
        uint32_t last = n.line();
        bool compound = std::any_of(children.begin(), children.end(), is_block);
        if (!compound) {
            expression(n);
            last = n.end_line();
        }
        for (const SyntaxNode& c : children) {
            if (is_block(c)) {
                parts.push_back(c);
            } else if (compound && parts.empty()) {
                expression(c);
                last = c.end_line();
            }
        }
        out_[place].first_line = n.line();
        out_[place].last_line = last;
        for (const SyntaxNode& p : parts) {
            if (p.is("block")) block(p);
            else statement(p);
        }
    }
    static bool is_block(const SyntaxNode& n) {
        return n.is("block") || n.is("elif_clause") || n.is("else_clause") || n.is("except_clause") || n.is("except_group_clause") || n.is("finally_clause") || n.is("function_definition") ||
               n.is("class_definition") || n.is("decorator") || n.is("case_clause");
    }

    void emit(std::string_view name, const SyntaxNode& first, const SyntaxNode& last) {
        Expression e{name, first.line(), first.column(), 0};
        size_t end = last.end();
        if (last.end_line() != first.line()) {   // to the end of its first line
            end = std::min(source_.find('\n', first.begin()), source_.size());
            while (end > first.begin() && (source_[end - 1] == ' ' || source_[end - 1] == '\r')) --end;
        }
        e.column_end = e.column_begin + static_cast<uint32_t>(end - first.begin());
        in_order_->push_back(e);
    }
    void children(const SyntaxNode& n) {
        for (const SyntaxNode& c : n.named_children()) expression(c);
    }

    void expression(const SyntaxNode& n) {
        if (!n.named()) return;
        if (++depth_ <= kDeepest) any(n);
        --depth_;
    }
    void any(const SyntaxNode& n) {
        if (n.is("binary_operator")) {
            children(n);
            emit(n.field("operator").kind(), n, n);
        } else if (n.is("unary_operator")) {
            children(n);
            std::string_view sign = n.field("operator").kind();
            emit(sign == "-" ? "unary -" : sign == "~" ? "unary ~" : "unary +", n, n);
        } else if (n.is("comparison_operator")) {
            std::string_view sign;
            for (const SyntaxNode& c : n.children()) {
                if (c.named() && !c.is("comment")) {
                    expression(c);
                    if (!sign.empty()) emit(sign, n, c);
                    sign = {};
                } else if (!c.named()) {
                    sign = c.kind();
                }
            }
        } else if (n.is("call")) {
            SyntaxNode f = n.field("function");
            std::string_view called = f.is("identifier") ? f.text() : f.is("attribute") ? f.field("attribute").text() : "()";
            if (!f.is("identifier")) expression(f);
            expression(n.field("arguments"));
            emit(called, n, n);
        } else if (n.is("subscript")) {
            children(n);
            emit("[]", n, n);
        } else if (n.is("augmented_assignment")) {   // x += a: the operator comes after its right side
            expression(n.field("left"));
            expression(n.field("right"));
            std::string_view sign = n.field("operator").text();
            emit(sign.substr(0, sign.size() - 1), n, n);
        } else if (n.is("assignment")) {
            expression(n.field("right"));
            if (!n.field("left").is("identifier")) expression(n.field("left"));
        } else if (n.is("conditional_expression")) {
            std::vector<SyntaxNode> parts = n.named_children();   // value, condition, other value
            if (parts.size() == 3) std::swap(parts[0], parts[1]);
            for (const SyntaxNode& p : parts) expression(p);
        } else if (n.is("list_comprehension") || n.is("set_comprehension") || n.is("dictionary_comprehension") || n.is("generator_expression")) {
            SyntaxNode body = n.field("body");
            for (const SyntaxNode& c : n.named_children())
                if (!(c == body)) expression(c);
            expression(body);
        } else if (n.is("for_in_clause") || n.is("for_statement")) {
            expression(n.field("right"));
        } else {
            children(n);
        }
    }

    std::string_view source_;
    std::vector<Expressions::Statement>& out_;
    std::vector<Expression>* in_order_ = nullptr;
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

Expressions::Expressions(std::string_view source) : source_(source), tree_(std::make_unique<SyntaxTree>(source_)) {
    Walker(source_, statements_).block(tree_->root());
    for (uint32_t number = 0; number < statements_.size(); ++number) {
        const Statement& s = statements_[number];
        if (by_line_.size() <= s.last_line) by_line_.resize(s.last_line + 1, UINT32_MAX);
        for (uint32_t line = s.first_line; line <= s.last_line; ++line)
            if (by_line_[line] == UINT32_MAX) by_line_[line] = number;
    }
}

Expressions::~Expressions() = default;

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
