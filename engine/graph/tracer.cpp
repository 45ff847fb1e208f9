#include "engine/graph/tracer.h"

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/graph/nodes.h"

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

}  // namespace

GraphTracer::GraphTracer(GraphRef graph) : graph_(std::move(graph)), outer_(runtime().tracer), outer_tracer_(runtime().tracer ? the_innermost : nullptr), observer_(runtime().observer) {
  outer_tapes_.swap(runtime().tapes);
  runtime().tracer = this;
  runtime().observer = nullptr;
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
  const auto specs = infer_all(op, seen, attrs);
  Node& n = g.add_node(NodeKind::op, op, {});
  n.attrs = attrs;
  if (op.stateful && attrs.has("seeds")) n.drawn = std::make_shared<uint64_t>(0);
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
