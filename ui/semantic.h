// The semantic tree: what is on the screen, in words. Views emit it while they draw. The web mirrors it into the DOM, the keyboard
// moves its focus by it, and tests find things by it, so that none of the three can drift from the picture.
#pragma once

#include "ui/draw.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

/// Names of nodes are stable from frame to frame: a short dotted name and, where there are many of a kind, a number.
///   node_id("run", 2)   the Run button of cell 2;   node_id("deck.op", tensor)
using NodeId = uint32_t;
constexpr NodeId node_id(std::string_view name, uint64_t number = 0) {
  uint32_t h = 2166136261u;
  for (char c : name) h = (h ^ static_cast<unsigned char>(c)) * 16777619u;
  for (int i = 0; i < 8; ++i) h = (h ^ ((number >> (8 * i)) & 255)) * 16777619u;
  return h == 0 ? 1 : h;
}

/// ARIA's words wherever it has one.
enum class NodeRole : uint8_t {
  Group, Region, Banner, Main, Heading, Text, Quote, Code, Button, Toggle, Checkbox, Radio, RadioGroup, Field, Select, Link,
  TabList, Tab, TabPanel, List, ListItem, Table, Row, Cell, ColumnHeader, Status, Alert, Log, Image, Slider, Toolbar, Dialog,
};

/// The name by which the web and the tests know a role: ARIA's, lower case.
const char* role_name(NodeRole role);

/// What is true of a node. Bits.
namespace state {
inline constexpr uint16_t kDisabled = 1, kPressed = 2, kChecked = 4, kSelected = 8, kExpanded = 16, kFocusable = 32, kCurrent = 64,
                          kMultiline = 128, kReadonly = 256, kOffscreen = 512, kInvalid = 1024;
}

/// What can be asked of a node from outside the drawing: by a DOM button, an assistive technology or a test.
enum class Action : uint8_t { Press, Focus, Increment, Decrement, SetValue, ScrollIntoView };

/// One node. Text lies in the tree's own arena, so a node is flat and two trees compare by memory and text.
struct Node {
  NodeId id = 0;
  int32_t parent = -1;              ///< index in nodes(); a parent always comes before its children
  NodeRole role = NodeRole::Group;
  uint8_t level = 0;                ///< headings 1..6; columns of a table in its Table node
  uint16_t states = 0;              ///< bits of `state`
  Rect rect;                        ///< logical pixels in the window; empty if not drawn
  uint32_t label_at = 0, label_size = 0;
  uint32_t value_at = 0, value_size = 0;     ///< text of a field, place of a link, present value of a slider or select
  uint32_t hint_at = 0, hint_size = 0;       ///< a tooltip or shortcut ("Ctrl+Enter")
};

class SemanticTree {
 public:
  // ---- Views call these while they draw.

  /// Starts a new frame: what was built becomes what is shown; requests that nobody took are dropped after one frame of grace.
  void begin_frame();
  void end_frame();

  /// Adds a leaf below the node that is open. `states` are bits of `state`.
  Node& add(NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states = 0);
  /// Adds a node and makes it the parent of what follows, until close().
  Node& open(NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states = 0);
  void close();
  void set_value(Node& node, std::string_view value);
  void set_hint(Node& node, std::string_view hint);
  /// Value and hint of the node that was added last ("" leaves what it has).
  void describe_last(std::string_view value, std::string_view hint);

  /// True once if `action` was asked of `id` since it was last drawn. SetValue's text is in `taken_value()`.
  bool take(NodeId id, Action action);
  const std::string& taken_value() const { return taken_value_; }

  // ---- Keyboard focus. Order is the order of emission; only kFocusable nodes that are not disabled take it.
  NodeId focused() const { return focused_; }
  bool focus_visible() const { return focus_visible_; }       ///< draw the ring: focus came by keyboard
  bool has_visible_focus(NodeId id) const { return focus_visible_ && focused_ == id; }
  bool focus_moved() const { return focused_ != last_focused_ && focus_visible_; }   ///< in this frame, by keyboard
  void focus(NodeId id, bool by_keyboard = false);
  void blur();
  /// Moves focus; returns false if it would leave the tree (the web then lets the browser move on).
  bool focus_next();
  bool focus_previous();

  // ---- From outside: DOM mirror, tests, embed API.
  void request(NodeId id, Action action, std::string_view value = {});
  bool has_requests() const { return !requests_.empty(); }

  // ---- Reading. These show the last complete frame.
  const std::vector<Node>& nodes() const { return shown_.nodes; }
  std::string_view label(const Node& n) const { return shown_.text(n.label_at, n.label_size); }
  std::string_view value(const Node& n) const { return shown_.text(n.value_at, n.value_size); }
  std::string_view hint(const Node& n) const { return shown_.text(n.hint_at, n.hint_size); }
  const Node* find(NodeId id) const;
  /// First node of that role whose label is `label` (or, with a trailing "…", starts with it). Null if there is none.
  const Node* find(NodeRole role, std::string_view label) const;
  int count(NodeRole role) const;
  /// Changes exactly when the shown tree differs from the one before (nodes, texts, states, rectangles or focus).
  uint64_t revision() const { return revision_; }
  /// One line per node, indented by depth: `button "Run" [focusable]`. What tests compare and what a bug report shows.
  std::string to_text(bool with_rects = false) const;

 private:
  struct Frame {
    std::vector<Node> nodes;
    std::string arena;
    std::string_view text(uint32_t at, uint32_t size) const { return std::string_view(arena).substr(at, size); }
  };
  struct Request {
    NodeId id;
    Action action;
    uint8_t age;
    std::string value;
  };
  bool move_focus(int direction);

  Frame shown_, built_;
  std::vector<int32_t> stack_;
  std::vector<Request> requests_;
  std::string taken_value_;
  NodeId focused_ = 0;
  bool focus_visible_ = false;
  uint64_t revision_ = 0;
  NodeId last_focused_ = 0;
};

}  // namespace tapedeck
