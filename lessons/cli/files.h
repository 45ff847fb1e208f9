// Files and folders by C's stdio, which works natively and under Node alike.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

/// The whole file; nothing when it cannot be read ("-" is standard input).
std::optional<std::string> read_file(const std::string& path);
bool write_file(const std::string& path, std::string_view bytes);
/// Every file below a folder whose name ends with `suffix`, sorted; a file that is given itself stands alone.
std::vector<std::string> files_below(const std::string& path, std::string_view suffix);

}  // namespace tapedeck
