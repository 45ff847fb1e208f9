// The shape of a tensor: up to kMaxRank axes, stored inline. An axis of size -1 is unknown, and so may be the rank; only symbolic tensors have such shapes.
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

  /// Not even the number of axes is known; no rule of an op ever sees it (engine/graph/tracer.h).
  static Shape unknown() { Shape s; s.rank_ = -1; return s; }
  bool has_rank() const { return rank_ >= 0; }

  int rank() const { return rank_; }   ///< -1 when unknown
  int64_t operator[](int axis) const { return dims_[static_cast<size_t>(axis)]; }
  /// Size of an axis counted from the end: from_end(1) is the last one.
  int64_t from_end(int axis) const { return dims_[static_cast<size_t>(rank_ - axis)]; }
  std::span<const int64_t> dims() const { return {begin(), end()}; }
  const int64_t* begin() const { return dims_.data(); }
  const int64_t* end() const { return dims_.data() + (rank_ > 0 ? rank_ : 0); }

  /// Number of elements; 1 for a scalar, -1 when it is unknown.
  int64_t size() const;
  bool is_known() const;

  void set(int axis, int64_t size) { dims_[static_cast<size_t>(axis)] = size; }
  void push_back(int64_t size);
  Shape without(int axis) const;
  Shape with(int axis, int64_t size) const;    ///< the same with one axis changed
  Shape inserted(int axis, int64_t size) const;

  /// "[2,3]", as TensorFlow's C++ messages write it; unknown axes are "?", an unknown rank "<unknown>".
  std::string brackets() const;
  /// "(2, 3)", "(3,)", "()", as Python writes it; unknown axes are "None", an unknown rank "<unknown>".
  std::string parens() const;

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  int8_t rank_ = 0;
  std::array<int64_t, kMaxRank> dims_{};
};

}  // namespace tapedeck
