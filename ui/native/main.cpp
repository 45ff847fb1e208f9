// The desktop playground: a lesson, a program or a recording in a window. With --screenshot it draws into a file instead.
#include "ui/app.h"
#include "ui/native/platform_glfw.h"

#include "lessons/runtime/thread_runner.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

using namespace tapedeck;

namespace {

constexpr const char* kUsage = R"(usage: tapedeck_playground [FILE.md | FILE.py | FILE.tape] [options]
  --size WxH           logical pixels of the window (1440x900)
  --scale S            framebuffer pixels per logical pixel (the monitor's)
  --theme light|dark   instead of the stored choice
  --embedded           as within another page: without the app bar
  --screenshot OUT.png draw one picture without showing a window, and end
  Before the picture, in the order given:
  --run [CELL]         run a cell (0) and wait for its end
  --event N            jump to event N
  --press NAME         press the button, tab or option with that name
  --scroll Y           scroll the document
  --tree               print the semantic tree too
)";

struct Act {
  enum class Kind { Run, Event, Press, Scroll } kind;
  std::string text;
};

struct Arguments {
  std::string file, screenshot, theme, problem;
  WindowOptions window;
  std::vector<Act> acts;
  bool tree = false, embedded = false;
};

Arguments read_arguments(int count, char** values) {
  Arguments a;
  for (int i = 1; i < count; ++i) {
    const std::string name = values[i];
    const auto value = [&]() -> std::string { return i + 1 < count ? values[++i] : (a.problem = name + " needs a value", ""); };
    if (name == "--screenshot") a.screenshot = value();
    else if (name == "--size") {
      const std::string size = value();
      if (std::sscanf(size.c_str(), "%dx%d", &a.window.width, &a.window.height) != 2 || a.window.width < 200 || a.window.height < 200 ||
          a.window.width > 8000 || a.window.height > 8000)
        a.problem = "--size: not like 1440x900: " + size;
    } else if (name == "--scale") {
      a.window.scale = std::strtof(value().c_str(), nullptr);
      if (!(a.window.scale >= 0.5f && a.window.scale <= 4)) a.problem = "--scale: between 0.5 and 4";
    } else if (name == "--theme") {
      a.theme = value();
      if (a.theme != "light" && a.theme != "dark") a.problem = "--theme: light or dark";
    } else if (name == "--run") a.acts.push_back({Act::Kind::Run, i + 1 < count && std::isdigit(static_cast<unsigned char>(values[i + 1][0])) ? values[++i] : "0"});
    else if (name == "--event") a.acts.push_back({Act::Kind::Event, value()});
    else if (name == "--press") a.acts.push_back({Act::Kind::Press, value()});
    else if (name == "--scroll") a.acts.push_back({Act::Kind::Scroll, value()});
    else if (name == "--tree") a.tree = true;
    else if (name == "--embedded") a.embedded = true;
    else if (name.starts_with("--")) a.problem = "unknown option " + name;
    else a.file = name;
  }
  return a;
}

std::string base_name(const std::string& path) {
  const size_t slash = path.find_last_of('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// The other lessons in the folder of this one, as the course.
void offer_neighbours(App& app, const std::string& path) {
  std::vector<LessonPlace> lessons;
  int current = -1;
  if (path.ends_with(".md")) {
    std::error_code ignored;
    std::vector<std::filesystem::path> files;
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored)) {
      if (entry.path().extension() == ".md" && entry.path().filename() != "README.md") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) {
      std::ifstream in(file, std::ios::binary);
      const LessonResult lesson = parse_lesson(std::string{std::istreambuf_iterator<char>(in), {}});
      if (!lesson.ok()) continue;
      if (file.filename() == std::filesystem::path(path).filename()) current = static_cast<int>(lessons.size());
      lessons.push_back({lesson.lesson.title, file.string()});
    }
  }
  app.set_lessons(std::move(lessons), current);
}

/// False with a sentence on standard error if it cannot be read.
bool open_file(App& app, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    return false;
  }
  std::ostringstream text;
  text << in.rdbuf();
  const std::string bytes = text.str();
  app.open_file(base_name(path), {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
  offer_neighbours(app, path);
  return true;
}

int take_picture(GlfwPlatform& platform, App& app, const Arguments& a) {
  const auto frame = [&] { return app.frame(); };
  const auto settle = [&] {
    for (int i = 0; i < 6; ++i) platform.draw(frame);
  };
  settle();
  for (const Act& act : a.acts) {
    switch (act.kind) {
      case Act::Kind::Run:
        app.send(AppMessage{AppCommand::Run, std::atoi(act.text.c_str()), {}});
        settle();
        for (int i = 0; i < 3000 && is_running(app.state()); ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(10));
          platform.draw(frame);
        }
        break;
      case Act::Kind::Event: app.send(PlayerMessage{PlayerCommand::Jump, std::atof(act.text.c_str())}); break;
      case Act::Kind::Scroll: app.state().document_scroll = std::strtof(act.text.c_str(), nullptr); break;
      case Act::Kind::Press: {
        const Node* found = nullptr;
        for (const Node& n : app.semantic().nodes()) {
          if ((n.states & state::kFocusable) != 0 && app.semantic().label(n) == act.text) found = &n;
        }
        if (found == nullptr) {
          std::fprintf(stderr, "--press: nothing is called \"%s\"\n", act.text.c_str());
          return 1;
        }
        app.semantic().request(found->id, Action::Press);
        break;
      }
    }
    settle();
  }
  // Motion has ended by then.
  for (int i = 0; i < 40 && platform.draw(frame) == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  platform.draw(frame);
  if (a.tree) std::fputs(app.semantic().to_text(true).c_str(), stdout);
  if (platform.write_png(a.screenshot)) return 0;
  std::fprintf(stderr, "%s\n", platform.problem().c_str());
  return 1;
}

}  // namespace

int main(int count, char** values) {
  Arguments a = read_arguments(count, values);
  if (!a.problem.empty()) {
    std::fprintf(stderr, "%s\n%s", a.problem.c_str(), kUsage);
    return 2;
  }
  const bool picture = !a.screenshot.empty();
  a.window.hidden = picture;
  if (picture && a.window.scale == 0) a.window.scale = 1;
  if (!a.file.empty()) a.window.title = base_name(a.file) + " – Tapedeck";
  GlfwPlatform platform(a.window);
  if (!platform.ok()) {
    std::fprintf(stderr, "%s\n", platform.problem().c_str());
    return 1;
  }
  platform.keep_settings = !picture;
  const std::unique_ptr<RunnerClient> runner = thread_runner();
  int status = 0;
  {
    App app(platform, *runner);
    runner->on_message([&] { platform.wake(); });
    platform.open_file = [&](const std::string& path) { open_file(app, path); };
    if (!a.theme.empty()) app.state().theme_choice = a.theme == "dark" ? ThemeChoice::Dark : ThemeChoice::Light;
    app.state().embedded = a.embedded;
    if (a.file.empty()) {
      app.open_program("import tensorflow as tf\n\nx = tf.Variable(3.0)\nwith tf.GradientTape() as tape:\n    y = x ** 2\nprint(tape.gradient(y, x))\n", "Playground");
    } else if (!open_file(app, a.file)) {
      return 1;
    }
    if (picture) {
      status = take_picture(platform, app, a);
    } else {
      while (!platform.should_close()) platform.run_once([&] { return app.frame(); });
    }
  }
  return status;
}
