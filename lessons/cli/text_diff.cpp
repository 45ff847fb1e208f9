#include "lessons/cli/text_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace tapedeck {

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        size_t end = text.find('\n');
        lines.push_back(text.substr(0, end));
        if (end == std::string_view::npos) break;
        text.remove_prefix(end + 1);
    }
    return lines;
}

}  // namespace

std::string text_diff(std::string_view expected, std::string_view found, int max_lines) {
    if (expected == found) return {};
    std::vector<std::string_view> a = lines_of(expected), b = lines_of(found);
    size_t head = 0, tail = 0;
    while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
    while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
    const size_t rows = a.size() - head - tail, columns = b.size() - head - tail;

    std::string out;
    int shown = 0;
    auto show = [&](const char* mark, std::string_view line) {
        if (shown++ < max_lines) out += std::string(mark) + std::string(line) + "\n";
    };
    if (head > 0) show("    ", a[head - 1]);
    // The longest common subsequence, where it is cheap; else simply all old and all new lines.
    if (rows * columns <= 4'000'000) {
        std::vector<uint32_t> length((rows + 1) * (columns + 1));
        auto at = [&](size_t i, size_t j) -> uint32_t& { return length[i * (columns + 1) + j]; };
        for (size_t i = rows; i-- > 0;)
            for (size_t j = columns; j-- > 0;) at(i, j) = a[head + i] == b[head + j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        size_t i = 0, j = 0;
        while (i < rows || j < columns) {
            if (i < rows && j < columns && a[head + i] == b[head + j]) show("    ", a[head + i]), ++i, ++j;
            else if (i < rows && (j == columns || at(i + 1, j) >= at(i, j + 1))) show("  - ", a[head + i++]);
            else show("  + ", b[head + j++]);
        }
    } else {
        for (size_t i = 0; i < rows; ++i) show("  - ", a[head + i]);
        for (size_t j = 0; j < columns; ++j) show("  + ", b[head + j]);
    }
    if (tail > 0) show("    ", a[a.size() - tail]);
    if (shown > max_lines) out += "    … " + std::to_string(shown - max_lines) + " more lines\n";
    bool expected_ends = expected.ends_with('\n'), found_ends = found.ends_with('\n');
    if (expected_ends != found_ends && !expected.empty() && !found.empty()) out += found_ends ? "  + (a newline at the end)\n" : "  - (a newline at the end)\n";
    return out;
}

}  // namespace tapedeck
