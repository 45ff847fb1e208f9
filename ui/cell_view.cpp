#include "ui/editor/editor_view.h"
#include "ui/views.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace tapedeck {
namespace {

constexpr float kRow = 18, kConsolePad = 8;
constexpr int kMostRows = 12;
constexpr TextStyle kConsoleText{FontRole::Code, type::kCode, 0};

float bar_height(const Ui& ui) { return ui.theme.control_height() + 14; }

std::string seconds_text(double s) {
  char buffer[32];
  if (s < 0.0005) return "under 1 ms";
  if (s < 1) std::snprintf(buffer, sizeof buffer, "%.0f ms", s * 1000);
  else std::snprintf(buffer, sizeof buffer, "%.1f s", s);
  return buffer;
}

/// "ran in 3 ms · 286 events"
std::string status_text(const Cell& cell, double now) {
  const std::string events = std::to_string(cell.run_events) + (cell.run_events == 1 ? " event" : " events");
  switch (cell.run_state) {
    case RunState::Idle: return "";
    case RunState::Starting: return "starting …";
    case RunState::Running: return now - cell.run_started < 0.3 ? "running …" : "running, " + seconds_text(std::floor((now - cell.run_started) * 10) / 10);
    case RunState::Stopping: return "stopping …";
    case RunState::Done: return "ran in " + seconds_text(cell.run_seconds) + " · " + events;
    case RunState::Failed: return "error after " + seconds_text(cell.run_seconds) + " · " + events;
    case RunState::Stopped: return "stopped after " + seconds_text(cell.run_seconds) + " · " + events;
  }
  return "";
}

bool runs(const Cell& cell) {
  return cell.run_state == RunState::Starting || cell.run_state == RunState::Running || cell.run_state == RunState::Stopping;
}

float console_text_width(float width) { return width - 24 - 10; }

/// Rows that the console takes when long lines go on in the next row.
uint32_t learn_rows(const Ui& ui, Cell& cell, float width) {
  const int columns = std::max(8, static_cast<int>(console_text_width(width) / ui.draw.text_width("0", kConsoleText)));
  if (cell.console_rows_version != cell.console_version || cell.console_columns != columns || cell.console_rows.size() != cell.console.size() + 1) {
    cell.console_rows_version = cell.console_version;
    cell.console_columns = columns;
    cell.console_rows.clear();
    uint32_t row = 0;
    for (const ConsoleLine& line : cell.console) {
      cell.console_rows.push_back(row);
      row += std::max<uint32_t>(1, (static_cast<uint32_t>(column_of(line.text, line.text.size())) + static_cast<uint32_t>(columns) - 1) / static_cast<uint32_t>(columns));
    }
    cell.console_rows.push_back(row);
  }
  return cell.console_rows.back();
}

float console_height(uint32_t rows) {
  return rows == 0 ? 0 : 2 * kConsolePad + kRow * static_cast<float>(std::min<uint32_t>(rows, kMostRows));
}

const char* stream_name(ConsoleLine::Kind kind) {
  switch (kind) {
    case ConsoleLine::Kind::Err: return "error output: ";
    case ConsoleLine::Kind::Error: return "error: ";
    case ConsoleLine::Kind::Hint: return "hint: ";
    default: return "";
  }
}

void console_view(Ui& ui, AppState& state, int number, const Rect& area) {
  Cell& cell = state.cells[static_cast<size_t>(number)];
  const Palette& c = ui.colors();
  const uint32_t rows = learn_rows(ui, cell, area.w);
  const float content = 2 * kConsolePad + kRow * static_cast<float>(rows);
  const NodeId id = node_id("console", static_cast<uint64_t>(number));

  ui.semantic.open(id, NodeRole::Log, "Console", area);
  const bool has_time = state.recording_cell == number && state.recording != nullptr;
  const int64_t position = state.player.position();
  // The console follows the playhead: what was printed last, as far as the player has come, is in sight.
  if (has_time && cell.console_position != position) {
    cell.console_position = position;
    const auto later = std::partition_point(cell.console.begin(), cell.console.end(), [&](const ConsoleLine& l) { return static_cast<int64_t>(l.event) < position; });
    const size_t seen = static_cast<size_t>(later - cell.console.begin());
    const float from = kRow * static_cast<float>(cell.console_rows[seen > 0 ? seen - 1 : 0]), to = kRow * static_cast<float>(cell.console_rows[seen]) + 2 * kConsolePad;
    if (to > cell.console_scroll + area.h) cell.console_scroll = to - area.h;
    if (from < cell.console_scroll) cell.console_scroll = from;
  }
  const ScrollArea scroll = begin_scroll(ui, id, area, content, cell.console_scroll);
  const float top = area.y + kConsolePad - cell.console_scroll;
  const float clip_top = std::max(area.y, ui.draw.list()->_ClipRectStack.back().y), clip_bottom = std::min(area.bottom(), ui.draw.list()->_ClipRectStack.back().w);

  // The mirror gets the last lines only: a screen reader is told what is new, and a million lines do not go through the DOM.
  constexpr size_t kSpoken = 200;
  const size_t count = cell.console.size(), spoken_from = count > kSpoken ? count - kSpoken : 0;
  for (size_t i = 0; i < count; ++i) {
    const ConsoleLine& line = cell.console[i];
    const uint32_t row = cell.console_rows[i], next = cell.console_rows[i + 1];
    const Rect r{area.x, top + kRow * static_cast<float>(row), area.w, kRow * static_cast<float>(next - row)};
    if (i >= spoken_from) {
      const NodeId line_id = node_id("console.line", static_cast<uint64_t>(number) << 32 | i);
      if (line.line > 0) {
        const Press p = press(ui, line_id, NodeRole::Link, stream_name(line.kind) + line.text, r.inset(4, 0), 0, "Go to line " + std::to_string(line.line), 3);
        if (p.hovered) ui.draw.fill(r, c.hover);
        if (p.pressed) ui.send(AppCommand::GoToLine, static_cast<int64_t>(number) << 32 | line.line);
      } else {
        ui.semantic.add(line_id, NodeRole::Text, stream_name(line.kind) + line.text, r);
      }
    }
    if (r.bottom() < clip_top || r.y > clip_bottom) continue;

    TextStyle style = kConsoleText;
    style.color = c.ink;
    switch (line.kind) {
      case ConsoleLine::Kind::Out: break;
      case ConsoleLine::Kind::Err:
        ui.draw.fill({area.x + 4, r.y + 2, 2, r.h - 4}, c.of(Meaning::Constant).ink, 1);
        style.color = c.muted;
        break;
      case ConsoleLine::Kind::Error:
        ui.draw.fill(r, c.of(Meaning::Wrong).tint);
        style.color = c.of(Meaning::Wrong).ink;
        break;
      case ConsoleLine::Kind::Hint:
        ui.draw.fill({area.x + 4, r.y + 2, 2, r.h - 4}, c.of(Meaning::Value).ink, 1);
        break;
      case ConsoleLine::Kind::Note: style.color = c.muted; break;
    }
    // What will be printed later than the present event is pale: the future.
    if (has_time && line.kind != ConsoleLine::Kind::Note && static_cast<int64_t>(line.event) >= position) style.color = with_alpha(style.color, 0.4f);
    size_t at = 0;
    for (uint32_t k = row; k < next; ++k) {
      size_t end = at;
      for (int n = 0; n < cell.console_columns && end < line.text.size(); ++n) end = next_char(line.text, end);
      ui.draw.text_in({area.x + 12, top + kRow * static_cast<float>(k), area.w - 24, kRow}, std::string_view(line.text).substr(at, end - at), style);
      at = end;
    }
  }
  end_scroll(ui, scroll);
  ui.semantic.close();
}

}  // namespace

float cell_height(const Ui& ui, const AppState& state, int number, float width, float at_most) {
  const Cell& cell = state.cells[static_cast<size_t>(number)];
  // Rows are a cache inside the cell; asking for a height may fill it.
  const float h = bar_height(ui) + editor_height(*cell.editor) + console_height(learn_rows(ui, const_cast<Cell&>(cell), width));
  return at_most > 0 ? std::min(h, at_most) : h;
}

float cell_view(Ui& ui, AppState& state, int number, ImVec2 at, float width, float at_most) {
  Cell& cell = state.cells[static_cast<size_t>(number)];
  const Palette& c = ui.colors();
  const float height = cell_height(ui, state, number, width, at_most), radius = space::kBoxRadius;
  const Rect box{at.x, at.y, width, height};
  const uint64_t n = static_cast<uint64_t>(number);
  ui.semantic.open(node_id("cell", n), NodeRole::Group, state.cells.size() == 1 ? "Program" : "Program " + std::to_string(number + 1), box);
  ui.draw.fill(box, c.code_back, radius);

  // The bar.
  Rect rest = box;
  const Rect bar = rest.cut_top(bar_height(ui));
  ui.draw.list()->AddRectFilled(bar.min(), bar.max(), c.panel, radius, ImDrawFlags_RoundCornersTop);
  Rect inner = bar.inset(10, 7);
  const std::string run_hint = ui.mac ? "Cmd+Enter" : "Ctrl+Enter";
  if (runs(cell)) {
    ButtonOptions stop{.states = cell.run_state == RunState::Stopping ? state::kDisabled : uint16_t{0}, .hint = "Stop the program", .icon = ButtonOptions::Icon::Stop};
    if (button(ui, node_id("stop", n), inner.cut_left(button_width(ui, "Stop", stop)), "Stop", stop)) ui.send(AppCommand::Stop);
    ui.animate(cell.run_state == RunState::Running ? 0.1 : 0.25);
  } else {
    ButtonOptions run{.kind = ButtonKind::Primary, .hint = run_hint, .icon = ButtonOptions::Icon::Run};
    if (button(ui, node_id("run", n), inner.cut_left(button_width(ui, "Run", run)), "Run", run)) ui.send(AppCommand::Run, number);
  }
  inner.cut_left(8);
  ButtonOptions reset{.states = cell.editor->text() == cell.original ? state::kDisabled : uint16_t{0}, .hint = "Back to the lesson's program"};
  if (button(ui, node_id("reset", n), inner.cut_left(button_width(ui, "Reset", reset)), "Reset", reset)) ui.send(AppCommand::Reset, number);
  inner.cut_left(12);
  const std::string status = status_text(cell, ui.now);
  if (!status.empty()) {
    ui.draw.text_fit(inner, status, {FontRole::Text, type::kControl, cell.run_state == RunState::Failed ? c.of(Meaning::Wrong).ink : c.muted}, Align::Right);
    ui.semantic.add(node_id("status", n), NodeRole::Status, runs(cell) ? "running" : status, inner);
  }
  ui.draw.hline(box.x, box.right(), bar.bottom() - 1, c.hairline);

  // The console takes its place first; the editor gets the rest.
  const uint32_t rows = learn_rows(ui, cell, width);
  Rect console = rest.cut_bottom(std::min(console_height(rows), std::max(rest.h - editor_height(*cell.editor), rest.h * 0.5f)));
  EditorMarks marks;
  if (state.recording_cell == number && !cell.edited_since_run) marks.present = state.current_source, marks.roles = state.line_roles;
  if (!cell.edited_since_run) marks.error_line = cell.error_line;
  marks.error_text = cell.error_text;
  editor_view(ui, state, number, rest, marks);
  if (rows > 0) {
    ui.draw.list()->AddRectFilled(console.min(), console.max(), c.panel, radius, ImDrawFlags_RoundCornersBottom);
    console_view(ui, state, number, console);
    ui.draw.hline(box.x, box.right(), console.y, c.hairline);
  }
  ui.draw.border(box, c.hairline, radius);
  ui.semantic.close();
  return height;
}

}  // namespace tapedeck
