// tf.gradients: a tape is written from the nodes of a finished graph and walked backwards while the graph is traced.
#include <algorithm>

#include "engine/autodiff/tape.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/nodes.h"
#include "engine/graph/tracer.h"

namespace tapedeck {

namespace {

/// Opens a scope "Mul_grad" around what the gradient of each node adds. Source: gradients_util.py, _GradientsHelper.
class Scopes : public Observer {
 public:
  explicit Scopes(Graph& graph) : graph_(graph) {}
  void backward_step_began(const Tape&, uint64_t op_number, std::span<const Tensor>) override { graph_.enter_scope(graph_.node(static_cast<int32_t>(op_number) - 1).name + "_grad"); }
  void backward_step_ended(const Tape&, uint64_t, std::span<const Tensor>) override { graph_.leave_scope(); }
  void tensor_made(const Tensor&) override {}
  void op_applied(uint64_t, const Op&, std::span<const Tensor>, const Attrs&, std::span<const Tensor>, std::span<const uint32_t>) override {}
  void tape_opened(const Tape&) override {}
  void tape_watched(const Tape&, const Tensor&, bool) override {}
  void tape_paused(const Tape&) override {}
  void tape_resumed(const Tape&) override {}
  void tape_released(const Tape&) override {}
  void gradient_asked(const Tape&, std::span<const Tensor>, std::span<const Tensor>) override {}
  void gradient_given(const Tape&, const Tensor&, const Tensor&, NoGradient, uint64_t) override {}
  void variable_made(const VariableState&) override {}
  void variable_assigned(const VariableState&, const Tensor&, const Tensor&, std::string_view) override {}
  void variable_deleted(const VariableState&) override {}
  void op_failed(const Op&, std::span<const Tensor>, const Error&) override {}

 private:
  Graph& graph_;
};

struct InScope {
  InScope(Graph& graph, const std::string& name) : graph(graph) { graph.enter_scope(name); }
  ~InScope() { graph.leave_scope(); }
  Graph& graph;
};

}  // namespace

std::vector<Tensor> Graph::gradients(std::span<const Tensor> ys, std::span<const Tensor> xs, std::span<const Tensor> grad_ys, const std::string& name) {
  TAPEDECK_ASSERT(GraphTracer::current() == this, "gradients are added to the graph that is traced");
  const InScope scope(*this, name);
  Tape tape(false, false);
  std::vector<Tensor> targets;
  for (const Tensor& y : ys) targets.push_back(tensor(input_for(y)));
  const int32_t count = size();
  for (int32_t i = 0; i < count; ++i) {
    const Node& n = node(i);
    InlineVector<Tensor, 4> in;
    for (const NodeOutput& o : n.inputs) in.push_back(tensor(o));
    if (!tape.should_record(in)) {   // where the walk back ends; an x that depends on another one is met on the way
      for (const Tensor& t : n.outputs) if (std::any_of(xs.begin(), xs.end(), [&](const Tensor& x) { return x.id() == t.id(); })) tape.watch(t);
      continue;
    }
    const auto number = static_cast<uint64_t>(i) + 1;
    switch (n.kind) {
      case NodeKind::op:
        if (auto late = late_gradient_of(*this, i, *n.op, in, n.outputs)) tape.record_custom(number, *n.op, in, n.outputs, std::move(late));
        else tape.record(number, *n.op, in, n.attrs, n.outputs);
        break;
      case NodeKind::call:
        if (!n.call->differentiable) break;
        [[fallthrough]];
      case NodeKind::branch:
      case NodeKind::loop:
      case NodeKind::reverse: tape.record_custom(number, *n.op, in, n.outputs, reverse_of(*this, i, in, n.outputs)); break;
      case NodeKind::custom_gradient: {
        const size_t captures = n.graphs[0]->captures().size();
        tape.record_custom(number, *n.op, in, n.outputs,
                           backward_of(n.graphs[0], std::span<const Tensor>(in.data(), in.size()).subspan(in.size() - captures), static_cast<size_t>(n.attrs.integer("results")), in.size()));
        break;
      }
      case NodeKind::placeholder: if (!n.inputs.empty()) tape.record(number, *find_op("identity"), in, {}, n.outputs); break;
      default: break;
    }
  }
  Scopes scopes(*this);
  Observer* const outside = std::exchange(runtime().observer, &scopes);
  struct Back { Observer* o; ~Back() { runtime().observer = o; } } back{outside};
  return tape.gradient(targets, xs, grad_ys);
}

}  // namespace tapedeck
