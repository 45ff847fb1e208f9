#include "ui/app.h"

#include "tests/recording/sample_recording.h"
#include "tests/ui/null_platform.h"

#include <catch2/catch_test_macros.hpp>

using namespace tapedeck;

namespace {

constexpr std::string_view kLesson = R"(---
title: Modify a tensor
level: Variables
---
# Modify a tensor

A tensor **never** changes; see [the guide](https://www.tensorflow.org/guide).

```python
import tensorflow as tf
w = tf.Variable(2.0)
```

- one
- two

| a | b |
|---|---|
| 1 | 2 |

> Which sign?
>
> - [ ] positive
> - [x] negative
>
> Because it falls.
)";

constexpr std::string_view kCode = "import tensorflow as tf\nw = tf.Variable(2.0)";

void open(Harness& h) {
  REQUIRE(h.app->open_lesson(kLesson, "modify.md"));
  h.settle();
}

}  // namespace

TEST_CASE("a lesson says its headings, text, program, list, table and question") {
  Harness h;
  open(h);
  CHECK(h.get(NodeRole::Heading, "Modify a tensor").level == 1);
  h.get(NodeRole::Text, "A tensor never changes; see the guide.");
  CHECK(h.app->semantic().value(h.get(NodeRole::Field, "Code editor")) == kCode);
  h.get(NodeRole::Button, "Run");
  CHECK((h.get(NodeRole::Button, "Reset").states & state::kDisabled) != 0);
  CHECK(h.app->semantic().count(NodeRole::ListItem) >= 2);
  h.get(NodeRole::ColumnHeader, "a");
  h.get(NodeRole::Cell, "2");
  h.get(NodeRole::Radio, "negative");
  CHECK_FALSE(h.has(NodeRole::Text, "Because it falls."));
  CHECK(h.has(NodeRole::Text, "Variables  ›  Modify a tensor"));
}

TEST_CASE("what is no lesson is said in words, and the app goes on") {
  Harness h;
  CHECK_FALSE(h.app->open_lesson("no front matter", "x.md"));
  h.settle();
  h.get(NodeRole::Heading, "This is not a lesson");
  open(h);
  h.get(NodeRole::Heading, "Modify a tensor");
}

TEST_CASE("an idle app wants no frame") {
  Harness h;
  open(h);
  CHECK(h.settle() < 10);
  CHECK(h.frame() < 0);
  CHECK(h.frame(10) < 0);
}

TEST_CASE("a link is opened by pointer and by request") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Link, "the guide"));
  CHECK(h.platform.opened == "https://www.tensorflow.org/guide");
  h.platform.opened.clear();
  h.app->semantic().request(h.get(NodeRole::Link, "the guide").id, Action::Press);
  h.settle();
  CHECK(h.platform.opened == "https://www.tensorflow.org/guide");
}

TEST_CASE("Run sends the editor's text, shows what was printed, and puts the player at the beginning of a tape that can be played") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Button, "Run"));
  REQUIRE(h.runner.started.size() == 1);
  CHECK(h.runner.started[0].code == std::string(kCode) + "\n");
  h.get(NodeRole::Button, "Stop");
  h.answer_run(sample_recording_bytes());
  h.get(NodeRole::Button, "Run");
  const Node& log = h.get(NodeRole::Log, "Console");
  CHECK(log.rect.h > 40);
  h.get(NodeRole::Text, "0 10.5 [[1.9]] [0.6]");
  h.get(NodeRole::Status, "ran in…");
  const Player& player = h.app->state().player;
  CHECK(player.play_state() == PlayState::Paused);
  CHECK(player.length() == static_cast<int64_t>(h.app->state().recording->size()));

  h.app->send(PlayerMessage{PlayerCommand::First});
  h.settle();
  CHECK(player.position() == 0);
  h.key(ImGuiKey_RightArrow);
  const int64_t first = player.position();
  CHECK(first > 0);
  h.key(ImGuiKey_RightArrow);
  CHECK(player.position() > first);
  h.key(ImGuiKey_LeftArrow);
  CHECK(player.position() == first);
  h.key(ImGuiKey_End);
  CHECK(player.at_end());
  h.key(ImGuiKey_Home);
  h.key(ImGuiKey_Space);
  CHECK(player.play_state() == PlayState::Playing);
  for (int i = 0; i < 20; ++i) h.frame(0.1);
  CHECK(player.position() > 0);
  h.key(ImGuiKey_Space);
  CHECK(player.play_state() == PlayState::Paused);
}

TEST_CASE("the present event marks its line and expression, and a later edit takes the mark away") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Button, "Run"));
  h.answer_run(sample_recording_bytes());
  h.app->send(PlayerMessage{PlayerCommand::First});
  h.settle();
  CHECK(h.app->state().current_source.line == 0);
  bool gradient_seen = false;
  for (int i = 0; i < 40; ++i) {
    h.app->send(PlayerMessage{PlayerCommand::Step});
    h.settle(4);
    gradient_seen = gradient_seen || h.app->state().current_source.meaning == Meaning::Gradient;
  }
  CHECK(h.app->state().current_source.line > 0);
  CHECK(gradient_seen);
}

TEST_CASE("an error is marked in the console with its line, and following it leads to the code") {
  Harness h;
  open(h);
  h.editor().set_text("a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\ng = 7\nh = 8\n");
  h.click(h.get(NodeRole::Button, "Run"));
  h.answer_run(sample_error_recording_bytes(), EndStatus::error);
  const Cell& cell = h.app->state().cells[0];
  REQUIRE(cell.run_state == RunState::Failed);
  REQUIRE(cell.error_line > 0);
  // The tape stands where the error was raised.
  CHECK(h.app->state().player.position() == static_cast<int64_t>(h.app->state().recording->errors.back().event) + 1);
  const Node* link = nullptr;
  for (const Node& n : h.app->semantic().nodes()) {
    if (n.role == NodeRole::Link && h.app->semantic().label(n).starts_with("error: ")) link = &n;
  }
  REQUIRE(link != nullptr);
  h.app->semantic().request(link->id, Action::Press);
  h.settle();
  CHECK(line_of(h.editor().text(), h.editor().selection().caret) == cell.error_line);
  CHECK(h.app->semantic().focused() == node_id("code", 0));
}

TEST_CASE("the help below errors can be switched off, and stays off") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Button, "Run"));
  h.answer_run(sample_error_recording_bytes(), EndStatus::error);
  const auto hints = [&] {
    int count = 0;
    for (const Node& n : h.app->semantic().nodes()) count += n.role == NodeRole::Text && h.app->semantic().label(n).starts_with("hint: ");
    return count;
  };
  CHECK(hints() == 1);
  h.click(h.get(NodeRole::Button, "Help and keys"));
  h.click(h.get(NodeRole::Radio, "Off"));
  CHECK(hints() == 0);
  CHECK(h.platform.load("hints") == "off");
  h.click(h.get(NodeRole::Button, "Close"));
  h.click(h.get(NodeRole::Button, "Run"));
  h.answer_run(sample_error_recording_bytes(), EndStatus::error);
  CHECK(hints() == 0);
}

TEST_CASE("Stop is sent to the runner, and what was recorded stays") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Button, "Run"));
  std::vector<uint8_t> half = sample_recording_bytes();
  half.resize(half.size() / 2);
  h.runner.answer(chunk_message(h.runner.started[0].run_id, half));
  h.settle();
  const int64_t seen = h.app->state().player.length();
  CHECK(seen > 10);
  CHECK(h.app->state().player.play_state() == PlayState::Following);
  h.click(h.get(NodeRole::Button, "Stop"));
  CHECK(h.runner.stops == 1);
  h.runner.answer(done_message(h.runner.started[0].run_id, EndStatus::stopped, EndBudget::none, "Stopped."));
  h.settle();
  h.get(NodeRole::Button, "Run");
  h.get(NodeRole::Text, "Stopped.");
  CHECK(h.app->state().player.length() == seen);
}

TEST_CASE("messages of an older run are not mixed into a newer one") {
  Harness h;
  open(h);
  h.click(h.get(NodeRole::Button, "Run"));
  const uint32_t old = h.runner.started[0].run_id;
  h.app->send(AppMessage{AppCommand::Run, 0, {}});
  h.settle();
  REQUIRE(h.runner.started.size() == 2);
  h.runner.answer(chunk_message(old, sample_recording_bytes()));
  h.runner.answer(done_message(old, EndStatus::stopped, EndBudget::none, "Stopped."));
  h.settle();
  CHECK(h.app->state().recording->size() == 0);
  h.get(NodeRole::Button, "Stop");
}

TEST_CASE("typing, Tab and Enter edit the program; Escape, then Tab, leaves the editor") {
  Harness h;
  open(h);
  const Node& field = h.get(NodeRole::Field, "Code editor");
  h.click_at({field.rect.x + 300, field.rect.y + 38});          // the end of the second line
  CHECK(h.app->semantic().focused() == field.id);
  h.key(ImGuiKey_Enter);
  h.type("for i in x:");
  h.key(ImGuiKey_Enter);
  h.type("y = 1");
  CHECK(h.editor().text() == std::string(kCode) + "\nfor i in x:\n    y = 1");
  CHECK_FALSE((h.get(NodeRole::Button, "Reset").states & state::kDisabled) != 0);
  h.key(ImGuiKey_Tab, ImGuiMod_Shift);
  CHECK(h.editor().text().ends_with("\ny = 1"));
  h.key(ImGuiKey_Z, ImGuiMod_Ctrl);
  CHECK(h.editor().text().ends_with("\n    y = 1"));
  h.key(ImGuiKey_Escape);
  h.key(ImGuiKey_Tab);
  CHECK(h.app->semantic().focused() != node_id("code", 0));
  CHECK(h.app->semantic().focused() != 0);
  CHECK(h.editor().text().ends_with("\n    y = 1"));
}

TEST_CASE("Ctrl+Enter runs from within the editor, and Reset brings the lesson's program back, undoably") {
  Harness h;
  open(h);
  const Node& field = h.get(NodeRole::Field, "Code editor");
  h.click_at({field.rect.x + 300, field.rect.y + 38});
  h.type("#");
  h.key(ImGuiKey_Enter, ImGuiMod_Ctrl);
  REQUIRE(h.runner.started.size() == 1);
  CHECK(h.runner.started[0].code == std::string(kCode) + "#\n");
  CHECK(h.platform.load("modify.md/cell/0") == std::string(kCode) + "#");
  h.answer_run(sample_recording_bytes());
  h.click(h.get(NodeRole::Button, "Reset"));
  CHECK(h.editor().text() == kCode);
  h.editor().undo();
  CHECK(h.editor().text() == std::string(kCode) + "#");
}

TEST_CASE("what was typed and answered is there again when the lesson is opened anew") {
  Harness h;
  open(h);
  h.editor().set_text("x = 1");
  h.app->send(AppMessage{AppCommand::CodeChanged, 0, {}});
  h.settle();
  h.click(h.get(NodeRole::Radio, "negative"));
  h.get(NodeRole::Status, "Right.");
  h.get(NodeRole::Text, "Because it falls.");
  open(h);
  CHECK(h.editor().text() == "x = 1");
  h.get(NodeRole::Text, "Because it falls.");
  h.click(h.get(NodeRole::Radio, "positive"));
  CHECK_FALSE(h.has(NodeRole::Text, "Because it falls."));
}

TEST_CASE("clipboard and selection work by keyboard") {
  Harness h;
  open(h);
  const Node& field = h.get(NodeRole::Field, "Code editor");
  h.click_at({field.rect.x + 300, field.rect.y + 38});
  h.key(ImGuiKey_Home, ImGuiMod_Shift);
  h.key(ImGuiKey_C, ImGuiMod_Ctrl);
  CHECK(h.platform.clip == "w = tf.Variable(2.0)");
  h.key(ImGuiKey_X, ImGuiMod_Ctrl);
  CHECK(h.editor().text() == "import tensorflow as tf\n");
  h.platform.clip = "a\r\nb";
  h.key(ImGuiKey_V, ImGuiMod_Ctrl);
  CHECK(h.editor().text() == "import tensorflow as tf\na\nb");
  h.key(ImGuiKey_A, ImGuiMod_Ctrl);
  CHECK(h.editor().selection() == TextSelection{0, h.editor().text().size()});
}

TEST_CASE("the pointer selects characters, words and lines") {
  Harness h;
  open(h);
  const Rect r = h.get(NodeRole::Field, "Code editor").rect;
  const float letter = type::kCode / 2, x0 = r.x + 23 + 12, y = r.y + 8 + 10;       // gutter: two digits of 6.5 and 10
  h.drag({x0 + 7 * letter, y}, {x0 + 17 * letter, y});
  CHECK(h.editor().text().substr(h.editor().selection().from(), 10) == "tensorflow");
  CHECK(h.editor().selection().to() - h.editor().selection().from() == 10);
  h.click_at({x0 + 2 * letter, y});
  h.click_at({x0 + 2 * letter, y});
  CHECK(h.editor().selection() == TextSelection{0, 6});
}

TEST_CASE("Tab reaches every control, and Enter and Space press it") {
  Harness h;
  open(h);
  h.key(ImGuiKey_Tab);
  CHECK(h.app->semantic().focus_visible());
  int guard = 0;
  while (h.app->semantic().focused() != node_id("run", 0) && ++guard < 30) h.key(ImGuiKey_Tab);
  REQUIRE(guard < 30);
  h.key(ImGuiKey_Enter);
  CHECK(h.runner.started.size() == 1);
}

TEST_CASE("the theme button goes through system, light and dark and is remembered") {
  Harness h;
  open(h);
  CHECK_FALSE(h.app->theme().dark);
  h.platform.dark = true;
  h.settle();
  CHECK(h.app->theme().dark);
  h.click(h.get(NodeRole::Button, "Theme: System"));
  h.get(NodeRole::Button, "Theme: Light");
  CHECK_FALSE(h.app->theme().dark);
  CHECK(h.platform.load("theme") == "light");
  h.click(h.get(NodeRole::Button, "Theme: Light"));
  CHECK(h.app->theme().dark);
}

TEST_CASE("help opens by key, lies over everything, and closes by Escape, by button and by a click beside it") {
  Harness h;
  open(h);
  h.type("?");
  h.get(NodeRole::Dialog, "Help");
  const Node& run = h.get(NodeRole::Button, "Run");
  h.click(run);
  CHECK(h.runner.started.empty());
  CHECK_FALSE(h.has(NodeRole::Dialog, "Help"));
  h.type("?");
  h.key(ImGuiKey_Escape);
  CHECK_FALSE(h.has(NodeRole::Dialog, "Help"));
  h.click(h.get(NodeRole::Button, "Help and keys"));
  h.click(h.get(NodeRole::Button, "Close"));
  CHECK_FALSE(h.has(NodeRole::Dialog, "Help"));
}

TEST_CASE("the document scrolls by wheel, and keyboard focus brings what it reaches into sight") {
  Harness h(1440, 420);
  open(h);
  const Rect document = h.get(NodeRole::Main, "Modify a tensor").rect;
  const float before = h.get(NodeRole::Heading, "Modify a tensor").rect.y;
  h.wheel_at(document.center(), -3);
  CHECK(h.get(NodeRole::Heading, "Modify a tensor").rect.y < before);
  h.wheel_at(document.center(), 30);
  CHECK(h.get(NodeRole::Heading, "Modify a tensor").rect.y == before);
  h.app->semantic().focus(h.get(NodeRole::Radio, "negative").id, true);
  h.settle();
  h.settle();
  const Rect radio = h.get(NodeRole::Radio, "negative").rect;
  CHECK(radio.y >= document.y);
  CHECK(radio.bottom() <= document.bottom());
}

TEST_CASE("nothing sticks out of the window at any size") {
  for (const ImVec2 size : {ImVec2(1440, 900), ImVec2(1920, 1080), ImVec2(1024, 700), ImVec2(390, 844), ImVec2(320, 480)}) {
    Harness h(size.x, size.y);
    open(h);
    h.app->send(AppMessage{AppCommand::Run, 0, {}});
    h.settle();
    h.answer_run(sample_recording_bytes());
    for (const bool sheet : {true, false}) {
      h.app->send(AppMessage{AppCommand::OpenDeckSheet, sheet, {}});
      h.settle();
      for (const Node& n : h.app->semantic().nodes()) {
        if (n.role == NodeRole::ListItem || n.role == NodeRole::Slider) continue;      // nodes of a tape may lie outside: it pans
        INFO(size.x << "x" << size.y << " " << role_name(n.role) << " \"" << h.app->semantic().label(n) << "\" " << n.rect.x << " " << n.rect.w);
        CHECK(n.rect.x >= -0.5f);
        CHECK(n.rect.right() <= size.x + 0.5f);
      }
    }
  }
}

TEST_CASE("a phone's targets are at least 44 high") {
  Harness h(390, 844);
  open(h);
  for (const NodeRole role : {NodeRole::Button, NodeRole::Radio}) {
    for (const Node& n : h.app->semantic().nodes()) {
      if (n.role != role) continue;
      INFO(h.app->semantic().label(n));
      CHECK(n.rect.h >= space::kTouchHeight - 0.5f);
    }
  }
}

TEST_CASE("an embedded exercise has no bar, and below 560 its deck is a tab") {
  SECTION("600 wide") {
    Harness h(600, 400);
    h.app->state().embedded = true;
    open(h);
    CHECK_FALSE(h.has(NodeRole::Banner, "Tapedeck"));
    h.get(NodeRole::Button, "Run");
  }
  SECTION("480 wide") {
    Harness h(480, 400);
    h.app->state().embedded = true;
    open(h);
    h.click(h.get(NodeRole::Tab, "Tape"));
    CHECK_FALSE(h.has(NodeRole::Button, "Run"));
    h.click(h.get(NodeRole::Tab, "Program"));
    h.get(NodeRole::Button, "Run");
  }
}

TEST_CASE("ten thousand printed lines scroll and only the latest are mirrored") {
  Harness h;
  open(h);
  h.app->send(AppMessage{AppCommand::Run, 0, {}});
  h.settle();
  Cell& cell = h.app->state().cells[0];
  for (int i = 0; i < 10000; ++i) cell.console.push_back({ConsoleLine::Kind::Out, "line " + std::to_string(i), 0, 0});
  ++cell.console_version;
  h.settle(5);
  CHECK(h.get(NodeRole::Log, "Console").rect.h < 400);
  CHECK(h.app->semantic().nodes().size() < 1000);
  h.get(NodeRole::Text, "line 9999");
}

TEST_CASE("Reset can be undone from the notice, by press and by nothing but a reload of what was stored") {
  Harness h;
  open(h);
  h.editor().apply(insert_edit({0, 0}, "# mine\n"));
  h.app->send(AppMessage{AppCommand::CodeChanged, 0, {}});
  h.settle();
  const std::string mine = h.editor().text();
  h.click(h.get(NodeRole::Button, "Reset"));
  CHECK(h.editor().text() == kCode);
  CHECK(h.platform.kept["modify.md/cell/0"].empty());
  h.click(h.get(NodeRole::Button, "Undo"));
  CHECK(h.editor().text() == mine);
  CHECK(h.platform.kept["modify.md/cell/0"] == mine);
  CHECK_FALSE(h.has(NodeRole::Button, "Undo"));
}

TEST_CASE("a notice goes by itself, and by Escape") {
  Harness h;
  open(h);
  h.editor().set_text("x");
  h.settle();
  h.click(h.get(NodeRole::Button, "Reset"));
  CHECK(h.has(NodeRole::Status, "The lesson's program is back."));
  h.key(ImGuiKey_Escape);
  CHECK_FALSE(h.has(NodeRole::Status, "The lesson's program is back."));
  h.editor().set_text("x");
  h.settle();
  h.click(h.get(NodeRole::Button, "Reset"));
  h.frame(20);
  h.settle();
  CHECK_FALSE(h.has(NodeRole::Status, "The lesson's program is back."));
  CHECK(h.frame() < 0);
}

TEST_CASE("layout, speed, step and text size are remembered, and what makes no sense is not taken") {
  std::map<std::string, std::string> kept;
  {
    Harness h;
    open(h);
    CHECK(h.platform.kept.empty());
    h.drag(h.get(NodeRole::Slider, "Width of the lesson").rect.center(), {600, 400});
    h.app->send(PlayerMessage{PlayerCommand::Speed, 5});
    h.app->send(PlayerMessage{PlayerCommand::StepBy, 1});
    h.app->send(AppMessage{AppCommand::SetTextScale, 150, {}});
    h.app->send(AppMessage{AppCommand::Run, 0, {}});
    h.settle();
    h.answer_run(sample_recording_bytes());
    h.app->send(AppMessage{AppCommand::SetValuesMode, 1, {}});
    h.settle();
    kept = h.platform.kept;
  }
  Harness h;
  h.platform.kept = kept;
  {
    App again(h.platform, h.runner);
    CHECK(std::abs(again.state().sizes.document - 600) < 3);
    CHECK(again.state().player.speed() == 5);
    CHECK(again.state().player.granularity() == Granularity::Line);
    CHECK(again.state().text_percent == 150);
    CHECK(again.state().values_mode == ValuesMode::Shapes);
    again.open_lesson(kLesson, "modify.md");
    CHECK(again.state().player.speed() == 5);
  }
  h.platform.kept = {{"layout", "-5 99999 12 77"}, {"player", "0 99"}, {"text-size", "100000"}};
  App careful(h.platform, h.runner);
  CHECK(careful.state().sizes == LayoutSizes{});
  CHECK(careful.state().player.speed() == 1);
  CHECK(careful.state().text_percent == 100);
}

TEST_CASE("a small window draws the lesson narrower, and a large one gives it its width again") {
  Harness h;
  open(h);
  const float wide = h.get(NodeRole::Main, "Modify a tensor").rect.w;
  ImGui::GetIO().DisplaySize = {800, 600};
  h.settle();
  CHECK(h.get(NodeRole::Main, "Modify a tensor").rect.w < wide);
  ImGui::GetIO().DisplaySize = {1440, 900};
  h.settle();
  CHECK(h.get(NodeRole::Main, "Modify a tensor").rect.w == wide);
  CHECK(h.platform.kept.empty());
}

TEST_CASE("a shared link carries what was changed, and leaves the reader's own program in the store") {
  Harness h;
  open(h);
  CHECK(share_text(h.app->state()) == "1\n");
  const std::string theirs = "print('∂')\n\n# 2 5\n";
  h.editor().set_text(theirs);
  const std::string programs = share_text(h.app->state());
  h.editor().set_text("mine");
  h.app->send(AppMessage{AppCommand::CodeChanged, 0, {}});
  h.settle();
  REQUIRE(h.app->open_shared(programs));
  h.app->send(AppMessage{AppCommand::CodeChanged, 0, {}});      // as the text field tells of it
  h.settle();
  CHECK(h.editor().text() == theirs);
  CHECK(h.platform.kept["modify.md/cell/0"] == "mine");
  h.click(h.get(NodeRole::Button, "Show mine"));
  CHECK(h.editor().text() == "mine");
}

TEST_CASE("what is no shared program changes nothing") {
  Harness h;
  open(h);
  for (const char* text : {"", "2\n", "1\n0 5\nabc\n", "1\n7 1\nx\n", "1\n0 99999999999999999999\nx\n", "1\n-1 1\nx\n", "1\n0 1\nx", "1\nx"}) {
    INFO(text);
    CHECK_FALSE(h.app->open_shared(text));
    CHECK(h.editor().text() == kCode);
  }
  CHECK(h.app->open_shared("1\n"));
}

TEST_CASE("a course has a list of its lessons and a way to the next") {
  Harness h;
  open(h);
  h.app->set_lessons({{"Modify a tensor", "a"}, {"Why None", "b"}, {"Shapes", "c"}}, 0);
  h.settle();
  CHECK(h.app->semantic().value(h.get(NodeRole::Select, "Lesson")) == "1  Modify a tensor");
  h.click(h.get(NodeRole::Select, "Lesson"));
  h.click(h.get(NodeRole::ListItem, "3  Shapes"));
  CHECK(h.platform.opened == "lesson c");
  h.app->semantic().request(h.get(NodeRole::Button, "Next: Why None").id, Action::Press);
  h.settle();
  CHECK(h.platform.opened == "lesson b");
}

TEST_CASE("a file that is given to the window is opened, and one that is none says so") {
  Harness h;
  const auto give = [&](std::string_view name, std::string_view bytes) {
    h.app->open_file(name, {reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
    h.settle();
  };
  give("two.py", "print(2)");
  CHECK(h.editor().text() == "print(2)");
  give("x.md", "no lesson");
  h.get(NodeRole::Heading, "This is not a lesson");
  std::vector<uint8_t> recording = sample_recording_bytes();
  const std::string_view whole(reinterpret_cast<const char*>(recording.data()), recording.size());
  give("a.tape", whole);
  const uint32_t events = h.app->state().recording->size();
  CHECK(events > 50);
  give("half.tape", whole.substr(0, whole.size() / 2));
  CHECK(h.app->state().recording->size() < events);
  CHECK(h.app->semantic().to_text().find("byte") != std::string::npos);
  h.key(ImGuiKey_End);
  give("noise.tape", "this is not a recording at all");
  CHECK(h.app->semantic().to_text().find("recording") != std::string::npos);
  open(h);
  h.get(NodeRole::Button, "Run");
}
