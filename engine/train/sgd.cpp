#include "engine/train/sgd.h"

#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

void Sgd::apply(std::span<const Tensor> gradients, std::span<const Tensor> variables) {
  for (size_t i = 0; i < variables.size(); ++i) {
    if (!gradients[i]) continue;
    const DType dtype = variables[i].variable()->dtype;
    if (!rate_ || rate_.dtype() != dtype) rate_ = ops::constant(dtype, learning_rate_);
    const Tensor inputs[] = {variables[i], rate_, gradients[i]};
    tapedeck::apply(resource_apply_gradient_descent_op, inputs);
  }
}

void Sgd::step(Tape& tape, const Tensor& loss, std::span<const Tensor> variables) {
  const std::vector<Tensor> gradients = tape.gradient({&loss, 1}, variables);
  apply(gradients, variables);
}

}  // namespace tapedeck
