#include "lessons/runtime/progress.h"

#include <cstdio>
#include <cstdlib>

namespace tapedeck {

std::string cell_key(std::string_view lesson, int cell) { return std::string(lesson) + "/cell/" + std::to_string(cell); }
std::string answer_key(std::string_view lesson, int question) { return std::string(lesson) + "/answer/" + std::to_string(question); }

std::string MemoryProgress::load(std::string_view key) const {
    auto found = values_.find(key);
    return found == values_.end() ? std::string() : found->second;
}

bool MemoryProgress::save(std::string_view key, std::string_view value) {
    if (value.empty()) values_.erase(std::string(key));
    else values_[std::string(key)] = value;
    return true;
}

namespace {

class FileProgress : public MemoryProgress {
public:
    explicit FileProgress(std::string path) : path_(std::move(path)) {
        std::FILE* file = std::fopen(path_.c_str(), "rb");
        if (!file) return;
        std::string text;
        char buffer[4096];
        for (size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
        std::fclose(file);
        std::map<std::string, std::string, std::less<>> read;
        for (size_t at = 0; at < text.size();) {
            size_t line_end = text.find('\n', at), space = text.rfind(' ', line_end);
            if (line_end == std::string::npos || space == std::string::npos || space <= at) return;
            size_t length = std::strtoull(text.c_str() + space + 1, nullptr, 10);
            if (length > text.size() - line_end - 1) return;
            read[text.substr(at, space - at)] = text.substr(line_end + 1, length);
            at = line_end + 1 + length + 1;
        }
        values_ = std::move(read);
    }

    bool save(std::string_view key, std::string_view value) override {
        MemoryProgress::save(key, value);
        const std::string beside = path_ + ".new";
        std::FILE* file = std::fopen(beside.c_str(), "wb");
        if (!file) return false;
        bool written = true;
        for (const auto& [k, v] : values_) written = std::fprintf(file, "%s %zu\n", k.c_str(), v.size()) > 0 && std::fwrite(v.data(), 1, v.size(), file) == v.size() && std::fputc('\n', file) != EOF && written;
        written = std::fclose(file) == 0 && written;
        return written && std::rename(beside.c_str(), path_.c_str()) == 0;
    }

private:
    std::string path_;
};

}  // namespace

std::unique_ptr<ProgressStore> file_progress(std::string path) { return std::make_unique<FileProgress>(std::move(path)); }

}  // namespace tapedeck
