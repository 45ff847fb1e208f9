// ui.wasm: the app on the page's main thread. It draws on the canvas, mirrors into the DOM, and speaks to the worker that runs programs.
#include "ui/app.h"
#include "web/editor_web.h"
#include "web/mirror_web.h"
#include "web/platform_web.h"
#include "web/worker_client.h"

#include <emscripten/emscripten.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

using namespace tapedeck;

namespace {
std::unique_ptr<App> app;
}

/// Called once, before the first frame. `name` is the lesson's place on the site. Returns 0 where the browser gives no WebGL 2.
extern "C" EMSCRIPTEN_KEEPALIVE int web_start(const char* lesson, const char* name) {
  web::WebPlatform& platform = web::platform();
  if (!platform.start()) return 0;
  web::start_editors({.changed = [](int cell) { app->send(AppMessage{AppCommand::CodeChanged, cell, {}}); },
                      .run = [](int cell) { app->send(AppMessage{AppCommand::Run, cell, {}}); }});
  app = std::make_unique<App>(platform, web::worker_client());
  app->open_lesson(lesson, name);
  web::start_mirror(app->semantic());
  platform.set_would_scroll([](ImVec2 at, float direction) { return app->would_scroll(at, direction); });
  platform.set_frame([] {
    const double wait_s = app->frame();
    web::update_mirror();
    web::place_editor_caret(app->semantic().focused());
    return wait_s;
  });
  return 1;
}

/// The programs of the link that opened the page. Returns 0 where they are none of this lesson's.
extern "C" EMSCRIPTEN_KEEPALIVE int web_open_shared(const char* programs, int size) { return app->open_shared({programs, static_cast<size_t>(size)}); }

/// A file that was dropped on the page.
extern "C" EMSCRIPTEN_KEEPALIVE void web_open_file(const char* name, const uint8_t* bytes, int size) { app->open_file(name, {bytes, static_cast<size_t>(size)}); }

/// Do two fingers at that place of the page zoom what is there? So it is in the tape.
extern "C" EMSCRIPTEN_KEEPALIVE int web_zooms(double x, double y) {
  const Node* tape = app->semantic().find(node_id("deck.tape"));
  const float scale = web::platform().text_scale();
  return tape != nullptr && tape->rect.contains({static_cast<float>(x) / scale, static_cast<float>(y) / scale});
}

/// The lessons of the course: lines of title, tab, address.
extern "C" EMSCRIPTEN_KEEPALIVE void web_lessons(const char* text, int current) {
  std::vector<LessonPlace> lessons;
  for (std::string_view rest = text; !rest.empty();) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    if (const size_t tab = line.find('\t'); tab != std::string_view::npos) lessons.push_back({std::string(line.substr(0, tab)), std::string(line.substr(tab + 1))});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  app->set_lessons(std::move(lessons), current);
}
