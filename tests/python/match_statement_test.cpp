// tests/python/match_statement: what becomes of match statements, and what is left alone; language/match.py says that they do what CPython does.
#include "lessons/python/match_statement.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>

using tapedeck::convert_match;

TEST_CASE("a match statement becomes an if chain with every line where it was") {
  const std::string program =
      "match point:\n"
      "    case (0, y):\n"
      "        print(y)\n"
      "    case {'k': v} if (\n"
      "        v > 1):\n"
      "        print(v)\n"
      "    case _:\n"
      "        print('other')\n"
      "last = 1\n";
  std::string out;
  REQUIRE(convert_match(program, out));
  CHECK(std::count(out.begin(), out.end(), '\n') == std::count(program.begin(), program.end(), '\n'));
  CHECK(out.starts_with("if ((__match_1 := (point)),):\n    if "));
  CHECK(out.find("elif True:\n        print('other')\nlast = 1\n") != std::string::npos);
}

TEST_CASE("a name that is called match, and a program with mistakes, stay as they are") {
  std::string out = "untouched";
  CHECK_FALSE(convert_match("match = 1\nmatch (match)\n", out));
  CHECK_FALSE(convert_match("import re\nm = re.match ('a', 'b')\n", out));
  CHECK_FALSE(convert_match("match x:\n    case (:\n        pass\n", out));
  CHECK(out == "untouched");
}
