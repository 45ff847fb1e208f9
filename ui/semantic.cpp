#include "ui/semantic.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tapedeck {

static_assert(sizeof(Node) == 52, "a node has no padding, so that two trees compare by memory");

const char* role_name(NodeRole role) {
  static constexpr const char* kNames[] = {
      "group", "region", "banner", "main", "heading", "text", "blockquote", "code", "button", "toggle", "checkbox", "radio",
      "radiogroup", "textbox", "combobox", "link", "tablist", "tab", "tabpanel", "list", "listitem", "table", "row", "cell",
      "columnheader", "status", "alert", "log", "img", "slider", "toolbar", "dialog"};
  static_assert(sizeof kNames / sizeof *kNames == static_cast<size_t>(NodeRole::Dialog) + 1);
  return kNames[static_cast<int>(role)];
}

void SemanticTree::begin_frame() {
  built_.nodes.clear();
  built_.arena.clear();
  stack_.clear();
}

void SemanticTree::end_frame() {
  const bool same = built_.nodes.size() == shown_.nodes.size() && built_.arena == shown_.arena && focused_ == last_focused_ &&
                    (built_.nodes.empty() || std::memcmp(built_.nodes.data(), shown_.nodes.data(), built_.nodes.size() * sizeof(Node)) == 0);
  if (!same) ++revision_;
  last_focused_ = focused_;
  std::swap(shown_, built_);
  // A request that no view has taken in the two frames since it was made names something that is not drawn any more.
  std::erase_if(requests_, [](Request& r) { return ++r.age > 2; });
}

Node& SemanticTree::add(NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states) {
  Node n;
  n.id = id;
  n.parent = stack_.empty() ? -1 : stack_.back();
  n.role = role;
  n.states = states;
  n.rect = rect;
  n.label_at = static_cast<uint32_t>(built_.arena.size());
  n.label_size = static_cast<uint32_t>(label.size());
  built_.arena.append(label);
  built_.nodes.push_back(n);
  return built_.nodes.back();
}

Node& SemanticTree::open(NodeId id, NodeRole role, std::string_view label, const Rect& rect, uint16_t states) {
  Node& n = add(id, role, label, rect, states);
  stack_.push_back(static_cast<int32_t>(built_.nodes.size()) - 1);
  return n;
}

void SemanticTree::close() {
  if (!stack_.empty()) stack_.pop_back();
}

void SemanticTree::set_value(Node& node, std::string_view value) {
  node.value_at = static_cast<uint32_t>(built_.arena.size());
  node.value_size = static_cast<uint32_t>(value.size());
  built_.arena.append(value);
}

void SemanticTree::set_hint(Node& node, std::string_view hint) {
  node.hint_at = static_cast<uint32_t>(built_.arena.size());
  node.hint_size = static_cast<uint32_t>(hint.size());
  built_.arena.append(hint);
}

void SemanticTree::describe_last(std::string_view value, std::string_view hint) {
  if (built_.nodes.empty()) return;
  if (!value.empty()) set_value(built_.nodes.back(), value);
  if (!hint.empty()) set_hint(built_.nodes.back(), hint);
}

bool SemanticTree::take(NodeId id, Action action) {
  for (size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i].id != id || requests_[i].action != action) continue;
    taken_value_ = std::move(requests_[i].value);
    requests_.erase(requests_.begin() + static_cast<ptrdiff_t>(i));
    return true;
  }
  return false;
}

void SemanticTree::focus(NodeId id, bool by_keyboard) {
  focused_ = id;
  focus_visible_ = by_keyboard;
}

void SemanticTree::blur() {
  focused_ = 0;
  focus_visible_ = false;
}

bool SemanticTree::move_focus(int direction) {
  const int count = static_cast<int>(shown_.nodes.size());
  int at = direction > 0 ? -1 : count;
  for (int i = 0; i < count; ++i) {
    if (shown_.nodes[static_cast<size_t>(i)].id == focused_ && focused_ != 0) at = i;
  }
  for (int i = at + direction; i >= 0 && i < count; i += direction) {
    const Node& n = shown_.nodes[static_cast<size_t>(i)];
    if ((n.states & state::kFocusable) != 0 && (n.states & state::kDisabled) == 0) {
      focus(n.id, true);
      return true;
    }
  }
  return false;
}

bool SemanticTree::focus_next() { return move_focus(1); }
bool SemanticTree::focus_previous() { return move_focus(-1); }

void SemanticTree::request(NodeId id, Action action, std::string_view value) {
  if (action == Action::Focus) {
    focus(id, true);
    return;
  }
  requests_.push_back({id, action, 0, std::string(value)});
}

const Node* SemanticTree::find(NodeId id) const {
  const auto it = std::find_if(shown_.nodes.begin(), shown_.nodes.end(), [&](const Node& n) { return n.id == id; });
  return it == shown_.nodes.end() ? nullptr : &*it;
}

const Node* SemanticTree::find(NodeRole role, std::string_view label_wanted) const {
  constexpr std::string_view kRest = "…";
  const bool prefix = label_wanted.ends_with(kRest);
  if (prefix) label_wanted.remove_suffix(kRest.size());
  for (const Node& n : shown_.nodes) {
    if (n.role == role && (prefix ? label(n).starts_with(label_wanted) : label(n) == label_wanted)) return &n;
  }
  return nullptr;
}

int SemanticTree::count(NodeRole role) const {
  return static_cast<int>(std::count_if(shown_.nodes.begin(), shown_.nodes.end(), [&](const Node& n) { return n.role == role; }));
}

std::string SemanticTree::to_text(bool with_rects) const {
  static constexpr struct {
    uint16_t bit;
    const char* name;
  } kStates[] = {{state::kDisabled, "disabled"}, {state::kPressed, "pressed"}, {state::kChecked, "checked"},
                 {state::kSelected, "selected"}, {state::kExpanded, "expanded"}, {state::kCurrent, "current"},
                 {state::kInvalid, "invalid"}};
  std::string out;
  std::vector<int> depth(shown_.nodes.size());
  for (size_t i = 0; i < shown_.nodes.size(); ++i) {
    const Node& n = shown_.nodes[i];
    depth[i] = n.parent < 0 ? 0 : depth[static_cast<size_t>(n.parent)] + 1;
    out.append(static_cast<size_t>(depth[i]) * 2, ' ');
    out += role_name(n.role);
    if (n.role == NodeRole::Heading) out += " " + std::to_string(n.level);
    if (n.label_size > 0) out += " \"" + std::string(label(n)) + "\"";
    if (n.value_size > 0) out += " = \"" + std::string(value(n)) + "\"";
    for (const auto& s : kStates) {
      if ((n.states & s.bit) != 0) out += std::string(" [") + s.name + "]";
    }
    if (with_rects) {
      char buffer[80];
      std::snprintf(buffer, sizeof buffer, " @ %.0f,%.0f %.0fx%.0f", static_cast<double>(n.rect.x), static_cast<double>(n.rect.y),
                    static_cast<double>(n.rect.w), static_cast<double>(n.rect.h));
      out += buffer;
    }
    out += "\n";
  }
  return out;
}

}  // namespace tapedeck
