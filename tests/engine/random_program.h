// Random programs of ops and shapes, the same for the same seed: each step calls an op as one of its examples says (or, for ops of any shape, with random
// shapes that broadcast, empty ones too), on values that earlier steps gave, brought into the op's domain. New ops take part by being in the list.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "engine/ops/ops.h"
#include "tests/engine/draw.h"

namespace tapedeck::testing {

struct RandomProgram {
  uint64_t seed;
  bool differentiable = false;   ///< float64, and ops with a gradient only
  int steps = 6;

  struct Step {
    const Op* op;
    Tensors outputs;
  };
  std::vector<Tensor> sources;   ///< float tensors that the program begins with
  std::vector<Step> done;
  std::vector<Tensor> pool;      ///< float tensors so far

  RandomProgram(uint64_t number, bool with_gradients) : seed(number), differentiable(with_gradients), random_(number * 2654435761u + 17) {}

  /// Draws the sources. Then run() with these, or with others of the same shapes, makes the same choices.
  void begin() {
    Draw draw(seed * 7 + 1);
    for (int i = 0; i < 3; ++i) sources.push_back(draw.tensor(dtype(), random_shape(i > 0), {}));
  }

  void run(std::span<const Tensor> from) {
    random_ = Philox(seed * 2654435761u + 17);
    taken_ = 0;
    done.clear();
    pool.assign(from.begin(), from.end());
    for (int step = 0; step < steps; ++step) one_step(static_cast<uint64_t>(step));
  }

 private:
  DType dtype() const { return differentiable ? DType::float64 : DType::float32; }
  uint32_t below(uint32_t n) {
    if (taken_ == 0) block_ = random_();
    const uint32_t r = block_[taken_];
    taken_ = (taken_ + 1) % 4;
    return r % n;
  }

  Shape random_shape(bool may_be_empty) {
    Shape s;
    const uint32_t rank = below(4);
    for (uint32_t i = 0; i < rank; ++i) s.push_back(may_be_empty && below(12) == 0 ? 0 : 1 + below(3));
    return s;
  }
  /// A shape that broadcasts with `shape`.
  Shape partner(const Shape& shape) {
    Shape s;
    const int from = shape.rank() ? static_cast<int>(below(static_cast<uint32_t>(shape.rank()) + 1)) : 0;
    for (int i = from; i < shape.rank(); ++i) s.push_back(below(3) == 0 ? 1 : shape[i]);
    return s;
  }

  /// A tensor of the pool in another shape and within the domain, by ops that pass a gradient.
  Tensor adapted(const Shape& shape, const Domain& domain, Draw& draw) {
    const int64_t wanted = shape.size();
    Tensor t = pool[below(static_cast<uint32_t>(pool.size()))];
    if (t.size() == 0 || below(4) == 0) return draw.tensor(dtype(), shape, domain);
    Tensor places = Tensor::empty(DType::int32, Shape{wanted});
    for (int64_t i = 0; i < wanted; ++i) places.mutable_data<int32_t>()[i] = static_cast<int32_t>(i % t.size());
    t = apply1(*find_op("gather"), {ops::reshape(t, Shape{t.size()}), places});
    // Between the bounds; what a dtype cannot tell apart natively and in WebAssembly is rounded away, so that steps do not build on each other's last bits.
    t = ops::multiply(ops::sigmoid(t), ops::constant_like(t, domain.high - domain.low));
    t = ops::add(t, ops::constant_like(t, domain.low));
    if (!differentiable)
      for (int64_t i = 0; i < t.size(); ++i) {
        double v = std::round(t.element(i) * 64) / 64;
        if (domain.margin > 0 && std::fabs(v - domain.keep_away_from) <= domain.margin) v += 2 * domain.margin;
        t = i == 0 ? with_element(t, 0, v) : t;
        set_element(t, i, v);
      }
    return ops::reshape(t, shape);
  }

  void one_step(uint64_t step) {
    Draw draw(seed * 131 + step);
    for (int tries = 0; tries < 100; ++tries) {
      const Op* op = all_ops()[below(static_cast<uint32_t>(all_ops().size()))];
      if (op->stateful || (differentiable && op->differentiable != Differentiable::yes)) continue;
      if (!op->domain.dtypes.contains(dtype())) continue;
      const std::string_view name = op->name;
      if (name == "stop_gradient" || name == "check_numerics") continue;
      // Refuse some matrices, or have results that are not smooth where values coincide: linalg_test.cpp has them.
      if (name.starts_with("matrix_") || name == "log_matrix_determinant" || name == "cholesky" || name == "qr" || name == "self_adjoint_eig" || name == "svd") continue;
      std::vector<Tensor> inputs;
      Attrs attrs;
      if (!op->examples && (op->max_inputs == 1 || op->max_inputs == 2) && op->min_inputs == op->max_inputs) {
        const Shape shape = random_shape(true);
        inputs.push_back(adapted(shape, op->domain, draw));
        if (op->max_inputs == 2) inputs.push_back(adapted(partner(shape), op->domain, draw));
      } else {
        const auto examples = examples_of(*op);
        const Example& example = examples[below(static_cast<uint32_t>(examples.size()))];
        attrs = example.attrs;
        bool drawn = false;
        for (size_t i = 0; i < example.shapes.size(); ++i) {
          const bool fixed = i < example.fixed.size() && example.fixed[i];
          Tensor t = fixed ? example.fixed[i] : adapted(example.shapes[i], op->domain, draw);
          if (fixed && is_floating(t.dtype()) && t.dtype() != dtype()) t = ops::cast(t, dtype());
          drawn |= !fixed;
          inputs.push_back(std::move(t));
        }
        if (!drawn) continue;
      }
      Step made{op, apply(*op, inputs, attrs)};
      for (const Tensor& t : made.outputs) {
        if (t.dtype() == dtype()) pool.push_back(t);
        else if (!differentiable && kFixedSize.contains(t.dtype())) pool.push_back(ops::cast(t, dtype()));
      }
      done.push_back(std::move(made));
      return;
    }
  }

  Philox random_;
  decltype(std::declval<Philox&>()()) block_{};
  size_t taken_ = 0;
};

}  // namespace tapedeck::testing
