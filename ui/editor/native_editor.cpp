#include "ui/editor/native_editor.h"

#include <algorithm>

namespace tapedeck {

void NativeEditor::select(TextSelection s) {
  selection_ = {std::min(s.anchor, text_.size()), std::min(s.caret, text_.size())};
  if (done_ > 0) steps_[done_ - 1].typing = false;           // what is typed elsewhere is another thing to undo
}

void NativeEditor::apply(const Edit& edit) {
  const size_t from = std::min(edit.from, text_.size()), to = std::clamp(edit.to, from, text_.size());
  std::string removed = text_.substr(from, to - from);
  if (removed == edit.text) {
    selection_ = edit.after;
    return;
  }
  steps_.resize(done_);
  const bool typed = removed.empty() && edit.text.size() <= 4 && edit.text != "\n" && edit.text != " ";
  if (typed && !steps_.empty() && steps_.back().typing && steps_.back().at + steps_.back().inserted.size() == from) {
    steps_.back().inserted += edit.text;
    steps_.back().after = edit.after;
  } else {
    steps_.push_back({from, std::move(removed), edit.text, selection_, edit.after, typed});
    ++done_;
  }
  text_.replace(from, to - from, edit.text);
  selection_ = edit.after;
  ++version_;
}

void NativeEditor::undo() {
  if (!can_undo()) return;
  Step& s = steps_[--done_];
  s.typing = false;
  text_.replace(s.at, s.inserted.size(), s.removed);
  selection_ = s.before;
  ++version_;
}

void NativeEditor::redo() {
  if (!can_redo()) return;
  const Step& s = steps_[done_++];
  text_.replace(s.at, s.removed.size(), s.inserted);
  selection_ = s.after;
  ++version_;
}

}  // namespace tapedeck
