#include "ui/rich_text.h"

#include "tests/ui/null_platform.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace tapedeck;

namespace {

/// The lines that a text gets in `width` letters of 15 px, each 7.5 wide (CJK 15).
std::vector<std::string> lines(const LessonText& text, float letters) {
  Harness h;
  h.app->open_program("", "x");
  h.frame();
  std::vector<std::string> out;
  ImGui::NewFrame();
  ImGui::Begin("test");
  Commands commands;
  Ui ui{.theme = h.app->theme(), .semantic = h.app->semantic(), .commands = commands, .interaction = h.app->interaction(), .draw = Draw(h.app->theme(), ImGui::GetWindowDrawList())};
  const RichLayout layout = lay_out(ui, text, letters * 7.5f);
  out.resize(static_cast<size_t>(layout.lines));
  for (const RichLayout::Piece& p : layout.pieces) {
    out[static_cast<size_t>(p.line)] += p.text;
    CHECK(p.x + p.width <= letters * 7.5f + 0.01f);
  }
  ImGui::End();
  ImGui::Render();
  return out;
}

LessonText plain(std::string words) {
  LessonText t(1);
  t[0].text = std::move(words);
  return t;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("words go to the next line whole, and spaces do not begin one") {
  CHECK(lines(plain("a tensor never changes"), 9) == Lines{"a tensor", "never", "changes"});
  CHECK(lines(plain("one"), 20) == Lines{"one"});
  CHECK(lines(plain(""), 20) == Lines{});
}

TEST_CASE("a word in two styles is not torn apart") {
  LessonText t(3);
  t[0].text = "a ";
  t[1].text = "variable";
  t[1].bold = true;
  t[2].text = ": the tape";
  CHECK(lines(t, 10) == Lines{"a", "variable:", "the tape"});
}

TEST_CASE("a word longer than the line is cut") { CHECK(lines(plain("x abcdefghij y"), 4) == Lines{"x", "abcd", "efgh", "ij y"}); }

TEST_CASE("Chinese breaks between characters, but not before closing punctuation nor after opening") {
  CHECK(lines(plain("张量不变。变量"), 8) == Lines{"张量不", "变。变量"});
  CHECK(lines(plain("值（参见）"), 6) == Lines{"值（参", "见）"});
  CHECK(lines(plain("用 tf.assign 改"), 12) == Lines{"用 tf.assign", "改"});
  CHECK_FALSE(may_break(U'张', U'。'));
  CHECK_FALSE(may_break(U'（', U'张'));
  CHECK(may_break(U'张', U'量'));
  CHECK(may_break(U'x', U'张'));
  CHECK_FALSE(may_break('a', 'b'));
}

TEST_CASE("a forced break and bytes that are no text are survived") {
  LessonText t(3);
  t[0].text = "a";
  t[1].is_break = true;
  t[2].text = "b";
  CHECK(lines(t, 20) == Lines{"a", "b"});
  CHECK(lines(plain("\xff\xfe x"), 20).size() == 1);
  size_t size = 0;
  CHECK(decode_utf8("\xe5\xbc", 0, size) == 0xFFFD);
  CHECK(size == 1);
  CHECK(decode_utf8("张", 0, size) == U'张');
  CHECK(size == 3);
}
