#include <emscripten/emscripten.h>

#include <string>

#include "imgui.h"
#include "web/platform_web.h"

using namespace tapedeck;

extern "C" EMSCRIPTEN_KEEPALIVE int web_start(const char* lesson) {
  if (!web::start_platform()) return 0;
  web::add_browser_font("{}px Inter, \"Noto Sans\", system-ui, sans-serif");
  static std::string text = lesson;
  web::set_frame([] {
    ImGui::SetNextWindowPos({20, 20});
    ImGui::SetNextWindowSize({520, 400});
    ImGui::Begin("Platform");
    ImGui::TextUnformatted(text.c_str());
    if (ImGui::Button("Button 你好 ∂ ∇ 🎉")) text += "!";
    ImGui::End();
    return -1.0;
  });
  return 1;
}
extern "C" {
EMSCRIPTEN_KEEPALIVE void web_runner_message(const char*, int) {}
EMSCRIPTEN_KEEPALIVE void web_runner_told(int, const char*) {}
EMSCRIPTEN_KEEPALIVE void web_runner_in_page() {}
EMSCRIPTEN_KEEPALIVE void web_semantic_blur() {}
EMSCRIPTEN_KEEPALIVE void web_semantic_request(unsigned, int, const char*) {}
}
