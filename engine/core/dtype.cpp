#include "engine/core/dtype.h"

#include <array>

namespace tapedeck {

namespace {
struct Names { std::string_view python, kernel; size_t size; };
constexpr std::array<Names, kDTypeCount> kNames = {{
    {"float32", "float", 4}, {"float64", "double", 8}, {"int32", "int32", 4}, {"int64", "int64", 8},
    {"bool", "bool", 1}, {"uint8", "uint8", 1}, {"string", "string", 0}, {"resource", "resource", 0},
    {"float16", "half", 2}, {"bfloat16", "bfloat16", 2}, {"int8", "int8", 1}, {"int16", "int16", 2}, {"uint16", "uint16", 2}, {"uint32", "uint32", 4}, {"uint64", "uint64", 8},
    {"complex64", "complex64", 8}, {"complex128", "complex128", 16},
    {"variant", "variant", 0},
}};
}  // namespace

std::string_view dtype_name(DType dtype) { return kNames[static_cast<size_t>(dtype)].python; }
std::string_view dtype_kernel_name(DType dtype) { return kNames[static_cast<size_t>(dtype)].kernel; }
size_t dtype_size(DType dtype) { return kNames[static_cast<size_t>(dtype)].size; }

std::optional<DType> dtype_from_name(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); ++i)
    if (kNames[i].python == name) return static_cast<DType>(i);
  return std::nullopt;
}

}  // namespace tapedeck
