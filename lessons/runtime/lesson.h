// A lesson file as blocks: Markdown with a front matter, read once, drawn by ui/ and checked by the command line.
//
// The front matter stands between two lines `---`, one `key: value` a line: title (needed), level, minutes, tags (comma separated), tensorflow, lang,
// summary. Then Markdown (CommonMark with GitHub's tables and task lists; no raw HTML). What has a meaning of its own also reads well in a plain viewer:
//   * a fence ```python is a cell that can be run and edited; ```python static is only shown; the words after it are its title (```python The loop)
//   * a fence ```output after a cell is what the cell prints (`tapedeck check` verifies it)
//   * a quote with a task list is a question: `- [x]` marks what is right; what follows the list in the quote is the explanation
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

/// A run of text in one style.
struct LessonSpan {
    std::string text;
    bool bold = false, italic = false, code = false, strike = false;
    std::string link;             ///< target; "" when none
    bool is_break = false;        ///< a line break; no text
};
using LessonText = std::vector<LessonSpan>;

enum class BlockKind : uint8_t { heading, paragraph, cell, code, output, list, list_item, table, quote, question, rule };

struct LessonBlock {
    BlockKind kind = BlockKind::paragraph;
    int line = 0;                            ///< in the lesson file, from 1; 0: not known
    int level = 0;                           ///< heading: 1 … 6
    LessonText text;                         ///< heading, paragraph; question: the question itself
    std::string code, language, title;       ///< cell, code, output
    int cell = -1;                           ///< cell: its number within the lesson, from 0
    enum class Task : uint8_t { none, open, ticked };
    Task task = Task::none;                  ///< list_item
    bool ordered = false;                    ///< list
    int start = 1;                           ///< ordered list
    std::vector<LessonBlock> children;       ///< list: items; list_item and quote: blocks; question: the explanation's blocks
    struct Option { LessonText text; bool is_right = false; };
    std::vector<Option> options;             ///< question
    int question = -1;                       ///< question: its number within the lesson, from 0
    enum class Align : uint8_t { left, center, right };
    std::vector<Align> columns;              ///< table
    std::vector<std::vector<LessonText>> rows;   ///< table; the first row is the head
};

struct Lesson {
    std::string title, level, summary, tensorflow, lang = "en";
    int minutes = 0;
    std::vector<std::string> tags;
    std::map<std::string, std::string> other;   ///< further keys of the front matter
    std::vector<LessonBlock> blocks;

    std::vector<const LessonBlock*> cells() const;       ///< in order, wherever they are nested; valid while the lesson is unchanged
    std::vector<const LessonBlock*> questions() const;
};

struct LessonResult {
    Lesson lesson;
    std::string error;      ///< "" or what is wrong: "line 3: …"
    int error_line = 0;
    bool ok() const { return error.empty(); }
};

LessonResult parse_lesson(std::string_view markdown);

/// The words of a text without their styles.
std::string plain_text(const LessonText& text);

}  // namespace tapedeck
