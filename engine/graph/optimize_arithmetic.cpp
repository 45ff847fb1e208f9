// Arithmetic simplification: ops that change nothing, or undo one another.
#include <cmath>

#include "engine/graph/optimize.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {

/// Whether all elements of a constant are `value`.
bool is_all(const Graph& g, NodeOutput o, double value) {
  const Node& n = g.node(o.node);
  if (n.kind != NodeKind::constant || !is_numeric(n.value.dtype()) || n.value.size() == 0 || n.value.size() > 64) return false;
  for (int64_t i = 0; i < n.value.size(); ++i) if (n.value.element(i) != value) return false;
  return true;
}

const Node* made_by(const Graph& g, NodeOutput o, const Op& op) {
  const Node& n = g.node(o.node);
  return n.kind == NodeKind::op && n.op == &op ? &n : nullptr;
}

/// The value that node n equals without any work; node -1: none.
NodeOutput same_as(const Graph& g, const Node& n, std::string& why) {
  const Op* op = n.op;
  const auto keeps_shape = [&](NodeOutput o) { return g.tensor(o).shape() == n.outputs[0].shape() && n.outputs[0].shape().is_known(); };
  const auto both_ways = [&](double neutral, bool commutes, const char* text) -> NodeOutput {
    if (is_all(g, n.inputs[1], neutral) && keeps_shape(n.inputs[0])) { why = std::string("x ") + text; return n.inputs[0]; }
    if (commutes && is_all(g, n.inputs[0], neutral) && keeps_shape(n.inputs[1])) { why = std::string(text) + " x"; return n.inputs[1]; }
    return {};
  };
  if (op == &identity_op || op == &stop_gradient_op) { why = "a copy"; return n.inputs[0]; }
  if (op == &add_op) return both_ways(0, true, "+ 0");
  if (op == &subtract_op) return both_ways(0, false, "- 0");
  if (op == &multiply_op) return both_ways(1, true, "* 1");
  if (op == &divide_op) return both_ways(1, false, "/ 1");
  if (op == &pow_op) return both_ways(1, false, "^ 1");
  if (op == &cast_op && g.tensor(n.inputs[0]).dtype() == n.outputs[0].dtype()) { why = "a cast to the same dtype"; return n.inputs[0]; }
  if (op == &negative_op) if (const Node* inner = made_by(g, n.inputs[0], negative_op)) { why = "-(-x)"; return inner->inputs[0]; }
  if (op == &logical_not_op) if (const Node* inner = made_by(g, n.inputs[0], logical_not_op)) { why = "not not x"; return inner->inputs[0]; }
  if ((op == &reshape_op || op == &broadcast_to_op || op == &sum_to_shape_op) && keeps_shape(n.inputs[0])) { why = "it has that shape already"; return n.inputs[0]; }
  if (op == &add_n_op && n.inputs.size() == 1) { why = "a sum of one"; return n.inputs[0]; }
  if (op == &transpose_op && n.attrs.has("perm")) {
    const auto& perm = n.attrs.integers("perm");
    bool still = true;
    for (size_t i = 0; i < perm.size(); ++i) still = still && perm[i] == static_cast<int64_t>(i);
    if (still) { why = "axes in the order they had"; return n.inputs[0]; }
    if (const Node* inner = made_by(g, n.inputs[0], transpose_op); inner && inner->attrs.has("perm")) {
      const auto& first = inner->attrs.integers("perm");
      bool back = first.size() == perm.size();
      for (size_t i = 0; i < perm.size() && back; ++i) back = perm[i] >= 0 && first[static_cast<size_t>(perm[i])] == static_cast<int64_t>(i);
      if (back) { why = "a transpose put back"; return inner->inputs[0]; }
    }
  }
  return {};
}

}  // namespace

PassRecord simplify_arithmetic(const Graph& g) {
  PassRecord record{"arithmetic simplification", g.size(), 0, {}, nullptr};
  GraphEditor edit(g);
  for (int32_t i = 0; i < g.size(); ++i) {
    const Node& n = g.node(i);
    std::string why;
    if (n.kind == NodeKind::op && !edit.is_pinned(i) && n.outputs.size() == 1)
      // A variable's handle is no value, and what a function returns is a tensor of its own.
      if (const NodeOutput same = same_as(g, n, why); same.node >= 0) {
        edit.replace({i, 0}, edit.now(same));
        record.changes.push_back(n.name + " (" + n.type() + "): " + why);
        continue;
      }
    edit.copy(i);
  }
  record.after = edit.finish();
  record.nodes_after = record.after->size();
  return record;
}

}  // namespace tapedeck
