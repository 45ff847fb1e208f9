// A vector whose first N elements live inside it: op outputs, gradients and specs are few, and a call must not allocate for them.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <utility>

namespace tapedeck {

template <class T, size_t N> class InlineVector {
 public:
  InlineVector() = default;
  explicit InlineVector(size_t count) { resize(count); }
  InlineVector(std::initializer_list<T> items) { for (const T& t : items) push_back(t); }
  InlineVector(const InlineVector& o) { reserve(o.size_); for (const T& t : o) push_back(t); }
  InlineVector(InlineVector&& o) noexcept { take(o); }
  InlineVector& operator=(const InlineVector& o) { if (this != &o) { clear(); reserve(o.size_); for (const T& t : o) push_back(t); } return *this; }
  InlineVector& operator=(InlineVector&& o) noexcept { if (this != &o) { clear(); free_heap(); take(o); } return *this; }
  ~InlineVector() { clear(); free_heap(); }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) { return data_[i]; }
  const T& operator[](size_t i) const { return data_[i]; }
  T& back() { return data_[size_ - 1]; }
  operator std::span<const T>() const { return {data_, size_}; }

  void push_back(T value) { emplace_back(std::move(value)); }
  template <class... A> T& emplace_back(A&&... args) {
    if (size_ == capacity_) reserve(capacity_ * 2);
    return *new (data_ + size_++) T{std::forward<A>(args)...};
  }
  void resize(size_t count) {
    reserve(count);
    while (size_ > count) data_[--size_].~T();
    while (size_ < count) new (data_ + size_++) T();
  }
  void clear() { while (size_ > 0) data_[--size_].~T(); }
  void reserve(size_t count) {
    if (count <= capacity_) return;
    T* grown = static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
    for (size_t i = 0; i < size_; ++i) { new (grown + i) T(std::move(data_[i])); data_[i].~T(); }
    free_heap();
    data_ = grown;
    capacity_ = count;
  }

 private:
  T* inline_data() { return reinterpret_cast<T*>(storage_); }
  void free_heap() { if (data_ != inline_data()) ::operator delete(data_, std::align_val_t(alignof(T))); data_ = inline_data(); capacity_ = N; }
  void take(InlineVector& o) {
    if (o.data_ != o.inline_data()) {
      data_ = std::exchange(o.data_, o.inline_data());
      size_ = std::exchange(o.size_, 0);
      capacity_ = std::exchange(o.capacity_, N);
      return;
    }
    for (T& t : o) new (data_ + size_++) T(std::move(t));
    o.clear();
  }

  alignas(T) unsigned char storage_[N * sizeof(T)];
  T* data_ = reinterpret_cast<T*>(storage_);
  size_t size_ = 0, capacity_ = N;
};

}  // namespace tapedeck
