// Numbers for people: few digits, a real minus, fractions where they read better. The inspector's exact digits come from exact_text().
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

/// "−1.5", "⅓", "0.1667", "1.2e−7", "∞", "NaN". At most about 4 significant digits; integers up to 6 digits stay whole.
std::string number_text(double value);
/// Without fraction signs: for aligned columns, "0.3333".
std::string decimal_text(double value);
/// All digits that the type has: "0.33333334", "True", "'text'".
std::string exact_text(const Recording& recording, uint32_t tensor, int64_t element);
/// "[−1, −2, −3]", "0.5", "[[1, 2], [3, 4]]" up to about `max_elements`; larger ones as "3×224×224 float32, 0 … 1". For a (n, 1) or (1, n) tensor the inner
/// brackets are left out.
std::string tensor_text(const Recording& recording, uint32_t tensor, int max_elements = 6);
/// "3×1", "scalar", "2×?×4".
std::string shape_text(std::span<const int64_t> shape);
/// "28 bytes", "1.5 KB", "16 MB".
std::string bytes_text(uint64_t bytes);
/// "3 ms", "1.2 s".
std::string duration_text(uint64_t microseconds);
/// Thousands apart by a narrow space: "1 000 000".
std::string count_text(uint64_t count);

}  // namespace tapedeck
