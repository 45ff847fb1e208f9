// What makes a graph faster before it runs unobserved: passes, one a file, each a graph in and a new graph out with a record of what it did.
//
// A pass may change neither the inputs, captures and outputs of the graph nor the order of effects; values stay within 4 ulp of the unoptimised graph. Nodes
// that a reverse node refers to, and nodes in control inputs, stay as they are. Source of the selection: tensorflow/core/grappler/optimizers.
#pragma once

#include "engine/graph/graph.h"

namespace tapedeck {

/// All passes in order. Empty when there was nothing to do.
std::vector<PassRecord> optimize(const Graph& graph);

/// Shapes, sizes and whatever follows from constants becomes a constant (optimize_fold.cpp).
PassRecord fold_constants(const Graph& graph);
/// x + 0, x · 1, -(-x), a transpose of a transpose, identities … go (optimize_arithmetic.cpp).
PassRecord simplify_arithmetic(const Graph& graph);
/// The same op on the same inputs is computed once (optimize_common.cpp).
PassRecord merge_common_subexpressions(const Graph& graph);
/// What no output and no effect needs goes (optimize_dead.cpp).
PassRecord remove_dead_code(const Graph& graph);
/// Element-wise ops that feed one another become one pass over memory (optimize_fuse.cpp).
PassRecord fuse_element_wise(const Graph& graph);

/// Which buffer each value of known size may use, so that values that are never needed at the same time share one (optimize_memory.cpp).
struct MemoryPlan {
  std::vector<int32_t> buffer_of;      ///< by slot; -1: allocated when needed (an output, or of unknown size)
  std::vector<size_t> buffer_bytes;
  size_t bytes_without = 0;            ///< the sum over all values that have a buffer
};
MemoryPlan plan_memory(const Graph& graph);
/// The same as a record, for showing: the graph does not change.
PassRecord memory_record(const Graph& graph);

/// Several element-wise ops as one node: what a node of kind fused does.
struct FusedProgram {
  struct Step {
    const Op* op;
    int32_t a, b;        ///< values: inputs first, then the results of the steps; b -1: unary
    std::string name;    ///< of the node that it was
  };
  int32_t input_count = 0;
  std::vector<Step> steps;
  std::vector<int32_t> outputs;   ///< numbers of steps
};
/// Computes the outputs in blocks that stay in the cache: the same loops, so the same bits, as op by op.
void run_fused(const FusedProgram& program, std::span<const Tensor> inputs, std::span<Tensor> outputs);

/// Writes the new graph of a pass: walk the old nodes in order; copy() those that stay, replace() what others should read instead.
class GraphEditor {
 public:
  explicit GraphEditor(const Graph& from);
  const Graph& from() const { return from_; }
  /// Copies a node (its inputs as replaced so far).
  void copy(int32_t old);
  /// Whoever reads `old` will read `now` (of the new graph).
  void replace(NodeOutput old, NodeOutput now) { map_[slot(old)] = now; }
  NodeOutput now(NodeOutput old) const { return old.node < 0 ? old : map_[slot(old)]; }
  NodeOutput constant(const Tensor& value, const std::string& name, int32_t line);
  /// A node of kind fused; returns its number.
  int32_t fused(FusedProgram program, std::span<const NodeOutput> inputs, std::span<const Tensor> outputs, const std::string& name, int32_t line);
  GraphRef finish();

  /// Whether node i must stay as it is: has effects, is waited for or waits, is reversed or reverses.
  bool is_pinned(int32_t i) const { return pinned_[static_cast<size_t>(i)]; }
  bool is_output(NodeOutput o) const;

 private:
  size_t slot(NodeOutput o) const { return static_cast<size_t>(from_.node(o.node).first_slot + o.index); }
  const Graph& from_;
  GraphRef to_;
  std::vector<NodeOutput> map_;
  std::vector<int32_t> node_map_;
  std::vector<bool> pinned_;
};

}  // namespace tapedeck
