#include "lessons/python/fstring.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>

using tapedeck::rewrite_fstrings;
using tapedeck::SyntaxProblem;

namespace {

std::string rewritten(std::string_view source) {
  std::string out;
  SyntaxProblem problem;
  REQUIRE(rewrite_fstrings(source, out, problem));
  return out;
}

}  // namespace

TEST_CASE("text without f-strings stays as it is") {
  for (const char* source : {"x = 'f\"{a}\"' # f'{b}'\n", "d = {'a': 1}\nif d['a'] != 2: pass\n", "f = rf\nb = b'{x}'\n", "s = '''f'{a}'\n'''\n", "x = 'unterminated\n"})
    CHECK(rewritten(source) == source);
}

TEST_CASE("an f-string becomes a call") {
  CHECK(rewritten("f\"a {x!r:>{w}} b\"") == "__f__(\"a \",__v__((x), __f__(\">\",__v__((w)),), \"r\"),\" b\",)");
  CHECK(rewritten("f'{x = }'") == "__f__(\"x = \",__v__((x ), __f__(), \"r\"),)");
  CHECK(rewritten("f'{{}}'") == "__f__(\"{}\",)");
}

TEST_CASE("every line stays where it is") {
  for (const char* source : {"f'''a\n{\nx\n}\n'''\ny = 1\n", "x = ('a'\n  f'{b}'\n\n  'c')\n", "with (open(a) as b,\n      open(c) as d,\n):\n    pass\n", "f'a\\\nb{x}'\n"}) {
    std::string out = rewritten(source);
    std::string_view in(source);
    CHECK(std::count(out.begin(), out.end(), '\n') == std::count(in.begin(), in.end(), '\n'));
  }
}

TEST_CASE("a malformed f-string is told with line and column") {
  std::string out;
  SyntaxProblem problem;
  CHECK_FALSE(rewrite_fstrings("a = 1\nb = f'x{a!z}'\n", out, problem));
  CHECK(problem.line == 2);
  CHECK(problem.column == 11);
}
