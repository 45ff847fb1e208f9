#include "engine/graph/tracer.h"

#include <algorithm>

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/graph/nodes.h"

#include "engine/ops/random_state.h"

namespace tapedeck {

namespace {

GraphTracer* the_innermost = nullptr;

/// Runs the op's rule; where the rank of an input is unknown, with every rank that it may have.
InlineVector<InferContext::Spec, 2> infer_all(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) {
  InlineVector<size_t, 4> unknown;
  for (size_t i = 0; i < inputs.size(); ++i) if (inputs[i].is_symbolic() && !inputs[i].shape().has_rank()) unknown.push_back(i);
  if (unknown.empty()) {
    InferContext infer(op, inputs, attrs);
    op.infer(infer);
    return infer.outputs;
  }
  std::vector<Tensor> tried(inputs.begin(), inputs.end());
  InlineVector<InferContext::Spec, 2> agreed;
  bool any = false;
  std::optional<Error> first;
  constexpr int kHighest = 6;
  const auto give_rank = [&](size_t i, int rank) {
    Shape shape;
    for (int k = 0; k < rank; ++k) shape.push_back(-1);
    tried[i] = Tensor::symbolic(inputs[i].dtype(), shape);
  };
  const auto attempt = [&] {
    InferContext infer(op, tried, attrs);
    try {
      op.infer(infer);
    } catch (const Error& e) {
      if (!first) first = e;
      return;
    }
    if (!any) { agreed = infer.outputs; any = true; return; }
    for (size_t i = 0; i < agreed.size(); ++i) {
      Shape &a = agreed[i].shape, &b = infer.outputs[i].shape;
      if (a.rank() != b.rank()) a = Shape::unknown();
      for (int k = 0; k < a.rank(); ++k) if (a[k] != b[k]) a.set(k, -1);
    }
  };
  for (int rank = 0; rank <= kHighest; ++rank) {
    for (size_t i : unknown) give_rank(i, rank);
    attempt();
  }
  // Ops whose inputs differ in rank (bias_add, convolutions): every pair of ranks for the first two.
  if (unknown.size() >= 2)
    for (int a = 0; a <= kHighest; ++a)
      for (int b = 0; b <= kHighest; ++b) {
        if (a == b) continue;
        for (size_t k = 0; k < unknown.size(); ++k) give_rank(unknown[k], k == 0 ? a : b);
        attempt();
      }
  if (!any) throw *first;
  // Broadcasting: the highest rank that was tried says nothing of the ranks above.
  for (auto& spec : agreed) if (spec.shape.rank() > kHighest) spec.shape = Shape::unknown();
  return agreed;
}

std::string graph_dtype(DType d) {
  std::string name = is_floating(d) ? std::string(dtype_kernel_name(d)) : std::string(dtype_name(d));
  for (char& c : name) if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return "DT_" + name;
}

/// What an op refuses at once with InvalidArgument, a graph refuses while it is traced, in other words.
/// Source: tensorflow/core/framework/shape_inference.cc (Merge), tensorflow/python/framework/op_def_library.py (_apply_op_helper).
Error error_while_tracing(const Graph& g, const Op& op, const Error& e, const std::string& name, std::span<const NodeOutput> inputs) {
  if (e.kind() != ErrorKind::invalid_argument) return e;
  std::string text = e.message();
  const bool pair = inputs.size() == 2 && (op.binary_loops || std::string_view(op.type) == "MatMul");
  if (pair && text.starts_with("cannot compute ")) {
    const char *first = op.binary_loops ? "x" : "a", *second = op.binary_loops ? "y" : "b";
    return Error(ErrorKind::type, std::string("Input '") + second + "' of '" + op.type + "' Op has type " + std::string(dtype_name(g.tensor(inputs[1]).dtype())) + " that does not match type " +
                                      std::string(dtype_name(g.tensor(inputs[0]).dtype())) + " of argument '" + first + "'.", e.hint());
  }
  if (!text.starts_with("{{function_node")) return e;
  const size_t begin = text.find("}} ") + 3, end = text.rfind(" [Op:");
  text = end != std::string::npos && end > begin ? text.substr(begin, end - begin) : text.substr(begin);
  if (pair) {   // the first pair of sizes that differ
    const Shape &a = g.tensor(inputs[0]).shape(), &b = g.tensor(inputs[1]).shape();
    int64_t x = -1, y = -1;
    if (op.binary_loops) {
      for (int i = std::min(a.rank(), b.rank()); i >= 1; --i)
        if (x < 0 && a.from_end(i) != b.from_end(i) && a.from_end(i) > 1 && b.from_end(i) > 1) { x = a.from_end(i); y = b.from_end(i); }
    } else if (a.rank() >= 2 && b.rank() >= 2) {
      x = a.from_end(1);
      y = b.from_end(2);
    } else if (a.has_rank() && b.has_rank()) {
      text = "Shape must be rank 2 but is rank " + std::to_string(a.rank() < 2 ? a.rank() : b.rank());
    }
    if (x >= 0 && y >= 0 && x != y) text = "Dimensions must be equal, but are " + std::to_string(x) + " and " + std::to_string(y);
  }
  std::string names, shapes;
  for (const NodeOutput& o : inputs) {
    names += (names.empty() ? "" : ", ") + (o.index == 0 ? g.node(o.node).name : g.tensor_name(o));
    shapes += (shapes.empty() ? "" : ", ") + g.tensor(o).shape().brackets();
  }
  const std::string type_attr = inputs.empty() ? "" : "T=" + graph_dtype(g.tensor(inputs[0]).dtype());
  return Error(ErrorKind::value, text + " for '{{node " + name + "}} = " + op.type + "[" + type_attr + "](" + names + ")' with input shapes: " + shapes + ".", e.hint());
}

/// Whether an op takes numbers from the random state of the run.
bool draws(const Op& op) {
  const std::string_view name = op.name;
  return op.stateful && (name.starts_with("random_") || name == "truncated_normal");
}

}  // namespace

GraphTracer::GraphTracer(GraphRef graph) : graph_(std::move(graph)), outer_(runtime().tracer), outer_tracer_(runtime().tracer ? the_innermost : nullptr), observer_(runtime().observer) {
  outer_tapes_.swap(runtime().tapes);
  runtime().tracer = this;
  runtime().observer = nullptr;
  if (outer_tracer_) graph_->traced_in_ = outer_tracer_->graph_;
  the_innermost = this;
}

GraphTracer::~GraphTracer() {
  runtime().tracer = outer_;
  runtime().observer = observer_;
  outer_tapes_.swap(runtime().tapes);
  the_innermost = outer_tracer_;
}

Graph* GraphTracer::current() { return runtime().tracer ? &the_innermost->graph() : nullptr; }
const GraphTracer* GraphTracer::innermost() { return the_innermost; }

Tensors GraphTracer::trace(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) {
  Graph& g = *graph_;
  InlineVector<NodeOutput, 4> from;
  InlineVector<Tensor, 4> symbolic, seen;
  for (const Tensor& t : inputs) {
    from.push_back(g.input_for(t));
    symbolic.push_back(g.tensor(from.back()));
    const Tensor known = g.known_value(symbolic.back());
    seen.push_back(known ? known : symbolic.back());
  }
  InlineVector<InferContext::Spec, 2> specs;
  try {
    specs = infer_all(op, seen, attrs);
  } catch (const Error& e) {
    const std::string name = g.unique_name(g.next_name_.empty() ? op.type : g.next_name_, false);
    g.next_name_.clear();
    throw error_while_tracing(g, op, e, name, from);
  }
  Node& n = g.add_node(NodeKind::op, op, {});
  n.attrs = attrs;
  if (draws(op) && !attrs.has("seeds") && !attrs.has("state")) {
    const auto [first, second] = node_seeds(attrs.has("seed") ? std::optional(attrs.integer("seed")) : std::nullopt, g.op_seeds_used_);
    n.attrs.set("seeds", std::vector<int64_t>{first, second});
  }
  if (op.stateful && n.attrs.has("seeds")) n.drawn = std::make_shared<uint64_t>(0);
  for (const NodeOutput& o : from) n.inputs.push_back(o);
  Tensors outputs;
  for (const auto& spec : specs) outputs.push_back(g.add_output(n, spec.dtype, spec.shape));
  g.learn(n, symbolic);
  return outputs;
}

std::function<std::vector<Tensor>(std::span<const Tensor>)> GraphTracer::late_gradient(const Op& op, std::span<const Tensor> inputs, const Tensors& outputs) {
  return late_gradient_of(*graph_, graph_->size() - 1, op, inputs, outputs);
}

TracingPaused::TracingPaused() : tracer_(runtime().tracer), current_(the_innermost), observer_(runtime().observer) {
  tapes_.swap(runtime().tapes);
  runtime().tracer = nullptr;
  // The outermost tracer keeps what was there before anything was traced.
  const GraphTracer* t = the_innermost;
  while (t && t->outer_tracer_) t = t->outer_tracer_;
  if (t) {
    runtime().observer = t->observer_;
    runtime().tapes = t->outer_tapes_;
  }
  the_innermost = nullptr;
}

TracingPaused::~TracingPaused() {
  runtime().tracer = tracer_;
  runtime().observer = observer_;
  tapes_.swap(runtime().tapes);
  the_innermost = current_;
}

}  // namespace tapedeck
