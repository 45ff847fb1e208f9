// tests/python/language: programs whose output CPython wrote (expect.py).
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/python/test_host.h"

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("programs print what they print in CPython") {
  int programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator("tests/python/language")) {
    if (entry.path().extension() != ".py") continue;
    programs++;
    DYNAMIC_SECTION(entry.path().filename().string()) {
      tapedeck::TestRun r = tapedeck::run_python(text_of(entry.path()));
      CHECK(r.traceback == "");
      std::string expected = text_of(std::filesystem::path(entry.path()).replace_extension(".expected"));
      std::istringstream got_lines(r.out), expected_lines(expected);
      std::string got, want;
      for (int line = 1; std::getline(expected_lines, want); line++) {
        std::getline(got_lines, got);
        INFO("line " << line << " of the output");
        CHECK(got == want);
      }
      CHECK(r.out.size() == expected.size());
    }
  }
  CHECK(programs >= 7);
}
