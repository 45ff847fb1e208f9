// The app without a window: ImGui with no back end, a font whose letters are all of one known width, and a runner that answers what a
// test tells it to. Everything is found by the semantic tree, and pressed by pointer, key or request.
#pragma once

#include "ui/app.h"
#include "ui/editor/editor_model.h"

#include <deque>
#include <map>
#include <memory>
#include <string>

namespace tapedeck {

class NullPlatform final : public Platform {
 public:
  void request_frame() override { ++requests; }
  void request_frame_in(double) override { ++requests; }
  double now() const override { return time; }
  bool prefers_dark() const override { return dark; }
  bool prefers_reduced_motion() const override { return true; }
  void load_fonts(Theme& theme) override;
  void set_clipboard(std::string_view text) override { clip = std::string(text); }
  std::string clipboard() override { return clip; }
  void open_link(std::string_view url) override { opened = std::string(url); }
  void open_lesson(std::string_view place) override { opened = "lesson " + std::string(place); }
  void store(std::string_view key, std::string_view value) override { kept[std::string(key)] = std::string(value); }
  std::string load(std::string_view key) override {
    const auto it = kept.find(std::string(key));
    return it == kept.end() ? "" : it->second;
  }

  double time = 100;
  bool dark = false;
  int requests = 0;
  std::string clip, opened;
  std::map<std::string, std::string> kept;
};

/// Answers a run with a recording made beforehand, at once or when told to.
class NullRunner final : public RunnerClient {
 public:
  bool is_ready() const override { return true; }
  void start(const RunRequest& request) override { started.push_back(request); }
  void stop() override { ++stops; }
  bool poll(Message& out) override {
    if (messages.empty()) return false;
    out = std::move(messages.front());
    messages.pop_front();
    return true;
  }
  void on_message(std::function<void()> wake) override { wake_ = std::move(wake); }
  void answer(Message message) {
    messages.push_back(std::move(message));
    if (wake_) wake_();
  }

  std::vector<RunRequest> started;
  std::deque<Message> messages;
  int stops = 0;

 private:
  std::function<void()> wake_;
};

/// ImGui, platform, runner and app, and the user's hands.
class Harness {
 public:
  explicit Harness(float width = 1440, float height = 900);
  ~Harness();
  Harness(const Harness&) = delete;
  Harness& operator=(const Harness&) = delete;

  /// Draws frames until the app wants none, at most `most`; returns how many were drawn. `seconds` pass with each.
  int settle(int most = 30, double seconds = 0.02);
  double frame(double seconds = 0.02);

  const Node& get(NodeRole role, std::string_view label);      ///< fails the test if there is none
  bool has(NodeRole role, std::string_view label) { return app->semantic().find(role, label) != nullptr; }
  void click(const Node& node);
  void click_at(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to);
  void wheel_at(ImVec2 at, float lines);
  void key(ImGuiKey key, int modifiers = 0);                   ///< ImGuiMod_… bits
  void type(std::string_view text);
  EditorModel& editor(int cell = 0) { return *app->state().cells[static_cast<size_t>(cell)].editor; }
  void answer_run(const std::vector<uint8_t>& recording, EndStatus status = EndStatus::ok, std::string text = "");

  NullPlatform platform;
  NullRunner runner;
  std::unique_ptr<App> app;
};

}  // namespace tapedeck
