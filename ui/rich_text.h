// A lesson's text in lines: bold, italic, code and links, broken where its script allows, Chinese, Japanese and Korean too.
#pragma once

#include "lessons/runtime/lesson.h"
#include "ui/ui.h"

#include <string_view>
#include <vector>

namespace tapedeck {

struct RichStyle {
  float size = type::kText, line = type::kTextLine;
  bool bold = false;
  ImU32 color = 0;               ///< 0: ink
};

/// Points into the LessonText it was made from; laid out anew in each frame, which costs about 20 µs a paragraph.
struct RichLayout {
  struct Piece {
    std::string_view text;
    const LessonSpan* span;
    float x, width;
    int line;
  };
  std::vector<Piece> pieces;
  int lines = 0;
  float width = 0;               ///< of the widest line
  RichStyle style;
  float height() const { return static_cast<float>(lines) * style.line; }
};

RichLayout lay_out(const Ui& ui, const LessonText& text, float width, const RichStyle& style = {});

/// Draws it and emits the links; the caller emits the text itself. `id` names the links.
void draw_rich(Ui& ui, NodeId id, ImVec2 at, const RichLayout& layout);

/// Where a line may end: before which of the characters (code points) of `text`. Exposed for its tests.
///  - after a space; after a hyphen or dash inside a word; at either side of a Chinese, Japanese or Korean character,
///  - but never before closing punctuation, small kana and the like, nor after opening ones (kinsoku).
bool may_break(uint32_t before, uint32_t after);

/// The character at text[at] and its size in bytes; U+FFFD and 1 where the bytes are no UTF-8.
uint32_t decode_utf8(std::string_view text, size_t at, size_t& size);

}  // namespace tapedeck
