// Plain gradient descent for C++ users and benchmarks: v := v - rate · g, one fused op per variable.
// Source: keras/optimizers/sgd.py without momentum; ResourceApplyGradientDescent.
#pragma once

#include <span>

#include "engine/autodiff/tape.h"

namespace tapedeck {

class Sgd {
 public:
  explicit Sgd(double learning_rate) : learning_rate_(learning_rate) {}

  /// One update per pair; a variable whose gradient is none is left alone.
  void apply(std::span<const Tensor> gradients, std::span<const Tensor> variables);
  /// Asks the tape for the gradients of the loss and applies them.
  void step(Tape& tape, const Tensor& loss, std::span<const Tensor> variables);

 private:
  double learning_rate_;
  Tensor rate_;   // the learning rate as a tensor, made once per dtype
};

}  // namespace tapedeck
