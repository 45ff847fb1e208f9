#include "lessons/cli/text_diff.h"

#include <catch2/catch_test_macros.hpp>

using namespace tapedeck;

TEST_CASE("equal texts have no difference, others show what was expected and what was found") {
    CHECK(text_diff("a\nb\n", "a\nb\n").empty());
    CHECK(text_diff("a\nb\nc\n", "a\nx\nc\n") == "    a\n  - b\n  + x\n    c\n");
    CHECK(text_diff("a\nb\nc\nd\ne\n", "a\nc\nd\nz\ne\n") == "    a\n  - b\n    c\n    d\n  + z\n    e\n");
    CHECK(text_diff("", "new\n") == "  + new\n");
    CHECK(text_diff("a\n", "") == "  - a\n");
    CHECK(text_diff("a\n", "a") == "    a\n  - (a newline at the end)\n");
}

TEST_CASE("a long difference is cut") {
    std::string many;
    for (int i = 0; i < 100; ++i) many += std::to_string(i) + "\n";
    CHECK(text_diff("", many, 10).ends_with("    … 90 more lines\n"));
}
