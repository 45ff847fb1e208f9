#include "lessons/python/syntax_error.h"

#include <catch2/catch_test_macros.hpp>

#include "tests/python/test_host.h"

using tapedeck::run_python;
using tapedeck::TestRun;

namespace {

struct Mistake {
  const char* program;
  int line, column;
  const char* type;
  const char* message;
};

}  // namespace

TEST_CASE("common mistakes are named as CPython names them, with line and column") {
  // Lines, columns and texts are CPython 3.12's.
  const Mistake mistakes[] = {
      {"x = 1\nif x\n    y = 3\n", 2, 5, "SyntaxError", "expected ':'"},
      {"def f(a)\n    return a\n", 1, 9, "SyntaxError", "expected ':'"},
      {"for i in range(3)\n    print(i)\n", 1, 18, "SyntaxError", "expected ':'"},
      {"if 1:\n    pass\nelse\n    pass\n", 3, 5, "SyntaxError", "expected ':'"},
      {"x = 3\nif x = 3:\n    pass\n", 2, 4, "SyntaxError", "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
      {"print('a'\nx = 2\n", 1, 6, "SyntaxError", "'(' was never closed"},
      {"x = [1, 2\n", 1, 5, "SyntaxError", "'[' was never closed"},
      {"x = (1, 2]\n", 1, 10, "SyntaxError", "closing parenthesis ']' does not match opening parenthesis '('"},
      {"x = 1)\n", 1, 6, "SyntaxError", "unmatched ')'"},
      {"a = 1\nb = 'abc\nc = 2\n", 2, 5, "SyntaxError", "unterminated string literal (detected at line 2)"},
      {"a = 1\nb = '''abc\nc = 2\n", 2, 5, "SyntaxError", "unterminated triple-quoted string literal (detected at line 3)"},
      {"def f():\nreturn 1\n", 2, 1, "IndentationError", "expected an indented block after function definition on line 1"},
      {"for i in [1]:\nprint(i)\n", 2, 1, "IndentationError", "expected an indented block after 'for' statement on line 1"},
      {"x = 1\n  y = 2\n", 2, 3, "IndentationError", "unexpected indent"},
      {"if 1:\n    x = 1\n  y = 2\n", 3, 8, "IndentationError", "unindent does not match any outer indentation level"},
      {"print 'hello'\n", 1, 1, "SyntaxError", "Missing parentheses in call to 'print'. Did you mean print(...)?"},
      {"x = [1 2]\n", 1, 6, "SyntaxError", "invalid syntax. Perhaps you forgot a comma?"},
      {"f(a b)\n", 1, 3, "SyntaxError", "invalid syntax. Perhaps you forgot a comma?"},
      {"x = 3 +\n", 1, 8, "SyntaxError", "invalid syntax"},
      {"5 = x\n", 1, 1, "SyntaxError", "cannot assign to literal here. Maybe you meant '==' instead of '='?"},
      {"f() = 3\n", 1, 1, "SyntaxError", "cannot assign to function call here. Maybe you meant '==' instead of '='?"},
      {"a + b = c\n", 1, 1, "SyntaxError", "cannot assign to expression here. Maybe you meant '==' instead of '='?"},
      {"None = 1\n", 1, 1, "SyntaxError", "cannot assign to None"},
      {"x = 3y\n", 1, 5, "SyntaxError", "invalid decimal literal"},
      {"x = \xe2\x80\x9chello\xe2\x80\x9d\n", 1, 5, "SyntaxError", "invalid character '\xe2\x80\x9c' (U+201C)"},
      {"f(a=1, 2)\n", 1, 0, "SyntaxError", "positional argument follows keyword argument"},
      {"return 3\n", 1, 1, "SyntaxError", "'return' outside function"},
      {"x = 1\nbreak\n", 2, 1, "SyntaxError", "'break' outside loop"},
      {"print(f'{x')\n", 1, 11, "SyntaxError", "f-string: expecting '}'"},
      {"print(f'}')\n", 1, 9, "SyntaxError", "f-string: single '}' is not allowed"},
      {"print(f'{}')\n", 1, 10, "SyntaxError", "f-string: valid expression required before '}'"},
  };
  for (const Mistake& m : mistakes) {
    INFO(m.program);
    TestRun r = run_python(m.program);
    CHECK(r.status == tapedeck::RunStatus::error);
    CHECK(r.type == m.type);
    CHECK(r.message == m.message);
    CHECK(r.line == m.line);
    if (m.column) CHECK(r.column == m.column);
  }
}

TEST_CASE("a syntax error is shown with its line and a caret") {
  TestRun r = run_python("x = 1\nif True:\n    y = (1 + 2\n");
  CHECK(r.traceback == "  File \"main.py\", line 3\n    y = (1 + 2\n        ^\nSyntaxError: '(' was never closed\n");
}
