#include "ui/rich_text.h"

#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

TextStyle style_of(const LessonSpan& span, const RichStyle& style, const Palette& colors) {
  TextStyle s{style.bold || span.bold ? FontRole::Bold : span.italic ? FontRole::Italic : FontRole::Text, style.size, style.color};
  if (span.code) {
    s.role = span.bold || style.bold ? FontRole::CodeBold : FontRole::Code;
    s.size = std::round(style.size * 0.88f);
  }
  if (span.strike) s.color = colors.muted;
  return s;
}

bool is_cjk(uint32_t c) {
  return (c >= 0x2E80 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFFEF) || (c >= 0x20000 && c <= 0x3FFFF);
}

/// Characters that may not begin a line, and those that may not end one.
constexpr uint32_t kNotFirst[] = {'!', ')', ',', '.', ':', ';', '?', ']', '}', '%', 0xB7, 0x2019, 0x201D, 0x2026, 0x3001, 0x3002, 0x3005, 0x3009,
                                  0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085,
                                  0x3087, 0x308E, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30FB, 0x30FC,
                                  0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D};
constexpr uint32_t kNotLast[] = {'(', '[', '{', 0x2018, 0x201C, 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0xFF08, 0xFF3B, 0xFF5B};

bool in(const uint32_t* begin, const uint32_t* end, uint32_t c) { return std::find(begin, end, c) != end; }

struct Letter {
  uint32_t code;
  uint32_t begin, end;          ///< in its span
  uint32_t span;
};

}  // namespace

uint32_t decode_utf8(std::string_view text, size_t at, size_t& size) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const uint32_t a = byte(at);
  size = a < 0x80 ? 1 : a >= 0xF0 ? 4 : a >= 0xE0 ? 3 : a >= 0xC0 ? 2 : 1;
  if (size == 1) return a < 0x80 ? a : 0xFFFD;
  uint32_t code = a & (0x7Fu >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((byte(at + i) & 0xC0) != 0x80) {
      size = 1;
      return 0xFFFD;
    }
    code = code << 6 | (byte(at + i) & 0x3F);
  }
  return code;
}

bool may_break(uint32_t before, uint32_t after) {
  if (after == ' ') return false;
  if (before == ' ') return true;
  if (in(std::begin(kNotFirst), std::end(kNotFirst), after) || in(std::begin(kNotLast), std::end(kNotLast), before)) return false;
  if (is_cjk(before) || is_cjk(after)) return true;
  return before == 0x2013 || before == 0x2014;
}

RichLayout lay_out(const Ui& ui, const LessonText& text, float width, const RichStyle& style) {
  RichLayout out;
  out.style = style;
  std::vector<Letter> letters;
  for (uint32_t s = 0; s < text.size(); ++s) {
    if (text[s].is_break) letters.push_back({'\n', 0, 0, s});
    const std::string& t = text[s].text;
    for (size_t i = 0, n = 0; i < t.size(); i += n) {
      const uint32_t code = decode_utf8(t, i, n);
      letters.push_back({code == '\n' || code == '\t' ? ' ' : code, static_cast<uint32_t>(i), static_cast<uint32_t>(std::min(i + n, t.size())), s});
    }
  }
  // The width of letters [from, to): by runs of one span, so that kerning and hinting are the font's own.
  const auto measure = [&](size_t from, size_t to) {
    float w = 0;
    while (from < to) {
      size_t end = from;
      while (end < to && letters[end].span == letters[from].span) ++end;
      const LessonSpan& span = text[letters[from].span];
      w += ui.draw.text_width(std::string_view(span.text).substr(letters[from].begin, letters[end - 1].end - letters[from].begin), style_of(span, style, ui.colors()));
      from = end;
    }
    return w;
  };
  const auto put_line = [&](size_t from, size_t to) {
    while (to > from && letters[to - 1].code == ' ') --to;
    float x = 0;
    while (from < to) {
      size_t end = from;
      while (end < to && letters[end].span == letters[from].span) ++end;
      const LessonSpan& span = text[letters[from].span];
      const std::string_view words = std::string_view(span.text).substr(letters[from].begin, letters[end - 1].end - letters[from].begin);
      const float w = ui.draw.text_width(words, style_of(span, style, ui.colors()));
      out.pieces.push_back({words, &span, x, w, out.lines});
      x += w;
      from = end;
    }
    out.width = std::max(out.width, x);
    ++out.lines;
  };
  size_t line = 0, segment = 0;          // where the line and the present unbreakable segment begin
  float used = 0;                        // width of [line, segment)
  for (size_t i = 0; i <= letters.size(); ++i) {
    const bool end = i == letters.size(), forced = !end && letters[i].code == '\n';
    if (!end && !forced && (i == 0 || i == segment || !may_break(letters[i - 1].code, letters[i].code))) continue;
    size_t seen = i;
    while (seen > segment && letters[seen - 1].code == ' ') --seen;
    if (used + measure(segment, seen) > width && segment > line) {
      put_line(line, segment);
      line = segment;
      used = 0;
    }
    // A word wider than the line is cut where it must be.
    while (measure(line, seen) > width && seen - line > 1 && line >= segment) {
      size_t cut = line + 1;
      while (cut < seen && measure(line, cut + 1) <= width) ++cut;
      put_line(line, cut);
      line = segment = cut;
    }
    used = measure(line, i);
    segment = i;
    if (forced) {
      put_line(line, i);
      line = segment = i + 1;
      used = 0;
    } else if (end && line < i) {
      put_line(line, i);
    }
  }
  return out;
}

void draw_rich(Ui& ui, NodeId id, ImVec2 at, const RichLayout& layout) {
  const RichStyle& style = layout.style;
  NodeId number = 0;
  for (const RichLayout::Piece& p : layout.pieces) {
    TextStyle s = style_of(*p.span, style, ui.colors());
    // All sizes of a line stand on one baseline.
    const ImVec2 where{at.x + p.x, at.y + static_cast<float>(p.line) * style.line + (style.line - style.size * 1.25f) / 2 + (style.size - s.size) * 0.95f};
    if (!p.span->link.empty()) {
      link(ui, id + ++number, where, p.text, p.span->link, s);
    } else {
      ui.draw.text(where, p.text, s);
      if (p.span->strike) ui.draw.hline(where.x, where.x + p.width, where.y + s.size * 0.62f, s.color);
    }
  }
}

}  // namespace tapedeck
