#include "lessons/recording/program_text.h"

#include <algorithm>

namespace tapedeck {

namespace {

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }
bool in_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

std::string_view trimmed(std::string_view s) {
    const size_t first = s.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return s.substr(first, s.find_last_not_of(" \t") + 1 - first);
}

bool is_keyword(std::string_view word) {
    for (std::string_view k : {"and", "as", "assert", "break", "class", "continue", "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
                               "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield", "None", "True", "False"})
        if (word == k) return true;
    return false;
}

bool is_name(std::string_view s) {
    if (s.empty() || !begins_name(s[0])) return false;
    return std::all_of(s.begin(), s.end(), [](char c) { return in_name(c) || c == '.'; });
}

bool begins_with_word(std::string_view s, std::string_view word) { return s.starts_with(word) && (s.size() == word.size() || !in_name(s[word.size()])); }

/// Where the "=" of an assignment stands in the line, or npos; `begin` is where the target ends (before "+" of "+=").
size_t assignment(std::string_view s, size_t& begin) {
    int depth = 0;
    for (size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (c != '=' || depth != 0) continue;
        if (i + 1 < s.size() && s[i + 1] == '=') { ++i; continue; }
        if (i > 0 && (s[i - 1] == '<' || s[i - 1] == '>' || s[i - 1] == '!')) {
            if (!(i > 1 && s[i - 2] == s[i - 1])) continue;   // but <<= and >>= assign
        }
        begin = i;
        while (begin > 0 && std::string_view("+-*/%@&|^<>").find(s[begin - 1]) != std::string_view::npos) --begin;
        return i;
    }
    return std::string_view::npos;
}

/// The text between the bracket at `open` and its end on this line.
std::string_view inside(std::string_view s, size_t open) {
    int depth = 0;
    for (size_t i = open; i < s.size(); ++i) {
        if (s[i] == '(' || s[i] == '[' || s[i] == '{') ++depth;
        if (s[i] == ')' || s[i] == ']' || s[i] == '}')
            if (--depth == 0) return s.substr(open + 1, i - open - 1);
    }
    return {};
}

std::vector<std::string> parts(std::string_view s) {
    std::vector<std::string> out;
    int depth = 0;
    size_t begin = 0;
    for (size_t i = 0; i <= s.size(); ++i) {
        if (i < s.size()) {
            if (s[i] == '(' || s[i] == '[' || s[i] == '{') ++depth;
            if (s[i] == ')' || s[i] == ']' || s[i] == '}') --depth;
            if (s[i] != ',' || depth != 0) continue;
        }
        if (std::string_view part = trimmed(s.substr(begin, i - begin)); !part.empty()) out.emplace_back(part);
        begin = i + 1;
    }
    return out;
}

}  // namespace

ProgramText::ProgramText(std::string_view source) {
    lines_.emplace_back();
    char quote = 0;
    bool triple = false, comment = false;
    for (size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        if (c == '\n') {
            comment = false;
            if (!triple) quote = 0;
            lines_.emplace_back();
            continue;
        }
        std::string& line = lines_.back();
        if (comment) {
            line += ' ';
        } else if (quote) {
            if (c == '\\') {
                line += ' ';
                if (i + 1 < source.size() && source[i + 1] != '\n') line += ' ', ++i;
            } else if (c == quote && (!triple || source.substr(i, 3) == std::string(3, quote))) {
                line += quote;
                if (triple) line += quote, line += quote, i += 2;
                quote = 0, triple = false;
            } else {
                line += ' ';
            }
        } else if (c == '#') {
            comment = true;
            line += ' ';
        } else if (c == '"' || c == '\'') {
            quote = c;
            triple = source.substr(i, 3) == std::string(3, c);
            line += c;
            if (triple) line += c, line += c, i += 2;
        } else {
            line += c;
        }
    }
    for (const std::string& line : lines_)
        for (std::string_view call : {"cond(", "case("}) {
            const size_t at = line.find(call);
            if (at == std::string::npos) continue;
            for (const std::string& argument : parts(inside(line, at + call.size() - 1))) {
                const size_t equals = argument.find('=');
                std::string_view value = trimmed(equals == std::string::npos ? std::string_view(argument) : std::string_view(argument).substr(equals + 1));
                if (is_name(value)) passed_to_cond_.emplace_back(value);
            }
        }
}

size_t ProgramText::indentation(uint32_t number) const {
    const size_t first = line(number).find_first_not_of(" \t");
    return first == std::string_view::npos ? SIZE_MAX : first;
}

std::vector<std::string_view> ProgramText::words_read(uint32_t number) const {
    std::vector<std::string_view> words;
    std::string_view s = line(number);
    std::string_view assigned = assigned_name(number);
    const bool augmented = [&] {
        size_t begin = 0, at = assignment(s, begin);
        return at != std::string_view::npos && begin < at;
    }();
    const size_t skip = assigned.empty() || augmented ? std::string_view::npos : static_cast<size_t>(assigned.data() - s.data());
    for (size_t i = 0; i < s.size();) {
        if (!begins_name(s[i]) || (i > 0 && (in_name(s[i - 1]) || s[i - 1] == '.'))) {
            ++i;
            continue;
        }
        size_t end = i;
        const size_t begin = i;
        std::vector<std::string_view> chain;
        while (true) {
            while (end < s.size() && in_name(s[end])) ++end;
            chain.push_back(s.substr(begin, end - begin));
            if (end + 1 < s.size() && s[end] == '.' && begins_name(s[end + 1])) ++end;
            else break;
        }
        i = end;
        if (begin == skip || is_keyword(chain[0])) continue;
        size_t next = end;
        while (next < s.size() && s[next] == ' ') ++next;
        const bool names_argument = next < s.size() && s[next] == '=' && !(next + 1 < s.size() && s[next + 1] == '=') && chain.size() == 1 && !(augmented && begin < 80 && assigned == chain[0]) && [&] {
            int depth = 0;
            for (size_t k = 0; k < begin; ++k) depth += (s[k] == '(' || s[k] == '[') - (s[k] == ')' || s[k] == ']');
            return depth > 0;
        }();
        if (names_argument) continue;
        words.insert(words.end(), chain.begin(), chain.end());
    }
    return words;
}

bool ProgramText::uses(uint32_t number, std::string_view name) const {
    auto words = words_read(number);
    return std::find(words.begin(), words.end(), name) != words.end();
}

std::string_view ProgramText::assigned_name(uint32_t number) const {
    std::string_view s = line(number);
    size_t begin = 0;
    if (assignment(s, begin) == std::string_view::npos) return {};
    std::string_view target = trimmed(s.substr(0, begin));
    if (const size_t colon = target.find(':'); colon != std::string_view::npos) target = trimmed(target.substr(0, colon));
    return is_name(target) ? target : std::string_view();
}

bool ProgramText::returns(uint32_t number) const { return begins_with_word(trimmed(line(number)), "return"); }

uint32_t ProgramText::def_around(uint32_t number) const {
    size_t depth = indentation(number);
    for (uint32_t l = number; l-- > 1;) {
        const size_t d = indentation(l);
        if (d >= depth) continue;
        depth = d;
        if (begins_with_word(trimmed(line(l)), "def")) return l;
    }
    return 0;
}

std::string_view ProgramText::function_around(uint32_t number) const {
    const uint32_t def = def_around(number);
    if (!def) return {};
    std::string_view s = trimmed(trimmed(line(def)).substr(3));
    return trimmed(s.substr(0, s.find('(')));
}

std::vector<std::string> ProgramText::gradient_sources(uint32_t number) const {
    std::string_view s = line(number);
    const size_t at = s.find(".gradient(");
    if (at == std::string_view::npos || s.find(".gradient(", at + 1) != std::string_view::npos) return {};
    std::vector<std::string> arguments = parts(inside(s, at + 9));
    std::string sources;
    for (size_t i = 0; i < arguments.size(); ++i) {
        const std::string_view a = arguments[i];
        const size_t equals = a.find('=');
        if (equals != std::string_view::npos && is_name(trimmed(a.substr(0, equals)))) {
            if (trimmed(a.substr(0, equals)) == "sources") sources = trimmed(a.substr(equals + 1));
        } else if (i == 1) {
            sources = a;
        }
    }
    if (sources.empty()) return {};
    if ((sources.front() == '[' && sources.back() == ']') || (sources.front() == '(' && sources.back() == ')')) {
        std::vector<std::string> names = parts(std::string_view(sources).substr(1, sources.size() - 2));
        for (const std::string& n : names)
            if (n.empty() || n[0] == '*' || n[0] == '[' || n.find(" for ") != std::string::npos) return {};
        return names;
    }
    return {sources};
}

std::string ProgramText::gradient_target(uint32_t number) const {
    std::string_view s = line(number);
    const size_t at = s.find(".gradient(");
    if (at == std::string_view::npos || s.find(".gradient(", at + 1) != std::string_view::npos) return {};
    std::vector<std::string> arguments = parts(inside(s, at + 9));
    if (arguments.empty() || arguments[0].find('=') != std::string::npos || arguments[0].find_first_of("\"'[") != std::string::npos) return {};
    return arguments[0];
}

bool ProgramText::is_branch(uint32_t number) const {
    size_t depth = indentation(number);
    if (depth == SIZE_MAX) return false;
    std::string_view own = trimmed(line(number));   // `if c: y = a * w` on one line
    for (std::string_view word : {"if", "elif", "else"})
        if (begins_with_word(own, word) && !own.ends_with(':')) return true;
    auto is_passed = [&](std::string_view def) {
        std::string_view name = trimmed(def.substr(3));
        name = trimmed(name.substr(0, name.find('(')));
        return std::find(passed_to_cond_.begin(), passed_to_cond_.end(), name) != passed_to_cond_.end();
    };
    if (begins_with_word(own, "def")) return !own.ends_with(':') && is_passed(own);
    for (uint32_t l = number; l-- > 1 && depth > 0;) {
        const size_t d = indentation(l);
        if (d >= depth) continue;
        depth = d;
        std::string_view s = trimmed(line(l));
        for (std::string_view word : {"if", "elif", "else"})
            if (begins_with_word(s, word)) return true;
        if (begins_with_word(s, "def")) return is_passed(s);
    }
    return false;
}

bool ProgramText::has_inline_branch(uint32_t number) const {
    std::string_view s = line(number);
    return (s.find(" if ") != std::string_view::npos && s.find(" else ") != std::string_view::npos) ||
           ((s.find("cond(") != std::string_view::npos || s.find("case(") != std::string_view::npos) && s.find("lambda") != std::string_view::npos);
}

std::vector<std::string> ProgramText::parameters_for(uint32_t number, std::string_view name) const {
    std::vector<std::string> out;
    std::string_view s = line(number);
    for (size_t at = s.find('('); at != std::string_view::npos; at = s.find('(', at + 1)) {
        size_t begin = at;
        while (begin > 0 && in_name(s[begin - 1])) --begin;
        if (begin == at) continue;
        std::string_view function = s.substr(begin, at - begin);
        std::vector<std::string> arguments = parts(inside(s, at));
        auto place = std::find(arguments.begin(), arguments.end(), name);
        if (place == arguments.end()) continue;
        for (uint32_t l = 1; l <= lines(); ++l) {
            std::string_view def = trimmed(line(l));
            if (!begins_with_word(def, "def")) continue;
            const size_t open = def.find('(');
            if (open == std::string_view::npos || trimmed(def.substr(3, open - 3)) != function) continue;
            std::vector<std::string> parameters = parts(inside(def, open));
            if (!parameters.empty() && parameters[0] == "self") parameters.erase(parameters.begin());
            const auto i = static_cast<size_t>(place - arguments.begin());
            if (i < parameters.size()) out.push_back(parameters[i].substr(0, parameters[i].find_first_of(":=")));
        }
    }
    return out;
}

}  // namespace tapedeck
