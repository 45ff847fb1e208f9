// The app: one frame from input to semantic tree, and the one place where commands change its state. The same natively and on the web.
#pragma once

#include "ui/app_state.h"
#include "ui/platform.h"
#include "ui/semantic.h"
#include "ui/theme.h"
#include "ui/ui.h"

#include "lessons/recording/recording.h"
#include "lessons/runtime/lesson.h"
#include "lessons/runtime/runner_client.h"

#include <span>
#include <string_view>

namespace tapedeck {

class App {
 public:
  /// Needs an ImGui context. Loads the fonts and the stored settings.
  App(Platform& platform, RunnerClient& runner);
  ~App();

  /// A lesson file's text; `name` (its path or place) tells stored code apart. False, with a notice for the reader, if it is not a lesson.
  bool open_lesson(std::string_view markdown, std::string_view name);
  /// A program alone, as a lesson of one cell.
  void open_program(std::string_view code, std::string_view name);

  /// Draws one frame between ImGui::NewFrame and ImGui::Render. Returns the seconds until it wants another one: 0 for the next,
  /// negative for none before something happens.
  double frame();

  // ---- From outside: the embed API, tests. Both ask the platform for a frame.
  void send(const PlayerMessage& message);
  void send(const AppMessage& message);
  /// The programs of a link (share_text), in place of the reader's own, which stay in the store. False if they are none of this lesson's.
  bool open_shared(std::string_view programs);
  /// A recording instead of a run: shown as if cell 0 had just made it.
  void show_recording(std::span<const uint8_t> bytes);

  /// A file that was given to the window: a lesson (.md), a program (.py), or a recording.
  void open_file(std::string_view name, std::span<const uint8_t> bytes);
  /// The lessons of the course, of which this is number `current`.
  void set_lessons(std::vector<LessonPlace> lessons, int current);

  AppState& state() { return state_; }
  const AppState& state() const { return state_; }
  SemanticTree& semantic() { return semantic_; }
  const Theme& theme() const { return theme_; }
  Interaction& interaction() { return interaction_; }
  /// For the page around an embed: would the view under that point scroll that way (1 up, -1 down)?
  bool would_scroll(ImVec2 at, float direction) const { return interaction_.pointer.would_scroll(at, direction); }

 private:
  void apply(const PlayerMessage& message);
  void apply(const AppMessage& message);
  void apply_commands();
  void begin_recording(int cell);
  void start_run(int cell);
  void take_messages();
  void finish_run(EndStatus status, std::string_view sentence);
  void read_recording();
  void learn_line(uint32_t event);
  void find_present_source();
  void global_keys(Ui& ui);
  void choose_form(ImVec2 size);
  void use_lesson(Lesson lesson, std::string_view name);
  void load_settings();
  void store_settings();
  void say(std::string_view notice);
  void offer(std::string_view notice, std::string_view button, AppMessage action);
  std::string key(std::string_view what, int number) const;

  Platform& platform_;
  RunnerClient& runner_;
  AppState state_;
  SemanticTree semantic_;
  Theme theme_;
  Interaction interaction_;
  Commands commands_;
  std::shared_ptr<Recording> growing_;       // state_.recording, to which bytes are still added
  std::string lesson_name_;
  uint32_t run_ = 0;                         // number of the latest run
  bool was_running_ = false;
  uint32_t read_prints_ = 0, read_errors_ = 0, read_ops_ = 0, read_backward_ = 0, read_visits_ = 0, read_steps_ = 0;
  uint64_t source_version_ = 0;
  int64_t source_position_ = -1;
  bool theme_applied_ = false;
  std::string stored_layout_, stored_player_;   // as the platform has them
  double last_now_ = -1;
};

/// The programs that differ from the lesson's, as the text that a shared link carries: a version, then for each the cell's number, the length in bytes, and the text.
std::string share_text(const AppState& state);

}  // namespace tapedeck
