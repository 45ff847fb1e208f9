#include "ui/views.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace tapedeck {
namespace {

/// A cassette: two reels and the tape below them, in the gradient's colour.
void logo(const Draw& d, ImVec2 at) {
  const Palette& c = d.theme().palette();
  const Rect shell{at.x, at.y, 30, 20};
  d.border(shell.inset(0.5f), c.ink, 4, 1.8f);
  for (const float x : {10.0f, 20.0f}) d.list()->AddCircle({at.x + x, at.y + 9.5f}, 3.4f, c.ink, 0, 1.8f);
  d.list()->AddLine({at.x + 8, at.y + 16.2f}, {at.x + 22, at.y + 16.2f}, c.of(Meaning::Gradient).ink, 1.8f);
}

}  // namespace

void app_bar_view(Ui& ui, AppState& state, const Rect& area) {
  const Palette& c = ui.colors();
  ui.semantic.open(node_id("bar"), NodeRole::Banner, "Tapedeck", area);
  ui.draw.fill(area, c.panel);
  ui.draw.hline(area.x, area.right(), area.bottom() - 1, c.hairline);
  const bool small = area.w < 700;
  Rect r = area.inset(small ? 12 : 24, 0);
  logo(ui.draw, {r.x, std::floor(area.center().y - 10)});
  r.cut_left(44);

  // From the right: what is always there, then what there is room for.
  const float h = ui.theme.touch ? space::kTouchHeight : 30.0f, top = std::floor(area.center().y - h / 2);
  const auto place = [&](float w) {
    Rect b = r.cut_right(w);
    b.y = top;
    b.h = h;
    r.cut_right(12);
    return b;
  };
  struct Item {
    NodeId id;
    std::string label;
    ButtonOptions options;
    Rect rect;
  };
  const char* choice = state.theme_choice == ThemeChoice::System ? "System" : state.theme_choice == ThemeChoice::Light ? "Light" : "Dark";
  Item help{node_id("help"), "?", {.states = state.help_open ? state::kPressed : uint16_t{0}, .hint = "Help and keys (?)", .spoken = "Help and keys"}, place(ui.theme.touch ? 44.0f : 34.0f)};
  Item theme{node_id("theme"), choice, {.hint = "Light, dark, or as the system", .spoken = {}}, {}};
  const std::string theme_spoken = std::string("Theme: ") + choice;
  theme.options.spoken = theme_spoken;
  theme.rect = place(button_width(ui, "System"));
  const std::string count = "Lesson " + std::to_string(state.lesson_number) + " of " + std::to_string(state.lesson_count);
  const TextStyle muted{FontRole::Text, type::kControl, c.muted};
  Rect count_rect;
  if (state.lesson_count > 0 && r.w > 420) {
    count_rect = r.cut_right(std::ceil(ui.draw.text_width(count, muted)) + 4);
    r.cut_right(16);
  }

  const TextStyle name{FontRole::Bold, 16, c.ink};
  if (r.w > 100) {
    const float w = std::ceil(ui.draw.text_width("Tapedeck", name));
    ui.draw.text_in(r.cut_left(w), "Tapedeck", name);
    ui.semantic.add(node_id("bar.name"), NodeRole::Text, "Tapedeck", {area.x, area.y, w + 70, area.h});
    r.cut_left(14);
  }
  std::string trail = small ? "" : state.lesson_trail;
  if (!trail.empty() && !state.lesson_title.empty()) trail += "  ›  ";
  trail += state.lesson_title;
  if (r.w > 140) {
    ui.draw.text_fit(r, trail, muted);
    ui.semantic.add(node_id("bar.trail"), NodeRole::Text, trail, r);
  }
  if (count_rect.w > 0) {
    ui.draw.text_in(count_rect, count, muted);
    ui.semantic.add(node_id("bar.count"), NodeRole::Text, count, count_rect);
  }
  if (button(ui, theme.id, theme.rect, theme.label, theme.options)) ui.send(AppCommand::SetTheme, (static_cast<int>(state.theme_choice) + 1) % 3);
  if (button(ui, help.id, help.rect, help.label, help.options)) ui.send(AppCommand::ToggleHelp);
  ui.semantic.close();
}

void help_view(Ui& ui, AppState& state, const Rect& screen) {
  if (!state.help_open) return;
  const Palette& c = ui.colors();
  struct Line {
    const char *keys, *what;
  };
  static constexpr Line kPlayer[] = {{"← →", "step back, step"},   {"Shift+← →", "by a whole training step"}, {"Space", "play, pause"},
                                     {"Home, End", "to the beginning, to the end"}, {"F", "follow the run"},
                                     {"1 2 3 4", "step by event, line, op, training step"}, {"[ ]", "slower, faster"},
                                     {"Esc", "select nothing, close"}};
  static constexpr Line kEditor[] = {{"Ctrl+Enter", "run the cell"}, {"Tab, Shift+Tab", "indent, outdent"}, {"Esc, then Tab", "leave the editor"},
                                     {"Ctrl+/", "comment on, off"}, {"Ctrl+Z, Ctrl+Shift+Z", "undo, redo"}};
  const Pointer scrim = claim_pointer(ui, node_id("help.scrim"), screen, {.wheel = true, .can_up = false, .can_down = false});
  ui.draw.fill(screen, c.scrim);
  const float row = 26, w = std::min(460.0f, screen.w - 24);
  const float h = std::min(screen.h - 24, 64 + row * static_cast<float>(std::size(kPlayer) + std::size(kEditor)) + 2 * 34 + 12);
  const Rect box{std::floor(screen.center().x - w / 2), std::floor(screen.center().y - h / 2), w, h};
  claim_pointer(ui, node_id("help.box"), box);
  ui.draw.box(box, c.panel, c.hairline);
  ui.semantic.open(node_id("help.dialog"), NodeRole::Dialog, "Keys", box);
  ui.draw.push_clip(box);
  Rect r = box.inset(24, 18);
  Rect head = r.cut_top(30);
  const Rect close_rect = head.cut_right(70);
  ui.draw.text_in(head, "Keys", {FontRole::Bold, type::kSentence, c.ink});
  ui.semantic.add(node_id("help.title"), NodeRole::Heading, "Keys", head).level = 2;
  if (button(ui, node_id("help.close"), {close_rect.x, close_rect.y, 70, 28}, "Close")) ui.send(AppCommand::ToggleHelp);
  const auto group = [&](const char* title, const Line* lines, size_t count) {
    r.cut_top(10);
    caption(ui, node_id("help.group", count), {r.x, r.y + 3}, title);
    r.cut_top(24);
    ui.semantic.open(node_id(title), NodeRole::List, title, r);
    for (size_t i = 0; i < count; ++i) {
      Rect line = r.cut_top(row);
      const Rect keys = line.cut_left(std::min(170.0f, w * 0.4f));
      std::string pressed = lines[i].keys;
      if (ui.mac) {
        for (size_t at; (at = pressed.find("Ctrl")) != std::string::npos;) pressed.replace(at, 4, "Cmd");
      }
      ui.draw.text_fit(keys, pressed, {FontRole::Code, type::kLabel, c.ink});
      ui.draw.text_fit(line, lines[i].what, {FontRole::Text, type::kControl, c.muted});
      ui.semantic.add(node_id(title, i + 1), NodeRole::ListItem, pressed + ": " + lines[i].what, {keys.x, keys.y, keys.w + line.w, row});
    }
    ui.semantic.close();
  };
  group("Player", kPlayer, std::size(kPlayer));
  group("Code", kEditor, std::size(kEditor));
  ui.draw.pop_clip();
  ui.semantic.close();
  if (scrim.pressed && !box.contains(scrim.at)) ui.send(AppCommand::ToggleHelp);
}

void notice_view(Ui& ui, AppState& state, const Rect& screen) {
  if (state.notice.empty()) return;
  if (ui.now >= state.notice_until) {
    state.notice.clear();
    return;
  }
  ui.animate(state.notice_until - ui.now);
  const Palette& c = ui.colors();
  const TextStyle style{FontRole::Text, type::kControl, c.panel};
  const float w = std::min(screen.w - 24, std::ceil(ui.draw.text_width(state.notice, style)) + 32);
  const Rect r{std::floor(screen.center().x - w / 2), screen.bottom() - 64, w, 36};
  ui.draw.fill(r, c.ink, space::kControlRadius);
  ui.draw.text_fit(r.inset(16, 0), state.notice, style, Align::Center);
  ui.semantic.add(node_id("notice"), NodeRole::Status, state.notice, r);
}

}  // namespace tapedeck
