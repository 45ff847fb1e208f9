// Matrix products. The only kernel with two implementations: our own for all targets, and Eigen's for large float matrices in native builds.
#pragma once

#include "engine/core/tensor.h"

namespace tapedeck {

/// Over the last two axes, batches broadcast; shapes have been checked.
void matmul(const Tensor& a, const Tensor& b, bool transpose_a, bool transpose_b, Tensor& out);

/// C (m x n) = A (m x k) · B (k x n), all row-major and contiguous; A and B may be given transposed.
void gemm(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b);
/// The same for doubles, in plain loops.
void gemm(const double* a, const double* b, double* c, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b);
/// gemm by our own packed micro-kernel, whatever the build: what WASM runs, so that native tests see it too.
void gemm_packed(const float* a, const float* b, float* c, int64_t m, int64_t n, int64_t k, bool transpose_a, bool transpose_b);

}  // namespace tapedeck
