// The Python objects of the binding and the rules of the border between MicroPython and C++. Internal to lessons/python/binding.
//
// MicroPython raises by jumping over frames, C++ by unwinding them; neither may cross the other. So:
//  (a) allocate the Python object first, do the C++ work second: an allocation may raise, and must not do so over live C++ objects;
//  (b) C++ work runs inside guarded(), which turns any C++ exception into a Python exception after all C++ frames are gone;
//  (c) Python called from C++ runs inside py_call(), which turns a Python exception into PyError, parked where the collector sees it;
//  (d) an abort of the VM (a budget that the program swallowed) travels the same way, as PyAbort;
//  (e) an mp_obj_t in C++ heap memory is invisible to the collector: keep it in a Python container or in an argument array.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif
#include "py/nlr.h"
#include "py/obj.h"
#include "py/objlist.h"
#include "py/objstr.h"
#include "py/objtuple.h"
#include "py/runtime.h"
#include "py/smallint.h"
#include "port.h"

extern const mp_obj_type_t binding_type_Tensor, binding_type_Variable, binding_type_DType, binding_type_TensorShape, binding_type_GradientTape,
    binding_type_OpFunction, binding_type_Reference, binding_type_ndarray, binding_type_numpy_dtype, binding_type_float32, binding_type_float64,
    binding_type_int32, binding_type_int64, binding_type_uint8, binding_type_bool_, binding_type_float16, binding_type_bfloat16, binding_type_int8, binding_type_int16, binding_type_uint16,
    binding_type_uint32, binding_type_uint64, binding_type_complex64, binding_type_complex128;
extern const mp_obj_module_t binding_module;

#ifdef __cplusplus
}

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/apply.h"
#include "engine/core/tensor.h"

namespace tapedeck {

// ---- the border -------------------------------------------------------------------------------------------------------------

struct PyError {};   // the exception object is parked in a root pointer
struct PyAbort {};
void park_exception(void* exception);
void set_hint(std::string text);

template <class F> auto py_call(F f) -> decltype(f()) {
  nlr_buf_t nlr;
  nlr_buf_t* outer = nlr_get_abort();
  if (nlr_push(&nlr) == 0) {
    nlr_set_abort(&nlr);
    if constexpr (std::is_void_v<decltype(f())>) {
      f();
      nlr_set_abort(outer);
      nlr_pop();
      return;
    } else {
      auto r = f();
      nlr_set_abort(outer);
      nlr_pop();
      return r;
    }
  }
  nlr_set_abort(outer);
  if (!nlr.ret_val) throw PyAbort{};
  park_exception(nlr.ret_val);
  throw PyError{};
}

enum class Failure { none, python, abort, memory, engine };
/// Called in a catch block: keeps what is needed to raise later.
Failure note_failure() noexcept;
[[noreturn]] void raise_failure(Failure failure);

template <class F> Failure run_guarded(F& f) noexcept {
  try {
    f();
    return Failure::none;
  } catch (...) {
    return note_failure();
  }
}
template <class F> void guarded(F f) {
  const Failure failure = run_guarded(f);
  if (failure != Failure::none) raise_failure(failure);
}

/// mp_arg_parse_all, but what is wrong with the arguments is said as CPython says it: the name of the function is in the text. May raise.
void parse_arguments(const char* function, size_t n_args, const mp_obj_t* args, mp_map_t* kwargs, size_t n_allowed, const mp_arg_t* allowed, mp_arg_val_t* values, size_t self = 0);

// ---- objects ----------------------------------------------------------------------------------------------------------------

// All-zero memory is a valid empty Tensor, and a finaliser runs its destructor.
/// `part_of` is (variable, index) for what v[index] gave, so that v[index].assign(x) works; else null.
struct TensorObject { mp_obj_base_t base; Tensor tensor; mp_obj_t part_of; };
/// `unread` marks what assign() returns: the same variable under the name that TensorFlow prints for it.
/// `after`: in a TensorFlow 1 graph, the node of the assignment that gave this object; reading it waits for that node. -1: none.
struct VariableObject { mp_obj_base_t base; Tensor handle; int32_t after; bool unread; };
struct ReferenceObject { mp_obj_base_t base; mp_obj_t wrapped; };

TensorObject* new_tensor_object();                   // may raise
mp_obj_t wrap_tensor(Tensor tensor);                 // inside guarded()
mp_obj_t wrap_or_none(const Tensor& tensor);
mp_obj_t wrap_variable(const Tensor& handle);        // the same Python object for the same variable, while it lives

inline bool is_tensor(mp_obj_t o) { return mp_obj_is_exact_type(o, &binding_type_Tensor); }
inline bool is_variable(mp_obj_t o) { return mp_obj_is_exact_type(o, &binding_type_Variable); }
inline bool is_ndarray(mp_obj_t o) { return mp_obj_is_exact_type(o, &binding_type_ndarray); }
inline bool is_dtype(mp_obj_t o) { return mp_obj_is_exact_type(o, &binding_type_DType); }
inline bool is_shape(mp_obj_t o) { return mp_obj_is_exact_type(o, &binding_type_TensorShape); }
inline TensorObject* as_tensor(mp_obj_t o) { return static_cast<TensorObject*>(MP_OBJ_TO_PTR(o)); }
inline VariableObject* as_variable(mp_obj_t o) { return static_cast<VariableObject*>(MP_OBJ_TO_PTR(o)); }
bool is_numpy_scalar(mp_obj_t o);
bool is_python_int(mp_obj_t o);      // int or bool
inline bool is_sequence(mp_obj_t o) { return mp_obj_is_exact_type(o, &mp_type_list) || (mp_obj_is_obj(o) && mp_obj_is_subclass_fast(MP_OBJ_FROM_PTR(mp_obj_get_type(o)), MP_OBJ_FROM_PTR(&mp_type_tuple))); }

mp_obj_t dtype_object(DType dtype);
mp_obj_t shape_object(const Shape& shape);           // may raise
mp_obj_t unknown_shape_object();
/// The shape of a TensorShape object, or nothing when its rank is unknown.
std::optional<Shape> shape_of_object(mp_obj_t o);
mp_obj_t numpy_scalar(const Tensor& t, int64_t element);   // may raise; a bytes object for strings
mp_obj_t numpy_array(const Tensor& t, bool copy);    // may raise; a scalar when rank is 0
mp_obj_t python_value(const Tensor& t, int64_t element);   // float, int, bool or bytes; may raise
mp_obj_t python_list(const Tensor& t);               // nested lists, as .tolist(); may raise
mp_obj_t new_int(int64_t v);
uint64_t tape_id_of(mp_obj_t tape);
/// The dtype behind a DType or a NumPy dtype object.
DType dtype_of_object(mp_obj_t o);
const mp_obj_type_t* scalar_type_of(DType d);
std::optional<DType> dtype_of_scalar_type(mp_obj_t type);   // np.float32 and its kin

/// The value of an ndarray or NumPy scalar as a tensor; `copy` when the result must not change with the array.
Tensor tensor_from_numpy(mp_obj_t o, bool copy);

// ---- conversion (inside guarded(): they throw) --------------------------------------------------------------------------------

/// A dtype given as tf.float32, "float32", np.float32, float, int or bool; nothing for None.
std::optional<DType> dtype_from(mp_obj_t o);
struct Conversion {
  std::optional<DType> dtype;   ///< must have it
  std::optional<DType> hint;    ///< should have it, if the value allows
  bool constant = false;        ///< tf.constant: takes the values of tensors inside lists (no gradient), may cast arrays
};
/// Source: tensorflow/python/lib/core/py_seq_tensor.cc, python/framework/constant_op.py, tensor_conversion_registry.py.
Tensor tensor_from(mp_obj_t o, const Conversion& how = {});
/// A tensor of integers (int32 unless the value has another dtype), as shapes, axes and indices are given.
Tensor int_tensor_from(mp_obj_t o);
std::vector<int64_t> ints_from(mp_obj_t o);
int64_t int_from(mp_obj_t o);
double float_from(mp_obj_t o);
std::string text_from(mp_obj_t o);
Shape shape_from(mp_obj_t o);        // None entries become -1
bool has_none(mp_obj_t sequence);
std::string repr_of(mp_obj_t o);
std::string class_text(mp_obj_t o);  // "<class 'NoneType'>"
AttrValue attr_from(mp_obj_t o);
const char* interned(std::string_view text);

/// Calls back into Python: inside guarded().
mp_obj_t call_python(mp_obj_t function, std::span<const mp_obj_t> args);
mp_obj_t method_or_null(mp_obj_t object, qstr name);

// ---- ops ---------------------------------------------------------------------------------------------------------------------

mp_obj_t binary_operator(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs);   // may raise; MP_OBJ_NULL when it does not apply
const Op& op_named(std::string_view name);
/// Runs an op without telling tapes or the observer: what numpy computes is no part of the recording.
Tensor quiet_op(const char* name, std::initializer_list<Tensor> inputs, const Attrs& attrs = {});
Tensor cast_quietly(const Tensor& t, DType dtype);

// Where the values of NumPy come from, so that a recording can say that a gradient was lost there. Kept only while someone listens, by the id of
// the tensors that arrays hold.
uint64_t origin_of(const Tensor& held);                    // the id of TensorFlow's tensor, or 0
void set_origin(const Tensor& held, uint64_t origin);      // 0 changes nothing
inline Tensor with_origin(Tensor made, const Tensor& like) { set_origin(made, origin_of(like)); return made; }
/// Tells the observer that the value of a tensor (of a variable: its handle) is handed to Python, and returns its id. Not when package tensorflow does it
/// for itself, which is no deed of the program (then the answer is 0), unless `always`.
uint64_t tell_left(const Tensor& tensor, std::string_view how, bool always = false);
/// told(), for a constant that may have come from an array.
Tensor told_from(Tensor made, uint64_t origin);
void forget_origins();
/// Reads a variable through the op.
Tensor read_of(const VariableObject* variable);
bool can_read(mp_obj_t o);   // Tensor, Variable, number, sequence …: something that operators take

/// begin:end:stride of every axis, as strided_slice takes them.
Tensor slice_tensor(const Tensor& t, mp_obj_t index);

}  // namespace tapedeck
#endif
