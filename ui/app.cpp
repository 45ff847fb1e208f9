#include "ui/app.h"

#include "ui/deck/deck.h"
#include "ui/editor/native_editor.h"
#include "ui/keys.h"
#include "ui/views.h"
#include "ui/widgets.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>

namespace tapedeck {

bool is_running(const AppState& state) {
  return std::any_of(state.cells.begin(), state.cells.end(), [](const Cell& c) {
    return c.run_state == RunState::Starting || c.run_state == RunState::Running || c.run_state == RunState::Stopping;
  });
}

App::App(Platform& platform, RunnerClient& runner) : platform_(platform), runner_(runner) {
  platform_.load_fonts(theme_);
  interaction_.native_keys = !platform_.moves_focus();
  runner_.on_message([this] { platform_.request_frame(); });
  state_.can_share = platform_.can_share();
  load_settings();
}

App::~App() = default;

// ---- Lessons ------------------------------------------------------------------------------------------------------------------

std::string App::key(std::string_view what, int number) const { return lesson_name_ + "/" + std::string(what) + "/" + std::to_string(number); }

void App::use_lesson(Lesson lesson, std::string_view name) {
  if (is_running(state_)) runner_.stop();
  lesson_name_ = std::string(name);
  auto shared = std::make_shared<const Lesson>(std::move(lesson));
  state_.lesson = shared;
  state_.lesson_title = shared->title;
  state_.lesson_trail = shared->level;
  state_.cells.clear();
  state_.recording = nullptr;
  growing_ = nullptr;
  state_.recording_cell = -1;
  state_.player.restart();
  state_.player.set_length(0);
  state_.player.send({PlayerCommand::Pause}, {});
  state_.stops = {};
  state_.selection = {};
  state_.document_scroll = 0;
  for (const LessonBlock* block : shared->cells()) {
    Cell cell;
    cell.original = block->code;
    while (!cell.original.empty() && cell.original.back() == '\n') cell.original.pop_back();
    const int number = static_cast<int>(state_.cells.size());
    const std::string kept = platform_.load(key("cell", number));
    const std::string& text = kept.empty() ? cell.original : kept;
    cell.editor = platform_.make_editor(number, text);
    if (cell.editor == nullptr) cell.editor = std::make_shared<NativeEditor>(text);
    state_.cells.push_back(std::move(cell));
  }
  state_.answers.clear();
  for (size_t i = 0; i < shared->questions().size(); ++i) state_.answers.push_back(platform_.load(key("answer", static_cast<int>(i))));
  platform_.request_frame();
}

bool App::open_lesson(std::string_view markdown, std::string_view name) {
  LessonResult result = parse_lesson(markdown);
  if (!result.ok()) {
    Lesson problem;
    problem.title = "This is not a lesson";
    LessonBlock words;
    words.text.resize(1);
    words.text[0].text = std::string(name) + ": " + result.error;
    problem.blocks.push_back(std::move(words));
    use_lesson(std::move(problem), name);
    return false;
  }
  use_lesson(std::move(result.lesson), name);
  return true;
}

void App::set_lessons(std::vector<LessonPlace> lessons, int current) {
  state_.lessons = std::move(lessons);
  state_.lesson_number = current;
  platform_.request_frame();
}

void App::open_file(std::string_view name, std::span<const uint8_t> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (name.ends_with(".md")) {
    open_lesson(text, name);
  } else if (name.ends_with(".py")) {
    open_program(text, name);
  } else {
    open_program("", name);
    show_recording(bytes);
  }
}

// ---- Sharing ------------------------------------------------------------------------------------------------------------------

std::string share_text(const AppState& state) {
  std::string out = "1\n";
  for (size_t i = 0; i < state.cells.size(); ++i) {
    const std::string& text = state.cells[i].editor->text();
    if (text != state.cells[i].original) out += std::to_string(i) + " " + std::to_string(text.size()) + "\n" + text + "\n";
  }
  return out;
}

bool App::open_shared(std::string_view programs) {
  struct Program {
    size_t cell;
    std::string_view text;
  };
  std::vector<Program> found;
  if (!programs.starts_with("1\n")) return false;
  programs.remove_prefix(2);
  while (!programs.empty()) {
    size_t cell = 0, size = 0;
    const char* end = programs.data() + programs.size();
    const auto first = std::from_chars(programs.data(), end, cell);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != ' ') return false;
    const auto second = std::from_chars(first.ptr + 1, end, size);
    if (second.ec != std::errc() || second.ptr == end || *second.ptr != '\n') return false;
    programs.remove_prefix(static_cast<size_t>(second.ptr + 1 - programs.data()));
    if (size >= programs.size() || programs[size] != '\n' || cell >= state_.cells.size()) return false;
    found.push_back({cell, programs.substr(0, size)});
    programs.remove_prefix(size + 1);
  }
  for (const auto& [cell, text] : found) {
    Cell& c = state_.cells[cell];
    const std::string own = c.editor->text();
    if (own == text) continue;
    c.shared = std::string(text);
    c.editor->set_text(text);
    if (own != c.original) offer("This program came with the link. Yours is kept.", "Show mine", {AppCommand::SetProgram, static_cast<int64_t>(cell), own});
    else say("This program came with the link.");
  }
  return true;
}

void App::open_program(std::string_view code, std::string_view name) {
  Lesson lesson;
  lesson.title = std::string(name);
  LessonBlock cell;
  cell.kind = BlockKind::cell;
  cell.language = "python";
  cell.code = std::string(code);
  cell.cell = 0;
  lesson.blocks.push_back(std::move(cell));
  use_lesson(std::move(lesson), name);
}

// ---- Runs ---------------------------------------------------------------------------------------------------------------------

void App::begin_recording(int cell) {
  growing_ = std::make_shared<Recording>();
  state_.recording = growing_;
  ++state_.recording_version;
  ++state_.recording_number;
  state_.recording_cell = cell;
  state_.player.restart();
  state_.stops = {};
  state_.selection = {};
  state_.current_source = {};
  state_.line_roles.clear();
  read_prints_ = read_errors_ = read_ops_ = read_backward_ = read_visits_ = read_steps_ = 0;
  Cell& c = state_.cells[static_cast<size_t>(cell)];
  c.console.clear();
  c.console_open_line = false;
  ++c.console_version;
  c.console_scroll = 0;
  c.error_line = 0;
  c.error_text.clear();
  c.edited_since_run = false;
  c.run_events = 0;
}

void App::start_run(int cell) {
  if (cell < 0 || cell >= static_cast<int>(state_.cells.size())) return;
  for (Cell& c : state_.cells) {
    if (c.run_state == RunState::Starting || c.run_state == RunState::Running || c.run_state == RunState::Stopping) c.run_state = RunState::Stopped;
  }
  begin_recording(cell);
  Cell& c = state_.cells[static_cast<size_t>(cell)];
  c.run_state = runner_.is_ready() ? RunState::Running : RunState::Starting;
  c.run_started = platform_.now();
  RunRequest request;
  request.run_id = ++run_;
  request.code = c.editor->text();
  if (!request.code.ends_with('\n')) request.code += '\n';
  if (state_.lesson && state_.lesson->tensorflow == "1") request.tensorflow = 1;
  runner_.start(request);
  if (state_.form == Form::Phone) state_.deck_sheet_open = true;
}

void App::take_messages() {
  Message message;
  while (runner_.poll(message)) {
    switch (message.type) {
      case MessageType::ready: state_.runner_ready = true; break;
      case MessageType::chunk:
        if (message.run_id != run_ || growing_ == nullptr) break;
        if (Cell& c = state_.cells[static_cast<size_t>(state_.recording_cell)]; c.run_state == RunState::Starting) c.run_state = RunState::Running;
        growing_->append(message.bytes);
        read_recording();
        break;
      case MessageType::done:
        if (message.run_id == run_ && growing_ != nullptr) finish_run(message.status, message.text);
        break;
      case MessageType::run:
      case MessageType::stop: break;             // go the other way
    }
  }
}

void App::finish_run(EndStatus status, std::string_view sentence) {
  growing_->finish();
  read_recording();
  Cell& c = state_.cells[static_cast<size_t>(state_.recording_cell)];
  c.run_seconds = growing_->has_end() ? static_cast<double>(growing_->end().duration_us) * 1e-6 : platform_.now() - c.run_started;
  c.run_state = status == EndStatus::error ? RunState::Failed : status == EndStatus::ok || status == EndStatus::exited ? RunState::Done : RunState::Stopped;
  const auto note = [&](std::string_view text) {
    c.console.push_back({ConsoleLine::Kind::Note, std::string(text), 0, 0});
    ++c.console_version;
  };
  if (!sentence.empty()) note(sentence);
  if (!growing_->problem().empty() && status != EndStatus::stopped && status != EndStatus::budget) note(growing_->problem());
  // The learner starts at the beginning of the tape, unless the run has something to say about its end.
  if (state_.player.play_state() == PlayState::Following) {
    const bool to_end = status != EndStatus::ok && status != EndStatus::exited;
    state_.player.send({to_end ? PlayerCommand::Last : PlayerCommand::Pause}, state_.stops);
    // At the error itself, not behind the end that came of it: then the sentence is about what went wrong.
    if (status == EndStatus::error && !growing_->errors.empty()) state_.player.send({PlayerCommand::Jump, growing_->errors.back().event + 1.0}, state_.stops);
  }
  growing_ = nullptr;
}

void App::show_recording(std::span<const uint8_t> bytes) {
  if (state_.cells.empty()) open_program("", "recording");
  begin_recording(0);
  growing_->append(bytes);
  growing_->finish();
  if (!growing_->source().empty()) state_.cells[0].editor->set_text(growing_->source());
  finish_run(growing_->has_end() ? growing_->end().status : EndStatus::ok, "");
  platform_.request_frame();
}

/// Takes over what the recording has got since the last time: console lines, stops of the player, the error.
void App::read_recording() {
  const Recording& r = *growing_;
  Cell& c = state_.cells[static_cast<size_t>(state_.recording_cell)];
  for (; read_prints_ < r.prints.size(); ++read_prints_) {
    const PrintRow& p = r.prints[read_prints_];
    std::string_view text = r.console().substr(p.begin, p.end - p.begin);
    const auto kind = p.stream == 2 ? ConsoleLine::Kind::Err : ConsoleLine::Kind::Out;
    while (!text.empty()) {
      const size_t n = text.find('\n');
      const std::string_view piece = text.substr(0, n);
      if (c.console_open_line && c.console.back().kind == kind) {
        c.console.back().text += piece;
      } else {
        c.console.push_back({kind, std::string(piece), 0, p.event});
      }
      c.console_open_line = n == std::string_view::npos;
      text.remove_prefix(n == std::string_view::npos ? text.size() : n + 1);
    }
    ++c.console_version;
  }
  for (; read_errors_ < r.errors.size(); ++read_errors_) {
    const ErrorRow& e = r.errors[read_errors_];
    const std::string last = std::string(r.text(e.type)) + (r.text(e.message).empty() ? "" : ": ") + std::string(r.text(e.message));
    std::string_view traceback = r.text(e.traceback);
    if (traceback.empty()) traceback = last;
    const int line = static_cast<int>(e.line);
    while (!traceback.empty()) {
      const size_t n = traceback.find('\n');
      const bool end = n == std::string_view::npos || n + 1 == traceback.size();
      c.console.push_back({ConsoleLine::Kind::Error, std::string(traceback.substr(0, n)), end ? line : 0, e.event});
      traceback.remove_prefix(end ? traceback.size() : n + 1);
    }
    if (state_.hints && !r.text(e.hint).empty()) c.console.push_back({ConsoleLine::Kind::Hint, std::string(r.text(e.hint)), 0, e.event});
    c.console_open_line = false;
    c.error_line = line;
    c.error_text = last;
    ++c.console_version;
  }
  // A stop is the position right after an event. Ops stop when they are applied and when the tape is walked back over them, and an assignment
  // of a variable is as much a step of the story as an op.
  for (uint32_t i = read_ops_; i < r.size(); ++i) {
    const EventType type = r.events[i].type;
    const int64_t after = static_cast<int64_t>(i) + 1;
    const bool inner = type == EventType::op_applied && r.ops[r.events[i].index].in_gradient_call != kNone;
    if ((type == EventType::op_applied && !inner) || type == EventType::backward_step_ended || type == EventType::variable_assigned ||
        type == EventType::gradient_given || type == EventType::variable_made || type == EventType::error ||
        type == EventType::function_traced || type == EventType::function_called) {
      state_.stops.op.push_back(after);
    }
    if (!r.scopes.empty()) learn_line(i);
  }
  read_ops_ = r.size();
  for (; read_visits_ < r.line_visits.size(); ++read_visits_) {
    // A line's visit ends where the next begins.
    if (r.line_visits[read_visits_].event > 0) state_.stops.line.push_back(r.line_visits[read_visits_].event);
  }
  // Training steps are found in hindsight, so their list is made anew.
  if (read_steps_ != r.training_steps.size()) {
    read_steps_ = static_cast<uint32_t>(r.training_steps.size());
    state_.stops.training.clear();
    for (const TrainingStepRow& s : r.training_steps) state_.stops.training.push_back(static_cast<int64_t>(s.event) + 1);
  }
  c.run_events = r.size();
  state_.player.set_length(r.size());
  ++state_.recording_version;
}

/// What the line of an event does in a traced function.
void App::learn_line(uint32_t event) {
  const Recording& r = *growing_;
  const EventRow& e = r.events[event];
  LineRole role = LineRole::Plain;
  if (e.type == EventType::op_applied || e.type == EventType::variable_read || e.type == EventType::variable_assigned) {
    // What has the line of the call is the call's own: it takes arguments over and hands results out.
    const uint32_t call = r.scope_at(event, "function");
    if (call != kNone && r.events[r.scopes[call].entered].line != e.line) role = LineRole::Graph;
  } else if (e.type != EventType::scope_entered && e.type != EventType::scope_left && r.scope_at(event, "trace") != kNone) {
    role = LineRole::Traced;
  }
  if (role == LineRole::Plain || e.line == 0) return;
  if (state_.line_roles.size() <= e.line) state_.line_roles.resize(e.line + 1);
  state_.line_roles[e.line] = std::max(state_.line_roles[e.line], role);
}

/// Which line and expression the present event is about.
void App::find_present_source() {
  if (source_version_ == state_.recording_version && source_position_ == state_.player.position()) return;
  source_version_ = state_.recording_version;
  source_position_ = state_.player.position();
  SourceSpan span;
  if (state_.recording != nullptr && source_position_ > 0) {
    const Recording& r = *state_.recording;
    size_t i = std::min(static_cast<size_t>(source_position_), r.events.size());
    while (i > 0 && r.events[i - 1].line == 0) --i;
    if (i > 0) {
      const EventRow& e = r.events[i - 1];
      span = {static_cast<int>(e.line), std::max(0, e.column_begin - 1), std::max(0, e.column_end - 1), Meaning::Value};
      // While the tape is walked back, also by the ops of a gradient, the code in view is that of the forward op.
      uint32_t step = kNone;
      if (e.type == EventType::backward_step_began || e.type == EventType::backward_step_ended) step = e.index;
      if (e.type == EventType::op_applied) step = r.ops[e.index].in_backward_step;
      if (step != kNone) {
        span.meaning = Meaning::Gradient;
        if (const uint32_t event = r.ops[r.backward_steps[step].op].event; event != kNone) {
          const EventRow& forward = r.events[event];
          span = {static_cast<int>(forward.line), std::max(0, forward.column_begin - 1), std::max(0, forward.column_end - 1), Meaning::Gradient};
        }
      } else if (e.type == EventType::variable_made || e.type == EventType::variable_assigned || e.type == EventType::variable_read) {
        span.meaning = Meaning::Variable;
      } else if (e.type == EventType::tensor_made) {
        span.meaning = Meaning::Constant;
      } else if (e.type == EventType::error) {
        span.meaning = Meaning::Wrong;
      } else if (e.type == EventType::gradient_asked || e.type == EventType::gradient_given) {
        span.meaning = Meaning::Gradient;
      }
    }
  }
  state_.current_source = span;
}

// ---- Commands -----------------------------------------------------------------------------------------------------------------

void App::send(const PlayerMessage& message) {
  commands_.player.push_back(message);
  platform_.request_frame();
}
void App::send(const AppMessage& message) {
  commands_.app.push_back(message);
  platform_.request_frame();
}

void App::apply(const PlayerMessage& message) {
  if (state_.recording != nullptr) state_.player.send(message, state_.stops);
}

void App::say(std::string_view text) {
  state_.notice = std::string(text);
  state_.notice_until = platform_.now() + 2.5 + 0.04 * static_cast<double>(text.size());
  state_.notice_button.clear();
}

void App::offer(std::string_view text, std::string_view button, AppMessage action) {
  say(text);
  state_.notice_until = platform_.now() + 12;
  state_.notice_button = std::string(button);
  state_.notice_action = std::move(action);
}

void App::apply(const AppMessage& m) {
  const bool cell_ok = m.number >= 0 && m.number < static_cast<int64_t>(state_.cells.size());
  switch (m.command) {
    case AppCommand::Run: start_run(static_cast<int>(m.number)); break;
    case AppCommand::Stop:
      for (Cell& c : state_.cells) {
        if (c.run_state == RunState::Running || c.run_state == RunState::Starting) c.run_state = RunState::Stopping;
      }
      runner_.stop();
      break;
    case AppCommand::Reset: {
      if (!cell_ok) break;
      const Cell& c = state_.cells[static_cast<size_t>(m.number)];
      offer("The lesson's program is back.", "Undo", {AppCommand::SetProgram, m.number, c.editor->text()});
      apply({AppCommand::SetProgram, m.number, c.original});
      break;
    }
    case AppCommand::SetProgram:
      if (!cell_ok) break;
      state_.cells[static_cast<size_t>(m.number)].editor->set_text(m.text);
      [[fallthrough]];
    case AppCommand::CodeChanged:
      if (cell_ok) {
        Cell& c = state_.cells[static_cast<size_t>(m.number)];
        c.edited_since_run = true;
        if (!c.shared.empty()) {
          if (c.editor->text() == c.shared) break;
          c.shared.clear();
          platform_.leave_shared();
        }
        platform_.store(key("cell", static_cast<int>(m.number)), c.editor->text() == c.original ? "" : c.editor->text());
      }
      break;
    case AppCommand::Share: platform_.share(share_text(state_)); break;
    case AppCommand::OpenLesson:
      if (m.number >= 0 && m.number < static_cast<int64_t>(state_.lessons.size()) && m.number != state_.lesson_number) platform_.open_lesson(state_.lessons[static_cast<size_t>(m.number)].place);
      break;
    case AppCommand::SetTextScale:
      state_.text_percent = static_cast<int>(std::clamp<int64_t>(m.number, 75, 200));
      platform_.set_text_scale(static_cast<float>(state_.text_percent) / 100);
      platform_.store("text-size", state_.text_percent == 100 ? "" : std::to_string(state_.text_percent));
      break;
    case AppCommand::CloseNotice: state_.notice.clear(); break;
    case AppCommand::Answer:
      if (m.number >= 0 && m.number < static_cast<int64_t>(state_.answers.size())) {
        state_.answers[static_cast<size_t>(m.number)] = m.text;
        platform_.store(key("answer", static_cast<int>(m.number)), m.text);
      }
      break;
    case AppCommand::SetTheme:
      state_.theme_choice = static_cast<ThemeChoice>(std::clamp<int64_t>(m.number, 0, 2));
      platform_.store("theme", state_.theme_choice == ThemeChoice::Light ? "light" : state_.theme_choice == ThemeChoice::Dark ? "dark" : "");
      break;
    case AppCommand::SetHints:
      state_.hints = m.number != 0;
      platform_.store("hints", state_.hints ? "" : "off");
      if (!state_.hints)   // those that are there go; with hints, the next error has one
        for (Cell& cell : state_.cells)
          if (std::erase_if(cell.console, [](const ConsoleLine& line) { return line.kind == ConsoleLine::Kind::Hint; }) > 0) ++cell.console_version;
      break;
    case AppCommand::OpenLink: platform_.open_link(m.text); break;
    case AppCommand::CopyText:
      platform_.set_clipboard(m.text);
      if (m.number == 0) say("Copied");
      break;
    case AppCommand::PasteInto:
      if (cell_ok) {
        Cell& c = state_.cells[static_cast<size_t>(m.number)];
        std::string text = platform_.clipboard();
        std::erase(text, '\r');
        if (text.empty()) break;
        c.editor->apply(insert_edit(c.editor->selection(), text));
        c.view.follow_caret = true;
        apply({AppCommand::CodeChanged, m.number, {}});
      }
      break;
    case AppCommand::GoToLine: {
      const int64_t cell = m.number >> 32;
      if (cell < 0 || cell >= static_cast<int64_t>(state_.cells.size())) break;
      Cell& c = state_.cells[static_cast<size_t>(cell)];
      const size_t at = offset_of_line(c.editor->text(), static_cast<int>(m.number & 0xFFFFFFFF));
      c.editor->select({at, at});
      c.view.follow_caret = true;
      semantic_.focus(node_id("code", static_cast<uint64_t>(cell)), false);
      break;
    }
    case AppCommand::SelectNone: state_.selection = {}; break;
    case AppCommand::SelectTensor: state_.selection = {Selection::Kind::Tensor, m.number}; break;
    case AppCommand::SelectVariable: state_.selection = {Selection::Kind::Variable, m.number}; break;
    case AppCommand::ToggleHelp:
      state_.help_open = !state_.help_open;
      semantic_.focus(state_.help_open ? node_id("help.close") : node_id("help"), semantic_.focus_visible());
      break;
    case AppCommand::SetDeckTab: state_.deck_tab = static_cast<DeckTab>(std::clamp<int64_t>(m.number, 0, 1)); break;
    case AppCommand::SetValuesMode: state_.values_mode = static_cast<ValuesMode>(std::clamp<int64_t>(m.number, 0, 2)); break;
    case AppCommand::TurnFunction:
      if (std::erase(state_.turned_functions, m.text) == 0) state_.turned_functions.push_back(m.text);
      break;
    case AppCommand::OpenDeckSheet: state_.deck_sheet_open = m.number != 0; break;
    case AppCommand::ShowDeck: state_.deck_tab_open = m.number != 0; break;
  }
}

void App::apply_commands() {
  Commands now;
  std::swap(now, commands_);
  for (const AppMessage& m : now.app) apply(m);
  for (const PlayerMessage& m : now.player) apply(m);
}

namespace {

// Settings are whole numbers with spaces between them: reading and writing fractions would bring 10 kB of library before the first frame.

std::string numbers_text(std::initializer_list<int> numbers) {
  std::string text;
  for (const int n : numbers) text += (text.empty() ? "" : " ") + std::to_string(n);
  return text;
}

/// Fills `numbers` from the text; false where it does not hold just as many.
bool read_numbers(std::string_view text, std::span<int> numbers) {
  for (int& n : numbers) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc()) return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    if (text.starts_with(' ')) text.remove_prefix(1);
  }
  return text.empty();
}

int whole(float x) { return static_cast<int>(std::lround(x)); }

std::string layout_text(const AppState& state) {
  if (state.sizes == LayoutSizes{} && state.values_mode == ValuesMode::Values) return "";
  return numbers_text({whole(state.sizes.document), whole(state.sizes.lower), whole(state.sizes.variables), static_cast<int>(state.values_mode)});
}

/// Speed in hundredths, and the size of a step.
std::string player_text(const Player& player) {
  if (player.speed() == Player{}.speed() && player.granularity() == Player{}.granularity()) return "";
  return numbers_text({static_cast<int>(std::lround(player.speed() * 100)), static_cast<int>(player.granularity())});
}

}  // namespace

/// What is stored may be of an older version, or anything: each value is taken only where it is one that could have been set.
void App::load_settings() {
  const std::string theme = platform_.load("theme");
  state_.theme_choice = theme == "light" ? ThemeChoice::Light : theme == "dark" ? ThemeChoice::Dark : ThemeChoice::System;
  stored_layout_ = platform_.load("layout");
  if (int n[4]; read_numbers(stored_layout_, n)) {
    const auto take = [](float& size, int stored) {
      if (stored >= 100 && stored <= 4000) size = static_cast<float>(stored);
    };
    take(state_.sizes.document, n[0]);
    take(state_.sizes.lower, n[1]);
    take(state_.sizes.variables, n[2]);
    if (n[3] >= 0 && n[3] <= 2) state_.values_mode = static_cast<ValuesMode>(n[3]);
  }
  stored_player_ = platform_.load("player");
  if (int n[2]; read_numbers(stored_player_, n)) {
    if (n[0] > 0 && n[0] <= 10000) state_.player.send({PlayerCommand::Speed, n[0] / 100.0}, state_.stops);
    if (n[1] >= 0 && n[1] < kGranularities) state_.player.send({PlayerCommand::StepBy, static_cast<double>(n[1])}, state_.stops);
  }
  if (int n[1]; read_numbers(platform_.load("text-size"), n) && n[0] >= 75 && n[0] <= 200) {
    state_.text_percent = n[0];
    platform_.set_text_scale(static_cast<float>(n[0]) / 100);
  }
  state_.hints = platform_.load("hints") != "off";
}

/// After a frame in which nothing was being dragged.
void App::store_settings() {
  if (std::string text = layout_text(state_); text != stored_layout_) platform_.store("layout", stored_layout_ = std::move(text));
  if (std::string text = player_text(state_.player); text != stored_player_) platform_.store("player", stored_player_ = std::move(text));
}

// ---- The frame ----------------------------------------------------------------------------------------------------------------

void App::choose_form(ImVec2 size) {
  if (state_.embedded) {
    state_.form = size.x < 560 ? Form::EmbedNarrow : Form::Embed;
  } else {
    state_.form = size.x < 700 ? Form::Phone : size.x < 1160 ? Form::Narrow : Form::Desktop;
  }
  theme_.touch = state_.form == Form::Phone || (state_.embedded && ImGui::GetIO().MouseSource == ImGuiMouseSource_TouchScreen);
}

/// Keys that belong to no control: the player's.
void App::global_keys(Ui& ui) {
  const ImGuiIO& io = ImGui::GetIO();
  if (interaction_.text_taken) return;
  const bool command = ui.mac ? io.KeySuper : io.KeyCtrl;
  if (command && ImGui::IsKeyPressed(ImGuiKey_Enter, false) && !state_.cells.empty()) {
    ui.send(AppCommand::Run, std::max(0, state_.recording_cell));
    return;
  }
  if (key_asks(KeyAct::Leave)) {
    if (state_.help_open) ui.send(AppCommand::ToggleHelp);
    else if (!state_.notice.empty()) ui.send(AppCommand::CloseNotice);
    else ui.send(AppCommand::SelectNone);
  }
  if (interaction_.native_keys && command) {       // in a page this is the browser's own
    const auto asks = [](ImGuiKey a, ImGuiKey b) { return ImGui::IsKeyPressed(a, true) || ImGui::IsKeyPressed(b, true); };
    if (asks(ImGuiKey_Equal, ImGuiKey_KeypadAdd)) ui.send(AppCommand::SetTextScale, state_.text_percent + 10);
    if (asks(ImGuiKey_Minus, ImGuiKey_KeypadSubtract)) ui.send(AppCommand::SetTextScale, state_.text_percent - 10);
    if (asks(ImGuiKey_0, ImGuiKey_Keypad0)) ui.send(AppCommand::SetTextScale, 100);
  }
  if (interaction_.native_keys && ImGui::IsKeyPressed(ImGuiKey_Tab, true) && !command && !io.KeyAlt) {
    const bool moved = io.KeyShift ? semantic_.focus_previous() : semantic_.focus_next();
    if (!moved) {                         // a window has no outside: around to the other end
      semantic_.blur();
      io.KeyShift ? semantic_.focus_previous() : semantic_.focus_next();
    }
    ui.animate();
  }
  if (command || io.KeyAlt || io.KeySuper) return;
  if (key_asks(KeyAct::Help)) ui.send(AppCommand::ToggleHelp);
  if (!state_.help_open) deck_keys(ui, state_);
}

double App::frame() {
  ImGuiIO& io = ImGui::GetIO();
  const double now = platform_.now();
  const double since = last_now_ < 0 ? 0 : now - last_now_;
  last_now_ = now;

  take_messages();
  state_.player.advance(since, state_.stops);     // before the commands: what begins to play now has played no time yet
  apply_commands();
  find_present_source();
  choose_form(io.DisplaySize);
  // ImGui tells only its current font how dense the screen is; ours are used without being made current.
  for (ImFont* font : theme_.fonts) {
    if (font != nullptr) font->CurrentRasterizerDensity = io.DisplayFramebufferScale.x;
  }
  const bool dark = state_.theme_choice == ThemeChoice::Dark || (state_.theme_choice == ThemeChoice::System && platform_.prefers_dark());
  if (dark != theme_.dark || !theme_applied_) {
    theme_.dark = dark;
    theme_applied_ = true;
    apply_theme(theme_);
  }

  semantic_.begin_frame();
  interaction_.pointer.begin_frame(io.MousePos, io.MouseClicked[0], io.MouseDown[0]);
  interaction_.arrows_taken = interaction_.text_taken = false;

  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(io.DisplaySize);
  ImGui::Begin("##tapedeck", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus);
  const Rect screen{0, 0, io.DisplaySize.x, io.DisplaySize.y};
  Ui ui{.theme = theme_,
        .semantic = semantic_,
        .commands = commands_,
        .interaction = interaction_,
        .draw = Draw(theme_, ImGui::GetWindowDrawList()),
        .now = now,
        .dt = static_cast<float>(std::clamp(since, 0.0, 0.1)),
        .reduced_motion = platform_.prefers_reduced_motion(),
        .mac = platform_.is_mac()};
  ui.draw.push_clip(screen);
  app_view(ui, state_, screen);
  overlay_widgets(ui, screen);
  ui.draw.pop_clip();
  ImGui::End();

  // A press on nothing takes the focus away.
  if (io.MouseClicked[0] && interaction_.pointer.held() == 0) semantic_.blur();
  global_keys(ui);
  interaction_.pointer.end_frame();
  semantic_.end_frame();

  if (interaction_.pointer.held() == 0) store_settings();

  double next = ui.wake_in;
  const auto sooner = [&](double t) {
    if (t >= 0 && (next < 0 || t < next)) next = t;
  };
  if (!commands_.app.empty() || !commands_.player.empty() || semantic_.has_requests()) next = 0;
  sooner(state_.player.due_in());
  return next;
}

}  // namespace tapedeck
