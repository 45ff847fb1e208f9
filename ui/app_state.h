// The whole state of the app in one struct, and the list of wishes that change it. Views read it; ui/app.cpp alone applies commands.
#pragma once

#include "ui/draw.h"
#include "ui/editor/python_lexer.h"
#include "ui/player.h"
#include "ui/theme.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

class Recording;                 // lessons/recording/: the events of one run, growing while it runs
struct Lesson;                   // lessons/runtime/lesson.h: a lesson file as blocks
class EditorModel;               // ui/editor/editor_model.h: the text of one cell and how it is edited
struct DeckState;                // ui/deck/: pan, zoom, caches of the deck's views; made by deck_view when null

enum class ThemeChoice : uint8_t { System, Light, Dark };

/// What the document, the deck and the timeline show as selected. An op, tensor or variable is named as the recording names it.
struct Selection {
  enum class Kind : uint8_t { None, Tensor, Variable } kind = Kind::None;
  int64_t number = -1;
  bool operator==(const Selection&) const = default;
};

/// Wishes that are not the player's. `number` and `text` as said.
enum class AppCommand : uint8_t {
  Run,              ///< cell `number`
  Stop,
  Reset,            ///< cell `number` back to the lesson's text
  CodeChanged,      ///< cell `number` (marks it as edited and stores it)
  Answer,           ///< question `number`: `text` is the option
  SetTheme,         ///< ThemeChoice(number)
  SetHints,         ///< 1: errors are followed by a line of help; 0: not
  OpenLink,         ///< `text`
  CopyText,         ///< `text` to the clipboard; number 1: without saying so
  PasteInto,        ///< the clipboard into cell `number`
  GoToLine,         ///< of the cell that was run: caret to line `number` (1-based)
  SelectNone,
  SelectTensor,     ///< `number`
  SelectVariable,   ///< `number`
  ToggleHelp,
  CloseNotice,
  Share,            ///< a link with the programs that were changed, to the clipboard
  SetProgram,       ///< of cell `number` to `text`, as the reader's own act
  OpenLesson,       ///< AppState::lessons[number]
  SetTextScale,     ///< `number` per cent
  SetDeckTab,       ///< DeckTab(number)
  SetValuesMode,    ///< ValuesMode(number)
  TurnFunction,     ///< folds or unfolds the calls of `text` in the tape
  OpenDeckSheet,    ///< phone: 1 opens, 0 closes
  ShowDeck,         ///< narrow embed: 1 the deck, 0 the cell
};

struct AppMessage {
  AppCommand command;
  int64_t number = 0;
  std::string text;
};

/// Collected while views draw and applied after the frame, in order.
struct Commands {
  std::vector<PlayerMessage> player;
  std::vector<AppMessage> app;
};

enum class RunState : uint8_t { Idle, Starting, Running, Stopping, Done, Failed, Stopped };

/// What stands beside a node in the tape: its numbers, its shape, or its name in the program.
enum class ValuesMode : uint8_t { Values, Shapes, Names };
/// Which of the two lower panels is in front where there is room for one only.
enum class DeckTab : uint8_t { Variables, Inspector };

/// What a line of the program does in a traced function.
enum class LineRole : uint8_t {
  Plain,
  Traced,           ///< its Python ran only while the function was traced: once per signature
  Graph,            ///< its ops run at each call
};

/// One line of a console, as the program wrote it.
struct ConsoleLine {
  enum class Kind : uint8_t { Out, Err, Error, Hint, Note } kind = Kind::Out;
  std::string text;
  int line = 0;                  ///< the line of the program it points to, 1-based; 0 if none
  uint32_t event = 0;            ///< of the recording: later than the present one is drawn pale
};

/// What the drawn editor remembers between frames: where it is scrolled to, and what it worked out about the text.
struct EditorView {
  float scroll_x = 0, scroll_y = 0;
  size_t wished_column = 0;                   ///< of a walk up or down, over shorter lines
  bool keeps_column = false;
  bool leave_armed = false;                   ///< Escape was pressed: Tab leaves the editor
  bool follow_caret = false;                  ///< bring the caret into sight in this frame
  int drag_grain = 0;                         ///< 0 characters, 1 words, 2 lines; while the pointer selects
  size_t drag_from = 0, drag_to = 0;
  double last_click = -1;
  size_t last_click_at = 0;
  uint64_t version = 0;                       ///< of the text that the rest is about
  std::vector<Token> tokens;
  std::vector<uint32_t> line_begins;
  float widest = 0;
};

/// A code cell: its text and what its last run did.
struct Cell {
  std::string original;                       ///< the lesson's text
  std::shared_ptr<EditorModel> editor;
  std::vector<ConsoleLine> console;
  bool console_open_line = false;             ///< the last line has had no newline yet
  uint64_t console_version = 0;
  RunState run_state = RunState::Idle;
  double run_started = 0, run_seconds = 0;
  int64_t run_events = 0;
  int error_line = 0;                         ///< 1-based; 0 if none
  std::string error_text;                     ///< its last line, for the margin
  EditorView view;
  float console_scroll = 0;
  int64_t console_position = -1;              ///< the player's, when it was scrolled to it
  std::vector<uint32_t> console_rows;         ///< at which row of the drawn console each line begins; for this version and width:
  uint64_t console_rows_version = 0;
  int console_columns = 0;
  bool edited_since_run = false;
  std::string shared;                         ///< what came with the link: not stored as the reader's own until it is changed
};

/// Where in the text the present step is: 1-based line, and byte columns from 0 where known (col_end = 0: the whole line).
struct SourceSpan {
  int line = 0, col_begin = 0, col_end = 0;
  Meaning meaning = Meaning::Value;              ///< Gradient while the tape is walked back over it
};

/// Widths the user can drag, in logical pixels. What does not fit the window is drawn smaller, and kept.
struct LayoutSizes {
  float document = 520, lower = 196, variables = 372;
  bool operator==(const LayoutSizes&) const = default;
};

/// A lesson of the course. Its place is the platform's business: an address, a file.
struct LessonPlace {
  std::string title, place;
};

enum class Form : uint8_t { Desktop, Narrow, Phone, Embed, EmbedNarrow };

struct AppState {
  std::shared_ptr<const Lesson> lesson;
  std::string lesson_title, lesson_trail;        ///< "Modify a tensor during training", "Variables"
  std::vector<LessonPlace> lessons;              ///< of the course, in order; empty where there is only this one
  int lesson_number = -1;                        ///< which of them this is, from 0
  std::vector<Cell> cells;                       ///< in the order of the lesson's code blocks
  std::vector<std::string> answers;              ///< of its questions; "" is none yet

  /// The run that the deck shows. Null until something ran. `recording_version` grows whenever it got more events or was replaced.
  std::shared_ptr<const Recording> recording;
  uint64_t recording_version = 0;
  uint64_t recording_number = 0;                 ///< changes when it is another run
  int recording_cell = -1;                       ///< which cell made it
  Player player;
  Stops stops;
  Selection selection;                           ///< None: views select what the present event is about
  SourceSpan current_source;                     ///< of the present event, set by app.cpp before the views draw
  std::vector<LineRole> line_roles;              ///< by line, from 1; shorter than the program where nothing is to be said
  std::vector<std::string> turned_functions;     ///< that the reader has folded or unfolded in the tape, against what their size says

  ThemeChoice theme_choice = ThemeChoice::System;
  bool hints = true;                             ///< errors are followed by a line of help
  LayoutSizes sizes;
  int text_percent = 100;
  bool can_share = false;
  Form form = Form::Desktop;
  bool embedded = false;                         ///< within another page: no app bar
  DeckTab deck_tab = DeckTab::Variables;
  ValuesMode values_mode = ValuesMode::Values;
  bool help_open = false;
  float help_scroll = 0;
  bool deck_sheet_open = false;                  ///< phone
  bool deck_tab_open = false;                    ///< narrow embed: the deck is in front of the cell
  float document_scroll = 0;
  float document_height = 0;                     ///< of the last frame
  uint32_t revealed_focus = 0;                   ///< the node (semantic.h) that was last brought into sight because the keyboard went to it
  Rect reveal;                                   ///< the document scrolls so that this is in sight (empty: nothing to do)
  bool runner_ready = false;
  std::string notice;                            ///< one line at the bottom for a moment ("Copied")
  double notice_until = 0;
  std::string notice_button;                     ///< with one press more: "Undo"
  AppMessage notice_action{AppCommand::CloseNotice, 0, {}};

  std::shared_ptr<DeckState> deck;
};

/// The recording's present run is going on.
bool is_running(const AppState& state);

}  // namespace tapedeck
