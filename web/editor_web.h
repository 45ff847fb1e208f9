// The editor's text on the web: a real <textarea> per code cell (text_field.mjs) owns typing, undo, clipboard and input methods; this is
// its copy in C++, from which the editor is drawn, and the way back by which drawn clicks and editing keys reach it.
#pragma once

#include "ui/editor/editor_model.h"
#include "ui/semantic.h"

#include <functional>
#include <memory>

namespace tapedeck::web {

class WebEditor final : public EditorModel {
 public:
  WebEditor(int cell, std::string_view text);
  ~WebEditor() override;

  const std::string& text() const override { return text_; }
  TextSelection selection() const override { return selection_; }
  uint64_t version() const override { return version_; }
  void select(TextSelection s) override;
  void apply(const Edit& edit) override;
  bool hears_keys() const override { return false; }
  void undo() override;
  void redo() override;

  // ---- From the field.
  void field_text(std::string_view text);
  void field_selection(TextSelection s) { selection_ = s; }
  NodeId node() const { return node_; }
  int cell() const { return cell_; }

 private:
  int cell_;
  NodeId node_;
  std::string text_;
  TextSelection selection_;
  uint64_t version_ = 1;
};

/// What the app is told: the text of a cell changed, or its keys ask to run it.
struct EditorEvents {
  std::function<void(int cell)> changed, run;
};
void start_editors(EditorEvents events);
/// After each frame: an input method's window opens where the caret is drawn.
void place_editor_caret(NodeId focused);

}  // namespace tapedeck::web
