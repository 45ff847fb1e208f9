#include "lessons/runtime/lesson.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstring>

#include <md4c.h>

namespace tapedeck {

namespace {

int line_at(std::string_view text, size_t offset) { return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size())), '\n')); }

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && (s.front() == ' ' || s.front() == '\t')) s.remove_prefix(1);
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t' || s.back() == '\r')) s.remove_suffix(1);
    return s;
}

/// Offset of the first byte that is no UTF-8 text, or npos.
size_t not_text_at(std::string_view s) {
    for (size_t i = 0; i < s.size();) {
        unsigned char c = static_cast<unsigned char>(s[i]);
        size_t more = c < 0x80 ? 0 : c >= 0xc2 && c < 0xe0 ? 1 : c >= 0xe0 && c < 0xf0 ? 2 : c >= 0xf0 && c < 0xf5 ? 3 : 9;
        if (more == 9 || i + more >= s.size() + (more == 0) || (c < 0x20 && c != '\n' && c != '\r' && c != '\t')) return i;
        for (size_t k = 1; k <= more; ++k)
            if ((static_cast<unsigned char>(s[i + k]) & 0xc0) != 0x80) return i;
        i += more + 1;
    }
    return std::string_view::npos;
}

void append_utf8(std::string& out, uint32_t c) {
    if (c < 0x80) out += static_cast<char>(c);
    else if (c < 0x800) out += {static_cast<char>(0xc0 | c >> 6), static_cast<char>(0x80 | (c & 63))};
    else if (c < 0x10000) out += {static_cast<char>(0xe0 | c >> 12), static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
    else out += {static_cast<char>(0xf0 | c >> 18), static_cast<char>(0x80 | (c >> 12 & 63)), static_cast<char>(0x80 | (c >> 6 & 63)), static_cast<char>(0x80 | (c & 63))};
}

/// "&amp;" and numbers; other names of HTML stay as they are written.
std::string entity_text(std::string_view entity) {
    struct Name { std::string_view name, text; };
    static constexpr Name kNames[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&nbsp;", "\u00a0"}, {"&times;", "×"}, {"&minus;", "−"}, {"&hellip;", "…"}};
    for (const Name& n : kNames)
        if (n.name == entity) return std::string(n.text);
    if (entity.size() > 3 && entity[1] == '#') {
        bool hex = entity[2] == 'x' || entity[2] == 'X';
        uint32_t code = 0;
        const char* begin = entity.data() + (hex ? 3 : 2);
        auto [end, error] = std::from_chars(begin, entity.data() + entity.size() - 1, code, hex ? 16 : 10);
        if (error == std::errc() && *end == ';' && code > 0 && code < 0x110000) {
            std::string out;
            append_utf8(out, code);
            return out;
        }
    }
    return std::string(entity);
}

/// Builds blocks from md4c's callbacks: entering pushes a block, leaving moves it into its parent.
class Builder {
public:
    Builder(std::string_view markdown, size_t offset, int first_line) : text_(markdown), offset_(offset), first_line_(first_line) { stack_.emplace_back(); }

    std::vector<LessonBlock> take() { return std::move(stack_.front().children); }

    int enter_block(MD_BLOCKTYPE type, void* detail) {
        switch (type) {
            case MD_BLOCK_DOC: return 0;
            case MD_BLOCK_THEAD:
            case MD_BLOCK_TBODY: return 0;
            case MD_BLOCK_TR: stack_.back().rows.emplace_back(); return 0;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD: {
                LessonBlock& table = stack_.back();
                table.rows.back().emplace_back();
                auto align = static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align;
                if (table.rows.size() == 1)
                    table.columns.push_back(align == MD_ALIGN_RIGHT ? LessonBlock::Align::right : align == MD_ALIGN_CENTER ? LessonBlock::Align::center : LessonBlock::Align::left);
                in_cell_ = true;
                return 0;
            }
            default: break;
        }
        LessonBlock block;
        switch (type) {
            case MD_BLOCK_QUOTE: block.kind = BlockKind::quote; break;
            case MD_BLOCK_UL: block.kind = BlockKind::list; break;
            case MD_BLOCK_OL:
                block.kind = BlockKind::list;
                block.ordered = true;
                block.start = static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start);
                break;
            case MD_BLOCK_LI: {
                auto* item = static_cast<MD_BLOCK_LI_DETAIL*>(detail);
                block.kind = BlockKind::list_item;
                block.task = !item->is_task ? LessonBlock::Task::none : item->task_mark == ' ' ? LessonBlock::Task::open : LessonBlock::Task::ticked;
                break;
            }
            case MD_BLOCK_HR: block.kind = BlockKind::rule; break;
            case MD_BLOCK_H:
                block.kind = BlockKind::heading;
                block.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
                break;
            case MD_BLOCK_CODE: {
                block.kind = BlockKind::code;
                const MD_ATTRIBUTE& info = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->info;
                std::string_view words = trimmed({info.text ? info.text : "", info.size});
                block.language = words.substr(0, words.find(' '));
                block.title = words.find(' ') == std::string_view::npos ? "" : std::string(trimmed(words.substr(words.find(' '))));
                break;
            }
            case MD_BLOCK_TABLE: block.kind = BlockKind::table; break;
            default: block.kind = BlockKind::paragraph; break;
        }
        implicit_ = false;
        stack_.push_back(std::move(block));
        return 0;
    }

    int leave_block(MD_BLOCKTYPE type) {
        switch (type) {
            case MD_BLOCK_DOC:
            case MD_BLOCK_THEAD:
            case MD_BLOCK_TBODY:
            case MD_BLOCK_TR: return 0;
            case MD_BLOCK_TH:
            case MD_BLOCK_TD: in_cell_ = false; return 0;
            default: break;
        }
        implicit_ = false;
        LessonBlock block = std::move(stack_.back());
        stack_.pop_back();
        if (block.kind == BlockKind::code) finish_code(block);
        if (block.kind == BlockKind::quote) finish_quote(block);
        if (block.line == 0 && !block.children.empty()) block.line = block.children.front().line;
        stack_.back().children.push_back(std::move(block));
        return 0;
    }

    int enter_span(MD_SPANTYPE type, void* detail) {
        change(type, +1);
        if (type == MD_SPAN_A) {
            const MD_ATTRIBUTE& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
            link_.assign(href.text ? href.text : "", href.size);
        }
        return 0;
    }
    int leave_span(MD_SPANTYPE type) {
        change(type, -1);
        if (type == MD_SPAN_A) link_.clear();
        return 0;
    }

    int text(MD_TEXTTYPE type, const char* at, size_t size) {
        LessonBlock& top = stack_.back();
        int line = at >= text_.data() && at < text_.data() + text_.size() ? first_line_ + static_cast<int>(std::count(text_.data() + offset_, at, '\n')) : 0;
        if (top.line == 0) top.line = line;
        if (top.kind == BlockKind::code) {
            top.code.append(at, size);
            return 0;
        }
        LessonText& words = target(line);
        switch (type) {
            case MD_TEXT_BR: words.push_back({"", false, false, false, false, "", true}); return 0;
            case MD_TEXT_SOFTBR: return add(words, " "), 0;
            case MD_TEXT_ENTITY: return add(words, entity_text({at, size})), 0;
            case MD_TEXT_NULLCHAR: return 0;
            default: return add(words, {at, size}), 0;
        }
    }

    int cells = 0, questions = 0;

private:
    LessonText& target(int line) {
        LessonBlock& top = stack_.back();
        if (in_cell_) return top.rows.back().back();
        if (top.kind != BlockKind::list_item && top.kind != BlockKind::quote && stack_.size() > 1) return top.text;
        if (!implicit_) {   // a tight list's text has no paragraph of its own
            top.children.emplace_back();
            top.children.back().line = line;
            implicit_ = true;
        }
        return top.children.back().text;
    }
    void add(LessonText& words, std::string_view text) {
        LessonSpan span{std::string(text), bold_ > 0, italic_ > 0, code_ > 0, strike_ > 0, link_, false};
        if (!words.empty()) {
            LessonSpan& last = words.back();
            if (!last.is_break && last.bold == span.bold && last.italic == span.italic && last.code == span.code && last.strike == span.strike && last.link == span.link) {
                last.text += span.text;
                return;
            }
        }
        words.push_back(std::move(span));
    }
    void change(MD_SPANTYPE type, int by) {
        switch (type) {
            case MD_SPAN_EM: italic_ += by; break;
            case MD_SPAN_STRONG: bold_ += by; break;
            case MD_SPAN_CODE: code_ += by; break;
            case MD_SPAN_DEL: strike_ += by; break;
            default: break;
        }
    }
    void finish_code(LessonBlock& block) {
        if (!block.code.empty() && block.code.back() == '\n') block.code.pop_back();
        if (block.language == "output") {
            block.kind = BlockKind::output;
        } else if (block.language == "python" || block.language == "py") {
            constexpr std::string_view kStatic = "static";
            if (block.title == kStatic || block.title.starts_with("static ")) {
                block.title = trimmed(std::string_view(block.title).substr(kStatic.size()));
            } else {
                block.kind = BlockKind::cell;
                block.cell = cells++;
            }
        }
    }
    /// A quote with a task list is a question.
    void finish_quote(LessonBlock& quote) {
        auto is_options = [](const LessonBlock& b) { return b.kind == BlockKind::list && !b.children.empty() && b.children[0].task != LessonBlock::Task::none; };
        auto list = std::find_if(quote.children.begin(), quote.children.end(), is_options);
        if (list == quote.children.end()) return;
        quote.kind = BlockKind::question;
        quote.question = questions++;
        for (auto block = quote.children.begin(); block != list; ++block) {
            if (!quote.text.empty()) quote.text.push_back({"", false, false, false, false, "", true});
            quote.text.insert(quote.text.end(), block->text.begin(), block->text.end());
            if (quote.line == 0) quote.line = block->line;
        }
        for (LessonBlock& item : list->children)
            quote.options.push_back({item.children.empty() ? LessonText() : item.children[0].text, item.task == LessonBlock::Task::ticked});
        quote.children.erase(quote.children.begin(), list + 1);
    }

    std::string_view text_;
    size_t offset_;
    int first_line_;
    std::vector<LessonBlock> stack_;
    bool in_cell_ = false, implicit_ = false;
    int bold_ = 0, italic_ = 0, code_ = 0, strike_ = 0;
    std::string link_;
};

void collect(const std::vector<LessonBlock>& blocks, BlockKind kind, std::vector<const LessonBlock*>& out) {
    for (const LessonBlock& b : blocks) {
        if (b.kind == kind) out.push_back(&b);
        collect(b.children, kind, out);
    }
}

LessonResult wrong(int line, const std::string& what) {
    LessonResult r;
    r.error = "line " + std::to_string(line) + ": " + what;
    r.error_line = line;
    return r;
}

}  // namespace

std::vector<const LessonBlock*> Lesson::cells() const {
    std::vector<const LessonBlock*> out;
    collect(blocks, BlockKind::cell, out);
    return out;
}

std::vector<const LessonBlock*> Lesson::questions() const {
    std::vector<const LessonBlock*> out;
    collect(blocks, BlockKind::question, out);
    return out;
}

std::string plain_text(const LessonText& text) {
    std::string out;
    for (const LessonSpan& span : text) out += span.is_break ? "\n" : span.text;
    return out;
}

LessonResult parse_lesson(std::string_view markdown) {
    if (markdown.starts_with("\xef\xbb\xbf")) markdown.remove_prefix(3);
    if (size_t at = not_text_at(markdown); at != std::string_view::npos) return wrong(line_at(markdown, at), "this is not text (UTF-8), so it is no lesson");

    LessonResult result;
    Lesson& lesson = result.lesson;
    size_t at = 0;
    int line = 1;
    auto next_line = [&] {
        size_t end = std::min(markdown.find('\n', at), markdown.size());
        std::string_view text = trimmed(markdown.substr(at, end - at));
        at = std::min(end + 1, markdown.size());
        return text;
    };
    if (next_line() != "---") return wrong(1, "a lesson begins with a line --- and then its title, as in `title: Modify a tensor`");
    for (;;) {
        if (at >= markdown.size()) return wrong(1, "the lesson's head, which begins here, does not end: a second line --- is missing");
        ++line;
        std::string_view text = next_line();
        if (text == "---") break;
        if (text.empty() || text.starts_with("#")) continue;
        size_t colon = text.find(':');
        if (colon == std::string_view::npos || colon == 0) return wrong(line, "expected `key: value`, found `" + std::string(text.substr(0, 60)) + "`");
        std::string key(trimmed(text.substr(0, colon))), value(trimmed(text.substr(colon + 1)));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
        if (key == "title") lesson.title = value;
        else if (key == "level") lesson.level = value;
        else if (key == "summary") lesson.summary = value;
        else if (key == "lang") lesson.lang = value;
        else if (key == "tensorflow") {
            if (value != "1" && value != "2") return wrong(line, "tensorflow is 1 or 2, not `" + value + "`");
            lesson.tensorflow = value;
        } else if (key == "minutes") {
            auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), lesson.minutes);
            if (error != std::errc() || end != value.data() + value.size() || lesson.minutes < 0) return wrong(line, "minutes is a number, not `" + value + "`");
        } else if (key == "tags") {
            for (size_t from = 0; from <= value.size();) {
                size_t comma = std::min(value.find(',', from), value.size());
                if (std::string_view tag = trimmed(std::string_view(value).substr(from, comma - from)); !tag.empty()) lesson.tags.emplace_back(tag);
                from = comma + 1;
            }
        } else {
            lesson.other[key] = value;
        }
    }
    if (lesson.title.empty()) return wrong(1, "the lesson has no title: add `title: …` to its head");

    Builder builder(markdown, at, line + 1);
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_TASKLISTS | MD_FLAG_STRIKETHROUGH | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* b) { return static_cast<Builder*>(b)->enter_block(type, detail); };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* b) { return static_cast<Builder*>(b)->leave_block(type); };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* b) { return static_cast<Builder*>(b)->enter_span(type, detail); };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* b) { return static_cast<Builder*>(b)->leave_span(type); };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* b) { return static_cast<Builder*>(b)->text(type, text, size); };
    if (md_parse(markdown.data() + at, static_cast<MD_SIZE>(markdown.size() - at), &parser, &builder) != 0) return wrong(line + 1, "the text could not be read as Markdown");
    lesson.blocks = builder.take();
    return result;
}

}  // namespace tapedeck
