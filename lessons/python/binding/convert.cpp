// From Python values to tensors and attributes, and back, by TensorFlow's rules.
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "engine/core/widened.h"
#include "engine/ops/ops.h"
#include "engine/text/array_text.h"
#include "engine/variable/variable.h"
#include "lessons/python/binding/graph_object.h"
#include "lessons/python/binding/ndarray.h"
#include "lessons/python/binding/objects.h"

extern "C" {
#include "py/objint.h"
#include "py/objtype.h"
}

namespace tapedeck {

namespace {

bool int64_of(mp_obj_t o, int64_t& out) {
  if (mp_obj_is_small_int(o)) { out = MP_OBJ_SMALL_INT_VALUE(o); return true; }
  if (o == mp_const_true || o == mp_const_false) { out = o == mp_const_true; return true; }
  byte bytes[8];
  if (!mp_obj_int_to_bytes_impl(o, false, 8, bytes)) return false;
  std::memcpy(&out, bytes, 8);
  return (out < 0) == (mp_obj_int_sign(o) < 0);   // from 2^63 the bytes fit, but mean a negative number
}

bool fits_uint64(mp_obj_t o, int64_t& out) {
  byte bytes[8];
  if (mp_obj_int_sign(o) < 0 || !mp_obj_is_exact_type(o, &mp_type_int)) return false;
  const mp_obj_t shifted = mp_binary_op(MP_BINARY_OP_RSHIFT, o, MP_OBJ_NEW_SMALL_INT(64));
  if (shifted != MP_OBJ_NEW_SMALL_INT(0)) return false;
  mp_obj_int_to_bytes_impl(o, false, 8, bytes);
  std::memcpy(&out, bytes, 8);
  return true;
}

/// What a Python value would become by itself. Source: py_seq_tensor.cc, InferShapeAndType.
enum class Leaf { none, boolean, integer, big_integer, floating, complex, text, array, tensor, other };

Leaf leaf_kind(mp_obj_t o) {
  if (mp_obj_is_bool(o)) return Leaf::boolean;
  if (mp_obj_is_small_int(o) || mp_obj_is_exact_type(o, &mp_type_int)) {
    int64_t v;
    if (!int64_of(o, v)) return Leaf::big_integer;
    return v >= INT32_MIN && v <= INT32_MAX ? Leaf::integer : Leaf::big_integer;
  }
  if (mp_obj_is_float(o)) return Leaf::floating;
  if (mp_obj_is_exact_type(o, &mp_type_complex)) return Leaf::complex;
  if (mp_obj_is_str(o) || mp_obj_is_exact_type(o, &mp_type_bytes) || mp_obj_is_exact_type(o, &mp_type_bytearray)) return Leaf::text;
  if (o == mp_const_none) return Leaf::none;
  if (is_tensor(o) || is_variable(o)) return Leaf::tensor;
  if (is_ndarray(o) || is_numpy_scalar(o)) return Leaf::array;
  return Leaf::other;
}

/// A sequence that nests: list, tuple, range. Its items without touching the Python heap, where possible.
bool is_nesting(mp_obj_t o) {
  return is_sequence(o) || (mp_obj_is_obj(o) && mp_obj_is_exact_type(o, &mp_type_range)) || is_shape(o);
}

/// Items of a nesting object; `holder` keeps a fresh Python list alive on the caller's stack.
std::span<const mp_obj_t> items_of(mp_obj_t o, mp_obj_t& holder) {
  size_t n;
  mp_obj_t* items;
  if (is_sequence(o)) {
    holder = o;
    py_call([&] { mp_obj_get_array(o, &n, &items); });
  } else {
    py_call([&] {
      holder = mp_obj_new_list(0, nullptr);
      mp_obj_iter_buf_t buffer;
      mp_obj_t iterator = mp_getiter(o, &buffer), item;
      while ((item = mp_iternext(iterator)) != MP_OBJ_STOP_ITERATION) mp_obj_list_append(holder, item);
      mp_obj_get_array(holder, &n, &items);
    });
  }
  return {items, n};
}

[[noreturn]] void unsupported(mp_obj_t o) {
  throw Error(ErrorKind::value, "Attempt to convert a value (" + repr_of(o) + ") with an unsupported type (" + class_text(o) + ") to a Tensor.",
              o == mp_const_none ? "None is no number. If it came from tape.gradient, the target does not depend on that source." : "");
}

[[noreturn]] void cannot_convert(mp_obj_t o, DType dtype) {
  if (is_tracing())   // Source: tensorflow/python/framework/tensor_util.py, _AssertCompatible
    throw Error(ErrorKind::type, "Expected " + std::string(dtype_name(dtype)) + ", but got " + repr_of(o) + " of type '" + mp_obj_get_type_str(o) + "'.");
  throw Error(ErrorKind::type, "Cannot convert " + repr_of(o) + " to EagerTensor of dtype " + std::string(dtype_kernel_name(dtype)),
              is_integer(dtype) && mp_obj_is_float(o) ? "An int tensor takes no fractions: make the numbers floats (1.0 instead of 1), or tf.cast the tensor first." : "");
}

/// What stands for a number by its __index__ (Dimension(3) of TensorFlow 1), as that number; else MP_OBJ_NULL.
mp_obj_t index_of(mp_obj_t o) {
  mp_obj_t method = method_or_null(o, MP_QSTR___index__);
  return method == MP_OBJ_NULL ? MP_OBJ_NULL : call_python(method, {&o, 1});
}

/// Collects a nest of Python numbers into one flat vector, with its shape.
struct Collector {
  std::vector<int64_t> shape;
  bool leaves_seen = false;
  size_t leaf_depth = 0;
  bool any_float = false, any_int = false, any_big = false, any_bool = false, any_text = false, any_complex = false;
  std::optional<DType> array_dtype;
  std::vector<double> floats;      // in step with ints: a leaf is in both
  std::vector<int64_t> ints;
  std::vector<std::string> texts;
  uint64_t origin = 0;             // of an array inside
  std::vector<double> imaginary;   // as many as were needed so far; the rest are zero

  [[noreturn]] static void ragged() {
    throw Error(ErrorKind::value, "Can't convert non-rectangular Python sequence to Tensor.", "Every row must have the same number of items.");
  }
  void set_axis(size_t depth, int64_t n) {
    if (depth == shape.size()) {
      if (leaves_seen) ragged();
      shape.push_back(n);
    } else if (depth > shape.size() || shape[depth] != n) {
      ragged();
    }
  }
  void leaf(size_t depth) {
    if (leaves_seen ? depth != leaf_depth : depth != shape.size()) ragged();
    leaves_seen = true;
    leaf_depth = depth;
  }
  void add_number(double f, int64_t i) { floats.push_back(f); ints.push_back(i); }

  void add_array(const Tensor& t, size_t depth) {
    for (int i = 0; i < t.rank(); ++i) set_axis(depth + static_cast<size_t>(i), t.shape()[i]);
    if (t.size() == 0) return;
    leaf(depth + static_cast<size_t>(t.rank()));
    if (!array_dtype || *array_dtype == t.dtype()) array_dtype = t.dtype();
    else if (is_floating(t.dtype())) array_dtype = is_floating(*array_dtype) ? DType::float64 : t.dtype();
    const Tensor parts = is_complex(t.dtype()) ? complex_part(t, true) : Tensor();
    for (int64_t i = 0; i < t.size(); ++i) {
      if (t.dtype() == DType::string) { any_text = true; texts.push_back(t.data<std::string>()[i]); add_number(0, 0); continue; }
      any_float |= is_floating(t.dtype());
      any_complex |= is_complex(t.dtype());
      if (parts) { imaginary.resize(floats.size()); imaginary.push_back(parts.element(i)); }
      any_int |= is_integer(t.dtype());
      any_bool |= t.dtype() == DType::boolean;
      const double f = t.element(i);
      add_number(f, is_integer(t.dtype()) || t.dtype() == DType::boolean ? t.element_int(i) : std::fabs(f) < 9e18 ? static_cast<int64_t>(f) : 0);
    }
  }

  void add(mp_obj_t o, size_t depth, const Conversion& how) {
    switch (leaf_kind(o)) {
      case Leaf::none: unsupported(o);
      case Leaf::boolean: leaf(depth); any_bool = true; add_number(o == mp_const_true, o == mp_const_true); return;
      case Leaf::integer: case Leaf::big_integer: {
        leaf(depth);
        any_int = true;
        int64_t v = 0;
        if (int64_of(o, v)) {
          any_big |= v < INT32_MIN || v > INT32_MAX;
          add_number(static_cast<double>(v), v);
          return;
        }
        if (how.dtype == DType::uint64 && fits_uint64(o, v)) { add_number(static_cast<double>(static_cast<uint64_t>(v)), v); return; }
        if (how.dtype && !is_floating(*how.dtype)) cannot_convert(o, *how.dtype);
        if (!how.dtype && !any_float) throw Error(ErrorKind::value, "Python int too large to convert to C long");
        add_number(py_call([&] { return mp_obj_get_float(o); }), 0);
        return;
      }
      case Leaf::complex: {
        leaf(depth);
        any_complex = true;
        if (how.dtype && !is_complex(*how.dtype)) cannot_convert(o, *how.dtype);
        mp_float_t re, im;
        mp_obj_get_complex(o, &re, &im);
        imaginary.resize(floats.size());
        imaginary.push_back(im);
        add_number(re, 0);
        return;
      }
      case Leaf::floating: {
        leaf(depth);
        any_float = true;
        if (how.dtype && !is_floating(*how.dtype) && !is_complex(*how.dtype)) cannot_convert(o, *how.dtype);
        const double f = mp_obj_float_get(o);
        add_number(f, std::isfinite(f) && std::fabs(f) < 9e18 ? static_cast<int64_t>(f) : 0);
        return;
      }
      case Leaf::text: {
        leaf(depth);
        any_text = true;
        if (how.dtype && *how.dtype != DType::string) cannot_convert(o, *how.dtype);
        texts.push_back(text_from(o));
        add_number(0, 0);
        return;
      }
      case Leaf::array: {
        const Tensor t = tensor_from_numpy(o, false);
        if (const uint64_t from = origin_of(t)) origin = from;
        add_array(t, depth);
        return;
      }
      case Leaf::tensor: {
        Tensor t = tensor_from(o);
        if (t.is_symbolic()) throw Error(ErrorKind::not_implemented, "tf.constant cannot take a symbolic tensor; use tf.convert_to_tensor or tf.stack.");
        if (how.constant) origin = tell_left(t, "tf.constant", true);   // it takes the value, not the way to it
        add_array(t, depth);
        return;
      }
      case Leaf::other: break;
    }
    if (!is_nesting(o)) {
      if (mp_obj_t index = index_of(o); index != MP_OBJ_NULL) return add(index, depth, how);
      add_array(tensor_from(o), depth);
      return;
    }
    mp_obj_t holder = MP_OBJ_NULL;
    const auto items = items_of(o, holder);
    set_axis(depth, static_cast<int64_t>(items.size()));
    for (mp_obj_t item : items) add(item, depth + 1, how);
    MP_STATE_VM(binding_keep_alive) = holder;
  }

  DType natural_dtype() const {
    if (any_complex && !any_text) return array_dtype && is_complex(*array_dtype) ? *array_dtype : DType::complex128;
    if (array_dtype && !any_float == !is_floating(*array_dtype)) return *array_dtype;
    if (any_text) {
      if (any_float || any_int || any_bool) throw Error(ErrorKind::value, "Can't convert Python sequence with mixed types to Tensor.");
      return DType::string;
    }
    if (any_bool && (any_int || any_float)) throw Error(ErrorKind::value, "Can't convert Python sequence with mixed types to Tensor.");
    if (any_float) return DType::float32;
    if (any_bool) return DType::boolean;
    if (any_int) return any_big ? DType::int64 : DType::int32;
    return DType::float32;   // an empty list
  }

  Tensor stored(const Shape& s, DType dtype) {
    if (is_complex(dtype)) {
      imaginary.resize(floats.size());
      return cast_stored(complex_of(Tensor::from<double>(s, std::span<const double>(floats)), Tensor::from<double>(s, std::span<const double>(imaginary))), dtype);
    }
    if (is_floating(dtype)) return cast_stored(Tensor::from<double>(s, std::span<const double>(floats)), dtype);
    const int bits = static_cast<int>(8 * dtype_size(dtype));
    const int64_t low = is_unsigned(dtype) ? 0 : INT64_MIN >> (64 - bits), high = dtype == DType::uint64 ? INT64_MAX : is_unsigned(dtype) ? (int64_t{1} << bits) - 1 : INT64_MAX >> (64 - bits);
    for (size_t i = 0; i < ints.size() && !array_dtype; ++i)
      if ((ints[i] < low || ints[i] > high) && !(dtype == DType::uint64 && floats[i] > 0))
        throw Error(ErrorKind::type, "Cannot convert " + std::to_string(ints[i]) + " to EagerTensor of dtype " + std::string(dtype_kernel_name(dtype)));
    return cast_stored(Tensor::from<int64_t>(s, std::span<const int64_t>(ints)), dtype);
  }

  Tensor finish(mp_obj_t source, const Conversion& how) {
    DType dtype = natural_dtype();
    if (how.dtype) {
      const DType wanted = *how.dtype;
      const bool empty = floats.empty();
      if (!empty && !array_dtype) {
        if (wanted == DType::boolean && !any_bool) cannot_convert(source, wanted);
        if (wanted != DType::boolean && any_bool) cannot_convert(source, wanted);
        if (wanted == DType::string && !any_text) cannot_convert(source, wanted);
      }
      dtype = wanted;
    } else if (how.hint && floats.empty()) {
      dtype = *how.hint;
    }
    Shape s{std::span<const int64_t>(shape)};
    Tensor t = Tensor::empty(dtype, s);
    if (dtype == DType::string) {
      for (size_t i = 0; i < texts.size(); ++i) t.mutable_data<std::string>()[i] = texts[i];
      return t;
    }
    if (is_stored_only(dtype)) return stored(s, dtype);
    visit_dtype(dtype, [&]<class T>(TypeTag<T>) {
      T* out = t.mutable_data<T>();
      for (size_t i = 0; i < floats.size(); ++i) {
        if constexpr (std::is_floating_point_v<T>) out[i] = static_cast<T>(floats[i]);
        else if constexpr (std::is_same_v<T, bool>) out[i] = ints[i] != 0;
        else {
          if (!array_dtype && (ints[i] < static_cast<int64_t>(std::numeric_limits<T>::min()) || ints[i] > static_cast<int64_t>(std::numeric_limits<T>::max())))
            throw Error(ErrorKind::type, "Cannot convert " + std::to_string(ints[i]) + " to EagerTensor of dtype " + std::string(dtype_kernel_name(dtype)));
          out[i] = static_cast<T>(ints[i]);
        }
      }
    }, [&] { cannot_convert(source, dtype); });
    return t;
  }
};

bool contains_tensor(mp_obj_t o) {
  const Leaf kind = leaf_kind(o);
  if (kind == Leaf::tensor) return true;
  if (kind != Leaf::other || !is_sequence(o)) return false;
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(o, &n, &items);
  for (size_t i = 0; i < n; ++i)
    if (contains_tensor(items[i])) return true;
  return false;
}

std::optional<DType> dtype_inside(mp_obj_t o) {
  if (is_tensor(o)) return as_tensor(o)->tensor.dtype();
  if (is_variable(o)) return as_variable(o)->handle.variable()->dtype;
  if (!is_sequence(o)) return {};
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(o, &n, &items);
  for (size_t i = 0; i < n; ++i)
    if (auto d = dtype_inside(items[i])) return d;
  return {};
}

/// A list with tensors in it becomes a stack of its items, so that gradients flow through. Source: array_ops.py, _autopacking_conversion_function.
Tensor pack(mp_obj_t o, const Conversion& how) {
  if (!is_sequence(o)) return tensor_from(o, how);
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(o, &n, &items);
  std::vector<Tensor> parts;
  for (size_t i = 0; i < n; ++i) parts.push_back(is_sequence(items[i]) && contains_tensor(items[i]) ? pack(items[i], how) : tensor_from(items[i], how));
  return apply(op_named("stack"), parts, {{"axis", int64_t{0}}})[0];
}

/// Whether TensorFlow lets an array of one dtype stand in for another. Source: pywrap_tensor.cc, IsCompatible.
bool array_may_become(DType from, DType to) {
  return from == to || (is_integer(from) && is_integer(to)) || ((is_floating(to) || is_complex(to)) && (is_floating(from) || is_integer(from))) || (is_complex(from) && is_complex(to));
}

[[noreturn]] void wrong_dtype(const Tensor& t, DType wanted) {
  throw Error(ErrorKind::value,
              "Tensor conversion requested dtype " + std::string(dtype_name(wanted)) + " for Tensor with dtype " + std::string(dtype_name(t.dtype())) + ": " + tensor_repr(t),
              "TensorFlow never changes a dtype by itself: write tf.cast(x, tf." + std::string(dtype_name(wanted)) + ").");
}

Tensor require(Tensor t, const Conversion& how) {
  if (how.dtype && t.dtype() != *how.dtype) wrong_dtype(t, *how.dtype);
  return t;
}

}  // namespace

bool is_python_int(mp_obj_t o) { return mp_obj_is_bool(o) || mp_obj_is_small_int(o) || mp_obj_is_exact_type(o, &mp_type_int); }

bool can_read(mp_obj_t o) {
  if (leaf_kind(o) != Leaf::other || is_nesting(o)) return o != mp_const_none;
  return false;
}

Tensor tensor_from(mp_obj_t o, const Conversion& how) {
  switch (leaf_kind(o)) {
    case Leaf::tensor: {
      if (is_tensor(o)) {
        const Tensor& t = as_tensor(o)->tensor;
        if (how.constant && how.dtype && t.dtype() != *how.dtype && !t.is_symbolic() && array_may_become(t.dtype(), *how.dtype)) return cast_quietly(t, *how.dtype);
        return require(t, how);
      }
      return require(read_of(as_variable(o)), how);
    }
    case Leaf::array: {
      Tensor t = tensor_from_numpy(o, true);
      const std::optional<DType> want = how.dtype ? how.dtype : how.hint;
      if (want && t.dtype() != *want) {
        if (array_may_become(t.dtype(), *want)) t = cast_quietly(t, *want);
        else if (how.dtype && how.constant && is_numeric(t.dtype()) && is_numeric(*want)) t = cast_quietly(t, *want);
        else if (how.dtype) cannot_convert(o, *want);
      }
      return told_from(t, origin_of(t));
    }
    case Leaf::complex: {
      const DType d = how.dtype ? *how.dtype : how.hint && is_complex(*how.hint) ? *how.hint : DType::complex128;
      if (!is_complex(d)) cannot_convert(o, d);
      return told(cast_stored(complex_scalar_from(o), d));
    }
    case Leaf::floating: {   // the common scalars, without the collector
      const DType d = how.dtype ? *how.dtype : how.hint && is_floating(*how.hint) ? *how.hint : DType::float32;
      if (!is_floating(d) && !is_complex(d)) cannot_convert(o, d);
      const double v = mp_obj_float_get(o);
      if (is_stored_only(d)) return told(cast_stored(Tensor::scalar(v), d));
      return told(d == DType::float32 ? Tensor::scalar(static_cast<float>(v)) : Tensor::scalar(v));
    }
    case Leaf::integer: {
      const int64_t v = int_from(o);
      const DType d = how.dtype ? *how.dtype : how.hint && is_numeric(*how.hint) ? *how.hint : DType::int32;
      if (d == DType::int32) return told(Tensor::scalar(static_cast<int32_t>(v)));
      if (d == DType::float32) return told(Tensor::scalar(static_cast<float>(v)));
      if (d == DType::int64) return told(Tensor::scalar(v));
      break;
    }
    case Leaf::none: unsupported(o);
    case Leaf::boolean: case Leaf::big_integer: case Leaf::text: case Leaf::other: break;
  }
  if (leaf_kind(o) == Leaf::other && !is_nesting(o)) {
    if (mp_obj_t index = index_of(o); index != MP_OBJ_NULL) return tensor_from(index, how);
    mp_obj_t method = method_or_null(o, MP_QSTR_as_tensor__);
    if (method == MP_OBJ_NULL) unsupported(o);
    const mp_obj_t args[] = {o};
    mp_obj_t result = call_python(method, args);
    if (!is_tensor(result)) unsupported(o);
    return require(as_tensor(result)->tensor, how);
  }
  if ((!how.constant || is_tracing()) && is_sequence(o) && contains_tensor(o)) {
    Conversion items = how;
    if (!items.dtype) items.dtype = dtype_inside(o);
    return pack(o, items);
  }
  if (is_shape(o)) {
    auto s = shape_of_object(o);
    if (!s || !s->is_known()) throw Error(ErrorKind::value, "Cannot convert a partially known TensorShape " + (s ? s->parens() : std::string("<unknown>")) + " to a Tensor.");
    Tensor t = Tensor::empty(how.dtype.value_or(DType::int32), Shape{s->rank()});
    for (int i = 0; i < s->rank(); ++i) {
      if (t.dtype() == DType::int64) t.mutable_data<int64_t>()[i] = (*s)[i];
      else t.mutable_data<int32_t>()[i] = static_cast<int32_t>((*s)[i]);
    }
    return told(std::move(t));
  }
  Collector collector;
  Conversion strict = how;
  if (!strict.dtype && how.hint) {
    // A hint is tried first and forgotten when the values do not allow it.
    try {
      Conversion trial{how.hint, {}, how.constant};
      collector.add(o, 0, trial);
      return told_from(collector.finish(o, trial), collector.origin);
    } catch (const Error& e) {
      if (e.kind() != ErrorKind::type) throw;
      collector = {};
    }
  }
  collector.add(o, 0, strict);
  return told_from(collector.finish(o, strict), collector.origin);
}

Tensor complex_scalar_from(mp_obj_t o) {
  mp_float_t re, im;
  mp_obj_get_complex(o, &re, &im);
  return complex_of(Tensor::scalar(static_cast<double>(re)), Tensor::scalar(static_cast<double>(im)));
}

Tensor numbers_from(mp_obj_t o, std::optional<DType> dtype) {
  if (leaf_kind(o) == Leaf::none || (leaf_kind(o) == Leaf::other && !is_nesting(o))) unsupported(o);
  Collector collector;
  collector.add(o, 0, {});
  DType natural = collector.any_complex ? DType::complex128 : collector.array_dtype && !collector.any_float == !is_floating(*collector.array_dtype) ? *collector.array_dtype
                  : collector.any_text ? DType::string : collector.any_float || collector.floats.empty() ? DType::float64
                  : collector.any_int ? DType::int64 : DType::boolean;
  Conversion how;
  how.dtype = natural == DType::string ? natural : dtype.value_or(natural);
  if (natural != DType::string) collector.array_dtype = how.dtype;   // NumPy mixes bool, int and float freely
  Tensor t = collector.finish(o, how);
  set_origin(t, collector.origin);
  return t;
}

Tensor int_tensor_from(mp_obj_t o) {
  if (is_tensor(o) || is_variable(o)) return tensor_from(o);
  if (is_ndarray(o) || is_numpy_scalar(o)) return tensor_from(o);
  Conversion how;
  how.hint = DType::int32;
  if (is_sequence(o) && contains_tensor(o)) {
    // shapes with a tensor in them: (tf.shape(x)[0], -1)
    std::vector<Tensor> parts;
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    bool symbolic = false;
    for (size_t i = 0; i < n; ++i) {
      parts.push_back(tensor_from(items[i], {{}, DType::int32, false}));
      symbolic |= parts.back().is_symbolic();
    }
    if (symbolic) return apply(op_named("stack"), parts, {{"axis", int64_t{0}}})[0];
    Tensor t = Tensor::empty(DType::int32, Shape{static_cast<int64_t>(n)});
    for (size_t i = 0; i < n; ++i) {
      if (parts[i].size() != 1) return pack(o, how);
      t.mutable_data<int32_t>()[i] = static_cast<int32_t>(parts[i].element_int());
    }
    return told(std::move(t));
  }
  Tensor t = tensor_from(o, how);
  if (t.size() == 0 && is_floating(t.dtype())) return told(Tensor::empty(DType::int32, t.shape()));
  return t;
}

std::vector<int64_t> ints_from(mp_obj_t o) {
  if (is_python_int(o)) return {int_from(o)};
  if (is_sequence(o)) {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    std::vector<int64_t> r;
    for (size_t i = 0; i < n; ++i) r.push_back(items[i] == mp_const_none ? -1 : int_from(items[i]));
    return r;
  }
  if (is_shape(o)) {
    auto s = shape_of_object(o);
    if (!s) throw Error(ErrorKind::value, "The shape is unknown.");
    return {s->begin(), s->end()};
  }
  const Tensor t = int_tensor_from(o);
  if (!t.is_symbolic()) return t.to_ints();
  const Tensor known = known_value(t);
  if (!known) throw Error(ErrorKind::type, "The value of " + repr_of(o) + " is not known while the graph is built.", "Inside tf.function sizes and axes must be numbers, or follow from shapes that are known.");
  return known.to_ints();
}

int64_t int_from(mp_obj_t o) {
  int64_t v;
  if (is_python_int(o)) {
    if (!int64_of(o, v)) throw Error(ErrorKind::value, "Python int too large to convert to C long");
    return v;
  }
  if (mp_obj_is_float(o)) throw Error(ErrorKind::type, "'float' object cannot be interpreted as an integer");
  if (is_tensor(o) || is_variable(o) || is_ndarray(o) || is_numpy_scalar(o)) {
    Tensor t = tensor_from(o);
    if (t.is_symbolic() && !(t = known_value(t))) throw Error(ErrorKind::type, "'SymbolicTensor' object cannot be interpreted as an integer");
    if (t.size() != 1) throw Error(ErrorKind::type, "only integer scalar arrays can be converted to a scalar index");
    if (is_floating(t.dtype())) throw Error(ErrorKind::type, "'" + std::string(mp_obj_get_type_str(o)) + "' object cannot be interpreted as an integer");
    return t.element_int();
  }
  if (mp_obj_t index = index_of(o); index != MP_OBJ_NULL) return int_from(index);
  throw Error(ErrorKind::type, "'" + std::string(mp_obj_get_type_str(o)) + "' object cannot be interpreted as an integer");
}

double float_from(mp_obj_t o) {
  if (mp_obj_is_float(o)) return mp_obj_float_get(o);
  if (is_python_int(o)) return py_call([&] { return mp_obj_get_float(o); });
  Tensor t = tensor_from(o);
  if (t.is_symbolic() && !(t = known_value(t))) throw Error(ErrorKind::type, "float() argument must be a string or a real number, not 'SymbolicTensor'");
  if (t.size() != 1) throw Error(ErrorKind::type, "only length-1 arrays can be converted to Python scalars");
  return t.element();
}

std::string text_from(mp_obj_t o) {
  if (mp_obj_is_str(o)) {
    size_t n;
    const char* text = mp_obj_str_get_data(o, &n);
    return {text, n};
  }
  mp_buffer_info_t info;
  py_call([&] { mp_get_buffer_raise(o, &info, MP_BUFFER_READ); });
  return {static_cast<const char*>(info.buf), info.len};
}

bool has_none(mp_obj_t o) {
  if (!is_sequence(o)) return false;
  size_t n;
  mp_obj_t* items;
  mp_obj_get_array(o, &n, &items);
  for (size_t i = 0; i < n; ++i)
    if (items[i] == mp_const_none) return true;
  return false;
}

Shape shape_from(mp_obj_t o) {
  const std::vector<int64_t> dims = ints_from(o);
  return Shape(std::span<const int64_t>(dims));
}

std::string repr_of(mp_obj_t o) {
  mp_obj_t text = py_call([&] {
    vstr_t buffer;
    mp_print_t print;
    vstr_init_print(&buffer, 32, &print);
    mp_obj_print_helper(&print, o, PRINT_REPR);
    return mp_obj_new_str_from_vstr(&buffer);
  });
  return text_from(text);
}

std::string class_text(mp_obj_t o) { return "<class '" + std::string(mp_obj_get_type_str(o)) + "'>"; }

std::optional<DType> dtype_from(mp_obj_t o) {
  if (o == mp_const_none || o == MP_OBJ_NULL) return {};
  if (is_dtype(o) || mp_obj_is_exact_type(o, &binding_type_numpy_dtype)) return dtype_of_object(o);
  if (mp_obj_is_str(o)) {
    const std::string name = text_from(o);
    if (auto d = dtype_from_name(name)) return d;
    if (name == "float") return DType::float32;
    if (name == "double") return DType::float64;
    if (name == "int") return DType::int32;
    throw Error(ErrorKind::type, "Cannot convert value '" + name + "' to a TensorFlow DType.");
  }
  if (o == MP_OBJ_FROM_PTR(&mp_type_float)) return DType::float32;
  if (o == MP_OBJ_FROM_PTR(&mp_type_int)) return DType::int32;
  if (o == MP_OBJ_FROM_PTR(&mp_type_bool)) return DType::boolean;
  if (o == MP_OBJ_FROM_PTR(&mp_type_complex)) return DType::complex128;
  if (o == MP_OBJ_FROM_PTR(&mp_type_str) || o == MP_OBJ_FROM_PTR(&mp_type_bytes)) return DType::string;
  if (auto d = dtype_of_scalar_type(o)) return d;
  throw Error(ErrorKind::type, "Cannot convert value " + repr_of(o) + " to a TensorFlow DType.");
}

const char* interned(std::string_view text) {
  static std::set<std::string, std::less<>> names;
  auto found = names.find(text);
  if (found == names.end()) found = names.emplace(text).first;
  return found->c_str();
}

AttrValue attr_from(mp_obj_t o) {
  if (mp_obj_is_bool(o)) return o == mp_const_true;
  if (is_python_int(o)) return int_from(o);
  if (mp_obj_is_float(o)) return static_cast<double>(mp_obj_float_get(o));
  if (mp_obj_is_str(o)) return text_from(o);
  if (is_dtype(o)) return *dtype_from(o);
  if (is_shape(o)) return shape_from(o);
  if (is_sequence(o)) {
    size_t n;
    mp_obj_t* items;
    mp_obj_get_array(o, &n, &items);
    if (n > 0 && mp_obj_is_float(items[0])) {
      std::vector<double> r;
      for (size_t i = 0; i < n; ++i) r.push_back(float_from(items[i]));
      return r;
    }
    if (n > 0 && mp_obj_is_str(items[0])) {
      std::vector<std::string> r;
      for (size_t i = 0; i < n; ++i) r.push_back(text_from(items[i]));
      return r;
    }
    return ints_from(o);
  }
  Tensor t = tensor_from(o);
  if (t.is_symbolic() && !(t = known_value(t))) throw Error(ErrorKind::type, "The value of " + repr_of(o) + " is not known while the graph is built.");
  if (t.rank() == 0) return is_floating(t.dtype()) ? AttrValue(t.element()) : t.dtype() == DType::boolean ? AttrValue(t.element_int() != 0) : AttrValue(t.element_int());
  return t.to_ints();
}

mp_obj_t call_python(mp_obj_t function, std::span<const mp_obj_t> args) {
  return py_call([&] { return mp_call_function_n_kw(function, args.size(), 0, args.data()); });
}

/// The unbound method of an instance's class, or MP_OBJ_NULL.
mp_obj_t method_or_null(mp_obj_t object, qstr name) {
  if (!mp_obj_is_obj(object) || !(mp_obj_get_type(object)->flags & MP_TYPE_FLAG_INSTANCE_TYPE)) return MP_OBJ_NULL;
  return py_call([&] {
    mp_obj_t found[2] = {MP_OBJ_NULL, MP_OBJ_NULL};
    mp_load_method_maybe(object, name, found);
    return found[1] == MP_OBJ_NULL ? MP_OBJ_NULL : found[0];
  });
}

// ---- and back ---------------------------------------------------------------------------------------------------------------

mp_obj_t new_int(int64_t v) { return v >= MP_SMALL_INT_MIN && v <= MP_SMALL_INT_MAX ? MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(v)) : mp_obj_new_int_from_ll(v); }

mp_obj_t python_value(const Tensor& t, int64_t i) {
  switch (t.dtype()) {
    case DType::float32: case DType::float64: case DType::float16: case DType::bfloat16: return mp_obj_new_float(t.element(i));
    case DType::complex64: case DType::complex128: return mp_obj_new_complex(t.element(i), t.dtype() == DType::complex64 ? static_cast<double>(t.data<float>()[2 * i + 1]) : t.data<double>()[2 * i + 1]);
    case DType::uint64: return mp_obj_new_int_from_ull(t.data<uint64_t>()[i]);
    case DType::boolean: return mp_obj_new_bool(t.element_int(i));
    case DType::string: {
      const std::string& s = t.data<std::string>()[i];
      return mp_obj_new_bytes(reinterpret_cast<const byte*>(s.data()), s.size());
    }
    default: return new_int(t.element_int(i));
  }
}

static mp_obj_t list_part(const Tensor& t, int axis, int64_t first, int64_t count) {
  if (axis == t.rank()) return python_value(t, first);
  const int64_t n = t.shape()[axis], step = n ? count / n : 0;
  mp_obj_t list = mp_obj_new_list(0, nullptr);
  for (int64_t i = 0; i < n; ++i) mp_obj_list_append(list, list_part(t, axis + 1, first + i * step, step));
  return list;
}

mp_obj_t python_list(const Tensor& t) { return list_part(t, 0, 0, t.size()); }

}  // namespace tapedeck
