// The syntax tree of a Python program: every statement and expression with its place, by tree-sitter's grammar.
//
// Part of the runner only (it costs 79 kB of download): ui.wasm colours text with its own small lexer. A program with mistakes has a tree
// too, with error nodes in it; has_error() says so. Nodes are small values that live as long as the tree.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace tapedeck {

class SyntaxTree;

/// One node. A node that is not there (a field that a statement lacks) is false and has no children and no text.
class SyntaxNode {
 public:
  SyntaxNode() = default;

  explicit operator bool() const { return id_ != nullptr; }
  std::string_view kind() const;   ///< the grammar's name: "if_statement", "call", "identifier", or a token: "and"
  bool is(std::string_view name) const { return kind() == name; }
  bool named() const;              ///< false for tokens: brackets, commas, keywords
  bool missing() const;            ///< inserted by error recovery
  std::string_view text() const;
  std::uint32_t begin() const, end() const;                 ///< bytes of the source
  std::uint32_t line() const, end_line() const;             ///< from 1
  std::uint32_t column() const;                             ///< bytes, from 1

  SyntaxNode field(std::string_view name) const;
  SyntaxNode parent() const;
  std::uint32_t child_count() const;
  SyntaxNode child(std::uint32_t i) const;
  std::vector<SyntaxNode> children() const;                 ///< tokens too
  std::vector<SyntaxNode> named_children() const;           ///< without comments
  bool operator==(const SyntaxNode& other) const { return id_ == other.id_; }

 private:
  friend class SyntaxTree;
  std::uint32_t context_[4] = {};
  const void* id_ = nullptr;
  const void* tree_ = nullptr;
  const SyntaxTree* owner_ = nullptr;
};

class SyntaxTree {
 public:
  /// `source` must outlive the tree.
  explicit SyntaxTree(std::string_view source);
  ~SyntaxTree();
  SyntaxTree(const SyntaxTree&) = delete;
  SyntaxTree& operator=(const SyntaxTree&) = delete;

  SyntaxNode root() const;
  bool has_error() const;
  std::uint32_t depth() const;   ///< of the deepest node: who walks recursively asks first
  std::string_view source() const { return source_; }

 private:
  std::string_view source_;
  void* tree_ = nullptr;
};

}  // namespace tapedeck
