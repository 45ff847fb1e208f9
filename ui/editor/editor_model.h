// The text of one editor and its selection. Two implementations: natively our own (native_editor.h); on the web the browser's real
// textarea, which owns typing, IME, clipboard and undo, and of which the drawn editor is a picture.
#pragma once

#include "ui/editor/edit.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace tapedeck {

class EditorModel {
 public:
  virtual ~EditorModel() = default;

  virtual const std::string& text() const = 0;              ///< UTF-8, lines end in "\n"
  virtual TextSelection selection() const = 0;
  virtual uint64_t version() const = 0;                     ///< grows with each change of the text

  virtual void select(TextSelection s) = 0;
  /// Changes the text as the user's own act: it can be undone.
  virtual void apply(const Edit& edit) = 0;
  void set_text(std::string_view whole) { apply({0, text().size(), std::string(whole), {0, 0}}); }

  /// Whether the drawn editor must turn keys into edits. False where a textarea hears them itself.
  virtual bool hears_keys() const = 0;
  virtual void undo() {}
  virtual void redo() {}
};

}  // namespace tapedeck
