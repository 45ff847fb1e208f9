#include "engine/graph/control_flow.h"

#include <algorithm>
#include <map>

#include "engine/autodiff/tape.h"
#include "engine/graph/nodes.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

[[noreturn]] void only_in_graphs(const Op& op) { throw Error(ErrorKind::runtime, std::string(op.type) + " is a node of a graph and cannot be called as an op."); }
void infer_never(InferContext& c) { only_in_graphs(c.op); }
void kernel_never(KernelContext& c) { only_in_graphs(c.op); }

constexpr Op node_op(const char* name, const char* type, const char* formula, bool gradient = false) {
  return {.name = name, .type = type, .formula = formula, .gradient_text = gradient ? "what ran, backwards" : "", .min_inputs = 0, .max_inputs = -1, .infer = infer_never, .kernel = kernel_never,
          .differentiable = gradient ? Differentiable::yes : Differentiable::no};
}

/// Where the captures of each subgraph begin among the node's inputs, after `before` inputs.
size_t capture_offset(const Node& n, size_t graph, size_t before) {
  for (size_t i = 0; i < graph; ++i) before += n.graphs[i]->captures().size();
  return before;
}

std::vector<Tensor> call_subgraph(const Node& n, size_t graph, std::span<const Tensor> args, std::span<const Tensor> inputs, size_t before, int64_t round = 0) {
  const Graph& g = *n.graphs[graph];
  return g.call(args, inputs.subspan(capture_offset(n, graph, before), g.captures().size()), round);
}

Tensors run_branch(const Node& n, std::span<const Tensor> in) {
  size_t chosen;
  if (n.op == &if_op || n.op == &stateless_if_op) chosen = is_true(in[0]) ? 0 : 1;
  else {
    const int64_t index = in[0].element_int();
    chosen = index < 0 || index >= static_cast<int64_t>(n.graphs.size()) ? n.graphs.size() - 1 : static_cast<size_t>(index);
  }
  const size_t args = n.graphs[0]->inputs().size();
  Tensors outputs;
  for (Tensor& t : call_subgraph(n, chosen, in.subspan(1, args), in, 1 + args)) outputs.push_back(std::move(t));
  return outputs;
}

Tensors run_loop(const Node& n, std::span<const Tensor> in) {
  const size_t count = n.graphs[0]->inputs().size();
  const int64_t most = n.attrs.integer("maximum_iterations", -1);
  std::vector<Tensor> variables(in.begin(), in.begin() + static_cast<std::ptrdiff_t>(count));
  for (int64_t round = 1; most < 0 || round <= most; ++round) {
    if (!is_true(call_subgraph(n, 0, variables, in, count, round)[0])) break;
    if (runtime().poll) runtime().poll();
    variables = call_subgraph(n, 1, variables, in, count, round);
  }
  Tensors outputs;
  for (Tensor& t : variables) outputs.push_back(std::move(t));
  return outputs;
}

Tensors run_call(const Node& n, std::span<const Tensor> in) {
  std::vector<Tensor> results;
  if (n.call->differentiable) results = n.call->run(in);
  else {
    TapesPaused paused;
    results = n.call->run(in);
  }
  if (results.size() != n.outputs.size())
    throw Error(ErrorKind::invalid_argument, "pyfunc_" + std::to_string(n.first_slot) + " returns " + std::to_string(results.size()) + " values, but expects to see " + std::to_string(n.outputs.size()) + " values.");
  Tensors outputs;
  for (Tensor& t : results) outputs.push_back(std::move(t));
  return outputs;
}

Tensors run_custom_gradient(const Node& n, std::span<const Tensor> in) {
  const auto results = static_cast<size_t>(n.attrs.integer("results"));
  Tensors outputs;
  for (size_t i = 0; i < results; ++i) outputs.push_back(Tensor::alias(in[i], in[i].shape()));
  const size_t captures = n.graphs[0]->captures().size();
  tell_custom(*n.op, in, n.attrs, outputs, backward_of(n.graphs[0], in.subspan(in.size() - captures), results, in.size()));
  return outputs;
}

Shape merged(const Shape& a, const Shape& b) {
  if (a.rank() != b.rank()) return Shape::unknown();
  Shape s = a;
  for (int i = 0; i < a.rank(); ++i) if (a[i] != b[i]) s.set(i, -1);
  return s;
}

/// Shape of an output of a subgraph (a capture handed on may be anything).
Shape output_shape(const Graph& g, size_t i) { return g.tensor(g.outputs()[i]).shape(); }

std::vector<Tensor> with_captures(std::vector<Tensor> inputs, std::span<const GraphRef> graphs) {
  for (const GraphRef& g : graphs)
    for (int32_t c : g->captures()) inputs.push_back(g->node(c).value);
  return inputs;
}

/// Adds the node to the graph being traced, or runs it.
std::vector<Tensor> make(NodeSpec spec, std::vector<Tensor> inputs, const std::string& name) {
  Tensors outputs;
  if (Graph* graph = GraphTracer::current()) {
    if (!name.empty()) graph->name_next(name);
    outputs = add_followed(*graph, spec, inputs);
  } else {
    Node node;
    node.kind = spec.kind;
    node.op = spec.op;
    node.attrs = spec.attrs;
    node.graphs = spec.graphs;
    node.call = spec.call;
    for (const auto& [dtype, shape] : spec.outputs) node.outputs.push_back(Tensor::symbolic(dtype, shape));
    outputs = run_special(node, inputs);
  }
  return {std::make_move_iterator(outputs.begin()), std::make_move_iterator(outputs.end())};
}

std::vector<Tensor> branches(const Op& with_effects, const Op& without, const Tensor& chooser, std::span<const GraphRef> graphs, std::span<const Tensor> args, const std::string& name) {
  NodeSpec spec;
  spec.kind = NodeKind::branch;
  spec.graphs.assign(graphs.begin(), graphs.end());
  for (size_t i = 0; i < graphs[0]->outputs().size(); ++i) {
    Shape shape = output_shape(*graphs[0], i);
    for (const GraphRef& g : graphs) {
      TAPEDECK_ASSERT(g->outputs().size() == graphs[0]->outputs().size(), "branches have the same outputs");
      shape = merged(shape, output_shape(*g, i));
    }
    spec.outputs.emplace_back(graphs[0]->tensor(graphs[0]->outputs()[i]).dtype(), shape);
  }
  const bool effects = std::any_of(graphs.begin(), graphs.end(), [](const GraphRef& g) {
    for (int32_t i = 0; i < g->size(); ++i) if (g->node(i).is_stateful()) return true;
    return false;
  });
  spec.op = effects ? &with_effects : &without;
  std::vector<Tensor> inputs{chooser};
  inputs.insert(inputs.end(), args.begin(), args.end());
  return make(std::move(spec), with_captures(std::move(inputs), graphs), name);
}

bool at_most_as_unknown(const Shape& shape, const Shape& invariant) {
  if (!invariant.has_rank()) return true;
  if (shape.rank() != invariant.rank()) return false;
  for (int i = 0; i < shape.rank(); ++i) if (invariant[i] >= 0 && invariant[i] != shape[i]) return false;
  return true;
}

std::string name_of(const Tensor& t) {
  if (const Graph* g = t.is_symbolic() ? Graph::of(t) : nullptr) return g->tensor_name(g->output_of(t));
  return "Const:0";
}

}  // namespace

const Op placeholder_op = node_op("placeholder", "Placeholder", "y = what is fed");
const Op placeholder_with_default_op = node_op("placeholder_with_default", "PlaceholderWithDefault", "y = what is fed, else x");
const Op const_op = node_op("const", "Const", "y = a constant");
const Op capture_op = node_op("capture", "Placeholder", "y = a tensor from outside the function");
const Op no_op_op = node_op("no_op", "NoOp", "nothing, after its control inputs");
const Op if_op = node_op("cond", "If", "y = then(...) if p else otherwise(...)", true);
const Op stateless_if_op = node_op("cond", "StatelessIf", "y = then(...) if p else otherwise(...)", true);
const Op case_op = node_op("switch_case", "Case", "y = branches[i](...)", true);
const Op stateless_case_op = node_op("switch_case", "StatelessCase", "y = branches[i](...)", true);
const Op while_op = node_op("while_loop", "While", "while condition(v): v = body(v)", true);
const Op stateless_while_op = node_op("while_loop", "StatelessWhile", "while condition(v): v = body(v)", true);
const Op custom_gradient_op = node_op("custom_gradient", "IdentityN", "y = x, with a gradient of its own", true);
const Op symbolic_gradient_op = node_op("gradient", "SymbolicGradient", "dx = dy through what ran, backwards", true);

const Op& call_op(const std::string& type) {
  static std::map<std::string, Op> ops;   // of a map: the text and the record stay where they are
  const auto [at, is_new] = ops.try_emplace(type);
  if (is_new) {
    at->second = node_op("call", at->first.c_str(), "y = what Python returns");
    at->second.name = at->first.c_str();
    at->second.stateful = true;
  }
  return at->second;
}

bool is_true(const Tensor& p) {
  if (p.rank() != 0) return p.size() > 0;
  if (p.dtype() == DType::string) return !p.data<std::string>()->empty();
  return p.element() != 0;
}

NodeSpec spec_of(const Node& n) {
  NodeSpec spec{n.kind, n.op, n.attrs, n.graphs, n.call, n.reverses, {}};
  for (const Tensor& t : n.outputs) spec.outputs.emplace_back(t.dtype(), t.shape());
  return spec;
}

Tensors run_special(const Node& n, std::span<const Tensor> in) {
  switch (n.kind) {
    case NodeKind::branch: return run_branch(n, in);
    case NodeKind::loop: return run_loop(n, in);
    case NodeKind::call: return run_call(n, in);
    case NodeKind::custom_gradient: return run_custom_gradient(n, in);
    default: only_in_graphs(*n.op);
  }
}

Tensors add_followed(Graph& graph, const NodeSpec& spec, std::span<const Tensor> inputs) {
  const std::vector<Tensor> kept(inputs.begin(), inputs.end());
  Tensors outputs = graph.add(spec, kept);
  Runtime& rt = runtime();
  if (rt.tapes.empty()) return outputs;
  const int32_t index = graph.size() - 1;
  switch (spec.kind) {
    case NodeKind::call:
      if (!spec.call->differentiable) return outputs;
      [[fallthrough]];
    case NodeKind::branch:
    case NodeKind::loop:
    case NodeKind::reverse:
      for (const Tensor& t : kept) if (t.variable()) for (Tape* tape : rt.tapes) tape->variable_accessed(t);
      tell_custom(*spec.op, kept, spec.attrs, outputs, reverse_of(graph, index, kept, outputs));
      return outputs;
    case NodeKind::custom_gradient: {
      const auto results = static_cast<size_t>(spec.attrs.integer("results"));
      const size_t captures = spec.graphs[0]->captures().size();
      tell_custom(*spec.op, kept, spec.attrs, outputs, backward_of(spec.graphs[0], std::span<const Tensor>(kept).subspan(kept.size() - captures), results, kept.size()));
      return outputs;
    }
    default: return outputs;
  }
}

BackwardFunction reverse_of(Graph& graph, int32_t index, std::span<const Tensor> inputs, std::span<const Tensor> outputs) {
  return [owner = graph.weak_from_this(), index, in = std::vector<Tensor>(inputs.begin(), inputs.end()),
          out = std::vector<Tensor>(outputs.begin(), outputs.end())](std::span<const Tensor> upstream) -> std::vector<Tensor> {
    const GraphRef graph = owner.lock();
    if (!graph || GraphTracer::current() != graph.get())
      throw Error(ErrorKind::unimplemented, "The gradient of a branch or loop can only be taken in the graph that it belongs to.",
                  "Ask the tape for the gradient in the same function, outside of tf.cond and tf.while_loop.");
    NodeSpec spec;
    spec.kind = NodeKind::reverse;
    spec.op = &symbolic_gradient_op;
    spec.reverses = index;
    std::vector<Tensor> args = in;
    for (size_t o = 0; o < out.size(); ++o)
      if (is_followed(out[o].dtype())) args.push_back(upstream[o] ? upstream[o] : ops::constant_like(out[o], 0));
    for (const Tensor& t : in)
      if (is_differentiable(t.dtype())) spec.outputs.emplace_back(t.variable() ? t.variable()->dtype : t.dtype(), t.variable() ? t.variable()->shape : t.shape());
    Tensors made = add_followed(*graph, spec, args);
    std::vector<Tensor> answer;
    size_t next = 0;
    for (const Tensor& t : in) answer.push_back(is_differentiable(t.dtype()) ? made[next++] : Tensor());
    return answer;
  };
}

BackwardFunction late_gradient_of(Graph& graph, int32_t index, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs) {
  if (op.differentiable != Differentiable::yes || op.stateful) return nullptr;
  // Formulas that are ops throughout, whatever the sizes.
  const bool element_wise = op.unary_loops || op.binary_loops;
  static const Op* const traced[] = {&matmul_op, &reduce_sum_op, &reduce_mean_op, &reshape_op, &expand_dims_op, &squeeze_op, &transpose_op, &broadcast_to_op, &identity_op, &cast_op, &where_op,
                                     &bias_add_op, &softmax_op, &log_softmax_op, &softmax_cross_entropy_with_logits_op, &sparse_softmax_cross_entropy_with_logits_op, &stack_op, &strided_slice_op,
                                     &strided_slice_grad_op, &add_n_op, &zeros_like_op, &ones_like_op, &sum_to_shape_op, &pow_op, &floormod_op, &leaky_relu_op, &list_get_op, &list_set_op,
                                     &list_stack_op, &list_zeros_op};
  bool rank_known = true, known = true;
  for (const Tensor& t : inputs) rank_known = rank_known && t.shape().has_rank();
  for (const Tensor& t : outputs) rank_known = rank_known && t.shape().has_rank();
  if (element_wise) return nullptr;
  if (rank_known && std::find(std::begin(traced), std::end(traced), &op) != std::end(traced)) return nullptr;
  for (const Tensor& t : inputs) {
    known = known && (t.shape().is_known() || t.variable());
    if (is_integer(t.dtype()) && t.is_symbolic()) known = known && graph.known_value(t);
  }
  for (const Tensor& t : outputs) known = known && t.shape().is_known();
  return known ? nullptr : reverse_of(graph, index, inputs, outputs);
}

BackwardFunction backward_of(const GraphRef& backward, std::span<const Tensor> captures, size_t result_count, size_t input_count) {
  return [backward, result_count, input_count, kept = std::vector<Tensor>(captures.begin(), captures.end())](std::span<const Tensor> upstream) {
    std::vector<Tensor> given(upstream.begin(), upstream.end());
    for (size_t i = 0; i < given.size(); ++i)
      if (!given[i]) {
        const Tensor& wanted = backward->node(backward->inputs()[i]).outputs[0];
        given[i] = ops::zeros(wanted.shape().is_known() ? wanted.shape() : Shape{}, wanted.dtype());
      }
    std::vector<Tensor> answer(result_count);
    for (Tensor& t : backward->call(given, kept)) answer.push_back(std::move(t));
    answer.resize(input_count);
    return answer;
  };
}

std::vector<Tensor> if_else(const Tensor& predicate, const GraphRef& then_branch, const GraphRef& else_branch, std::span<const Tensor> args, const std::string& name) {
  const GraphRef graphs[] = {then_branch, else_branch};
  return branches(if_op, stateless_if_op, predicate, graphs, args, name);
}

std::vector<Tensor> switch_case(const Tensor& index, std::span<const GraphRef> graphs, std::span<const Tensor> args, const std::string& name) {
  return branches(case_op, stateless_case_op, index, graphs, args, name);
}

std::vector<Tensor> while_loop(const GraphRef& condition, const GraphRef& body, std::span<const Tensor> variables, int64_t maximum_iterations, const std::string& name) {
  TAPEDECK_ASSERT(body->inputs().size() == variables.size() && condition->inputs().size() == variables.size() && body->outputs().size() == variables.size() && condition->outputs().size() == 1,
                  "a loop's body takes and gives all its variables");
  NodeSpec spec;
  spec.kind = NodeKind::loop;
  spec.graphs = {condition, body};
  if (maximum_iterations >= 0) spec.attrs.set("maximum_iterations", maximum_iterations);
  for (size_t i = 0; i < variables.size(); ++i) {
    const Tensor& variable = body->node(body->inputs()[i]).outputs[0];
    const Shape after = output_shape(*body, i);
    if (!at_most_as_unknown(after, variable.shape()))
      throw Error(ErrorKind::value, "Input tensor '" + name_of(variables[i]) + "' enters the loop with shape " + variable.shape().parens() + ", but has shape " + after.parens() +
                                        " after one iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument of tf.while_loop to specify a less-specific shape.");
    spec.outputs.emplace_back(variable.dtype(), variable.shape());
  }
  bool effects = false;
  for (const GraphRef& g : spec.graphs) for (int32_t i = 0; i < g->size(); ++i) effects = effects || g->node(i).is_stateful();
  spec.op = effects ? &while_op : &stateless_while_op;
  const std::vector<GraphRef> graphs = spec.graphs;
  return make(std::move(spec), with_captures({variables.begin(), variables.end()}, graphs), name);
}

Tensors call_back(const Op& op, std::shared_ptr<const NodeCall> call, std::span<const Tensor> inputs, std::vector<std::pair<DType, Shape>> outputs, const Attrs& attrs) {
  NodeSpec spec;
  spec.kind = NodeKind::call;
  spec.op = &op;
  spec.attrs = attrs;
  spec.call = std::move(call);
  spec.outputs = std::move(outputs);
  Tensors answer;
  for (Tensor& t : make(std::move(spec), {inputs.begin(), inputs.end()}, {})) answer.push_back(std::move(t));
  return answer;
}

Tensors with_custom_gradient(std::span<const Tensor> results, std::span<const Tensor> args, const GraphRef& backward) {
  TAPEDECK_ASSERT(backward->inputs().size() == results.size() && backward->outputs().size() <= args.size(), "a custom gradient takes one upstream gradient per result");
  NodeSpec spec;
  spec.kind = NodeKind::custom_gradient;
  spec.op = &custom_gradient_op;
  spec.graphs = {backward};
  spec.attrs.set("results", static_cast<int64_t>(results.size()));
  for (const Tensor& t : results) spec.outputs.emplace_back(t.dtype(), t.shape());
  std::vector<Tensor> inputs(results.begin(), results.end());
  inputs.insert(inputs.end(), args.begin(), args.end());
  const std::vector<GraphRef> graphs = spec.graphs;
  Tensors answer;
  for (Tensor& t : make(std::move(spec), with_captures(std::move(inputs), graphs), {})) answer.push_back(std::move(t));
  return answer;
}

}  // namespace tapedeck
