#include "ui/semantic.h"
#include "ui/theme.h"
#include "web/mirror_web.h"
#include "web/platform_web.h"

#include <emscripten/emscripten.h>

#include <string>

using namespace tapedeck;

namespace {
SemanticTree tree;
Theme theme;
std::string text;
}  // namespace

extern "C" {
EMSCRIPTEN_KEEPALIVE int web_start(const char* lesson) {
  web::WebPlatform& platform = web::platform();
  if (!platform.start()) return 0;
  platform.load_fonts(theme);
  text = lesson;
  web::start_mirror(tree);
  platform.set_frame([] {
    tree.begin_frame();
    ImGui::SetNextWindowPos({20, 20});
    ImGui::SetNextWindowSize({520, 400});
    ImGui::Begin("Platform");
    ImGui::TextUnformatted(text.c_str());
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const NodeId id = node_id("button");
    if (ImGui::Button("Button ∂ ∇") || tree.take(id, Action::Press)) text += "!";
    const ImVec2 size = ImGui::GetItemRectSize();
    tree.add(id, NodeRole::Button, "Button", {at.x, at.y, size.x, size.y}, state::kFocusable);
    tree.add(node_id("text"), NodeRole::Text, text, {28, 40, 500, 200});
    ImGui::PushFont(theme.font(FontRole::Code), 13);
    ImGui::TextUnformatted("def f(x): return tf.matmul(x, w) + b  # 0123456789");
    ImGui::PopFont();
    ImGui::PushFont(theme.font(FontRole::Bold), 24);
    ImGui::TextUnformatted("Modify a tensor during training");
    ImGui::PopFont();
    ImGui::End();
    tree.end_frame();
    web::update_mirror();
    return -1.0;
  });
  return 1;
}
EMSCRIPTEN_KEEPALIVE void web_runner_message(const char*, int) {}
EMSCRIPTEN_KEEPALIVE void web_runner_told(int, const char*) {}
EMSCRIPTEN_KEEPALIVE void web_runner_in_page() {}
}
