// numpy.ndarray: a strided view of a buffer that may be written to, and NumPy's scalars.
#pragma once

#include "lessons/python/binding/objects.h"

namespace tapedeck {

/// `storage` is a one-dimensional tensor that only ndarrays know, so that writing to it changes no tensor of TensorFlow's; views share it.
struct NdArrayObject {
  mp_obj_base_t base;
  Tensor storage;
  int64_t offset;
  Shape shape;
  int64_t strides[Shape::kMaxRank];   // in elements

  bool is_contiguous() const;
};
inline NdArrayObject* as_ndarray(mp_obj_t o) { return static_cast<NdArrayObject*>(MP_OBJ_TO_PTR(o)); }

struct NumpyScalarObject {
  mp_obj_base_t base;
  union { double f; int64_t i; };
  uint64_t origin;   // origin_of the tensor that it was an element of
  double imaginary;   // of complex ones
};
DType numpy_scalar_dtype(mp_obj_t scalar);

mp_obj_t new_ndarray(Tensor owned);           // inside guarded(); takes over a tensor that nobody else has
mp_obj_t ndarray_or_scalar(Tensor owned);     // inside guarded()
Tensor numpy_from(mp_obj_t o, std::optional<DType> dtype);      // inside guarded(); int64 and float64 by default
/// `base` with value written to base[index], as a new tensor: what v[index].assign(value) makes of a variable's value.
Tensor with_part_replaced(const Tensor& base, mp_obj_t index, const Tensor& value);
Tensor complex_scalar_from(mp_obj_t o);                         // of a Python complex
Tensor numbers_from(mp_obj_t o, std::optional<DType> dtype);    // the same for a nest of Python numbers (convert.cpp)

}  // namespace tapedeck
