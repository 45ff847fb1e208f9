// numpy.ndarray and NumPy's scalars as Python objects: views, indexing, assignment, operators. What NumPy's functions compute beyond that is in
// packages/numpy, by the engine's kernels. Nothing here is recorded: to the tape, an array is a constant.
// Source: NumPy's documentation, "Indexing on ndarrays", "Broadcasting", "numpy.result_type".
#include "lessons/python/binding/ndarray.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>

#include "engine/core/widened.h"
#include "engine/ops/ops.h"
#include "engine/text/array_text.h"
#include "lessons/python/binding/functions.h"
#include "lessons/python/binding/graph_object.h"

extern "C" {
#include "py/builtin.h"
extern mp_obj_t binding_numpy_tolist(mp_obj_t self);
extern mp_obj_t binding_extension_of(const mp_obj_type_t* type, qstr attr);
}

namespace tapedeck {

mp_obj_t numpy_dtype_object(DType dtype);

namespace {

Tensor scalar_tensor(const NumpyScalarObject& s, DType d) {
  Tensor t = Tensor::empty(d, Shape{});
  switch (d) {
    case DType::float32: *t.mutable_data<float>() = static_cast<float>(s.f); break;
    case DType::float64: *t.mutable_data<double>() = s.f; break;
    case DType::int32: *t.mutable_data<int32_t>() = static_cast<int32_t>(s.i); break;
    case DType::int64: *t.mutable_data<int64_t>() = s.i; break;
    case DType::boolean: *t.mutable_data<bool>() = s.i != 0; break;
    case DType::uint8: *t.mutable_data<uint8_t>() = static_cast<uint8_t>(s.i); break;
    case DType::complex64: case DType::complex128: t = cast_stored(complex_of(Tensor::scalar(s.f), Tensor::scalar(s.imaginary)), d); break;
    case DType::uint64: *t.mutable_data<int64_t>() = s.i; break;
    default: t = is_floating(d) ? cast_stored(Tensor::scalar(s.f), d) : cast_stored(Tensor::scalar(s.i), d); break;
  }
  set_origin(t, s.origin);
  return t;
}

void set_strides(NdArrayObject& a) {
  int64_t step = 1;
  for (int i = a.shape.rank() - 1; i >= 0; --i) {
    a.strides[i] = step;
    step *= a.shape[i];
  }
}

NdArrayObject* new_ndarray_object() {
  NdArrayObject* o = mp_obj_malloc_with_finaliser(NdArrayObject, &binding_type_ndarray);
  new (&o->storage) Tensor();
  new (&o->shape) Shape();
  o->offset = 0;
  return o;
}

mp_obj_t view_of(const NdArrayObject& base, int64_t offset, const Shape& shape, const int64_t* strides) {
  NdArrayObject* o = py_call([] { return new_ndarray_object(); });
  o->storage = base.storage;
  o->offset = offset;
  o->shape = shape;
  for (int i = 0; i < shape.rank(); ++i) o->strides[i] = strides[i];
  return MP_OBJ_FROM_PTR(o);
}

/// Calls f(place in storage) for each element in row-major order.
template <class F> void for_each_place(const NdArrayObject& a, F&& f) {
  const int rank = a.shape.rank();
  const int64_t n = a.shape.size();
  int64_t at[Shape::kMaxRank] = {}, place = a.offset;
  for (int64_t i = 0; i < n; ++i) {
    f(place);
    for (int axis = rank - 1; axis >= 0; --axis) {
      place += a.strides[axis];
      if (++at[axis] < a.shape[axis]) break;
      place -= a.strides[axis] * a.shape[axis];
      at[axis] = 0;
    }
  }
}

/// Calls f with a type of the size of the elements: for what moves them without looking at them.
template <class F> void with_type(DType d, F&& f) {
  struct Pair { int64_t first, second; };
  switch (dtype_size(d)) {
    case 0: f(TypeTag<std::string>{}); return;
    case 1: f(TypeTag<uint8_t>{}); return;
    case 2: f(TypeTag<uint16_t>{}); return;
    case 4: f(TypeTag<int32_t>{}); return;
    case 8: f(TypeTag<int64_t>{}); return;
    default: f(TypeTag<Pair>{}); return;
  }
}

Tensor gather_places(const NdArrayObject& a, const Shape& shape, const std::vector<int64_t>& places) {
  Tensor t = Tensor::empty(a.storage.dtype(), shape);
  with_type(t.dtype(), [&]<class T>(TypeTag<T>) {
    const T* in = a.storage.data<T>();
    T* out = t.mutable_data<T>();
    for (size_t i = 0; i < places.size(); ++i) out[i] = in[places[i]];
  });
  return with_origin(t, a.storage);
}

// ---- promotion ----------------------------------------------------------------------------------------------------------------

DType promote(DType a, DType b) {
  if (a == b) return a;
  if (a == DType::boolean) return b;
  if (b == DType::boolean) return a;
  if (a == DType::string || b == DType::string) return DType::string;
  if (is_complex(a) || is_complex(b)) return promote(real_dtype(a), real_dtype(b)) == DType::float64 ? DType::complex128 : DType::complex64;
  const size_t x = dtype_size(a), y = dtype_size(b);
  if (is_floating(a) && is_floating(b)) return x == y ? DType::float32 : x > y ? a : b;   // float16 and bfloat16 meet in float32
  if (is_floating(a) || is_floating(b)) {   // a float that holds the integer: of twice its size, but for one byte in float16
    const DType f = is_floating(a) ? a : b;
    const size_t integer = std::min(x, y) == 0 ? 8 : is_floating(a) ? y : x, need = integer == 1 ? 2 : integer == 2 ? 4 : 8;
    return dtype_size(f) >= need ? f : need == 4 ? DType::float32 : DType::float64;
  }
  if (is_unsigned(a) == is_unsigned(b)) return x >= y ? a : b;
  const DType s = is_unsigned(a) ? b : a;
  const size_t us = is_unsigned(a) ? x : y;
  if (dtype_size(s) > us) return s;
  return us == 1 ? DType::int16 : us == 2 ? DType::int32 : us == 4 ? DType::int64 : DType::float64;
}

int kind_rank(DType d) { return d == DType::boolean ? 0 : is_integer(d) ? 1 : is_complex(d) ? 3 : 2; }

/// The smallest dtype of its kind that holds a scalar, which is all that a scalar asks of an array. Source: numpy.min_scalar_type.
DType scalar_kind(const Tensor& t, DType array) {
  if (is_complex(t.dtype())) return DType::complex64;
  if (is_floating(t.dtype())) return DType::float16;
  const int64_t v = t.element_int();
  const bool unsigned_array = is_unsigned(array);
  const int bits = static_cast<int>(8 * dtype_size(array));
  if (is_floating(array) || is_complex(array)) return DType::int8;
  if (v < 0 ? !unsigned_array && (bits == 64 || v >= INT64_MIN >> (64 - bits)) : bits == 64 || v >> (unsigned_array ? bits : bits - 1) == 0) return array;
  return v >= -128 && v < 128 ? DType::int8 : v >= -32768 && v < 32768 ? DType::int16 : v >= INT32_MIN && v <= INT32_MAX ? DType::int32 : DType::int64;
}

/// A Python value, NumPy scalar or array as an operand. `weak`: a scalar, which does not widen an array of its kind.
struct Operand {
  Tensor tensor;
  bool weak = false;
};

Operand numpy_operand(mp_obj_t o) {
  if (is_ndarray(o)) return {tensor_from_numpy(o, false), as_ndarray(o)->shape.rank() == 0};
  if (is_numpy_scalar(o)) return {tensor_from_numpy(o, false), true};
  if (mp_obj_is_bool(o)) return {Tensor::scalar(o == mp_const_true), true};
  if (is_python_int(o)) return {Tensor::scalar(int_from(o)), true};
  if (mp_obj_is_float(o)) return {Tensor::scalar(static_cast<double>(mp_obj_float_get(o))), true};
  if (mp_obj_is_exact_type(o, &mp_type_complex)) return {complex_scalar_from(o), true};
  if (is_tensor(o) && !as_tensor(o)->tensor.is_symbolic()) {
    const Tensor& t = as_tensor(o)->tensor;
    set_origin(t, tell_left(t, "a NumPy function"));
    return {t, false};
  }
  return {numpy_from(o, {}), false};
}

DType common_dtype(const Operand& a, const Operand& b) {
  const DType x = a.tensor.dtype(), y = b.tensor.dtype();
  if (a.weak == b.weak) return promote(x, y);
  const DType array = a.weak ? y : x, scalar = a.weak ? x : y;
  if (kind_rank(scalar) < kind_rank(array) || (kind_rank(scalar) == kind_rank(array) && !is_integer(array))) return array;
  if (array == DType::boolean) return scalar;
  if (is_integer(array) && kind_rank(scalar) == 2) return scalar == DType::float64 ? DType::float64 : promote(array, scalar);
  return promote(array, scalar_kind(a.weak ? a.tensor : b.tensor, array));
}

bool broadcasts(const Shape& a, const Shape& b) {
  for (int i = 1; i <= std::min(a.rank(), b.rank()); ++i)
    if (a.from_end(i) != b.from_end(i) && a.from_end(i) != 1 && b.from_end(i) != 1) return false;
  return true;
}

std::string numpy_parens(const Shape& s) {   // "(3,)" and "(2,3)", as NumPy's messages write shapes
  std::string r = "(";
  for (int i = 0; i < s.rank(); ++i) r += (i ? "," : "") + std::to_string(s[i]);
  return r + (s.rank() == 1 ? ",)" : ")");
}

const char* const kArithmetic[] = {"bitwise_or", "bitwise_xor", "bitwise_and", "left_shift", "right_shift", "add", "subtract", "multiply", "matmul", "floordiv", "divide", "floormod", "pow"};
const char* const kLogical[] = {"logical_or", "logical_xor", "logical_and"};
const char* const kComparison[] = {"less", "greater", "equal", "less_equal", "greater_equal", "not_equal"};

Tensor numpy_matmul(Tensor a, Tensor b) {
  const bool vector_a = a.rank() == 1, vector_b = b.rank() == 1;
  const DType d = a.dtype();
  const bool integers = !is_floating(d) && !is_complex(d);
  if (integers) {
    a = cast_quietly(a, DType::float64);
    b = cast_quietly(b, DType::float64);
  }
  if (a.rank() == 0 || b.rank() == 0) throw Error(ErrorKind::value, "matmul: Input operand does not have enough dimensions");
  if (vector_a) a = with_origin(Tensor::alias(a, a.shape().inserted(0, 1)), a);
  if (vector_b) b = with_origin(Tensor::alias(b, b.shape().inserted(1, 1)), b);
  if (a.shape().from_end(1) != b.shape().from_end(2))
    throw Error(ErrorKind::value, "matmul: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature (n?,k),(k,m?)->(n?,m?) (size " + std::to_string(b.shape().from_end(2)) +
                                      " is different from " + std::to_string(a.shape().from_end(1)) + ")");
  Tensor r = quiet_op("matmul", {a, b});
  Shape s = r.shape();
  if (vector_b) s = s.without(s.rank() - 1);
  if (vector_a) s = s.without(s.rank() - (vector_b ? 1 : 2));
  r = with_origin(Tensor::alias(r, s), r);
  return integers ? cast_quietly(r, d) : r;
}

Tensor numpy_binary(unsigned index, bool comparison, const Operand& left, const Operand& right) {
  DType d = common_dtype(left, right);
  Tensor a = left.tensor, b = right.tensor;
  if (!(index == 8 && !comparison) && !broadcasts(a.shape(), b.shape())) {
    if (comparison && (index == MP_BINARY_OP_EQUAL || index == MP_BINARY_OP_NOT_EQUAL)) return Tensor::scalar(index == MP_BINARY_OP_NOT_EQUAL);
    throw Error(ErrorKind::value, "operands could not be broadcast together with shapes " + numpy_parens(a.shape()) + " " + numpy_parens(b.shape()) + " ");
  }
  if (comparison) {
    if (d == DType::boolean && index != MP_BINARY_OP_EQUAL && index != MP_BINARY_OP_NOT_EQUAL) d = DType::int32;
    return quiet_op(kComparison[index], {cast_quietly(a, d), cast_quietly(b, d)});
  }
  if (index == 10 && !is_floating(d) && !is_complex(d)) d = dtype_size(d) == 1 && d != DType::boolean ? DType::float16 : dtype_size(d) == 2 ? DType::float32 : DType::float64;
  if (d == DType::boolean) {
    if (index < 3) return quiet_op(kLogical[index], {a, b});
    if (index == 5) return quiet_op("logical_or", {a, b});
    if (index == 7) return quiet_op("logical_and", {a, b});
    if (index == 6) throw Error(ErrorKind::type, "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the logical_xor function instead.");
    d = DType::int64;
  }
  a = cast_quietly(a, d);
  b = cast_quietly(b, d);
  if (index == 8) return numpy_matmul(a, b);
  return quiet_op(kArithmetic[index], {a, b});
}

// ---- indexing -------------------------------------------------------------------------------------------------------------------

struct Selection {
  bool basic = true;
  int64_t offset = 0;
  Shape shape;
  int64_t strides[Shape::kMaxRank] = {};
  std::vector<int64_t> places;   // when not basic: places in storage, in the order of shape
};

int64_t checked_index(int64_t i, int64_t size, int axis) {
  if (i < -size || i >= size) throw Error(ErrorKind::index, "index " + std::to_string(i) + " is out of bounds for axis " + std::to_string(axis) + " with size " + std::to_string(size));
  return i < 0 ? i + size : i;
}

struct AxisPick {
  enum Kind { slice, array, new_axis } kind;
  int axis = 0;                   // of the array, for slice and array
  int64_t start = 0, step = 1, count = 1;
  Tensor indices = {};            // int64
  AxisPick(Kind k) : kind(k) {}
};

Selection select(const NdArrayObject& a, mp_obj_t index) {
  size_t n = 1;
  mp_obj_t single[] = {index};
  mp_obj_t* items = single;
  if (mp_obj_is_exact_type(index, &mp_type_tuple)) mp_obj_get_array(index, &n, &items);
  // How many axes the explicit items take, so that the ellipsis takes the others.
  std::vector<Tensor> arrays(n);
  int taken = 0;
  bool has_ellipsis = false, any_array = false;
  for (size_t i = 0; i < n; ++i) {
    mp_obj_t item = items[i];
    if (item == mp_const_none) continue;
    if (item == MP_OBJ_FROM_PTR(&mp_const_ellipsis_obj)) { has_ellipsis = true; continue; }
    if (mp_obj_is_exact_type(item, &mp_type_slice)) { ++taken; continue; }
    if (mp_obj_is_bool(item)) throw Error(ErrorKind::index, "boolean scalars are no indices here");
    if (is_python_int(item) || (is_numpy_scalar(item) && numpy_scalar_dtype(item) != DType::boolean)) { ++taken; continue; }
    if (is_sequence(item) || is_ndarray(item) || is_tensor(item)) {
      Tensor t = is_tensor(item) ? as_tensor(item)->tensor : is_ndarray(item) ? tensor_from_numpy(item, false) : numpy_from(item, {});
      if (t.size() == 0 && is_floating(t.dtype())) t = cast_quietly(t, DType::int64);
      if (is_floating(t.dtype()) || t.dtype() == DType::string) throw Error(ErrorKind::index, "arrays used as indices must be of integer (or boolean) type");
      arrays[i] = t;
      taken += t.dtype() == DType::boolean ? t.rank() : 1;
      any_array = true;
      continue;
    }
    throw Error(ErrorKind::index, "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays are valid indices");
  }
  const int rank = a.shape.rank();
  if (taken > rank) throw Error(ErrorKind::index, "too many indices for array: array is " + std::to_string(rank) + "-dimensional, but " + std::to_string(taken) + " were indexed");
  std::vector<AxisPick> picks;
  std::vector<bool> dropped;   // per pick: an integer, whose axis goes
  int axis = 0;
  auto whole = [&] {
    AxisPick p(AxisPick::slice);
    p.axis = axis;
    p.count = a.shape[axis++];
    picks.push_back(std::move(p));
    dropped.push_back(false);
  };
  for (size_t i = 0; i < n; ++i) {
    mp_obj_t item = items[i];
    if (item == mp_const_none) {
      picks.push_back(AxisPick(AxisPick::new_axis));
      dropped.push_back(false);
    } else if (item == MP_OBJ_FROM_PTR(&mp_const_ellipsis_obj)) {
      for (int k = taken; k < rank; ++k) whole();
      taken = rank;
    } else if (mp_obj_is_exact_type(item, &mp_type_slice)) {
      const int64_t size = a.shape[axis];
      auto* s = static_cast<mp_obj_slice_t*>(MP_OBJ_TO_PTR(item));
      const int64_t step = s->step == mp_const_none ? 1 : int_from(s->step);
      if (step == 0) throw Error(ErrorKind::value, "slice step cannot be zero");
      auto bound = [&](mp_obj_t o, int64_t otherwise) {
        if (o == mp_const_none) return otherwise;
        int64_t v = int_from(o);
        if (v < 0) v += size;
        return std::clamp(v, step > 0 ? int64_t{0} : int64_t{-1}, step > 0 ? size : size - 1);
      };
      const int64_t start = bound(s->start, step > 0 ? 0 : size - 1), stop = bound(s->stop, step > 0 ? size : -1);
      AxisPick p(AxisPick::slice);
      p.axis = axis++;
      p.start = start;
      p.step = step;
      p.count = std::max<int64_t>(0, step > 0 ? (stop - start + step - 1) / step : (start - stop - step - 1) / -step);
      picks.push_back(std::move(p));
      dropped.push_back(false);
    } else if (!arrays[i]) {
      AxisPick p(AxisPick::slice);
      p.axis = axis;
      p.start = checked_index(int_from(item), a.shape[axis], axis);
      ++axis;
      if (any_array) {
        p.kind = AxisPick::array;
        p.indices = Tensor::scalar(p.start);
      }
      picks.push_back(std::move(p));
      dropped.push_back(true);
    } else if (arrays[i].dtype() == DType::boolean) {
      const Tensor& mask = arrays[i];
      for (int k = 0; k < mask.rank(); ++k)
        if (mask.shape()[k] != a.shape[axis + k])
          throw Error(ErrorKind::index, "boolean index did not match indexed array along dimension " + std::to_string(axis + k) + "; dimension is " + std::to_string(a.shape[axis + k]) +
                                            " but corresponding boolean dimension is " + std::to_string(mask.shape()[k]));
      std::vector<std::vector<int64_t>> columns(static_cast<size_t>(mask.rank()));
      for (int64_t e = 0; e < mask.size(); ++e) {
        if (!mask.data<bool>()[e]) continue;
        int64_t rest = e;
        for (int k = mask.rank() - 1; k >= 0; --k) {
          columns[static_cast<size_t>(k)].push_back(rest % mask.shape()[k]);
          rest /= mask.shape()[k];
        }
      }
      for (auto& column : columns) {
        AxisPick p(AxisPick::array);
        p.axis = axis++;
        p.indices = Tensor::vector<int64_t>(column);
        picks.push_back(std::move(p));
        dropped.push_back(false);
      }
    } else {
      AxisPick p(AxisPick::array);
      p.axis = axis;
      p.indices = cast_quietly(arrays[i], DType::int64);
      if (p.indices.rank() > 0 && !p.indices.buffer()) p.indices = cast_quietly(cast_quietly(p.indices, DType::float64), DType::int64);   // a copy of its own
      for (int64_t e = 0; e < p.indices.size(); ++e) (void)checked_index(p.indices.data<int64_t>()[e], a.shape[axis], axis);
      ++axis;
      picks.push_back(std::move(p));
      dropped.push_back(false);
    }
  }
  (void)has_ellipsis;
  while (axis < rank) whole();

  Selection s;
  s.offset = a.offset;
  if (!any_array) {
    for (size_t i = 0; i < picks.size(); ++i) {
      const AxisPick& p = picks[i];
      if (p.kind == AxisPick::new_axis) {
        s.strides[s.shape.rank()] = 0;
        s.shape.push_back(1);
        continue;
      }
      s.offset += p.start * a.strides[p.axis];
      if (dropped[i]) continue;
      s.strides[s.shape.rank()] = p.step * a.strides[p.axis];
      s.shape.push_back(p.count);
    }
    return s;
  }
  // Arrays broadcast together; their block stands where the first of them stands, or first when they are not neighbours.
  s.basic = false;
  Shape block;
  int first = -1, last = -1, arrays_seen = 0;
  for (size_t i = 0; i < picks.size(); ++i) {
    if (picks[i].kind != AxisPick::array) continue;
    if (first < 0) first = static_cast<int>(i);
    last = static_cast<int>(i);
    ++arrays_seen;
    const Shape& x = picks[i].indices.shape();
    if (!broadcasts(block, x)) throw Error(ErrorKind::index, "shape mismatch: indexing arrays could not be broadcast together with shapes " + numpy_parens(block) + " " + numpy_parens(x) + " ");
    Shape joined;
    const int r = std::max(block.rank(), x.rank());
    for (int k = r; k >= 1; --k) {
      const int64_t m = k <= block.rank() ? block.from_end(k) : 1, q = k <= x.rank() ? x.from_end(k) : 1;
      joined.push_back(m == 1 ? q : m);
    }
    block = joined;
  }
  const bool neighbours = last - first + 1 == arrays_seen;
  struct Out { int64_t count; const AxisPick* pick; int block_axis; };
  std::vector<Out> axes;
  auto add_block = [&] { for (int k = 0; k < block.rank(); ++k) axes.push_back({block[k], nullptr, k}); };
  if (!neighbours) add_block();
  for (size_t i = 0; i < picks.size(); ++i) {
    if (picks[i].kind == AxisPick::array) {
      if (neighbours && static_cast<int>(i) == first) add_block();
      continue;
    }
    axes.push_back({picks[i].count, &picks[i], -1});
  }
  for (const Out& o : axes) s.shape.push_back(o.count);
  const int64_t total = s.shape.size();
  std::vector<int64_t> at(axes.size());
  for (int64_t e = 0; e < total; ++e) {
    int64_t rest = e;
    for (size_t k = axes.size(); k-- > 0;) {
      at[k] = rest % axes[k].count;
      rest /= axes[k].count;
    }
    int64_t place = a.offset;
    std::vector<int64_t> in_block(static_cast<size_t>(block.rank()));
    for (size_t k = 0; k < axes.size(); ++k) {
      if (axes[k].block_axis >= 0) in_block[static_cast<size_t>(axes[k].block_axis)] = at[k];
      else if (axes[k].pick->kind == AxisPick::slice) place += (axes[k].pick->start + at[k] * axes[k].pick->step) * a.strides[axes[k].pick->axis];
    }
    for (const AxisPick& p : picks) {
      if (p.kind != AxisPick::array) continue;
      const Shape& x = p.indices.shape();
      int64_t element = 0;
      for (int k = 0; k < x.rank(); ++k) {
        const int64_t i = x[k] == 1 ? 0 : in_block[static_cast<size_t>(block.rank() - x.rank() + k)];
        element = element * x[k] + i;
      }
      int64_t v = p.indices.data<int64_t>()[element];
      if (v < 0) v += a.shape[p.axis];
      place += v * a.strides[p.axis];
    }
    s.places.push_back(place);
  }
  return s;
}

/// Writes `value`, broadcast to `shape`, to the given places.
void store(NdArrayObject& a, const Shape& shape, const std::vector<int64_t>& places, Tensor value) {
  value = cast_quietly(value, a.storage.dtype());
  // More leading axes of size 1 are allowed.
  Shape s = value.shape();
  while (s.rank() > shape.rank() && s[0] == 1) s = s.without(0);
  bool fits = s.rank() <= shape.rank();
  for (int k = 1; fits && k <= s.rank(); ++k) fits = s.from_end(k) == shape.from_end(k) || s.from_end(k) == 1;
  if (!fits) throw Error(ErrorKind::value, "could not broadcast input array from shape " + numpy_parens(value.shape()) + " into shape " + numpy_parens(shape));
  int64_t steps[Shape::kMaxRank] = {}, step = 1;
  for (int k = 1; k <= s.rank(); ++k) {
    steps[shape.rank() - k] = s.from_end(k) == 1 ? 0 : step;
    step *= s.from_end(k);
  }
  with_type(a.storage.dtype(), [&]<class T>(TypeTag<T>) {
    T* out = a.storage.mutable_data<T>();
    const T* in = value.data<T>();
    for (size_t e = 0; e < places.size(); ++e) {
      int64_t rest = static_cast<int64_t>(e), from = 0;
      for (int k = shape.rank() - 1; k >= 0; --k) {
        from += rest % shape[k] * steps[k];
        rest /= shape[k];
      }
      out[places[e]] = in[from];
    }
  });
}

std::vector<int64_t> places_of(const NdArrayObject& a) {
  std::vector<int64_t> places;
  places.reserve(static_cast<size_t>(a.shape.size()));
  for_each_place(a, [&](int64_t p) { places.push_back(p); });
  return places;
}

Tensor numpy_value(mp_obj_t o, std::optional<DType> dtype) {
  if (is_tensor(o) || is_variable(o)) {
    const Tensor t = tensor_from(o);
    set_origin(t, tell_left(t, "a NumPy function"));
    return t;
  }
  return numpy_from(o, dtype);
}

}  // namespace

bool NdArrayObject::is_contiguous() const {
  int64_t step = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    if (shape[i] != 1 && strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

DType numpy_scalar_dtype(mp_obj_t scalar) { return *dtype_of_scalar_type(MP_OBJ_FROM_PTR(mp_obj_get_type(scalar))); }

mp_obj_t new_ndarray(Tensor owned) {
  NdArrayObject* o = py_call([] { return new_ndarray_object(); });
  o->shape = owned.shape();
  o->storage = std::move(owned);
  set_strides(*o);
  return MP_OBJ_FROM_PTR(o);
}

static mp_obj_t make_scalar(const Tensor& t, int64_t element) {
  if (t.dtype() == DType::string) return python_value(t, element);
  NumpyScalarObject* s = mp_obj_malloc(NumpyScalarObject, scalar_type_of(t.dtype()));
  s->origin = origin_of(t);
  s->imaginary = 0;
  if (is_floating(t.dtype()) || is_complex(t.dtype())) s->f = t.element(element);
  else s->i = t.element_int(element);
  if (t.dtype() == DType::complex64) s->imaginary = static_cast<double>(t.data<float>()[2 * element + 1]);
  if (t.dtype() == DType::complex128) s->imaginary = t.data<double>()[2 * element + 1];
  return MP_OBJ_FROM_PTR(s);
}

mp_obj_t numpy_scalar(const Tensor& t, int64_t element) { return make_scalar(t, element); }

mp_obj_t ndarray_or_scalar(Tensor owned) {
  if (owned.rank() > 0) return new_ndarray(std::move(owned));
  return py_call([&] { return make_scalar(owned, 0); });
}

static Tensor copied(const Tensor& t) {
  Tensor r = Tensor::empty(t.dtype(), t.shape());
  with_type(t.dtype(), [&]<class T>(TypeTag<T>) { std::copy_n(t.data<T>(), t.size(), r.mutable_data<T>()); });
  return with_origin(r, t);
}

mp_obj_t numpy_array(const Tensor& t, bool) {
  if (t.dtype() == DType::resource || t.dtype() == DType::variant || t.is_symbolic())
    guarded([&] { throw Error(ErrorKind::invalid_argument, "Cannot convert a Tensor of dtype " + std::string(dtype_name(t.dtype())) + " to a NumPy array."); });
  if (t.rank() == 0) return make_scalar(t, 0);
  NdArrayObject* o = new_ndarray_object();
  guarded([&] {
    o->storage = copied(t);
    o->shape = t.shape();
    set_strides(*o);
  });
  return MP_OBJ_FROM_PTR(o);
}

Tensor tensor_from_numpy(mp_obj_t o, bool copy) {
  if (is_numpy_scalar(o)) return scalar_tensor(*static_cast<NumpyScalarObject*>(MP_OBJ_TO_PTR(o)), numpy_scalar_dtype(o));
  const NdArrayObject& a = *as_ndarray(o);
  if (!copy && a.is_contiguous() && a.offset == 0 && a.storage.size() == a.shape.size()) return a.shape == a.storage.shape() ? a.storage : with_origin(Tensor::alias(a.storage, a.shape), a.storage);
  Tensor t = Tensor::empty(a.storage.dtype(), a.shape);
  with_type(t.dtype(), [&]<class T>(TypeTag<T>) {
    const T* in = a.storage.data<T>();
    T* out = t.mutable_data<T>();
    for_each_place(a, [&](int64_t p) { *out++ = in[p]; });
  });
  return with_origin(t, a.storage);
}

Tensor with_part_replaced(const Tensor& base, mp_obj_t index, const Tensor& value) {
  NdArrayObject whole{};
  whole.storage = copied(base);
  whole.shape = base.shape();
  set_strides(whole);
  Selection s = select(whole, index);
  if (s.basic) {
    NdArrayObject target{};
    target.offset = s.offset;
    target.shape = s.shape;
    std::copy_n(s.strides, Shape::kMaxRank, target.strides);
    s.places = places_of(target);
  }
  if (!(value.shape() == s.shape))
    throw Error(ErrorKind::invalid_argument, "{{function_node __wrapped__ResourceStridedSliceAssign_device_/job:localhost/replica:0/task:0/device:CPU:0}} l-value dimensions " +
                                                 s.shape.brackets() + " does not match r-value dimensions " + value.shape().brackets() + " [Op:ResourceStridedSliceAssign] name: strided_slice/_assign");
  store(whole, s.shape, s.places, value);
  return whole.storage;
}

/// A nest of numbers by NumPy's defaults: int64 and float64.
Tensor numpy_from(mp_obj_t o, std::optional<DType> dtype) {
  Tensor t;
  if (is_ndarray(o) || is_numpy_scalar(o)) t = tensor_from_numpy(o, true);
  else if (is_tensor(o)) {
    if (as_tensor(o)->tensor.is_symbolic())   // Source: tensorflow/python/framework/tensor.py, Tensor.__array__
      throw Error(ErrorKind::not_implemented, "Cannot convert a symbolic tf.Tensor (" + graph_name_of(as_tensor(o)->tensor) + ") to a numpy array. This error may indicate that you're trying to pass a Tensor to a NumPy call, which is not supported.");
    t = copied(as_tensor(o)->tensor);
    set_origin(t, tell_left(as_tensor(o)->tensor, "a NumPy function"));
  }
  else {
    Runtime& rt = runtime();
    Observer* observer = std::exchange(rt.observer, nullptr);   // an array is no constant of the recording
    try {
      t = mp_obj_is_float(o) ? Tensor::scalar(static_cast<double>(mp_obj_float_get(o))) : is_python_int(o) && !mp_obj_is_bool(o) ? Tensor::scalar(int_from(o)) : numbers_from(o, dtype);
    } catch (...) {
      rt.observer = observer;
      throw;
    }
    rt.observer = observer;
  }
  return dtype ? cast_quietly(t, *dtype) : t;
}

}  // namespace tapedeck

using namespace tapedeck;

extern "C" {

mp_obj_t binding_ndarray_del(mp_obj_t self) {
  as_ndarray(self)->storage.reset();
  return mp_const_none;
}

void binding_ndarray_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t kind) {
  static std::string text;
  guarded([&] {
    const Tensor t = tensor_from_numpy(self, false);
    text = kind == PRINT_STR ? array_str(t) : t.rank() == 0 ? "array(" + array_to_string(t, print_options(), ", ") + ")" : array_repr(t);
  });
  mp_print_strn(print, text.data(), text.size(), 0, 0, 0);
}

void binding_numpy_scalar_print(const mp_print_t* print, mp_obj_t self, mp_print_kind_t) {
  static std::string text;
  guarded([&] { text = scalar_text(tensor_from_numpy(self, false)); });
  mp_print_strn(print, text.data(), text.size(), 0, 0, 0);
}

/// np.float32(value) and its kin: a scalar, or an array of an array.
mp_obj_t binding_numpy_scalar_make(const mp_obj_type_t* type, size_t n_args, size_t, const mp_obj_t* args) {
  const DType d = *dtype_of_scalar_type(MP_OBJ_FROM_PTR(type));
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    if (n_args == 0) result = ndarray_or_scalar(cast_quietly(Tensor::scalar(0.0), d));
    else if (mp_obj_is_str(args[0])) result = ndarray_or_scalar(cast_quietly(Tensor::scalar(static_cast<double>(py_call([&] { return mp_obj_get_float(mp_call_function_1(MP_OBJ_FROM_PTR(&mp_type_float), args[0])); }))), d));
    else result = ndarray_or_scalar(cast_quietly(numpy_value(args[0], {}), d));
  });
  return result;
}

static double single(mp_obj_t self) {
  if (is_numpy_scalar(self)) {
    const auto* s = static_cast<const NumpyScalarObject*>(MP_OBJ_TO_PTR(self));
    const DType d = numpy_scalar_dtype(self);
    return is_floating(d) || is_complex(d) ? s->f : d == DType::uint64 ? static_cast<double>(static_cast<uint64_t>(s->i)) : static_cast<double>(s->i);
  }
  const NdArrayObject& a = *as_ndarray(self);
  if (a.shape.size() != 1) mp_raise_TypeError(MP_ERROR_TEXT("only length-1 arrays can be converted to Python scalars"));
  return a.storage.element(a.offset);
}

mp_obj_t binding_numpy_unary_op(mp_unary_op_t op, mp_obj_t self) {
  const bool scalar = is_numpy_scalar(self);
  switch (op) {
    case MP_UNARY_OP_LEN:
      if (scalar) return MP_OBJ_NULL;
      if (as_ndarray(self)->shape.rank() == 0) mp_raise_TypeError(MP_ERROR_TEXT("len() of unsized object"));
      return new_int(as_ndarray(self)->shape[0]);
    case MP_UNARY_OP_BOOL:
      if (!scalar && as_ndarray(self)->shape.size() != 1) {
        if (as_ndarray(self)->shape.size() == 0) return mp_const_false;
        mp_raise_ValueError(MP_ERROR_TEXT("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()"));
      }
      return mp_obj_new_bool(single(self) != 0);
    case MP_UNARY_OP_HASH: {
      if (!scalar) mp_raise_TypeError(MP_ERROR_TEXT("unhashable type: 'numpy.ndarray'"));
      const double v = single(self);
      if (v == std::floor(v) && std::fabs(v) < 1e9) return MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(v));
      return mp_unary_op(MP_UNARY_OP_HASH, mp_obj_new_float(v));
    }
    case MP_UNARY_OP_FLOAT_MAYBE: return mp_obj_new_float(single(self));
    case MP_UNARY_OP_INT_MAYBE: {
      const double v = single(self);
      if (scalar && is_integer(numpy_scalar_dtype(self))) return binding_numpy_tolist(self);
      return new_int(static_cast<int64_t>(v));
    }
    case MP_UNARY_OP_NEGATIVE: case MP_UNARY_OP_ABS: case MP_UNARY_OP_POSITIVE: case MP_UNARY_OP_INVERT: {
      mp_obj_t result = MP_OBJ_NULL;
      guarded([&] {
        Tensor t = tensor_from_numpy(self, true);
        if (op == MP_UNARY_OP_INVERT) {
          if (t.dtype() == DType::boolean) t = quiet_op("logical_not", {t});
          else t = numpy_binary(6, false, {numpy_binary(6, false, {Tensor::scalar(int64_t{0}), true}, {t, false}), false}, {Tensor::scalar(int64_t{1}), true});
        } else if (op == MP_UNARY_OP_NEGATIVE) {
          t = numpy_binary(6, false, {Tensor::scalar(int64_t{0}), true}, {t, false});
          if (is_floating(t.dtype()) || is_complex(t.dtype())) t = quiet_op("negative", {tensor_from_numpy(self, true)});
        } else if (op == MP_UNARY_OP_ABS) {
          t = quiet_op("abs", {t});
        }
        result = ndarray_or_scalar(std::move(t));
      });
      return result;
    }
    default: return MP_OBJ_NULL;
  }
}

static bool numpy_can_read(mp_obj_t o) { return is_ndarray(o) || mp_obj_is_exact_type(o, &mp_type_complex) || is_numpy_scalar(o) || is_python_int(o) || mp_obj_is_float(o) || is_sequence(o); }

mp_obj_t binding_numpy_binary_op(mp_binary_op_t op, mp_obj_t lhs, mp_obj_t rhs) {
  if (is_tensor(rhs) || is_variable(rhs)) return binary_operator(op, lhs, rhs);
  if (op == MP_BINARY_OP_CONTAINS) {
    bool found = false;
    guarded([&] {
      const Tensor t = numpy_binary(MP_BINARY_OP_EQUAL, true, numpy_operand(lhs), numpy_operand(rhs));
      for (int64_t i = 0; i < t.size(); ++i) found |= t.element_int(i) != 0;
    });
    return mp_obj_new_bool(found);
  }
  bool comparison = false, inplace = false;
  unsigned index;
  if (op <= MP_BINARY_OP_NOT_EQUAL) { comparison = true; index = op; }
  else if (op >= MP_BINARY_OP_INPLACE_OR && op <= MP_BINARY_OP_INPLACE_POWER) { inplace = is_ndarray(lhs); index = op - MP_BINARY_OP_INPLACE_OR; }
  else if (op >= MP_BINARY_OP_OR && op <= MP_BINARY_OP_POWER) index = op - MP_BINARY_OP_OR;
  else if (op >= MP_BINARY_OP_REVERSE_OR && op <= MP_BINARY_OP_REVERSE_POWER) {
    index = op - MP_BINARY_OP_REVERSE_OR;
    mp_obj_t self = lhs;
    lhs = rhs;
    rhs = self;
  } else return MP_OBJ_NULL;
  if (!numpy_can_read(lhs) || !numpy_can_read(rhs)) {
    if (comparison && (op == MP_BINARY_OP_EQUAL || op == MP_BINARY_OP_NOT_EQUAL)) return mp_obj_new_bool(op == MP_BINARY_OP_NOT_EQUAL);
    return MP_OBJ_NULL;
  }
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    Tensor t = numpy_binary(index, comparison, numpy_operand(lhs), numpy_operand(rhs));
    if (!inplace) {
      result = ndarray_or_scalar(std::move(t));
      return;
    }
    NdArrayObject& a = *as_ndarray(lhs);
    if (kind_rank(t.dtype()) > kind_rank(a.storage.dtype()))
      throw Error(ErrorKind::type, "Cannot cast ufunc '" + std::string(kArithmetic[index]) + "' output from dtype('" + std::string(dtype_name(t.dtype())) + "') to dtype('" +
                                       std::string(dtype_name(a.storage.dtype())) + "') with casting rule 'same_kind'");
    if (t.shape().size() != a.shape.size())
      throw Error(ErrorKind::value, "non-broadcastable output operand with shape " + numpy_parens(a.shape) + " doesn't match the broadcast shape " + numpy_parens(t.shape()));
    store(a, a.shape, places_of(a), std::move(t));
    result = lhs;
  });
  return result;
}

mp_obj_t binding_ndarray_subscr(mp_obj_t self, mp_obj_t index, mp_obj_t value) {
  if (value == MP_OBJ_NULL) mp_raise_ValueError(MP_ERROR_TEXT("cannot delete array elements"));
  mp_obj_t result = mp_const_none;
  guarded([&] {
    NdArrayObject& a = *as_ndarray(self);
    Selection s = select(a, index);
    if (value != MP_OBJ_SENTINEL) {
      Tensor v = numpy_value(value, {});
      if (is_ndarray(value) && v.same(a.storage)) v = copied(v);
      if (s.basic) {
        NdArrayObject target{};
        target.offset = s.offset;
        target.shape = s.shape;
        std::copy_n(s.strides, Shape::kMaxRank, target.strides);
        s.places.clear();
        for_each_place(target, [&](int64_t p) { s.places.push_back(p); });
      }
      set_origin(a.storage, origin_of(v));
      store(a, s.shape, s.places, std::move(v));
      return;
    }
    if (!s.basic) { result = ndarray_or_scalar(gather_places(a, s.shape, s.places)); return; }
    if (s.shape.rank() == 0) { result = py_call([&] { return make_scalar(a.storage, s.offset); }); return; }
    result = view_of(a, s.offset, s.shape, s.strides);
  });
  return result;
}

typedef struct {
  mp_obj_base_t base;
  mp_fun_1_t iternext;
  mp_obj_t array;
  size_t i;
} ndarray_iterator;

static mp_obj_t ndarray_next(mp_obj_t self_in) {
  auto* it = static_cast<ndarray_iterator*>(MP_OBJ_TO_PTR(self_in));
  if (it->i >= static_cast<size_t>(as_ndarray(it->array)->shape[0])) return MP_OBJ_STOP_ITERATION;
  return binding_ndarray_subscr(it->array, MP_OBJ_NEW_SMALL_INT(static_cast<mp_int_t>(it->i++)), MP_OBJ_SENTINEL);
}

mp_obj_t binding_ndarray_iter(mp_obj_t self, mp_obj_iter_buf_t* buffer) {
  if (as_ndarray(self)->shape.rank() == 0) mp_raise_TypeError(MP_ERROR_TEXT("iteration over a 0-d array"));
  auto* it = reinterpret_cast<ndarray_iterator*>(buffer);
  it->base.type = &mp_type_polymorph_iter;
  it->iternext = ndarray_next;
  it->array = self;
  it->i = 0;
  return MP_OBJ_FROM_PTR(it);
}

static mp_obj_t shape_tuple(const Shape& s) {
  mp_obj_t items[Shape::kMaxRank];
  for (int i = 0; i < s.rank(); ++i) items[i] = new_int(s[i]);
  return mp_obj_new_tuple(static_cast<size_t>(s.rank()), items);
}

static bool load_extension(mp_obj_t self, const mp_obj_type_t* type, qstr attr, mp_obj_t* dest) {
  mp_obj_t f = binding_extension_of(type, attr);
  if (f == MP_OBJ_NULL) {
    // The methods that are written in Python come with package numpy, which the program may not have imported.
    if (attr == MP_QSTR___class__ || attr == MP_QSTR___del__ || attr == MP_QSTR_as_tensor__) return false;
    mp_import_name(qstr_from_str("numpy._more"), mp_const_none, MP_OBJ_NEW_SMALL_INT(0));
    f = binding_extension_of(type, attr);
  }
  if (f == MP_OBJ_NULL) return false;
  dest[0] = f;
  dest[1] = self;
  return true;
}

void binding_ndarray_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (attr == MP_QSTR___del__) { dest[1] = MP_OBJ_SENTINEL; return; }
  NdArrayObject& a = *as_ndarray(self);
  if (dest[0] != MP_OBJ_NULL) {
    if (attr == MP_QSTR_shape && dest[1] != MP_OBJ_NULL) {
      guarded([&] {
        const Shape s = shape_from(dest[1]);
        if (s.size() != a.shape.size()) throw Error(ErrorKind::value, "cannot reshape array of size " + std::to_string(a.shape.size()) + " into shape " + numpy_parens(s));
        a.shape = s;
        set_strides(a);
      });
      dest[0] = MP_OBJ_NULL;
    }
    return;
  }
  switch (attr) {
    case MP_QSTR_shape: dest[0] = shape_tuple(a.shape); return;
    case MP_QSTR_dtype: dest[0] = numpy_dtype_object(a.storage.dtype()); return;
    case MP_QSTR_ndim: dest[0] = MP_OBJ_NEW_SMALL_INT(a.shape.rank()); return;
    case MP_QSTR_size: dest[0] = new_int(a.shape.size()); return;
    case MP_QSTR_itemsize: dest[0] = new_int(static_cast<int64_t>(dtype_size(a.storage.dtype()))); return;
    case MP_QSTR_nbytes: dest[0] = new_int(a.shape.size() * static_cast<int64_t>(dtype_size(a.storage.dtype()))); return;
    case MP_QSTR_T: {
      guarded([&] {
        Shape s;
        int64_t strides[Shape::kMaxRank];
        for (int i = a.shape.rank() - 1; i >= 0; --i) {
          strides[s.rank()] = a.strides[i];
          s.push_back(a.shape[i]);
        }
        dest[0] = view_of(a, a.offset, s, strides);
      });
      return;
    }
    case MP_QSTR___del__: case MP_QSTR_tolist: case MP_QSTR_item: case MP_QSTR_copy: case MP_QSTR_astype: case MP_QSTR_reshape: case MP_QSTR_transpose: case MP_QSTR_fill:
    case MP_QSTR_flatten: case MP_QSTR_ravel: case MP_QSTR___format__:
      dest[1] = MP_OBJ_SENTINEL;
      return;
    default: load_extension(self, &binding_type_ndarray, attr, dest); return;
  }
}

void binding_numpy_scalar_attr(mp_obj_t self, qstr attr, mp_obj_t* dest) {
  if (dest[0] != MP_OBJ_NULL) return;
  const DType d = numpy_scalar_dtype(self);
  switch (attr) {
    case MP_QSTR_shape: dest[0] = mp_const_empty_tuple; return;
    case MP_QSTR_dtype: dest[0] = numpy_dtype_object(d); return;
    case MP_QSTR_ndim: dest[0] = MP_OBJ_NEW_SMALL_INT(0); return;
    case MP_QSTR_size: dest[0] = MP_OBJ_NEW_SMALL_INT(1); return;
    case MP_QSTR_T: dest[0] = self; return;
    case MP_QSTR_real: case MP_QSTR_imag: {
      guarded([&] {
        const Tensor t = tensor_from_numpy(self, false);
        dest[0] = is_complex(d) ? ndarray_or_scalar(complex_part(t, attr == MP_QSTR_imag)) : attr == MP_QSTR_real ? self : ndarray_or_scalar(cast_quietly(Tensor::scalar(0.0), d));
      });
      return;
    }
    case MP_QSTR_itemsize: case MP_QSTR_nbytes: dest[0] = new_int(static_cast<int64_t>(dtype_size(d))); return;
    case MP_QSTR_tolist: case MP_QSTR_item: case MP_QSTR_astype: case MP_QSTR_copy: case MP_QSTR___format__: dest[1] = MP_OBJ_SENTINEL; return;
    default: load_extension(self, &binding_type_ndarray, attr, dest); return;
  }
}

mp_obj_t binding_numpy_tolist(mp_obj_t self) {
  if (is_numpy_scalar(self)) {
    const auto* s = static_cast<const NumpyScalarObject*>(MP_OBJ_TO_PTR(self));
    const DType d = numpy_scalar_dtype(self);
    if (is_complex(d)) return mp_obj_new_complex(s->f, s->imaginary);
    if (d == DType::uint64) return mp_obj_new_int_from_ull(static_cast<uint64_t>(s->i));
    return is_floating(d) ? mp_obj_new_float(s->f) : d == DType::boolean ? mp_obj_new_bool(s->i) : new_int(s->i);
  }
  mp_obj_t holder = self;   // keeps a contiguous copy alive while the list is made
  guarded([&] {
    const NdArrayObject& a = *as_ndarray(self);
    if (!a.is_contiguous() || a.offset != 0 || a.storage.size() != a.shape.size()) holder = new_ndarray(tensor_from_numpy(self, true));
  });
  NdArrayObject& a = *as_ndarray(holder);
  if (!(a.storage.shape() == a.shape)) guarded([&] { a.storage = with_origin(Tensor::alias(a.storage, a.shape), a.storage); });
  return python_list(a.storage);
}

mp_obj_t binding_numpy_item(size_t n_args, const mp_obj_t* args) {
  mp_obj_t self = args[0];
  if (is_numpy_scalar(self)) return binding_numpy_tolist(self);
  const NdArrayObject& a = *as_ndarray(self);
  int64_t place = a.offset;
  if (n_args == 1) {
    if (a.shape.size() != 1) mp_raise_ValueError(MP_ERROR_TEXT("can only convert an array of size 1 to a Python scalar"));
  } else {
    mp_obj_t index = n_args == 2 ? args[1] : mp_obj_new_tuple(n_args - 1, args + 1);
    if (n_args == 2 && !mp_obj_is_exact_type(index, &mp_type_tuple)) {
      int64_t flat = mp_obj_get_int(index);
      if (flat < 0) flat += a.shape.size();
      for (int i = a.shape.rank() - 1; i >= 0; --i) {
        place += flat % a.shape[i] * a.strides[i];
        flat /= a.shape[i];
      }
    } else {
      return binding_numpy_tolist(binding_ndarray_subscr(self, index, MP_OBJ_SENTINEL));
    }
  }
  return python_value(a.storage, place);
}

mp_obj_t binding_numpy_copy(size_t, const mp_obj_t* args) {
  if (is_numpy_scalar(args[0])) return args[0];
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] { result = new_ndarray(tensor_from_numpy(args[0], true)); });
  return result;
}

mp_obj_t binding_numpy_astype(size_t, const mp_obj_t* args, mp_map_t*) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    std::optional<DType> d = args[1] == MP_OBJ_FROM_PTR(&mp_type_float) ? DType::float64 : args[1] == MP_OBJ_FROM_PTR(&mp_type_int) ? DType::int64 : dtype_from(args[1]);
    if (mp_obj_is_str(args[1]) && text_from(args[1]) == "float") d = DType::float64;
    if (mp_obj_is_str(args[1]) && text_from(args[1]) == "int") d = DType::int64;
    result = ndarray_or_scalar(cast_quietly(tensor_from_numpy(args[0], true), *d));
  });
  return result;
}

mp_obj_t binding_numpy_reshape(size_t n_args, const mp_obj_t* args, mp_map_t*) {
  mp_obj_t shape = n_args == 2 ? args[1] : mp_obj_new_tuple(n_args - 1, args + 1);
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const NdArrayObject& a = *as_ndarray(args[0]);
    Shape s = shape_from(shape);
    int64_t known = 1, unknown = -1;
    for (int i = 0; i < s.rank(); ++i) {
      if (s[i] == -1) unknown = i;
      else known *= s[i];
    }
    if (unknown >= 0 && known > 0 && a.shape.size() % known == 0) s.set(static_cast<int>(unknown), a.shape.size() / known);
    if (s.size() != a.shape.size()) throw Error(ErrorKind::value, "cannot reshape array of size " + std::to_string(a.shape.size()) + " into shape " + numpy_parens(shape_from(shape)));
    if (a.is_contiguous()) {
      int64_t strides[Shape::kMaxRank], step = 1;
      for (int i = s.rank() - 1; i >= 0; --i) {
        strides[i] = step;
        step *= s[i];
      }
      result = view_of(a, a.offset, s, strides);
    } else {
      const Tensor whole = tensor_from_numpy(args[0], true);
      result = new_ndarray(with_origin(Tensor::alias(whole, s), whole));
    }
  });
  return result;
}

mp_obj_t binding_numpy_flatten(size_t, const mp_obj_t* args) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    Tensor t = tensor_from_numpy(args[0], true);
    const Shape flat{t.size()};
    result = new_ndarray(with_origin(Tensor::alias(t, flat), t));
  });
  return result;
}

mp_obj_t binding_numpy_ravel(size_t, const mp_obj_t* args) {
  const mp_obj_t reshape[] = {args[0], MP_OBJ_NEW_SMALL_INT(-1)};
  return binding_numpy_reshape(2, reshape, nullptr);
}

mp_obj_t binding_numpy_transpose(size_t n_args, const mp_obj_t* args) {
  mp_obj_t axes = n_args == 1 ? mp_const_none : n_args == 2 ? args[1] : mp_obj_new_tuple(n_args - 1, args + 1);
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const NdArrayObject& a = *as_ndarray(args[0]);
    std::vector<int64_t> order;
    if (axes != mp_const_none) order = ints_from(axes);
    else for (int i = a.shape.rank() - 1; i >= 0; --i) order.push_back(i);
    if (static_cast<int>(order.size()) != a.shape.rank()) throw Error(ErrorKind::value, "axes don't match array");
    Shape s;
    int64_t strides[Shape::kMaxRank];
    for (int64_t axis : order) {
      const int k = static_cast<int>(checked_index(axis, a.shape.rank(), 0));
      strides[s.rank()] = a.strides[k];
      s.push_back(a.shape[k]);
    }
    result = view_of(a, a.offset, s, strides);
  });
  return result;
}

mp_obj_t binding_numpy_fill(mp_obj_t self, mp_obj_t value) {
  return binding_ndarray_subscr(self, MP_OBJ_FROM_PTR(&mp_const_ellipsis_obj), value);
}

mp_obj_t binding_numpy_format(mp_obj_t self, mp_obj_t spec) {
  if (mp_obj_len(spec) == MP_OBJ_NEW_SMALL_INT(0)) {
    vstr_t text;
    mp_print_t print;
    vstr_init_print(&text, 32, &print);
    mp_obj_print_helper(&print, self, PRINT_STR);
    return mp_obj_new_str_from_vstr(&text);
  }
  if (is_ndarray(self) && as_ndarray(self)->shape.rank() > 0) mp_raise_TypeError(MP_ERROR_TEXT("unsupported format string passed to numpy.ndarray.__format__"));
  const mp_obj_t args[] = {is_ndarray(self) ? binding_numpy_item(1, &self) : binding_numpy_tolist(self), spec};
  return mp_call_function_n_kw(mp_load_global(MP_QSTR_format), 2, 0, args);
}

// ---- functions for package numpy ---------------------------------------------------------------------------------------------------

static std::optional<DType> numpy_dtype_from(mp_obj_t o) {
  if (o == MP_OBJ_FROM_PTR(&mp_type_float)) return DType::float64;
  if (o == MP_OBJ_FROM_PTR(&mp_type_int)) return DType::int64;
  if (mp_obj_is_str(o) && text_from(o) == "float") return DType::float64;
  if (mp_obj_is_str(o) && text_from(o) == "int") return DType::int64;
  return dtype_from(o);
}

/// np_array(value, dtype, copy)
mp_obj_t binding_np_array(mp_obj_t value, mp_obj_t dtype, mp_obj_t copy) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const auto d = numpy_dtype_from(dtype);
    if (is_ndarray(value) && copy == mp_const_false && (!d || *d == as_ndarray(value)->storage.dtype())) { result = value; return; }
    if (is_variable(value)) {
      const Tensor& handle = as_variable(value)->handle;
      Tensor t = copied(tensor_from(value));
      set_origin(t, tell_left(handle, "a NumPy function"));
      result = new_ndarray(cast_quietly(t, d.value_or(t.dtype())));
      return;
    }
    result = new_ndarray(numpy_from(value, d));
  });
  return result;
}

/// np_filled(shape, value, dtype)
mp_obj_t binding_np_filled(mp_obj_t shape, mp_obj_t value, mp_obj_t dtype) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const Shape s = shape_from(shape);
    for (int64_t n : s)
      if (n < 0) throw Error(ErrorKind::value, "negative dimensions are not allowed");
    Tensor v = numpy_from(value, {});
    const DType d = dtype == mp_const_none ? v.dtype() : *numpy_dtype_from(dtype);
    Tensor t = Tensor::empty(d, s);
    v = cast_quietly(v, d);
    if (v.size() == 1) with_type(d, [&]<class T>(TypeTag<T>) { std::fill_n(t.mutable_data<T>(), t.size(), *v.data<T>()); });
    else t = copied(ops::broadcast_to(v, s));
    result = new_ndarray(std::move(t));
  });
  return result;
}

/// np_apply(op, inputs, **attributes): an op of the engine on arrays, unrecorded; a list when it has several outputs. Inputs keep their dtypes.
mp_obj_t binding_np_apply(size_t, const mp_obj_t* args, mp_map_t* kwargs) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    size_t n;
    mp_obj_t* items;
    py_call([&] { mp_obj_get_array(args[1], &n, &items); });
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < n; ++i) inputs.push_back(numpy_operand(items[i]).tensor);
    Attrs attrs;
    for (size_t i = 0; kwargs && i < kwargs->alloc; ++i)
      if (mp_map_slot_is_filled(kwargs, i) && kwargs->table[i].value != mp_const_none)
        attrs.set(interned(qstr_str(mp_obj_str_get_qstr(kwargs->table[i].key))), attr_from(kwargs->table[i].value));
    const Op& op = op_named(text_from(args[0]));
    Tensors outputs;
    run_kernel(op, inputs, attrs, outputs);
    for (const Tensor& from : inputs)
      for (const Tensor& to : outputs) set_origin(to, origin_of(from));
    // A result that shares its values with an input (reshape) becomes an array of its own.
    if (outputs.size() == 1) { result = ndarray_or_scalar(copied(outputs[0])); return; }
    result = py_call([] { return mp_obj_new_list(0, nullptr); });
    for (Tensor& t : outputs) {
      mp_obj_t o = ndarray_or_scalar(copied(t));
      py_call([&] { mp_obj_list_append(result, o); });
    }
  });
  return result;
}

/// np_binary(index, a, b): operators by number, for np.add and its kin; comparisons from 100.
mp_obj_t binding_np_binary(mp_obj_t index, mp_obj_t a, mp_obj_t b) {
  mp_obj_t result = MP_OBJ_NULL;
  guarded([&] {
    const int64_t i = int_from(index);
    Tensor t = i == 20 || i == 21 ? Tensor() : numpy_binary(static_cast<unsigned>(i % 100), i >= 100, numpy_operand(a), numpy_operand(b));
    if (!t) {   // maximum, minimum
      const Operand x = numpy_operand(a), y = numpy_operand(b);
      const DType d = common_dtype(x, y);
      if (!broadcasts(x.tensor.shape(), y.tensor.shape()))
        throw Error(ErrorKind::value, "operands could not be broadcast together with shapes " + numpy_parens(x.tensor.shape()) + " " + numpy_parens(y.tensor.shape()) + " ");
      t = quiet_op(i == 20 ? "maximum" : "minimum", {cast_quietly(x.tensor, d), cast_quietly(y.tensor, d)});
    }
    result = ndarray_or_scalar(std::move(t));
  });
  return result;
}

/// np_set_print(name, value): numpy.set_printoptions.
mp_obj_t binding_np_set_print(mp_obj_t name, mp_obj_t value) {
  guarded([&] {
    PrintOptions& o = print_options();
    const std::string n = text_from(name);
    if (n == "precision") o.precision = static_cast<int>(int_from(value));
    else if (n == "threshold") o.threshold = mp_obj_is_float(value) || int_from(value) > INT32_MAX ? INT32_MAX : static_cast<int>(int_from(value));
    else if (n == "edgeitems") o.edge_items = static_cast<int>(int_from(value));
    else if (n == "linewidth") o.line_width = mp_obj_is_float(value) ? 1 << 30 : static_cast<int>(std::min<int64_t>(int_from(value), 1 << 30));
    else if (n == "suppress") o.suppress = mp_obj_is_true(value);
    else if (n == "sign") o.sign = text_from(value).at(0);
    else if (n == "nanstr") o.nan_text = text_from(value);
    else if (n == "infstr") o.inf_text = text_from(value);
    else if (n == "floatmode") {
      const std::string m = text_from(value);
      o.float_mode = m == "fixed" ? PrintOptions::FloatMode::fixed : m == "unique" ? PrintOptions::FloatMode::unique : m == "maxprec_equal" ? PrintOptions::FloatMode::maxprec_equal : PrintOptions::FloatMode::maxprec;
    }
  });
  return mp_const_none;
}

/// np_text(array, separator, precision): numpy.array2string.
mp_obj_t binding_np_text(mp_obj_t array, mp_obj_t separator, mp_obj_t precision) {
  static std::string text;
  guarded([&] {
    PrintOptions o = print_options();
    if (precision != mp_const_none) o.precision = static_cast<int>(int_from(precision));
    text = array_to_string(numpy_operand(array).tensor, o, text_from(separator));
  });
  return mp_obj_new_str(text.data(), text.size());
}

}  // extern "C"
