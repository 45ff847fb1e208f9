// While one of these lives, ops become nodes of its graph instead of running. They nest: the branches of a conditional are traced inside a function.
//
// Shapes: each node gets what the op's own rule infers from what is known (axes of -1 are unknown). Where not even the rank of an input is known, the rule is
// tried with every rank, and what all the answers agree on is kept. Small values that follow from constants and known shapes are known to the rules too, as
// in TensorFlow's shape inference (tensorflow/core/common_runtime/eval_const_tensor.cc).
#pragma once

#include "engine/graph/graph.h"

namespace tapedeck {

class GraphTracer : public Tracer {
 public:
  /// Tapes that are open outside are paused: a tape opened inside records symbolic ops. So is the observer: nothing happens yet.
  explicit GraphTracer(GraphRef graph);
  ~GraphTracer() override;
  GraphTracer(const GraphTracer&) = delete;
  GraphTracer& operator=(const GraphTracer&) = delete;

  Graph& graph() const { return *graph_; }
  Tensors trace(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) override;
  const Shape* sizes_in(const Tensor& vector) const override { return graph_->sizes_in(vector); }
  Tensor known_value(const Tensor& symbolic) const override { return graph_->known_value(symbolic); }
  std::function<std::vector<Tensor>(std::span<const Tensor>)> late_gradient(const Op& op, std::span<const Tensor> inputs, const Tensors& outputs) override;

  /// The graph being traced, or null.
  static Graph* current();
  static const GraphTracer* innermost();
  const GraphTracer* outer() const { return outer_tracer_; }

 private:
  friend class TracingPaused;
  GraphRef graph_;
  Tracer* outer_;
  GraphTracer* outer_tracer_;
  std::vector<Tape*> outer_tapes_;
  Observer* observer_;
};

/// While one of these lives, ops run at once although a graph is being traced, and outer tapes and the observer are back (tf.init_scope).
class TracingPaused {
 public:
  TracingPaused();
  ~TracingPaused();
  TracingPaused(const TracingPaused&) = delete;
  TracingPaused& operator=(const TracingPaused&) = delete;

 private:
  Tracer* tracer_;
  GraphTracer* current_;
  std::vector<Tape*> tapes_;
  Observer* observer_;
};

}  // namespace tapedeck
