// A program's text, asked for what a recording does not hold: which names a line reads and assigns, what gradient() is called with, which lines stand in a
// branch. No grammar of Python: lines, words and brackets are enough for what explanations say, and what is not understood is left out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

class ProgramText {
public:
    explicit ProgramText(std::string_view source);

    uint32_t lines() const { return static_cast<uint32_t>(lines_.size()); }
    /// Line from 1, with the contents of strings and comments blanked; "" for a line that is not there.
    std::string_view line(uint32_t line) const { return line >= 1 && line <= lines_.size() ? std::string_view(lines_[line - 1]) : std::string_view(); }
    /// Names that the line reads: "self", "self.w" for `x = self.w`. Not what it assigns, no keywords, no names of arguments.
    std::vector<std::string_view> words_read(uint32_t line) const;
    bool uses(uint32_t line, std::string_view name) const;
    /// "w" of `w = …` and `w -= …`, "self.w" of `self.w = …`; "" for anything else.
    std::string_view assigned_name(uint32_t line) const;
    bool returns(uint32_t line) const;
    /// The name of the function that the line stands in, or "".
    std::string_view function_around(uint32_t line) const;
    /// What stands for the sources in `tape.gradient(loss, [w, b])`: "w", "b"; empty when the line says it otherwise.
    std::vector<std::string> gradient_sources(uint32_t line) const;
    std::string gradient_target(uint32_t line) const;
    /// Below an if, elif or else, or in a function that is given to tf.cond or tf.case.
    bool is_branch(uint32_t line) const;
    /// `a if c else b`, or tf.cond with lambdas.
    bool has_inline_branch(uint32_t line) const;
    /// The line calls a function of the program with this name as an argument: what that function calls it.
    std::vector<std::string> parameters_for(uint32_t line, std::string_view name) const;

private:
    size_t indentation(uint32_t line) const;   // of a blank line: as deep as can be
    uint32_t def_around(uint32_t line) const;

    std::vector<std::string> lines_;
    std::vector<std::string> passed_to_cond_;   // names of functions
};

}  // namespace tapedeck
