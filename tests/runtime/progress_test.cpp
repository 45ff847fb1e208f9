#include "lessons/runtime/progress.h"

#include <catch2/catch_test_macros.hpp>
#include <cstdio>

using namespace tapedeck;

TEST_CASE("progress is kept in a file and found again") {
    const std::string path = "progress_test.tmp";
    std::remove(path.c_str());
    {
        auto store = file_progress(path);
        CHECK(store->load(cell_key("modify-a-tensor", 0)).empty());
        CHECK(store->save(cell_key("modify-a-tensor", 0), "w = 0.5\n\nprint(w)\n"));
        CHECK(store->save(answer_key("modify-a-tensor", 1), "negative"));
        CHECK(store->save("theme", "dark"));
        CHECK(store->save("theme", ""));
    }
    auto store = file_progress(path);
    CHECK(store->load("modify-a-tensor/cell/0") == "w = 0.5\n\nprint(w)\n");
    CHECK(store->load("modify-a-tensor/answer/1") == "negative");
    CHECK(store->load("theme").empty());

    std::FILE* file = std::fopen(path.c_str(), "wb");
    std::fputs("modify-a-tensor/cell/0 999999\nshort", file);
    std::fclose(file);
    CHECK(file_progress(path)->load("modify-a-tensor/cell/0").empty());
    std::remove(path.c_str());
}

TEST_CASE("a file that cannot be written loses nothing in memory") {
    auto store = file_progress("no-such-folder/progress");
    CHECK_FALSE(store->save("a", "1"));
    CHECK(store->load("a") == "1");
}
