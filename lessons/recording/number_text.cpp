#include "lessons/recording/number_text.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tapedeck {

namespace {

constexpr const char* kMinus = "−";

std::string with_real_minus(std::string digits) {
    std::string out;
    for (char c : digits) {
        if (c == '-') out += kMinus;
        else out += c;
    }
    return out;
}

void drop_trailing_zeros(std::string& digits) {
    if (digits.find('.') == std::string::npos) return;
    while (digits.back() == '0') digits.pop_back();
    if (digits.back() == '.') digits.pop_back();
}

/// Thirds and sixths with their own sign; the values that 4 digits show worst and learners meet most (means of three).
const char* fraction_sign(double part) {
    struct Sign { double value; const char* text; };
    static constexpr Sign kSigns[] = {{1.0 / 3, "⅓"}, {2.0 / 3, "⅔"}, {1.0 / 6, "⅙"}, {5.0 / 6, "⅚"}};
    for (const Sign& s : kSigns)
        if (std::abs(part - s.value) < 4e-7) return s.text;
    return nullptr;
}

}  // namespace

std::string decimal_text(double value) {
    if (std::isnan(value)) return "NaN";
    if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
    if (value == 0) return "0";
    char text[40];
    double magnitude = std::abs(value);
    if (value == std::floor(value) && magnitude < 1e6) {
        std::snprintf(text, sizeof text, "%.0f", value);
        return with_real_minus(text);
    }
    if (magnitude >= 1e6 || magnitude < 1e-4) {
        std::snprintf(text, sizeof text, "%.2e", value);
        std::string s = text;
        size_t e = s.find('e');
        std::string digits = s.substr(0, e);
        drop_trailing_zeros(digits);
        return with_real_minus(digits + "e" + std::to_string(std::atoi(s.c_str() + e + 1)));
    }
    int before = magnitude >= 1 ? static_cast<int>(std::floor(std::log10(magnitude))) + 1 : 0;
    int decimals = magnitude >= 1 ? std::max(0, 4 - before) : 4;
    if (magnitude < 0.01) decimals = 6;
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    std::string s = text;
    drop_trailing_zeros(s);
    return with_real_minus(s);
}

std::string number_text(double value) {
    double magnitude = std::abs(value);
    if (magnitude < 100) {   // false for NaN and infinities
        double whole = std::floor(magnitude);
        if (const char* sign = fraction_sign(magnitude - whole))
            return (value < 0 ? kMinus : "") + (whole > 0 ? std::to_string(static_cast<int>(whole)) : "") + sign;
    }
    return decimal_text(value);
}

std::string exact_text(const Recording& r, uint32_t tensor, int64_t i) {
    const TensorRow& t = r.tensors[tensor];
    if (t.kept != ValueKept::full) return "not kept";
    char text[40];
    switch (t.type) {
        case ValueType::string: return "'" + std::string(r.element_text(tensor, i)) + "'";
        case ValueType::boolean: return r.element(tensor, i) != 0 ? "True" : "False";
        case ValueType::int8:
        case ValueType::int16:
        case ValueType::int32:
        case ValueType::int64:
        case ValueType::uint8:
        case ValueType::uint16:
        case ValueType::uint32: std::snprintf(text, sizeof text, "%lld", static_cast<long long>(r.element_int(tensor, i))); return text;
        case ValueType::uint64: std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(r.element_int(tensor, i))); return text;
        default: break;
    }
    double v = r.element(tensor, i);
    if (std::isnan(v)) return "nan";
    if (std::isinf(v)) return v < 0 ? "-inf" : "inf";
    // The shortest digits that read back as the same value of the type.
    bool wide = t.type == ValueType::float64;
    for (int digits = 1; digits <= 17; ++digits) {
        std::snprintf(text, sizeof text, "%.*g", digits, v);
        if (wide ? std::strtod(text, nullptr) == v : std::strtof(text, nullptr) == static_cast<float>(v)) break;
    }
    std::string s = text;
    if (s.find_first_of(".e") == std::string::npos) s += ".0";
    return s;
}

std::string shape_text(std::span<const int64_t> shape) {
    if (shape.empty()) return "scalar";
    std::string s;
    for (size_t i = 0; i < shape.size(); ++i) s += (i ? "×" : "") + (shape[i] < 0 ? std::string("?") : std::to_string(shape[i]));
    return s;
}

namespace {

std::string element_text(const Recording& r, uint32_t tensor, int64_t i) {
    switch (r.tensors[tensor].type) {
        case ValueType::string: return "'" + std::string(r.element_text(tensor, i)) + "'";
        case ValueType::boolean: return r.element(tensor, i) != 0 ? "True" : "False";
        default: return number_text(r.element(tensor, i));
    }
}

void write_axis(const Recording& r, uint32_t tensor, std::span<const int64_t> shape, int64_t& element, std::string& out) {
    if (shape.empty()) {
        out += element_text(r, tensor, element++);
        return;
    }
    out += '[';
    for (int64_t i = 0; i < shape[0]; ++i) {
        if (i) out += ", ";
        write_axis(r, tensor, shape.subspan(1), element, out);
    }
    out += ']';
}

}  // namespace

std::string tensor_text(const Recording& r, uint32_t tensor, int max_elements) {
    const TensorRow& t = r.tensors[tensor];
    auto shape = r.shape(tensor);
    if (t.kept == ValueKept::full && t.size <= max_elements) {
        std::vector<int64_t> axes;
        if (t.size == 1) {
            axes.clear();   // a number, whatever its brackets
        } else if (t.rank == 2 && (shape[0] == 1 || shape[1] == 1)) {
            axes = {t.size};
        } else {
            axes.assign(shape.begin(), shape.end());
        }
        std::string out;
        int64_t element = 0;
        write_axis(r, tensor, axes, element, out);
        return out;
    }
    std::string out = shape_text(shape) + " " + value_type_name(t.type);
    Summary s;
    if (t.type != ValueType::string && r.summarize(tensor, s) && t.size > 0) {
        out += ", " + number_text(s.min) + " … " + number_text(s.max);
        if (s.nan_count) out += ", " + count_text(s.nan_count) + " NaN";
        if (s.inf_count) out += ", " + count_text(s.inf_count) + " infinite";
    }
    return out;
}

std::string bytes_text(uint64_t bytes) {
    if (bytes == 1) return "1 byte";
    if (bytes < 1024) return std::to_string(bytes) + " bytes";
    double value = static_cast<double>(bytes) / 1024;
    const char* units[] = {" KB", " MB", " GB", " TB"};
    int unit = 0;
    while (value >= 1023.95 && unit < 3) value /= 1024, ++unit;
    char text[40];
    std::snprintf(text, sizeof text, value < 10 ? "%.1f" : "%.0f", value);
    std::string s = text;
    drop_trailing_zeros(s);
    return s + units[unit];
}

std::string duration_text(uint64_t us) {
    char text[40];
    if (us < 1000) return std::to_string(us) + " µs";
    double ms = static_cast<double>(us) / 1000;
    if (ms < 1000) {
        std::snprintf(text, sizeof text, ms < 10 ? "%.1f" : "%.0f", ms);
        std::string s = text;
        drop_trailing_zeros(s);
        return s + " ms";
    }
    std::snprintf(text, sizeof text, ms < 10000 ? "%.1f" : "%.0f", ms / 1000);
    std::string s = text;
    drop_trailing_zeros(s);
    return s + " s";
}

std::string count_text(uint64_t count) {
    std::string digits = std::to_string(count), out;
    for (size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) out += "\u202f";
        out += digits[i];
    }
    return out;
}

}  // namespace tapedeck
