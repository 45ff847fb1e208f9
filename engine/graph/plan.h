// What to run for given fetches, worked out once: the nodes in order, and when each value is used for the last time.
#pragma once

#include "engine/graph/graph.h"

namespace tapedeck {

class Plan {
 public:
  struct Step {
    int32_t node;
    InlineVector<int32_t, 4> in;        ///< slots of the inputs
    std::vector<int32_t> release;       ///< slots that nobody reads after this step
    /// The nodes of kind reverse whose tapes must see this one run, outermost last.
    std::vector<int32_t> followed_by;
  };

  /// `fed`: outputs that the caller gives, behind which nothing needs to run. `whole_function`: nodes with effects run too.
  Plan(const Graph& graph, std::span<const NodeOutput> fetches, std::span<const int32_t> targets, std::span<const NodeOutput> fed, bool whole_function);

  std::vector<Step> steps;
  std::vector<int32_t> fetch_slots;     ///< -1: no tensor
  int32_t slot_count = 0;
  /// Buffers that calls use again and again, by slot (-1: none); see plan_memory(). Empty for plans of single runs.
  std::vector<int32_t> buffer_of;
  std::vector<size_t> buffer_bytes;
  mutable std::vector<Buffer*> buffers;
  /// Of a session's run: the optimised graph that the steps are of, and for each of its inputs the number of the feed (-1: not fed).
  GraphRef graph;
  std::vector<int32_t> feed_of_input;

  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
};

}  // namespace tapedeck
