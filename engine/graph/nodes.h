// What the parts of engine/graph/ share about nodes that are more than a kernel; not for users.
#pragma once

#include "engine/graph/graph.h"

namespace tapedeck {

/// A value whose gradient a node that reverses another one is given.
inline bool is_followed(DType d) { return is_floating(d) || d == DType::variant; }

/// All of a node but its inputs: to add it to another graph.
NodeSpec spec_of(const Node& node);

/// Runs a branch, a loop, a callback or a custom gradient now.
Tensors run_special(const Node& node, std::span<const Tensor> inputs);

/// Adds a node of any kind to the graph being traced, and tells the tapes that are open there that its gradient is a node too.
Tensors add_followed(Graph& graph, const NodeSpec& spec, std::span<const Tensor> inputs);

/// How a tape passes back through node `index` of `graph`: called by tapes while the graph is traced.
std::function<std::vector<Tensor>(std::span<const Tensor>)> reverse_of(Graph& graph, int32_t index, std::span<const Tensor> inputs, std::span<const Tensor> outputs);
/// For an ordinary op: null when its gradient's formula can be traced; else reverse_of(), which finds it when the graph runs.
std::function<std::vector<Tensor>(std::span<const Tensor>)> late_gradient_of(Graph& graph, int32_t index, const Op& op, std::span<const Tensor> inputs, std::span<const Tensor> outputs);
/// The same for a custom gradient: what its graph `backward` computes.
std::function<std::vector<Tensor>(std::span<const Tensor>)> backward_of(const GraphRef& backward, std::span<const Tensor> captures, size_t result_count, size_t input_count);

}  // namespace tapedeck
