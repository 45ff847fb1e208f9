#include "web/editor_web.h"

#include "web/platform_web.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>
#include <imgui_internal.h>

#include <algorithm>
#include <vector>

EM_JS_DEPS(tapedeck_editor, "$UTF8ToString");
EM_JS(void, td_field_open, (unsigned id, const char* text), { Module.host.fields.open(id, UTF8ToString(text)); });
EM_JS(void, td_field_close, (unsigned id), { Module.host.fields.close(id); });
EM_JS(void, td_field_replace, (unsigned id, int from, int to, const char* text, int anchor, int caret),
      { Module.host.fields.replace(id, from, to, UTF8ToString(text), anchor, caret); });
EM_JS(void, td_field_select, (unsigned id, int anchor, int caret), { Module.host.fields.select(id, anchor, caret); });
EM_JS(void, td_field_undo, (unsigned id, int again), { Module.host.fields.undo(id, again); });
EM_JS(void, td_field_caret, (unsigned id, double x, double y, double line), { Module.host.fields.caret(id, x, y, line); });

namespace tapedeck::web {
namespace {

std::vector<WebEditor*> editors_;
EditorEvents events_;

WebEditor* find(NodeId node) {
  for (WebEditor* editor : editors_) {
    if (editor->node() == node) return editor;
  }
  return nullptr;
}

}  // namespace

WebEditor::WebEditor(int cell, std::string_view text) : cell_(cell), node_(node_id("code", static_cast<uint64_t>(cell))), text_(text) {
  // Another editor of this cell (an older lesson's) may live a moment longer: its field must not be taken for ours.
  if (WebEditor* old = find(node_)) std::erase(editors_, old);
  editors_.push_back(this);
  td_field_open(node_, text_.c_str());
}

WebEditor::~WebEditor() {
  if (std::erase(editors_, this) > 0) td_field_close(node_);
}

void WebEditor::select(TextSelection s) {
  if (s == selection_) return;
  selection_ = s;
  td_field_select(node_, static_cast<int>(s.anchor), static_cast<int>(s.caret));
}

void WebEditor::apply(const Edit& edit) {
  // The field answers with its new text and selection before this returns.
  td_field_replace(node_, static_cast<int>(edit.from), static_cast<int>(edit.to), edit.text.c_str(), static_cast<int>(edit.after.anchor),
                   static_cast<int>(edit.after.caret));
}

void WebEditor::undo() { td_field_undo(node_, 0); }
void WebEditor::redo() { td_field_undo(node_, 1); }

void WebEditor::field_text(std::string_view text) {
  if (text == text_) return;
  text_ = text;
  ++version_;
  selection_.anchor = std::min(selection_.anchor, text_.size());
  selection_.caret = std::min(selection_.caret, text_.size());
  if (events_.changed) events_.changed(cell_);
}

void start_editors(EditorEvents events) { events_ = std::move(events); }

void place_editor_caret(NodeId focused) {
  if (!find(focused)) return;
  const ImGuiPlatformImeData& ime = ImGui::GetCurrentContext()->PlatformImeData;
  const float scale = platform().text_scale();         // the field's own lines stay as high as they are
  td_field_caret(focused, static_cast<double>(ime.InputPos.x * scale), static_cast<double>(ime.InputPos.y * scale), static_cast<double>(ime.InputLineHeight));
}

}  // namespace tapedeck::web

using namespace tapedeck;

extern "C" {

EMSCRIPTEN_KEEPALIVE void web_field_text(unsigned id, const char* text) {
  if (web::WebEditor* editor = web::find(id)) editor->field_text(text);
}

EMSCRIPTEN_KEEPALIVE void web_field_selection(unsigned id, unsigned anchor, unsigned caret) {
  if (web::WebEditor* editor = web::find(id)) editor->field_selection({std::min<size_t>(anchor, editor->text().size()), std::min<size_t>(caret, editor->text().size())});
}

/// The editing keys that a textarea does not know, or does otherwise than a program's text wants. Returns 0 where it should do as it does.
EMSCRIPTEN_KEEPALIVE int web_field_key(unsigned id, int key) {
  web::WebEditor* editor = web::find(id);
  if (!editor) return 0;
  const std::string& text = editor->text();
  const TextSelection s = editor->selection();
  switch (key) {
    case 0: editor->apply(indent_edit(text, s)); return 1;
    case 1: editor->apply(outdent_edit(text, s)); return 1;
    case 2: editor->apply(newline_edit(text, s)); return 1;
    case 3: {
      const Edit edit = backspace_edit(text, s);
      if (edit.to - edit.from <= 1 || !s.empty()) return 0;
      editor->apply(edit);
      return 1;
    }
    case 4: editor->apply(toggle_comment_edit(text, s)); return 1;
    case 5:
      if (web::events_.run) web::events_.run(editor->cell());
      return 1;
    default: return 0;
  }
}

}  // extern "C"
