#include "engine/variable/variable.h"

#include "engine/core/apply.h"
#include "engine/core/observer.h"
#include "engine/ops/ops.h"

namespace tapedeck {

namespace {
uint32_t next_variable_id = 1;
}

void reset_variable_ids() { next_variable_id = 1; }

Tensor make_variable(Tensor initial, std::string name, bool trainable, const Shape* shape, DType dtype) {
  auto* state = new VariableState;
  state->references = 1;
  state->id = next_variable_id++;
  state->name = std::move(name);
  state->trainable = trainable;
  state->dtype = initial ? initial.dtype() : dtype;
  if (shape) state->shape = *shape;
  else if (initial) state->shape = initial.shape();
  TensorRep* rep = new_tensor_rep(DType::resource, Shape{});
  rep->variable = state;
  state->handle_id = rep->id;
  Tensor handle = Tensor::adopt(rep);
  if (initial) {
    state->value = std::move(initial);
    state->initialized = true;
  }
  if (runtime().observer) runtime().observer->variable_made(*state);
  return handle;
}

Tensor read_variable(const Tensor& handle) { return ops::read_variable(handle); }
void assign_variable(const Tensor& handle, const Tensor& value) { ops::assign_variable(handle, value); }
void assign_add_variable(const Tensor& handle, const Tensor& delta) { ops::assign_add_variable(handle, delta); }
void assign_sub_variable(const Tensor& handle, const Tensor& delta) { ops::assign_sub_variable(handle, delta); }

}  // namespace tapedeck
