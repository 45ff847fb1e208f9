#include "engine/core/shape.h"

#include <algorithm>

#include "engine/core/error.h"

namespace tapedeck {

Shape::Shape(std::span<const int64_t> dims) {
  for (int64_t d : dims) push_back(d);
}

int64_t Shape::size() const {
  if (!has_rank()) return -1;
  int64_t n = 1;
  for (int i = 0; i < rank_; ++i) {
    if (dims_[static_cast<size_t>(i)] < 0) return -1;
    // A product that no memory could hold is refused here, so that later arithmetic on sizes cannot overflow.
    if (__builtin_mul_overflow(n, dims_[static_cast<size_t>(i)], &n) || n > (int64_t{1} << 48))
      throw Error(ErrorKind::resource_exhausted, "OOM when allocating tensor with shape" + brackets() + ": it has more elements than memory could hold");
  }
  return n;
}

bool Shape::is_known() const {
  return has_rank() && std::all_of(begin(), end(), [](int64_t d) { return d >= 0; });
}

void Shape::push_back(int64_t size) {
  if (rank_ == kMaxRank) throw Error(ErrorKind::unimplemented, "Tensors of more than 8 dimensions are not supported");
  dims_[static_cast<size_t>(rank_++)] = size;
}

Shape Shape::without(int axis) const {
  Shape s;
  for (int i = 0; i < rank_; ++i) if (i != axis) s.push_back((*this)[i]);
  return s;
}

Shape Shape::with(int axis, int64_t size) const {
  Shape s = *this;
  s.set(axis, size);
  return s;
}

Shape Shape::inserted(int axis, int64_t size) const {
  Shape s;
  for (int i = 0; i <= rank_; ++i) {
    if (i == axis) s.push_back(size);
    if (i < rank_) s.push_back((*this)[i]);
  }
  return s;
}

std::string Shape::brackets() const {
  if (!has_rank()) return "<unknown>";
  std::string text = "[";
  for (int i = 0; i < rank_; ++i) {
    if (i) text += ',';
    text += (*this)[i] < 0 ? "?" : std::to_string((*this)[i]);
  }
  return text + "]";
}

std::string Shape::parens() const {
  if (!has_rank()) return "<unknown>";
  std::string text = "(";
  for (int i = 0; i < rank_; ++i) {
    if (i) text += ", ";
    text += (*this)[i] < 0 ? "None" : std::to_string((*this)[i]);
  }
  return text + (rank_ == 1 ? ",)" : ")");
}

bool operator==(const Shape& a, const Shape& b) {
  return a.rank_ == b.rank_ && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace tapedeck
