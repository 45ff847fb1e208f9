// tf.Tensor (an EagerTensor) and tf.Variable as Python objects: operators, indexing, attributes, printing.
#include <cstring>
#include <unordered_map>

#include "engine/autodiff/tape.h"
#include "engine/core/observer.h"
#include "engine/graph/control_flow.h"
#include "engine/ops/ops.h"
#include "engine/text/array_text.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/functions.h"
#include "lessons/python/binding/graph_object.h"
#include "lessons/python/binding/ndarray.h"
#include "lessons/python/binding/objects.h"

namespace tapedeck {

namespace {

const Op& cached(const Op*& slot, const char* name) {
  if (!slot) slot = &op_named(name);
  return *slot;
}

/// Ops of Python's operators, by MicroPython's number: comparisons first, then | ^ & << >> + - * @ // / % **.
const char* const kComparisons[] = {"less", "greater", "equal", "less_equal", "greater_equal", "not_equal"};
const char* const kArithmetic[] = {"bitwise_or", "bitwise_xor", "bitwise_and", "left_shift", "right_shift", "add", "subtract", "multiply", "matmul", "floordiv", "divide", "floormod", "pow"};
const char* const kLogical[] = {"logical_or", "logical_xor", "logical_and"};
/// What TensorFlow calls the nodes of operators: `a + b` is "add", tf.add(a, b) is "Add". Source: math_ops.py, override_binary_operator.
const char* const kOperatorNames[] = {"or", "xor", "and", "left_shift", "right_shift", "add", "sub", "mul", "matmul", "floordiv", "truediv", "mod", "pow"};
const Op *comparison_ops[6], *arithmetic_ops[13], *logical_ops[3];

Tensor operand(mp_obj_t o, std::optional<DType> other) {
  if (is_tensor(o)) return as_tensor(o)->tensor;
  if (is_variable(o)) return read_of(as_variable(o));
  if (is_ndarray(o) || is_numpy_scalar(o)) return tensor_from(o, {{}, other, false});
  return tensor_from(o, {other, {}, false});
}

std::optional<DType> operand_dtype(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor.dtype();
  if (is_variable(o)) return as_variable(o)->handle.variable()->dtype;
  return {};
}

Tensor cast_op(const Tensor& t, DType to) { return apply(op_named("cast"), {&t, 1}, {{"dtype", to}})[0]; }

/// "a" + "b". The engine's add is for numbers; text carries no gradient.
Tensor joined_strings(const Tensor& a, const Tensor& b) {
  const bool single_a = a.size() == 1, single_b = b.size() == 1;
  if (!single_a && !single_b && !(a.shape() == b.shape()))
    throw Error(ErrorKind::invalid_argument, "{{function_node __wrapped__AddV2_device_/job:localhost/replica:0/task:0/device:CPU:0}} Incompatible shapes: " + a.shape().brackets() + " vs. " +
                                                 b.shape().brackets() + " [Op:AddV2] name: ");
  Tensor r = Tensor::empty(DType::string, single_a ? b.shape() : a.shape());
  for (int64_t i = 0; i < r.size(); ++i) r.mutable_data<std::string>()[i] = a.data<std::string>()[single_a ? 0 : i] + b.data<std::string>()[single_b ? 0 : i];
  return told(std::move(r));
}

/// The same as a node.
Tensor joined_in_graph(const Tensor& a, const Tensor& b) {
  auto call = std::make_shared<NodeCall>();
  call->stateful = false;
  call->run = [](std::span<const Tensor> in) { return std::vector<Tensor>{joined_strings(in[0], in[1])}; };
  const Shape shape = a.size() == 1 ? b.shape() : b.size() == 1 || a.shape() == b.shape() ? a.shape() : Shape::unknown();
  const Tensor inputs[] = {a, b};
  name_next_node("add");
  return call_back(call_op("AddV2"), call, inputs, {{DType::string, shape}})[0];
}

Tensor compute(unsigned index, bool comparison, mp_obj_t lhs, mp_obj_t rhs) {
  Tensor a, b;
  if (is_tensor(lhs) && is_tensor(rhs)) {
    a = as_tensor(lhs)->tensor;
    b = as_tensor(rhs)->tensor;
  } else {
    // The left operand is converted first, as TensorFlow reads variables in this order.
    const auto left = operand_dtype(lhs), right = operand_dtype(rhs);
    a = operand(lhs, right);
    b = operand(rhs, left);
  }
  const Op* op;
  if (comparison) {
    op = &cached(comparison_ops[index], kComparisons[index]);
  } else if (index < 3 && a.dtype() == DType::boolean) {
    op = &cached(logical_ops[index], kLogical[index]);
  } else {
    op = &cached(arithmetic_ops[index], kArithmetic[index]);
    if (index == 10 && !is_floating(a.dtype()) && !is_complex(a.dtype()) && a.dtype() == b.dtype()) {
      // Source: math_ops.py, _truediv_python3: integers of at most two bytes divide as float32, the larger ones as float64.
      if (!is_integer(a.dtype())) throw Error(ErrorKind::type, "`x` and `y` must have numeric dtypes, got " + std::string(dtype_name(a.dtype())) + ".");
      const DType to = dtype_size(a.dtype()) <= 2 ? DType::float32 : DType::float64;
      a = cast_op(a, to);
      b = cast_op(b, to);
    }
    if (index == 5 && a.dtype() == DType::string && b.dtype() == DType::string) return is_tracing() ? joined_in_graph(a, b) : joined_strings(a, b);
  }
  const Tensor inputs[] = {std::move(a), std::move(b)};
  if (!comparison && is_tracing()) name_next_node(kOperatorNames[index]);
  return std::move(apply(*op, inputs)[0]);
}

bool is_shape_error(const Error& e) { return e.kind() == ErrorKind::invalid_argument && e.message().find("ncompatible shapes") != std::string::npos; }

/// `==` never fails on shapes: what cannot broadcast is simply not equal. Source: math_ops.py, tensor_equals.
Tensor compare_equal(unsigned index, mp_obj_t lhs, mp_obj_t rhs) {
  try {
    return compute(index, true, lhs, rhs);
  } catch (const Error& e) {
    if (!is_shape_error(e)) throw;
    return Tensor::scalar(kComparisons[index][0] == 'n');
  }
}

[[noreturn]] void no_inplace(unsigned index) {
  static const char* const signs[] = {"|=", "^=", "&=", "<<=", ">>=", "+=", "-=", "*=", "@=", "//=", "/=", "%=", "**="};
  const std::string sign = signs[index];
  throw Error(ErrorKind::runtime, "`variable " + sign + " value` with `tf.Variable`s is not supported. Use `variable.assign" +
                                      std::string(sign == "+=" ? "_add(value)" : sign == "-=" ? "_sub(value)" : "(variable " + sign.substr(0, sign.size() - 1) + " value)") +
                                      "` to modify the variable's value in place, or `out = variable " + sign.substr(0, sign.size() - 1) + " value` if you need to make a new output Tensor.");
}

// Variables by id, so that a tape that watched one can name the Python object. Entries go in the finaliser.
std::unordered_map<uint32_t, VariableObject*>& live_variables() {
  static std::unordered_map<uint32_t, VariableObject*> map;
  return map;
}

}  // namespace

const void* identity_of(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor.rep();
  if (is_variable(o)) return as_variable(o)->handle.rep();
  return MP_OBJ_TO_PTR(o);
}

bool is_v1_value(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor.is_symbolic() && belongs_to_v1_graph(as_tensor(o)->tensor);
  return is_variable(o) && is_tracing_v1();
}

bool is_shape_mismatch(const Error& e) { return is_shape_error(e); }

void forget_variables() { live_variables().clear(); }

mp_obj_t binary_operator(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  // May raise; no C++ object with a destructor lives here outside guarded().
  bool comparison = false, inplace = false;
  unsigned index;
  if (op <= MP_BINARY_OP_NOT_EQUAL) {
    comparison = true;
    index = op;
  } else if (op >= MP_BINARY_OP_INPLACE_OR && op <= MP_BINARY_OP_INPLACE_POWER) {
    inplace = true;
    index = op - MP_BINARY_OP_INPLACE_OR;
  } else if (op >= MP_BINARY_OP_OR && op <= MP_BINARY_OP_POWER) {
    index = op - MP_BINARY_OP_OR;
  } else if (op >= MP_BINARY_OP_REVERSE_OR && op <= MP_BINARY_OP_REVERSE_POWER) {
    index = op - MP_BINARY_OP_REVERSE_OR;
    if (op == MP_BINARY_OP_REVERSE_MODULO && mp_obj_is_str(rhs)) return MP_OBJ_NULL;   // "%s" % tensor: the text formats
    mp_obj_t self = lhs;
    lhs = rhs;
    rhs = self;
  } else {
    return MP_OBJ_NULL;
  }
  const bool equality = comparison && (op == MP_BINARY_OP_EQUAL || op == MP_BINARY_OP_NOT_EQUAL);
  if (!can_read(lhs) || !can_read(rhs)) {
    const bool foreign = mp_obj_is_obj(rhs) && (mp_obj_get_type(rhs)->flags & MP_TYPE_FLAG_INSTANCE_TYPE);
    if (equality) return mp_obj_new_bool(op == MP_BINARY_OP_NOT_EQUAL);
    if (foreign || (mp_obj_is_obj(lhs) && (mp_obj_get_type(lhs)->flags & MP_TYPE_FLAG_INSTANCE_TYPE))) {
      mp_obj_t object = foreign ? rhs : lhs;
      mp_obj_t found[2] = {MP_OBJ_NULL, MP_OBJ_NULL};
      mp_load_method_maybe(object, MP_QSTR_as_tensor__, found);
      if (found[0] == MP_OBJ_NULL) return MP_OBJ_NULL;
    } else if (lhs != mp_const_none && rhs != mp_const_none) {
      return MP_OBJ_NULL;
    }
  }
  // In TensorFlow 1 graphs, equality is that of the objects. Source: math_ops.py, tensor_equals.
  if (equality && (is_v1_value(lhs) || is_v1_value(rhs))) return mp_obj_new_bool((identity_of(lhs) == identity_of(rhs)) == (op == MP_BINARY_OP_EQUAL));
  TensorObject* result = new_tensor_object();
  guarded([&] {
    if (inplace && is_variable(lhs)) no_inplace(index);
    try {
      result->tensor = equality ? compare_equal(index, lhs, rhs) : compute(index, comparison, lhs, rhs);
    } catch (const Error& e) {   // Source: tensorflow/python/framework/op_def_library.py, _ExtractInputsAndAttrs
      if (!is_tracing() || !e.message().starts_with("Expected ") || is_tensor(rhs) || is_variable(rhs)) throw;
      static const char* const types[] = {"BitwiseOr", "BitwiseXor", "BitwiseAnd", "LeftShift", "RightShift", "AddV2", "Sub", "Mul", "MatMul", "FloorDiv", "RealDiv", "FloorMod", "Pow"};
      static const char* const comparisons[] = {"Less", "Greater", "Equal", "LessEqual", "GreaterEqual", "NotEqual"};
      const std::string dtype = e.message().substr(9, e.message().find(',') - 9);
      throw Error(e.kind(), "Expected " + dtype + " passed to parameter 'y' of op '" + (comparison ? comparisons : types)[index] + "', got " + repr_of(rhs) + " of type '" + mp_obj_get_type_str(rhs) +
                                "' instead. Error: " + e.message(), e.hint());
    }
  });
  return settled(result);
}

Tensor slice_tensor(const Tensor& t, mp_obj_t index) {
  size_t n = 1;
  mp_obj_t single[] = {index};
  mp_obj_t* items = single;
  if (mp_obj_is_exact_type(index, &mp_type_tuple)) mp_obj_get_array(index, &n, &items);
  std::vector<int64_t> begin, end, strides;
  int64_t begin_mask = 0, end_mask = 0, ellipsis_mask = 0, new_axis_mask = 0, shrink_mask = 0;
  std::vector<std::pair<size_t, Tensor>> unknown_begin, unknown_end;   // places whose index is only known when the graph runs
  auto place = [](std::vector<std::pair<size_t, Tensor>>& unknown, std::vector<int64_t>& known, mp_obj_t o) {
    int64_t value = 0;
    if (auto symbolic = unknown_int(o)) unknown.emplace_back(known.size(), *symbolic);
    else value = int_from(o);
    known.push_back(value);
    return value;
  };
  for (size_t i = 0; i < n; ++i) {
    const int64_t bit = int64_t{1} << i;
    mp_obj_t item = items[i];
    if (item == mp_const_none) {
      new_axis_mask |= bit;
      begin.push_back(0); end.push_back(0); strides.push_back(1);
    } else if (item == MP_OBJ_FROM_PTR(&mp_const_ellipsis_obj)) {
      ellipsis_mask |= bit;
      begin.push_back(0); end.push_back(0); strides.push_back(1);
    } else if (mp_obj_is_exact_type(item, &mp_type_slice)) {
      auto* s = static_cast<mp_obj_slice_t*>(MP_OBJ_TO_PTR(item));
      const int64_t step = s->step == mp_const_none ? 1 : int_from(s->step);
      if (s->start == mp_const_none) begin_mask |= bit;
      if (s->stop == mp_const_none) end_mask |= bit;
      if (s->start == mp_const_none) begin.push_back(0);
      else place(unknown_begin, begin, s->start);
      if (s->stop == mp_const_none) end.push_back(0);
      else place(unknown_end, end, s->stop);
      strides.push_back(step);
    } else {
      if (is_sequence(item) || mp_obj_is_float(item) || mp_obj_is_str(item) || !can_read(item))
        throw Error(ErrorKind::type, "Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar tf.int32/tf.int64 tensors are valid indices, got " + repr_of(item),
                    is_sequence(item) ? "To pick several rows use tf.gather(x, [0, 2])." : "");
      shrink_mask |= bit;
      const size_t before = unknown_begin.size();
      const int64_t v = place(unknown_begin, begin, item);
      if (unknown_begin.size() > before) {
        const Tensor& at = unknown_begin.back().second;
        unknown_end.emplace_back(end.size(), apply1(op_named("add"), {at, at.dtype() == DType::int64 ? Tensor::scalar(int64_t{1}) : Tensor::scalar(int32_t{1})}));
      }
      end.push_back(v + 1);
      strides.push_back(1);
    }
  }
  Tensor result = strided_slice_op_call(t, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_mask, unknown_begin, unknown_end);
  if (result.is_symbolic() && !result.shape().has_rank() && t.shape().has_rank()) {
    // What is known of the shape although an index is not. Source: tensorflow/core/util/strided_slice_op.cc, ValidateStridedSliceOp.
    Shape known;
    int axis = 0, real = 0;
    for (size_t i = 0; i < n; ++i) real += !(new_axis_mask >> i & 1) && !(ellipsis_mask >> i & 1);
    auto copy = [&](int count) { for (int k = 0; k < count && axis < t.rank(); ++k) known.push_back(t.shape()[axis++]); };
    for (size_t i = 0; i < n; ++i) {
      if (new_axis_mask >> i & 1) known.push_back(1);
      else if (ellipsis_mask >> i & 1) copy(t.rank() - real);
      else if (shrink_mask >> i & 1) ++axis;
      else if ((begin_mask >> i & 1) && (end_mask >> i & 1) && strides[i] == 1) copy(1);
      else { known.push_back(-1); ++axis; }
    }
    copy(t.rank() - axis);
    result.rep()->shape = known;
    result.rep()->size = known.size();
  }
  return result;
}

mp_obj_t wrap_variable(const Tensor& handle) {
  auto found = live_variables().find(handle.variable()->id);
  if (found != live_variables().end() && found->second->handle.same(handle)) return MP_OBJ_FROM_PTR(found->second);
  VariableObject* o = py_call([] {
    VariableObject* made = mp_obj_malloc_with_finaliser(VariableObject, &binding_type_Variable);
    new (&made->handle) Tensor();
    made->after = -1;
    made->unread = false;
    return made;
  });
  o->handle = handle;
  live_variables()[handle.variable()->id] = o;
  return MP_OBJ_FROM_PTR(o);
}

}  // namespace tapedeck

using namespace tapedeck;

namespace {

/// The value behind a Tensor or Variable object, read without telling anyone (printing is no op).
const Tensor& value_of(mp_obj_t o) { return is_tensor(o) ? as_tensor(o)->tensor : as_variable(o)->handle.variable()->value; }

void print_text(const mp_print_t* print, std::string (*make)(mp_obj_t), mp_obj_t o) {
  static std::string text;   // static: printing may raise
  guarded([&] { text = make(o); });
  mp_print_strn(print, text.data(), text.size(), 0, 0, 0);
}

std::string name_of_variable(mp_obj_t o) { return as_variable(o)->unread ? "UnreadVariable" : as_variable(o)->handle.variable()->name; }

std::string variable_text(mp_obj_t o) {
  const VariableState& v = *as_variable(o)->handle.variable();
  if (is_tracing() || !v.value) return "<tf.Variable '" + v.name + "' shape=" + shown_shape(v.shape) + " dtype=" + std::string(dtype_name(v.dtype)) + (v1_forms.references ? "_ref>" : ">");
  return variable_repr(name_of_variable(o), v.shape, v.value);
}

std::string symbolic_text(const Tensor& t) {
  return "Tensor(\"" + graph_name_of(t) + "\"" + (t.shape().has_rank() ? ", shape=" + shown_shape(t.shape()) : std::string()) + ", dtype=" + std::string(dtype_name(t.dtype())) + ")";
}

/// Source: tensorflow/python/framework/tensor.py, Tensor._disallow.
[[noreturn]] void disallow(const char* task) {
  static std::string text;
  text = std::string(task) + " is not allowed. You can attempt the following resolutions to the problem: If you are running in Graph mode, use Eager execution mode or decorate this function with "
         "@tf.function. If you are using AutoGraph, you can try decorating this function with @tf.function. If that does not work, then you may be using an unsupported feature or your source code "
         "may not be visible to AutoGraph. See https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/g3doc/reference/limitations.md#access-to-source-code for more "
         "information.";
  raise_tensorflow_error("OperatorNotAllowedInGraphError", text.c_str());
}

[[noreturn]] void no_symbolic_attribute(const char* name) {
  static std::string text;
  text = "'SymbolicTensor' object has no attribute '" + std::string(name) + "'";
  guarded([&] { throw Error(ErrorKind::attribute, text, "A symbolic tensor stands for a value that is there only when the graph runs: print it with tf.print, or return it from the function."); });
  abort();
}

double only_element(mp_obj_t o) {
  const Tensor& t = value_of(o);
  if (t.is_symbolic()) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("float() argument must be a string or a real number, not 'SymbolicTensor'"));
  if (t.size() != 1) mp_raise_TypeError(MP_ERROR_TEXT("only length-1 arrays can be converted to Python scalars"));
  if (t.dtype() == DType::string) mp_raise_msg(&mp_type_ValueError, MP_ERROR_TEXT("could not convert string to float"));
  return t.element();
}

uint64_t tell_value_left(mp_obj_t o, const char* how) {
  uint64_t origin = 0;
  if (runtime().observer) guarded([&] { origin = tell_left(is_tensor(o) ? as_tensor(o)->tensor : as_variable(o)->handle, how); });
  return origin;
}

}  // namespace

extern "C" {

mp_obj_t binding_extension_of(const mp_obj_type_t* type, qstr attr);

/// A method written in Python, if the packages gave one to this type; else the native methods are asked.
static void extension_or_native(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  mp_obj_t f = binding_extension_of(mp_obj_get_type(self), attr);
  if (f == MP_OBJ_NULL) {
    dest[1] = MP_OBJ_SENTINEL;
    return;
  }
  dest[0] = f;
  dest[1] = self;
}

void binding_tensor_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) {
  if (kind == PRINT_STR) print_text(print, [](mp_obj_t o) { const Tensor& t = as_tensor(o)->tensor; return t.is_symbolic() ? symbolic_text(t) : tensor_str(t); }, self);
  else print_text(print, [](mp_obj_t o) { const Tensor& t = as_tensor(o)->tensor; return t.is_symbolic() ? "<tf.Tensor '" + graph_name_of(t) + "' shape=" + shown_shape(t.shape()) + " dtype=" + std::string(dtype_name(t.dtype())) + ">" : tensor_repr(t); }, self);
}

void binding_variable_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t) { print_text(print, variable_text, self); }

mp_obj_t binding_tensor_del(mp_obj_t self) {
  forget_symbolic(as_tensor(self));
  as_tensor(self)->tensor.reset();
  return mp_const_none;
}

mp_obj_t binding_variable_del(mp_obj_t self) {
  VariableObject* o = as_variable(self);
  if (o->handle) {
    auto& map = live_variables();
    if (auto found = map.find(o->handle.variable()->id); found != map.end() && found->second == o) map.erase(found);
    o->handle.reset();
  }
  return mp_const_none;
}

mp_obj_t binding_value_unary_op(mp_unary_op_t op, mp_obj_t self) {
  switch (op) {
    case MP_UNARY_OP_LEN: {
      const Shape& s = is_tensor(self) ? as_tensor(self)->tensor.shape() : as_variable(self)->handle.variable()->shape;
      if (is_variable(self)) mp_raise_msg(&mp_type_TypeError, MP_ERROR_TEXT("object of type 'ResourceVariable' has no len()"));
      if (as_tensor(self)->tensor.is_symbolic()) {
        static std::string name;
        guarded([&] { name = graph_name_of(as_tensor(self)->tensor); });
        mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("len is not well defined for a symbolic Tensor (%s). Please call `x.shape` rather than `len(x)` for shape information."), name.c_str());
      }
      if (s.rank() == 0) mp_raise_msg(&mp_type_TypeError, MP_ERROR_TEXT("Scalar tensor has no `len()`"));
      return new_int(s[0]);
    }
    case MP_UNARY_OP_BOOL: {
      if (is_variable(self) && is_tracing()) disallow("Using a symbolic `tf.Tensor` as a Python `bool`");
      const Tensor& t = value_of(self);
      if (t.is_symbolic()) disallow("Using a symbolic `tf.Tensor` as a Python `bool`");
      if (t.size() != 1) {
        if (t.size() == 0) return mp_const_false;
        mp_raise_ValueError(MP_ERROR_TEXT("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"));
      }
      if (t.dtype() == DType::string) return mp_obj_new_bool(!t.data<std::string>()->empty());
      return mp_obj_new_bool(t.element() != 0);
    }
    case MP_UNARY_OP_HASH:
      if (is_v1_value(self)) return MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(reinterpret_cast<uintptr_t>(identity_of(self)) >> 4 & 0x3fffffff));
      if (is_tensor(self)) mp_raise_TypeError(MP_ERROR_TEXT("Tensor is unhashable. Instead, use tensor.ref() as the key."));
      mp_raise_TypeError(MP_ERROR_TEXT("Variable is unhashable. Instead, use variable.ref() as the key."));
    case MP_UNARY_OP_FLOAT_MAYBE: {
      const double v = only_element(self);
      tell_value_left(self, "float()");
      return mp_obj_new_float(v);
    }
    case MP_UNARY_OP_INT_MAYBE: {
      const double v = only_element(self);
      tell_value_left(self, "int()");
      const Tensor& t = value_of(self);
      return is_floating(t.dtype()) ? new_int(static_cast<int64_t>(v)) : new_int(t.element_int());
    }
    case MP_UNARY_OP_NEGATIVE: case MP_UNARY_OP_ABS: case MP_UNARY_OP_INVERT: case MP_UNARY_OP_POSITIVE: {
      TensorObject* result = new_tensor_object();
      guarded([&] {
        Tensor t = tensor_from(self);
        if (op == MP_UNARY_OP_POSITIVE) { result->tensor = t; return; }
        const char* name = op == MP_UNARY_OP_NEGATIVE ? "negative" : op == MP_UNARY_OP_ABS ? "abs" : t.dtype() == DType::boolean ? "logical_not" : "bitwise_invert";
        result->tensor = std::move(apply(op_named(name), {&t, 1})[0]);
      });
      return MP_OBJ_FROM_PTR(result);
    }
    default: return MP_OBJ_NULL;
  }
}

mp_obj_t binding_value_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  if (op == MP_BINARY_OP_CONTAINS) mp_raise_NotImplementedError(MP_ERROR_TEXT("`in` is not defined for tensors; use tf.reduce_any(x == value)"));
  return binary_operator(op, lhs, rhs);
}

mp_obj_t binding_value_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value) {
  if (value != MP_OBJ_SENTINEL) {
    const bool deletes = value == MP_OBJ_NULL;
    guarded([&] {
      throw Error(ErrorKind::type, "'" + std::string(is_tensor(self) ? "tensorflow.python.framework.ops.EagerTensor" : "ResourceVariable") + "' object does not support item " + (deletes ? "deletion" : "assignment"),
                  is_tensor(self) ? "A tensor never changes. Make a new one with tf.where or tf.tensor_scatter_nd_update, or keep what changes in a tf.Variable."
                                  : "Use v[i].assign(value), or v.assign(new_value) for the whole variable.");
    });
  }
  TensorObject* result = new_tensor_object();
  guarded([&] {
    Tensor t = tensor_from(self);
    if (is_tracing()) name_next_node("strided_slice");
    // A mask picks elements, like tf.boolean_mask.
    if ((is_tensor(index) && as_tensor(index)->tensor.dtype() == DType::boolean) || (is_ndarray(index) && tensor_from_numpy(index, false).dtype() == DType::boolean)) {
      result->tensor = boolean_mask(t, tensor_from(index));
      return;
    }
    result->tensor = slice_tensor(t, index);
  });
  if (is_variable(self)) {
    const mp_obj_t part[] = {self, index};
    result->part_of = mp_obj_new_tuple(2, part);
  }
  return settled(result);
}

typedef struct {
  mp_obj_base_t base;
  mp_fun_1_t iternext;
  mp_obj_t value;
  size_t i;
} value_iterator;

static mp_obj_t value_next(mp_obj_t self_in) {
  auto* it = static_cast<value_iterator*>(MP_OBJ_TO_PTR(self_in));
  const Shape& s = is_tensor(it->value) ? as_tensor(it->value)->tensor.shape() : as_variable(it->value)->handle.variable()->shape;
  if (it->i >= static_cast<size_t>(s[0])) return MP_OBJ_STOP_ITERATION;
  return binding_value_subscr(it->value, MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(it->i++)), MP_OBJ_SENTINEL);
}

mp_obj_t binding_value_iter(mp_obj_t self, mp_obj_iter_buf_t* buffer) {
  static_assert(sizeof(value_iterator) <= sizeof(mp_obj_iter_buf_t));
  if (is_tensor(self) ? as_tensor(self)->tensor.is_symbolic() : is_tracing()) disallow("Iterating over a symbolic `tf.Tensor`");
  const Shape& s = is_tensor(self) ? as_tensor(self)->tensor.shape() : as_variable(self)->handle.variable()->shape;
  if (s.rank() == 0) mp_raise_TypeError(is_tensor(self) ? MP_ERROR_TEXT("Cannot iterate over a scalar tensor.") : MP_ERROR_TEXT("Cannot iterate over a scalar."));
  auto* it = reinterpret_cast<value_iterator*>(buffer);
  it->base.type = &mp_type_polymorph_iter;
  it->iternext = value_next;
  it->value = self;
  it->i = 0;
  return MP_OBJ_FROM_PTR(it);
}

static const char kDevice[] = "/job:localhost/replica:0/task:0/device:CPU:0";

[[noreturn]] static void no_attribute_store(mp_obj_t self, qstr attr) {
  mp_raise_msg_varg(&mp_type_AttributeError, MP_ERROR_TEXT("'%s' object has no attribute '%q'"), mp_obj_get_type_str(self), attr);
}

void binding_tensor_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  // The collector asks for the finaliser: of objects that were never filled, too, and when nothing else may be touched.
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  if (dest[0] != MP_OBJ_NULL) {
    no_attribute_store(self, attr);
    return;
  }
  const Tensor& t = as_tensor(self)->tensor;
  switch (attr) {
    case MP_QSTR_shape: dest[0] = shape_object(t.shape()); return;
    case MP_QSTR_dtype: dest[0] = dtype_object(t.dtype()); return;
    case MP_QSTR_ndim:
      if (t.rank() < 0) { dest[0] = mp_const_none; return; }
      dest[0] = MP_OBJ_NEW_SMALL_INT(t.rank());
      return;
    case MP_QSTR_device: dest[0] = mp_obj_new_str(kDevice, t.is_symbolic() ? 0 : sizeof kDevice - 1); return;
    case MP_QSTR_numpy: case MP_QSTR___array__:
      if (t.is_symbolic()) no_symbolic_attribute(qstr_str(attr));
      dest[1] = MP_OBJ_SENTINEL;
      return;
    case MP_QSTR_op: case MP_QSTR_graph: case MP_QSTR_eval: case MP_QSTR_consumers: case MP_QSTR_value_index: {
      if (!t.is_symbolic()) {
        const char* shown = qstr_str(attr);
        if (attr == MP_QSTR_eval) mp_raise_NotImplementedError(MP_ERROR_TEXT("eval is not supported when eager execution is enabled, is .numpy() what you're looking for?"));
        mp_raise_msg_varg(&mp_type_AttributeError, MP_ERROR_TEXT("Tensor.%s is undefined when eager execution is enabled."), shown);
      }
      const mp_obj_t args[] = {self, MP_OBJ_NEW_QSTR(attr)};
      dest[0] = mp_call_function_n_kw(graph_hook(MP_QSTR__tensor_attribute), 2, 0, args);
      return;
    }
    case MP_QSTR_assign:
      if (as_tensor(self)->part_of != MP_OBJ_NULL) { dest[1] = MP_OBJ_SENTINEL; return; }
      [[fallthrough]];
    case MP_QSTR_assign_add: case MP_QSTR_assign_sub: case MP_QSTR_append: case MP_QSTR_backward: case MP_QSTR_grad: case MP_QSTR_detach:
      guarded([&] {
        const std::string name = qstr_str(attr);
        const bool changes = name.rfind("assign", 0) == 0 || name == "append";
        throw Error(ErrorKind::attribute, "'" + std::string(mp_obj_get_type_str(self)) + "' object has no attribute '" + name + "'",
                    name == "detach" ? "Use tf.stop_gradient(x)."
                    : !changes       ? "Open a tape around the computation, with tf.GradientTape() as tape:, and ask it: tape.gradient(loss, w)."
                    : name == "append" ? "A tensor never changes: join tensors with tf.concat or tf.stack."
                                     : "A tensor never changes. What has to change is a tf.Variable: w = tf.Variable(...). `w = w - ...` makes a tensor of a variable; w.assign_sub(...) does not.");
      });
      return;
    case MP_QSTR_name: {
      if (!t.is_symbolic()) mp_raise_msg(&mp_type_AttributeError, MP_ERROR_TEXT("Tensor.name is undefined when eager execution is enabled."));
      static std::string name;
      guarded([&] { name = graph_name_of(t); });
      dest[0] = mp_obj_new_str(name.data(), name.size());
      return;
    }
    case MP_QSTR_T: case MP_QSTR_astype: case MP_QSTR_ravel: case MP_QSTR_transpose: case MP_QSTR_reshape: case MP_QSTR_clip: case MP_QSTR_size: case MP_QSTR_tolist: case MP_QSTR_data:
    case MP_QSTR_mean: case MP_QSTR_sum: case MP_QSTR_max: case MP_QSTR_min: case MP_QSTR_item: {
      if (t.is_symbolic()) no_symbolic_attribute(qstr_str(attr));
      guarded([&] {
        const std::string name = qstr_str(attr);
        throw Error(ErrorKind::attribute, "EagerTensor object has no attribute '" + name + "'. \n        If you are looking for numpy-related methods, please run the following:\n        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      ",
                    "Take the array first: x.numpy()." + name);
      });
      return;
    }
    default: extension_or_native(self, attr, dest); return;
  }
}

void binding_variable_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  VariableState& v = *as_variable(self)->handle.variable();
  if (dest[0] != MP_OBJ_NULL) {
    // v.trainable = … is what Keras' layers do; anything else has no place here.
    if (dest[1] != MP_OBJ_NULL && (attr == MP_QSTR_trainable || attr == MP_QSTR__trainable)) {
      v.trainable = mp_obj_is_true(dest[1]);
      dest[0] = MP_OBJ_NULL;
    } else {
      no_attribute_store(self, attr);
    }
    return;
  }
  switch (attr) {
    case MP_QSTR_shape: dest[0] = shape_object(v.shape); return;
    case MP_QSTR_dtype: dest[0] = dtype_object(v.dtype); return;
    case MP_QSTR_ndim: dest[0] = MP_OBJ_NEW_SMALL_INT(v.shape.rank()); return;
    case MP_QSTR_trainable: dest[0] = mp_obj_new_bool(v.trainable); return;
    case MP_QSTR_name: {
      const char* name = as_variable(self)->unread ? "UnreadVariable" : v.name.c_str();
      dest[0] = mp_obj_new_str(name, strlen(name));
      return;
    }
    case MP_QSTR_device: dest[0] = mp_obj_new_str(kDevice, sizeof kDevice - 1); return;
    case MP_QSTR_constraint: dest[0] = mp_const_none; return;
    case MP_QSTR_op: case MP_QSTR_initializer: case MP_QSTR_initial_value: case MP_QSTR_graph: case MP_QSTR_eval: case MP_QSTR_load: case MP_QSTR_handle: {
      const mp_obj_t args[] = {self, MP_OBJ_NEW_QSTR(attr)};
      dest[0] = mp_call_function_n_kw(graph_hook(MP_QSTR__variable_attribute), 2, 0, args);
      return;
    }
    default: extension_or_native(self, attr, dest); return;
  }
}

mp_obj_t binding_value_numpy(mp_obj_t self) {
  const Tensor& t = value_of(self);
  if (is_variable(self) && is_tracing()) mp_raise_msg(&mp_type_NotImplementedError, MP_ERROR_TEXT("numpy() is only available when eager execution is enabled."));
  mp_obj_t array = numpy_array(t, true);
  if (const uint64_t origin = tell_value_left(self, ".numpy()")) {
    if (is_ndarray(array)) guarded([&] { set_origin(as_ndarray(array)->storage, origin); });
    else if (is_numpy_scalar(array)) static_cast<NumpyScalarObject*>(MP_OBJ_TO_PTR(array))->origin = origin;
  }
  return array;
}

mp_obj_t binding_value_get_shape(mp_obj_t self) { return shape_object(is_tensor(self) ? as_tensor(self)->tensor.shape() : as_variable(self)->handle.variable()->shape); }

mp_obj_t binding_value_ref(mp_obj_t self) {
  ReferenceObject* r = mp_obj_malloc(ReferenceObject, &binding_type_Reference);
  r->wrapped = self;
  return MP_OBJ_FROM_PTR(r);
}

mp_obj_t binding_value_set_shape(mp_obj_t self, mp_obj_t shape) {
  guarded([&] {
    const Shape& have = as_tensor(self)->tensor.shape();
    auto wanted = is_shape(shape) ? shape_of_object(shape) : shape_from(shape);
    if (!wanted) return;
    if (as_tensor(self)->tensor.is_symbolic() && !have.is_known()) {   // tells the graph what it could not infer
      Shape merged = *wanted;
      bool agrees = !have.has_rank() || have.rank() == merged.rank();
      for (int i = 0; agrees && have.has_rank() && i < have.rank(); ++i) {
        agrees = merged[i] < 0 || have[i] < 0 || merged[i] == have[i];
        if (merged[i] < 0) merged.set(i, have[i]);
      }
      if (agrees) {
        as_tensor(self)->tensor.rep()->shape = merged;
        as_tensor(self)->tensor.rep()->size = merged.size();
        return;
      }
    }
    bool fits = wanted->rank() == have.rank();
    for (int i = 0; fits && i < have.rank(); ++i) fits = (*wanted)[i] < 0 || (*wanted)[i] == have[i];
    if (!fits) throw Error(ErrorKind::value, "Tensor's shape " + have.parens() + " is not compatible with supplied shape " + wanted->parens() + ".");
  });
  return mp_const_none;
}

/// format(tensor, spec) formats the NumPy value: f"{loss:.4f}". Source: ops.py, _EagerTensorBase.__format__.
mp_obj_t binding_value_format(mp_obj_t self, mp_obj_t spec) {
  const bool plain = !mp_obj_is_str(spec) || mp_obj_len(spec) == MP_OBJ_NEW_SMALL_INT(0);
  if (is_variable(self)) {
    if (!plain) mp_raise_TypeError(MP_ERROR_TEXT("unsupported format string passed to ResourceVariable.__format__"));
    vstr_t text;
    mp_print_t print;
    vstr_init_print(&text, 64, &print);
    binding_variable_print(&print, self, PRINT_STR);
    return mp_obj_new_str_from_vstr(&text);
  }
  const Tensor& t = as_tensor(self)->tensor;
  if (t.is_symbolic()) {
    vstr_t text;
    mp_print_t print;
    vstr_init_print(&text, 64, &print);
    binding_tensor_print(&print, self, PRINT_STR);
    return mp_obj_new_str_from_vstr(&text);
  }
  if (plain) {
    static std::string shown;
    guarded([&] { shown = array_str(t); });
    return mp_obj_new_str(shown.data(), shown.size());
  }
  if (t.rank() > 0 || t.dtype() == DType::string) mp_raise_TypeError(MP_ERROR_TEXT("unsupported format string passed to numpy.ndarray.__format__"));
  const mp_obj_t args[] = {python_value(t, 0), spec};
  return mp_call_function_n_kw(mp_load_global(MP_QSTR_format), 2, 0, args);
}

// ---- Variable ----------------------------------------------------------------------------------------------------------------

mp_obj_t binding_variable_make(const mp_obj_type_t*, size_t n_args, size_t n_kw, const mp_obj_t* args) {
  enum { INITIAL, TRAINABLE, VALIDATE, CACHING, NAME, DEFINITION, DTYPE, IMPORT_SCOPE, CONSTRAINT, SYNC, AGGREGATION, SHAPE };
  static const mp_arg_t allowed[] = {
      {MP_QSTR_initial_value, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_trainable, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_validate_shape, MP_ARG_OBJ, {.u_obj = mp_const_true}}, {MP_QSTR_caching_device, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_name, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_variable_def, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_dtype, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_import_scope, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_constraint, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_synchronization, MP_ARG_OBJ, {.u_obj = mp_const_none}},
      {MP_QSTR_aggregation, MP_ARG_OBJ, {.u_obj = mp_const_none}}, {MP_QSTR_shape, MP_ARG_OBJ, {.u_obj = mp_const_none}},
  };
  mp_arg_val_t v[MP_ARRAY_SIZE(allowed)];
  mp_map_t kwargs;
  mp_map_init_fixed_table(&kwargs, n_kw, args + n_args);
  parse_arguments("Variable.__init__", n_args, args, &kwargs, MP_ARRAY_SIZE(allowed), allowed, v, 1);
  if (is_tracing()) {
    const mp_obj_t given[] = {v[INITIAL].u_obj, v[TRAINABLE].u_obj, v[NAME].u_obj, v[DTYPE].u_obj, v[SHAPE].u_obj};
    return mp_call_function_n_kw(graph_hook(MP_QSTR__make_variable), 5, 0, given);
  }
  mp_obj_t initial = v[INITIAL].u_obj;
  if (initial == mp_const_none) mp_raise_ValueError(MP_ERROR_TEXT("initial_value must be specified."));
  if (mp_obj_is_callable(initial) && !is_tensor(initial)) initial = mp_call_function_0(initial);
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const auto dtype = dtype_from(v[DTYPE].u_obj);
    Tensor value = tensor_from(initial, {dtype, {}, false});
    std::string name = v[NAME].u_obj == mp_const_none ? "Variable" : text_from(v[NAME].u_obj);
    name = name_scope_prefix() + name + ":0";
    std::optional<Shape> shape;
    if (v[SHAPE].u_obj != mp_const_none) {
      shape = is_shape(v[SHAPE].u_obj) ? shape_of_object(v[SHAPE].u_obj) : shape_from(v[SHAPE].u_obj);
      if (shape) {
        bool fits = shape->rank() == value.rank();
        for (int i = 0; fits && i < value.rank(); ++i) fits = (*shape)[i] < 0 || (*shape)[i] == value.shape()[i];
        if (!fits)
          throw Error(ErrorKind::value, "The initial value's shape (" + value.shape().parens() + ") is not compatible with the explicitly supplied `shape` argument (" + shape->parens() + ").");
      }
    }
    const bool trainable = v[TRAINABLE].u_obj == mp_const_none || py_call([&] { return mp_obj_is_true(v[TRAINABLE].u_obj); });
    result = wrap_variable(make_variable(std::move(value), std::move(name), trainable, shape ? &*shape : nullptr));
  });
  return result;
}

static mp_obj_t binding_value_for(mp_obj_t variable, mp_obj_t value) {
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = tensor_from(value, {as_variable(variable)->handle.variable()->dtype, {}, false}); });
  return settled(result);
}

static mp_obj_t assign_with(mp_obj_t self, mp_obj_t value, void (*assign)(const Tensor&, const Tensor&)) {
  VariableObject* result = mp_obj_malloc_with_finaliser(VariableObject, &binding_type_Variable);
  new (&result->handle) Tensor();
  result->after = -1;
  result->unread = true;
  guarded([&] {
    const Tensor& handle = as_variable(self)->handle;
    assign(handle, tensor_from(value, {handle.variable()->dtype, {}, false}));
    result->handle = handle;
    result->after = last_node();
  });
  return MP_OBJ_FROM_PTR(result);
}
// Of the further arguments only the name of the node means anything here.
static mp_obj_t assign_named(const mp_obj_t* args, mp_map_t* kwargs, void (*assign)(const Tensor&, const Tensor&)) {
  if (kwargs && is_tracing())
    if (mp_map_elem_t* name = mp_map_lookup(kwargs, MP_OBJ_NEW_QSTR(MP_QSTR_name), MP_MAP_LOOKUP); name && name->value != mp_const_none) {
      // The value first: its nodes must not take the name.
      const mp_obj_t value = mp_obj_is_exact_type(args[1], &binding_type_Tensor) ? args[1] : binding_value_for(args[0], args[1]);
      guarded([&] { name_next_node(text_from(name->value).c_str()); });
      return assign_with(args[0], value, assign);
    }
  return assign_with(args[0], args[1], assign);
}
mp_obj_t binding_variable_assign(size_t, const mp_obj_t* args, mp_map_t* kwargs) { return assign_named(args, kwargs, assign_variable); }
mp_obj_t binding_variable_assign_add(size_t, const mp_obj_t* args, mp_map_t* kwargs) { return assign_named(args, kwargs, assign_add_variable); }
mp_obj_t binding_variable_assign_sub(size_t, const mp_obj_t* args, mp_map_t* kwargs) { return assign_named(args, kwargs, assign_sub_variable); }

/// v[index].assign(value): `self` is what v[index] gave.
mp_obj_t binding_tensor_assign(size_t, const mp_obj_t* args, mp_map_t*) {
  size_t n;
  mp_obj_t* part;
  mp_obj_get_array(as_tensor(args[0])->part_of, &n, &part);
  if (is_tracing()) {   // by ops: what the variable holds is known only when the graph runs
    const mp_obj_t given[] = {part[0], part[1], args[1]};
    return mp_call_function_n_kw(graph_hook(qstr_from_str("_assign_part")), 3, 0, given);
  }
  VariableObject* result = mp_obj_malloc_with_finaliser(VariableObject, &binding_type_Variable);
  new (&result->handle) Tensor();
  result->after = -1;
  result->unread = true;
  guarded([&] {
    const Tensor& handle = as_variable(part[0])->handle;
    const Tensor value = tensor_from(args[1], {handle.variable()->dtype, {}, false});
    assign_variable(handle, told(with_part_replaced(handle.variable()->value, part[1], value)));
    result->handle = handle;
  });
  return MP_OBJ_FROM_PTR(result);
}

mp_obj_t binding_variable_value(mp_obj_t self) {
  TensorObject* result = new_tensor_object();
  guarded([&] { result->tensor = tensor_from(self); });
  return settled(result);
}

mp_obj_t binding_variable_is_initialized(mp_obj_t self) { return mp_obj_new_bool(as_variable(self)->handle.variable()->initialized); }

/// v.scatter_nd_update(indices, updates) and its kin, by the tensor op of the same effect.
mp_obj_t binding_variable_scatter(mp_obj_t self, mp_obj_t op, mp_obj_t rest) {
  VariableObject* result = mp_obj_malloc_with_finaliser(VariableObject, &binding_type_Variable);
  new (&result->handle) Tensor();
  result->after = -1;
  result->unread = true;
  guarded([&] {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(rest, &n, &items);
    const Tensor& handle = as_variable(self)->handle;
    const Tensor now = is_tracing() || !handle.variable()->value ? read_of(as_variable(self)) : handle.variable()->value;   // in a graph: what it will be then
    const Tensor inputs[] = {now, int_tensor_from(items[0]), tensor_from(items[1], {handle.variable()->dtype, {}, false})};
    Tensor next;
    {
      TapesPaused paused;
      next = apply(op_named(text_from(op)), inputs)[0];
    }
    assign_variable(handle, next);
    result->handle = handle;
    result->after = last_node();
  });
  return MP_OBJ_FROM_PTR(result);
}

// ---- Reference -----------------------------------------------------------------------------------------------------------------

mp_obj_t binding_reference_unary_op(mp_unary_op_t op, mp_obj_t self) {
  if (op != MP_UNARY_OP_HASH) return MP_OBJ_NULL;
  return MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(reinterpret_cast<uintptr_t>(identity_of(static_cast<ReferenceObject*>(MP_OBJ_TO_PTR(self))->wrapped)) >> 4 & 0x3fffffff));
}

mp_obj_t binding_reference_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  if (op != MP_BINARY_OP_EQUAL || !mp_obj_is_exact_type(rhs, &binding_type_Reference)) return MP_OBJ_NULL;
  return mp_obj_new_bool(identity_of(static_cast<ReferenceObject*>(MP_OBJ_TO_PTR(lhs))->wrapped) == identity_of(static_cast<ReferenceObject*>(MP_OBJ_TO_PTR(rhs))->wrapped));
}

mp_obj_t binding_reference_deref(mp_obj_t self) { return static_cast<ReferenceObject*>(MP_OBJ_TO_PTR(self))->wrapped; }

void binding_reference_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t) {
  mp_print_str(print, "<Reference wrapping ");
  mp_obj_print_helper(print, static_cast<ReferenceObject*>(MP_OBJ_TO_PTR(self))->wrapped, PRINT_REPR);
  mp_print_str(print, ">");
}

}  // extern "C"
