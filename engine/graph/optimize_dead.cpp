// Dead code: nodes that neither an output nor an effect needs.
#include "engine/graph/optimize.h"
#include "engine/graph/plan.h"

namespace tapedeck {

PassRecord remove_dead_code(const Graph& g) {
  PassRecord record{"dead code", g.size(), 0, {}, nullptr};
  GraphEditor edit(g);
  const Plan plan(g, g.outputs(), {}, {}, true);
  size_t next = 0;
  for (int32_t i = 0; i < g.size(); ++i) {
    const bool needed = next < plan.steps.size() && plan.steps[next].node == i;
    if (needed) ++next;
    const NodeKind kind = g.node(i).kind;
    if (needed || kind == NodeKind::placeholder || kind == NodeKind::capture) { edit.copy(i); continue; }
    record.changes.push_back(g.node(i).name + " (" + g.node(i).type() + ") is not needed");
  }
  record.after = edit.finish();
  record.nodes_after = record.after->size();
  return record;
}

}  // namespace tapedeck
