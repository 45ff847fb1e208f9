// Where a learner's code, answers and settings are kept: text by key. On the web the browser's localStorage (web/), natively one file.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace tapedeck {

class ProgressStore {
public:
    virtual ~ProgressStore() = default;
    /// "" when nothing is kept under the key.
    virtual std::string load(std::string_view key) const = 0;
    /// Keeps `value` ("" forgets the key). Losing it (no room, no permission) is not an error; false then.
    virtual bool save(std::string_view key, std::string_view value) = 0;
};

/// The key of a cell's code: "modify-a-tensor/cell/0".
std::string cell_key(std::string_view lesson, int cell);
/// The key of a question's answer: "modify-a-tensor/answer/0".
std::string answer_key(std::string_view lesson, int question);

/// Keeps nothing beyond its own life: for tests and private windows.
class MemoryProgress : public ProgressStore {
public:
    std::string load(std::string_view key) const override;
    bool save(std::string_view key, std::string_view value) override;

protected:
    std::map<std::string, std::string, std::less<>> values_;
};

/// One file, written anew (beside it, then renamed) with each save. Each entry is `key length\n` and the value; a file that is damaged counts as empty.
std::unique_ptr<ProgressStore> file_progress(std::string path);

}  // namespace tapedeck
