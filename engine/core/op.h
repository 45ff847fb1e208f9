// The record of one op: everything a person, a tape, a graph, a test or a tooltip asks about it. One op is one block in engine/ops/.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "engine/core/attrs.h"
#include "engine/core/inline_vector.h"
#include "engine/core/tensor.h"

namespace tapedeck {

struct Op;
using Tensors = InlineVector<Tensor, 2>;

/// What shape and dtype inference sees: the inputs (values too, unless symbolic) and attributes; it answers with one spec per output.
/// It must check everything that can be checked before the kernel runs, and throw TensorFlow's error.
class InferContext {
 public:
  InferContext(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs) : op(op), inputs(inputs), attrs(attrs) {}

  const Op& op;
  std::span<const Tensor> inputs;
  const Attrs& attrs;

  const Shape& shape(size_t i) const { return inputs[i].shape(); }
  DType dtype(size_t i) const { return inputs[i].dtype(); }
  /// The value of an input if it is known now (always when eager), else null.
  const Tensor* value(size_t i) const { return inputs[i].is_symbolic() ? nullptr : &inputs[i]; }

  struct Spec {
    DType dtype;
    Shape shape;
    bool known_shape = true;   // false: not even the rank is known before the kernel ran, which makes the output itself (set_output)
    bool view = false;         // the elements of input 0 under this shape: nothing is copied
  };
  /// Declares the next output.
  void output(DType dtype, const Shape& shape) { outputs.push_back(Spec{dtype, shape}); }
  void output_view(const Shape& shape) { outputs.push_back(Spec{dtype(0), shape, true, true}); }
  /// `partial`: what is known all the same, for a graph.
  void output_of_unknown_shape(DType dtype, const Shape& partial = Shape::unknown()) { outputs.push_back(Spec{dtype, partial, false}); }
  InlineVector<Spec, 2> outputs;
};

/// What a kernel sees: inputs, attributes and, for outputs whose shape was inferred, allocated tensors to write to.
class KernelContext {
 public:
  KernelContext(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, Tensors& outputs) : op(op), inputs(inputs), attrs(attrs), outputs(outputs) {}

  const Op& op;
  std::span<const Tensor> inputs;
  const Attrs& attrs;
  Tensors& outputs;

  const Tensor& in(size_t i) const { return inputs[i]; }
  Tensor& out(size_t i = 0) { return outputs[i]; }
  /// For ops whose result is another view of an input, or whose shape depends on values.
  void set_output(size_t i, Tensor t) { outputs[i] = std::move(t); }
};

/// What a gradient sees. Gradients are written with ops (engine/ops/ops.h), so that they can be recorded and differentiated again.
class GradientContext {
 public:
  const Op& op;
  const Attrs& attrs;

  GradientContext(const Op& op, const Attrs& attrs, std::span<const Tensor> inputs, std::span<const Tensor> outputs, std::span<const Shape> input_shapes,
                  std::span<const DType> input_dtypes, std::span<const Shape> output_shapes, std::span<const DType> output_dtypes, std::span<const Tensor> upstream, std::span<const bool> wanted)
      : op(op), attrs(attrs), inputs_(inputs), outputs_(outputs), input_shapes_(input_shapes), output_shapes_(output_shapes), input_dtypes_(input_dtypes), output_dtypes_(output_dtypes),
        upstream_(upstream), wanted_(wanted), results(inputs.size()) {}

  size_t input_count() const { return inputs_.size(); }
  /// A saved input or output; the op's `saves` must include it (symbolic ones are always there: they hold no data).
  const Tensor& in(size_t i) const {
    TAPEDECK_ASSERT(inputs_[i], "a gradient reads only the inputs that its op says it saves");
    return inputs_[i];
  }
  const Tensor& out(size_t i = 0) const {
    TAPEDECK_ASSERT(outputs_[i], "a gradient reads only the outputs that its op says it saves");
    return outputs_[i];
  }
  const Shape& in_shape(size_t i) const { return input_shapes_[i]; }
  /// The shape of input i as an int32 tensor: a constant, or the op `shape` where a traced graph does not know it yet.
  Tensor in_shape_tensor(size_t i) const;
  DType in_dtype(size_t i) const { return input_dtypes_[i]; }
  /// dL/d(output i); no tensor when that output was not used (only ops with several outputs meet this).
  const Tensor& upstream(size_t i = 0) const { return upstream_[i]; }
  Tensor upstream_or_zeros(size_t i) const;
  /// Whether anyone asks for the gradient of input i: skip the work otherwise.
  bool wants(size_t i) const { return wanted_[i]; }
  void set(size_t i, Tensor gradient) { results[i] = std::move(gradient); }

 private:
  std::span<const Tensor> inputs_, outputs_;
  std::span<const Shape> input_shapes_, output_shapes_;
  std::span<const DType> input_dtypes_, output_dtypes_;
  std::span<const Tensor> upstream_;
  std::span<const bool> wanted_;

 public:
  InlineVector<Tensor, 4> results;   ///< one per input; no tensor: no gradient flows there
};

/// Which tensors the gradient reads; a tape lets go of the others at once.
enum class Saves : uint8_t { nothing = 0, inputs = 1, outputs = 2, both = 3 };

/// How the op relates to differentiation. Source: the registrations in tensorflow/python/ops/*_grad.py.
enum class Differentiable : uint8_t {
  yes,        ///< has a gradient
  no,         ///< ops.NotDifferentiable: the gradient is None, silently
  missing,    ///< nothing registered: TensorFlow raises LookupError when a gradient has to pass through
};

/// The values that automatic tests may draw for the op's inputs, and what its gradient test may assume.
struct Domain {
  double low = -2, high = 2;
  double keep_away_from = 0;        ///< differences are taken only where |x - keep_away_from·n| > margin, for kinked functions
  double margin = 0;                ///< 0: no kinks
  DTypeSet dtypes = kFloats;        ///< what the op takes (its first input, where inputs differ): inference refuses the others
};

/// One ready-made call for tests and documentation: shapes of inputs drawn from the domain (or given values) and attributes.
struct Example {
  std::vector<Shape> shapes;
  Attrs attrs = {};
  std::vector<Tensor> fixed = {};        ///< inputs given by value where shapes[i] does not apply (index = input; no tensor: draw)
};

/// How a binary loop walks its operands: both advance, or one of them stays where it is.
enum class Stride : uint8_t { both, first_stays, second_stays };
using UnaryLoop = void (*)(const void* x, void* out, int64_t n);
using BinaryLoop = void (*)(const void* a, const void* b, void* out, int64_t n, Stride stride);
/// One loop per dtype, by its number; null where the op does not take it.
using UnaryLoops = std::array<UnaryLoop, kDTypeCount>;
using BinaryLoops = std::array<BinaryLoop, kDTypeCount>;

struct Op {
  const char* name;          ///< Python's name: "matmul", "reduce_sum", "add"
  const char* type;          ///< TensorFlow's op type, as in graph nodes and messages: "MatMul", "Sum", "AddV2"
  const char* formula;       ///< what it computes, for a learner: "C = A · B"
  const char* gradient_text; ///< how a gradient passes back: "Ā = C̄ · Bᵀ, B̄ = Aᵀ · C̄"; "" when there is none
  int min_inputs, max_inputs;    ///< -1: any number
  void (*infer)(InferContext&);
  void (*kernel)(KernelContext&);
  /// The loops of an element-wise op whose kernel does nothing else: a graph fuses several into one pass over memory (engine/graph/optimize_fuse.cpp).
  const UnaryLoops* unary_loops = nullptr;
  const BinaryLoops* binary_loops = nullptr;
  Differentiable differentiable = Differentiable::no;
  Saves saves = Saves::nothing;
  void (*gradient)(GradientContext&) = nullptr;
  Domain domain = {};
  std::vector<Example> (*examples)() = nullptr;   ///< for the all-ops test; null: unary/binary default shapes by arity
  bool stateful = false;     ///< reads or writes a variable, draws random numbers, prints: never folded, merged or removed from a graph
  bool reads_variable = false;   ///< open tapes watch the trainable variables whose handles it is given
};

/// Every op, in one explicit list (engine/ops/op_list.cpp): no self-registration, which a static library drops silently.
std::span<const Op* const> all_ops();
/// The op with that Python name, or null.
const Op* find_op(std::string_view name);

}  // namespace tapedeck
