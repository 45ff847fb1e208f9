// Drawing in our look on an ImDrawList: text by role and size, boxes, pills, hatching, arrows, dashes. Logical pixels throughout.
#pragma once

#include "ui/theme.h"

#include <string_view>

namespace tapedeck {

struct Rect {
  float x = 0, y = 0, w = 0, h = 0;

  float right() const { return x + w; }
  float bottom() const { return y + h; }
  ImVec2 min() const { return {x, y}; }
  ImVec2 max() const { return {x + w, y + h}; }
  ImVec2 center() const { return {x + w / 2, y + h / 2}; }
  bool contains(ImVec2 p) const { return p.x >= x && p.y >= y && p.x < x + w && p.y < y + h; }
  bool overlaps(const Rect& o) const { return x < o.x + o.w && o.x < x + w && y < o.y + o.h && o.y < y + h; }
  Rect inset(float d) const { return {x + d, y + d, w - 2 * d, h - 2 * d}; }
  Rect inset(float dx, float dy) const { return {x + dx, y + dy, w - 2 * dx, h - 2 * dy}; }
  Rect intersect(const Rect& o) const;
  Rect cut_top(float height);       ///< takes a strip off this rectangle and returns it
  Rect cut_bottom(float height);
  Rect cut_left(float width);
  Rect cut_right(float width);
};

enum class Align : uint8_t { Left, Center, Right };

/// How a piece of text is set.
struct TextStyle {
  FontRole role = FontRole::Text;
  float size = type::kText;
  ImU32 color = 0;                  ///< 0: the palette's ink
};

/// Draws in one draw list with one theme. Cheap to make; holds no state of its own.
class Draw {
 public:
  Draw(const Theme& theme, ImDrawList* list) : theme_(theme), list_(list) {}

  const Theme& theme() const { return theme_; }
  ImDrawList* list() const { return list_; }

  // ---- Text. `at` is the top left of the line box (the font's ascent and descent), snapped to whole pixels. One line; no wrapping.
  float text_width(std::string_view text, const TextStyle& style) const;
  float text_height(const TextStyle& style) const;
  float text(ImVec2 at, std::string_view text, const TextStyle& style) const;                      ///< returns its width
  void text_in(const Rect& box, std::string_view text, const TextStyle& style, Align align = Align::Left) const;  ///< centred vertically
  /// As text_in, but cut with an ellipsis where it is too wide. Returns true if it was cut.
  bool text_fit(const Rect& box, std::string_view text, const TextStyle& style, Align align = Align::Left) const;

  // ---- Shapes. Borders lie inside their rectangle and are snapped to pixels, so that hairlines are one crisp pixel.
  void fill(const Rect& r, ImU32 color, float radius = 0) const;
  void border(const Rect& r, ImU32 color, float radius = 0, float thickness = space::kHairline) const;
  void box(const Rect& r, ImU32 fill, ImU32 border, float radius = space::kBoxRadius, float thickness = space::kHairline) const;
  void hline(float x0, float x1, float y, ImU32 color) const;      ///< a hairline
  void vline(float x, float y0, float y1, ImU32 color) const;
  void hatch(const Rect& r, ImU32 color, float gap = 5) const;     ///< 45 degrees, clipped to r: what is cut or wrong
  void dashed(ImVec2 a, ImVec2 b, ImU32 color, float thickness = 1, float on = 2, float off = 3) const;
  /// The shape of a meaning: a pill for values, a thick border for variables, a plain box for constants, hatched for wrong.
  void meaning_box(const Rect& r, Meaning meaning, float strength = 1) const;
  /// A horizontal S-curve from a to b, as between two nodes; `t0..t1` draws only that part of it (for motion).
  void edge(ImVec2 a, ImVec2 b, ImU32 color, float thickness = 1.6f, float t0 = 0, float t1 = 1) const;
  void arrow_head(ImVec2 tip, ImVec2 direction, ImU32 color, float size = 9, float thickness = 2.2f) const;
  void focus_ring(const Rect& r, float radius = space::kControlRadius) const;

  void push_clip(const Rect& r) const { list_->PushClipRect(r.min(), r.max(), true); }
  void pop_clip() const { list_->PopClipRect(); }

 private:
  const Theme& theme_;
  ImDrawList* list_;
};

/// Position of a point on the curve that Draw::edge draws, t in 0..1.
ImVec2 edge_point(ImVec2 a, ImVec2 b, float t);

}  // namespace tapedeck
