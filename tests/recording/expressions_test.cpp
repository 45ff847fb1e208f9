#include "lessons/recording/expressions.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace tapedeck;

namespace {

/// The expressions of a program in evaluation order, as its own text.
std::vector<std::string> order(const std::string& source) {
    std::vector<std::string> lines{""};
    for (char c : source) {
        if (c == '\n') lines.emplace_back();
        else lines.back() += c;
    }
    std::vector<std::string> out;
    Expressions expressions(source);
    for (const auto& s : expressions.statements())
        for (const Expression& e : s.in_order) out.push_back(lines[e.line - 1].substr(e.column_begin - 1, e.column_end - e.column_begin));
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("calls and operators come in the order in which Python evaluates them") {
    CHECK(order("predictions = tf.matmul(x, w) + b\n") == Texts{"tf.matmul(x, w)", "tf.matmul(x, w) + b"});
    CHECK(order("loss = tf.reduce_mean(tf.square(predictions - y))") == Texts{"predictions - y", "tf.square(predictions - y)", "tf.reduce_mean(tf.square(predictions - y))"});
    CHECK(order("a + b * c ** -d") == Texts{"-d", "c ** -d", "b * c ** -d", "a + b * c ** -d"});
    CHECK(order("(a - b) - c") == Texts{"a - b", "(a - b) - c"});
    CHECK(order("w -= rate * g") == Texts{"rate * g", "w -= rate * g"});
    CHECK(order("y = x[1:, 0] @ w.T") == Texts{"x[1:, 0]", "x[1:, 0] @ w.T"});
    CHECK(order("with tf.GradientTape(persistent=True) as tape: y = x * x") == Texts{"tf.GradientTape(persistent=True)", "x * x"});
    CHECK(order("print(f'{x + y}', \"a + b\", 'it''s') # c + d") == Texts{"x + y", "print(f'{x + y}', \"a + b\", 'it''s')"});
    CHECK(order("z = [f(v) for v in values if v > 0]") == Texts{"v > 0", "f(v)"});
    CHECK(order("y = a(1) if b(2) else c(3)") == Texts{"b(2)", "a(1)", "c(3)"});
    CHECK(order("@f(1)\ndef g(x=h(2)):\n  if x < 1: return k(3)\n  else: x[0] = m(4)") == Texts{"f(1)", "h(2)", "x < 1", "k(3)", "m(4)", "x[0]"});
    CHECK(order("g = tape.gradient(loss, [w, b])\nopt.apply_gradients(zip(g, [w, b]))") == Texts{"tape.gradient(loss, [w, b])", "zip(g, [w, b])", "opt.apply_gradients(zip(g, [w, b]))"});
}

TEST_CASE("an expression over several lines is marked to the end of its first line") {
    CHECK(order("loss = tf.reduce_mean(\n    tf.square(d))\nx = '''\na + b'''\ny = a + \\\n  b\n") == Texts{"tf.square(d)", "tf.reduce_mean(", "a + \\"});
}

TEST_CASE("ops find their expression, and again when the statement runs again") {
    Expressions e("y = x * x + x\nz = tf.square(x)\n");
    for (int i = 0; i < 2; ++i) {
        const Expression* multiply = e.next(1, "multiply");
        REQUIRE(multiply);
        CHECK(multiply->column_begin == 5);
        CHECK(multiply->column_end == 10);
        const Expression* add = e.next(1, "add");
        REQUIRE(add);
        CHECK(add->column_end == 14);
    }
    CHECK(e.next(2, "square")->line == 2);
    CHECK_FALSE(e.next(2, "matmul"));
    CHECK_FALSE(e.next(99, "add"));
    Expressions twice("y = f(a) * f(b)\n");
    CHECK(twice.next(1, "f")->column_begin == 5);
    CHECK(twice.next(1, "f")->column_begin == 12);
}

TEST_CASE("no text makes it fail") {
    for (const char* text : {"", "(((((", ")))", "a +", "x[", "'unclosed", "\"\"\"", "lambda: (", "a..b", "\\", "f(*", "= = =", "\xff\xfe", "def f(x):\n", "a if b else"}) {
        Expressions e(text);
        e.next(1, "add");
    }
    std::string deep(100000, '(');
    CHECK(Expressions(deep).statements().size() <= 1);
}
