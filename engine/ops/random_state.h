// The global random state of a run: tf.random.set_seed and what eager random ops draw their seeds from.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace tapedeck {

/// A fresh run whose unseeded ops are deterministic all the same: they draw from a stream that begins at `seed`.
void reset_random_state(uint64_t seed);
/// tf.random.set_seed: the global seed; op seeds start again.
void set_global_seed(int64_t seed);
/// The pair of seeds for the next random op, as TensorFlow's eager mode chooses it: with a global seed and no op seed, the op seed is the next number
/// of Python's random.Random(global seed). Source: tensorflow/python/framework/random_seed.py, get_seed, and eager/context.py, _internal_operation_seed.
std::pair<int64_t, int64_t> next_op_seeds(std::optional<int64_t> op_seed);
/// The same for a node of a graph: there the op seed of an op that has none of its own is the number of such ops before it in the graph, `used`.
/// Source: random_seed.py, get_seed and _graph_to_seed_dict.
std::pair<int64_t, int64_t> node_seeds(std::optional<int64_t> op_seed, int64_t& used);

}  // namespace tapedeck
