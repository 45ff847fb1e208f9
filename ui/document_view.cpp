#include "ui/rich_text.h"
#include "ui/views.h"
#include "ui/widgets.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {
namespace {

/// 75 characters of 15 px text are about this wide.
constexpr float kWidestText = 560;

/// Walks down the document: each block is drawn at `y`, which then moves on.
class Document {
 public:
  Document(Ui& ui, AppState& state, const Rect& column) : ui_(ui), state_(state), x_(column.x), y_(column.y), width_(column.w) {}

  void blocks(const std::vector<LessonBlock>& all) {
    for (size_t i = 0; i < all.size(); ++i) block(all[i], i);
  }
  float y() const { return y_; }

 private:
  NodeId next_id(std::string_view name) { return node_id(name, ++count_ << 8); }
  const Palette& colors() const { return ui_.colors(); }

  void rich(NodeRole role, const LessonText& text, const RichStyle& style, float gap, int level = 0, float indent = 0) {
    const float room = std::min(width_ - indent, style.size > type::kText ? width_ : kWidestText);
    const RichLayout layout = lay_out(ui_, text, room, style);
    const NodeId id = next_id("doc");
    const Rect r{x_ + indent, y_, width_ - indent, layout.height()};
    Node& node = ui_.semantic.add(id, role, plain_text(text), r);
    node.level = static_cast<uint8_t>(level);
    draw_rich(ui_, id, {x_ + indent, y_}, layout);
    y_ += layout.height() + gap;
  }

  void block(const LessonBlock& b, size_t place) {
    switch (b.kind) {
      case BlockKind::heading: {
        // The first heading is the lesson's title; where it is missing, document_view has drawn the title from the front matter.
        if (place > 0) y_ += b.level <= 2 ? 12 : 6;
        const RichStyle style = b.level == 1 ? (width_ > 380 ? RichStyle{type::kTitle, type::kTitleLine, true} : RichStyle{type::kSentence, type::kSentenceLine, true})
                                : b.level == 2 ? RichStyle{type::kSentence, type::kSentenceLine, true}
                                               : RichStyle{type::kText, type::kTextLine, true};
        rich(NodeRole::Heading, b.text, style, b.level == 1 ? 8 : 6, b.level);
        break;
      }
      case BlockKind::paragraph: rich(NodeRole::Text, b.text, {}, 12); break;
      case BlockKind::cell: cell(b.cell); break;
      case BlockKind::code: code(b, ""); break;
      case BlockKind::output: output(b); break;
      case BlockKind::list: list(b); break;
      case BlockKind::list_item: blocks(b.children); break;
      case BlockKind::table: table(b); break;
      case BlockKind::quote: quote(b); break;
      case BlockKind::question: question(b); break;
      case BlockKind::rule:
        y_ += 6;
        ui_.draw.hline(x_, x_ + width_, y_, colors().hairline);
        y_ += 18;
        break;
    }
  }

  void cell(int number) {
    if (number < 0 || number >= static_cast<int>(state_.cells.size())) return;
    y_ += 2;
    last_cell_ = number;
    y_ += cell_view(ui_, state_, number, {x_, y_}, width_) + 14;
  }

  void code(const LessonBlock& b, std::string_view title) {
    const size_t lines = static_cast<size_t>(std::count(b.code.begin(), b.code.end(), '\n')) + (b.code.empty() || b.code.back() != '\n' ? 1 : 0);
    const float head = title.empty() ? 0 : 24;
    const Rect r{x_, y_, width_, head + 16 + type::kCodeLine * static_cast<float>(lines)};
    ui_.draw.box(r, colors().code_back, colors().hairline);
    if (!title.empty()) ui_.draw.text_in({r.x + 12, r.y + 4, r.w - 24, 24}, title, {FontRole::Text, type::kLabel, colors().muted});
    const NodeId id = next_id("doc.code");
    ui_.semantic.add(id, NodeRole::Code, b.code, r);
    ui_.draw.push_clip(r.inset(1));
    const bool python = b.language.starts_with("python");
    const std::vector<Token> tokens = python ? lex_python(b.code) : std::vector<Token>{};
    size_t at = 0, token = 0;
    for (size_t i = 0; i < lines; ++i) {
      const size_t end = std::min(b.code.find('\n', at), b.code.size());
      float x = r.x + 12;
      const float y = r.y + head + 8 + type::kCodeLine * static_cast<float>(i) + (type::kCodeLine - type::kCode * 1.25f) / 2;
      const auto piece = [&](size_t from, size_t to, ImU32 color) {
        if (to > from) x += ui_.draw.text({x, y}, std::string_view(b.code).substr(from, to - from), {FontRole::Code, type::kCode, color});
      };
      while (token < tokens.size() && tokens[token].end <= at) ++token;
      for (size_t t = token; t < tokens.size() && tokens[t].begin < end; ++t) {
        const size_t from = std::max<size_t>(tokens[t].begin, at), to = std::min<size_t>(tokens[t].end, end);
        piece(at, from, colors().ink);
        const TokenKind k = tokens[t].kind;
        piece(from, to, k == TokenKind::Keyword ? colors().keyword : k == TokenKind::Number ? colors().number : k == TokenKind::String ? colors().string : colors().comment);
        at = to;
      }
      piece(at, end, colors().ink);
      at = end + 1;
    }
    ui_.draw.pop_clip();
    y_ += r.h + 14;
  }

  /// What the cell above prints. Once it has been run its console says so itself.
  void output(const LessonBlock& b) {
    const bool ran = last_cell_ >= 0 && state_.cells[static_cast<size_t>(last_cell_)].run_state != RunState::Idle;
    if (!ran) code(b, "It prints");
  }

  void list(const LessonBlock& b) {
    constexpr float kIndent = 22;
    ui_.semantic.open(next_id("doc.list"), NodeRole::List, "", {x_, y_, width_, 0});
    int number = b.start;
    for (const LessonBlock& item : b.children) {
      const std::string mark = b.ordered ? std::to_string(number++) + "." : "•";
      const TextStyle style{FontRole::Text, type::kText, colors().muted};
      ui_.draw.text_in({x_, y_, kIndent - 8, type::kTextLine}, mark, style, Align::Right);
      ui_.semantic.open(next_id("doc.item"), NodeRole::ListItem, "", {x_, y_, width_, type::kTextLine});
      x_ += kIndent;
      width_ -= kIndent;
      if (!item.text.empty()) rich(NodeRole::Text, item.text, {}, 4);
      for (size_t i = 0; i < item.children.size(); ++i) {
        block(item.children[i], i);
        if (item.children[i].kind == BlockKind::paragraph) y_ -= 8;
      }
      x_ -= kIndent;
      width_ += kIndent;
      ui_.semantic.close();
    }
    ui_.semantic.close();
    y_ += 10;
  }

  void table(const LessonBlock& b) {
    if (b.rows.empty()) return;
    const size_t columns = b.rows[0].size();
    constexpr float kPad = 10;
    // Each column gets what its widest cell needs, or, where that is too much together, its share of the room.
    std::vector<float> widths(columns, 0);
    float sum = 0;
    for (const auto& row : b.rows) {
      for (size_t i = 0; i < std::min(columns, row.size()); ++i) {
        widths[i] = std::max(widths[i], lay_out(ui_, row[i], 1e6f, {type::kControl, 19, &row == &b.rows[0]}).width + 2 * kPad + 1);
      }
    }
    for (const float w : widths) sum += w;
    if (sum > width_) {
      for (float& w : widths) w = std::max(48.0f, w * width_ / sum);
    }
    Node& node = ui_.semantic.open(next_id("doc.table"), NodeRole::Table, "", {x_, y_, width_, 0});
    node.level = static_cast<uint8_t>(std::min<size_t>(columns, 255));
    for (size_t r = 0; r < b.rows.size(); ++r) {
      std::vector<RichLayout> cells;
      float h = 0, x = x_;
      for (size_t i = 0; i < std::min(columns, b.rows[r].size()); ++i) {
        cells.push_back(lay_out(ui_, b.rows[r][i], widths[i] - 2 * kPad, {type::kControl, 19, r == 0}));
        h = std::max(h, cells[i].height());
      }
      h += 12;
      ui_.semantic.open(next_id("doc.row"), NodeRole::Row, "", {x_, y_, width_, h});
      for (size_t i = 0; i < cells.size(); ++i) {
        const NodeId id = next_id("doc.cell");
        ui_.semantic.add(id, r == 0 ? NodeRole::ColumnHeader : NodeRole::Cell, plain_text(b.rows[r][i]), {x, y_, widths[i], h});
        const LessonBlock::Align align = i < b.columns.size() ? b.columns[i] : LessonBlock::Align::left;
        const float free = widths[i] - 2 * kPad - cells[i].width;
        draw_rich(ui_, id, {x + kPad + (align == LessonBlock::Align::left ? 0 : align == LessonBlock::Align::center ? free / 2 : free), y_ + 6}, cells[i]);
        x += widths[i];
      }
      ui_.semantic.close();
      y_ += h;
      ui_.draw.hline(x_, std::min(x, x_ + width_), y_ - 1, r == 0 ? colors().muted : colors().hairline);
    }
    ui_.semantic.close();
    y_ += 14;
  }

  void quote(const LessonBlock& b) {
    const float y0 = y_;
    ui_.semantic.open(next_id("doc.quote"), NodeRole::Quote, "", {x_, y_, width_, 0});
    x_ += 16;
    width_ -= 16;
    blocks(b.children);
    x_ -= 16;
    width_ += 16;
    ui_.semantic.close();
    ui_.draw.fill({x_, y0 + 2, 3, std::max(0.0f, y_ - y0 - 16)}, colors().hairline, 1.5f);
  }

  void question(const LessonBlock& b) {
    const std::string& answer = b.question >= 0 && b.question < static_cast<int>(state_.answers.size()) ? state_.answers[static_cast<size_t>(b.question)] : none_;
    // The box lies under what is in it, so it is drawn into an earlier channel once its height is known.
    ImDrawList* list = ui_.draw.list();
    ImDrawListSplitter splitter;
    splitter.Split(list, 2);
    splitter.SetCurrentChannel(list, 1);
    const float y0 = y_;
    ui_.semantic.open(next_id("doc.question"), NodeRole::Group, "Question", {x_, y_, width_, 0});
    constexpr float kPad = 16;
    x_ += kPad;
    width_ -= 2 * kPad;
    y_ += 13;
    rich(NodeRole::Text, b.text, {}, 10);
    // The options stand beside each other as long as there is room.
    float x = x_, row_h = 0;
    const float h = ui_.theme.touch ? space::kTouchHeight : 30.0f;
    ui_.semantic.open(next_id("doc.options"), NodeRole::RadioGroup, plain_text(b.text), {x_, y_, width_, h});
    const LessonBlock::Option* chosen = nullptr;
    for (size_t i = 0; i < b.options.size(); ++i) {
      const LessonBlock::Option& o = b.options[i];
      const std::string label = plain_text(o.text);
      const bool picked = label == answer;
      if (picked) chosen = &o;
      const ButtonOptions options{.kind = picked ? ButtonKind::Chosen : ButtonKind::Normal, .states = picked ? state::kChecked : uint16_t{0}, .role = NodeRole::Radio};
      const float w = std::min(width_, button_width(ui_, label, {.kind = ButtonKind::Chosen}));
      if (x > x_ && x + w > x_ + width_) {
        x = x_;
        y_ += h + 6;
      }
      if (button(ui_, node_id("answer", static_cast<uint64_t>(b.question) << 16 | i), {x, y_, w, h}, label, options)) ui_.send(AppCommand::Answer, b.question, label);
      x += w + 6;
      row_h = h;
    }
    ui_.semantic.close();
    y_ += row_h + 14;
    if (chosen != nullptr) {
      LessonText verdict(1);
      verdict[0].text = chosen->is_right ? "Right." : "Not quite. Run the program and look again.";
      verdict[0].bold = true;
      RichStyle style;
      style.color = chosen->is_right ? colors().of(Meaning::Variable).ink : colors().ink;
      rich(NodeRole::Status, verdict, style, 8);
      if (chosen->is_right) blocks(b.children);
    }
    x_ -= kPad;
    width_ += 2 * kPad;
    ui_.semantic.close();
    splitter.SetCurrentChannel(list, 0);
    ui_.draw.box({x_, y0, width_, y_ - y0}, colors().panel, colors().hairline);
    splitter.Merge(list);
    y_ += 14;
  }

  Ui& ui_;
  AppState& state_;
  float x_, y_, width_;
  uint64_t count_ = 0;
  int last_cell_ = -1;
  const std::string none_;
};

}  // namespace

void document_view(Ui& ui, AppState& state, const Rect& area) {
  const Palette& c = ui.colors();
  ui.draw.fill(area, c.panel);
  if (state.lesson == nullptr) return;
  const NodeId id = node_id("document");
  const bool narrow = area.w < 420;
  const float side = narrow ? 16 : 28;
  ui.semantic.open(id, NodeRole::Main, state.lesson_title, area);
  const ScrollArea scroll = begin_scroll(ui, id, area, state.document_height, state.document_scroll);
  const Rect column{area.x + side, area.y + (narrow ? 14 : 22) - state.document_scroll, std::min(area.w - 2 * side, 620.0f), 0};
  Document doc(ui, state, column);
  const std::vector<LessonBlock>& blocks = state.lesson->blocks;
  if ((blocks.empty() || blocks[0].kind != BlockKind::heading) && !state.lesson->title.empty()) {
    LessonBlock title;
    title.kind = BlockKind::heading;
    title.level = 1;
    title.text.resize(1);
    title.text[0].text = state.lesson->title;
    doc.blocks({title});
  }
  doc.blocks(blocks);
  float end = doc.y();
  if (const int next = state.lesson_number + 1; state.lesson_number >= 0 && next < static_cast<int>(state.lessons.size())) {
    const std::string words = "Next: " + state.lessons[static_cast<size_t>(next)].title;
    const Rect press_here{column.x, end + 8, std::min(column.w, button_width(ui, words)), ui.theme.control_height() + 4};
    if (button(ui, node_id("lesson.next"), press_here, words)) ui.send(AppCommand::OpenLesson, next);
    end = press_here.bottom();
  }
  const float height = end + state.document_scroll - area.y + 24;
  if (std::fabs(height - state.document_height) > 0.5f) {
    state.document_height = height;
    ui.animate();
  }
  end_scroll(ui, scroll);
  ui.semantic.close();
  // A control that the keyboard moved to comes into sight.
  if (const NodeId focused = ui.semantic.focus_visible() ? ui.semantic.focused() : 0; focused != state.revealed_focus) {
    state.revealed_focus = focused;
    const Node* node = focused != 0 ? ui.semantic.find(focused) : nullptr;
    const Node* outer = node;
    while (outer != nullptr && outer->id != id && outer->parent >= 0) outer = &ui.semantic.nodes()[static_cast<size_t>(outer->parent)];
    if (node != nullptr && outer->id == id && node->role != NodeRole::Field) state.reveal = node->rect;
  }
  if (state.reveal.h > 0) {
    const float above = state.reveal.y - area.y - 60, below = state.reveal.bottom() - area.bottom() + 60;
    if (above < 0) state.document_scroll = std::max(0.0f, state.document_scroll + above);
    else if (below > 0) state.document_scroll += below;
    if (above < 0 || below > 0) ui.animate();
    state.reveal = {};
  }
}

}  // namespace tapedeck
