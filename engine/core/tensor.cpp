#include "engine/core/tensor.h"

#include <cstring>
#include <new>

#include "engine/core/apply.h"
#include "engine/core/observer.h"
#include "engine/core/widened.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

MemoryMeter meter;
uint64_t next_tensor_id = 1;

/// Free reps, linked through their first bytes; grown by blocks that are never given back (a run makes and drops tensors all the time).
struct FreeRep { FreeRep* next; };
FreeRep* free_reps = nullptr;

void grow_pool() {
  constexpr size_t kBlock = 64;
  auto* block = static_cast<unsigned char*>(::operator new(kBlock * sizeof(TensorRep), std::align_val_t(alignof(TensorRep))));
  for (size_t i = 0; i < kBlock; ++i) {
    auto* rep = reinterpret_cast<FreeRep*>(block + i * sizeof(TensorRep));
    rep->next = free_reps;
    free_reps = rep;
  }
}

void count_bytes(ptrdiff_t bytes) {
  meter.live_bytes += static_cast<size_t>(bytes);
  if (meter.live_bytes > meter.peak_bytes) meter.peak_bytes = meter.live_bytes;
  if (meter.on_change) meter.on_change(bytes);
}

}  // namespace

MemoryMeter& memory_meter() { return meter; }
void reset_tensor_ids() { next_tensor_id = 1; }

namespace {
Buffer* make_buffer(DType dtype, const Shape& shape, int64_t count) {
  const size_t bytes = static_cast<size_t>(count) * (dtype == DType::string ? sizeof(std::string) : dtype == DType::variant ? sizeof(TensorList) : dtype_size(dtype));
  const auto out_of_memory = [&](std::string hint) {
    throw Error(ErrorKind::resource_exhausted, "OOM when allocating tensor with shape" + shape.brackets() + " and type " + std::string(dtype_kernel_name(dtype)) +
                " on /job:localhost/replica:0/task:0/device:CPU:0 by allocator cpu", std::move(hint));
  };
  if (meter.live_bytes > meter.budget_bytes || bytes > meter.budget_bytes - meter.live_bytes)
    out_of_memory("The program holds " + std::to_string(meter.live_bytes >> 20) + " MB and asks for " + std::to_string(bytes >> 20) + " MB more; the budget of this page is " +
                  std::to_string(meter.budget_bytes >> 20) + " MB.");
  auto* b = new Buffer;
  b->dtype = dtype;
  b->count = count;
  b->bytes = bytes;
  // A whole number of vectors, so that a kernel may read (never use) up to the next multiple of 64 bytes.
  const size_t padded = (bytes + 63) / 64 * 64;
  b->data = ::operator new(padded ? padded : 64, std::align_val_t(64), std::nothrow);
  if (!b->data) {
    delete b;
    out_of_memory("The machine has no " + std::to_string(bytes >> 20) + " MB left.");
  }
  if (dtype == DType::string) for (int64_t i = 0; i < count; ++i) new (static_cast<std::string*>(b->data) + i) std::string;
  if (dtype == DType::variant) for (int64_t i = 0; i < count; ++i) new (static_cast<TensorList*>(b->data) + i) TensorList;
  count_bytes(static_cast<ptrdiff_t>(bytes));
  return b;
}
}  // namespace

Buffer* Buffer::make(DType dtype, int64_t count) { return make_buffer(dtype, Shape{count}, count); }

void Buffer::destroy() {
  if (dtype == DType::string) for (int64_t i = 0; i < count; ++i) static_cast<std::string*>(data)[i].~basic_string();
  if (dtype == DType::variant) for (int64_t i = 0; i < count; ++i) static_cast<TensorList*>(data)[i].~TensorList();
  count_bytes(-static_cast<ptrdiff_t>(bytes));
  ::operator delete(data, std::align_val_t(64));
  delete this;
}

TensorRep* new_tensor_rep(DType dtype, const Shape& shape) {
  if (!free_reps) grow_pool();
  FreeRep* place = free_reps;
  free_reps = place->next;
  auto* rep = new (place) TensorRep;
  rep->references = 1;
  rep->dtype = dtype;
  rep->id = next_tensor_id++;
  rep->shape = shape;
  ++meter.live_tensors;
  return rep;
}

void Tensor::destroy(TensorRep* rep) {
  if (rep->buffer) rep->buffer->release();
  if (rep->variable && --rep->variable->references == 0) {
    if (runtime().observer) runtime().observer->variable_deleted(*rep->variable);
    delete rep->variable;
  }
  --meter.live_tensors;
  auto* place = reinterpret_cast<FreeRep*>(rep);
  place->next = free_reps;
  free_reps = place;
}

Tensor Tensor::empty(DType dtype, const Shape& shape) {
  TAPEDECK_ASSERT(dtype != DType::resource, "a handle is made by make_variable");
  const int64_t size = shape.size();
  TAPEDECK_ASSERT(size >= 0, "a tensor with values has a known shape");
  TensorRep* rep = new_tensor_rep(dtype, shape);
  rep->size = size;
  if (dtype == DType::string || dtype == DType::variant || static_cast<size_t>(size) * dtype_size(dtype) > TensorRep::kInlineBytes) {
    Tensor t = adopt(rep);   // gives the rep back if the allocation throws
    rep->buffer = make_buffer(dtype, shape, size);
    rep->buffer->retain();
    return t;
  }
  return adopt(rep);
}

Tensor Tensor::alias(const Tensor& of, const Shape& shape) {
  TensorRep* rep = new_tensor_rep(of.dtype(), shape);
  rep->size = of.size();
  rep->symbolic = of.rep_->symbolic;
  rep->buffer = of.rep_->buffer;
  if (rep->buffer) rep->buffer->retain();
  else std::memcpy(rep->inline_data, of.rep_->inline_data, TensorRep::kInlineBytes);
  return adopt(rep);
}

Tensor Tensor::symbolic(DType dtype, const Shape& shape) {
  TensorRep* rep = new_tensor_rep(dtype, shape);
  rep->symbolic = true;
  rep->size = shape.size();
  return adopt(rep);
}

size_t Tensor::bytes() const {
  if (rep_->symbolic || rep_->dtype == DType::resource || rep_->dtype == DType::variant) return 0;
  if (rep_->dtype == DType::string) {
    size_t n = 0;
    for (const std::string& s : values<std::string>()) n += s.size();
    return n;
  }
  return static_cast<size_t>(rep_->size) * dtype_size(rep_->dtype);
}

double Tensor::element(int64_t i) const {
  double value = 0;
  visit_dtype(dtype(), [&](auto tag) { value = static_cast<double>(data<typename decltype(tag)::type>()[i]); }, [&] { value = stored_number(*this, i); });
  return value;
}

int64_t Tensor::element_int(int64_t i) const {
  int64_t value = 0;
  visit_dtype(dtype(), [&](auto tag) { value = static_cast<int64_t>(data<typename decltype(tag)::type>()[i]); }, [&] { value = stored_integer(*this, i); });
  return value;
}

std::vector<int64_t> Tensor::to_ints() const {
  std::vector<int64_t> out(static_cast<size_t>(size()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = element_int(static_cast<int64_t>(i));
  return out;
}

}  // namespace tapedeck
