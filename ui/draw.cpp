#include "ui/draw.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

float snapped(float v) { return std::floor(v + 0.5f); }

/// Where the baseline lies below the top of a line box, as a share of the type size. The same for every font, so that a layout does not
/// depend on which fonts a browser has: a font's own ascent only decides where its glyphs go above that line.
constexpr float kBaseline = 0.95f, kLineBox = 1.25f;
/// Half the height of a capital letter: what must be centred for text to look centred.
constexpr float kHalfCap = 0.36f;

constexpr std::string_view kEllipsis = "…";

// ---- Marks over letters (z̄, x̂). Fonts place them by tables that ImGui does not read, so the common ones are drawn as lines here. All are
// U+0300 to U+033F: two bytes, the first 0xCC.

constexpr char kMarkByte = '\xCC';
enum class OverMark : uint8_t { None, Hat = 0x82, Tilde = 0x83, Bar = 0x84, Overline = 0x85, Dot = 0x87 };

/// The mark that begins at `at`, or None.
OverMark mark_at(std::string_view text, size_t at) {
  if (text[at] != kMarkByte || at + 1 >= text.size()) return OverMark::None;
  const auto mark = static_cast<OverMark>(static_cast<unsigned char>(text[at + 1]));
  switch (mark) {
    case OverMark::Hat:
    case OverMark::Tilde:
    case OverMark::Bar:
    case OverMark::Overline:
    case OverMark::Dot: return mark;
    default: return OverMark::None;
  }
}

/// Where the next mark begins, from `at` on; the size of the text where there is none.
size_t next_mark(std::string_view text, size_t at) {
  for (at = text.find(kMarkByte, at); at != std::string_view::npos; at = text.find(kMarkByte, at + 1)) {
    if (mark_at(text, at) != OverMark::None) return at;
  }
  return text.size();
}

/// `middle` is over the letter's middle, at its upper end.
void draw_mark(ImDrawList* list, OverMark mark, ImVec2 middle, float half, float size, ImU32 color) {
  const float thickness = std::max(1.0f, size * 0.075f), y = middle.y - std::max(1.5f, size * 0.12f), rise = size * 0.11f;
  switch (mark) {
    case OverMark::Hat:
      list->PathLineTo({middle.x - half * 0.8f, y + rise / 2});
      list->PathLineTo({middle.x, y - rise / 2});
      list->PathLineTo({middle.x + half * 0.8f, y + rise / 2});
      list->PathStroke(color, 0, thickness);
      break;
    case OverMark::Tilde:
      list->AddBezierCubic({middle.x - half, y + rise / 2}, {middle.x - half * 0.2f, y - rise * 1.6f}, {middle.x + half * 0.2f, y + rise * 1.6f}, {middle.x + half, y - rise / 2}, color, thickness);
      break;
    case OverMark::Dot: list->AddCircleFilled({middle.x, y - rise / 2}, thickness * 0.9f, color); break;
    default: list->AddLine({middle.x - half, y}, {middle.x + half, y}, color, thickness); break;
  }
}

}  // namespace

Rect Rect::intersect(const Rect& o) const {
  const float x0 = std::max(x, o.x), y0 = std::max(y, o.y), x1 = std::min(right(), o.right()), y1 = std::min(bottom(), o.bottom());
  return {x0, y0, std::max(0.0f, x1 - x0), std::max(0.0f, y1 - y0)};
}
Rect Rect::cut_top(float height) {
  const float d = std::clamp(height, 0.0f, std::max(0.0f, h));
  const Rect r{x, y, w, d};
  y += d;
  h -= d;
  return r;
}
Rect Rect::cut_bottom(float height) {
  const float d = std::clamp(height, 0.0f, std::max(0.0f, h));
  h -= d;
  return {x, y + h, w, d};
}
Rect Rect::cut_left(float width) {
  const float d = std::clamp(width, 0.0f, std::max(0.0f, w));
  const Rect r{x, y, d, h};
  x += d;
  w -= d;
  return r;
}
Rect Rect::cut_right(float width) {
  const float d = std::clamp(width, 0.0f, std::max(0.0f, w));
  w -= d;
  return {x + w, y, d, h};
}

float Draw::text_width(std::string_view text, const TextStyle& style) const {
  if (text.empty()) return 0;
  if (const size_t mark = next_mark(text, 0); mark < text.size()) return text_width(text.substr(0, mark), style) + text_width(text.substr(mark + 2), style);
  // CalcTextSizeA rounds up to whole pixels only in CalcTextSize; here widths are exact, so pieces of a line can be set one after another.
  return theme_.font(style.role)->CalcTextSizeA(style.size, 1e9f, 0, text.data(), text.data() + text.size()).x;
}

float Draw::text_height(const TextStyle& style) const { return std::ceil(style.size * kLineBox); }

float Draw::text(ImVec2 at, std::string_view text, const TextStyle& style) const {
  if (text.empty()) return 0;
  ImFont* font = theme_.font(style.role);
  const ImU32 color = style.color != 0 ? style.color : theme_.palette().ink;
  const float ascent = font->GetFontBaked(style.size)->Ascent;
  const float baseline = snapped(at.y + style.size * kBaseline);
  const size_t mark = next_mark(text, 0);
  const std::string_view plain = text.substr(0, mark);
  list_->AddText(font, style.size, {snapped(at.x), baseline - ascent}, color, plain.data(), plain.data() + plain.size());
  const float width = text_width(plain, style);
  if (mark >= text.size()) return width;
  size_t letter = mark;
  while (letter > 0 && (static_cast<unsigned char>(text[--letter]) & 0xC0) == 0x80) {}
  unsigned codepoint = 0;
  if (letter < mark) ImTextCharFromUtf8(&codepoint, text.data() + letter, text.data() + mark);
  const ImFontGlyph* glyph = font->GetFontBaked(style.size)->FindGlyph(static_cast<ImWchar>(codepoint));
  const float left = snapped(at.x) + width - text_width(text.substr(letter, mark - letter), style);
  if (glyph != nullptr && letter < mark)
    draw_mark(list_, mark_at(text, mark), {left + (glyph->X0 + glyph->X1) / 2, baseline - ascent + glyph->Y0}, (glyph->X1 - glyph->X0) * 0.42f, style.size, color);
  return width + this->text({at.x + width, at.y}, text.substr(mark + 2), style);
}

void Draw::text_in(const Rect& box, std::string_view text, const TextStyle& style, Align align) const {
  float x = box.x;
  if (align != Align::Left) {
    const float free = box.w - text_width(text, style);
    x += align == Align::Center ? free / 2 : free;
  }
  this->text({x, box.y + box.h / 2 + style.size * (kHalfCap - kBaseline)}, text, style);
}

bool Draw::text_fit(const Rect& box, std::string_view text, const TextStyle& style, Align align) const {
  if (text_width(text, style) <= box.w + 0.5f) {
    text_in(box, text, style, align);
    return false;
  }
  const float room = box.w - text_width(kEllipsis, style);
  if (room <= 0) return true;
  const char* end = text.data();
  theme_.font(style.role)->CalcTextSizeA(style.size, room, 0, text.data(), text.data() + text.size(), &end);
  std::string_view kept = text.substr(0, static_cast<size_t>(end - text.data()));
  while (!kept.empty() && kept.back() == ' ') kept.remove_suffix(1);
  char buffer[512];
  const size_t n = std::min(kept.size(), sizeof buffer - 8);
  std::copy_n(kept.data(), n, buffer);
  std::copy_n(kEllipsis.data(), kEllipsis.size(), buffer + n);
  text_in(box, std::string_view(buffer, n + kEllipsis.size()), style, align);
  return true;
}

void Draw::fill(const Rect& r, ImU32 color, float radius) const { list_->AddRectFilled(r.min(), r.max(), color, radius); }

void Draw::border(const Rect& r, ImU32 color, float radius, float thickness) const {
  const float half = thickness / 2;
  const float x0 = snapped(r.x) + half, y0 = snapped(r.y) + half, x1 = snapped(r.right()) - half, y1 = snapped(r.bottom()) - half;
  if (x1 <= x0 || y1 <= y0) return;
  // AddRect moves its corners by half a pixel inwards, which is right only for thickness 1; a path is exact for all.
  list_->PathRect({x0, y0}, {x1, y1}, std::max(0.0f, radius - half));
  list_->PathStroke(color, ImDrawFlags_Closed, thickness);
}

void Draw::box(const Rect& r, ImU32 fill_color, ImU32 border_color, float radius, float thickness) const {
  const Rect s{snapped(r.x), snapped(r.y), snapped(r.right()) - snapped(r.x), snapped(r.bottom()) - snapped(r.y)};
  fill(s, fill_color, radius);
  border(s, border_color, radius, thickness);
}

void Draw::hline(float x0, float x1, float y, ImU32 color) const {
  list_->AddRectFilled({x0, snapped(y)}, {x1, snapped(y) + space::kHairline}, color);
}
void Draw::vline(float x, float y0, float y1, ImU32 color) const {
  list_->AddRectFilled({snapped(x), y0}, {snapped(x) + space::kHairline, y1}, color);
}

void Draw::hatch(const Rect& r, ImU32 color, float gap) const {
  push_clip(r);
  for (float d = -r.h; d < r.w; d += gap) list_->AddLine({r.x + d, r.bottom()}, {r.x + d + r.h, r.y}, color, 1);
  pop_clip();
}

void Draw::dashed(ImVec2 a, ImVec2 b, ImU32 color, float thickness, float on, float off) const {
  const float dx = b.x - a.x, dy = b.y - a.y, length = std::sqrt(dx * dx + dy * dy);
  if (length <= 0 || on + off <= 0) return;
  const float ux = dx / length, uy = dy / length;
  for (float t = 0; t < length; t += on + off) {
    const float e = std::min(length, t + on);
    list_->AddLine({a.x + ux * t, a.y + uy * t}, {a.x + ux * e, a.y + uy * e}, color, thickness);
  }
}

void Draw::meaning_box(const Rect& r, Meaning meaning, float strength) const {
  const ImU32 ink = with_alpha(theme_.ink(meaning), strength), tint = with_alpha(theme_.tint(meaning), strength);
  switch (meaning) {
    case Meaning::Value: box(r, tint, ink, r.h / 2); break;
    case Meaning::Variable: box(r, tint, ink, 4, 2); break;
    case Meaning::Gradient:
    case Meaning::Constant: box(r, tint, ink, 4); break;
    case Meaning::Wrong:
      fill(r, tint, 4);
      hatch(r, with_alpha(ink, 0.35f));
      border(r, ink, 4);
      break;
  }
}

ImVec2 edge_point(ImVec2 a, ImVec2 b, float t) {
  const float mx = (a.x + b.x) / 2;
  return ImBezierCubicCalc(a, {mx, a.y}, {mx, b.y}, b, t);
}

void Draw::edge(ImVec2 a, ImVec2 b, ImU32 color, float thickness, float t0, float t1) const {
  const float mx = (a.x + b.x) / 2;
  if (t0 <= 0 && t1 >= 1) {
    if (std::fabs(a.y - b.y) < 0.5f) {
      list_->AddLine(a, b, color, thickness);
    } else {
      list_->AddBezierCubic(a, {mx, a.y}, {mx, b.y}, b, color, thickness);
    }
    return;
  }
  constexpr int kPieces = 24;
  for (int i = 0; i <= kPieces; ++i) {
    const float t = t0 + (t1 - t0) * static_cast<float>(i) / kPieces;
    list_->PathLineTo(edge_point(a, b, std::clamp(t, 0.0f, 1.0f)));
  }
  list_->PathStroke(color, 0, thickness);
}

void Draw::arrow_head(ImVec2 tip, ImVec2 direction, ImU32 color, float size, float thickness) const {
  const float length = std::sqrt(direction.x * direction.x + direction.y * direction.y);
  if (length <= 0) return;
  const float ux = direction.x / length, uy = direction.y / length, back = size, side = size * 0.56f;
  list_->PathLineTo({tip.x - ux * back - uy * side, tip.y - uy * back + ux * side});
  list_->PathLineTo(tip);
  list_->PathLineTo({tip.x - ux * back + uy * side, tip.y - uy * back - ux * side});
  list_->PathStroke(color, 0, thickness);
}

void Draw::focus_ring(const Rect& r, float radius) const {
  border(r.inset(-3), theme_.ink(Meaning::Value), radius + 3, 2);
}

}  // namespace tapedeck
