// Branches, loops and calls that work anywhere: inside a trace they become nodes, else they run at once. Tapes follow them through their ops when they run,
// and through one node for the whole gradient inside a graph: it uses the tape that the forward node kept in the same run, so nothing runs twice.
//
// Subgraphs are made by the caller: a Graph, its placeholders, a GraphTracer, the ops, set_outputs(). What they capture is found and passed by itself.
#pragma once

#include "engine/graph/graph.h"

namespace tapedeck {

/// tf.cond on a traced predicate. The branches take `args` (usually none: they capture) and have outputs of the same number and dtypes.
/// Source: tensorflow/python/ops/cond_v2.py. Type "If", or "StatelessIf" when no branch has an effect.
std::vector<Tensor> if_else(const Tensor& predicate, const GraphRef& then_branch, const GraphRef& else_branch, std::span<const Tensor> args = {}, const std::string& name = "cond");

/// tf.switch_case: an index outside runs the last branch. Source: cond_v2.py, indexed_case. Type "Case".
std::vector<Tensor> switch_case(const Tensor& index, std::span<const GraphRef> branches, std::span<const Tensor> args = {}, const std::string& name = "case");

/// tf.while_loop. `condition` and `body` have one placeholder per loop variable (its shape is the variable's shape invariant); `maximum_iterations` < 0: none.
/// Source: tensorflow/python/ops/while_v2.py.
/// Errors    ValueError "Input tensor 'x:0' enters the loop with shape (1,), but has shape (2,) after one iteration. …"
std::vector<Tensor> while_loop(const GraphRef& condition, const GraphRef& body, std::span<const Tensor> variables, int64_t maximum_iterations = -1, const std::string& name = "while");

/// A node that calls back (tf.print, tf.py_function, tf.numpy_function): `outputs` are the dtypes and shapes that it promises. `type` names it as TensorFlow
/// does ("EagerPyFunc", "PyFunc", "PrintV2", "Assert"); see call_op().
Tensors call_back(const Op& op, std::shared_ptr<const NodeCall> call, std::span<const Tensor> inputs, std::vector<std::pair<DType, Shape>> outputs, const Attrs& attrs = {});
/// The op record for callbacks of that TensorFlow type; made on first use, lives as long as the program.
const Op& call_op(const std::string& type);

/// tf.custom_gradient: `results` computed from `args` get their gradients from `backward`, a graph with one placeholder per result (its upstream gradient) and
/// one output per argument (no tensor: None). Returns the results anew. Inside a trace and outside. Source: custom_gradient.py, _graph_mode_decorator ("IdentityN").
Tensors with_custom_gradient(std::span<const Tensor> results, std::span<const Tensor> args, const GraphRef& backward);

/// Whether a predicate counts as true. Source: tensorflow/core/kernels/functional_ops.cc, ToBool.
bool is_true(const Tensor& predicate);

extern const Op placeholder_op, placeholder_with_default_op, const_op, capture_op, no_op_op, if_op, stateless_if_op, case_op, stateless_case_op, while_op, stateless_while_op, custom_gradient_op, symbolic_gradient_op;

}  // namespace tapedeck
