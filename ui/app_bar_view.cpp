#include "ui/keys.h"
#include "ui/views.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

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
  ButtonOptions share_options{.hint = "Copy a link to this lesson with your program in it"};
  const float share_width = button_width(ui, "Share");
  Rect share;
  if (state.can_share && r.w > share_width + (small ? 120.0f : 260.0f)) share = place(share_width);

  const TextStyle muted{FontRole::Text, type::kControl, c.muted}, name{FontRole::Bold, 16, c.ink};
  if (r.w > 100) {
    const float w = std::ceil(ui.draw.text_width("Tapedeck", name));
    ui.draw.text_in(r.cut_left(w), "Tapedeck", name);
    ui.semantic.add(node_id("bar.name"), NodeRole::Text, "Tapedeck", {area.x, area.y, w + 70, area.h});
    r.cut_left(14);
  }
  if (state.lessons.size() > 1 && r.w > 140) {
    // The course: which lesson this is, and a way to each of the others.
    std::vector<std::string> titles;
    for (size_t i = 0; i < state.lessons.size(); ++i) titles.push_back(std::to_string(i + 1) + "  " + state.lessons[i].title);
    const std::vector<std::string_view> options(titles.begin(), titles.end());
    const std::string_view now = state.lesson_number >= 0 && state.lesson_number < static_cast<int>(titles.size()) ? std::string_view(titles[static_cast<size_t>(state.lesson_number)]) : "";
    Rect box{r.x, top, std::min(r.w, std::ceil(ui.draw.text_width(now, muted)) + 48), h};
    if (const int chosen = select(ui, node_id("lessons"), box, "Lesson", options, state.lesson_number); chosen >= 0) ui.send(AppCommand::OpenLesson, chosen);
    r.cut_left(box.w + 16);
    const std::string count = "of " + std::to_string(titles.size());
    if (!small && r.w > 60) text(ui, node_id("bar.count"), {r.x, r.center().y - 8}, count, muted);
  } else {
    std::string trail = small ? "" : state.lesson_trail;
    if (!trail.empty() && !state.lesson_title.empty()) trail += "  ›  ";
    trail += state.lesson_title;
    if (r.w > 140) {
      ui.draw.text_fit(r, trail, muted);
      ui.semantic.add(node_id("bar.trail"), NodeRole::Text, trail, r);
    }
  }
  if (share.w > 0 && button(ui, node_id("share"), share, "Share", share_options)) ui.send(AppCommand::Share);
  if (button(ui, theme.id, theme.rect, theme.label, theme.options)) ui.send(AppCommand::SetTheme, (static_cast<int>(state.theme_choice) + 1) % 3);
  if (button(ui, help.id, help.rect, help.label, help.options)) ui.send(AppCommand::ToggleHelp);
  ui.semantic.close();
}

namespace {

/// What the editor does with keys; it hears them itself (editor_view.cpp, text_field.mjs).
constexpr KeyLine kEditorLines[] = {{"Ctrl+Enter", "run the cell", {}}, {"Tab, Shift+Tab", "indent, outdent", {}}, {"Esc, then Tab", "leave the editor", {}},
                                    {"Ctrl+/", "comment on, off", {}}, {"Ctrl+Z, Ctrl+Shift+Z", "undo, redo", {}}};
constexpr float kHelpRow = 26, kHelpHead = 34;

/// A group of lines: keys, and what they do.
void help_group(Ui& ui, Rect r, const char* title, std::span<const KeyLine> lines) {
  const Palette& c = ui.colors();
  caption(ui, node_id("help.group", node_id(title)), {r.x, r.y + 13}, title);
  r.cut_top(kHelpHead);
  ui.semantic.open(node_id(title), NodeRole::List, title, r);
  float keys_width = 72;
  for (const KeyLine& line : lines) keys_width = std::max(keys_width, std::ceil(ui.draw.text_width(line.shown, {FontRole::Code, type::kLabel, c.ink})) + 20);
  keys_width = std::min(keys_width, r.w * 0.55f);
  for (size_t i = 0; i < lines.size(); ++i) {
    Rect line = r.cut_top(kHelpRow);
    const Rect keys = line.cut_left(keys_width);
    std::string pressed = lines[i].shown;
    if (ui.mac) {
      for (size_t at; (at = pressed.find("Ctrl")) != std::string::npos;) pressed.replace(at, 4, "Cmd");
    }
    ui.draw.text_fit(keys, pressed, {FontRole::Code, type::kLabel, c.ink});
    ui.draw.text_fit(line, lines[i].words, {FontRole::Text, type::kControl, c.muted});
    ui.semantic.add(node_id(title, i + 1), NodeRole::ListItem, pressed + ": " + lines[i].words, {keys.x, keys.y, keys.w + line.w, kHelpRow});
  }
  ui.semantic.close();
}

/// Choices that are kept: the size of the text, light or dark, whether errors come with a line of help.
void settings_group(Ui& ui, AppState& state, Rect r) {
  static constexpr std::string_view kSizes[] = {"100 %", "125 %", "150 %", "200 %"}, kThemes[] = {"System", "Light", "Dark"};
  static constexpr int kPercents[] = {100, 125, 150, 200};
  const TextStyle muted{FontRole::Text, type::kControl, ui.colors().muted};
  caption(ui, node_id("help.settings"), {r.x, r.y + 13}, "Settings");
  r.cut_top(kHelpHead);
  const float h = ui.theme.control_height();
  Rect row = r.cut_top(h + 8);
  ui.draw.text_in({row.x, row.y, 70, h}, "Text size", muted);
  const int size = static_cast<int>(std::find(std::begin(kPercents), std::end(kPercents), state.text_percent) - std::begin(kPercents));
  if (const int chosen = toggle_group(ui, node_id("help.size"), {row.x + 70, row.y}, "Text size", kSizes, size); chosen >= 0) ui.send(AppCommand::SetTextScale, kPercents[chosen]);
  row = r.cut_top(h + 8);
  ui.draw.text_in({row.x, row.y, 70, h}, "Colours", muted);
  if (const int chosen = toggle_group(ui, node_id("help.theme"), {row.x + 70, row.y}, "Colours", kThemes, static_cast<int>(state.theme_choice)); chosen >= 0) ui.send(AppCommand::SetTheme, chosen);
  row = r.cut_top(h + 8);
  static constexpr std::string_view kOnOff[] = {"On", "Off"};
  ui.draw.text_in({row.x, row.y, 70, h}, "Hints", muted);
  if (const int chosen = toggle_group(ui, node_id("help.hints"), {row.x + 70, row.y}, "Help below errors", kOnOff, state.hints ? 0 : 1); chosen >= 0) ui.send(AppCommand::SetHints, chosen == 0);
}

}  // namespace

void help_view(Ui& ui, AppState& state, const Rect& screen) {
  if (!state.help_open) return;
  const Palette& c = ui.colors();
  const Pointer scrim = claim_pointer(ui, node_id("help.scrim"), screen, {.wheel = true, .can_up = false, .can_down = false});
  ui.draw.fill(screen, c.scrim);
  const bool wide = screen.w >= 780;
  const float player = kHelpHead + kHelpRow * static_cast<float>(key_lines().size()), code = kHelpHead + kHelpRow * static_cast<float>(std::size(kEditorLines)),
              settings = kHelpHead + 3 * (ui.theme.control_height() + 8);
  const float content = wide ? std::max(player, code + settings) : player + code + settings;
  const float w = std::min(wide ? 760.0f : 460.0f, screen.w - 24), h = std::min(screen.h - 24, 30 + content + 44);
  const Rect box{std::floor(screen.center().x - w / 2), std::floor(screen.center().y - h / 2), w, h};
  claim_pointer(ui, node_id("help.box"), box);
  ui.draw.box(box, c.panel, c.hairline);
  ui.semantic.open(node_id("help.dialog"), NodeRole::Dialog, "Help", box);
  Rect r = box.inset(24, 18);
  Rect head = r.cut_top(30);
  const Rect close = head.cut_right(70);
  ui.draw.text_in(head, "Help", {FontRole::Bold, type::kSentence, c.ink});
  ui.semantic.add(node_id("help.title"), NodeRole::Heading, "Help", head).level = 2;
  if (button(ui, node_id("help.close"), {close.x, close.center().y - ui.theme.control_height() / 2, 70, ui.theme.control_height()}, "Close")) ui.send(AppCommand::ToggleHelp);
  const ScrollArea scroll = begin_scroll(ui, node_id("help.scroll"), r, content, state.help_scroll);
  Rect body{r.x, r.y - state.help_scroll, r.w, content};
  Rect left = wide ? body.cut_left(std::floor(body.w / 2) + 8) : body.cut_top(player);
  left.w -= wide ? 24 : 0;
  help_group(ui, left, "Player", key_lines());
  help_group(ui, body.cut_top(code), "Program", kEditorLines);
  settings_group(ui, state, body);
  end_scroll(ui, scroll);
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
  const bool offers = !state.notice_button.empty();
  const float h = std::max(36.0f, offers ? ui.theme.control_height() + 8 : 0), press_width = offers ? button_width(ui, state.notice_button) : 0;
  const float w = std::min(screen.w - 24, std::ceil(ui.draw.text_width(state.notice, style)) + 32 + (offers ? press_width : 0));
  const Rect r{std::floor(screen.center().x - w / 2), screen.bottom() - 28 - h, w, h};
  claim_pointer(ui, node_id("notice.box"), r);
  ui.draw.fill(r, c.ink, space::kControlRadius);
  Rect words = r.inset(16, 0);
  const Rect act = words.cut_right(press_width);
  ui.draw.text_fit(words, state.notice, style, offers ? Align::Left : Align::Center);
  ui.semantic.add(node_id("notice"), NodeRole::Status, state.notice, words);
  if (!offers) return;
  const Press p = press(ui, node_id("notice.button"), NodeRole::Button, state.notice_button, {act.x + 8, act.center().y - ui.theme.control_height() / 2, press_width, ui.theme.control_height()});
  if (p.hovered) ui.draw.fill({act.x + 8, act.center().y - ui.theme.control_height() / 2, press_width, ui.theme.control_height()}, with_alpha(c.panel, 0.16f), space::kControlRadius);
  ui.draw.text_in({act.x + 8, r.y, press_width, h}, state.notice_button, {FontRole::Bold, type::kControl, c.panel}, Align::Center);
  if (!p.pressed) return;
  ui.commands.app.push_back(state.notice_action);
  ui.send(AppCommand::CloseNotice);
}

}  // namespace tapedeck
