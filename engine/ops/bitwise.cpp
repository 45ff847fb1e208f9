// Bits of whole numbers. Source: tensorflow/core/kernels/cwise_op_bitwise_and.cc and its neighbours.
#include <type_traits>

#include "engine/kernels/elementwise.h"
#include "engine/ops/infer.h"
#include "engine/ops/op_list.h"

namespace tapedeck {

namespace {

struct BitAnd { template <class T> static T run(T a, T b) { return static_cast<T>(a & b); } };
struct BitOr { template <class T> static T run(T a, T b) { return static_cast<T>(a | b); } };
struct BitXor { template <class T> static T run(T a, T b) { return static_cast<T>(a ^ b); } };
struct Invert { template <class T> static T run(T a) { return static_cast<T>(~a); } };

/// A shift by less than 0 or by more bits than there are is undefined in C++; TensorFlow brings it to the nearest that is not.
template <class T> int bounded(T by) { constexpr int kMost = static_cast<int>(sizeof(T)) * 8 - 1; return by < 0 ? 0 : by > kMost ? kMost : static_cast<int>(by); }
struct LeftShift { template <class T> static T run(T a, T b) { return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << bounded(b)); } };
struct RightShift { template <class T> static T run(T a, T b) { return static_cast<T>(a >> bounded(b)); } };

template <class F> constexpr BinaryLoops kPairs = binary_loops<F, int32_t, int64_t, uint8_t>();
constexpr UnaryLoops kInvert = unary_loops<Invert, int32_t, int64_t, uint8_t>();
constexpr DTypeSet kWhole = {DType::int32, DType::int64, DType::uint8};

}  // namespace

/// Bits that both have.
const Op bitwise_and_op = {.name = "bitwise_and", .type = "BitwiseAnd", .formula = "z = x & y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                           .infer = infer_binary, .kernel = binary_kernel<kPairs<BitAnd>>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};
/// Bits that one of them has.
const Op bitwise_or_op = {.name = "bitwise_or", .type = "BitwiseOr", .formula = "z = x | y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                          .infer = infer_binary, .kernel = binary_kernel<kPairs<BitOr>>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};
/// Bits in which they differ.
const Op bitwise_xor_op = {.name = "bitwise_xor", .type = "BitwiseXor", .formula = "z = x ^ y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                           .infer = infer_binary, .kernel = binary_kernel<kPairs<BitXor>>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};
/// All bits turned over.
const Op bitwise_invert_op = {.name = "bitwise_invert", .type = "Invert", .formula = "y = ~x", .gradient_text = "", .min_inputs = 1, .max_inputs = 1,
                              .infer = infer_unary, .kernel = unary_kernel<kInvert>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};
/// Bits moved up.
const Op left_shift_op = {.name = "left_shift", .type = "LeftShift", .formula = "z = x << y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                          .infer = infer_binary, .kernel = binary_kernel<kPairs<LeftShift>>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};
/// Bits moved down; the sign stays.
const Op right_shift_op = {.name = "right_shift", .type = "RightShift", .formula = "z = x >> y", .gradient_text = "", .min_inputs = 2, .max_inputs = 2,
                           .infer = infer_binary, .kernel = binary_kernel<kPairs<RightShift>>, .domain = {.low = 0, .high = 20, .dtypes = kWhole}};

}  // namespace tapedeck
