// Reductions along any set of axes, in TensorFlow's order of addition.
#pragma once

#include <span>

#include "engine/core/tensor.h"

namespace tapedeck {

enum class Reduction { sum, mean, prod, max, min, any, all };

/// `axes` sorted and distinct; `out` has the right number of elements and the dtype of `in`. Reducing nothing gives 0 (mean: NaN), 1, the lowest or the highest
/// value, false or true.
void reduce(Reduction kind, const Tensor& in, std::span<const int> axes, Tensor& out);

}  // namespace tapedeck
