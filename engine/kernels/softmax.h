// Softmax along the last axis, in one pass per row after its largest element is known.
#pragma once

#include "engine/core/tensor.h"

namespace tapedeck {

/// float32 and float64; rows of no elements give nothing. `logarithm`: log softmax.
void softmax_rows(const Tensor& in, Tensor& out, bool logarithm);

}  // namespace tapedeck
