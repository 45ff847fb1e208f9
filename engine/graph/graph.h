// A graph: the ops of a traced function, or of a TensorFlow 1 program, as nodes that can be run, differentiated, optimised, saved and shown.
//
// How one is made: a Graph, a GraphTracer on it (engine/graph/tracer.h), then ops as usual; each call of apply() adds a node and returns symbolic tensors.
// How it is run: call() as a function, run() as a TensorFlow 1 session does. With a tape, an observer or another tracer active every node passes apply()
// again, so that they see the inner ops; else a plan made once runs the kernels (engine/graph/plan.h).
//
// Nodes stand in the order in which they were made, which is an order in which they can run: inputs and control inputs come before. Ops with effects keep
// that order. A subgraph (a branch, the body of a loop) is a Graph of its own; what it uses from outside are its captures, which become inputs of the node.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/id_map.h"

namespace tapedeck {

class Graph;
class Plan;
struct FusedProgram;
using GraphRef = std::shared_ptr<Graph>;

/// An output of a node: what TensorFlow writes as "name:index". node -1: none.
struct NodeOutput {
  int32_t node = -1, index = 0;
  friend bool operator==(const NodeOutput&, const NodeOutput&) = default;
};

/// What a node calls that the engine cannot know: Python's print, py_function, numpy_function.
struct NodeCall {
  std::function<std::vector<Tensor>(std::span<const Tensor> inputs)> run;
  bool stateful = true;
  bool differentiable = false;   ///< the ops that run() applies are followed by tapes
};

enum class NodeKind : uint8_t {
  op,               ///< a kernel: everything in op_list.h
  placeholder,      ///< fed by the caller
  constant,
  capture,          ///< an eager tensor or the handle of a variable, from outside
  branch,           ///< If and Case: graphs are the branches
  loop,             ///< While: graphs are condition and body
  call,             ///< NodeCall
  custom_gradient,  ///< passes its first inputs on; graphs[0] computes what goes back
  reverse,          ///< the gradient of the node `reverses`
  fused,            ///< several element-wise ops in one pass over memory; made by the optimiser
  no_op,            ///< only there for its control inputs (tf.group, tf.no_op)
};

struct Node {
  NodeKind kind = NodeKind::op;
  const Op* op = nullptr;
  std::string name;                         ///< unique in the graph: "conv2/Conv2D", "Add_1"
  Attrs attrs;
  InlineVector<NodeOutput, 3> inputs;
  std::vector<int32_t> control;             ///< nodes that run before this one though it reads nothing of them
  InlineVector<Tensor, 1> outputs;          ///< symbolic tensors; of a captured handle, the handle
  Tensor value;                             ///< of a constant or a capture (symbolic: a tensor of the graph around this one)
  std::vector<GraphRef> graphs;
  std::shared_ptr<const NodeCall> call;
  int32_t reverses = -1;
  int32_t line = 0;                         ///< of the learner's program; 0: unknown
  int32_t first_slot = 0;                   ///< number of output 0 among all outputs of the graph
  std::shared_ptr<const FusedProgram> fused;
  std::shared_ptr<uint64_t> drawn;          ///< of a random op: blocks of its stream that earlier runs took

  const char* type() const { return op->type; }
  bool is_stateful() const;                 ///< has an effect, or sees one: kept in order, never merged or removed unasked
  bool must_run() const;                    ///< a function runs it even if nothing needs its outputs: assignments, prints, assertions
};

/// What to add to a graph. Only `op` is needed for kind op.
struct NodeSpec {
  NodeKind kind = NodeKind::op;
  const Op* op = nullptr;
  Attrs attrs = {};
  std::vector<GraphRef> graphs = {};
  std::shared_ptr<const NodeCall> call = nullptr;
  int32_t reverses = -1;
  std::vector<std::pair<DType, Shape>> outputs = {};   ///< what it gives
};

/// What an optimising pass did (engine/graph/optimize.h), and the graph after it.
struct PassRecord {
  std::string pass;                  ///< "constant folding"
  int nodes_before = 0, nodes_after = 0;
  std::vector<std::string> changes;  ///< "add_1: merged with add"
  GraphRef after;
};

class Graph : public std::enable_shared_from_this<Graph> {
 public:
  /// `is_function`: tensors of other graphs are captured when they are used here; a TensorFlow 1 graph refuses them.
  static GraphRef make(std::string name = {}, bool is_function = true) { return GraphRef(new Graph(std::move(name), is_function)); }
  /// The first function of a saved file (engine/graph/save.h), with variables of its own.
  static GraphRef load(std::string_view bytes);
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  bool is_function() const { return is_function_; }

  // ---- Making ----

  /// A value that the caller gives; the inputs of a function are its placeholders in order.
  Tensor placeholder(DType dtype, const Shape& shape, const std::string& name = {});
  /// A placeholder that has a value of its own when it is not fed (tf.compat.v1.placeholder_with_default).
  Tensor placeholder_with_default(const Tensor& otherwise, const Shape& shape, const std::string& name = {});
  Tensor constant(const Tensor& value, const std::string& name = {});
  /// The handle of a variable or an eager tensor from outside, or a tensor of the graph around this one; the same symbolic tensor each time.
  /// A handle is returned as it is: it stands for itself in every graph.
  Tensor capture(const Tensor& outer, const std::string& name = {});
  /// Adds a node of any kind; `inputs` may be eager, symbolic or from outside (captured then). Tapes are told by those who need it (see control_flow.h).
  Tensors add(const NodeSpec& spec, std::span<const Tensor> inputs);
  /// A node without outputs that waits for others. Returns its number.
  int32_t no_op(std::span<const int32_t> control, const std::string& name = {});
  /// A tensor may be no tensor (a gradient that is None).
  void set_outputs(std::vector<Tensor> outputs);

  // ---- Names. Source: tensorflow/python/framework/ops.py, Graph.unique_name and Graph.name_scope ----

  /// "name", "name_1", …, inside the current scope.
  std::string unique_name(const std::string& name, bool mark_as_used = true);
  /// Opens a scope and returns it ("outer/conv2"), unique like a node's name; one that ends with "/" is entered again as it is; "" leaves all scopes.
  std::string enter_scope(const std::string& name);
  void leave_scope();
  const std::string& scope() const { return scopes_.back(); }
  /// The name of the next node (one only); one that ends with "/" is taken as it is, without the scope and the slash.
  void name_next(std::string name) { next_name_ = std::move(name); }

  /// Every node made until the matching leave_control() runs after these (tf.control_dependencies). An empty list: after none of those outside.
  void enter_control(std::vector<int32_t> nodes, bool clear = false);
  void leave_control();
  std::vector<int32_t> control_now() const;

  // ---- Asking ----

  int32_t size() const { return static_cast<int32_t>(nodes_.size()); }
  const Node& node(int32_t i) const { return *nodes_[static_cast<size_t>(i)]; }
  Node& node(int32_t i) { return *nodes_[static_cast<size_t>(i)]; }
  int32_t find(std::string_view name) const;   ///< number of a node; -1: none
  /// The output that a symbolic tensor stands for, or a captured handle or constant; node -1: not of this graph.
  NodeOutput output_of(const Tensor& tensor) const;
  Tensor tensor(NodeOutput output) const { return output.node < 0 ? Tensor() : node(output.node).outputs[static_cast<size_t>(output.index)]; }
  /// The graph of a symbolic tensor that is alive, or null.
  static Graph* of(const Tensor& symbolic);
  /// "add_1:0".
  std::string tensor_name(NodeOutput output) const { return node(output.node).name + ":" + std::to_string(output.index); }
  /// The value of a tensor where it is known while tracing: constants, shapes, and what follows from them. No tensor: unknown.
  Tensor known_value(const Tensor& tensor) const;
  const Shape* sizes_in(const Tensor& vector) const;

  std::span<const int32_t> inputs() const { return inputs_; }        ///< placeholders
  std::span<const NodeOutput> outputs() const { return outputs_; }   ///< of a function; node -1: no tensor
  /// What it uses from outside, in order of first use: nodes of kind capture.
  std::span<const int32_t> captures() const { return captures_; }
  bool has_effects() const;                                          ///< any node that must run

  // ---- Running (execute.cpp) ----

  /// Runs it as a function: `inputs` for inputs(), `captures` (if given) instead of the captured values.
  std::vector<Tensor> call(std::span<const Tensor> inputs, std::span<const Tensor> captures = {}, int64_t round = 0) const;
  struct Feed {
    NodeOutput to;
    Tensor value;
  };
  /// Runs what `fetches` and `targets` (nodes) need, as tf.compat.v1.Session.run.
  /// Errors    InvalidArgument "You must feed a value for placeholder tensor 'x' with dtype float and shape [2]"
  std::vector<Tensor> run(std::span<const Feed> feeds, std::span<const NodeOutput> fetches, std::span<const int32_t> targets = {}) const;

  /// Symbolic derivatives of the sum of `ys` by each of `xs` (symbolic tensors or handles of variables), as nodes under the scope "gradients"; no tensor where
  /// there is none. `grad_ys`: empty, or one per y. The graph must be the one being traced. Source: tensorflow/python/ops/gradients_util.py.
  std::vector<Tensor> gradients(std::span<const Tensor> ys, std::span<const Tensor> xs, std::span<const Tensor> grad_ys = {}, const std::string& name = "gradients");

  /// What the optimiser makes of it, pass by pass, the first time that it is asked; the last graph is what call() runs when nobody listens.
  const std::vector<PassRecord>& passes() const;

  // ---- Showing (text.cpp) ----

  /// One line per node: "c = AddV2(a, b)  float32 (2, 3)", subgraphs indented.
  std::string text() const;
  /// The same for Graphviz.
  std::string dot() const;

  /// Takes what tf.print writes in a graph that was loaded from a file; set by whoever runs it. May be empty.
  static std::function<void(std::string_view)>& printer();
  /// Says where the program stands now, for Node::line; set by whoever runs programs. May be null.
  static int (*line_of_program)();

 private:
  friend class GraphTracer;
  friend class Plan;
  friend class Execution;
  friend class GraphEditor;
  friend class ProgramReader;
  Graph(std::string name, bool is_function);
  Node& add_node(NodeKind kind, const Op& op, const std::string& wanted_name);
  Tensor add_output(Node& node, DType dtype, const Shape& shape);
  NodeOutput input_for(const Tensor& tensor);
  void learn(const Node& node, std::span<const Tensor> inputs);
  void changed();

  std::string name_;
  bool is_function_;
  std::weak_ptr<Graph> traced_in_;                   // the graph that was being traced when this one was
  uint64_t first_id_;                                // eager tensors with a smaller id come from outside
  std::vector<std::unique_ptr<Node>> nodes_;
  int32_t slot_count_ = 0;
  std::vector<int32_t> inputs_, captures_;
  std::vector<NodeOutput> outputs_;
  std::unordered_map<std::string, int32_t> by_name_;
  IdMap<NodeOutput> by_id_;                          // symbolic tensors of ours; eager ones and outer ones that became constants and captures
  std::unordered_map<uint64_t, Tensor> values_;      // what is known, by symbolic id
  std::unordered_map<uint64_t, Shape> sizes_;
  std::unordered_map<std::string, int> names_in_use_;
  std::vector<std::string> scopes_{std::string()};
  std::vector<std::pair<std::vector<int32_t>, bool>> control_;
  std::string next_name_;
  int64_t op_seeds_used_ = 0;                        // by random ops without a seed of their own
  mutable std::shared_ptr<const Plan> plan_;         // of call()
  mutable std::optional<std::vector<PassRecord>> passes_;
  mutable std::vector<std::pair<std::string, std::shared_ptr<const Plan>>> run_plans_;   // of run(), by what was asked
};

}  // namespace tapedeck
