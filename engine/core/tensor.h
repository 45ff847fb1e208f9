// A tensor: an immutable value with a dtype and a shape, counted by reference.
//
// A Tensor is one pointer to a TensorRep. Reps come from a pool; a value of at most kInlineBytes lies inside the rep, so that a scalar needs no
// heap allocation of its own. Larger values lie in a Buffer that several reps may share (reshape, a variable and what was read from it).
// Values are always contiguous and row-major: a transpose copies, as in TensorFlow.
// Counts are not atomic: tensors live on one thread (a Web Worker, or the runner's thread).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/dtype.h"
#include "engine/core/error.h"
#include "engine/core/shape.h"

namespace tapedeck {

class VariableState;

/// Bytes on the heap, 64-byte aligned; for dtype string, an array of std::string; for dtype variant, of TensorList.
struct Buffer {
  uint32_t references = 0;
  DType dtype = DType::float32;
  int64_t count = 0;     // elements
  size_t bytes = 0;      // for the memory meter; strings count their text
  void* data = nullptr;

  static Buffer* make(DType dtype, int64_t count);   // throws ResourceExhausted beyond the memory budget; elements are not initialised
  void retain() { ++references; }
  void release() { if (--references == 0) destroy(); }
  void destroy();
};

/// Live and peak bytes of all buffers and reps, and the budget above which an allocation is an error.
struct MemoryMeter {
  size_t live_bytes = 0, peak_bytes = 0, budget_bytes = SIZE_MAX;
  int64_t live_tensors = 0;
  /// Told of each change in heap bytes, so that a garbage collector that cannot see them can be woken. May be null.
  void (*on_change)(ptrdiff_t bytes) = nullptr;
};
MemoryMeter& memory_meter();

struct TensorRep {
  static constexpr size_t kInlineBytes = 32;

  uint32_t references = 0;
  DType dtype = DType::float32;
  bool symbolic = false;      // stands for a value inside a graph being traced; has no data
  uint64_t id = 0;            // unique in this run, increasing; what tapes and recordings call it
  int64_t size = 1;
  Shape shape;
  Buffer* buffer = nullptr;            // null: the value is inline (or there is none: symbolic, resource)
  VariableState* variable = nullptr;   // dtype resource: the variable whose handle this is; owned
  alignas(16) unsigned char inline_data[kInlineBytes];   // not initialised

  void* data() { return buffer ? buffer->data : inline_data; }
};

class Tensor {
 public:
  Tensor() = default;   ///< no tensor: the `None` of a gradient
  Tensor(const Tensor& o) : rep_(o.rep_) { if (rep_) ++rep_->references; }
  Tensor(Tensor&& o) noexcept : rep_(std::exchange(o.rep_, nullptr)) {}
  Tensor& operator=(const Tensor& o) { Tensor t(o); std::swap(rep_, t.rep_); return *this; }
  Tensor& operator=(Tensor&& o) noexcept { std::swap(rep_, o.rep_); return *this; }
  ~Tensor() { reset(); }
  void reset() { if (rep_ && --rep_->references == 0) destroy(rep_); rep_ = nullptr; }

  /// A tensor whose elements are not initialised yet: only its maker may write to it, before anyone else sees it.
  static Tensor empty(DType dtype, const Shape& shape);
  /// A tensor with a new id and another shape over the same elements (sizes must agree).
  static Tensor alias(const Tensor& of, const Shape& shape);
  static Tensor symbolic(DType dtype, const Shape& shape);

  template <class T> static Tensor scalar(T value) {
    Tensor t = empty(dtype_of<T>::value, Shape{});
    *t.mutable_data<T>() = std::move(value);
    return t;
  }
  template <class T> static Tensor vector(std::span<const T> values) { return from(Shape{static_cast<int64_t>(values.size())}, values); }
  template <class T> static Tensor from(const Shape& shape, std::span<const T> values) {
    Tensor t = empty(dtype_of<T>::value, shape);
    TAPEDECK_ASSERT(t.size() == static_cast<int64_t>(values.size()), "a tensor needs as many values as its shape has places");
    T* out = t.mutable_data<T>();
    for (size_t i = 0; i < values.size(); ++i) out[i] = values[i];
    return t;
  }
  template <class T> static Tensor from(const Shape& shape, std::initializer_list<T> values) {
    return from<T>(shape, std::span<const T>(values.begin(), values.size()));
  }

  explicit operator bool() const { return rep_ != nullptr; }
  uint64_t id() const { return rep_->id; }
  DType dtype() const { return rep_->dtype; }
  const Shape& shape() const { return rep_->shape; }
  int rank() const { return rep_->shape.rank(); }
  int64_t size() const { return rep_->size; }
  bool is_symbolic() const { return rep_->symbolic; }
  VariableState* variable() const { return rep_->variable; }   ///< for a handle (dtype resource), else null
  size_t bytes() const;                                        ///< of the value
  const Buffer* buffer() const { return rep_->buffer; }
  bool same(const Tensor& o) const { return rep_ == o.rep_; }

  template <class T> std::span<const T> values() const { return {static_cast<const T*>(rep_->data()), static_cast<size_t>(rep_->size)}; }
  template <class T> const T* data() const { return static_cast<const T*>(rep_->data()); }
  template <class T> T* mutable_data() { return static_cast<T*>(rep_->data()); }
  const void* raw() const { return rep_->data(); }
  void* mutable_raw() { return rep_->data(); }

  /// Element `i` as a double or an int64, whatever the (numeric or bool) dtype; of a complex one, the real part.
  double element(int64_t i = 0) const;
  int64_t element_int(int64_t i = 0) const;
  /// All elements of an integer tensor, as axes, shapes and indices are given.
  std::vector<int64_t> to_ints() const;

  TensorRep* rep() const { return rep_; }
  static Tensor adopt(TensorRep* rep) { Tensor t; t.rep_ = rep; return t; }   // takes over one reference

 private:
  static void destroy(TensorRep* rep);
  TensorRep* rep_ = nullptr;
};

/// The value of a tensor of dtype variant (a scalar): what a tf.TensorArray is inside a graph. An item that is no tensor counts as zeros.
struct TensorList {
  DType dtype = DType::float32;
  Shape element_shape = Shape::unknown();
  std::vector<Tensor> items;
};

/// A rep from the pool with one reference, a fresh id and no data.
TensorRep* new_tensor_rep(DType dtype, const Shape& shape);
/// Restart ids at 1; called at the start of a run so that runs are deterministic.
void reset_tensor_ids();

}  // namespace tapedeck
