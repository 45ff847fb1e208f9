// Elements as numbers, and summaries of tensors that are too large to keep (declared in writer.h and recording.h).
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "lessons/recording/writer.h"

namespace tapedeck {

namespace {

template <class T> double load(const void* data, int64_t i) {
    T value;
    std::memcpy(&value, static_cast<const uint8_t*>(data) + static_cast<size_t>(i) * sizeof(T), sizeof(T));
    return static_cast<double>(value);
}

double half_as_double(uint16_t bits) {
    int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
    double magnitude = exponent == 31   ? (mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity())
                       : exponent == 0 ? std::ldexp(mantissa, -24)
                                       : std::ldexp(mantissa + 1024, exponent - 25);
    return bits & 0x8000 ? -magnitude : magnitude;
}

double bfloat16_as_double(uint16_t bits) {
    uint32_t wide = uint32_t{bits} << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
}

}  // namespace

double element_of(ValueType type, const void* data, int64_t i) {
    switch (type) {
        case ValueType::float32: return load<float>(data, i);
        case ValueType::float64: return load<double>(data, i);
        case ValueType::int32: return load<int32_t>(data, i);
        case ValueType::int64: return load<int64_t>(data, i);
        case ValueType::boolean: return load<uint8_t>(data, i) != 0;
        case ValueType::uint8: return load<uint8_t>(data, i);
        case ValueType::int8: return load<int8_t>(data, i);
        case ValueType::int16: return load<int16_t>(data, i);
        case ValueType::uint16: return load<uint16_t>(data, i);
        case ValueType::uint32: return load<uint32_t>(data, i);
        case ValueType::uint64: return load<uint64_t>(data, i);
        case ValueType::float16: return half_as_double(static_cast<uint16_t>(load<uint16_t>(data, i)));
        case ValueType::bfloat16: return bfloat16_as_double(static_cast<uint16_t>(load<uint16_t>(data, i)));
        case ValueType::complex64: return load<float>(data, 2 * i);
        case ValueType::complex128: return load<double>(data, 2 * i);
        case ValueType::string:
        case ValueType::resource: break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

Summary summary_of(ValueType type, std::span<const int64_t> dims, const void* data) {
    Summary s;
    int64_t size = 1;
    for (int64_t d : dims) size *= d;
    if (size <= 0) {
        s.mean = std::numeric_limits<double>::quiet_NaN();
        return s;
    }
    double low = std::numeric_limits<double>::infinity(), high = -low, sum = 0, squares = 0;
    int64_t finite = 0;
    auto take = [&](double v) {
        if (std::isnan(v)) {
            ++s.nan_count;
        } else if (std::isinf(v)) {
            ++s.inf_count;
        } else {
            low = std::min(low, v), high = std::max(high, v);
            sum += v, squares += v * v;
            ++finite;
        }
    };
    if (type == ValueType::float32) {   // nearly always; without a switch per element
        for (int64_t i = 0; i < size; ++i) take(load<float>(data, i));
    } else {
        for (int64_t i = 0; i < size; ++i) take(element_of(type, data, i));
    }
    s.min = finite ? low : 0, s.max = finite ? high : 0;
    s.mean = finite ? sum / static_cast<double>(finite) : std::numeric_limits<double>::quiet_NaN();
    s.norm = std::sqrt(squares);

    int64_t columns = dims.empty() ? 1 : dims.back(), rows = size / columns;
    s.rows = static_cast<uint8_t>(std::min<int64_t>(rows, 16)), s.columns = static_cast<uint8_t>(std::min<int64_t>(columns, 16));
    s.thumbnail.reserve(size_t{s.rows} * s.columns);
    for (int64_t r = 0; r < s.rows; ++r) {
        for (int64_t c = 0; c < s.columns; ++c) {
            int64_t r0 = r * rows / s.rows, r1 = (r + 1) * rows / s.rows, c0 = c * columns / s.columns, c1 = (c + 1) * columns / s.columns;
            // A block of more than 16 × 16 elements is sampled: a thumbnail of a million elements must not cost as much as the op that made it.
            int64_t row_stride = std::max<int64_t>(1, (r1 - r0) / 16), column_stride = std::max<int64_t>(1, (c1 - c0) / 16);
            double total = 0;
            int64_t count = 0;
            for (int64_t i = r0; i < r1; i += row_stride)
                for (int64_t j = c0; j < c1; j += column_stride) total += element_of(type, data, i * columns + j), ++count;
            s.thumbnail.push_back(static_cast<float>(total / static_cast<double>(count)));
        }
    }
    return s;
}

}  // namespace tapedeck
