#include "engine/graph/plan.h"

#include <algorithm>

namespace tapedeck {

Plan::Plan(const Graph& graph, std::span<const NodeOutput> fetches, std::span<const int32_t> targets, std::span<const NodeOutput> fed, bool whole_function) {
  slot_count = graph.slot_count_;
  std::vector<bool> needed(static_cast<size_t>(graph.size())), is_fed(static_cast<size_t>(slot_count));
  const auto slot = [&](NodeOutput o) { return graph.node(o.node).first_slot + o.index; };
  for (const NodeOutput& o : fed) is_fed[static_cast<size_t>(slot(o))] = true;
  const auto need = [&](NodeOutput o) { if (o.node >= 0 && !is_fed[static_cast<size_t>(slot(o))]) needed[static_cast<size_t>(o.node)] = true; };
  for (const NodeOutput& o : fetches) need(o);
  for (int32_t n : targets) needed[static_cast<size_t>(n)] = true;
  for (int32_t i = graph.size(); i-- > 0;) {
    const Node& n = graph.node(i);
    if (whole_function && n.must_run()) needed[static_cast<size_t>(i)] = true;
    if (!needed[static_cast<size_t>(i)]) continue;
    for (const NodeOutput& o : n.inputs) need(o);
    for (int32_t c : n.control) needed[static_cast<size_t>(c)] = true;
    if (n.reverses >= 0) needed[static_cast<size_t>(n.reverses)] = true;
  }

  std::vector<int32_t> last_use(static_cast<size_t>(slot_count), -1);
  std::vector<int32_t> step_of(static_cast<size_t>(graph.size()), -1);
  for (int32_t i = 0; i < graph.size(); ++i) {
    if (!needed[static_cast<size_t>(i)]) continue;
    const Node& n = graph.node(i);
    Step step{i, {}, {}, {}};
    const auto at = static_cast<int32_t>(steps.size());
    step_of[static_cast<size_t>(i)] = at;
    for (size_t o = 0; o < n.outputs.size(); ++o) last_use[static_cast<size_t>(n.first_slot) + o] = at;
    for (const NodeOutput& o : n.inputs) {
      step.in.push_back(slot(o));
      last_use[static_cast<size_t>(slot(o))] = at;
    }
    if (n.kind == NodeKind::reverse) {
      const Node& forward = graph.node(n.reverses);
      for (size_t o = 0; o < forward.outputs.size(); ++o) last_use[static_cast<size_t>(forward.first_slot) + o] = at;
      // Its tape sees the node that it reverses and, when that is a gradient itself, all that this one reverses.
      for (int32_t f = n.reverses; f >= 0; f = graph.node(f).reverses) steps[static_cast<size_t>(step_of[static_cast<size_t>(f)])].followed_by.push_back(i);
    }
    steps.push_back(std::move(step));
  }
  for (const NodeOutput& o : fetches) {
    fetch_slots.push_back(o.node < 0 ? -1 : slot(o));
    if (o.node >= 0) last_use[static_cast<size_t>(slot(o))] = -1;
  }
  for (int32_t s = 0; s < slot_count; ++s)
    if (last_use[static_cast<size_t>(s)] >= 0) steps[static_cast<size_t>(last_use[static_cast<size_t>(s)])].release.push_back(s);
}

Plan::~Plan() {
  for (Buffer* b : buffers) if (b) b->release();
}

}  // namespace tapedeck
