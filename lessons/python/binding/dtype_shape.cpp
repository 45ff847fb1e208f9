// tf.DType, numpy.dtype and tf.TensorShape as Python objects.
#include <algorithm>
#include <cstring>
#include <new>

#include "engine/text/array_text.h"
#include "lessons/python/binding/graph_object.h"
#include "lessons/python/binding/ndarray.h"
#include "lessons/python/binding/objects.h"

namespace tapedeck {

namespace {

struct DTypeObject {
  mp_obj_base_t base;
  const char* name;
  int engine;      // a DType, or -1: known by name only
  int size, kind;  // kind: 'f', 'i', 'u', 'b', 'O', 'c', 'r'
};

// In the order of DType; then those that the engine lacks, so that they can at least be named.
#define ROW(type, name, engine, size, kind) {{&type}, name, engine, size, kind}
const DTypeObject tensorflow_dtypes[] = {
    ROW(binding_type_DType, "float32", 0, 4, 'f'), ROW(binding_type_DType, "float64", 1, 8, 'f'), ROW(binding_type_DType, "int32", 2, 4, 'i'),
    ROW(binding_type_DType, "int64", 3, 8, 'i'), ROW(binding_type_DType, "bool", 4, 1, 'b'), ROW(binding_type_DType, "uint8", 5, 1, 'u'),
    ROW(binding_type_DType, "string", 6, 0, 'O'), ROW(binding_type_DType, "resource", 7, 0, 'r'), ROW(binding_type_DType, "float16", 8, 2, 'f'),
    ROW(binding_type_DType, "bfloat16", 9, 2, 'f'), ROW(binding_type_DType, "int8", 10, 1, 'i'), ROW(binding_type_DType, "int16", 11, 2, 'i'),
    ROW(binding_type_DType, "uint16", 12, 2, 'u'), ROW(binding_type_DType, "uint32", 13, 4, 'u'), ROW(binding_type_DType, "uint64", 14, 8, 'u'),
    ROW(binding_type_DType, "complex64", 15, 8, 'c'), ROW(binding_type_DType, "complex128", 16, 16, 'c'), ROW(binding_type_DType, "variant", 17, 0, 'r'),
};
const DTypeObject numpy_dtypes[] = {
    ROW(binding_type_numpy_dtype, "float32", 0, 4, 'f'), ROW(binding_type_numpy_dtype, "float64", 1, 8, 'f'), ROW(binding_type_numpy_dtype, "int32", 2, 4, 'i'),
    ROW(binding_type_numpy_dtype, "int64", 3, 8, 'i'), ROW(binding_type_numpy_dtype, "bool", 4, 1, 'b'), ROW(binding_type_numpy_dtype, "uint8", 5, 1, 'u'),
    ROW(binding_type_numpy_dtype, "object", 6, 8, 'O'), ROW(binding_type_numpy_dtype, "resource", 7, 0, 'r'), ROW(binding_type_numpy_dtype, "float16", 8, 2, 'f'),
    ROW(binding_type_numpy_dtype, "bfloat16", 9, 2, 'V'), ROW(binding_type_numpy_dtype, "int8", 10, 1, 'i'), ROW(binding_type_numpy_dtype, "int16", 11, 2, 'i'),
    ROW(binding_type_numpy_dtype, "uint16", 12, 2, 'u'), ROW(binding_type_numpy_dtype, "uint32", 13, 4, 'u'), ROW(binding_type_numpy_dtype, "uint64", 14, 8, 'u'),
    ROW(binding_type_numpy_dtype, "complex64", 15, 8, 'c'), ROW(binding_type_numpy_dtype, "complex128", 16, 16, 'c'),
};
#undef ROW

const DTypeObject* as_dtype(mp_obj_t o) { return static_cast<const DTypeObject*>(MP_OBJ_TO_PTR(o)); }
mp_obj_t object_of(const DTypeObject& d) { return MP_OBJ_FROM_PTR(const_cast<DTypeObject*>(&d)); }

// In the order of DType; strings and handles have none.
const mp_obj_type_t* const scalar_types[kDTypeCount] = {&binding_type_float32, &binding_type_float64, &binding_type_int32, &binding_type_int64, &binding_type_bool_, &binding_type_uint8, nullptr, nullptr,
    &binding_type_float16, &binding_type_bfloat16, &binding_type_int8, &binding_type_int16, &binding_type_uint16, &binding_type_uint32, &binding_type_uint64, &binding_type_complex64, &binding_type_complex128};

struct ShapeObject {
  mp_obj_base_t base;
  Shape shape;
  bool known_rank;
};
ShapeObject* as_shape(mp_obj_t o) { return static_cast<ShapeObject*>(MP_OBJ_TO_PTR(o)); }

mp_obj_t axis_object(int64_t n) { return n < 0 ? mp_const_none : new_int(n); }

/// What an index and an iterator give: in TensorFlow 1 an object that knows its `value`.
mp_obj_t dimension_object(mp_obj_t axis) { return v1_forms.shapes ? mp_call_function_1(graph_hook(MP_QSTR_Dimension), axis) : axis; }

std::string shape_text(const ShapeObject& s) { return s.known_rank ? shown_shape(s.shape) : "<unknown>"; }

}  // namespace

mp_obj_t dtype_object(DType dtype) { return object_of(tensorflow_dtypes[static_cast<int>(dtype)]); }
mp_obj_t numpy_dtype_object(DType dtype) { return object_of(numpy_dtypes[static_cast<int>(dtype)]); }

DType dtype_of_object(mp_obj_t o) {
  const DTypeObject* d = as_dtype(o);
  if (d->engine < 0)
    throw Error(ErrorKind::not_implemented, std::string("Tapedeck has no tensors of dtype ") + d->name + "; it is known by name only.");
  return static_cast<DType>(d->engine);
}

std::optional<DType> dtype_of_scalar_type(mp_obj_t type) {
  for (int i = 0; i < kDTypeCount; ++i)
    if (scalar_types[i] && type == MP_OBJ_FROM_PTR(scalar_types[i])) return static_cast<DType>(i);
  return {};
}

const mp_obj_type_t* scalar_type_of(DType d) {
  return scalar_types[static_cast<int>(d)];
}

bool is_numpy_scalar(mp_obj_t o) { return mp_obj_is_obj(o) && dtype_of_scalar_type(MP_OBJ_FROM_PTR(mp_obj_get_type(o))).has_value(); }

mp_obj_t shape_object(const Shape& shape) {
  ShapeObject* o = mp_obj_malloc(ShapeObject, &binding_type_TensorShape);
  new (&o->shape) Shape(shape);
  o->known_rank = shape.has_rank();
  return MP_OBJ_FROM_PTR(o);
}

mp_obj_t unknown_shape_object() {
  ShapeObject* o = as_shape(shape_object(Shape{}));
  o->known_rank = false;
  return MP_OBJ_FROM_PTR(o);
}

std::optional<Shape> shape_of_object(mp_obj_t o) { return as_shape(o)->known_rank ? std::optional<Shape>(as_shape(o)->shape) : std::nullopt; }

}  // namespace tapedeck

using namespace tapedeck;

extern "C" {

// ---- DType -------------------------------------------------------------------------------------------------------------------

mp_obj_t binding_dtype_named(mp_obj_t name) {
  const char* text = mp_obj_str_get_str(name);
  for (const auto& d : tensorflow_dtypes)
    if (std::strcmp(d.name, text) == 0) return object_of(d);
  return mp_const_none;
}

mp_obj_t binding_as_dtype(mp_obj_t value) {
  if (is_dtype(value)) return value;
  mp_obj_t result = MP_OBJ_NULL;
  if (mp_obj_is_str(value) && (result = binding_dtype_named(value)) != mp_const_none) return result;
  guarded([&] {
    auto d = dtype_from(value);
    if (!d) throw Error(ErrorKind::type, "Cannot convert value None to a TensorFlow DType.");
    result = dtype_object(*d);
  });
  return result;
}

/// numpy.dtype(…)
mp_obj_t binding_numpy_dtype_make(const mp_obj_type_t*, size_t n_args, size_t, const mp_obj_t* args) {
  if (n_args != 1) mp_raise_TypeError(MP_ERROR_TEXT("dtype() takes one argument"));
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    if (args[0] == MP_OBJ_FROM_PTR(&mp_type_float)) result = numpy_dtype_object(DType::float64);
    else if (args[0] == MP_OBJ_FROM_PTR(&mp_type_int)) result = numpy_dtype_object(DType::int64);
    else result = numpy_dtype_object(dtype_from(args[0]).value_or(DType::float64));
  });
  return result;
}

void binding_dtype_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) {
  const DTypeObject* d = as_dtype(self);
  const bool numpy = d->base.type == &binding_type_numpy_dtype;
  if (numpy && kind != PRINT_STR) mp_printf(print, d->kind == 'O' ? "dtype('O')" : "dtype('%s')", d->name);
  else if (numpy) mp_print_str(print, d->name);
  else if (kind == PRINT_STR) mp_printf(print, "<dtype: '%s'>", d->name);
  else mp_printf(print, "tf.%s", d->name);
}

mp_obj_t binding_dtype_unary_op(mp_unary_op_t op, mp_obj_t self) {
  if (op == MP_UNARY_OP_HASH) return MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(qstr_from_str(as_dtype(self)->name)));
  return MP_OBJ_NULL;
}

mp_obj_t binding_dtype_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  if (op != MP_BINARY_OP_EQUAL) return MP_OBJ_NULL;
  const DTypeObject* d = as_dtype(lhs);
  const char* other = nullptr;
  if (is_dtype(rhs) || mp_obj_is_exact_type(rhs, &binding_type_numpy_dtype)) other = as_dtype(rhs)->name;
  else if (mp_obj_is_str(rhs)) other = mp_obj_str_get_str(rhs);
  else if (auto t = dtype_of_scalar_type(rhs)) other = numpy_dtypes[static_cast<int>(*t)].name;
  else if (rhs == MP_OBJ_FROM_PTR(&mp_type_float)) other = d->base.type == &binding_type_DType ? "float32" : "float64";
  else if (rhs == MP_OBJ_FROM_PTR(&mp_type_int)) other = d->base.type == &binding_type_DType ? "int32" : "int64";
  else if (rhs == MP_OBJ_FROM_PTR(&mp_type_bool)) other = "bool";
  else if (rhs == MP_OBJ_FROM_PTR(&mp_type_object)) other = "object";
  auto plain = [](const char* n) { return std::strcmp(n, "object") == 0 ? "string" : n; };
  return mp_obj_new_bool(other && std::strcmp(plain(d->name), plain(other)) == 0);
}

void binding_dtype_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (dest[0] != MP_OBJ_NULL) return;
  const DTypeObject* d = as_dtype(self);
  const bool numpy = d->base.type == &binding_type_numpy_dtype;
  auto integer = [](int64_t v) { return new_int(v); };
  switch (attr) {
    case MP_QSTR_name: dest[0] = mp_obj_new_str_from_cstr(d->name); return;
    case MP_QSTR_size: if (!numpy) dest[0] = MP_OBJ_NEW_SMALL_INT(d->size); return;
    case MP_QSTR_itemsize: if (numpy) dest[0] = MP_OBJ_NEW_SMALL_INT(d->size); return;
    case MP_QSTR_kind: if (numpy) { const char k = static_cast<char>(d->kind); dest[0] = mp_obj_new_str(&k, 1); } return;
    case MP_QSTR_type: case MP_QSTR_as_numpy_dtype:
      if (d->engine == 6) dest[0] = MP_OBJ_FROM_PTR(&mp_type_object);
      else if (d->engine >= 0 && scalar_types[d->engine]) dest[0] = MP_OBJ_FROM_PTR(scalar_types[d->engine]);
      else dest[0] = self;
      return;
    case MP_QSTR_base_dtype: dest[0] = self; return;
    case MP_QSTR_real_dtype: dest[0] = d->kind == 'c' ? dtype_object(real_dtype(static_cast<DType>(d->engine))) : self; return;
    case MP_QSTR_is_floating: dest[0] = mp_obj_new_bool(d->kind == 'f'); return;
    case MP_QSTR_is_integer: dest[0] = mp_obj_new_bool(d->kind == 'i' || d->kind == 'u'); return;
    case MP_QSTR_is_unsigned: dest[0] = mp_obj_new_bool(d->kind == 'u'); return;
    case MP_QSTR_is_bool: dest[0] = mp_obj_new_bool(d->kind == 'b'); return;
    case MP_QSTR_is_complex: dest[0] = mp_obj_new_bool(d->kind == 'c'); return;
    case MP_QSTR_is_numpy_compatible: dest[0] = mp_obj_new_bool(d->kind != 'r'); return;
    case MP_QSTR_as_datatype_enum: { static const int enums[] = {1, 2, 3, 9, 10, 4, 7, 20, 19, 14, 6, 5, 17, 22, 23, 8, 18}; if (d->engine >= 0) dest[0] = MP_OBJ_NEW_SMALL_INT(enums[d->engine]); return; }
    case MP_QSTR_max: case MP_QSTR_min: {
      const bool max = attr == MP_QSTR_max;
      switch (d->engine) {
        case 0: case 1: case 8: case 9: {   // a numpy scalar, which prints as 3.4028235e+38
          static const double most[] = {3.4028234663852886e+38, 1.7976931348623157e+308}, half_most[] = {65504, 3.3895313892515355e+38};
          const double limit = d->engine < 2 ? most[d->engine] : half_most[d->engine - 8];
          auto* scalar = mp_obj_malloc(NumpyScalarObject, scalar_types[d->engine]);
          scalar->origin = 0;
          scalar->imaginary = 0;
          scalar->f = max ? limit : -limit;
          dest[0] = MP_OBJ_FROM_PTR(scalar);
          return;
        }
        case 4: dest[0] = mp_obj_new_bool(max); return;
        case 14: dest[0] = max ? mp_obj_new_int_from_ull(UINT64_MAX) : MP_OBJ_NEW_SMALL_INT(0); return;
        default:
          if (d->kind == 'i') dest[0] = integer(max ? INT64_MAX >> (64 - 8 * d->size) : INT64_MIN >> (64 - 8 * d->size));
          else if (d->kind == 'u') dest[0] = integer(max ? (int64_t{1} << 8 * d->size) - 1 : 0);
          return;
      }
    }
    default: return;
  }
}

// ---- TensorShape -------------------------------------------------------------------------------------------------------------

mp_obj_t binding_shape_make(const mp_obj_type_t*, size_t n_args, size_t, const mp_obj_t* args) {
  if (n_args > 1) mp_raise_TypeError(MP_ERROR_TEXT("TensorShape() takes one argument"));
  if (n_args == 0 || args[0] == mp_const_none) return unknown_shape_object();
  mp_obj_t result = shape_object(Shape{});
  guarded([&] {
    if (is_shape(args[0])) {
      as_shape(result)->shape = as_shape(args[0])->shape;
      as_shape(result)->known_rank = as_shape(args[0])->known_rank;
    } else {
      as_shape(result)->shape = shape_from(args[0]);
    }
  });
  return result;
}

void binding_shape_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) {
  const ShapeObject& s = *as_shape(self);
  if (kind == PRINT_STR) {
    if (!s.known_rank) { mp_print_str(print, "<unknown>"); return; }
  } else if (!s.known_rank) {
    mp_print_str(print, "TensorShape(None)");
    return;
  }
  mp_print_str(print, kind == PRINT_STR ? "(" : "TensorShape([");
  for (int i = 0; i < s.shape.rank(); ++i) {
    if (i > 0) mp_print_str(print, ", ");
    mp_obj_print_helper(print, dimension_object(axis_object(s.shape[i])), kind);
  }
  if (kind == PRINT_STR) mp_print_str(print, s.shape.rank() == 1 ? ",)" : ")");
  else mp_print_str(print, "])");
}

static void need_rank(const ShapeObject& s, const char* what) {
  if (!s.known_rank) mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("Cannot take the %s of shape with unknown rank."), what);
}

mp_obj_t binding_shape_unary_op(mp_unary_op_t op, mp_obj_t self) {
  const ShapeObject& s = *as_shape(self);
  switch (op) {
    case MP_UNARY_OP_LEN: need_rank(s, "length"); return MP_OBJ_NEW_SMALL_INT(s.shape.rank());
    case MP_UNARY_OP_BOOL: return mp_obj_new_bool(s.known_rank);
    case MP_UNARY_OP_HASH: {
      mp_int_t h = s.known_rank ? 7 : 3;
      for (int i = 0; i < s.shape.rank(); ++i) h = (h * 31 + static_cast<mp_int_t>(s.shape[i])) & 0x3fffffff;
      return MP_OBJ_NEW_SMALL_INT(h);
    }
    default: return MP_OBJ_NULL;
  }
}

mp_obj_t binding_shape_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  const bool sum = op == MP_BINARY_OP_ADD || op == MP_BINARY_OP_REVERSE_ADD || op == MP_BINARY_OP_INPLACE_ADD;
  if (op != MP_BINARY_OP_EQUAL && !sum) return MP_OBJ_NULL;
  if (!is_shape(rhs) && !is_sequence(rhs)) return op == MP_BINARY_OP_EQUAL ? mp_const_false : MP_OBJ_NULL;
  const ShapeObject& a = *as_shape(lhs);
  mp_obj_t other = rhs;
  if (!is_shape(rhs)) {
    const mp_obj_t args[] = {rhs};
    nlr_buf_t nlr;   // a list of other things is simply not equal
    if (nlr_push(&nlr) == 0) {
      other = binding_shape_make(nullptr, 1, 0, args);
      nlr_pop();
    } else {
      if (op == MP_BINARY_OP_EQUAL) return mp_const_false;
      nlr_raise(MP_OBJ_FROM_PTR(nlr.ret_val));
    }
  }
  const ShapeObject& b = *as_shape(other);
  if (op == MP_BINARY_OP_EQUAL) return mp_obj_new_bool(a.known_rank == b.known_rank && (!a.known_rank || a.shape == b.shape));
  if (!a.known_rank || !b.known_rank) return unknown_shape_object();
  mp_obj_t result = shape_object(op == MP_BINARY_OP_REVERSE_ADD ? b.shape : a.shape);
  guarded([&] { for (int64_t n : (op == MP_BINARY_OP_REVERSE_ADD ? a : b).shape) as_shape(result)->shape.push_back(n); });
  return result;
}

mp_obj_t binding_shape_as_list(mp_obj_t self) {
  const ShapeObject& s = *as_shape(self);
  if (!s.known_rank) mp_raise_ValueError(MP_ERROR_TEXT("as_list() is not defined on an unknown TensorShape."));
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  for (int64_t n : s.shape) mp_obj_list_append(list, axis_object(n));
  return list;
}

static mp_obj_t dimensions_of(mp_obj_t self) {
  mp_obj_t list = binding_shape_as_list(self);
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(list, &n, &items);
  for (size_t i = 0; i < n; ++i) items[i] = dimension_object(items[i]);
  return list;
}

/// set_v1_forms(shapes, references): how TensorFlow 1 shows graphs, "(?, 2)" and "float32_ref"
mp_obj_t binding_set_v1_forms(mp_obj_t shapes, mp_obj_t references) {
  if (shapes != mp_const_none) v1_forms.shapes = shapes == mp_const_true;
  if (references != mp_const_none) v1_forms.references = references == mp_const_true;
  return mp_const_none;
}

mp_obj_t binding_shape_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value) {
  if (value != MP_OBJ_SENTINEL) mp_raise_TypeError(MP_ERROR_TEXT("'TensorShape' object does not support item assignment"));
  const ShapeObject& s = *as_shape(self);
  if (!s.known_rank) return mp_obj_is_exact_type(index, &mp_type_slice) ? unknown_shape_object() : mp_const_none;
  mp_obj_t picked = mp_obj_subscr(binding_shape_as_list(self), index, MP_OBJ_SENTINEL);
  if (!mp_obj_is_exact_type(index, &mp_type_slice)) return dimension_object(picked);
  const mp_obj_t args[] = {picked};
  return binding_shape_make(nullptr, 1, 0, args);
}

mp_obj_t binding_shape_iter(mp_obj_t self, mp_obj_iter_buf_t* buffer) {
  if (!as_shape(self)->known_rank) mp_raise_ValueError(MP_ERROR_TEXT("Cannot iterate over a shape with unknown rank."));
  return mp_getiter(dimensions_of(self), buffer);
}

void binding_shape_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (dest[0] != MP_OBJ_NULL) return;
  const ShapeObject& s = *as_shape(self);
  switch (attr) {
    case MP_QSTR_rank: case MP_QSTR_ndims: dest[0] = s.known_rank ? MP_OBJ_NEW_SMALL_INT(s.shape.rank()) : mp_const_none; return;
    case MP_QSTR_dims: dest[0] = s.known_rank ? dimensions_of(self) : mp_const_none; return;
    default: dest[1] = MP_OBJ_SENTINEL; return;
  }
}

mp_obj_t binding_shape_num_elements(mp_obj_t self) {
  const ShapeObject& s = *as_shape(self);
  return s.known_rank && s.shape.is_known() ? new_int(s.shape.size()) : mp_const_none;
}

mp_obj_t binding_shape_is_fully_defined(mp_obj_t self) { return mp_obj_new_bool(as_shape(self)->known_rank && as_shape(self)->shape.is_known()); }

mp_obj_t binding_shape_is_compatible_with(mp_obj_t self, mp_obj_t other) {
  const mp_obj_t args[] = {other};
  const ShapeObject& a = *as_shape(self);
  const ShapeObject& b = *as_shape(binding_shape_make(nullptr, 1, 0, args));
  if (!a.known_rank || !b.known_rank) return mp_const_true;
  if (a.shape.rank() != b.shape.rank()) return mp_const_false;
  for (int i = 0; i < a.shape.rank(); ++i)
    if (a.shape[i] >= 0 && b.shape[i] >= 0 && a.shape[i] != b.shape[i]) return mp_const_false;
  return mp_const_true;
}

mp_obj_t binding_shape_assert_is_compatible_with(mp_obj_t self, mp_obj_t other) {
  if (binding_shape_is_compatible_with(self, other) == mp_const_true) return mp_const_none;
  const mp_obj_t args[] = {other};
  mp_obj_t b = binding_shape_make(nullptr, 1, 0, args);
  guarded([&] { throw Error(ErrorKind::value, "Shapes " + shape_text(*as_shape(self)) + " and " + shape_text(*as_shape(b)) + " are incompatible"); });
  return mp_const_none;
}

mp_obj_t binding_shape_merge_with(mp_obj_t self, mp_obj_t other) {
  binding_shape_assert_is_compatible_with(self, other);
  const mp_obj_t args[] = {other};
  const ShapeObject& a = *as_shape(self);
  mp_obj_t result = binding_shape_make(nullptr, 1, 0, args);
  ShapeObject& b = *as_shape(result);
  if (!b.known_rank) return self;
  if (a.known_rank)
    for (int i = 0; i < a.shape.rank(); ++i)
      if (b.shape[i] < 0) b.shape.set(i, a.shape[i]);
  return result;
}

mp_obj_t binding_shape_concatenate(mp_obj_t self, mp_obj_t other) {
  const mp_obj_t args[] = {other};
  return binding_shape_binary_op(MP_BINARY_OP_ADD, self, binding_shape_make(nullptr, 1, 0, args));
}

mp_obj_t binding_shape_with_rank(mp_obj_t self, mp_obj_t rank) {
  const ShapeObject& s = *as_shape(self);
  const mp_int_t n = mp_obj_get_int(rank);
  if (s.known_rank && s.shape.rank() != n) mp_raise_msg_varg(&mp_type_ValueError, MP_ERROR_TEXT("Shape must have rank %d"), (int)n);
  return self;
}

}  // extern "C"
