// Which expression of a program applied an op: Python's bytecode knows lines only, so the columns are found by matching names in evaluation order.
//
// `loss = tf.reduce_mean(tf.square(predictions - y))` evaluates `predictions - y`, then the call of square, then that of reduce_mean. Ops arrive in
// the same order, so each is matched to the next expression of its statement that has its name (square, subtract = "-", …), beginning again when a statement
// is run again. What does not match has a line and no columns. The order comes from the syntax tree (lessons/syntax).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

class SyntaxTree;

struct Expression {
    std::string_view name;              ///< of the function called ("square", of tf.square), or the operator ("-", "[]", "unary -")
    uint32_t line = 0;                  ///< where it begins, from 1
    uint32_t column_begin = 0, column_end = 0;   ///< bytes, from 1, end excluded; cut at the end of its first line
};

class Expressions {
public:
    explicit Expressions(std::string_view source);
    ~Expressions();

    /// The expression of the statement at `line` that applied an op of this name now, or null. `name` is an op's ("subtract") or a function's ("gradient");
    /// its characters must outlive this object (literals, names of ops): answers are remembered by their address, for loops ask the same again and again.
    const Expression* next(uint32_t line, std::string_view name);

    struct Statement {
        uint32_t first_line = 0, last_line = 0;
        std::vector<Expression> in_order;   ///< as Python evaluates them
    };
    const std::vector<Statement>& statements() const { return statements_; }

private:
    struct Answer {
        uint32_t line = 0;
        size_t cursor = 0;
        const char* name = nullptr;
        const Expression* found = nullptr;
        size_t cursor_after = 0;
    };
    std::vector<Answer> answers_ = std::vector<Answer>(256);
    std::string source_;
    std::unique_ptr<SyntaxTree> tree_;    // names of operators are its words
    std::vector<Statement> statements_;   // ascending; several may stand on one line
    std::vector<uint32_t> by_line_;       // line -> first statement that covers it, or UINT32_MAX
    uint32_t statement_ = UINT32_MAX;
    size_t cursor_ = 0;
};

}  // namespace tapedeck
