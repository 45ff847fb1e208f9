#include "web/mirror_web.h"

#include "ui/semantic.h"
#include "web/platform_web.h"

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

#include <cstdio>
#include <string>

EM_JS_DEPS(tapedeck_mirror, "$UTF8ToString");
EM_JS(void, td_mirror, (const char* text, int size), { Module.host.mirror(UTF8ToString(text, size)); });

namespace tapedeck::web {
namespace {

SemanticTree* tree_ = nullptr;
uint64_t sent_ = 0;
float sent_scale_ = 1;

// The separators of the mirror's text cannot occur in what is said.
void append(std::string& out, std::string_view text) {
  out += '\x1f';
  for (const char c : text) out += c == '\x1e' || c == '\x1f' || c == '\0' ? ' ' : c;
}

}  // namespace

void start_mirror(SemanticTree& tree) { tree_ = &tree; }

void update_mirror() {
  const float scale = platform().text_scale();
  if (!tree_ || (tree_->revision() == sent_ && scale == sent_scale_)) return;
  sent_ = tree_->revision();
  sent_scale_ = scale;
  std::string out = std::to_string(tree_->focused()) + '\x1e';
  char numbers[160];
  for (const Node& n : tree_->nodes()) {
    std::snprintf(numbers, sizeof numbers, "%u\x1f%d\x1f%s\x1f%d\x1f%d\x1f%.1f\x1f%.1f\x1f%.1f\x1f%.1f", n.id, n.parent, role_name(n.role), n.level,
                  n.states, static_cast<double>(n.rect.x * scale), static_cast<double>(n.rect.y * scale), static_cast<double>(n.rect.w * scale), static_cast<double>(n.rect.h * scale));
    out += numbers;
    append(out, tree_->label(n));
    append(out, tree_->value(n));
    append(out, tree_->hint(n));
    out += '\x1e';
  }
  td_mirror(out.data(), static_cast<int>(out.size()));
}

}  // namespace tapedeck::web

using namespace tapedeck;

extern "C" {

EMSCRIPTEN_KEEPALIVE void web_semantic_request(unsigned id, int action, const char* value) {
  if (web::tree_) web::tree_->request(id, static_cast<Action>(action), value);
}
EMSCRIPTEN_KEEPALIVE void web_semantic_focus(unsigned id, int by_keyboard) {
  if (web::tree_) web::tree_->focus(id, by_keyboard != 0);
}
EMSCRIPTEN_KEEPALIVE void web_semantic_blur() {
  if (web::tree_) web::tree_->blur();
}

}  // extern "C"
