#include "ui/editor/editor_view.h"

#include "ui/widgets.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

constexpr float kLine = type::kCodeLine, kPad = 8, kTextGap = 12;
constexpr TextStyle kCode{FontRole::Code, type::kCode, 0};

float gutter_width(const Ui& ui, size_t lines) {
  float digits = 2;
  for (size_t n = lines; n >= 100; n /= 10) ++digits;
  return std::ceil(digits * ui.draw.text_width("0", kCode)) + 10;
}

void learn_text(const Ui& ui, const EditorModel& model, EditorView& view) {
  if (view.version == model.version() && !view.line_begins.empty()) return;
  view.version = model.version();
  const std::string& text = model.text();
  view.tokens = lex_python(text);
  view.line_begins.assign(1, 0);
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') view.line_begins.push_back(static_cast<uint32_t>(i + 1));
  }
  view.widest = 0;
  for (size_t i = 0; i < view.line_begins.size(); ++i) {
    const size_t begin = view.line_begins[i];
    view.widest = std::max(view.widest, ui.draw.text_width(std::string_view(text).substr(begin, line_end(text, begin) - begin), kCode));
  }
}

/// Lines and places of one text in one area.
struct Page {
  const Ui& ui;
  const std::string& text;
  const EditorView& view;
  Rect area;
  float text_x;

  std::string_view line(size_t i) const {
    const size_t begin = view.line_begins[i];
    const size_t end = i + 1 < view.line_begins.size() ? view.line_begins[i + 1] - 1 : text.size();
    return std::string_view(text).substr(begin, end - begin);
  }
  size_t line_at(size_t offset) const {
    const auto it = std::upper_bound(view.line_begins.begin(), view.line_begins.end(), static_cast<uint32_t>(offset));
    return static_cast<size_t>(it - view.line_begins.begin()) - 1;
  }
  float top(size_t i) const { return area.y + kPad - view.scroll_y + static_cast<float>(i) * kLine; }
  float left() const { return text_x - view.scroll_x; }
  float x_of(size_t offset) const {
    const size_t i = line_at(offset);
    return left() + ui.draw.text_width(line(i).substr(0, offset - view.line_begins[i]), kCode);
  }
  size_t offset_at(ImVec2 p) const {
    const float row = (p.y - top(0)) / kLine;
    const size_t i = static_cast<size_t>(std::clamp(row, 0.0f, static_cast<float>(view.line_begins.size() - 1)));
    const std::string_view l = line(i);
    const float x = p.x - left();
    size_t best = 0;
    float best_distance = std::fabs(x);
    for (size_t at = 0; at < l.size();) {
      at = next_char(l, at);
      const float d = std::fabs(ui.draw.text_width(l.substr(0, at), kCode) - x);
      if (d <= best_distance) {
        best_distance = d;
        best = at;
      } else {
        break;
      }
    }
    return view.line_begins[i] + best;
  }
};

void pointer_selects(Ui& ui, EditorModel& model, EditorView& view, const Page& page, NodeId id, const Pointer& p) {
  const Rect gutter{page.area.x, page.area.y, page.text_x - page.area.x - 4, page.area.h};
  if (p.inside && !gutter.contains(p.at)) ImGui::SetMouseCursor(ImGuiMouseCursor_TextInput);
  if (p.pressed) {
    ui.semantic.focus(id, false);
    view.leave_armed = view.keeps_column = false;
    const size_t at = page.offset_at(p.at);
    const bool again = ui.now - view.last_click < 0.4 && view.last_click_at == at;
    view.drag_grain = gutter.contains(p.at) ? 2 : again ? std::min(2, view.drag_grain + 1) : 0;
    view.last_click = ui.now;
    view.last_click_at = at;
    view.drag_from = view.drag_to = at;
    if (ImGui::GetIO().KeyShift && view.drag_grain == 0) view.drag_from = model.selection().anchor;
  }
  if (!p.down) return;
  const size_t at = page.offset_at(p.at);
  if (at == view.drag_to && !p.pressed) return;
  view.drag_to = at;
  const std::string& text = model.text();
  const auto grown = [&](size_t o) {
    if (view.drag_grain == 1) return word_at(text, o);
    if (view.drag_grain == 2) return TextSelection{line_begin(text, o), std::min(line_end(text, o) + 1, text.size())};
    return TextSelection{o, o};
  };
  const TextSelection a = grown(view.drag_from), b = grown(at);
  model.select(at >= view.drag_from ? TextSelection{a.from(), b.to()} : TextSelection{a.to(), b.from()});
  view.follow_caret = true;
}

void move_caret(EditorModel& model, EditorView& view, size_t to, bool extend) {
  const TextSelection s = model.selection();
  model.select({extend ? s.anchor : to, to});
  view.follow_caret = true;
}

void keys_edit(Ui& ui, int number, EditorModel& model, EditorView& view, int page_lines) {
  ImGuiIO& io = ImGui::GetIO();
  ui.interaction.text_taken = true;
  const bool command = ui.mac ? io.KeySuper : io.KeyCtrl, word = ui.mac ? io.KeyAlt : io.KeyCtrl, shift = io.KeyShift;
  const auto pressed = [](ImGuiKey k) { return ImGui::IsKeyPressed(k, true); };
  const std::string& text = model.text();
  const TextSelection s = model.selection();
  const uint64_t version = model.version();
  const auto apply = [&](Edit e) {
    model.apply(e);
    view.follow_caret = true;
    view.keeps_column = false;
  };
  const auto go = [&](size_t to) {
    view.keeps_column = false;
    move_caret(model, view, to, shift);
  };
  const auto go_lines = [&](int lines) {
    if (!view.keeps_column) view.wished_column = column_of(text, s.caret);
    move_caret(model, view, move_lines(text, s.caret, lines, view.wished_column), shift);
    view.keeps_column = true;
  };

  if (ImGui::IsKeyPressed(ImGuiKey_Tab, false) && !command) {
    if (view.leave_armed) {
      shift ? ui.semantic.focus_previous() : ui.semantic.focus_next();
      view.leave_armed = false;
    } else {
      apply(shift ? outdent_edit(text, s) : indent_edit(text, s));
    }
  }
  if (ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    view.leave_armed = true;
    if (!s.empty()) model.select({s.caret, s.caret});
  }
  if (pressed(ImGuiKey_Enter) || pressed(ImGuiKey_KeypadEnter)) {
    if (command) ui.send(AppCommand::Run, number);
    else apply(newline_edit(text, s));
  }
  if (pressed(ImGuiKey_LeftArrow)) go(!shift && !s.empty() && !word ? s.from() : command && ui.mac ? line_begin(text, s.caret) : word ? previous_word(text, s.caret) : previous_char(text, s.caret));
  if (pressed(ImGuiKey_RightArrow)) go(!shift && !s.empty() && !word ? s.to() : command && ui.mac ? line_end(text, s.caret) : word ? next_word(text, s.caret) : next_char(text, s.caret));
  if (pressed(ImGuiKey_UpArrow)) go_lines(-1);
  if (pressed(ImGuiKey_DownArrow)) go_lines(1);
  if (pressed(ImGuiKey_PageUp)) go_lines(-page_lines);
  if (pressed(ImGuiKey_PageDown)) go_lines(page_lines);
  if (pressed(ImGuiKey_Home)) go(command ? 0 : smart_home(text, s.caret));
  if (pressed(ImGuiKey_End)) go(command ? text.size() : line_end(text, s.caret));
  if (pressed(ImGuiKey_Backspace)) apply(word ? backspace_word_edit(text, s) : backspace_edit(text, s));
  if (pressed(ImGuiKey_Delete)) apply(word ? delete_word_edit(text, s) : delete_edit(text, s));
  if (command) {
    if (pressed(ImGuiKey_A)) {
      model.select({0, text.size()});
    }
    const bool cut = pressed(ImGuiKey_X);
    if (pressed(ImGuiKey_C) || cut) {
      // With nothing selected it is the line, as in the editors that learners will meet.
      const TextSelection what = s.empty() ? TextSelection{line_begin(text, s.caret), std::min(line_end(text, s.caret) + 1, text.size())} : s;
      ui.send(AppCommand::CopyText, 1, std::string_view(text).substr(what.from(), what.to() - what.from()));
      if (cut) apply(insert_edit(what, ""));
    }
    if (pressed(ImGuiKey_V)) ui.send(AppCommand::PasteInto, number);
    if (pressed(ImGuiKey_Z)) {
      shift ? model.redo() : model.undo();
      view.follow_caret = true;
    }
    if (pressed(ImGuiKey_Y)) model.redo();
    if (pressed(ImGuiKey_Slash)) apply(toggle_comment_edit(text, s));
  } else {
    std::string typed;
    for (const ImWchar c : io.InputQueueCharacters) {
      if (c < 32 || c == 127) continue;
      char utf8[5];
      typed.append(utf8, static_cast<size_t>(ImTextCharToUtf8(utf8, c)));
    }
    if (!typed.empty()) {
      apply(insert_edit(model.selection(), typed));
      view.leave_armed = false;
    }
  }
  io.InputQueueCharacters.resize(0);
  if (model.version() != version) ui.send(AppCommand::CodeChanged, number);
}

void draw_line(const Ui& ui, const Page& page, size_t i, size_t& token) {
  const Palette& c = ui.colors();
  const std::vector<Token>& tokens = page.view.tokens;
  const std::string_view line = page.line(i);
  const size_t begin = page.view.line_begins[i], end = begin + line.size();
  const float y = page.top(i) + (kLine - type::kCode * 1.25f) / 2;
  float x = page.left();
  const auto piece = [&](size_t from, size_t to, ImU32 color) {
    if (to <= from) return;
    TextStyle style = kCode;
    style.color = color;
    x += ui.draw.text({x, y}, std::string_view(page.text).substr(from, to - from), style);
  };
  while (token < tokens.size() && tokens[token].end <= begin) ++token;
  size_t at = begin;
  for (size_t t = token; t < tokens.size() && tokens[t].begin < end; ++t) {
    const size_t from = std::max<size_t>(tokens[t].begin, begin), to = std::min<size_t>(tokens[t].end, end);
    piece(at, from, c.ink);
    const TokenKind kind = tokens[t].kind;
    piece(from, to, kind == TokenKind::Keyword ? c.keyword : kind == TokenKind::Number ? c.number : kind == TokenKind::String ? c.string : c.comment);
    at = to;
  }
  piece(at, end, c.ink);
}

/// Between number and text, in a traced function: a bar where ops run at each call, a hollow one where Python ran only while it was traced.
void role_mark(Ui& ui, int cell, size_t line, LineRole role, const Rect& gap, const Pointer& pointer) {
  if (role == LineRole::Plain) return;
  const char* words = role == LineRole::Graph ? "its ops run at each call of the function" : "its Python ran only while the function was traced: once per signature";
  const Rect bar{gap.x + 4, gap.y + 1, 4, gap.h - 2};
  if (role == LineRole::Graph) ui.draw.fill(bar, ui.theme.ink(Meaning::Value), 2);
  else ui.draw.border(bar, ui.theme.ink(Meaning::Constant), 2);
  const NodeId id = node_id("code.role", static_cast<uint64_t>(cell) << 32 | line);
  ui.semantic.add(id, NodeRole::Text, "Line " + std::to_string(line) + ": " + words, bar);
  tooltip(ui, id, bar, words, pointer.inside && gap.contains(pointer.at));
}

}  // namespace

float editor_height(const EditorModel& model) { return 2 * kPad + kLine * static_cast<float>(count_lines(model.text())); }

void editor_view(Ui& ui, AppState& state, int number, const Rect& area, const EditorMarks& marks) {
  Cell& cell = state.cells[static_cast<size_t>(number)];
  EditorModel& model = *cell.editor;
  EditorView& view = cell.view;
  const Palette& c = ui.colors();
  const NodeId id = node_id("code", static_cast<uint64_t>(number));

  const bool focused = ui.semantic.focused() == id;
  if (focused && model.hears_keys()) keys_edit(ui, number, model, view, std::max(1, static_cast<int>(area.h / kLine) - 1));
  if (ui.semantic.take(id, Action::SetValue)) {
    model.set_text(ui.semantic.taken_value());
    ui.send(AppCommand::CodeChanged, number);
  }
  learn_text(ui, model, view);
  const float gutter = gutter_width(ui, view.line_begins.size());
  const float text_x = area.x + gutter + kTextGap;
  const float total_h = editor_height(model), room_w = area.right() - 12 - text_x;
  const float most_y = std::max(0.0f, total_h - area.h), most_x = std::max(0.0f, view.widest + 4 - room_w);

  // The node's label says how to leave, once somebody is in it.
  const std::string label = state.cells.size() == 1 ? "Code editor" : "Code editor, cell " + std::to_string(number + 1);
  Node& node = ui.semantic.add(id, NodeRole::Field, label, area, state::kFocusable | state::kMultiline | (marks.error_line > 0 ? state::kInvalid : 0));
  ui.semantic.set_value(node, model.text());
  ui.semantic.set_hint(node, "Tab indents; Escape, then Tab, leaves the editor");

  Listen listen;
  listen.wheel = most_y > 0 || most_x > 0;
  listen.can_up = view.scroll_y > 0;
  listen.can_down = view.scroll_y < most_y;
  const Pointer p = claim_pointer(ui, id, area, listen);
  const bool sideways = ImGui::GetIO().KeyShift;
  view.scroll_y -= sideways ? 0 : p.wheel_y * 48;
  view.scroll_x -= sideways ? p.wheel_y * 48 : p.wheel_x * 48;
  view.scroll_y = std::clamp(view.scroll_y, 0.0f, most_y);
  view.scroll_x = std::clamp(view.scroll_x, 0.0f, most_x);

  Page page{ui, model.text(), view, area, text_x};
  pointer_selects(ui, model, view, page, id, p);
  const TextSelection s = model.selection();
  if (view.follow_caret) {
    view.follow_caret = false;
    const float line_top = kPad + static_cast<float>(page.line_at(s.caret)) * kLine, caret_x = page.x_of(s.caret) - page.left();
    if (line_top - kPad < view.scroll_y) view.scroll_y = line_top - kPad;
    if (line_top + kLine + kPad > view.scroll_y + area.h) view.scroll_y = line_top + kLine + kPad - area.h;
    if (caret_x - 24 < view.scroll_x) view.scroll_x = caret_x - 24;
    if (caret_x + 24 > view.scroll_x + room_w) view.scroll_x = caret_x + 24 - room_w;
    view.scroll_y = std::clamp(view.scroll_y, 0.0f, most_y);
    view.scroll_x = std::clamp(view.scroll_x, 0.0f, most_x);
    if (!p.down) state.reveal = {area.x, page.top(page.line_at(s.caret)), area.w, kLine};
    ui.animate();
  }

  ui.draw.push_clip(area);
  const size_t lines = view.line_begins.size();
  const float clip_top = std::max(area.y, ui.draw.list()->_ClipRectStack.back().y), clip_bottom = std::min(area.bottom(), ui.draw.list()->_ClipRectStack.back().w);
  const auto row_at = [&](float y) { return static_cast<size_t>(std::clamp((y - page.top(0)) / kLine, 0.0f, static_cast<float>(lines))); };
  const size_t first = row_at(clip_top), last = std::min(lines, row_at(clip_bottom) + 1);

  const int present_line = marks.present.line, caret_line = static_cast<int>(page.line_at(s.caret));
  if (marks.error_line > 0 && marks.error_line <= static_cast<int>(lines)) {
    ui.draw.fill({area.x, page.top(static_cast<size_t>(marks.error_line - 1)), area.w, kLine}, c.of(Meaning::Wrong).tint);
  }
  if (present_line > 0 && present_line <= static_cast<int>(lines) && present_line != marks.error_line) {
    ui.draw.fill({area.x, page.top(static_cast<size_t>(present_line - 1)), area.w, kLine}, c.code_line);
  } else if (focused && s.empty()) {
    ui.draw.fill({area.x, page.top(static_cast<size_t>(caret_line)), area.w, kLine}, with_alpha(c.hover, 0.7f));
  }

  // Everything that scrolls sideways stays right of the numbers.
  ui.draw.push_clip({area.x + gutter + 4, area.y, area.w - gutter - 4, area.h});
  if (present_line > 0 && present_line <= static_cast<int>(lines) && marks.present.col_end > marks.present.col_begin) {
    const size_t i = static_cast<size_t>(present_line - 1);
    const size_t size = page.line(i).size();
    const size_t from = std::min(size, static_cast<size_t>(marks.present.col_begin)), to = std::min(size, static_cast<size_t>(marks.present.col_end));
    if (to > from) {
      const float x0 = page.x_of(view.line_begins[i] + from), x1 = page.x_of(view.line_begins[i] + to);
      ui.draw.box({x0 - 2, page.top(i) + 1, x1 - x0 + 4, kLine - 2}, ui.theme.tint(marks.present.meaning), ui.theme.ink(marks.present.meaning), 3);
    }
  }
  if (!s.empty()) {
    for (size_t i = std::max(first, page.line_at(s.from())); i <= page.line_at(s.to()) && i < last; ++i) {
      const size_t begin = view.line_begins[i], end = begin + page.line(i).size();
      const float x0 = page.x_of(std::max(begin, s.from()));
      const float x1 = s.to() > end ? page.x_of(end) + 6 : page.x_of(s.to());       // the newline shows as a little width
      ui.draw.fill({x0, page.top(i), x1 - x0, kLine}, c.selection, 2);
    }
  }
  size_t token = 0;
  for (size_t i = first; i < last; ++i) draw_line(ui, page, i, token);
  // What went wrong stands behind the line, as far as there is room; the console has it whole.
  if (marks.error_line > 0 && marks.error_line <= static_cast<int>(lines) && !marks.error_text.empty()) {
    const size_t i = static_cast<size_t>(marks.error_line - 1);
    const float x = page.x_of(view.line_begins[i] + page.line(i).size()) + 20;
    const Rect room{x, page.top(i), area.right() - 14 - x, kLine};
    if (room.w > 80) ui.draw.text_fit(room, marks.error_text, {FontRole::Text, type::kLabel, c.of(Meaning::Wrong).ink});
  }
  if (focused && !ui.interaction.native_keys == !model.hears_keys()) {
    const float x = std::floor(page.x_of(s.caret) + 0.5f);
    ui.draw.fill({x - 0.5f, page.top(static_cast<size_t>(caret_line)) + 1, 1.5f, kLine - 2}, c.ink);
  }
  ui.draw.pop_clip();

  for (size_t i = first; i < last; ++i) {
    char digits[12];
    size_t n = sizeof digits;
    for (size_t v = i + 1; v > 0; v /= 10) digits[--n] = static_cast<char>('0' + v % 10);
    const bool here = static_cast<int>(i) + 1 == present_line || (present_line == 0 && focused && static_cast<int>(i) == caret_line);
    const bool wrong = static_cast<int>(i) + 1 == marks.error_line;
    const TextStyle style{here || wrong ? FontRole::CodeBold : FontRole::Code, type::kCode, wrong ? c.of(Meaning::Wrong).ink : here ? c.ink : c.comment};
    ui.draw.text_in({area.x, page.top(i), gutter, kLine}, std::string_view(digits + n, sizeof digits - n), style, Align::Right);
    if (i + 1 < marks.roles.size()) role_mark(ui, number, i + 1, marks.roles[i + 1], {area.x + gutter, page.top(i), kTextGap, kLine}, p);
  }
  ui.draw.pop_clip();

  // Thumbs, where the text does not fit.
  if (most_y > 0) {
    const float size = std::max(24.0f, area.h * area.h / total_h), y = area.y + (area.h - size) * view.scroll_y / most_y;
    ui.draw.fill({area.right() - 7, y, 5, size}, with_alpha(c.muted, 0.3f), 2.5f);
  }
  if (most_x > 0) {
    const float size = std::max(24.0f, room_w * room_w / (view.widest + 4)), x = text_x + (room_w - size) * view.scroll_x / most_x;
    ui.draw.fill({x, area.bottom() - 6, size, 4}, with_alpha(c.muted, 0.3f), 2);
  }
  if (ui.semantic.has_visible_focus(id)) ui.draw.border(area.inset(1), c.of(Meaning::Value).ink, 0, 2);

  // Where the input method's window belongs.
  if (focused) {
    ImGuiPlatformImeData& ime = ImGui::GetCurrentContext()->PlatformImeData;
    ime.WantVisible = ime.WantTextInput = true;
    ime.InputPos = {page.x_of(s.caret), page.top(static_cast<size_t>(caret_line))};
    ime.InputLineHeight = kLine;
  }
}

}  // namespace tapedeck
