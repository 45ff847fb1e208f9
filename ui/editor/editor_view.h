// The drawn code editor: line numbers, colours, the line and expression of the present step, selection, caret. It reads an EditorModel
// and, where that does not hear the keys itself, turns keys into edits.
#pragma once

#include "ui/editor/editor_model.h"
#include "ui/ui.h"

#include <span>

namespace tapedeck {

/// What is marked in the text, besides selection and caret.
struct EditorMarks {
  SourceSpan present;            ///< line 0: nothing
  int error_line = 0;
  std::string_view error_text;
  std::span<const LineRole> roles;   ///< by line, from 1
};

/// Height of the whole text without scrolling.
float editor_height(const EditorModel& model);

/// Draws and edits `cell.editor` in `area`. Sends CodeChanged when the text changed. `number` is the cell's, for names.
void editor_view(Ui& ui, AppState& state, int number, const Rect& area, const EditorMarks& marks);

}  // namespace tapedeck
