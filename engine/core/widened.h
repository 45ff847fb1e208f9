// Dtypes that tensors store, but no kernel computes in: float16, bfloat16, the small and the unsigned integers, complex numbers.
//
// An op on them runs on wider copies of its inputs, and its results are rounded (floats) or wrapped around (integers) to the stored dtype. That is
// what TensorFlow's kernels compute too, op by op, and it keeps every kernel at six element types: a kernel for each of the fifteen would make the
// download half as large again. Of complex numbers, an op that only moves or adds runs once on the real and once on the imaginary parts; the others
// that are known have a formula here, and the rest are an error.
#pragma once

#include "engine/core/op.h"

namespace tapedeck {

/// The dtype in which kernels compute for `d`: float32 for the halves, int32 or int64 for integers, the parts' dtype for complex numbers, else itself.
DType computed_in(DType d);
/// The same values as computed_in(dtype); the tensor itself where that is its dtype. Not for complex numbers.
Tensor widened(const Tensor& t);
/// Rounded or wrapped around to `to`, which widens to the dtype of t.
Tensor narrowed(const Tensor& t, DType to);
/// The real (or imaginary) parts of a complex tensor, and a complex tensor of two such.
Tensor complex_part(const Tensor& t, bool imaginary);
Tensor complex_of(const Tensor& real, const Tensor& imaginary);
/// Any numeric or bool dtype to any other, by the rules of the op cast.
Tensor cast_stored(const Tensor& t, DType to);

double stored_number(const Tensor& t, int64_t i);
int64_t stored_integer(const Tensor& t, int64_t i);

/// Whether an op whose kernel takes `kernel_takes` also takes the stored-only dtype d.
bool stands_in(const Op& op, DType d, DTypeSet kernel_takes);
/// Runs the kernel where an input or output has a stored-only dtype. `outputs` has been made as inferred.
void run_widened(const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const InferContext::Spec> specs, Tensors& outputs);

}  // namespace tapedeck
