#include "engine/kernels/copy.h"

#include <algorithm>
#include <cstring>

#include "engine/kernels/elementwise.h"

namespace tapedeck {

namespace {

struct Nest {
  int rank = 0;
  int64_t size[Shape::kMaxRank], step[Shape::kMaxRank];
};

/// Axes that lie behind one another in the source as they do in the result are walked as one.
Nest nest_of(const Shape& shape, std::span<const int64_t> steps) {
  Nest n;
  for (int i = 0; i < shape.rank(); ++i) {
    if (shape[i] == 1) continue;
    const int64_t step = steps[static_cast<size_t>(i)];
    if (n.rank > 0 && n.step[n.rank - 1] == step * shape[i]) { n.size[n.rank - 1] *= shape[i]; n.step[n.rank - 1] = step; }
    else { n.size[n.rank] = shape[i]; n.step[n.rank++] = step; }
  }
  if (n.rank == 0) { n.rank = 1; n.size[0] = 1; n.step[0] = 1; }
  return n;
}

template <class T> void walk(const Nest& n, int level, const T* in, T*& out) {
  const int64_t size = n.size[level], step = n.step[level];
  if (level < n.rank - 1) {
    for (int64_t i = 0; i < size; ++i) walk<T>(n, level + 1, in + i * step, out);
  } else {
    if (step == 1) for (int64_t i = 0; i < size; ++i) out[i] = in[i];
    else if (step == 0) { const T v = *in; for (int64_t i = 0; i < size; ++i) out[i] = v; }
    else for (int64_t i = 0; i < size; ++i) out[i] = in[i * step];
    out += size;
  }
}

/// A matrix transposed in blocks that fit the cache: both sides are then read and written in lines.
template <class T> void transpose_blocked(const T* in, T* out, int64_t rows, int64_t columns) {
  constexpr int64_t kBlock = 16;
  for (int64_t r = 0; r < rows; r += kBlock)
    for (int64_t c = 0; c < columns; c += kBlock)
      for (int64_t j = c; j < std::min(c + kBlock, columns); ++j)
        for (int64_t i = r; i < std::min(r + kBlock, rows); ++i) out[j * rows + i] = in[i * columns + j];
}

template <class T> void copy_as(const Tensor& in, int64_t offset, std::span<const int64_t> steps, Tensor& out) {
  const Nest n = nest_of(out.shape(), steps);
  const T* from = static_cast<const T*>(in.raw()) + offset;
  T* to = static_cast<T*>(out.mutable_raw());
  if (n.rank == 2 && n.step[0] == 1 && n.step[1] == n.size[0]) { transpose_blocked(from, to, n.size[1], n.size[0]); return; }
  walk<T>(n, 0, from, to);
}

}  // namespace

void strided_copy(const Tensor& in, int64_t offset, std::span<const int64_t> steps, Tensor& out) {
  if (out.size() == 0) return;
  if (in.dtype() == DType::string) return copy_as<std::string>(in, offset, steps, out);
  switch (dtype_size(in.dtype())) {
    case 1: return copy_as<uint8_t>(in, offset, steps, out);
    case 4: return copy_as<uint32_t>(in, offset, steps, out);
    default: return copy_as<uint64_t>(in, offset, steps, out);
  }
}

void transpose(const Tensor& in, std::span<const int64_t> perm, Tensor& out) {
  int64_t in_step[Shape::kMaxRank], steps[Shape::kMaxRank], step = 1;
  for (int i = in.rank(); i-- > 0;) { in_step[i] = step; step *= in.shape()[i]; }
  for (size_t i = 0; i < perm.size(); ++i) steps[i] = in_step[perm[i]];
  strided_copy(in, 0, {steps, perm.size()}, out);
}

void broadcast_copy(const Tensor& in, Tensor& out) {
  int64_t steps[Shape::kMaxRank], step = 1;
  for (int i = 1; i <= out.rank(); ++i) {
    const int64_t d = i <= in.rank() ? in.shape().from_end(i) : 1;
    steps[out.rank() - i] = d == 1 ? 0 : step;
    step *= d;
  }
  strided_copy(in, 0, {steps, static_cast<size_t>(out.rank())}, out);
}

void copy_elements(const Tensor& in, int64_t from, Tensor& out, int64_t to, int64_t count) {
  if (in.dtype() == DType::string) {
    for (int64_t i = 0; i < count; ++i) out.mutable_data<std::string>()[to + i] = in.data<std::string>()[from + i];
    return;
  }
  const size_t each = dtype_size(in.dtype());
  std::memcpy(static_cast<char*>(out.mutable_raw()) + static_cast<size_t>(to) * each, static_cast<const char*>(in.raw()) + static_cast<size_t>(from) * each, static_cast<size_t>(count) * each);
}

}  // namespace tapedeck
