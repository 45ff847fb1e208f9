// The shape of a tensor: up to kMaxRank axes, stored inline. An axis of size -1 is unknown, which only symbolic tensors have.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

namespace tapedeck {

class Shape {
 public:
  static constexpr int kMaxRank = 8;

  Shape() = default;
  Shape(std::initializer_list<int64_t> dims) : Shape(std::span<const int64_t>(dims.begin(), dims.size())) {}
  /// Throws ResourceExhausted/Unimplemented when there are more than kMaxRank axes.
  explicit Shape(std::span<const int64_t> dims);

  int rank() const { return rank_; }
  int64_t operator[](int axis) const { return dims_[static_cast<size_t>(axis)]; }
  /// Size of an axis counted from the end: from_end(1) is the last one.
  int64_t from_end(int axis) const { return dims_[static_cast<size_t>(rank_ - axis)]; }
  std::span<const int64_t> dims() const { return {dims_.data(), static_cast<size_t>(rank_)}; }
  const int64_t* begin() const { return dims_.data(); }
  const int64_t* end() const { return dims_.data() + rank_; }

  /// Number of elements; 1 for a scalar, -1 when an axis is unknown.
  int64_t size() const;
  bool is_known() const;

  void set(int axis, int64_t size) { dims_[static_cast<size_t>(axis)] = size; }
  void push_back(int64_t size);
  Shape without(int axis) const;
  Shape with(int axis, int64_t size) const;    ///< the same with one axis changed
  Shape inserted(int axis, int64_t size) const;

  /// "[2,3]", as TensorFlow's C++ messages write it; unknown axes are "?".
  std::string brackets() const;
  /// "(2, 3)", "(3,)", "()", as Python writes it; unknown axes are "None".
  std::string parens() const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  uint8_t rank_ = 0;
  std::array<int64_t, kMaxRank> dims_{};
};

}  // namespace tapedeck
