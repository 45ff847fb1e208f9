// Moving elements without looking at them: transposes, broadcast copies, strided copies. Any dtype.
#pragma once

#include <span>

#include "engine/core/tensor.h"

namespace tapedeck {

void transpose(const Tensor& in, std::span<const int64_t> perm, Tensor& out);
void broadcast_copy(const Tensor& in, Tensor& out);

/// out[i, j, …] = in[offset + i·step0 + j·step1 + …] over the whole of `out` (steps in elements, may be zero or negative).
void strided_copy(const Tensor& in, int64_t offset, std::span<const int64_t> steps, Tensor& out);

/// Copies `count` elements from `in` at element `from` to `out` at element `to`; for strings too.
void copy_elements(const Tensor& in, int64_t from, Tensor& out, int64_t to, int64_t count);

}  // namespace tapedeck
