// Running a graph: node by node through apply() when someone listens, else kernels straight.
#include <algorithm>
#include <map>

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/graph/control_flow.h"
#include "engine/graph/nodes.h"
#include "engine/graph/optimize.h"
#include "engine/graph/plan.h"
#include "engine/graph/tracer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

/// The tapes of the engine's own that follow nodes with a gradient in the graph: the observer hears of the ops, not of these tapes.
struct Unobserved {
  Unobserved() : observer(std::exchange(runtime().observer, nullptr)) {}
  ~Unobserved() { runtime().observer = observer; }
  Observer* observer;
};

/// A tensor of a graph that is being traced elsewhere has no value: a function that captured it was called after that trace.
void check_has_value(const Tensor& t) {
  if (!t.is_symbolic() || runtime().tracer) return;
  const Graph* owner = Graph::of(t);
  throw Error(ErrorKind::type, "<tf.Tensor" + (owner ? " '" + owner->tensor_name(owner->output_of(t)) + "'" : std::string()) + " shape=" + t.shape().parens() + " dtype=" + std::string(dtype_name(t.dtype())) +
                                   "> is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow collections to access it.\n"
                                   "Please see https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more information.");
}

/// Slot tables of runs that have ended, with their memory: a call must not allocate one.
std::vector<std::vector<Tensor>>& spare_slots() {
  static std::vector<std::vector<Tensor>> spare;
  return spare;
}

}  // namespace

class Execution {
 public:
  Execution(const Graph& graph, const Plan& plan) : graph_(graph), plan_(plan), listened_to_(!runtime().tapes.empty() || runtime().observer || runtime().tracer) {
    if (!spare_slots().empty()) {
      slots_ = std::move(spare_slots().back());
      spare_slots().pop_back();
    }
    slots_.resize(static_cast<size_t>(plan.slot_count));
  }
  ~Execution() {
    if (!followed_.empty()) {
      Unobserved quiet;
      followed_.clear();
    }
    slots_.clear();
    spare_slots().push_back(std::move(slots_));
  }

  void give(int32_t slot, Tensor value) {
    check_has_value(value);
    slots_[static_cast<size_t>(slot)] = std::move(value);
  }

  std::vector<Tensor> run() {
    for (const Plan::Step& step : plan_.steps) {
      run_step(step);
      for (int32_t s : step.release) slots_[static_cast<size_t>(s)].reset();
    }
    std::vector<Tensor> answer;
    answer.reserve(plan_.fetch_slots.size());
    for (int32_t s : plan_.fetch_slots) answer.push_back(s < 0 ? Tensor() : slots_[static_cast<size_t>(s)]);
    return answer;
  }

  /// A plan of what these fetches and targets need, as an optimised function of the feeds; null where something else than placeholders is fed.
  static std::shared_ptr<const Plan> optimized(const Graph& from, std::span<const Graph::Feed> feeds, std::span<const NodeOutput> fetches, std::span<const int32_t> targets) {
    std::vector<NodeOutput> fed;
    for (const Graph::Feed& f : feeds) {
      const Node& n = from.node(f.to.node);
      if (n.kind != NodeKind::placeholder || !n.inputs.empty()) return nullptr;
      fed.push_back(f.to);
    }
    const Plan whole(from, fetches, targets, {}, false);
    GraphEditor edit(from);
    std::vector<int32_t> feed_of_input;
    for (const Plan::Step& step : whole.steps) {
      edit.copy(step.node);
      const Node& n = from.node(step.node);
      if (n.kind != NodeKind::placeholder || !n.inputs.empty()) continue;
      const auto found = std::find_if(fed.begin(), fed.end(), [&](const NodeOutput& o) { return o.node == step.node; });
      feed_of_input.push_back(found == fed.end() ? -1 : static_cast<int32_t>(found - fed.begin()));
    }
    GraphRef now = edit.finish();
    now->outputs_.clear();
    for (const NodeOutput& o : fetches) now->outputs_.push_back(edit.now(o));
    const GraphRef first = now;
    for (const PassRecord& pass : first->passes()) if (pass.after) now = pass.after;
    auto plan = std::make_shared<Plan>(*now, now->outputs_, std::span<const int32_t>{}, std::span<const NodeOutput>{}, true);
    if (now != first) {
      MemoryPlan memory = plan_memory(*now);
      plan->buffer_of = std::move(memory.buffer_of);
      plan->buffer_bytes = std::move(memory.buffer_bytes);
      plan->buffers.resize(plan->buffer_bytes.size());
    }
    plan->graph = std::move(now);
    plan->feed_of_input = std::move(feed_of_input);
    return plan;
  }

 private:
  /// A node whose gradient is in the graph: its inputs as tensors of their own (the same one may come in twice), and the tape of that gradient.
  struct Followed {
    std::vector<Tensor> inputs;
    std::unique_ptr<Tape> tape;   // of a reverse node: follows what it reverses
  };

  void run_step(const Plan::Step& step) {
    const Node& n = graph_.node(step.node);
    Tensor* out = slots_.data() + n.first_slot;
    switch (n.kind) {
      case NodeKind::placeholder:
        if (*out) return;
        if (n.inputs.empty()) throw missing_feed(n);
        *out = slots_[static_cast<size_t>(step.in[0])];
        return;
      case NodeKind::constant: *out = n.value; return;
      case NodeKind::capture:
        if (!*out) *out = n.value;
        check_has_value(*out);
        return;
      case NodeKind::no_op: return;
      default: break;
    }
    InlineVector<Tensor, 4> in;
    for (int32_t s : step.in) in.push_back(slots_[static_cast<size_t>(s)]);
    if (runtime().observer) runtime().observer->node_begins(graph_, n);
    Tensors outputs;
    if (!step.followed_by.empty() && !runtime().tracer) outputs = run_followed(step, n, in);
    else outputs = run_node(step.node, n, in);
    for (size_t i = 0; i < outputs.size(); ++i) out[i] = std::move(outputs[i]);
  }

  Tensors run_node(int32_t index, const Node& n, std::span<const Tensor> in) {
    if (n.kind == NodeKind::op && n.op->stateful && n.attrs.has("seeds") && !runtime().tracer) {
      Attrs attrs = n.attrs;
      attrs.set("reserved", n.drawn ? static_cast<int64_t>(*n.drawn) : int64_t{0});
      Tensors outputs = apply(*n.op, in, attrs);
      constexpr uint64_t kBlocksPerNumber = 256;   // Source: tensorflow/core/kernels/random_op.cc, PhiloxRandomOp
      if (n.drawn) *n.drawn += kBlocksPerNumber * static_cast<uint64_t>(outputs[0].size());
      return outputs;
    }
    if (n.kind == NodeKind::op) {
      if (listened_to_ || !runtime().tapes.empty()) {
        Tensors outputs = apply(*n.op, in, n.attrs);
        if (runtime().tracer) copies_[index] = GraphTracer::current()->size() - 1;
        return outputs;
      }
      if (runtime().poll) runtime().poll();
      return run_straight(n, in);
    }
    if (n.kind == NodeKind::fused) {
      Tensors outputs(n.outputs.size());
      for (size_t o = 0; o < outputs.size(); ++o) if (n.outputs[o].shape().is_known()) outputs[o] = planned(n, o, n.outputs[o].dtype(), n.outputs[o].shape());
      run_fused(*n.fused, in, {outputs.data(), outputs.size()});
      return outputs;
    }
    if (runtime().tracer) return copy_node(index, n, in);
    if (n.kind == NodeKind::reverse) return run_reverse(index, n, in);
    return run_special(n, in);
  }

  /// run_kernel(), with outputs in the plan's buffers.
  Tensors run_straight(const Node& n, std::span<const Tensor> in) {
    Tensors outputs;
    InferContext infer(*n.op, in, n.attrs);
    n.op->infer(infer);
    bool stored_only = false;
    for (const Tensor& t : in) stored_only |= is_stored_only(t.dtype());
    for (const InferContext::Spec& spec : infer.outputs) stored_only |= is_stored_only(spec.dtype);
    if (stored_only) {   // computed on wider copies
      run_kernel(*n.op, in, n.attrs, outputs);
      return outputs;
    }
    for (size_t o = 0; o < infer.outputs.size(); ++o) {
      const InferContext::Spec& spec = infer.outputs[o];
      if (spec.known_shape && !spec.shape.is_known())   // a file may say so
        throw Error(ErrorKind::invalid_argument, std::string(n.op->name) + ": an attribute gives the shape " + spec.shape.parens() + ", whose sizes are not known");
      outputs.push_back(spec.view ? Tensor::alias(in[0], spec.shape) : spec.known_shape ? planned(n, o, spec.dtype, spec.shape) : Tensor());
    }
    KernelContext kernel(*n.op, in, n.attrs, outputs);
    n.op->kernel(kernel);
    return outputs;
  }

  /// An output to write to: over a buffer of the plan when that is free, else new.
  Tensor planned(const Node& n, size_t output, DType dtype, const Shape& shape) {
    const size_t slot = static_cast<size_t>(n.first_slot) + output;
    const int32_t index = plan_.buffer_of.empty() ? -1 : plan_.buffer_of[slot];
    if (index < 0) return Tensor::empty(dtype, shape);
    const int64_t size = shape.size();
    const size_t bytes = static_cast<size_t>(size) * dtype_size(dtype);
    if (bytes != plan_.buffer_bytes[static_cast<size_t>(index)]) return Tensor::empty(dtype, shape);
    Buffer*& buffer = plan_.buffers[static_cast<size_t>(index)];
    if (buffer && (buffer->references > 1 || buffer->dtype != dtype)) return Tensor::empty(dtype, shape);   // a view of it is still in use
    if (!buffer) {
      buffer = Buffer::make(dtype, size);
      buffer->retain();
    }
    TensorRep* rep = new_tensor_rep(dtype, shape);
    rep->size = size;
    rep->buffer = buffer;
    buffer->retain();
    return Tensor::adopt(rep);
  }

  /// A graph that runs inside a trace becomes part of it, node by node.
  Tensors copy_node(int32_t index, const Node& n, std::span<const Tensor> in) {
    Graph& to = *GraphTracer::current();
    NodeSpec spec = spec_of(n);
    if (n.reverses >= 0) {
      const auto forward = copies_.find(n.reverses);
      if (forward == copies_.end()) throw Error(ErrorKind::invalid_argument, "a gradient is asked for of a node that did not run");
      spec.reverses = forward->second;
    }
    Tensors outputs = add_followed(to, spec, in);
    copies_[index] = to.size() - 1;
    return outputs;
  }

  Followed& followed(int32_t node) {
    const auto found = followed_.find(node);
    if (found == followed_.end()) throw Error(ErrorKind::invalid_argument, "a gradient is asked for of a node that did not run");   // a file may say so
    return found->second;
  }

  Tensors run_followed(const Plan::Step& step, const Node& n, std::span<const Tensor> in) {
    Followed& own = followed_[step.node];
    const Followed* inner = n.reverses >= 0 ? &followed(n.reverses) : nullptr;
    for (size_t i = 0; i < in.size(); ++i) {
      if (inner && i < inner->inputs.size()) own.inputs.push_back(inner->inputs[i]);   // what the node that it reverses ran on
      else own.inputs.push_back(is_followed(in[i].dtype()) ? ops::identity(in[i]) : in[i]);
    }
    {
      Unobserved quiet;
      for (int32_t r : step.followed_by) {
        Followed& follower = followed_[r];
        if (!follower.tape) follower.tape = std::make_unique<Tape>(false, false);
        follower.tape->start();
        for (const Tensor& t : own.inputs) if (is_differentiable(t.dtype())) follower.tape->watch(t);
      }
    }
    Tensors outputs = run_node(step.node, n, own.inputs);
    {
      Unobserved quiet;
      for (int32_t r : step.followed_by) followed_[r].tape->stop();
    }
    return outputs;
  }

  Tensors run_reverse(int32_t index, const Node& n, std::span<const Tensor> in) {
    const Node& forward = graph_.node(n.reverses);
    const Followed& ran = followed(n.reverses);
    std::vector<Tensor> targets, upstream, sources;
    std::vector<size_t> given_as;   // source of each output; the same handle is asked for once
    size_t next = forward.inputs.size();
    for (size_t o = 0; o < forward.outputs.size(); ++o)
      if (is_followed(forward.outputs[o].dtype())) {
        targets.push_back(slots_[static_cast<size_t>(forward.first_slot) + o]);
        upstream.push_back(in[next++]);
      }
    std::vector<bool> repeated;
    for (const Tensor& t : ran.inputs) {
      if (!is_differentiable(t.dtype())) continue;
      repeated.push_back(t.dtype() == DType::resource && std::any_of(sources.begin(), sources.end(), [&](const Tensor& s) { return s.same(t); }));
      sources.push_back(t);
    }
    std::vector<Tensor> results;
    {
      Unobserved quiet;
      results = followed(index).tape->gradient(targets, sources, upstream, true);
      for (size_t i = 0; i < results.size(); ++i) if (repeated[i]) results[i] = ops::constant_like(sources[i], 0);
    }
    Tensors outputs;
    for (Tensor& t : results) outputs.push_back(std::move(t));
    if (runtime().observer) runtime().observer->op_applied(++runtime().op_count, *n.op, in, n.attrs, outputs, {});
    return outputs;
  }

  static Error missing_feed(const Node& n) {
    const Shape& shape = n.outputs[0].shape();
    return Error(ErrorKind::invalid_argument,
                 "You must feed a value for placeholder tensor '" + n.name + "' with dtype " + std::string(dtype_kernel_name(n.outputs[0].dtype())) + (shape.rank() > 0 ? " and shape " + shape.brackets() : "") +
                     "\n\t [[{{node " + n.name + "}}]]",
                 "Give it in feed_dict: the value that is asked for depends on it.");
  }

  const Graph& graph_;
  const Plan& plan_;
  const bool listened_to_;
  std::vector<Tensor> slots_;
  std::map<int32_t, Followed> followed_;
  std::map<int32_t, int32_t> copies_;   // number of a node here → in the graph being traced
};

namespace {

/// The observer hears of the end of a graph that began, also when an error ends it.
struct Told {
  Told(const Graph& g, int64_t round) : graph(g) { runtime().observer->graph_begins(graph, round); }
  ~Told() {
    if (runtime().observer) runtime().observer->graph_ends(graph);
  }
  Told(const Told&) = delete;
  Told& operator=(const Told&) = delete;
  const Graph& graph;
};

}  // namespace

std::vector<Tensor> Graph::call(std::span<const Tensor> given, std::span<const Tensor> captured, int64_t round) const {
  TAPEDECK_ASSERT(given.size() == inputs_.size() && (captured.empty() || captured.size() == captures_.size()), "a graph is called with a value for each input");
  Runtime& rt = runtime();
  const Graph* graph = this;
  if (rt.tapes.empty() && !rt.observer && !rt.tracer) {   // nobody listens: what runs may differ from what was traced
    for (const PassRecord& pass : passes()) if (pass.after) graph = pass.after.get();
  }
  if (!graph->plan_) {
    auto plan = std::make_shared<Plan>(*graph, graph->outputs_, std::span<const int32_t>{}, std::span<const NodeOutput>{}, true);
    if (graph != this) {
      MemoryPlan memory = plan_memory(*graph);
      plan->buffer_of = std::move(memory.buffer_of);
      plan->buffer_bytes = std::move(memory.buffer_bytes);
      plan->buffers.resize(plan->buffer_bytes.size());
    }
    graph->plan_ = std::move(plan);
  }
  const std::shared_ptr<const Plan> plan = graph->plan_;
  const GraphRef kept = const_cast<Graph*>(graph)->weak_from_this().lock();   // a callback may drop the last reference
  Execution execution(*graph, *plan);
  for (size_t i = 0; i < given.size(); ++i) execution.give(graph->node(graph->inputs_[i]).first_slot, given[i]);
  for (size_t i = 0; i < captured.size(); ++i) execution.give(graph->node(graph->captures_[i]).first_slot, captured[i]);
  if (!rt.observer) return execution.run();
  const Told told(*this, round);
  return execution.run();
}

std::vector<Tensor> Graph::run(std::span<const Feed> feeds, std::span<const NodeOutput> fetches, std::span<const int32_t> targets) const {
  const bool unheard = runtime().tapes.empty() && !runtime().observer && !runtime().tracer;
  std::string asked(unheard ? "o" : "");
  const auto add = [&](int32_t a, int32_t b) { asked.append(reinterpret_cast<const char*>(&a), sizeof a).append(reinterpret_cast<const char*>(&b), sizeof b); };
  std::vector<NodeOutput> fed;
  for (const Feed& f : feeds) { fed.push_back(f.to); add(f.to.node, f.to.index); }
  add(-1, 0);
  for (const NodeOutput& o : fetches) add(o.node, o.index);
  add(-1, 1);
  for (int32_t t : targets) add(t, 0);
  std::shared_ptr<const Plan> plan;
  for (const auto& [key, known] : run_plans_) if (key == asked) plan = known;
  if (!plan) {
    if (unheard) plan = Execution::optimized(*this, feeds, fetches, targets);
    if (!plan) plan = std::make_shared<const Plan>(*this, fetches, targets, fed, false);
    constexpr size_t kMostPlans = 64;
    if (run_plans_.size() >= kMostPlans) run_plans_.erase(run_plans_.begin());
    run_plans_.emplace_back(asked, plan);
  }
  if (plan->graph) {
    Execution execution(*plan->graph, *plan);
    for (size_t i = 0; i < plan->feed_of_input.size(); ++i)
      if (plan->feed_of_input[i] >= 0) execution.give(plan->graph->node(plan->graph->inputs()[i]).first_slot, feeds[static_cast<size_t>(plan->feed_of_input[i])].value);
    return execution.run();
  }
  Execution execution(*this, *plan);
  for (const Feed& f : feeds) execution.give(node(f.to.node).first_slot + f.to.index, f.value);
  if (!runtime().observer) return execution.run();
  const Told told(*this, 0);
  return execution.run();
}

}  // namespace tapedeck
