#include "engine/graph/graph.h"

#include <algorithm>

#include "engine/graph/control_flow.h"
#include "engine/graph/optimize.h"
#include "engine/graph/plan.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

/// Which graph a living symbolic tensor belongs to.
std::unordered_map<uint64_t, Graph*>& owners() {
  static std::unordered_map<uint64_t, Graph*> map;
  return map;
}

constexpr int64_t kMostKnownElements = 1024;

std::string lower(std::string text) {
  for (char& c : text) if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return text;
}

/// Source: ops.py, _VALID_OP_NAME_REGEX and _VALID_SCOPE_NAME_REGEX.
void check_name(const std::string& name, bool is_scope, bool at_top) {
  bool good = true;
  for (size_t i = 0; i < name.size() && good; ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    const bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.';
    good = letter || (i == 0 ? (!at_top && (c == '_' || c == '-' || c == '\\' || c == '/')) : (c == '_' || c == '-' || c == '\\' || c == '/' || c == '>'));
  }
  if (!good || name.empty())
    throw Error(ErrorKind::value, "'" + name + "' is not a valid " + (is_scope ? "scope name" : "node name") +
                                      (is_scope ? ". A scope name has to match the following pattern: ^[A-Za-z0-9_.\\\\/>-]*$" : ". Accepted names conform to Regex /^[A-Za-z0-9.][A-Za-z0-9_.\\\\/>-]*$/"));
}

}  // namespace

int (*Graph::line_of_program)() = nullptr;

bool Node::is_stateful() const {
  switch (kind) {
    case NodeKind::op: return op->stateful;
    case NodeKind::call: return call->stateful;
    case NodeKind::branch:
    case NodeKind::loop:
      return std::any_of(graphs.begin(), graphs.end(), [](const GraphRef& g) {
        for (int32_t i = 0; i < g->size(); ++i) if (g->node(i).is_stateful()) return true;
        return false;
      });
    default: return false;
  }
}

bool Node::must_run() const {
  switch (kind) {
    // Reading a variable and drawing numbers are stateful, but leave no trace of their own. Source: auto_control_deps.py, RESOURCE_READ_OPS and LEGACY_RANDOM_OPS.
    case NodeKind::op: return op->stateful && !op->reads_variable && outputs.empty();
    case NodeKind::call: return call->stateful;
    case NodeKind::branch:
    case NodeKind::loop: return std::any_of(graphs.begin(), graphs.end(), [](const GraphRef& g) { return g->has_effects(); });
    default: return false;
  }
}

Graph::Graph(std::string name, bool is_function) : name_(std::move(name)), is_function_(is_function), first_id_(Tensor::symbolic(DType::float32, Shape{}).id()) {}

Graph::~Graph() {
  for (const auto& n : nodes_)
    for (const Tensor& t : n->outputs) {
      const auto found = owners().find(t.id());
      if (found != owners().end() && found->second == this) owners().erase(found);
    }
}

Graph* Graph::of(const Tensor& symbolic) {
  const auto found = owners().find(symbolic.id());
  return found == owners().end() ? nullptr : found->second;
}

// ---- Names ----

std::string Graph::unique_name(const std::string& wanted, bool mark_as_used) {
  std::string name = scope().empty() ? wanted : scope() + "/" + wanted;
  std::string key = lower(name);
  const auto found = names_in_use_.find(key);
  int i = found == names_in_use_.end() ? 0 : found->second;
  if (mark_as_used) names_in_use_[key] = i + 1;
  if (i > 0) {
    const std::string base = key;
    do key = base + "_" + std::to_string(i++);
    while (names_in_use_.contains(key));
    if (mark_as_used) names_in_use_[key] = 1;
    name += "_" + std::to_string(i - 1);
  }
  return name;
}

std::string Graph::enter_scope(const std::string& name) {
  std::string next;
  if (!name.empty() && name.back() == '/') next = name.substr(0, name.size() - 1);
  else if (!name.empty()) {
    check_name(name, true, scope().empty());
    next = unique_name(name);
  }
  scopes_.push_back(next);
  return next;
}

void Graph::leave_scope() {
  TAPEDECK_ASSERT(scopes_.size() > 1, "a scope is left after it was entered");
  scopes_.pop_back();
}

void Graph::enter_control(std::vector<int32_t> nodes, bool clear) { control_.emplace_back(std::move(nodes), clear); }
void Graph::leave_control() { control_.pop_back(); }
std::vector<int32_t> Graph::control_now() const {
  std::vector<int32_t> all;
  for (const auto& [nodes, clear] : control_) {
    if (clear) all.clear();
    for (int32_t n : nodes) if (std::find(all.begin(), all.end(), n) == all.end()) all.push_back(n);
  }
  return all;
}

// ---- Nodes ----

Node& Graph::add_node(NodeKind kind, const Op& op, const std::string& wanted_name) {
  std::string name = std::exchange(next_name_, {});
  if (name.empty()) name = wanted_name;
  if (name.empty()) name = op.type;
  if (name.back() == '/') {
    name.pop_back();
    names_in_use_[lower(name)] = std::max(1, names_in_use_[lower(name)]);
  } else {
    check_name(name, false, scope().empty());
    name = unique_name(name);
  }
  auto node = std::make_unique<Node>();
  node->kind = kind;
  node->op = &op;
  node->first_slot = slot_count_;
  node->line = line_of_program ? line_of_program() : 0;
  node->control = control_now();
  by_name_[name] = size();
  node->name = std::move(name);
  nodes_.push_back(std::move(node));
  changed();
  return *nodes_.back();
}

Tensor Graph::add_output(Node& node, DType dtype, const Shape& shape) {
  Tensor t = Tensor::symbolic(dtype, shape);
  by_id_[t.id()] = {size() - 1, static_cast<int32_t>(node.outputs.size())};
  owners()[t.id()] = this;
  node.outputs.push_back(t);
  ++slot_count_;
  return t;
}

void Graph::changed() {
  plan_.reset();
  passes_.reset();
  run_plans_.clear();
}

Tensor Graph::placeholder(DType dtype, const Shape& shape, const std::string& name) {
  Node& n = add_node(NodeKind::placeholder, placeholder_op, name);
  n.attrs.set("dtype", dtype);
  n.attrs.set("shape", shape);
  n.control.clear();
  inputs_.push_back(size() - 1);
  return add_output(n, dtype, shape);
}

Tensor Graph::placeholder_with_default(const Tensor& otherwise, const Shape& shape, const std::string& name) {
  const NodeOutput from = input_for(otherwise);
  const DType dtype = tensor(from).dtype();
  Node& n = add_node(NodeKind::placeholder, placeholder_with_default_op, name);
  n.attrs.set("dtype", dtype);
  n.attrs.set("shape", shape);
  n.inputs.push_back(from);
  return add_output(n, dtype, shape);
}

Tensor Graph::constant(const Tensor& value, const std::string& name) {
  TAPEDECK_ASSERT(!value.is_symbolic() && value.dtype() != DType::resource, "a constant has a value");
  Node& n = add_node(NodeKind::constant, const_op, name);
  n.value = value;
  n.attrs.set("dtype", value.dtype());
  Tensor t = add_output(n, value.dtype(), value.shape());
  if (value.size() <= kMostKnownElements) values_[t.id()] = value;
  return t;
}

Tensor Graph::capture(const Tensor& outer, const std::string& name) {
  if (const NodeOutput known = output_of(outer); known.node >= 0) return tensor(known);
  if (name.empty()) next_name_.clear();
  // A capture belongs to the whole graph, whatever scope it was first used in.
  scopes_.emplace_back();
  const std::string kept = std::exchange(next_name_, {});
  Node& n = add_node(NodeKind::capture, capture_op, name.empty() ? std::string(outer.variable() ? outer.variable()->name.substr(0, outer.variable()->name.rfind(':')) : "capture") : name);
  next_name_ = kept;
  scopes_.pop_back();
  n.value = outer;
  n.control.clear();
  n.attrs.set("dtype", outer.variable() ? outer.variable()->dtype : outer.dtype());
  captures_.push_back(size() - 1);
  if (outer.variable()) {
    n.outputs.push_back(outer);
    ++slot_count_;
    by_id_[outer.id()] = {size() - 1, 0};
    return outer;
  }
  Tensor t = add_output(n, outer.dtype(), outer.shape());
  by_id_[outer.id()] = {size() - 1, 0};
  if (!outer.is_symbolic()) {
    if (outer.size() <= kMostKnownElements) values_[t.id()] = outer;
  } else if (Graph* g = of(outer)) {
    if (const Tensor v = g->known_value(outer)) values_[t.id()] = v;
    if (const Shape* s = g->sizes_in(outer)) sizes_[t.id()] = *s;
  }
  return t;
}

std::function<void(std::string_view)>& Graph::printer() {
  static std::function<void(std::string_view)> function;
  return function;
}

NodeOutput Graph::input_for(const Tensor& tensor) {
  if (const NodeOutput known = output_of(tensor); known.node >= 0) return known;
  if (tensor.is_symbolic()) {
    const Graph* owner = of(tensor);
    const std::string text = owner ? "<tf.Tensor '" + owner->tensor_name(owner->output_of(tensor)) + "' shape=" + tensor.shape().parens() + " dtype=" + std::string(dtype_name(tensor.dtype())) + ">" : "A tensor of a graph that is gone";
    if (!is_function_) throw Error(ErrorKind::value, text + " must be from the same graph as the other inputs of the op.", "It was made in another tf.Graph; build the whole model inside one graph.");
    bool around = false;
    for (const GraphTracer* t = GraphTracer::innermost(); t && !around; t = t->outer()) around = &t->graph() == owner;
    if (!around) {
      std::string message = text + " is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow collections to access it.\n"
                                   "Please see https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more information.";
      // From a branch or a loop of this very graph: Source  func_graph.py, FuncGraph._validate_in_graph (InaccessibleTensorError, which the binding raises).
      for (GraphRef g = owner ? owner->traced_in_.lock() : nullptr; g; g = g->traced_in_.lock())
        if (g.get() == this) {
          const auto graph_text = [](const Graph& x) { return "FuncGraph(name=" + x.name_ + ", id=" + std::to_string(reinterpret_cast<uintptr_t>(&x)) + ")"; };
          message += "\n\nThe tensor " + text + " cannot be accessed from " + graph_text(*this) + ", because it was defined in " + graph_text(*owner) + ", which is out of scope.";
          break;
        }
      throw Error(ErrorKind::type, message);
    }
    return output_of(capture(tensor));
  }
  if (tensor.dtype() == DType::resource || (is_function_ && tensor.id() < first_id_)) {
    capture(tensor);
    return output_of(tensor);
  }
  const std::string kept = std::exchange(next_name_, {});
  const Tensor made = constant(tensor);
  next_name_ = kept;
  by_id_[tensor.id()] = output_of(made);
  return output_of(made);
}

Tensors Graph::add(const NodeSpec& spec, std::span<const Tensor> inputs) {
  InlineVector<NodeOutput, 8> from;
  for (const Tensor& t : inputs) from.push_back(input_for(t));
  Node& n = add_node(spec.kind, *spec.op, {});
  for (const NodeOutput& o : from) n.inputs.push_back(o);
  n.attrs = spec.attrs;
  n.graphs = spec.graphs;
  n.call = spec.call;
  n.reverses = spec.reverses;
  Tensors outputs;
  for (const auto& [dtype, shape] : spec.outputs) outputs.push_back(add_output(n, dtype, shape));
  return outputs;
}

int32_t Graph::no_op(std::span<const int32_t> control, const std::string& name) {
  Node& n = add_node(NodeKind::no_op, no_op_op, name);
  for (int32_t c : control) if (std::find(n.control.begin(), n.control.end(), c) == n.control.end()) n.control.push_back(c);
  return size() - 1;
}

void Graph::set_outputs(std::vector<Tensor> outputs) {
  outputs_.clear();
  for (const Tensor& t : outputs) {
    if (!t) { outputs_.push_back({}); continue; }
    TAPEDECK_ASSERT(t.dtype() != DType::resource, "a function returns values");
    outputs_.push_back(input_for(t));
  }
  changed();
}

// ---- Asking ----

int32_t Graph::find(std::string_view name) const {
  const auto found = by_name_.find(std::string(name));
  return found == by_name_.end() ? -1 : found->second;
}

NodeOutput Graph::output_of(const Tensor& tensor) const {
  const NodeOutput* found = by_id_.find(tensor.id());
  return found ? *found : NodeOutput{};
}

Tensor Graph::known_value(const Tensor& tensor) const {
  if (!tensor.is_symbolic()) return tensor.dtype() == DType::resource ? Tensor() : tensor;
  const auto found = values_.find(tensor.id());
  return found == values_.end() ? Tensor() : found->second;
}

const Shape* Graph::sizes_in(const Tensor& vector) const {
  const auto found = sizes_.find(vector.id());
  return found == sizes_.end() ? nullptr : &found->second;
}

bool Graph::has_effects() const {
  return std::any_of(nodes_.begin(), nodes_.end(), [](const auto& n) { return n->must_run(); });
}

const std::vector<PassRecord>& Graph::passes() const {
  if (!passes_) passes_ = optimize(*this);
  return *passes_;
}

// ---- What is known of values ----

void Graph::learn(const Node& node, std::span<const Tensor> inputs) {
  if (node.kind != NodeKind::op || node.op->stateful || node.outputs.empty()) return;
  const Op& op = *node.op;
  const Tensor& out = node.outputs[0];
  const auto out_int = [&](int64_t v) {
    values_[out.id()] = out.dtype() == DType::int64 ? Tensor::scalar<int64_t>(v) : Tensor::scalar<int32_t>(static_cast<int32_t>(v));
  };
  if (&op == &shape_op || &op == &size_op || &op == &rank_op) {
    const Shape& s = inputs[0].shape();
    if (!s.has_rank()) return;
    if (&op == &rank_op) out_int(s.rank());
    else if (&op == &size_op) { if (s.is_known()) out_int(s.size()); }
    else if (!s.is_known()) sizes_[out.id()] = s;
    else {
      Tensor v = Tensor::empty(out.dtype(), Shape{s.rank()});
      for (int i = 0; i < s.rank(); ++i) {
        if (out.dtype() == DType::int64) v.mutable_data<int64_t>()[i] = s[i];
        else v.mutable_data<int32_t>()[i] = static_cast<int32_t>(s[i]);
      }
      values_[out.id()] = v;
    }
    return;
  }
  // Everything known: run it now. What only moves numbers about may also be run with -1 where a number is not known.
  const bool moves = &op == &strided_slice_op || &op == &slice_op || &op == &gather_op || &op == &concat_op || &op == &stack_op || &op == &reshape_op || &op == &squeeze_op ||
                     &op == &expand_dims_op || &op == &cast_op || &op == &identity_op;
  const bool all_data = &op == &concat_op || &op == &stack_op;
  bool partial = false;
  InlineVector<Tensor, 4> known;
  int64_t elements = 0;
  for (size_t i = 0; i < inputs.size(); ++i) {
    Tensor v = known_value(inputs[i]);
    if (!v && moves && (i == 0 || all_data) && kIndices.contains(inputs[i].dtype())) {
      partial = true;
      const Shape* sizes = sizes_in(inputs[i]);
      const Shape& s = inputs[i].shape();
      if (sizes || (s.is_known() && s.rank() <= 1 && s.size() <= Shape::kMaxRank)) {
        v = Tensor::empty(inputs[i].dtype(), sizes ? Shape{sizes->rank()} : s);
        for (int64_t k = 0; k < v.size(); ++k) {
          const int64_t size = sizes ? (*sizes)[static_cast<int>(k)] : -1;
          if (v.dtype() == DType::int64) v.mutable_data<int64_t>()[k] = size;
          else v.mutable_data<int32_t>()[k] = static_cast<int32_t>(size);
        }
      }
    }
    if (!v) return;
    elements += v.size();
    known.push_back(v);
  }
  for (const Tensor& t : node.outputs) if (t.size() > kMostKnownElements) return;
  if (elements > kMostKnownElements || inputs.empty()) return;
  Tensors made;
  try {
    run_kernel(op, known, node.attrs, made);
  } catch (const Error&) {
    return;   // it will say so when the graph runs
  }
  for (size_t i = 0; i < made.size(); ++i) {
    bool whole = true;
    if (partial) {
      if (!kIndices.contains(made[i].dtype())) return;
      for (int64_t k = 0; k < made[i].size(); ++k) whole = whole && made[i].element_int(k) >= 0;
    }
    if (whole && made[i].size() <= kMostKnownElements) values_[node.outputs[i].id()] = made[i];
    else if (made[i].rank() == 1 && made[i].size() <= Shape::kMaxRank) {
      Shape s;
      for (int64_t k = 0; k < made[i].size(); ++k) s.push_back(std::max<int64_t>(-1, made[i].element_int(k)));
      sizes_[node.outputs[i].id()] = s;
    }
  }
}

}  // namespace tapedeck
