#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

TextStyle control_text(ImU32 color, bool bold = false) {
  return {bold ? FontRole::Bold : FontRole::Text, type::kControl, color};
}

bool key(ImGuiKey k) { return ImGui::IsKeyPressed(k, true); }

/// Enter or Space, where nobody else (the DOM) turns them into a press. Only where the focus shows: after a click on Run, Space plays.
bool pressed_by_key(const Ui& ui, NodeId id) {
  if (!ui.interaction.native_keys || !ui.semantic.has_visible_focus(id) || ui.interaction.text_taken || ui.interaction.menu.owner != 0) return false;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl || io.KeySuper || io.KeyAlt) return false;
  return ImGui::IsKeyPressed(ImGuiKey_Enter, false) || ImGui::IsKeyPressed(ImGuiKey_Space, false) ||
         ImGui::IsKeyPressed(ImGuiKey_KeypadEnter, false);
}

void icon(const Draw& d, ButtonOptions::Icon which, const Rect& r, ImU32 color) {
  const ImVec2 c = r.center();
  if (which == ButtonOptions::Icon::Run) {
    d.list()->AddTriangleFilled({c.x - 4, c.y - 5}, {c.x + 5, c.y}, {c.x - 4, c.y + 5}, color);
  } else if (which == ButtonOptions::Icon::Stop) {
    d.fill({c.x - 4, c.y - 4, 9, 9}, color, 1.5f);
  }
}

constexpr float kIconWidth = 15;

void chevron(const Draw& d, ImVec2 c, ImU32 color) {
  d.list()->PathLineTo({c.x - 3.5f, c.y - 2});
  d.list()->PathLineTo({c.x, c.y + 2});
  d.list()->PathLineTo({c.x + 3.5f, c.y - 2});
  d.list()->PathStroke(color, 0, 1.4f);
}

}  // namespace

Press press(Ui& ui, NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states, std::string_view hint, float radius) {
  const bool enabled = (states & state::kDisabled) == 0;
  Node& node = ui.semantic.add(id, role, label, rect, static_cast<uint16_t>(states | state::kFocusable));
  if (!hint.empty()) ui.semantic.set_hint(node, hint);
  const Pointer p = claim_pointer(ui, id, rect);
  Press out;
  out.hovered = enabled && p.inside;
  out.held = enabled && p.down && p.inside;
  if (p.pressed && enabled) ui.semantic.focus(id, false);
  out.focused = ui.semantic.focused() == id;
  const bool asked = ui.semantic.take(id, Action::Press);
  out.pressed = enabled && (asked || (p.released && rect.contains(p.at)) || pressed_by_key(ui, id));
  if (out.pressed) ui.animate();
  if (ui.semantic.has_visible_focus(id)) ui.draw.focus_ring(rect, radius);
  if (out.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!hint.empty()) tooltip(ui, id, rect, hint, out.hovered && !out.held);
  return out;
}

float button_width(const Ui& ui, std::string_view label, const ButtonOptions& o) {
  const bool bold = o.kind == ButtonKind::Primary || o.kind == ButtonKind::Chosen;
  return std::ceil(ui.draw.text_width(label, control_text(0, bold))) + 24 + (o.icon != ButtonOptions::Icon::None ? kIconWidth : 0);
}

bool button(Ui& ui, NodeId id, const Rect& rect, std::string_view label, const ButtonOptions& o) {
  const Press p = press(ui, id, o.role, o.spoken.empty() ? label : o.spoken, rect, o.states, o.hint);
  const Palette& c = ui.colors();
  const bool disabled = (o.states & state::kDisabled) != 0;
  const float strength = disabled ? 0.45f : 1.0f;
  ImU32 ink = c.ink;
  switch (o.kind) {
    case ButtonKind::Normal:
      ui.draw.box(rect, c.panel, c.hairline, space::kControlRadius);
      if ((o.states & state::kPressed) != 0) ui.draw.fill(rect, with_alpha(c.of(Meaning::Value).ink, 0.14f), space::kControlRadius);
      break;
    case ButtonKind::Primary:
      ui.draw.fill(rect, with_alpha(c.of(Meaning::Value).ink, strength), space::kControlRadius);
      ink = c.on_value;
      break;
    case ButtonKind::Quiet: ink = c.muted; break;
    case ButtonKind::Chosen:
      ui.draw.box(rect, c.panel, c.of(Meaning::Value).ink, space::kControlRadius, 1.5f);
      ink = c.of(Meaning::Value).ink;
      break;
  }
  if (p.hovered) ui.draw.fill(rect, o.kind == ButtonKind::Primary ? with_alpha(c.panel, p.held ? 0.2f : 0.1f) : c.hover, space::kControlRadius);
  const bool bold = o.kind == ButtonKind::Primary || o.kind == ButtonKind::Chosen;
  const TextStyle style = control_text(with_alpha(ink, strength), bold);
  if (o.icon == ButtonOptions::Icon::None) {
    ui.draw.text_fit(rect.inset(6, 0), label, style, Align::Center);
  } else {
    Rect inner = rect.inset(std::max(0.0f, (rect.w - ui.draw.text_width(label, style) - kIconWidth) / 2), 0);
    icon(ui.draw, o.icon, inner.cut_left(10), style.color);
    inner.cut_left(kIconWidth - 10);
    ui.draw.text_in(inner, label, style);
  }
  return p.pressed;
}

float toggle_group_width(const Ui& ui, std::span<const std::string_view> options) {
  float w = 8;
  for (std::string_view o : options) w += std::ceil(ui.draw.text_width(o, control_text(0))) + 18;
  return w;
}

int toggle_group(Ui& ui, NodeId id, ImVec2 at, std::string_view label, std::span<const std::string_view> options, int current) {
  const Palette& c = ui.colors();
  const float height = ui.theme.control_height();
  const Rect box{at.x, at.y, toggle_group_width(ui, options), height};
  ui.draw.box(box, c.panel, c.hairline, space::kControlRadius);
  ui.semantic.open(id, NodeRole::RadioGroup, label, box);
  Rect rest = box.inset(4, 4);
  int chosen = -1;
  for (int i = 0; i < static_cast<int>(options.size()); ++i) {
    const std::string_view option = options[static_cast<size_t>(i)];
    const Rect r = rest.cut_left(std::ceil(ui.draw.text_width(option, control_text(0))) + 18);
    const bool on = i == current;
    const Press p = press(ui, id + 1 + static_cast<NodeId>(i), NodeRole::Radio, option, r, on ? state::kChecked : 0, {}, 5);
    if (on) ui.draw.fill(r, with_alpha(c.of(Meaning::Value).ink, 0.14f), 5);
    if (p.hovered && !on) ui.draw.fill(r, c.hover, 5);
    ui.draw.text_in(r, option, control_text(on ? c.ink : c.muted), Align::Center);
    if (p.pressed && !on) chosen = i;
  }
  ui.semantic.close();
  return chosen;
}

int select(Ui& ui, NodeId id, const Rect& rect, std::string_view label, std::span<const std::string_view> options, int current) {
  const Palette& c = ui.colors();
  OpenMenu& menu = ui.interaction.menu;
  const bool open = menu.owner == id;
  const std::string_view now = current >= 0 && current < static_cast<int>(options.size()) ? options[static_cast<size_t>(current)] : "";
  const Press p = press(ui, id, NodeRole::Select, label, rect, open ? state::kExpanded : 0);
  // press() has just added the node; its value is what is chosen, its hint the list for the DOM's own <select>.
  ui.draw.box(rect, c.panel, c.hairline, space::kControlRadius);
  if (p.hovered) ui.draw.fill(rect, c.hover, space::kControlRadius);
  Rect inner = rect.inset(10, 0);
  chevron(ui.draw, {inner.right() - 3, rect.center().y}, c.muted);
  inner.cut_right(14);
  ui.draw.text_fit(inner, now, control_text(c.ink));
  {
    std::string list;
    for (std::string_view o : options) list.append(list.empty() ? "" : "\n").append(o);
    ui.semantic.describe_last(now, list);
  }
  if (p.pressed) {
    if (open) {
      menu.owner = 0;
    } else {
      menu = {};
      menu.owner = id;
      menu.anchor = rect;
      menu.label = std::string(label);
      menu.options.assign(options.begin(), options.end());
      menu.current = menu.highlighted = current;
    }
  }
  int chosen = -1;
  if (ui.semantic.take(id, Action::SetValue)) {
    for (int i = 0; i < static_cast<int>(options.size()); ++i) {
      if (options[static_cast<size_t>(i)] == ui.semantic.taken_value()) chosen = i;
    }
  }
  const bool up = ui.semantic.take(id, Action::Decrement), down = ui.semantic.take(id, Action::Increment);
  if (up && current > 0) chosen = current - 1;
  if (down && current + 1 < static_cast<int>(options.size())) chosen = current + 1;
  if (menu.chosen_owner == id && menu.chosen >= 0) {
    chosen = menu.chosen;
    menu.chosen_owner = 0;
  }
  return chosen == current ? -1 : chosen;
}

int tabs(Ui& ui, NodeId id, const Rect& rect, std::string_view label, std::span<const std::string_view> options, int current) {
  const Palette& c = ui.colors();
  ui.semantic.open(id, NodeRole::TabList, label, rect);
  Rect rest = rect;
  int chosen = -1;
  for (int i = 0; i < static_cast<int>(options.size()); ++i) {
    const std::string_view option = options[static_cast<size_t>(i)];
    const bool on = i == current;
    const TextStyle style = control_text(on ? c.ink : c.muted, on);
    const Rect r = rest.cut_left(std::ceil(ui.draw.text_width(option, control_text(0, true))) + 24);
    const Press p = press(ui, id + 1 + static_cast<NodeId>(i), NodeRole::Tab, option, r, on ? state::kSelected : 0, {}, 4);
    if (p.hovered && !on) ui.draw.fill(r.inset(2, 4), c.hover, 5);
    ui.draw.text_in(r, option, style, Align::Center);
    if (on) ui.draw.fill({r.x + 12, r.bottom() - 2, r.w - 24, 2}, c.of(Meaning::Value).ink, 1);
    if (p.pressed && !on) chosen = i;
  }
  ui.draw.hline(rect.x, rect.right(), rect.bottom() - 1, c.hairline);
  ui.semantic.close();
  return chosen;
}

bool checkbox(Ui& ui, NodeId id, ImVec2 at, std::string_view label, bool checked) {
  const Palette& c = ui.colors();
  const Rect row{at.x, at.y, 24 + std::ceil(ui.draw.text_width(label, control_text(0))), ui.theme.control_height()};
  const Press p = press(ui, id, NodeRole::Checkbox, label, row, checked ? state::kChecked : 0, {}, 4);
  const Rect box{row.x, std::floor(row.center().y - 8), 16, 16};
  const ImU32 blue = c.of(Meaning::Value).ink;
  ui.draw.box(box, checked ? blue : c.panel, checked ? blue : c.muted, 4);
  if (p.hovered) ui.draw.fill(box, c.hover, 4);
  if (checked) {
    ui.draw.list()->PathLineTo({box.x + 4, box.y + 8});
    ui.draw.list()->PathLineTo({box.x + 7, box.y + 11});
    ui.draw.list()->PathLineTo({box.x + 12, box.y + 5});
    ui.draw.list()->PathStroke(c.on_value, 0, 1.8f);
  }
  Rect words = row;
  words.cut_left(24);
  ui.draw.text_in(words, label, control_text(c.ink));
  return p.pressed;
}

float link(Ui& ui, NodeId id, ImVec2 at, std::string_view label, std::string_view url, const TextStyle& style) {
  TextStyle s = style;
  s.color = ui.colors().of(Meaning::Value).ink;
  const float w = ui.draw.text_width(label, s);
  const Rect r{at.x, at.y, w, ui.draw.text_height(s)};
  const Press p = press(ui, id, NodeRole::Link, label, r, 0, {}, 3);
  ui.semantic.describe_last(url, {});
  ui.draw.text(at, label, s);
  const float y = std::floor(at.y + s.size * 0.95f) + 2;
  ui.draw.hline(r.x, r.right(), y, p.hovered ? s.color : with_alpha(s.color, 0.45f));
  if (p.pressed) ui.send(AppCommand::OpenLink, 0, url);
  return w;
}

float text(Ui& ui, NodeId id, ImVec2 at, std::string_view label, const TextStyle& style, NodeRole role, int level) {
  const float w = ui.draw.text(at, label, style);
  ui.semantic.add(id, role, label, {at.x, at.y, w, ui.draw.text_height(style)}).level = static_cast<uint8_t>(level);
  return w;
}

void caption(Ui& ui, NodeId id, ImVec2 at, std::string_view label, int level) {
  const TextStyle style{FontRole::Text, 11.5f, ui.colors().muted};
  // Small capitals with some air between them. Only ASCII is raised: names in other scripts, and what is code, stay as they are.
  float x = at.x;
  for (size_t i = 0; i < label.size();) {
    size_t n = 1;
    while (i + n < label.size() && (static_cast<unsigned char>(label[i + n]) & 0xC0) == 0x80) ++n;
    char raised = label[i];
    if (n == 1 && raised >= 'a' && raised <= 'z') raised = static_cast<char>(raised - 'a' + 'A');
    const std::string_view glyph = n == 1 ? std::string_view(&raised, 1) : label.substr(i, n);
    const ImVec2 where{x, at.y};
    ImFont* font = ui.theme.font(style.role);
    ui.draw.list()->AddText(font, style.size, {where.x, std::floor(where.y + style.size * 0.95f + 0.5f) - font->GetFontBaked(style.size)->Ascent},
                            style.color, glyph.data(), glyph.data() + glyph.size());
    x += ui.draw.text_width(glyph, style) + 0.6f;
    i += n;
  }
  ui.semantic.add(id, NodeRole::Heading, label, {at.x, at.y, x - at.x, ui.draw.text_height(style)}).level = static_cast<uint8_t>(level);
}

void tooltip(Ui& ui, NodeId owner, const Rect& anchor, std::string_view words, bool hovered) {
  Tooltip& t = ui.interaction.tooltip;
  if (!hovered) return;
  if (t.owner != owner) {
    t = {};
    t.owner = owner;
    t.since = ui.now;
    t.text = std::string(words);
  }
  t.anchor = anchor;
  t.seen = true;
}

ScrollArea begin_scroll(Ui& ui, NodeId id, const Rect& area, float content_height, float& scroll) {
  const float most = std::max(0.0f, content_height - area.h);
  scroll = std::clamp(scroll, 0.0f, most);
  Listen listen;
  listen.press = false;
  listen.wheel = most > 0;
  listen.can_up = scroll > 0;
  listen.can_down = scroll < most;
  const Pointer p = claim_pointer(ui, id, area, listen);
  if (p.wheel_y != 0) scroll = std::clamp(scroll - p.wheel_y * 48, 0.0f, most);
  // Keyboard focus that went to something out of sight brings it into sight. Its place is the last frame's, which is where it would be drawn.
  if (ui.semantic.focus_moved()) {
    const Node* n = ui.semantic.find(ui.semantic.focused());
    int32_t up = n != nullptr ? n->parent : -1;
    bool within = false;
    for (; up >= 0; up = ui.semantic.nodes()[static_cast<size_t>(up)].parent) {
      if (ui.semantic.nodes()[static_cast<size_t>(up)].id == id) within = true;
    }
    if (n != nullptr && within) {
      const float above = n->rect.y - (area.y + 8), below = std::min(n->rect.bottom(), n->rect.y + area.h - 16) - (area.bottom() - 8);
      if (above < 0) scroll += above;
      if (below > 0) scroll += below;
      scroll = std::clamp(scroll, 0.0f, most);
    }
  }
  ui.draw.push_clip(area);
  return {id, area, &scroll, content_height};
}

void end_scroll(Ui& ui, const ScrollArea& s) {
  ui.draw.pop_clip();
  const float most = s.content_height - s.area.h;
  if (most <= 0.5f) return;
  const float size = std::max(28.0f, s.area.h * s.area.h / s.content_height);
  const float room = s.area.h - size - 4;
  Rect track{s.area.right() - 12, s.area.y, 12, s.area.h};
  Rect thumb{s.area.right() - 8, s.area.y + 2 + room * (*s.scroll / most), 5, size};
  const Pointer p = claim_pointer(ui, s.id + 1, {track.x, thumb.y, track.w, thumb.h});
  if (p.down && room > 0) *s.scroll = std::clamp(*s.scroll + p.drag.y * most / room, 0.0f, most);
  const bool strong = p.inside || p.down;
  ui.draw.fill(thumb, with_alpha(ui.colors().muted, strong ? 0.7f : 0.28f), 2.5f);
}

bool splitter(Ui& ui, NodeId id, const Rect& line, bool vertical, std::string_view label, float& size, float least, float most, float sign) {
  const Rect grip = vertical ? line.inset(-4, 0) : line.inset(0, -4);
  Node& node = ui.semantic.add(id, NodeRole::Slider, label, grip, state::kFocusable);
  char value[32];
  const int digits = static_cast<int>(std::lround(size));
  size_t n = 0;
  for (int v = std::max(digits, 0), unit = 10000; unit > 0; unit /= 10) {
    if (v >= unit || unit == 1 || n > 0) value[n++] = static_cast<char>('0' + v / unit % 10);
  }
  ui.semantic.set_value(node, std::string_view(value, n));
  const Pointer p = claim_pointer(ui, id, grip);
  const float before = size;
  if (p.inside || p.down) ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
  const bool focused = ui.semantic.focused() == id && ui.semantic.focus_visible();
  bool less = ui.semantic.take(id, Action::Decrement), more = ui.semantic.take(id, Action::Increment);
  if (focused) {
    ui.interaction.arrows_taken = true;
    less = less || key(vertical ? ImGuiKey_LeftArrow : ImGuiKey_UpArrow);
    more = more || key(vertical ? ImGuiKey_RightArrow : ImGuiKey_DownArrow);
  }
  const float keys = 24 * (static_cast<float>(more) - static_cast<float>(less));
  const float moved = (p.down ? (vertical ? p.drag.x : p.drag.y) : 0) + keys;
  // Only a hand changes it: a small window draws it smaller, and a large one shows the wish again.
  if (moved != 0) size = std::clamp(std::clamp(size, least, std::max(least, most)) + sign * moved, least, std::max(least, most));
  const ImU32 color = p.down || p.inside || focused ? ui.colors().of(Meaning::Value).ink : ui.colors().hairline;
  const float thickness = p.down || p.inside || focused ? 2.0f : 1.0f;
  ui.draw.fill(vertical ? Rect{line.x, line.y, thickness, line.h} : Rect{line.x, line.y, line.w, thickness}, color);
  return size != before;
}

namespace {

void draw_menu(Ui& ui, const Rect& screen) {
  OpenMenu& m = ui.interaction.menu;
  if (m.owner == 0) return;
  const Palette& c = ui.colors();
  const float row = ui.theme.touch ? space::kTouchHeight : 30;
  const int count = static_cast<int>(m.options.size());
  float w = m.anchor.w;
  for (const std::string& o : m.options) w = std::max(w, std::ceil(ui.draw.text_width(o, control_text(0))) + 44);
  Rect box{m.anchor.x, m.anchor.bottom() + 4, w, row * static_cast<float>(count) + 8};
  if (box.bottom() > screen.bottom() - 4) box.y = m.anchor.y - 4 - box.h;
  box.x = std::clamp(box.x, screen.x + 4, std::max(screen.x + 4, screen.right() - 4 - box.w));

  const Pointer outside = claim_pointer(ui, node_id("menu.scrim"), screen, {.wheel = true});
  ui.draw.box(box, c.panel, c.muted, space::kBoxRadius);
  ui.semantic.open(node_id("menu"), NodeRole::List, m.label, box);
  Rect rest = box.inset(4, 4);
  int chosen = -1;
  for (int i = 0; i < count; ++i) {
    const Rect r = rest.cut_top(row);
    const Pointer p = claim_pointer(ui, node_id("menu.option", static_cast<uint64_t>(i)), r);
    const NodeId option_id = node_id("menu.option", static_cast<uint64_t>(i));
    ui.semantic.add(option_id, NodeRole::ListItem, m.options[static_cast<size_t>(i)], r, i == m.current ? state::kSelected : 0);
    if (p.inside && (p.pressed || ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0)) m.highlighted = i;
    if (i == m.highlighted) ui.draw.fill(r, with_alpha(c.of(Meaning::Value).ink, 0.14f), 5);
    Rect inner = r.inset(10, 0);
    if (i == m.current) {
      const ImVec2 at{inner.right() - 10, r.center().y};
      ui.draw.list()->PathLineTo({at.x - 2, at.y});
      ui.draw.list()->PathLineTo({at.x + 1, at.y + 3});
      ui.draw.list()->PathLineTo({at.x + 7, at.y - 4});
      ui.draw.list()->PathStroke(c.of(Meaning::Value).ink, 0, 1.6f);
    }
    ui.draw.text_in(inner, m.options[static_cast<size_t>(i)], control_text(c.ink));
    if ((p.released && r.contains(p.at)) || ui.semantic.take(option_id, Action::Press)) chosen = i;
  }
  ui.semantic.close();

  ui.interaction.arrows_taken = true;
  if (key(ImGuiKey_DownArrow)) m.highlighted = std::min(m.highlighted + 1, count - 1);
  if (key(ImGuiKey_UpArrow)) m.highlighted = std::max(m.highlighted - 1, 0);
  if (ImGui::IsKeyPressed(ImGuiKey_Enter, false) && m.highlighted >= 0) chosen = m.highlighted;
  if (chosen >= 0) {
    m.chosen_owner = m.owner;
    m.chosen = chosen;
    m.owner = 0;
    ui.animate();
  } else if (outside.pressed || ImGui::IsKeyPressed(ImGuiKey_Escape, false) || ImGui::IsKeyPressed(ImGuiKey_Tab, false)) {
    m.owner = 0;
    ui.animate();
  }
}

void draw_tooltip(Ui& ui, const Rect& screen) {
  constexpr double kDelay = 0.6;
  Tooltip& t = ui.interaction.tooltip;
  if (!t.seen) t.owner = 0;
  t.seen = false;
  if (t.owner == 0 || ui.theme.touch) return;
  const double waited = ui.now - t.since;
  if (waited < kDelay) {
    ui.animate(kDelay - waited);
    return;
  }
  const Palette& c = ui.colors();
  const TextStyle style{FontRole::Text, type::kLabel, c.panel};
  const float w = std::ceil(ui.draw.text_width(t.text, style)) + 16, h = 24;
  Rect r{t.anchor.center().x - w / 2, t.anchor.bottom() + 6, w, h};
  if (r.bottom() > screen.bottom() - 4) r.y = t.anchor.y - 6 - h;
  r.x = std::clamp(r.x, screen.x + 4, std::max(screen.x + 4, screen.right() - 4 - w));
  ui.draw.fill(r, c.ink, 5);
  ui.draw.text_in(r, t.text, style, Align::Center);
}

}  // namespace

void overlay_widgets(Ui& ui, const Rect& screen) {
  draw_menu(ui, screen);
  draw_tooltip(ui, screen);
}

}  // namespace tapedeck
