#include "lessons/syntax/syntax_tree.h"

#include <algorithm>
#include <cstring>

#include <tree_sitter/api.h>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace tapedeck {
namespace {

TSNode raw(const std::uint32_t (&context)[4], const void* id, const void* tree) {
  TSNode node;
  std::memcpy(node.context, context, sizeof context);
  node.id = id;
  node.tree = static_cast<const TSTree*>(tree);
  return node;
}

}  // namespace

// One place that turns tree-sitter's node into ours and back.
#define RAW(n) raw((n).context_, (n).id_, (n).tree_)
#define OURS(node)                                          \
  [&](TSNode found) {                                       \
    SyntaxNode r;                                           \
    std::memcpy(r.context_, found.context, sizeof r.context_); \
    r.id_ = found.id;                                       \
    r.tree_ = found.tree;                                   \
    r.owner_ = owner_;                                      \
    return r;                                               \
  }(node)

std::string_view SyntaxNode::kind() const { return id_ ? ts_node_type(RAW(*this)) : ""; }
bool SyntaxNode::named() const { return id_ && ts_node_is_named(RAW(*this)); }
bool SyntaxNode::missing() const { return id_ && ts_node_is_missing(RAW(*this)); }
std::string_view SyntaxNode::text() const { return id_ ? owner_->source().substr(begin(), end() - begin()) : std::string_view(); }
std::uint32_t SyntaxNode::begin() const { return id_ ? ts_node_start_byte(RAW(*this)) : 0; }
std::uint32_t SyntaxNode::end() const { return id_ ? ts_node_end_byte(RAW(*this)) : 0; }
std::uint32_t SyntaxNode::line() const { return id_ ? ts_node_start_point(RAW(*this)).row + 1 : 0; }
std::uint32_t SyntaxNode::end_line() const { return id_ ? ts_node_end_point(RAW(*this)).row + 1 : 0; }
std::uint32_t SyntaxNode::column() const { return id_ ? ts_node_start_point(RAW(*this)).column + 1 : 0; }
SyntaxNode SyntaxNode::field(std::string_view name) const {
  return id_ ? OURS(ts_node_child_by_field_name(RAW(*this), name.data(), static_cast<std::uint32_t>(name.size()))) : SyntaxNode();
}
SyntaxNode SyntaxNode::parent() const { return id_ ? OURS(ts_node_parent(RAW(*this))) : SyntaxNode(); }
std::uint32_t SyntaxNode::child_count() const { return id_ ? ts_node_child_count(RAW(*this)) : 0; }
SyntaxNode SyntaxNode::child(std::uint32_t i) const { return id_ ? OURS(ts_node_child(RAW(*this), i)) : SyntaxNode(); }

std::vector<SyntaxNode> SyntaxNode::children() const {
  std::vector<SyntaxNode> out;
  if (!id_) return out;
  TSTreeCursor cursor = ts_tree_cursor_new(RAW(*this));   // child(i) walks from the first each time
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do out.push_back(OURS(ts_tree_cursor_current_node(&cursor)));
    while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return out;
}

std::vector<SyntaxNode> SyntaxNode::named_children() const {
  std::vector<SyntaxNode> out;
  for (SyntaxNode& n : children())
    if (n.named() && !n.is("comment") && !n.is("line_continuation")) out.push_back(n);
  return out;
}

SyntaxTree::SyntaxTree(std::string_view source) : source_(source) {
  TSParser* parser = ts_parser_new();
  if (ts_parser_set_language(parser, tree_sitter_python()))
    tree_ = ts_parser_parse_string(parser, nullptr, source.data(), static_cast<std::uint32_t>(source.size()));
  ts_parser_delete(parser);
}

SyntaxTree::~SyntaxTree() {
  if (tree_) ts_tree_delete(static_cast<TSTree*>(tree_));
}

SyntaxNode SyntaxTree::root() const {
  if (!tree_) return {};
  const SyntaxTree* owner_ = this;
  return OURS(ts_tree_root_node(static_cast<TSTree*>(tree_)));
}

std::uint32_t SyntaxTree::depth() const {
  if (!tree_) return 0;
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(static_cast<TSTree*>(tree_)));
  std::uint32_t depth = 0, deepest = 0;
  for (bool more = true; more;) {
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      deepest = std::max(deepest, ++depth);
      continue;
    }
    while (more && !ts_tree_cursor_goto_next_sibling(&cursor)) {
      more = ts_tree_cursor_goto_parent(&cursor);
      --depth;
    }
  }
  ts_tree_cursor_delete(&cursor);
  return deepest;
}

bool SyntaxTree::has_error() const { return !tree_ || ts_node_has_error(ts_tree_root_node(static_cast<TSTree*>(tree_))); }

}  // namespace tapedeck
