#include "lessons/cli/files.h"

#include <algorithm>
#include <cstdio>

#include <dirent.h>
#include <sys/stat.h>

namespace tapedeck {

std::optional<std::string> read_file(const std::string& path) {
    std::FILE* file = path == "-" ? stdin : std::fopen(path.c_str(), "rb");
    if (!file) return std::nullopt;
    std::string text;
    char buffer[1 << 14];
    for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
    bool whole = !std::ferror(file);
    if (file != stdin) std::fclose(file);
    return whole ? std::optional(std::move(text)) : std::nullopt;
}

bool write_file(const std::string& path, std::string_view bytes) {
    std::FILE* file = std::fopen(path.c_str(), "wb");
    if (!file) return false;
    bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
    return std::fclose(file) == 0 && written;
}

std::vector<std::string> files_below(const std::string& path, std::string_view suffix) {
    std::vector<std::string> found;
    struct stat facts;
    if (stat(path.c_str(), &facts) != 0) return found;
    if (!S_ISDIR(facts.st_mode)) {
        if (path.ends_with(suffix)) found.push_back(path);
        return found;
    }
    DIR* folder = opendir(path.c_str());
    if (!folder) return found;
    while (dirent* entry = readdir(folder)) {
        std::string name = entry->d_name;
        if (name == "." || name == "..") continue;
        std::vector<std::string> inside = files_below(path + (path.ends_with('/') ? "" : "/") + name, suffix);
        found.insert(found.end(), inside.begin(), inside.end());
    }
    closedir(folder);
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace tapedeck
