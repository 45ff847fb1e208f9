#include "lessons/cli/files.h"

#include <catch2/catch_test_macros.hpp>
#include <algorithm>
#include <cstdio>

using namespace tapedeck;

TEST_CASE("files are written and read whole, folders are walked in order") {
    REQUIRE(write_file("files_test.tmp", std::string("a\0b\n", 4)));
    CHECK(read_file("files_test.tmp") == std::string("a\0b\n", 4));
    std::remove("files_test.tmp");
    CHECK_FALSE(read_file("files_test.tmp"));
    CHECK_FALSE(write_file("no-such-folder/x", "a"));

    std::vector<std::string> cases = files_below("tests/cases/seeds", ".py");
    REQUIRE(cases.size() > 10);
    CHECK(std::is_sorted(cases.begin(), cases.end()));
    CHECK(files_below("tests/cases", ".py").size() > cases.size());
    CHECK(files_below(cases[0], ".py") == std::vector<std::string>{cases[0]});
    CHECK(files_below("no-such-folder", ".py").empty());
}
