// Reading and assigning variables. Source: tensorflow/core/kernels/resource_variable_ops.cc, python/ops/resource_variable_ops.py.
#include "engine/core/observer.h"
#include "engine/kernels/elementwise.h"
#include "engine/ops/infer.h"
#include "engine/ops/ops.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

VariableState& state_of(const Op& op, const Tensor& handle) {
  if (handle.dtype() != DType::resource) dtype_error(op, 0, DType::resource, handle.dtype());
  TAPEDECK_ASSERT(handle.variable(), "a handle belongs to a variable");
  return *handle.variable();
}

VariableState& initialized(const Op& op, const Tensor& handle) {
  VariableState& v = state_of(op, handle);
  if (!v.initialized)
    op_error_early(op, ErrorKind::failed_precondition, "Could not find variable " + v.name.substr(0, v.name.rfind(':')) +
                   ". This could mean that the variable has been deleted. In TF1, it can also mean the variable is uninitialized.", "Run the initializer of the variable before it is read.");
  return v;
}

bool fits(const Shape& declared, const Shape& value) {
  if (!declared.has_rank() || !value.has_rank()) return true;
  if (declared.rank() != value.rank()) return false;
  for (int i = 0; i < declared.rank(); ++i)
    if (declared[i] >= 0 && value[i] >= 0 && declared[i] != value[i]) return false;
  return true;
}

void check_value(InferContext& c, size_t i = 1) {
  const VariableState& v = state_of(c.op, c.inputs[0]);
  if (c.dtype(i) != v.dtype) dtype_error(c.op, i, v.dtype, c.dtype(i));
  if (!fits(v.shape, c.shape(i)))
    throw Error(ErrorKind::value, "Cannot assign value to variable '" + v.name + "': Shape mismatch.The variable shape " + v.shape.parens() + ", and the assigned value shape " + c.shape(i).parens() + " are incompatible.");
}

void replace(VariableState& v, Tensor value, std::string_view how) {
  const Tensor before = std::exchange(v.value, value);
  v.initialized = true;
  if (runtime().observer) runtime().observer->variable_assigned(v, before, v.value, how);
}

/// value + sign · delta, in a new tensor: what was read before keeps its value.
template <int sign> Tensor moved(const Tensor& value, const Tensor& delta) {
  const Tensor inputs[] = {value, delta};
  Tensors out;
  run_kernel(sign > 0 ? add_op : subtract_op, inputs, {}, out);
  return out[0];
}

/// Source: training_op_helpers.h and resource_variable_ops.cc, AssignUpdateVariableOp.
void check_same_size(const Op& op, const VariableState& v, const Shape& value) {
  if (!(v.value.shape() == value))
    op_error(op, ErrorKind::invalid_argument, "Cannot update variable with shape " + v.value.shape().brackets() + " using a Tensor with shape " + value.brackets() + ", shapes must be equal.");
}

template <int sign> void assign_moved_kernel(KernelContext& c) {
  VariableState& v = initialized(c.op, c.in(0));
  check_same_size(c.op, v, c.in(1).shape());
  replace(v, moved<sign>(v.value, c.in(1)), c.op.name);
}

void infer_assign(InferContext& c) { check_value(c); }
void infer_assign_moved(InferContext& c) {
  const VariableState& v = state_of(c.op, c.inputs[0]);
  if (!runtime().tracer && v.initialized && c.dtype(1) == v.dtype) check_same_size(c.op, v, c.shape(1));
  check_value(c);
  if (!kNumbers.contains(c.dtype(1))) check_dtype(c, 1, kNumbers);
}

}  // namespace

/// The value of a variable now. A tape that is open watches the variable if it is trainable.
const Op read_variable_op = {.name = "read_variable", .type = "ReadVariableOp", .formula = "y = the value of the variable", .gradient_text = "dv = dy", .min_inputs = 1, .max_inputs = 1,
                             .infer = [](InferContext& c) {
                               if (runtime().tracer) {   // it may be initialised, and given another size, before the graph runs
                                 const VariableState& v = state_of(c.op, c.inputs[0]);
                                 c.output_of_unknown_shape(v.dtype, v.shape);
                                 return;
                               }
                               const VariableState& v = initialized(c.op, c.inputs[0]);
                               c.output_of_unknown_shape(v.dtype, v.value.shape());
                             },
                             .kernel = [](KernelContext& c) {
                               const Tensor& value = c.in(0).variable()->value;
                               c.set_output(0, Tensor::alias(value, value.shape()));   // a tensor of its own: what was assigned is not what is read
                             },
                             .differentiable = Differentiable::yes, .gradient = [](GradientContext& c) { c.set(0, c.upstream()); }, .domain = {.dtypes = kAllValues},
                             .stateful = true, .reads_variable = true};

/// Replaces the value of a variable.
const Op assign_variable_op = {.name = "assign_variable", .type = "AssignVariableOp", .formula = "v := x", .gradient_text = "", .min_inputs = 2, .max_inputs = 2, .infer = infer_assign,
                               .kernel = [](KernelContext& c) { replace(*c.in(0).variable(), c.in(1), "assign"); }, .domain = {.dtypes = kAllValues}, .stateful = true};
/// Adds to the value of a variable.
const Op assign_add_variable_op = {.name = "assign_add_variable", .type = "AssignAddVariableOp", .formula = "v := v + x", .gradient_text = "", .min_inputs = 2, .max_inputs = 2, .infer = infer_assign_moved,
                                   .kernel = assign_moved_kernel<1>, .domain = {.dtypes = kNumbers}, .stateful = true};
/// Subtracts from the value of a variable.
const Op assign_sub_variable_op = {.name = "assign_sub_variable", .type = "AssignSubVariableOp", .formula = "v := v - x", .gradient_text = "", .min_inputs = 2, .max_inputs = 2, .infer = infer_assign_moved,
                                   .kernel = assign_moved_kernel<-1>, .domain = {.dtypes = kNumbers}, .stateful = true};

/// One step of gradient descent. Inputs: variable, learning rate (scalar), gradient. Source: tensorflow/core/kernels/training_ops.cc, ApplyGradientDescent.
const Op resource_apply_gradient_descent_op = {
    .name = "resource_apply_gradient_descent", .type = "ResourceApplyGradientDescent", .formula = "v := v - rate * g", .gradient_text = "", .min_inputs = 3, .max_inputs = 3,
    .infer = [](InferContext& c) {
      const VariableState& v = state_of(c.op, c.inputs[0]);
      if (c.dtype(1) != v.dtype) dtype_error(c.op, 1, v.dtype, c.dtype(1));
      if (c.shape(1).rank() != 0) op_error(c.op, ErrorKind::invalid_argument, "alpha is not a scalar: " + c.shape(1).brackets());
      check_value(c, 2);
    },
    .kernel = [](KernelContext& c) {
      VariableState& v = initialized(c.op, c.in(0));
      if (!(v.value.shape() == c.in(2).shape()))
        op_error(c.op, ErrorKind::invalid_argument, "var and delta do not have the same shape" + v.value.shape().brackets() + " " + c.in(2).shape().brackets());
      Tensor out = Tensor::empty(v.dtype, v.value.shape());
      visit_dtype(v.dtype, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T rate = *c.in(1).data<T>(), *x = v.value.data<T>(), *g = c.in(2).data<T>();
        T* to = out.mutable_data<T>();
        for (int64_t i = 0; i < out.size(); ++i) to[i] = static_cast<T>(x[i] - g[i] * rate);
      }, [] {});
      replace(v, std::move(out), c.op.name);
    },
    .domain = {.dtypes = kFloats}, .stateful = true};

}  // namespace tapedeck
