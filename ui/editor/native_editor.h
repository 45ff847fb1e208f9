// The editor's text where no browser holds it: a string, a selection, and undo by pieces.
#pragma once

#include "ui/editor/editor_model.h"

#include <vector>

namespace tapedeck {

class NativeEditor final : public EditorModel {
 public:
  explicit NativeEditor(std::string_view text) : text_(text) {}

  const std::string& text() const override { return text_; }
  TextSelection selection() const override { return selection_; }
  uint64_t version() const override { return version_; }
  void select(TextSelection s) override;
  void apply(const Edit& edit) override;
  bool hears_keys() const override { return true; }
  void undo() override;
  void redo() override;
  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < steps_.size(); }

 private:
  /// One thing to undo: `removed` stood at `at` and `inserted` stands there now.
  struct Step {
    size_t at;
    std::string removed, inserted;
    TextSelection before, after;
    bool typing;                  ///< single characters typed one after another, which are undone together
  };

  std::string text_;
  TextSelection selection_;
  uint64_t version_ = 1;
  std::vector<Step> steps_;
  size_t done_ = 0;               ///< steps_[0 … done_) are in the text, the rest were undone
};

}  // namespace tapedeck
