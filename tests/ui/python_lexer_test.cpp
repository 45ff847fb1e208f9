#include "ui/editor/python_lexer.h"

#include <catch2/catch_test_macros.hpp>

#include <string>

using namespace tapedeck;

namespace {

/// The tokens of a text: k(for) n(1.5) s("x") c(# y).
std::string tokens(std::string_view text) {
  std::string out;
  uint32_t last = 0;
  for (const Token& t : lex_python(text)) {
    CHECK(t.begin >= last);
    CHECK(t.end > t.begin);
    CHECK(t.end <= text.size());
    last = t.end;
    out += std::string(out.empty() ? "" : " ") + "knsc"[static_cast<int>(t.kind)] + "(" + std::string(text.substr(t.begin, t.end - t.begin)) + ")";
  }
  return out;
}

}  // namespace

TEST_CASE("keywords are whole words and not attributes") {
  CHECK(tokens("for x in range(5):") == "k(for) k(in) n(5)");
  CHECK(tokens("format = island") == "");
  CHECK(tokens("x.in = tape.import_") == "");
  CHECK(tokens("True None lambda") == "k(True) k(None) k(lambda)");
}

TEST_CASE("numbers are found in all their forms") {
  CHECK(tokens("x1 = 1.5e-3 + .5 - 0x1F + 1_000j") == "n(1.5e-3) n(.5) n(0x1F) n(1_000j)");
  CHECK(tokens("[[1.], [2.]]") == "n(1.) n(2.)");
  CHECK(tokens("0x1e+1") == "n(0x1e) n(1)");
  CHECK(tokens("x[1].y") == "n(1)");
}

TEST_CASE("strings end where Python ends them") {
  CHECK(tokens("a = 'it\\'s' + \"b\"") == "s('it\\'s') s(\"b\")");
  CHECK(tokens("f\"{x:.2f}\" rb'' u'' no'x'") == "s(f\"{x:.2f}\") s(rb'') s(u'') s('x')");
  CHECK(tokens("'open\nx = 1") == "s('open) n(1)");
  CHECK(tokens("\"\"\"two\nlines 1\"\"\" 2") == "s(\"\"\"two\nlines 1\"\"\") n(2)");
  CHECK(tokens("'''never ends 1") == "s('''never ends 1)");
}

TEST_CASE("a hash begins a comment only outside strings") {
  CHECK(tokens("x = '#' # not 1") == "s('#') c(# not 1)");
  CHECK(tokens("# 张量\ny = 1") == "c(# 张量) n(1)");
}

TEST_CASE("any bytes have tokens in order") {
  for (const std::string_view text : {"", "'", "\"\"\"", "\\", "'\\", "0x", ".", "1.e", "\xff\xfe'\xff", "f'", "#"}) tokens(text);
}
