// ui.wasm: the app on the page's main thread. It draws on the canvas, mirrors into the DOM, and speaks to the worker that runs programs.
#include "ui/app.h"
#include "web/editor_web.h"
#include "web/mirror_web.h"
#include "web/platform_web.h"
#include "web/worker_client.h"

#include <emscripten/emscripten.h>

#include <memory>

using namespace tapedeck;

/// Called once, before the first frame. `name` is the lesson's place on the site. Returns 0 where the browser gives no WebGL 2.
extern "C" EMSCRIPTEN_KEEPALIVE int web_start(const char* lesson, const char* name) {
  web::WebPlatform& platform = web::platform();
  if (!platform.start()) return 0;
  static std::unique_ptr<App> app;
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
