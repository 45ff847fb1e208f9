// Controls in our look. Each draws itself, listens to pointer, keyboard and requests, and emits its node in one call, so that the
// picture and its description cannot drift. None keeps state: what is pressed, checked or chosen is the caller's.
#pragma once

#include "ui/ui.h"

#include <span>
#include <string_view>

namespace tapedeck {

/// The base of every control: listens and describes, and draws only the focus ring. For controls with a picture of their own
/// (the transport's buttons, a node of the tape): call it, then draw by what it says.
struct Press {
  bool pressed = false;         ///< clicked, tapped, Enter or Space, or asked for from outside; once
  bool hovered = false, held = false, focused = false;
};
Press press(Ui& ui, NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states = 0, std::string_view hint = {},
            float radius = space::kControlRadius);

enum class ButtonKind : uint8_t {
  Normal,      ///< hairline box
  Primary,     ///< filled with the value colour; one at most in each place
  Quiet,       ///< no box until the pointer is over it
  Chosen,      ///< box and text in the value colour: the picked answer
};
struct ButtonOptions {
  ButtonKind kind = ButtonKind::Normal;
  uint16_t states = 0;                    ///< kDisabled, kPressed …
  std::string_view hint = {};             ///< tooltip and spoken hint, e.g. "Ctrl+Enter"
  std::string_view spoken = {};           ///< label for the tree where the drawn one is a sign ("?" is "Help and keys")
  NodeRole role = NodeRole::Button;
  enum class Icon : uint8_t { None, Run, Stop } icon = Icon::None;
};
bool button(Ui& ui, NodeId id, const Rect& rect, std::string_view label, const ButtonOptions& options = {});
float button_width(const Ui& ui, std::string_view label, const ButtonOptions& options = {});

/// A box with a few words in it, of which one is chosen. Returns the newly chosen one or -1.
int toggle_group(Ui& ui, NodeId id, ImVec2 at, std::string_view label, std::span<const std::string_view> options, int current);
float toggle_group_width(const Ui& ui, std::span<const std::string_view> options);

/// A button that opens a list. Returns the newly chosen option or -1.
int select(Ui& ui, NodeId id, const Rect& rect, std::string_view label, std::span<const std::string_view> options, int current);

/// Tabs in a strip: words with a line under the chosen one. Returns the newly chosen one or -1.
int tabs(Ui& ui, NodeId id, const Rect& rect, std::string_view label, std::span<const std::string_view> options, int current);

bool checkbox(Ui& ui, NodeId id, ImVec2 at, std::string_view label, bool checked);

/// Underlined text that opens a place. Sends OpenLink itself. Returns its width.
float link(Ui& ui, NodeId id, ImVec2 at, std::string_view label, std::string_view url, const TextStyle& style);

/// Text that is drawn and described. Returns its width.
float text(Ui& ui, NodeId id, ImVec2 at, std::string_view label, const TextStyle& style, NodeRole role = NodeRole::Text, int level = 0);

/// A line of small capitals over a panel; a heading of `level` in the tree.
void caption(Ui& ui, NodeId id, ImVec2 at, std::string_view label, int level = 3);

/// Shows `text` beside `anchor` when the pointer has rested there for 0.6 s.
void tooltip(Ui& ui, NodeId owner, const Rect& anchor, std::string_view text, bool hovered);

/// Vertical scrolling of `content_height` in `area` by wheel, touch, thumb and keyboard focus. Call it before drawing the content (it says
/// where to draw: at area.y - scroll) and end it after, which draws the thumb. Clips to `area` in between.
struct ScrollArea {
  NodeId id;
  Rect area;
  float* scroll;
  float content_height;
};
ScrollArea begin_scroll(Ui& ui, NodeId id, const Rect& area, float content_height, float& scroll);
void end_scroll(Ui& ui, const ScrollArea& s);

/// A line that can be dragged sideways (vertical = true) or up and down. Changes `size` by the motion times `sign` and clamps it
/// then; what nobody drags stays as it is. True while it moves.
bool splitter(Ui& ui, NodeId id, const Rect& line, bool vertical, std::string_view label, float& size, float least, float most, float sign = 1);

/// What lies over everything: the open menu and the tooltip that is due. The app calls this last.
void overlay_widgets(Ui& ui, const Rect& screen);

}  // namespace tapedeck
