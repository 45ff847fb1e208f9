// What editing keys do to a program's text, as pure functions: each gives the piece to replace and the selection after it. The native
// editor and the web's textarea (which applies them by the browser's own insertText, so that its undo keeps working) share them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tapedeck {

/// Byte offsets, always at the beginning of a character. `caret` is the end that moves.
struct TextSelection {
  size_t anchor = 0, caret = 0;
  size_t from() const { return anchor < caret ? anchor : caret; }
  size_t to() const { return anchor < caret ? caret : anchor; }
  bool empty() const { return anchor == caret; }
  bool operator==(const TextSelection&) const = default;
};

/// Replace [from, to) with `text`, then select.
struct Edit {
  size_t from = 0, to = 0;
  std::string text;
  TextSelection after;
};

inline constexpr int kIndent = 4;

Edit insert_edit(TextSelection s, std::string_view inserted);
/// Enter: the indentation goes on; one level more after a colon, one less after return, pass, break, continue and raise.
Edit newline_edit(std::string_view text, TextSelection s);
/// Tab: to the next multiple of four, or all selected lines one level in.
Edit indent_edit(std::string_view text, TextSelection s);
Edit outdent_edit(std::string_view text, TextSelection s);
/// Backspace: within indentation it takes away a whole level. Delete: the character behind the caret.
Edit backspace_edit(std::string_view text, TextSelection s);
Edit delete_edit(std::string_view text, TextSelection s);
/// Ctrl+Backspace and Ctrl+Delete.
Edit backspace_word_edit(std::string_view text, TextSelection s);
Edit delete_word_edit(std::string_view text, TextSelection s);
/// Ctrl+/: "# " before all selected lines, or away from them if all that are not empty have it.
Edit toggle_comment_edit(std::string_view text, TextSelection s);

// Motions: from an offset to an offset.
size_t next_char(std::string_view text, size_t at);
size_t previous_char(std::string_view text, size_t at);
size_t next_word(std::string_view text, size_t at);
size_t previous_word(std::string_view text, size_t at);
size_t line_begin(std::string_view text, size_t at);
size_t line_end(std::string_view text, size_t at);
/// Home: to the first character of the line that is not a space, and from there to the line's beginning.
size_t smart_home(std::string_view text, size_t at);
/// `lines` down (or, negative, up), as near to `column` characters as the line is long.
size_t move_lines(std::string_view text, size_t at, int lines, size_t column);
/// Characters from the line's beginning.
size_t column_of(std::string_view text, size_t at);
/// 1-based.
int line_of(std::string_view text, size_t at);
size_t offset_of_line(std::string_view text, int line);
int count_lines(std::string_view text);
/// The word (or run of other characters) around an offset: a double click.
TextSelection word_at(std::string_view text, size_t at);

}  // namespace tapedeck
