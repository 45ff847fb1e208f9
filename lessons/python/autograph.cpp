#include "lessons/python/autograph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "lessons/syntax/syntax_tree.h"

namespace tapedeck {
namespace {

using Node = SyntaxNode;
using Names = std::set<std::string>;

// Names of the rewritten program. Two underscores and no second pair: the learner's variables view leaves them out, and no program has them.
const std::string kReturned = "__ag_returned", kValue = "__ag_value";

/// The built-in functions that TensorFlow overloads for tensors. Source  autograph/operators/py_builtins.py
constexpr std::string_view kBuiltins[] = {"all", "any", "enumerate", "filter", "float", "int", "len", "map", "max", "min", "range", "sorted", "sum", "zip"};

bool overloaded(std::string_view name) { return std::find(std::begin(kBuiltins), std::end(kBuiltins), name) != std::end(kBuiltins); }

bool is_scope(const Node& n) { return n.is("function_definition") || n.is("lambda") || n.is("class_definition"); }
bool is_string(const Node& n) { return n.is("string") || n.is("concatenated_string"); }

/// Whether `test` holds for a node below `n` that belongs to the same function.
template <class Test>
bool any_below(const Node& n, const Test& test) {
  for (const Node& c : n.children()) {
    if (test(c)) return true;
    if (!is_scope(c) && !is_string(c) && any_below(c, test)) return true;
  }
  return false;
}

bool suspends(const Node& n) { return n.is("yield") || n.is("await"); }

std::size_t operand_count(const Node& comparison) { return comparison.named_children().size(); }

bool is_builtin_call(const Node& n) {
  if (!n.is("call")) return false;
  Node f = n.field("function");
  return f.is("identifier") && overloaded(f.text()) && n.field("arguments").is("argument_list");
}

bool is_convertible_expression(const Node& n) {
  return (n.named() && (n.is("conditional_expression") || n.is("boolean_operator") || n.is("not_operator"))) ||
         (n.is("comparison_operator") && operand_count(n) > 2) || is_builtin_call(n);
}

bool is_convertible(const Node& n) {
  return n.is("if_statement") || n.is("while_statement") || n.is("for_statement") || n.is("assert_statement") || is_convertible_expression(n);
}

/// A lambda can be converted when its body is an expression without := (which would bind in another scope).
bool converts(const Node& function) {
  Node body = function.field("body");
  if (function.is("lambda"))
    return (is_convertible_expression(body) || (!is_scope(body) && any_below(body, is_convertible_expression))) && !body.is("named_expression") &&
           !suspends(body) && !any_below(body, [](const Node& n) { return n.is("named_expression") || suspends(n); });
  if (function.child(0).is("async") || any_below(body, suspends)) return false;
  return any_below(body, is_convertible);
}

bool needs_rewriting(const Node& n) {
  if ((n.is("function_definition") || n.is("lambda")) && converts(n)) return true;
  for (const Node& c : n.children())
    if (needs_rewriting(c)) return true;
  return false;
}

// ---- what a piece of program reads and binds -----------------------------------------------------------------------------------

/// `self.total` or `state["a"]`: what TensorFlow follows beside plain names. Empty when `target` is neither.
std::string composite(const Node& target) {
  if (target.is("attribute")) {
    Node object = target.field("object");
    if (object.is("identifier") || (object.is("attribute") && !composite(object).empty())) return std::string(target.text());
  } else if (target.is("subscript")) {
    std::vector<Node> parts = target.named_children();
    if (parts.size() == 2 && parts[0].is("identifier") && (parts[1].is("integer") || parts[1].is("string"))) return std::string(target.text());
  }
  return {};
}

void bound_by_target(const Node& target, Names& names, Names* composites) {
  if (target.is("identifier")) {
    names.insert(std::string(target.text()));
  } else if (target.is("attribute") || target.is("subscript")) {
    if (std::string c = composite(target); composites && !c.empty()) composites->insert(c);
  } else {
    for (const Node& c : target.named_children()) bound_by_target(c, names, composites);
  }
}

/// What one simple statement, or the expressions of one, bind in their function.
void bound_by(const Node& n, Names& names, Names* composites) {
  if (n.is("assignment") || n.is("augmented_assignment")) {
    if (n.field("right")) bound_by_target(n.field("left"), names, composites);
  } else if (n.is("named_expression")) {
    bound_by_target(n.field("name"), names, nullptr);
  } else if (n.is("as_pattern_target")) {
    bound_by_target(n, names, composites);
    return;
  } else if (n.is("import_statement") || n.is("import_from_statement")) {
    Node module = n.field("module_name");
    for (const Node& c : n.named_children()) {
      if (c == module) continue;
      if (c.is("aliased_import")) names.insert(std::string(c.field("alias").text()));
      else if (c.is("dotted_name")) names.insert(std::string(c.child(0).text()));
    }
    return;
  } else if (n.is("delete_statement")) {
    for (const Node& c : n.named_children()) bound_by_target(c, names, nullptr);
    return;
  } else if (n.is("function_definition") || n.is("class_definition")) {
    names.insert(std::string(n.field("name").text()));
    return;
  } else if (n.is("for_in_clause")) {
    for (const Node& c : n.named_children())
      if (!(c == n.field("left"))) bound_by(c, names, composites);
    return;
  } else if (n.is("lambda") || is_string(n)) {
    return;
  }
  for (const Node& c : n.children()) bound_by(c, names, composites);
}

/// Every name that may be read below `n`; what nested functions read too. More than that is harmless.
void read_by(const Node& n, Names& names) {
  if (n.is("identifier")) {
    names.insert(std::string(n.text()));
    return;
  }
  if (n.is("attribute")) return read_by(n.field("object"), names);
  if (n.is("keyword_argument")) return read_by(n.field("value"), names);
  if (n.is("assignment")) {
    Node left = n.field("left");
    if (left.is("identifier")) {
    } else if (left.is("pattern_list") || left.is("tuple_pattern") || left.is("list_pattern")) {
      for (const Node& c : left.named_children())
        if (!c.is("identifier")) read_by(c, names);
    } else {
      read_by(left, names);
    }
    return read_by(n.field("right"), names);
  }
  if (n.is("named_expression")) return read_by(n.field("value"), names);
  if (n.is("as_pattern_target") || n.is("import_statement") || n.is("import_from_statement")) return;
  for (const Node& c : n.children()) read_by(c, names);
}

/// What functions nested in `n` mention: they may run at any time, so these are always alive.
void captured_in(const Node& n, Names& names) {
  for (const Node& c : n.children()) {
    if (c.is("function_definition") || c.is("lambda") || c.is("class_definition") || c.is("generator_expression")) read_by(c, names);
    else captured_in(c, names);
  }
}

// ---- statements ---------------------------------------------------------------------------------------------------------------

struct Statement;
using Block = std::vector<std::unique_ptr<Statement>>;

struct Clause {   // of try
  Node head;      // except_clause, or empty
  Block body;
};

struct Statement {
  enum Kind { simple, conditional, while_loop, for_loop, attempt, context, definition, give_back, leave_loop, next_turn, set_flag, guard } kind = simple;
  Node node;                    // of the learner's program; empty for what lowering adds
  std::uint32_t line = 0;
  Node test;                    // of conditional, while_loop; iterated value of for_loop
  Block body, orelse, finally;
  std::vector<Clause> handlers;
  std::string flag, value;      // set_flag: name and text; give_back: the name that takes its value
  std::vector<std::string> flags;   // guard: run the body while none is set; loops: leave when one is set
  Node options;                 // loops: the arguments of set_loop_options(…)
  Names live_out, live_body;    // of conditional, guard and loops

  bool branches() const { return kind == conditional || kind == guard; }
  bool loops() const { return kind == while_loop || kind == for_loop; }
};

/// Reads a block of the learner's program.
class Reader {
 public:
  Block block(const Node& n) {
    Block out;
    for (const Node& s : n.named_children()) add(s, out);
    return out;
  }

 private:
  void add(const Node& n, Block& out) {
    auto s = std::make_unique<Statement>();
    s->node = n;
    s->line = n.line();
    if (n.is("if_statement")) {
      conditional(*s, n, n.named_children(), 0);
    } else if (n.is("while_statement")) {
      s->kind = Statement::while_loop;
      s->test = n.field("condition");
      s->body = block(n.field("body"));
      s->orelse = block(n.field("alternative").field("body"));
      take_options(*s);
    } else if (n.is("for_statement") && !n.child(0).is("async")) {
      s->kind = Statement::for_loop;
      s->test = n.field("right");
      s->body = block(n.field("body"));
      s->orelse = block(n.field("alternative").field("body"));
      take_options(*s);
    } else if (n.is("try_statement")) {
      s->kind = Statement::attempt;
      s->body = block(n.field("body"));
      for (const Node& c : n.named_children()) {
        if (c.is("except_clause")) s->handlers.push_back({c, block(block_of(c))});
        else if (c.is("else_clause")) s->orelse = block(c.field("body"));
        else if (c.is("finally_clause")) s->finally = block(block_of(c));
      }
    } else if (n.is("with_statement") && !n.child(0).is("async")) {
      s->kind = Statement::context;
      s->body = block(n.field("body"));
    } else if (n.is("function_definition") || n.is("class_definition") || n.is("decorated_definition")) {
      s->kind = Statement::definition;
    } else if (n.is("return_statement")) {
      s->kind = Statement::give_back;
    } else if (n.is("break_statement")) {
      s->kind = Statement::leave_loop;
    } else if (n.is("continue_statement")) {
      s->kind = Statement::next_turn;
    } else if (n.is("global_statement") || n.is("nonlocal_statement")) {
      return;   // they stand at the head of the function
    }
    out.push_back(std::move(s));
  }

  static Node block_of(const Node& clause) {
    Node found;
    for (const Node& c : clause.named_children())
      if (c.is("block")) found = c;
    return found;
  }

  /// `if` with its elif_clauses from the i-th alternative on.
  void conditional(Statement& s, const Node& head, const std::vector<Node>& parts, std::size_t i) {
    s.kind = Statement::conditional;
    s.node = head;
    s.line = head.line();
    s.test = head.field("condition");
    s.body = block(head.field("consequence"));
    for (; i < parts.size(); ++i) {
      if (parts[i].is("elif_clause")) {
        auto next = std::make_unique<Statement>();
        conditional(*next, parts[i], parts, i + 1);
        s.orelse.push_back(std::move(next));
        return;
      }
      if (parts[i].is("else_clause")) {
        s.orelse = block(parts[i].field("body"));
        return;
      }
    }
  }

  /// tf.autograph.experimental.set_loop_options(…) as the first statement of a loop is a directive about the loop.
  static void take_options(Statement& loop) {
    if (loop.body.empty() || !loop.body[0]->node.is("expression_statement")) return;
    Node call = loop.body[0]->node.child(0);
    if (!call.is("call") || !call.field("function").text().ends_with("set_loop_options")) return;
    loop.options = call.field("arguments");
    loop.body.erase(loop.body.begin());
  }
};

// ---- break, continue and return become flags ------------------------------------------------------------------------------------

class Lowering {
 public:
  bool ends_without_return = false;   ///< some path gives a value, and another reaches the end of the function

  /// Whether `return` was lowered: then the function's value is in kValue.
  bool function(Block& body) {
    lower_returns_ = returns_inside(body, false);
    join_rest(body);
    ends_without_return = lower_returns_ && !returns(body);
    Names raised;
    block(body, raised);
    return lower_returns_;
  }

 private:
  static bool returns_inside(const Block& b, bool nested) {
    for (const auto& s : b) {
      if (s->kind == Statement::give_back && nested) return true;
      bool deeper = nested || s->branches() || s->loops();
      if (returns_inside(s->body, deeper) || returns_inside(s->orelse, deeper) || returns_inside(s->finally, deeper)) return true;
      for (const Clause& c : s->handlers)
        if (returns_inside(c.body, deeper)) return true;
    }
    return false;
  }

  /// Whether the block cannot be left at its end.
  static bool returns(const Block& b) {
    if (b.empty()) return false;
    const Statement& s = *b.back();
    switch (s.kind) {
      case Statement::give_back: return true;
      case Statement::simple: return s.node.is("raise_statement");
      case Statement::conditional: return returns(s.body) && returns(s.orelse);
      case Statement::context: return returns(s.body);
      case Statement::while_loop: return s.test.is("true") && !breaks(s.body);
      case Statement::attempt:
        return returns(s.finally) || ((returns(s.body) || returns(s.orelse)) && std::all_of(s.handlers.begin(), s.handlers.end(), [](const Clause& c) { return returns(c.body); }));
      default: return false;
    }
  }
  static bool breaks(const Block& b) {
    for (const auto& s : b) {
      if (s->kind == Statement::leave_loop) return true;
      if (s->loops()) continue;
      if (breaks(s->body) || breaks(s->orelse) || breaks(s->finally)) return true;
      for (const Clause& c : s->handlers)
        if (breaks(c.body)) return true;
    }
    return false;
  }

  static bool leaves(const Block& b) {
    if (b.empty()) return false;
    const Statement& s = *b.back();
    if (s.kind == Statement::give_back || s.kind == Statement::leave_loop || s.kind == Statement::next_turn) return true;
    return s.kind == Statement::conditional && leaves(s.body) && leaves(s.orelse);
  }

  /// `if a: return b` and what follows become `if a: return b else: what follows`: both branches then give a value.
  void join_rest(Block& b) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      Statement& s = *b[i];
      if (s.kind == Statement::conditional && i + 1 < b.size()) {
        bool body = leaves(s.body), orelse = leaves(s.orelse);
        if (body || orelse) {
          Block& into = body ? s.orelse : s.body;
          if (!(body && orelse)) std::move(b.begin() + static_cast<std::ptrdiff_t>(i) + 1, b.end(), std::back_inserter(into));
          b.resize(i + 1);
        }
      }
      join_rest(s.body);
      join_rest(s.orelse);
      join_rest(s.finally);
      for (Clause& c : s.handlers) join_rest(c.body);
    }
  }

  static std::unique_ptr<Statement> setting(const std::string& flag, const std::string& value, std::uint32_t line) {
    auto s = std::make_unique<Statement>();
    s->kind = Statement::set_flag;
    s->flag = flag;
    s->value = value;
    s->line = line;
    return s;
  }

  /// `raised` gets the flags that the block may set; what follows such a statement runs only while they are not set.
  void block(Block& b, Names& raised) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      Names here;
      Statement& s = *b[i];
      std::uint32_t line = s.line;
      switch (s.kind) {
        case Statement::give_back:
          if (lower_returns_) {
            s.flag = kValue;
            here.insert(kReturned);
            b.insert(b.begin() + static_cast<std::ptrdiff_t>(i) + 1, setting(kReturned, "True", line));
            ++i;
          }
          b.resize(i + 1);
          break;
        case Statement::leave_loop:
          breaks_ = true;
          here.insert(break_flag());
          b[i] = setting(break_flag(), "True", line);
          b.resize(i + 1);
          break;
        case Statement::next_turn:
          continues_ = true;
          here.insert(continue_flag());
          b[i] = setting(continue_flag(), "True", line);
          b.resize(i + 1);
          break;
        case Statement::while_loop:
        case Statement::for_loop: {
          int outer = loop_;
          bool outer_breaks = breaks_, outer_continues = continues_;
          loop_ = ++loops_;
          breaks_ = continues_ = false;
          Names inside;
          block(s.body, inside);
          if (continues_) s.body.insert(s.body.begin(), setting(continue_flag(), "False", line));
          std::string broken = breaks_ ? break_flag() : "";
          bool returned = inside.contains(kReturned);
          if (breaks_) s.flags.push_back(broken);
          if (returned) s.flags.push_back(kReturned);
          loop_ = outer;
          breaks_ = outer_breaks;
          continues_ = outer_continues;
          Block after;
          if (!s.orelse.empty()) {
            block(s.orelse, here);
            if (s.flags.empty()) after = std::move(s.orelse);
            else after.push_back(guarded(s.flags, std::move(s.orelse), line));
            s.orelse.clear();
          }
          if (returned) here.insert(kReturned);
          if (!broken.empty()) {
            b.insert(b.begin() + static_cast<std::ptrdiff_t>(i), setting(broken, "False", line));
            ++i;
          }
          std::size_t n = after.size();
          b.insert(b.begin() + static_cast<std::ptrdiff_t>(i) + 1, std::make_move_iterator(after.begin()), std::make_move_iterator(after.end()));
          i += n;
          break;
        }
        case Statement::attempt: {
          Names inside;
          block(s.body, inside);
          Names others;
          block(s.orelse, others);
          if (!inside.empty() && !s.orelse.empty()) {
            Block rest = std::move(s.orelse);
            s.orelse.clear();
            s.orelse.push_back(guarded({inside.begin(), inside.end()}, std::move(rest), line));
          }
          for (Clause& c : s.handlers) block(c.body, others);
          block(s.finally, others);
          here = std::move(inside);
          here.insert(others.begin(), others.end());
          break;
        }
        default:
          block(s.body, here);
          block(s.orelse, here);
          break;
      }
      raised.insert(here.begin(), here.end());
      if (!here.empty() && i + 1 < b.size()) {
        Block rest;
        std::move(b.begin() + static_cast<std::ptrdiff_t>(i) + 1, b.end(), std::back_inserter(rest));
        b.resize(i + 1);
        std::uint32_t first = rest.front()->line;
        block(rest, raised);
        b.push_back(guarded({here.begin(), here.end()}, std::move(rest), first));
        return;
      }
    }
  }

  static std::unique_ptr<Statement> guarded(std::vector<std::string> flags, Block body, std::uint32_t line) {
    auto s = std::make_unique<Statement>();
    s->kind = Statement::guard;
    s->flags = std::move(flags);
    s->body = std::move(body);
    s->line = line;
    return s;
  }

  std::string break_flag() const { return "__ag_break" + std::to_string(loop_); }
  std::string continue_flag() const { return "__ag_continue" + std::to_string(loop_); }

  bool lower_returns_ = false, breaks_ = false, continues_ = false;
  int loop_ = 0, loops_ = 0;
};

// ---- which variables a statement binds, and which are read later --------------------------------------------------------------------

void bound_by_statement(const Statement& s, Names& names, Names& composites) {
  switch (s.kind) {
    case Statement::simple:
      bound_by(s.node, names, &composites);
      break;
    case Statement::definition: {
      Node d = s.node.is("decorated_definition") ? s.node.field("definition") : s.node;
      names.insert(std::string(d.field("name").text()));
      break;
    }
    case Statement::give_back:
      bound_by(s.node, names, &composites);
      if (!s.flag.empty()) names.insert(s.flag);
      break;
    case Statement::set_flag: names.insert(s.flag); break;
    case Statement::for_loop: bound_by_target(s.node.field("left"), names, &composites); break;
    case Statement::context:
      for (const Node& c : s.node.named_children())
        if (c.is("with_clause")) bound_by(c, names, &composites);
      break;
    default: break;
  }
  if (s.test) bound_by(s.test, names, &composites);
  for (const Block* b : {&s.body, &s.orelse, &s.finally})
    for (const auto& inner : *b) bound_by_statement(*inner, names, composites);
  for (const Clause& c : s.handlers) {
    for (const Node& part : c.head.named_children())
      if (!part.is("block")) bound_by(part, names, &composites);
    for (const auto& inner : c.body) bound_by_statement(*inner, names, composites);
  }
}

/// Which names may be read after each statement: the usual walk backwards, loops until nothing changes.
class Liveness {
 public:
  /// Names alive before the block when `live` are alive after it. `always`: what an exception may still read.
  Names block(Block& b, Names live, const Names& always) {
    for (auto it = b.rbegin(); it != b.rend(); ++it) {
      live.insert(always.begin(), always.end());
      live = statement(**it, std::move(live), always);
    }
    return live;
  }

 private:
  static void add(Names& to, const Names& from) { to.insert(from.begin(), from.end()); }

  Names statement(Statement& s, Names live, const Names& always) {
    switch (s.kind) {
      case Statement::simple:
      case Statement::definition: {
        Names bound, composites;
        bound_by_statement(s, bound, composites);
        for (const std::string& n : bound) live.erase(n);
        read_by(s.node, live);
        return live;
      }
      case Statement::give_back:
        if (s.flag.empty()) live = always;
        else live.erase(s.flag);
        read_by(s.node, live);
        return live;
      case Statement::set_flag:
        live.erase(s.flag);
        return live;
      case Statement::conditional:
      case Statement::guard: {
        add(s.live_out, live);
        Names before = block(s.body, live, always);
        add(before, block(s.orelse, live, always));
        s.live_body = before;
        if (s.test) read_by(s.test, before);
        add(before, {s.flags.begin(), s.flags.end()});
        return before;
      }
      case Statement::while_loop:
      case Statement::for_loop: {
        add(s.live_out, live);
        Names head = live;
        add(head, {s.flags.begin(), s.flags.end()});
        if (s.kind == Statement::while_loop) read_by(s.test, head);
        for (std::size_t size = 0; size != head.size();) {
          size = head.size();
          Names inside = block(s.body, head, always);
          if (s.kind == Statement::for_loop) {
            Names target;
            bound_by_target(s.node.field("left"), target, nullptr);
            for (const std::string& n : target) inside.erase(n);
          }
          add(head, inside);
        }
        s.live_body = head;
        if (s.kind == Statement::for_loop) read_by(s.test, head);
        if (s.options) read_by(s.options, head);
        return head;
      }
      case Statement::attempt: {
        Names after = s.finally.empty() ? std::move(live) : block(s.finally, std::move(live), always);
        Names extra = always;
        if (!s.finally.empty()) add(extra, after);
        Names handlers;
        for (Clause& c : s.handlers) {
          add(handlers, block(c.body, after, extra));
          for (const Node& part : c.head.named_children())
            if (!part.is("block")) read_by(part, handlers);
        }
        Names orelse = block(s.orelse, after, extra);
        Names inside = extra;
        add(inside, handlers);
        Names before = block(s.body, std::move(orelse), inside);
        add(before, inside);
        return before;
      }
      case Statement::context: {
        Names inside = always;
        add(inside, live);   // the context manager may swallow an exception
        Names before = block(s.body, std::move(live), inside);
        for (const Node& c : s.node.named_children())
          if (c.is("with_clause")) {
            Names bound;
            bound_by(c, bound, nullptr);
            for (const std::string& n : bound)
              if (!always.contains(n)) before.erase(n);
            read_by(c, before);
          }
        return before;
      }
      default: return live;
    }
  }
};

// ---- the rewritten program --------------------------------------------------------------------------------------------------------

class Writer {
 public:
  explicit Writer(const SyntaxTree& tree) : source_(tree.source()) {}

  std::string module(const Node& root) {
    put("import tensorflow._autograph as __ag__ #\x01" "1\n");
    line_ = 1;
    copy(root, 0, static_cast<std::uint32_t>(source_.size()));
    return std::move(text_);
  }

 private:
  /// A function that is being converted.
  struct Function {
    Names captured, global, outer;   // outer: declared nonlocal
    std::string first_parameter;
  };

  void put(std::string_view text) {
    text_ += text;
    line_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
  }
  bool at_line_start() const { return text_.empty() || text_.back() == '\n'; }

  /// The next token is at this line of the learner's program. Where a line ends, or in brackets.
  void at(std::uint32_t line) {
    if (line_ == line && at_line_start()) return;
    if (!at_line_start()) text_ += ' ';
    text_ += "#\x01" + std::to_string(line) + "\n";
    line_ = line;
  }
  void start(std::uint32_t line, int indent) {
    if (!at_line_start()) put("\n");
    at(line);
    text_ += margin_;
    text_.append(static_cast<std::size_t>(indent), ' ');
  }
  /// A line of our own that belongs to that line.
  void own(std::uint32_t line, int indent, const std::string& text) {
    start(line, indent);
    put(text);
    put("\n");
  }

  // -- text as it was written, with the functions in it rewritten --

  /// The source from `begin` to `end`, below `n`.
  void copy(const Node& n, std::uint32_t begin, std::uint32_t end) {
    if (!needs_rewriting(n)) {
      put(source_.substr(begin, end - begin));
      return;
    }
    for (const Node& c : n.children()) {
      put(source_.substr(begin, c.begin() - begin));
      if (c.is("function_definition") && converts(c) && !statement_) {
        std::string margin = margin_of(c);
        std::swap(margin, margin_);
        function(c, 0, false);
        std::swap(margin, margin_);
        while (!text_.empty() && text_.back() == '\n') text_.pop_back(), --line_;
        text_ += " #\x01" + std::to_string(c.end_line() + 1);
        line_ = c.end_line();
      } else if (c.is("lambda") && converts(c)) {
        lambda(c);
      } else {
        copy(c, c.begin(), c.end());
      }
      begin = c.end();
    }
    put(source_.substr(begin, end - begin));
  }
  void copy(const Node& n) { copy(n, n.begin(), n.end()); }

  std::string margin_of(const Node& n) const {
    std::size_t line = source_.rfind('\n', n.begin());
    line = line == std::string_view::npos ? 0 : line + 1;
    std::size_t end = line;
    while (end < n.begin() && (source_[end] == ' ' || source_[end] == '\t')) ++end;
    return std::string(source_.substr(line, end - line));
  }

  void lambda(const Node& n) {
    Node body = n.field("body");
    for (const Node& c : n.children()) {
      if (c == body) break;
      if (c.begin() > n.begin()) put(source_.substr(previous_end(n, c), c.begin() - previous_end(n, c)));
      copy(c);
    }
    put(" (");
    std::uint32_t line = line_;
    expression(body);
    put(" if __ag__.on else ");
    if (line_ != line) at(line);
    copy(body);
    put(")");
  }
  static std::uint32_t previous_end(const Node& parent, const Node& child) {
    std::uint32_t end = parent.begin();
    for (const Node& c : parent.children()) {
      if (c == child) break;
      end = c.end();
    }
    return end;
  }

  // -- functions --

  /// At the place of `def`; what follows is indented by `indent` and more. Ends with a newline. `nested`: in converted code.
  void function(const Node& n, int indent, bool nested) {
    Node body = n.field("body");
    for (const Node& c : n.children()) {
      if (c == body) break;
      if (c.begin() > n.begin()) put(source_.substr(previous_end(n, c), c.begin() - previous_end(n, c)));
      if (nested) expression(c);
      else copy(c);
    }
    put("\n");
    std::vector<Node> statements = body.named_children();
    std::size_t first = 0;
    if (!statements.empty() && statements[0].is("expression_statement") && is_string(statements[0].child(0))) {
      start(statements[0].line(), indent + 1);
      copy(statements[0]);
      put("\n");
      first = 1;
    }
    declarations(body, indent + 1);
    if (converts(n)) {
      own(n.line(), indent + 1, "if __ag__.on:");
      converted(n, indent + 2);
    }
    bool any = false;
    for (std::size_t i = first; i < statements.size(); ++i) any |= plain(statements[i], indent + 1);
    if (!any) own(n.line(), indent + 1, "pass");
  }

  void declarations(const Node& n, int indent) {
    for (const Node& c : n.named_children()) {
      if (c.is("global_statement") || c.is("nonlocal_statement")) own(c.line(), indent, std::string(c.text()));
      else if (!is_scope(c)) declarations(c, indent);
    }
  }

  // -- the learner's body, indented anew --

  bool plain(const Node& n, int indent) {
    if (n.is("global_statement") || n.is("nonlocal_statement")) return false;
    start(n.line(), indent);
    compound(n, indent, false);
    if (!at_line_start()) put("\n");
    return true;
  }
  void plain_block(const Node& block, int indent) {
    bool any = false;
    for (const Node& s : block.named_children()) any |= plain(s, indent);
    if (!any) own(block.line(), indent, "pass");
  }
  /// Any statement as it stands, with its blocks indented anew. In converted code: only definitions, whose decorators and defaults are converted.
  void compound(const Node& n, int indent, bool nested) {
    if (n.is("function_definition")) return function(n, indent, nested);
    bool has_block = false;
    for (const Node& c : n.named_children()) has_block |= c.is("block") || c.is("function_definition") || c.is("class_definition");
    if (!has_block) {
      bool outer = statement_;
      statement_ = true;
      if (nested) expression(n);
      else copy(n);
      statement_ = outer;
      return;
    }
    std::uint32_t end = n.begin();
    for (const Node& c : n.children()) {
      if (c.is("comment")) {
        end = c.end();
        continue;
      }
      if (c.is("block")) {
        plain_block(c, indent + 1);
      } else if (c.is("elif_clause") || c.is("else_clause") || c.is("except_clause") || c.is("finally_clause") || c.is("function_definition") || c.is("class_definition") || c.is("decorator")) {
        if (c.begin() > n.begin()) start(c.line(), indent);
        compound(c, indent, nested);
      } else {
        put(at_line_start() ? std::string_view() : source_.substr(end, c.begin() - end));
        if (nested) expression(c);
        else copy(c);
      }
      end = c.end();
    }
  }

  // -- expressions in converted code --

  void expression(const Node& n) {
    if (n.is("lambda")) return converts(n) ? lambda(n) : copy(n);
    if (is_scope(n) || is_string(n)) return copy(n);
    bool has_super = any_below(n, is_bare_super) || is_bare_super(n);
    if (!has_super && !is_convertible_expression(n) && !any_below(n, is_convertible_expression) && !needs_rewriting(n)) return put(n.text());
    bool binds = n.is("named_expression") || any_below(n, [](const Node& c) { return c.is("named_expression") || suspends(c); });
    if (is_bare_super(n)) return put("super(__class__, " + function_->first_parameter + ")");
    if (!n.named()) return put(n.text());
    if (n.is("boolean_operator") && !binds) {
      put(n.field("operator").is("and") ? "__ag__.and_(lambda: " : "__ag__.or_(lambda: ");
      expression(n.field("left"));
      put(", lambda: ");
      expression(n.field("right"));
      put(")");
    } else if (n.is("not_operator")) {
      put("__ag__.not_(");
      expression(n.field("argument"));
      put(")");
    } else if (n.is("conditional_expression") && !binds && n.named_children().size() == 3) {
      std::vector<Node> parts = n.named_children();
      put("__ag__.if_exp(");
      expression(parts[1]);
      put(", lambda: ");
      expression(parts[0]);
      put(", lambda: ");
      expression(parts[2]);
      put(", " + quoted(parts[1].text()) + ")");
    } else if (n.is("comparison_operator") && operand_count(n) > 2 && !binds) {
      std::vector<Node> operands = n.named_children();
      put("__ag__.chain(");
      expression(operands[0]);
      for (std::size_t i = 1; i < operands.size(); ++i) {
        std::string_view sign = source_.substr(operands[i - 1].end(), operands[i].begin() - operands[i - 1].end());
        put(", lambda l, r: l " + std::string(sign) + " r, lambda: ");
        expression(operands[i]);
      }
      put(")");
    } else if (is_builtin_call(n)) {
      put("__ag__.py(" + std::string(n.field("function").text()) + ")");
      expression(n.field("arguments"));
    } else {
      std::uint32_t end = n.begin();
      for (const Node& c : n.children()) {
        put(source_.substr(end, c.begin() - end));
        expression(c);
        end = c.end();
      }
      put(source_.substr(end, n.end() - end));
    }
  }

  static bool is_bare_super(const Node& n) {
    return n.is("call") && n.field("function").text() == "super" && n.field("arguments").is("argument_list") && n.field("arguments").named_children().empty();
  }

  static std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
      if (c == '"' || c == '\\') out += '\\';
      out += c == '\n' ? ' ' : c;
    }
    return out + "\"";
  }

  // -- the converted body --

  void converted(const Node& n, int indent) {
    Function f;
    Node body = n.field("body");
    captured_in(body, f.captured);
    declared(body, f);
    for (const Node& p : n.field("parameters").named_children()) {
      Node name = p.is("identifier") ? p : p.field("name") ? p.field("name") : p.child(p.is("typed_parameter") ? 0 : 1);
      if (f.first_parameter.empty() && name.is("identifier")) f.first_parameter = name.text();
    }
    Reader reader;
    Block block = reader.block(body);
    Lowering lowering;
    bool value = lowering.function(block);
    Names after;
    if (value) after.insert(kValue);
    if (lowering.ends_without_return) after.insert(kReturned);
    Names always = f.captured;
    always.insert(f.global.begin(), f.global.end());
    always.insert(f.outer.begin(), f.outer.end());
    Liveness().block(block, after, always);

    Function* outer = function_;
    function_ = &f;
    if (value) own(n.line(), indent, kReturned + " = False; " + kValue + " = __ag__.NOTHING");
    statements(block, indent);
    own(body.end_line(), indent, value ? "return __ag__.returned(" + kValue + (lowering.ends_without_return ? ", " + kReturned : "") + ")" : "return");
    function_ = outer;
  }

  static void declared(const Node& n, Function& f) {
    for (const Node& c : n.named_children()) {
      if (c.is("global_statement") || c.is("nonlocal_statement")) {
        for (const Node& name : c.named_children()) (c.is("global_statement") ? f.global : f.outer).insert(std::string(name.text()));
      } else if (!is_scope(c)) {
        declared(c, f);
      }
    }
  }

  void statements(const Block& block, int indent) {
    for (const auto& s : block) statement(*s, indent);
  }
  void body_of(const Block& block, int indent, std::uint32_t line) {
    if (block.empty()) own(line, indent, "pass");
    else statements(block, indent);
  }

  /// A header such as `with …:`, whose expressions are converted; its blocks are written by the caller.
  void header(const Node& n) {
    std::uint32_t end = n.begin();
    for (const Node& c : n.children()) {
      if (c.is("block") || c.is("comment")) break;
      put(source_.substr(end, c.begin() - end));
      expression(c);
      end = c.end();
    }
    put("\n");
  }

  void statement(const Statement& s, int indent) {
    switch (s.kind) {
      case Statement::simple:
        start(s.line, indent);
        if (s.node.is("assert_statement") && !any_below(s.node, [](const Node& c) { return c.is("named_expression"); })) {
          std::vector<Node> parts = s.node.named_children();
          put("__ag__.assert_stmt(");
          expression(parts[0]);
          put(", lambda: ");
          if (parts.size() > 1) expression(parts[1]);
          else put("None");
          put(")");
        } else {
          expression(s.node);
        }
        put("\n");
        break;
      case Statement::definition:
        start(s.line, indent);
        compound(s.node, indent, true);
        if (!at_line_start()) put("\n");
        break;
      case Statement::give_back: {
        start(s.line, indent);
        std::vector<Node> value = s.node.named_children();
        put(s.flag.empty() ? "return " : kValue + " = ");
        if (value.empty()) {
          put("None");
        } else {
          std::uint32_t end = value[0].begin();   // `return a, b` is one expression_list, but be sure
          for (const Node& v : value) {
            put(source_.substr(end, v.begin() - end));
            expression(v);
            end = v.end();
          }
        }
        put("\n");
        break;
      }
      case Statement::set_flag: own(s.line, indent, s.flag + " = " + s.value); break;
      case Statement::conditional:
      case Statement::guard: conditional(s, indent); break;
      case Statement::while_loop:
      case Statement::for_loop: loop(s, indent); break;
      case Statement::attempt:
        own(s.line, indent, "try:");
        body_of(s.body, indent + 1, s.line);
        for (const Clause& c : s.handlers) {
          start(c.head.line(), indent);
          header(c.head);
          body_of(c.body, indent + 1, c.head.line());
        }
        if (!s.orelse.empty()) {
          own(s.orelse.front()->line, indent, "else:");
          statements(s.orelse, indent + 1);
        }
        if (!s.finally.empty()) {
          own(s.finally.front()->line, indent, "finally:");
          statements(s.finally, indent + 1);
        }
        break;
      case Statement::context:
        start(s.line, indent);
        header(s.node);
        body_of(s.body, indent + 1, s.line);
        break;
      case Statement::leave_loop:
      case Statement::next_turn: break;   // lowered
    }
  }

  struct State {
    std::vector<std::string> names;   // handed on first, then those that are only read inside
    std::size_t outputs = 0;
  };

  State state_of(const Statement& s) const {
    Names bound, composites;
    bound_by_statement(s, bound, composites);
    State state;
    for (const std::string& n : bound)
      if (s.live_out.contains(n) || function_->captured.contains(n) || function_->global.contains(n) || function_->outer.contains(n) ||
          (s.loops() && s.live_body.contains(n)))
        state.names.push_back(n);
    for (const std::string& c : composites) {
      std::string_view base = std::string_view(c).substr(0, c.find_first_of(".["));
      if (!bound.contains(std::string(base))) state.names.push_back(c);
    }
    state.outputs = state.names.size();
    for (const std::string& n : bound)
      if (std::find(state.names.begin(), state.names.end(), n) == state.names.end() && s.live_body.contains(n)) state.names.push_back(n);
    return state;
  }

  /// `nonlocal a, b` and `global c` for a function of ours.
  std::string scope_line(const State& state) const {
    std::string local, global;
    for (const std::string& n : state.names) {
      if (n.find_first_of(".[") != std::string::npos) continue;
      std::string& to = function_->global.contains(n) ? global : local;
      to += (to.empty() ? "" : ", ") + n;
    }
    std::string out;
    if (!local.empty()) out = "nonlocal " + local;
    if (!global.empty()) out += (out.empty() ? "global " : "; global ") + global;
    return out;
  }

  void state_functions(const Statement& s, const State& state, const std::string& id, int indent) {
    std::string get = "def __ag_get" + id + "(): return (";
    for (const std::string& n : state.names) get += "__ag__.value(lambda: " + n + "), ";
    own(s.line, indent, get + ")");
    own(s.line, indent, "def __ag_set" + id + "(__ag_in):");
    std::string scope = scope_line(state);
    if (!scope.empty()) own(s.line, indent + 1, scope);
    for (std::size_t i = 0; i < state.names.size(); ++i) {
      const std::string& n = state.names[i];
      std::string v = "__ag_in[" + std::to_string(i) + "]";
      if (n.find_first_of(".[") != std::string::npos) {
        own(s.line, indent + 1, "if " + v + " is not __ag__.UNDEFINED: " + n + " = " + v);
      } else {
        own(s.line, indent + 1, n + " = " + v);
        own(s.line, indent + 1, "if " + n + " is __ag__.UNDEFINED: del " + n);
      }
    }
    if (state.names.empty()) own(s.line, indent + 1, "pass");
  }

  static std::string names_tuple(const State& state) {
    std::string out = "(";
    for (const std::string& n : state.names) out += quoted(n) + ", ";
    return out + ")";
  }

  static std::string none_of(const std::vector<std::string>& flags) {
    std::string out = "__ag__.none_set(";
    for (std::size_t i = 0; i < flags.size(); ++i) out += (i == 0 ? "lambda: " : ", lambda: ") + flags[i];
    return out + ")";
  }

  void inner(const std::string& head, const State& state, const Block& body, int indent, std::uint32_t line) {
    own(line, indent, "def " + head + ":");
    std::string scope = scope_line(state);
    if (!scope.empty()) own(line, indent + 1, scope);
    body_of(body, indent + 1, line);
  }

  void conditional(const Statement& s, int indent) {
    State state = state_of(s);
    std::string id = std::to_string(++count_);
    state_functions(s, state, id, indent);
    inner("__ag_then" + id + "()", state, s.body, indent, s.line);
    inner("__ag_else" + id + "()", state, s.orelse, indent, s.line);
    start(s.line, indent);
    put(s.kind == Statement::guard ? "__ag__.guard_stmt(" : "__ag__.if_stmt(");
    if (s.kind == Statement::guard) put(none_of(s.flags));
    else expression(s.test);
    put(", __ag_then" + id + ", __ag_else" + id + ", __ag_get" + id + ", __ag_set" + id + ", " + names_tuple(state) + ", " + std::to_string(state.outputs) + ")\n");
  }

  void loop(const Statement& s, int indent) {
    State state = state_of(s);
    std::string id = std::to_string(++count_);
    state_functions(s, state, id, indent);
    bool is_for = s.kind == Statement::for_loop;
    std::string scope = scope_line(state);
    own(s.line, indent, "def __ag_body" + id + (is_for ? "(__ag_item):" : "():"));
    if (!scope.empty()) own(s.line, indent + 1, scope);
    if (is_for) {
      start(s.line, indent + 1);
      expression(s.node.field("left"));
      put(" = __ag_item\n");
    }
    if (!is_for || !s.body.empty()) body_of(s.body, indent + 1, s.line);
    std::string extra = "None";
    if (!is_for) {   // a function, not a lambda, because := may bind here
      extra = "__ag_while" + id;
      own(s.line, indent, "def " + extra + "():");
      if (!scope.empty()) own(s.line, indent + 1, scope);
      start(s.line, indent + 1);
      put("return ");
      expression(s.test);
      put("\n");
    }
    if (!s.flags.empty()) {
      own(s.line, indent, "def __ag_test" + id + "(): return " + (is_for ? none_of(s.flags) : "__ag__.and_(lambda: " + none_of(s.flags) + ", " + extra + ")"));
      extra = "__ag_test" + id;
    }
    std::string options = "None";
    if (s.options) {
      options = "__ag_options" + id;
      start(s.line, indent);
      put("def " + options + "(): return __ag__.loop_options");
      expression(s.options);
      put("\n");
    }
    start(s.line, indent);
    put(is_for ? "__ag__.for_stmt(" : "__ag__.while_stmt(");
    if (is_for) {
      if (s.test.is("expression_list")) put("(");
      expression(s.test);
      if (s.test.is("expression_list")) put(")");
      put(", ");
    }
    put(extra + ", __ag_body" + id + ", __ag_get" + id + ", __ag_set" + id + ", " + names_tuple(state) + ", " + options);
    if (is_for) put(", " + quoted(s.node.field("left").text()));
    put(")\n");
  }

  std::string_view source_;
  std::string text_, margin_;
  std::uint32_t line_ = 1;
  int count_ = 0;
  bool statement_ = false;   // in a simple statement: no definition can follow
  Function* function_ = nullptr;
};

}  // namespace

bool mentions_tracing(std::string_view source) {
  for (std::string_view word : {"function", "autograph", ".map(", ".filter(", ".reduce(", ".scan(", ".take_while("})
    if (source.find(word) != std::string_view::npos && source.find("tensorflow") != std::string_view::npos) return true;
  return false;
}

bool convert_control_flow(std::string_view source, std::string& out) {
  SyntaxTree tree(source);
  constexpr std::uint32_t kDeepest = 200;   // nobody writes that; MicroPython says then what is too deep
  if (tree.has_error() || tree.depth() > kDeepest || !needs_rewriting(tree.root())) return false;
  out = Writer(tree).module(tree.root());
  return true;
}

}  // namespace tapedeck
