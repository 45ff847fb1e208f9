// Errors that cross the border between C++ and Python, what a Python object stands for, and what is reset between runs.
#include <exception>
#include <new>

#include "engine/core/id_map.h"
#include "engine/core/observer.h"
#include "engine/core/widened.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/binding.h"
#include "lessons/python/binding/graph_object.h"
#include "lessons/python/binding/objects.h"

namespace tapedeck {

namespace {

// What is needed to raise after all C++ frames are gone. Static, so that nothing is destroyed by the jump.
ErrorKind failed_kind;
std::string failed_message, failed_hint;

const mp_obj_type_t* builtin_class(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::value: return &mp_type_ValueError;
    case ErrorKind::type: return &mp_type_TypeError;
    case ErrorKind::runtime: return &mp_type_RuntimeError;
    case ErrorKind::lookup: return &mp_type_LookupError;
    case ErrorKind::index: return &mp_type_IndexError;
    case ErrorKind::key: return &mp_type_KeyError;
    case ErrorKind::attribute: return &mp_type_AttributeError;
    case ErrorKind::not_implemented: return &mp_type_NotImplementedError;
    case ErrorKind::stopped: return &mp_type_KeyboardInterrupt;
    default: return nullptr;
  }
}

const char* tensorflow_class(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument: return "InvalidArgumentError";
    case ErrorKind::failed_precondition: return "FailedPreconditionError";
    case ErrorKind::resource_exhausted: return "ResourceExhaustedError";
    case ErrorKind::unimplemented: return "UnimplementedError";
    case ErrorKind::not_found: return "NotFoundError";
    case ErrorKind::out_of_range: return "OutOfRangeError";
    default: return "InternalError";
  }
}

}  // namespace

void park_exception(void* exception) { MP_STATE_VM(binding_parked) = MP_OBJ_FROM_PTR(exception); }

void set_hint(std::string text) { failed_hint = std::move(text); }

Failure note_failure() noexcept {
  try {
    throw;
  } catch (const PyError&) {
    return Failure::python;
  } catch (const PyAbort&) {
    return Failure::abort;
  } catch (const std::bad_alloc&) {
    return Failure::memory;
  } catch (const Error& e) {
    failed_kind = e.kind();
    failed_message = e.message();
    failed_hint = e.hint();
  } catch (const std::exception& e) {
    failed_kind = ErrorKind::internal;
    failed_message = e.what();
    failed_hint.clear();
  }
  return Failure::engine;
}

void raise_tensorflow_error(const char* class_name, const char* text) {
  mp_obj_t classes = MP_STATE_VM(binding_error_classes);
  mp_map_elem_t* found = classes == MP_OBJ_NULL ? nullptr : mp_map_lookup(mp_obj_dict_get_map(classes), MP_OBJ_NEW_QSTR(qstr_from_str(class_name)), MP_MAP_LOOKUP);
  const mp_obj_t message = mp_obj_new_str_from_cstr(text);
  nlr_raise(found ? mp_call_function_1(found->value, message) : mp_obj_new_exception_arg1(&mp_type_TypeError, message));
}

void raise_failure(Failure failure) {
  if (failure == Failure::python) {
    mp_obj_t exception = MP_STATE_VM(binding_parked);
    MP_STATE_VM(binding_parked) = MP_OBJ_NULL;
    nlr_raise(exception);
  }
  if (failure == Failure::abort) nlr_jump_abort();
  if (failure == Failure::memory) mp_raise_msg(&mp_type_MemoryError, MP_ERROR_TEXT("no memory left for this tensor"));
  if (failed_kind == ErrorKind::stopped) port_poll();   // says which budget
  if (failed_kind == ErrorKind::type && failed_message.find(" cannot be accessed from FuncGraph(") != std::string::npos) raise_tensorflow_error("InaccessibleTensorError", failed_message.c_str());
  mp_obj_t text = mp_obj_new_str(failed_message.data(), failed_message.size());
  mp_obj_t exception;
  if (const mp_obj_type_t* type = builtin_class(failed_kind)) {
    exception = mp_obj_new_exception_arg1(type, text);
  } else {
    // tf.errors, when the program imported tensorflow (numpy alone may fail too)
    const char* name = tensorflow_class(failed_kind);
    mp_obj_t classes = MP_STATE_VM(binding_error_classes);
    mp_map_elem_t* found = classes == MP_OBJ_NULL ? nullptr : mp_map_lookup(mp_obj_dict_get_map(classes), MP_OBJ_NEW_QSTR(qstr_from_str(name)), MP_MAP_LOOKUP);
    if (found) {
      const mp_obj_t args[] = {mp_const_none, mp_const_none, text};
      exception = mp_call_function_n_kw(found->value, 3, 0, args);
    } else {
      exception = mp_obj_new_exception_arg1(&mp_type_ValueError, text);
    }
  }
  MP_STATE_VM(binding_hinted) = failed_hint.empty() ? MP_OBJ_NULL : exception;
  nlr_raise(exception);
}

std::string hint_of_exception(void* exception) { return exception && MP_STATE_VM(binding_hinted) == MP_OBJ_FROM_PTR(exception) ? failed_hint : std::string(); }

BoundValue bound_value(void* object) {
  mp_obj_t o = reinterpret_cast<mp_obj_t>(object);
  if (is_tensor(o) && as_tensor(o)->tensor) return {BoundValue::Kind::tensor, as_tensor(o)->tensor.id()};
  if (is_variable(o) && as_variable(o)->handle) return {BoundValue::Kind::variable, as_variable(o)->handle.variable()->id};
  if (mp_obj_is_exact_type(o, &binding_type_GradientTape)) return {BoundValue::Kind::tape, tape_id_of(o)};
  return {};
}

// ---- objects ------------------------------------------------------------------------------------------------------------------

TensorObject* new_tensor_object() {
  TensorObject* o = mp_obj_malloc_with_finaliser(TensorObject, &binding_type_Tensor);
  new (&o->tensor) Tensor();
  o->part_of = MP_OBJ_NULL;
  return o;
}

void parse_arguments(const char* function, size_t n_args, const mp_obj_t* args, mp_map_t* kwargs, size_t n_allowed, const mp_arg_t* allowed, mp_arg_val_t* values, size_t self) {
  // Source: CPython's Python/ceval.c, too_many_positional and missing_arguments. `self` 1: a method, whose object CPython counts.
  size_t required = 0;
  while (required < n_allowed && (allowed[required].flags & MP_ARG_REQUIRED)) ++required;
  if (n_args > n_allowed) {
    const int most = static_cast<int>(n_allowed + self), given = static_cast<int>(n_args + self);
    if (required == n_allowed) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() takes %d positional argument%s but %d were given"), function, most, most == 1 ? "" : "s", given);
    mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() takes from %d to %d positional arguments but %d were given"), function, static_cast<int>(required + self), most, given);
  }
  const auto given_by_name = [&](qstr name) { return kwargs && mp_map_lookup(kwargs, MP_OBJ_NEW_QSTR(name), MP_MAP_LOOKUP); };
  for (size_t i = 0; kwargs && i < kwargs->alloc; ++i) {
    if (!mp_map_slot_is_filled(kwargs, i)) continue;
    const qstr key = mp_obj_str_get_qstr(kwargs->table[i].key);
    size_t k = 0;
    while (k < n_allowed && allowed[k].qst != key) ++k;
    if (k == n_allowed) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() got an unexpected keyword argument '%q'"), function, key);
    if (k < n_args) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() got multiple values for argument '%q'"), function, key);
  }
  qstr missing[2] = {};
  size_t count = 0;
  for (size_t k = n_args; k < required; ++k)
    if (!given_by_name(static_cast<qstr>(allowed[k].qst)) && count < 2) missing[count++] = static_cast<qstr>(allowed[k].qst);
  if (count == 1) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() missing 1 required positional argument: '%q'"), function, missing[0]);
  if (count == 2) mp_raise_msg_varg(&mp_type_TypeError, MP_ERROR_TEXT("%s() missing 2 required positional arguments: '%q' and '%q'"), function, missing[0], missing[1]);
  mp_map_t none;
  mp_map_init(&none, 0);
  mp_arg_parse_all(n_args, args, kwargs ? kwargs : &none, n_allowed, allowed, values);
}

mp_obj_t wrap_tensor(Tensor tensor) {
  TensorObject* o = py_call([] { return new_tensor_object(); });
  o->tensor = std::move(tensor);
  return settled(o);
}

mp_obj_t wrap_or_none(const Tensor& tensor) { return tensor ? wrap_tensor(tensor) : mp_const_none; }

const Op& op_named(std::string_view name) {
  const Op* op = find_op(name);
  if (!op) throw Error(ErrorKind::not_implemented, "Tapedeck has no op named '" + std::string(name) + "' yet.");
  return *op;
}

// ---- where NumPy's values come from ---------------------------------------------------------------------------------------------

static IdMap<uint64_t>& origins() {
  static IdMap<uint64_t> map;
  return map;
}

uint64_t origin_of(const Tensor& held) {
  const uint64_t* origin = origins().empty() ? nullptr : origins().find(held.id());
  return origin ? *origin : 0;
}

void set_origin(const Tensor& held, uint64_t origin) {
  if (origin) origins()[held.id()] = origin;
}

void forget_origins() { origins().clear(); }

uint64_t tell_left(const Tensor& tensor, std::string_view how, bool always) {
  Observer* observer = runtime().observer;
  if (!observer || !tensor) return 0;
  const size_t file = port_innermost_file();
  if (!always && file && std::string_view(qstr_str(file)).starts_with("tensorflow")) return 0;
  observer->value_left(tensor, how);
  return tensor.id();
}

Tensor told_from(Tensor made, uint64_t origin) {
  if (origin && runtime().observer) runtime().observer->value_came_back(origin);
  return told(std::move(made));
}

Tensor quiet_op(const char* name, std::initializer_list<Tensor> list, const Attrs& attrs) {
  const Op& op = op_named(name);
  const std::span<const Tensor> inputs(list.begin(), list.size());
  Tensors outputs;
  run_kernel(op, inputs, attrs, outputs);
  for (const Tensor& t : inputs) set_origin(outputs[0], origin_of(t));
  return std::move(outputs[0]);
}

Tensor cast_quietly(const Tensor& t, DType dtype) {
  if (t.dtype() == dtype) return t;
  if (is_stored_only(dtype) || is_stored_only(t.dtype())) return cast_stored(t, dtype);
  Tensor r = Tensor::empty(dtype, t.shape());
  visit_dtype(dtype, [&]<class To>(TypeTag<To>) {
    visit_dtype(t.dtype(), [&]<class From>(TypeTag<From>) {
      const From* in = t.data<From>();
      To* out = r.mutable_data<To>();
      for (int64_t i = 0; i < t.size(); ++i) {
        if constexpr (std::is_same_v<To, bool>) out[i] = in[i] != 0;
        else if constexpr (std::is_floating_point_v<From> && !std::is_floating_point_v<To>) out[i] = in[i] == in[i] && in[i] < From(9.2e18) && in[i] > From(-9.2e18) ? static_cast<To>(static_cast<int64_t>(in[i])) : static_cast<To>(INT64_MIN);
        else out[i] = static_cast<To>(in[i]);
      }
    }, [] { throw Error(ErrorKind::type, "Cast from string is not supported"); });
  }, [] { throw Error(ErrorKind::type, "Cast to string is not supported"); });
  set_origin(r, origin_of(t));
  return r;
}

}  // namespace tapedeck
