// Writes a picture as a PNG file, uncompressed: for screenshots, where a dependency would cost more than the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tapedeck {

/// `rgb` holds height rows of width pixels of 3 bytes, the top row first. False if the file cannot be written.
bool write_png(const std::string& path, int width, int height, const std::vector<uint8_t>& rgb);

}  // namespace tapedeck
