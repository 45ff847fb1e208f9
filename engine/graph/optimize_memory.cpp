// A static memory plan: values whose sizes are known and whose lives do not overlap share a buffer, which the plan keeps from call to call.
#include <algorithm>

#include "engine/graph/optimize.h"
#include "engine/graph/plan.h"

namespace tapedeck {

MemoryPlan plan_memory(const Graph& g) {
  MemoryPlan memory;
  const Plan plan(g, g.outputs(), {}, {}, true);
  memory.buffer_of.assign(static_cast<size_t>(plan.slot_count), -1);
  std::vector<bool> is_output(static_cast<size_t>(plan.slot_count));
  for (int32_t s : plan.fetch_slots) if (s >= 0) is_output[static_cast<size_t>(s)] = true;
  std::vector<int32_t> free_buffers;
  constexpr size_t kSmallest = 256;   // below, an allocation costs no more than the bookkeeping
  for (const Plan::Step& step : plan.steps) {
    const Node& n = g.node(step.node);
    if (n.kind == NodeKind::fused || (n.kind == NodeKind::op && !n.op->stateful))
      for (size_t o = 0; o < n.outputs.size(); ++o) {
        const auto slot = static_cast<size_t>(n.first_slot) + o;
        const Tensor& t = n.outputs[o];
        if (is_output[slot] || !t.shape().is_known() || dtype_size(t.dtype()) == 0) continue;
        const size_t bytes = static_cast<size_t>(t.size()) * dtype_size(t.dtype());
        if (bytes < kSmallest) continue;
        memory.bytes_without += bytes;
        // The smallest free buffer of the same size class: a buffer serves one size, so that a tensor over it is exactly as long.
        auto best = std::find_if(free_buffers.begin(), free_buffers.end(), [&](int32_t b) { return memory.buffer_bytes[static_cast<size_t>(b)] == bytes; });
        if (best == free_buffers.end()) {
          memory.buffer_of[slot] = static_cast<int32_t>(memory.buffer_bytes.size());
          memory.buffer_bytes.push_back(bytes);
        } else {
          memory.buffer_of[slot] = *best;
          free_buffers.erase(best);
        }
      }
    for (int32_t s : step.release) if (memory.buffer_of[static_cast<size_t>(s)] >= 0) free_buffers.push_back(memory.buffer_of[static_cast<size_t>(s)]);
  }
  return memory;
}

PassRecord memory_record(const Graph& g) {
  PassRecord record{"static memory plan", g.size(), g.size(), {}, nullptr};
  const MemoryPlan memory = plan_memory(g);
  size_t bytes = 0;
  for (size_t b : memory.buffer_bytes) bytes += b;
  if (memory.bytes_without == 0) return record;
  record.changes.push_back(std::to_string(memory.buffer_bytes.size()) + " buffers of " + std::to_string(bytes) + " bytes together hold values of " + std::to_string(memory.bytes_without) + " bytes");
  for (int32_t i = 0; i < g.size(); ++i)
    for (size_t o = 0; o < g.node(i).outputs.size(); ++o)
      if (const int32_t b = memory.buffer_of[static_cast<size_t>(g.node(i).first_slot) + o]; b >= 0) record.changes.push_back(g.tensor_name({i, static_cast<int32_t>(o)}) + " in buffer " + std::to_string(b));
  return record;
}

}  // namespace tapedeck
