#include "engine/graph/optimize.h"

#include <algorithm>

#include "engine/graph/control_flow.h"

namespace tapedeck {

namespace {

void infer_never(InferContext&) {}
void kernel_never(KernelContext&) {}
const Op fused_op = {.name = "fused", .type = "_FusedElementwise", .formula = "y = several element-wise ops in one pass over memory", .gradient_text = "", .min_inputs = 0, .max_inputs = -1,
                     .infer = infer_never, .kernel = kernel_never};

}  // namespace

std::vector<PassRecord> optimize(const Graph& graph) {
  std::vector<PassRecord> records;
  if (graph.size() < 2) return records;
  const Graph* now = &graph;
  const auto pass = [&](PassRecord record) {
    if (record.changes.empty()) return false;
    now = record.after.get();
    records.push_back(std::move(record));
    return true;
  };
  constexpr int kMostRounds = 3;   // one pass may make work for another
  for (int round = 0; round < kMostRounds; ++round) {
    bool changed = pass(fold_constants(*now));
    changed |= pass(simplify_arithmetic(*now));
    changed |= pass(merge_common_subexpressions(*now));
    changed |= pass(remove_dead_code(*now));
    if (!changed) break;
  }
  pass(fuse_element_wise(*now));
  PassRecord memory = memory_record(*now);
  if (!memory.changes.empty()) {
    memory.after = records.empty() ? nullptr : records.back().after;
    records.push_back(std::move(memory));
  }
  return records;
}

GraphEditor::GraphEditor(const Graph& from)
    : from_(from), to_(Graph::make(from.name(), from.is_function())), map_(static_cast<size_t>(from.slot_count_)), node_map_(static_cast<size_t>(from.size()), -1), pinned_(static_cast<size_t>(from.size())) {
  for (int32_t i = 0; i < from.size(); ++i) {
    const Node& n = from.node(i);
    const auto at = static_cast<size_t>(i);
    if (n.kind != NodeKind::op && n.kind != NodeKind::constant) pinned_[at] = true;
    if (n.is_stateful() || !n.control.empty() || n.reverses >= 0) pinned_[at] = true;
    for (int32_t c : n.control) pinned_[static_cast<size_t>(c)] = true;
    if (n.reverses >= 0) pinned_[static_cast<size_t>(n.reverses)] = true;
  }
}

bool GraphEditor::is_output(NodeOutput o) const { return std::find(from_.outputs().begin(), from_.outputs().end(), o) != from_.outputs().end(); }

void GraphEditor::copy(int32_t old) {
  const Node& n = from_.node(old);
  auto made = std::make_unique<Node>(n);
  const int32_t index = to_->size();
  node_map_[static_cast<size_t>(old)] = index;
  for (NodeOutput& o : made->inputs) o = now(o);
  for (int32_t& c : made->control) c = node_map_[static_cast<size_t>(c)];
  if (n.reverses >= 0) made->reverses = node_map_[static_cast<size_t>(n.reverses)];
  made->first_slot = to_->slot_count_;
  made->outputs.clear();
  to_->by_name_[n.name] = index;
  Node& kept = *made;
  to_->nodes_.push_back(std::move(made));
  for (size_t i = 0; i < n.outputs.size(); ++i) {
    const NodeOutput o{index, static_cast<int32_t>(i)};
    replace({old, static_cast<int32_t>(i)}, o);
    if (n.outputs[i].variable()) {
      kept.outputs.push_back(n.outputs[i]);
      ++to_->slot_count_;
      to_->by_id_[n.outputs[i].id()] = o;
      continue;
    }
    const Tensor t = to_->add_output(kept, n.outputs[i].dtype(), n.outputs[i].shape());
    if (const Tensor v = from_.known_value(n.outputs[i])) to_->values_[t.id()] = v;
    if (const Shape* s = from_.sizes_in(n.outputs[i])) to_->sizes_[t.id()] = *s;
  }
  if (n.kind == NodeKind::placeholder && n.inputs.empty()) to_->inputs_.push_back(index);
  if (n.kind == NodeKind::capture) to_->captures_.push_back(index);
}

NodeOutput GraphEditor::constant(const Tensor& value, const std::string& name, int32_t line) {
  to_->name_next(name + "/");
  const NodeOutput o = to_->output_of(to_->constant(value));
  to_->node(o.node).line = line;
  return o;
}

int32_t GraphEditor::fused(FusedProgram program, std::span<const NodeOutput> inputs, std::span<const Tensor> outputs, const std::string& name, int32_t line) {
  to_->name_next(name + "/");
  Node& n = to_->add_node(NodeKind::fused, fused_op, {});
  n.control.clear();
  n.line = line;
  for (const NodeOutput& o : inputs) n.inputs.push_back(o);
  for (const Tensor& t : outputs) to_->add_output(n, t.dtype(), t.shape());
  n.fused = std::make_shared<const FusedProgram>(std::move(program));
  return to_->size() - 1;
}

GraphRef GraphEditor::finish() {
  for (const NodeOutput& o : from_.outputs()) to_->outputs_.push_back(now(o));
  return to_;
}

}  // namespace tapedeck
