// Element types of tensors, with TensorFlow's names, and the one place that turns a dtype into a C++ type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace tapedeck {

enum class DType : uint8_t { float32, float64, int32, int64, boolean, uint8, string, resource, float16, bfloat16, int8, int16, uint16, uint32, uint64, complex64, complex128, variant };

inline constexpr int kDTypeCount = 18;

/// TensorFlow's name: "float32", "bool", "string", … (`tf.float32.name`).
std::string_view dtype_name(DType dtype);
/// The name that TensorFlow's C++ error texts use: float32 is "float", float64 is "double", the rest as dtype_name().
std::string_view dtype_kernel_name(DType dtype);
/// The dtype with that name, or nothing.
std::optional<DType> dtype_from_name(std::string_view name);
/// Bytes of one element; 0 for string, resource and variant, whose elements are objects.
size_t dtype_size(DType dtype);

/// Dtypes that tensors store, but no kernel computes in: widened.h turns them into those that kernels know, and back.
constexpr bool is_stored_only(DType d) { return d > DType::resource && d < DType::variant; }
constexpr bool is_floating(DType d) { return d == DType::float32 || d == DType::float64 || d == DType::float16 || d == DType::bfloat16; }
constexpr bool is_integer(DType d) { return d == DType::int32 || d == DType::int64 || d == DType::uint8 || (d >= DType::int8 && d <= DType::uint64); }
constexpr bool is_unsigned(DType d) { return d == DType::uint8 || (d >= DType::uint16 && d <= DType::uint64); }
constexpr bool is_complex(DType d) { return d == DType::complex64 || d == DType::complex128; }
constexpr bool is_numeric(DType d) { return is_floating(d) || is_integer(d) || is_complex(d); }
/// The dtype of the parts of a complex number; other dtypes are their own.
constexpr DType real_dtype(DType d) { return d == DType::complex64 ? DType::float32 : d == DType::complex128 ? DType::float64 : d; }
/// Whether a tape may follow it. Source: tensorflow/python/eager/backprop_util.py, IsTrainable.
constexpr bool is_differentiable(DType d) { return is_floating(d) || is_complex(d) || d == DType::resource || d == DType::variant; }

/// A set of dtypes: what an op's kernel takes. What stands in for them besides (float16 where float32 may) is check_dtype()'s to say.
struct DTypeSet {
  uint32_t bits = 0;
  constexpr DTypeSet() = default;
  constexpr DTypeSet(std::initializer_list<DType> list) { for (DType d : list) bits |= 1u << static_cast<unsigned>(d); }
  constexpr bool contains(DType d) const { return bits >> static_cast<unsigned>(d) & 1u; }
};
inline constexpr DTypeSet kFloats = {DType::float32, DType::float64};
inline constexpr DTypeSet kIndices = {DType::int32, DType::int64};
inline constexpr DTypeSet kSigned = {DType::float32, DType::float64, DType::int32, DType::int64};
inline constexpr DTypeSet kNumbers = {DType::float32, DType::float64, DType::int32, DType::int64, DType::uint8};
inline constexpr DTypeSet kFixedSize = {DType::float32, DType::float64, DType::int32, DType::int64, DType::uint8, DType::boolean};
inline constexpr DTypeSet kAllValues = {DType::float32, DType::float64, DType::int32, DType::int64, DType::uint8, DType::boolean, DType::string};
inline constexpr DTypeSet kBools = {DType::boolean};

template <class T> struct dtype_of;
template <> struct dtype_of<float> { static constexpr DType value = DType::float32; };
template <> struct dtype_of<double> { static constexpr DType value = DType::float64; };
template <> struct dtype_of<int32_t> { static constexpr DType value = DType::int32; };
template <> struct dtype_of<int64_t> { static constexpr DType value = DType::int64; };
template <> struct dtype_of<bool> { static constexpr DType value = DType::boolean; };
template <> struct dtype_of<uint8_t> { static constexpr DType value = DType::uint8; };
template <> struct dtype_of<std::string> { static constexpr DType value = DType::string; };
struct TensorList;
template <> struct dtype_of<TensorList> { static constexpr DType value = DType::variant; };

template <class T> struct TypeTag { using type = T; };

/// Calls f(TypeTag<T>{}) with the C++ type of a numeric or bool dtype that kernels compute in; `f` is a generic lambda. Anything else calls `otherwise()`.
template <class F, class G> void visit_dtype(DType dtype, F&& f, G&& otherwise) {
  switch (dtype) {
    case DType::float32: f(TypeTag<float>{}); return;
    case DType::float64: f(TypeTag<double>{}); return;
    case DType::int32: f(TypeTag<int32_t>{}); return;
    case DType::int64: f(TypeTag<int64_t>{}); return;
    case DType::boolean: f(TypeTag<bool>{}); return;
    case DType::uint8: f(TypeTag<uint8_t>{}); return;
    default: otherwise(); return;
  }
}

}  // namespace tapedeck
