#include "ui/editor/edit.h"
#include "ui/editor/native_editor.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

using namespace tapedeck;

namespace {

/// A text with the selection drawn into it: '|' is the caret, '^' the other end where it differs.
struct Marked {
  std::string text;
  TextSelection selection;
};

Marked unmark(std::string_view drawn) {
  Marked m;
  bool anchor_seen = false;
  for (const char c : drawn) {
    if (c == '|') m.selection.caret = m.text.size();
    else if (c == '^') m.selection.anchor = m.text.size(), anchor_seen = true;
    else m.text += c;
  }
  if (!anchor_seen) m.selection.anchor = m.selection.caret;
  return m;
}

std::string mark(const std::string& text, TextSelection s) {
  std::string out = text;
  if (s.empty()) return out.insert(s.caret, "|");
  const bool forward = s.caret > s.anchor;
  out.insert(s.to(), forward ? "|" : "^");
  return out.insert(s.from(), forward ? "^" : "|");
}

using EditFunction = Edit (*)(std::string_view, TextSelection);

std::string after(EditFunction function, std::string_view drawn) {
  const Marked m = unmark(drawn);
  NativeEditor editor(m.text);
  editor.select(m.selection);
  editor.apply(function(m.text, m.selection));
  return mark(editor.text(), editor.selection());
}

}  // namespace

TEST_CASE("Enter keeps the indentation and knows where a block begins and ends") {
  CHECK(after(newline_edit, "x = 1|") == "x = 1\n|");
  CHECK(after(newline_edit, "    x = 1|") == "    x = 1\n    |");
  CHECK(after(newline_edit, "for i in x:|") == "for i in x:\n    |");
  CHECK(after(newline_edit, "    with tape:  # note: here|") == "    with tape:  # note: here\n        |");
  CHECK(after(newline_edit, "x = ':'|") == "x = ':'\n|");
  CHECK(after(newline_edit, "x = '#:'  :|") == "x = '#:'  :\n    |");
  CHECK(after(newline_edit, "        return x|") == "        return x\n    |");
  CHECK(after(newline_edit, "    returned = 1|") == "    returned = 1\n    |");
  CHECK(after(newline_edit, "pass|") == "pass\n|");
  CHECK(after(newline_edit, "  |  x") == "  \n  |  x");
  CHECK(after(newline_edit, "a^bc|d") == "a\n|d");
}

TEST_CASE("Tab goes to the next multiple of four, and moves all selected lines") {
  CHECK(after(indent_edit, "|x") == "    |x");
  CHECK(after(indent_edit, "ab|") == "ab  |");
  CHECK(after(indent_edit, "abcd|") == "abcd    |");
  CHECK(after(indent_edit, "é|") == "é   |");
  CHECK(after(indent_edit, "^a\n\nb|") == "^    a\n\n    b|");
  CHECK(after(indent_edit, "^a\n|b") == "^    a\n|b");
  CHECK(after(outdent_edit, "      x|") == "  x|");
  CHECK(after(outdent_edit, "^    a\n  b|\nc") == "^a\nb|\nc");
  CHECK(after(outdent_edit, "x|") == "x|");
}

TEST_CASE("Backspace takes a whole level away within indentation, and one character elsewhere") {
  CHECK(after(backspace_edit, "        |x") == "    |x");
  CHECK(after(backspace_edit, "      |x") == "    |x");
  CHECK(after(backspace_edit, "x    |") == "x   |");
  CHECK(after(backspace_edit, "x梯|") == "x|");
  CHECK(after(backspace_edit, "a\n|b") == "a|b");
  CHECK(after(backspace_edit, "|a") == "|a");
  CHECK(after(backspace_edit, "a^bc|d") == "a|d");
  CHECK(after(delete_edit, "a|梯b") == "a|b");
  CHECK(after(delete_edit, "a|") == "a|");
  CHECK(after(backspace_word_edit, "tape.gradient|") == "tape.|");
  CHECK(after(delete_word_edit, "tape|.gradient") == "tape|gradient");
}

TEST_CASE("Ctrl+/ comments lines in and out") {
  CHECK(after(toggle_comment_edit, "    x = 1|") == "    # x = 1|");
  CHECK(after(toggle_comment_edit, "    # x = 1|") == "    x = 1|");
  CHECK(after(toggle_comment_edit, "#x|") == "x|");
  CHECK(after(toggle_comment_edit, "^a\n    b\n\nc|") == "^# a\n#     b\n\n# c|");
  CHECK(after(toggle_comment_edit, "^# a\n# b|") == "^a\nb|");
}

TEST_CASE("Words, lines and columns are found in any script") {
  const std::string text = "predictions = tf.matmul(x, 梯度) + b";
  CHECK(next_word(text, 0) == 11);
  CHECK(previous_word(text, text.size()) == text.size() - 1);
  CHECK(text.substr(word_at(text, text.find("梯")).from(), 6) == "梯度");
  CHECK(column_of("a\n梯度x", 2 + 6) == 2);
  CHECK(move_lines("abc\n\nabcdef", 2, 2, 2) == 7);
  CHECK(move_lines("abc\nde", 5, -1, 5) == 3);
  CHECK(line_of("a\nb\nc", 4) == 3);
  CHECK(offset_of_line("a\nb\nc", 2) == 2);
  CHECK(smart_home("    x", 5) == 4);
  CHECK(smart_home("    x", 4) == 0);
}

TEST_CASE("every edit can be undone and done again") {
  const auto function = GENERATE(as<EditFunction>{}, newline_edit, indent_edit, outdent_edit, backspace_edit, delete_edit, backspace_word_edit,
                                 delete_word_edit, toggle_comment_edit);
  const std::string_view drawn = GENERATE("", "|", "def f():\n    x = ^1\n\n    return x|\n", "    a|b", "# ^x\n#y|");
  const Marked m = unmark(drawn);
  NativeEditor editor(m.text);
  editor.select(m.selection);
  editor.apply(function(m.text, m.selection));
  const std::string changed = editor.text();
  const bool same = changed == m.text;
  CHECK(editor.can_undo() == !same);
  editor.undo();
  CHECK(editor.text() == m.text);
  if (!same) CHECK(editor.selection() == m.selection);
  editor.redo();
  CHECK(editor.text() == changed);
}

TEST_CASE("letters typed one after another are undone together, words apart") {
  NativeEditor editor("");
  for (const char* piece : {"l", "r", " ", "=", " ", "1"}) editor.apply(insert_edit(editor.selection(), piece));
  CHECK(editor.text() == "lr = 1");
  editor.undo();
  CHECK(editor.text() == "lr = ");
  while (editor.can_undo()) editor.undo();
  CHECK(editor.text().empty());
  editor.redo();
  CHECK(editor.text() == "lr");
}

TEST_CASE("what is typed at another place is undone apart") {
  NativeEditor editor("ab");
  editor.apply(insert_edit(editor.selection(), "x"));
  editor.select({3, 3});
  editor.apply(insert_edit(editor.selection(), "y"));
  editor.undo();
  CHECK(editor.text() == "xab");
}
