#include "engine/graph/save.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

#include "engine/graph/control_flow.h"
#include "engine/graph/nodes.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/text/array_text.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

constexpr std::string_view kMagic = "TDGRAPH\n";
constexpr uint32_t kVersion = 1;

uint32_t crc32(std::string_view bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> t{};
    for (uint32_t i = 0; i < 256; ++i) {
      uint32_t c = i;
      for (int k = 0; k < 8; ++k) c = c & 1 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      t[i] = c;
    }
    return t;
  }();
  uint32_t c = 0xFFFFFFFFu;
  for (char b : bytes) c = table[(c ^ static_cast<unsigned char>(b)) & 0xFF] ^ (c >> 8);
  return c ^ 0xFFFFFFFFu;
}

const Op* const kNodeOps[] = {&placeholder_op, &placeholder_with_default_op, &const_op, &capture_op, &no_op_op, &if_op, &stateless_if_op, &case_op, &stateless_case_op,
                              &while_op, &stateless_while_op, &custom_gradient_op, &symbolic_gradient_op};

// ---- Writing ----

struct Writer {
  std::string out;
  void byte(uint8_t b) { out += static_cast<char>(b); }
  void number(uint64_t n) {
    for (; n >= 128; n >>= 7) byte(static_cast<uint8_t>(n | 128));
    byte(static_cast<uint8_t>(n));
  }
  void whole(int64_t n) { number(static_cast<uint64_t>(n) << 1 ^ static_cast<uint64_t>(n >> 63)); }
  void real(double d) { out.append(reinterpret_cast<const char*>(&d), sizeof d); }
  void text(std::string_view t) { number(t.size()); out += t; }
  void shape(const Shape& s) {
    number(static_cast<uint64_t>(s.rank() + 1));
    for (int64_t d : s) number(static_cast<uint64_t>(d + 1));
  }
  void tensor(const Tensor& t) {
    byte(static_cast<uint8_t>(t.dtype()));
    shape(t.shape());
    if (t.dtype() == DType::string) for (const std::string& s : t.values<std::string>()) text(s);
    else out.append(static_cast<const char*>(t.raw()), t.bytes());
  }
  void attribute(const Attrs::Entry& e) {
    text(e.name);
    byte(static_cast<uint8_t>(e.value.index()));
    std::visit([&](const auto& v) {
      using V = std::decay_t<decltype(v)>;
      if constexpr (std::is_same_v<V, bool>) byte(v);
      else if constexpr (std::is_same_v<V, int64_t>) whole(v);
      else if constexpr (std::is_same_v<V, double>) real(v);
      else if constexpr (std::is_same_v<V, std::string>) text(v);
      else if constexpr (std::is_same_v<V, DType>) byte(static_cast<uint8_t>(v));
      else if constexpr (std::is_same_v<V, Shape>) shape(v);
      else {
        number(v.size());
        for (const auto& x : v) {
          if constexpr (std::is_same_v<V, std::vector<int64_t>>) whole(x);
          else if constexpr (std::is_same_v<V, std::vector<double>>) real(x);
          else text(x);
        }
      }
    }, e.value);
  }
};

// tf.print and tf.debugging.Assert are the calls that can be saved: by their text in pieces, between which tensors stand (of Assert after the condition).
const std::vector<std::string>* pieces_in(const Attrs& attrs) {
  const AttrValue* value = attrs.find("pieces");
  return value ? std::get_if<std::vector<std::string>>(value) : nullptr;
}
bool has_text(const Attrs& attrs) {
  const AttrValue* summarize = attrs.find("summarize");
  return pieces_in(attrs) && summarize && std::holds_alternative<int64_t>(*summarize) && std::get<int64_t>(*summarize) >= -1;
}

std::shared_ptr<const NodeCall> text_call(bool is_assert, const Attrs& attrs) {
  auto call = std::make_shared<NodeCall>();
  const std::vector<std::string> pieces = *pieces_in(attrs);
  const int64_t summarize = attrs.integer("summarize");
  call->run = [=](std::span<const Tensor> inputs) -> std::vector<Tensor> {
    const size_t first = is_assert ? 1 : 0;
    if (is_assert && is_true(inputs[0])) return {};
    std::string text = pieces[0];
    for (size_t i = first; i < inputs.size(); ++i) {
      const bool bare = inputs[i].dtype() == DType::string && inputs[i].rank() == 0 && inputs.size() - first == 1 && pieces[0].empty() && !is_assert;
      std::string shown = bare ? inputs[i].values<std::string>()[0] : tensor_summary(inputs[i], summarize, true);
      if (is_assert && !shown.starts_with("[")) shown = "[" + shown + "]";
      text += shown + pieces[i - first + 1];
    }
    if (is_assert) throw Error(ErrorKind::invalid_argument, text);
    if (Graph::printer()) Graph::printer()(text);
    return {};
  };
  return call;
}

class ProgramWriter {
 public:
  explicit ProgramWriter(const SavedProgram& program) : program_(program) {
    for (const Tensor& v : program.variables) variable_number(v);
  }

  std::string write() {
    Writer body;
    std::vector<std::pair<std::string, uint64_t>> functions;
    for (const auto& [name, graph] : program_.functions) {
      function_ = name;
      functions.emplace_back(name, graph_number(*graph));
    }
    body.text(program_.metadata);
    body.number(variables_.size());
    for (const Tensor& handle : variables_) {
      const VariableState& v = *handle.variable();
      body.text(v.name);
      body.byte(static_cast<uint8_t>(v.dtype));
      body.byte(v.trainable);
      body.shape(v.shape);
      body.byte(v.initialized);
      if (v.initialized) body.tensor(v.value);
    }
    body.number(graphs_.size());
    for (const std::string& g : graphs_) body.out += g;
    body.number(functions.size());
    for (const auto& [name, number] : functions) {
      body.text(name);
      body.number(number);
    }
    std::string file(kMagic);
    const uint32_t head[2] = {kVersion, crc32(body.out)};
    return file.append(reinterpret_cast<const char*>(head), sizeof head) + body.out;
  }

 private:
  uint64_t variable_number(const Tensor& handle) {
    for (size_t i = 0; i < variables_.size(); ++i) if (variables_[i].same(handle)) return i;
    variables_.push_back(handle);
    return variables_.size() - 1;
  }

  uint64_t graph_number(const Graph& g) {
    if (const auto known = numbers_.find(&g); known != numbers_.end()) return known->second;
    Writer w;
    w.text(g.name());
    w.number(static_cast<uint64_t>(g.size()));
    for (int32_t i = 0; i < g.size(); ++i) node(w, g.node(i));
    w.number(g.outputs().size());
    for (const NodeOutput& o : g.outputs()) {
      w.number(static_cast<uint64_t>(o.node + 1));
      w.number(static_cast<uint64_t>(o.index));
    }
    graphs_.push_back(std::move(w.out));   // after its subgraphs, which node() has written
    return numbers_[&g] = graphs_.size() - 1;
  }

  void node(Writer& w, const Node& n) {
    if (n.kind == NodeKind::call && !has_text(n.attrs))
      throw Error(ErrorKind::value, "The function '" + function_ + "' calls back into Python (" + n.type() + ") and cannot be saved", "A saved function runs without Python: leave out tf.py_function, tf.numpy_function and what has no kernel of its own here.");
    w.byte(static_cast<uint8_t>(n.kind));
    w.text(n.kind == NodeKind::op ? n.op->name : n.op->type);
    w.text(n.name);
    w.number(static_cast<uint64_t>(std::max(0, n.line)));
    w.number(n.attrs.entries().size());
    for (const auto& e : n.attrs.entries()) w.attribute(e);
    w.number(n.inputs.size());
    for (const NodeOutput& o : n.inputs) {
      w.number(static_cast<uint64_t>(o.node));
      w.number(static_cast<uint64_t>(o.index));
    }
    w.number(n.control.size());
    for (int32_t c : n.control) w.number(static_cast<uint64_t>(c));
    w.number(n.outputs.size());
    for (const Tensor& t : n.outputs) {
      w.byte(static_cast<uint8_t>(t.dtype()));
      w.shape(t.shape());
    }
    if (n.value && n.value.variable()) {
      w.byte(2);
      w.number(variable_number(n.value));
    } else if (n.value && !n.value.is_symbolic()) {
      if (n.value.dtype() == DType::variant) throw Error(ErrorKind::value, "The function '" + function_ + "' captures a TensorArray and cannot be saved");
      w.byte(1);
      w.tensor(n.value);
    } else {
      w.byte(0);
    }
    w.number(n.graphs.size());
    for (const GraphRef& g : n.graphs) w.number(graph_number(*g));
    w.number(static_cast<uint64_t>(n.reverses + 1));
  }

  const SavedProgram& program_;
  std::string function_;
  std::vector<Tensor> variables_;
  std::vector<std::string> graphs_;
  std::map<const Graph*, uint64_t> numbers_;
};

// ---- Reading ----

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::invalid_argument, "This is not a saved Tapedeck graph: " + why); }

struct Reader {
  std::string_view left;

  std::string_view bytes(uint64_t n) {
    if (n > left.size()) refuse("it ends too early");
    const std::string_view b = left.substr(0, n);
    left.remove_prefix(n);
    return b;
  }
  uint8_t byte() { return static_cast<uint8_t>(bytes(1)[0]); }
  uint64_t number() {
    uint64_t n = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const uint8_t b = byte();
      n |= static_cast<uint64_t>(b & 127) << shift;
      if (b < 128) return n;
    }
    refuse("a number is too long");
  }
  /// A number that must be below `limit`.
  uint64_t below(uint64_t limit, const char* what) {
    const uint64_t n = number();
    if (n >= limit) refuse(std::string(what) + " does not exist");
    return n;
  }
  /// How many things follow: each takes a byte at least.
  uint64_t count() {
    const uint64_t n = number();
    if (n > left.size()) refuse("it promises more than it holds");
    return n;
  }
  int64_t whole() {
    const uint64_t n = number();
    return static_cast<int64_t>(n >> 1) ^ -static_cast<int64_t>(n & 1);
  }
  double real() {
    double d;
    std::memcpy(&d, bytes(sizeof d).data(), sizeof d);
    return d;
  }
  std::string text() { return std::string(bytes(number())); }
  DType dtype() {
    const uint8_t d = byte();
    if (d >= kDTypeCount) refuse("a dtype does not exist");
    return static_cast<DType>(d);
  }
  Shape shape() {
    const uint64_t rank = number();
    if (rank == 0) return Shape::unknown();
    if (rank > static_cast<uint64_t>(Shape::kMaxRank) + 1) refuse("a shape has too many axes");
    Shape s;
    for (uint64_t i = 1; i < rank; ++i) {
      const uint64_t d = number();
      if (d > uint64_t{1} << 48) refuse("a shape is too large");
      s.push_back(static_cast<int64_t>(d) - 1);
    }
    return s;
  }
  Tensor tensor() {
    const DType d = dtype();
    const Shape s = shape();
    if (d == DType::resource || d == DType::variant || !s.is_known()) refuse("a tensor has no values");
    uint64_t n = 1;
    for (int64_t size : s) if (__builtin_mul_overflow(n, static_cast<uint64_t>(size), &n)) refuse("a tensor is too large");
    const size_t width = d == DType::string ? 1 : dtype_size(d);
    if (n > left.size() / width) refuse("a tensor is larger than the file");
    Tensor t = Tensor::empty(d, s);
    if (d == DType::string) for (uint64_t i = 0; i < n; ++i) t.mutable_data<std::string>()[i] = text();
    else std::memcpy(t.mutable_raw(), bytes(n * width).data(), n * width);
    if (d == DType::boolean) for (uint64_t i = 0; i < n; ++i) if (t.data<uint8_t>()[i] > 1) refuse("a bool is neither true nor false");
    return t;
  }
  AttrValue attribute_value() {
    const auto list = [&](auto item) {
      std::vector<decltype(item())> v;
      for (uint64_t i = 0, n = count(); i < n; ++i) v.push_back(item());
      return v;
    };
    switch (byte()) {
      case 0: return byte() != 0;
      case 1: return whole();
      case 2: return real();
      case 3: return text();
      case 4: return dtype();
      case 5: return list([&] { return whole(); });
      case 6: return shape();
      case 7: return list([&] { return real(); });
      case 8: return list([&] { return text(); });
      default: refuse("an attribute is of no kind");
    }
  }
};

/// Attribute names live as long as the program.
const char* kept_name(std::string name) {
  static std::set<std::string> names;
  return names.insert(std::move(name)).first->c_str();
}

}  // namespace

class ProgramReader {
 public:
  explicit ProgramReader(std::string_view body) : in_{body} {}

  SavedProgram read() {
    SavedProgram program;
    program.metadata = in_.text();
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) program.variables.push_back(variable());
    variables_ = &program.variables;
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) graphs_.push_back(graph());
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      std::string name = in_.text();
      program.functions.emplace_back(std::move(name), graphs_[in_.below(graphs_.size(), "a graph")]);
    }
    if (!in_.left.empty()) refuse("something follows its end");
    for (const auto& [name, g] : program.functions)
      for (int32_t c : g->captures()) if (!g->node(c).value) refuse("a function needs a value from outside");
    return program;
  }

 private:
  Tensor variable() {
    std::string name = in_.text();
    const DType dtype = in_.dtype();
    const bool trainable = in_.byte() != 0;
    const Shape shape = in_.shape();
    Tensor value;
    if (in_.byte()) value = in_.tensor();
    if (dtype == DType::resource || dtype == DType::variant || (value && value.dtype() != dtype)) refuse("a variable has the wrong dtype");
    if (value && shape.has_rank()) {
      bool fits = shape.rank() == value.rank();
      for (int i = 0; fits && i < shape.rank(); ++i) fits = shape[i] < 0 || shape[i] == value.shape()[i];
      if (!fits) refuse("a variable has the wrong shape");
    }
    return make_variable(std::move(value), std::move(name), trainable, &shape, dtype);
  }

  GraphRef graph() {
    const GraphRef g = Graph::make(in_.text());
    GraphTracer tracer(g);
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      node(*g);
      if (static_cast<uint64_t>(g->size()) != i + 1) refuse("a node is not what it says");
    }
    std::vector<Tensor> outputs;
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      const uint64_t at = in_.below(static_cast<uint64_t>(g->size()) + 1, "a node");
      const uint64_t index = in_.number();
      if (at == 0) { outputs.push_back({}); continue; }
      outputs.push_back(output(*g, at - 1, index));
      if (outputs.back().dtype() == DType::resource) refuse("a function returns a variable's handle");
    }
    g->set_outputs(std::move(outputs));
    return g;
  }

  static Tensor output(const Graph& g, uint64_t node, uint64_t index) {
    if (node >= static_cast<uint64_t>(g.size()) || index >= g.node(static_cast<int32_t>(node)).outputs.size()) refuse("a node's output does not exist");
    return g.tensor({static_cast<int32_t>(node), static_cast<int32_t>(index)});
  }

  void node(Graph& g) {
    const uint8_t kind_number = in_.byte();
    if (kind_number > static_cast<uint8_t>(NodeKind::no_op)) refuse("a node is of no kind");
    const auto kind = static_cast<NodeKind>(kind_number);
    const std::string op_name = in_.text(), name = in_.text();
    if (name.empty() || g.find(name) >= 0) refuse("two nodes have one name");
    const uint64_t line = in_.number();
    NodeSpec spec;
    spec.kind = kind;
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      const char* attr = kept_name(in_.text());
      spec.attrs.set(attr, in_.attribute_value());
    }
    std::vector<Tensor> inputs;
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      const uint64_t from = in_.number();
      inputs.push_back(output(g, from, in_.number()));
    }
    std::vector<int32_t> control;
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) control.push_back(static_cast<int32_t>(in_.below(static_cast<uint64_t>(g.size()), "a node")));
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) {
      const DType dtype = in_.dtype();
      spec.outputs.emplace_back(dtype, in_.shape());
    }
    Tensor value;
    switch (in_.byte()) {
      case 0: break;
      case 1: value = in_.tensor(); break;
      case 2: value = (*variables_)[in_.below(variables_->size(), "a variable")]; break;
      default: refuse("a value is of no kind");
    }
    for (uint64_t i = 0, n = in_.count(); i < n; ++i) spec.graphs.push_back(graphs_[in_.below(graphs_.size(), "a graph")]);
    const uint64_t reverses = in_.below(static_cast<uint64_t>(g.size()) + 1, "a node");
    spec.reverses = static_cast<int32_t>(reverses) - 1;

    g.enter_control(control, true);
    g.name_next(name + "/");
    build(g, kind, op_name, spec, inputs, value);
    g.leave_control();
    g.node(g.size() - 1).line = static_cast<int32_t>(std::min<uint64_t>(line, 1u << 30));
  }

  void build(Graph& g, NodeKind kind, const std::string& op_name, NodeSpec& spec, const std::vector<Tensor>& inputs, const Tensor& value) {
    if (kind == NodeKind::op) {
      const Op* op = find_op(op_name);
      if (!op) refuse("there is no op '" + op_name + "'");
      if (static_cast<int>(inputs.size()) < op->min_inputs || (op->max_inputs >= 0 && static_cast<int>(inputs.size()) > op->max_inputs)) refuse(op_name + " has the wrong number of inputs");
      if (op->reads_variable && !inputs[0].variable()) refuse(op_name + " reads no variable");
      const Tensors made = runtime().tracer->trace(*op, inputs, spec.attrs);   // checks shapes and dtypes as if a program had called it
      if (made.size() != spec.outputs.size()) refuse(op_name + " has the wrong number of outputs");
      for (size_t i = 0; i < made.size(); ++i) if (made[i].dtype() != spec.outputs[i].first) refuse(op_name + " has an output of the wrong dtype");
      return;
    }
    if (kind == NodeKind::call) {
      const bool is_assert = op_name == "Assert";
      if ((!is_assert && op_name != "PrintV2") || !has_text(spec.attrs) || !spec.outputs.empty()) refuse("a call is neither tf.print nor an assertion");
      if (pieces_in(spec.attrs)->size() != inputs.size() + (is_assert ? 0 : 1)) refuse(op_name + " has the wrong number of texts");
      for (const Tensor& t : inputs) if (t.dtype() == DType::resource || t.dtype() == DType::variant) refuse(op_name + " shows no tensor");
      if (is_assert && inputs[0].dtype() != DType::boolean) refuse("an assertion has a condition");
      spec.op = &call_op(op_name);
      spec.call = text_call(is_assert, spec.attrs);
      g.add(spec, inputs);
      return;
    }
    const auto op = std::find_if(std::begin(kNodeOps), std::end(kNodeOps), [&](const Op* o) { return o->type == op_name; });
    if (op == std::end(kNodeOps)) refuse("there is no node of type '" + op_name + "'");
    spec.op = *op;
    switch (kind) {
      case NodeKind::placeholder:
        if (spec.outputs.size() != 1 || spec.outputs[0].first == DType::resource) refuse("a placeholder has one value");
        if (inputs.empty()) g.placeholder(spec.outputs[0].first, spec.outputs[0].second, {});
        else if (inputs.size() == 1 && inputs[0].dtype() == spec.outputs[0].first) g.placeholder_with_default(inputs[0], spec.outputs[0].second, {});
        else refuse("a placeholder has one default");
        return;
      case NodeKind::constant:
        if (!value || value.variable()) refuse("a constant has a value");
        g.constant(value, {});
        return;
      case NodeKind::capture: capture(g, spec, value); return;
      case NodeKind::no_op: g.no_op({}, {}); return;
      case NodeKind::branch: check_branch(spec, inputs); break;
      case NodeKind::loop: check_loop(spec, inputs); break;
      case NodeKind::custom_gradient: check_custom(spec, inputs); break;
      case NodeKind::reverse: check_reverse(g, spec, inputs); break;
      default: refuse("a node is of a kind that is never saved");
    }
    g.add(spec, inputs);
  }

  void capture(Graph& g, const NodeSpec& spec, const Tensor& value) {
    if (spec.outputs.size() != 1) refuse("a capture has one value");
    const std::string name = std::exchange(g.next_name_, {});
    if (value) { g.capture(value, name); return; }
    if (spec.outputs[0].first == DType::resource) refuse("a handle belongs to a variable");
    g.capture(Tensor::symbolic(spec.outputs[0].first, spec.outputs[0].second), name);   // of a subgraph: the node around it gives it
    g.node(g.size() - 1).value = Tensor();
  }

  /// Arguments from `first` on, then the captures of all subgraphs, must have the dtypes that these expect.
  static void check_arguments(const NodeSpec& spec, const std::vector<Tensor>& inputs, size_t first, size_t args) {
    size_t at = first + args;
    for (const GraphRef& g : spec.graphs) {
      if (g->inputs().size() != args || first + args > inputs.size()) refuse("a subgraph has the wrong number of inputs");
      for (size_t i = 0; i < args; ++i) if (g->node(g->inputs()[i]).outputs[0].dtype() != inputs[first + i].dtype()) refuse("a subgraph has an input of the wrong dtype");
      for (int32_t c : g->captures()) {
        if (at >= inputs.size()) refuse("a subgraph lacks a capture");
        const Tensor& wanted = g->node(c).outputs[0];
        if (wanted.variable() ? !inputs[at].same(wanted) : wanted.dtype() != inputs[at].dtype()) refuse("a subgraph has a capture of the wrong dtype");
        ++at;
      }
    }
    if (at != inputs.size()) refuse("a node has too many inputs");
  }
  static void check_outputs(const NodeSpec& spec, const Graph& g) {
    if (g.outputs().size() != spec.outputs.size()) refuse("a subgraph has the wrong number of outputs");
    for (size_t i = 0; i < spec.outputs.size(); ++i)
      if (g.outputs()[i].node < 0 || g.tensor(g.outputs()[i]).dtype() != spec.outputs[i].first) refuse("a subgraph has an output of the wrong dtype");
  }
  static void check_branch(const NodeSpec& spec, const std::vector<Tensor>& inputs) {
    const bool is_if = spec.op == &if_op || spec.op == &stateless_if_op;
    if (!is_if && spec.op != &case_op && spec.op != &stateless_case_op) refuse("a branch is neither If nor Case");
    if (spec.graphs.empty() || (is_if && spec.graphs.size() != 2) || inputs.empty()) refuse("a branch lacks its graphs");
    if (inputs[0].dtype() == DType::resource || inputs[0].dtype() == DType::variant || (!is_if && !(inputs[0].dtype() == DType::int32 && inputs[0].shape() == Shape{}))) refuse("a branch has no index");
    check_arguments(spec, inputs, 1, spec.graphs[0]->inputs().size());
    for (const GraphRef& g : spec.graphs) check_outputs(spec, *g);
  }
  static void check_loop(const NodeSpec& spec, const std::vector<Tensor>& inputs) {
    if (spec.op != &while_op && spec.op != &stateless_while_op) refuse("a loop is a While");
    if (spec.graphs.size() != 2 || spec.graphs[0]->outputs().size() != 1 || spec.graphs[0]->outputs()[0].node < 0) refuse("a loop lacks its graphs");
    const DType condition = spec.graphs[0]->tensor(spec.graphs[0]->outputs()[0]).dtype();
    if (condition == DType::variant) refuse("a loop has no condition");
    check_arguments(spec, inputs, 0, spec.graphs[0]->inputs().size());
    check_outputs(spec, *spec.graphs[1]);
    for (size_t i = 0; i < spec.outputs.size(); ++i) if (i >= inputs.size() || spec.outputs[i].first != inputs[i].dtype()) refuse("a loop changes a dtype");
    if (spec.outputs.size() != spec.graphs[1]->inputs().size()) refuse("a loop loses a variable");
  }
  static void check_custom(const NodeSpec& spec, const std::vector<Tensor>& inputs) {
    if (spec.op != &custom_gradient_op || spec.graphs.size() != 1) refuse("a custom gradient lacks its graph");
    const int64_t results = spec.attrs.integer("results");
    const Graph& g = *spec.graphs[0];
    if (results < 0 || static_cast<size_t>(results) != spec.outputs.size() || static_cast<size_t>(results) != g.inputs().size() ||
        static_cast<size_t>(results) + g.outputs().size() + g.captures().size() > inputs.size())
      refuse("a custom gradient has the wrong number of results");
    for (size_t i = 0; i < spec.outputs.size(); ++i) if (inputs[i].dtype() != spec.outputs[i].first || inputs[i].variable()) refuse("a custom gradient has a result of the wrong dtype");
    for (size_t i = 0; i < g.captures().size(); ++i) {
      const Tensor &wanted = g.node(g.captures()[i]).outputs[0], &given = inputs[inputs.size() - g.captures().size() + i];
      if (wanted.variable() ? !given.same(wanted) : wanted.dtype() != given.dtype()) refuse("a custom gradient has a capture of the wrong dtype");
    }
  }
  static void check_reverse(const Graph& g, const NodeSpec& spec, const std::vector<Tensor>& inputs) {
    if (spec.op != &symbolic_gradient_op || spec.reverses < 0) refuse("a gradient reverses nothing");
    const Node& forward = g.node(spec.reverses);
    if (forward.kind == NodeKind::placeholder || forward.kind == NodeKind::constant || forward.kind == NodeKind::capture || forward.kind == NodeKind::no_op) refuse("a gradient reverses a value");
    size_t at = forward.inputs.size(), wanted = 0;
    if (inputs.size() < at) refuse("a gradient lacks inputs");
    for (size_t i = 0; i < at; ++i) {
      if (!inputs[i].same(g.tensor(forward.inputs[i]))) refuse("a gradient has other inputs than what it reverses");
      if (is_differentiable(inputs[i].dtype())) ++wanted;
    }
    for (const Tensor& t : forward.outputs) {
      if (!is_followed(t.dtype())) continue;
      if (at >= inputs.size() || inputs[at].dtype() != t.dtype()) refuse("a gradient lacks what comes back");
      ++at;
    }
    if (at != inputs.size() || wanted != spec.outputs.size()) refuse("a gradient has the wrong number of inputs");
  }

  Reader in_;
  std::vector<GraphRef> graphs_;
  std::vector<Tensor>* variables_ = nullptr;
};

std::string save_program(const SavedProgram& program) { return ProgramWriter(program).write(); }

SavedProgram load_program(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) refuse("it does not begin with TDGRAPH");
  uint32_t head[2];
  if (bytes.size() < kMagic.size() + sizeof head) refuse("it ends too early");
  std::memcpy(head, bytes.data() + kMagic.size(), sizeof head);
  if (head[0] != kVersion) refuse("its version is " + std::to_string(head[0]) + ", and this program reads version " + std::to_string(kVersion));
  const std::string_view body = bytes.substr(kMagic.size() + sizeof head);
  if (crc32(body) != head[1]) refuse("its checksum is wrong: it was changed or cut");
  try {
    return ProgramReader(body).read();
  } catch (const Error& e) {
    if (e.message().starts_with("This is not a saved")) throw;
    refuse(e.message());
  } catch (const std::bad_variant_access&) {
    refuse("an attribute is of the wrong kind");
  }
}

GraphRef Graph::load(std::string_view bytes) {
  SavedProgram program = load_program(bytes);
  if (program.functions.empty()) refuse("it holds no function");
  return program.functions[0].second;
}

}  // namespace tapedeck
