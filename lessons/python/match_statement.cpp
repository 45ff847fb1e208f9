#include "lessons/python/match_statement.h"

#include <algorithm>
#include <vector>

#include "lessons/syntax/syntax_tree.h"

namespace tapedeck {
namespace {

using Part = std::string_view;

/// One place where text grows: chains of + would be most of this file's code.
[[gnu::noinline]] std::string text_of(std::initializer_list<Part> parts) {
  std::string text;
  for (Part p : parts) text += p;
  return text;
}
[[gnu::noinline]] std::string digits(int n) {
  std::string text;
  if (n < 0) return "-1";
  do text.insert(text.begin(), static_cast<char>('0' + n % 10));
  while (n /= 10);
  return text;
}

struct Edit {
  std::uint32_t begin, end;
  std::string text;
};

class MatchConverter {
 public:
  explicit MatchConverter(std::string_view source) : source_(source) {}

  void statements(const SyntaxNode& node) {
    if (node.is("match_statement")) match(node);
    for (const SyntaxNode& child : node.named_children()) statements(child);
  }

  bool apply(std::string& out) const {
    if (edits_.empty()) return false;
    out.clear();
    std::uint32_t at = 0;
    for (const Edit& e : edits_) {
      if (e.begin < at) return false;
      out += source_.substr(at, e.begin - at);
      out += e.text;
      at = e.end;
    }
    out += source_.substr(at);
    return true;
  }

 private:
  std::string fresh() { return text_of({"__match_", digits(++count_)}); }

  /// The line breaks of the pattern that its condition has not: the lines after it keep their numbers.
  static std::string newlines(std::string_view pattern, std::string_view condition) {
    std::string lines;
    for (auto n = std::count(pattern.begin(), pattern.end(), '\n') - std::count(condition.begin(), condition.end(), '\n'); n > 0; --n) lines += "\\\n";
    return lines;
  }

  void match(const SyntaxNode& node) {
    const std::string subject = fresh();
    std::string text;
    std::uint32_t colon = 0;
    std::vector<SyntaxNode> cases;
    const SyntaxNode body = node.field("body");
    for (const SyntaxNode& child : node.children()) {
      if (child.is(":")) colon = child.end();
      if (child.is("case_clause")) cases.push_back(child);
    }
    if (body)
      for (const SyntaxNode& child : body.named_children())
        if (child.is("case_clause")) cases.push_back(child);
    std::uint32_t first = 0, last = 0;
    for (const SyntaxNode& child : node.named_children())
      if (child.is("case_clause") || child.is("block")) break;
      else if (first == 0) first = child.begin(), last = child.end();
      else last = child.end();
    if (colon < last || cases.empty()) return;
    text = source_.substr(first, last - first);
    const bool tuple = source_.substr(last, colon - last).find(',') != std::string_view::npos || node.named_children().size() > cases.size() + 1 + (body ? 1 : 0);
    edits_.push_back({node.begin(), colon, text_of({"if ((", subject, " := (", text, tuple && text.find(',') == std::string::npos ? ",)" : ")", "),):"})});
    for (std::size_t i = 0; i < cases.size(); ++i) clause(cases[i], subject, i == 0);
  }

  void clause(const SyntaxNode& node, const std::string& subject, bool first) {
    std::vector<SyntaxNode> patterns;
    std::uint32_t colon = 0;
    bool comma = false;
    const SyntaxNode guard = node.field("guard");
    for (const SyntaxNode& child : node.children()) {
      if (child.is("case_pattern")) patterns.push_back(child);
      if (child.is(",")) comma = true;
      if (child.is(":")) {
        colon = child.end();
        break;
      }
    }
    if (patterns.empty() || colon == 0) return;
    std::string condition = patterns.size() == 1 && !comma ? pattern(patterns[0], subject) : sequence(patterns, subject);
    if (guard) condition = text_of({condition, " and (", guard.named_children().front().text(), ")"});
    edits_.push_back({node.begin(), colon, text_of({first ? "if " : "elif ", condition, newlines(source_.substr(node.begin(), colon - node.begin()), condition), ":"})});
  }

  static SyntaxNode inner(const SyntaxNode& node) {
    SyntaxNode n = node;
    while (n.is("case_pattern")) {
      const std::vector<SyntaxNode> children = n.named_children();
      if (children.size() != 1) break;
      n = children[0];
    }
    return n;
  }

  static std::string capture(std::string_view name, const std::string& value) {
    return name == "_" ? text_of({"True"}) : text_of({"[", name, " := ", value, "]"});
  }

  std::string sequence(const std::vector<SyntaxNode>& items, const std::string& subject) {
    const std::string parts = fresh();
    int star = -1;
    std::string rest;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const SyntaxNode item = inner(items[i]);
      const std::string part = text_of({parts, "[", digits(static_cast<int>(i)), "]"});
      if (item.is("splat_pattern")) {
        star = static_cast<int>(i);
        const std::vector<SyntaxNode> name = item.named_children();
        if (!name.empty()) rest = text_of({rest, " and ", capture(name[0].text(), part)});
      } else {
        rest = text_of({rest, " and ", pattern(items[i], part)});
      }
    }
    return question(parts, "sequence", subject, digits(static_cast<int>(items.size())), digits(star), rest);
  }

  static std::string question(Part parts, Part what, Part subject, Part a, Part b, Part rest) {
    return text_of({"(", parts, " := __import__('_match').", what, "(", subject, ", ", a, ", ", b, ")) is not None", rest});
  }

  std::string class_pattern(const SyntaxNode& node, const std::string& subject) {
    const std::string parts = fresh();
    std::string name, names, rest;
    int positional = 0, at = 0;
    for (const SyntaxNode& child : node.named_children()) {
      if (name.empty()) {
        name = child.text();
        continue;
      }
      const SyntaxNode item = inner(child);
      const std::string part = text_of({parts, "[", digits(at++), "]"});
      if (item.is("keyword_pattern")) {
        const std::vector<SyntaxNode> both = item.named_children();
        names = text_of({names, "'", both[0].text(), "', "});
        rest = text_of({rest, " and ", pattern(both.back(), part)});
      } else {
        ++positional;
        rest = text_of({rest, " and ", pattern(child, part)});
      }
    }
    return question(parts, "instance", subject, name, text_of({digits(positional), ", (", names, ")"}), rest);
  }

  std::string dict_pattern(const SyntaxNode& node, const std::string& subject) {
    const std::string parts = fresh();
    std::string keys, rest, others = "False";
    std::vector<std::string> values;
    int at = 0;
    const std::vector<SyntaxNode> children = node.named_children();
    for (std::size_t i = 0; i < children.size(); ++i) {
      const SyntaxNode item = inner(children[i]);
      if (item.is("splat_pattern")) {
        others = "True";
        const std::vector<SyntaxNode> name = item.named_children();
        if (!name.empty()) rest = text_of({rest, " and ", capture(name[0].text(), text_of({parts, "[-1]"}))});
      } else if (i + 1 < children.size()) {
        keys = text_of({keys, children[i].text(), ", "});
        rest = text_of({rest, " and ", pattern(children[++i], text_of({parts, "[", digits(at++), "]"}))});
      }
    }
    return question(parts, "mapping", subject, text_of({"(", keys, ")"}), others, rest);
  }

  std::string pattern(const SyntaxNode& outer, const std::string& subject) {
    const SyntaxNode node = inner(outer);
    const std::string_view text = node.text();
    if (text == "_") return text_of({"True"});
    if (text == "None" || text == "True" || text == "False") return text_of({subject, " is ", text});
    if ((node.is("dotted_name") || node.is("identifier")) && text.find('.') == Part::npos) return capture(text, subject);
    if (node.is("as_pattern")) {
      const std::vector<SyntaxNode> both = node.named_children();
      return text_of({pattern(both[0], subject), " and ", capture(both.back().text(), subject)});
    }
    if (node.is("union_pattern")) {
      std::string any;
      for (const SyntaxNode& child : node.named_children()) any = text_of({any, any.empty() ? "((" : " or (", pattern(child, subject), ")"});
      return text_of({any, ")"});
    }
    if (node.is("list_pattern") || node.is("tuple_pattern")) {
      const std::vector<SyntaxNode> items = node.named_children();
      const bool grouped = node.is("tuple_pattern") && items.size() == 1 && text.find(',') == std::string_view::npos && !inner(items[0]).is("splat_pattern");
      return grouped ? pattern(items[0], subject) : sequence(items, subject);
    }
    if (node.is("class_pattern")) return class_pattern(node, subject);
    if (node.is("dict_pattern")) return dict_pattern(node, subject);
    return text_of({subject, " == ", text});
  }

  std::string_view source_;
  std::vector<Edit> edits_;
  int count_ = 0;
};

}  // namespace

bool convert_match(std::string_view source, std::string& out) {
  std::size_t at = 0;
  bool candidate = false;
  while (!candidate && (at = source.find("match ", at)) != std::string_view::npos) {
    std::size_t line = source.rfind('\n', at) + 1;
    candidate = source.find_first_not_of(" \t", line) == at;
    at += 6;
  }
  if (!candidate) return false;
  SyntaxTree tree(source);
  if (tree.has_error() || tree.depth() > 400) return false;
  MatchConverter converter(source);
  converter.statements(tree.root());
  return converter.apply(out);
}

}  // namespace tapedeck
