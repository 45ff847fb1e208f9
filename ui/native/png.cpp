#include "ui/native/png.h"

#include <algorithm>
#include <array>
#include <fstream>

namespace tapedeck {
namespace {

void put32(std::string& out, uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(v >> shift & 255);
}

/// CRC-32 of PNG (ISO 3309), over type and data.
uint32_t crc(const std::string& bytes) {
  static const std::array<uint32_t, 256> table = [] {
    std::array<uint32_t, 256> t{};
    for (uint32_t n = 0; n < 256; ++n) {
      uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xEDB88320u ^ (c >> 1) : c >> 1;
      t[n] = c;
    }
    return t;
  }();
  uint32_t c = 0xFFFFFFFFu;
  for (const char ch : bytes) c = table[(c ^ static_cast<uint8_t>(ch)) & 255] ^ (c >> 8);
  return c ^ 0xFFFFFFFFu;
}

void chunk(std::string& out, const char* type, const std::string& data) {
  put32(out, static_cast<uint32_t>(data.size()));
  const std::string body = type + data;
  out += body;
  put32(out, crc(body));
}

/// zlib's format with stored blocks only.
std::string stored(const std::string& raw) {
  std::string out = "\x78\x01";
  uint32_t a = 1, b = 0;
  for (const char ch : raw) {
    a = (a + static_cast<uint8_t>(ch)) % 65521;
    b = (b + a) % 65521;
  }
  for (size_t at = 0; at < raw.size();) {
    const size_t n = std::min<size_t>(65535, raw.size() - at);
    out += static_cast<char>(at + n == raw.size() ? 1 : 0);
    out += static_cast<char>(n & 255);
    out += static_cast<char>(n >> 8);
    out += static_cast<char>(~n & 255);
    out += static_cast<char>(~n >> 8 & 255);
    out.append(raw, at, n);
    at += n;
  }
  put32(out, b << 16 | a);
  return out;
}

}  // namespace

bool write_png(const std::string& path, int width, int height, const std::vector<uint8_t>& rgb) {
  std::string raw;
  raw.reserve(rgb.size() + static_cast<size_t>(height));
  const size_t row = static_cast<size_t>(width) * 3;
  for (int y = 0; y < height; ++y) {
    raw += '\0';                       // no filter
    raw.append(reinterpret_cast<const char*>(rgb.data()) + static_cast<size_t>(y) * row, row);
  }
  std::string head;
  put32(head, static_cast<uint32_t>(width));
  put32(head, static_cast<uint32_t>(height));
  head += std::string("\x08\x02\x00\x00\x00", 5);      // 8 bits, RGB
  std::string out = "\x89PNG\r\n\x1a\n";
  chunk(out, "IHDR", head);
  chunk(out, "IDAT", stored(raw));
  chunk(out, "IEND", "");
  std::ofstream file(path, std::ios::binary);
  file.write(out.data(), static_cast<std::streamsize>(out.size()));
  return static_cast<bool>(file);
}

}  // namespace tapedeck
