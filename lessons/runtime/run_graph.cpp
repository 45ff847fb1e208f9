#include "lessons/runtime/run_graph.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <limits>

namespace tapedeck {

namespace {

[[noreturn]] void refuse(const std::string& why) { throw Error(ErrorKind::invalid_argument, why); }

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        if (static_cast<unsigned char>(c) < 32) {
            char code[8];
            std::snprintf(code, sizeof code, "\\u%04x", c);
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

/// What JSON values need here: lists, numbers, words and strings.
class Json {
public:
    explicit Json(std::string_view text) : text_(text) {}

    void skip_space() {
        while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos) ++at_;
    }
    bool take(char c) {
        skip_space();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    char peek() {
        skip_space();
        return at_ < text_.size() ? text_[at_] : '\0';
    }
    bool at_end() {
        skip_space();
        return at_ == text_.size();
    }
    size_t place() const { return at_; }
    std::string_view from(size_t begin) const { return text_.substr(begin, at_ - begin); }

    std::string string() {
        if (!take('"')) refuse("a string was expected in " + std::string(text_.substr(0, 60)));
        std::string out;
        while (at_ < text_.size() && text_[at_] != '"') {
            char c = text_[at_++];
            if (c == '\\' && at_ < text_.size()) {
                c = text_[at_++];
                if (c == 'n') c = '\n';
                else if (c == 't') c = '\t';
                else if (c == 'r') c = '\r';
                else if (c == 'u') {
                    unsigned code = 0;
                    const size_t end = std::min(text_.size(), at_ + 4);
                    std::from_chars(text_.data() + at_, text_.data() + end, code, 16);
                    at_ = end;
                    if (code < 0x80) out += static_cast<char>(code);
                    else if (code < 0x800) out.append({static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 63))});
                    else out.append({static_cast<char>(0xE0 | code >> 12), static_cast<char>(0x80 | (code >> 6 & 63)), static_cast<char>(0x80 | (code & 63))});
                    continue;
                }
            }
            out += c;
        }
        if (at_ >= text_.size()) refuse("a string does not end");
        ++at_;
        return out;
    }

    /// A number or a word: true, false, NaN, Infinity.
    std::string_view word() {
        skip_space();
        const size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || std::string_view("+-._").find(text_[at_]) != std::string_view::npos)) ++at_;
        if (at_ == begin) refuse("a value was expected at '" + std::string(text_.substr(begin, 20)) + "'");
        return text_.substr(begin, at_ - begin);
    }

    /// Passes over one value of any kind.
    void skip_value(int depth = 0) {
        if (depth > 64) refuse("lists are nested too deeply");
        if (peek() == '"') { string(); return; }
        if (!take('[')) { word(); return; }
        if (take(']')) return;
        do skip_value(depth + 1);
        while (take(','));
        if (!take(']')) refuse("a list does not end");
    }

private:
    std::string_view text_;
    size_t at_ = 0;
};

struct Elements {
    std::array<int64_t, Shape::kMaxRank> shape{};
    size_t rank = 0;
    std::vector<double> numbers;
    std::vector<int64_t> whole;
    std::vector<std::string> strings;
};

void read_value(Json& in, DType dtype, size_t depth, Elements& out, bool first) {
    if (in.take('[')) {
        if (depth >= static_cast<size_t>(Shape::kMaxRank)) refuse("lists are nested too deeply");
        int64_t n = 0;
        const bool is_new = out.rank == depth;
        if (is_new) {
            if (!first) refuse("the lists are not of one shape");
            out.shape[out.rank++] = -1;
        }
        if (!in.take(']')) {
            do {
                read_value(in, dtype, depth + 1, out, first && n == 0);
                ++n;
            } while (in.take(','));
            if (!in.take(']')) refuse("a list does not end");
        }
        if (out.shape[depth] < 0) out.shape[depth] = n;
        else if (out.shape[depth] != n) refuse("the lists are not of one shape");
        return;
    }
    if (out.rank != depth) refuse("the lists are not of one shape");
    if (dtype == DType::string) { out.strings.push_back(in.string()); return; }
    const std::string word(in.word());
    if (dtype == DType::boolean) {
        if (word != "true" && word != "false" && word != "True" && word != "False") refuse("'" + word + "' is neither true nor false");
        out.whole.push_back(word[0] == 't' || word[0] == 'T');
    } else if (is_integer(dtype)) {
        int64_t v = 0;
        const auto end = std::from_chars(word.data(), word.data() + word.size(), v);
        const bool fits = dtype == DType::int64 || (dtype == DType::int32 ? v >= INT32_MIN && v <= INT32_MAX : v >= 0 && v <= 255);
        if (end.ec != std::errc() || end.ptr != word.data() + word.size() || !fits) refuse("'" + word + "' is no " + std::string(dtype_name(dtype)));
        out.whole.push_back(v);
    } else {
        if (word == "NaN" || word == "nan") out.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
        else if (word == "Infinity" || word == "inf") out.numbers.push_back(std::numeric_limits<double>::infinity());
        else if (word == "-Infinity" || word == "-inf") out.numbers.push_back(-std::numeric_limits<double>::infinity());
        else {
            char* end = nullptr;
            out.numbers.push_back(std::strtod(word.c_str(), &end));
            if (end != word.c_str() + word.size()) refuse("'" + word + "' is no number");
        }
    }
}

void write_elements(const Tensor& t, int axis, int64_t& next, std::string& out) {
    if (axis < t.rank()) {
        out += '[';
        for (int64_t i = 0; i < t.shape()[axis]; ++i) {
            if (i) out += ", ";
            write_elements(t, axis + 1, next, out);
        }
        out += ']';
        return;
    }
    const int64_t i = next++;
    if (t.dtype() == DType::string) { out += quoted(t.data<std::string>()[i]); return; }
    if (t.dtype() == DType::boolean) { out += t.element(i) != 0 ? "true" : "false"; return; }
    if (is_integer(t.dtype())) { out += std::to_string(t.element_int(i)); return; }
    const double v = t.element(i);
    if (std::isnan(v)) { out += "NaN"; return; }
    if (std::isinf(v)) { out += v > 0 ? "Infinity" : "-Infinity"; return; }
    char digits[40];   // the fewest that give the number back
    for (int precision = 1; precision <= 17; ++precision) {
        std::snprintf(digits, sizeof digits, "%.*g", precision, v);
        const double back = std::strtod(digits, nullptr);
        if (t.dtype() == DType::float32 ? static_cast<float>(back) == static_cast<float>(v) : back == v) break;
    }
    out += digits;
}

std::string input_list(const Graph& g) {
    std::string out;
    for (int32_t i : g.inputs()) {
        const Tensor& t = g.node(i).outputs[0];
        out += (out.empty() ? "" : ", ") + g.node(i).name + " " + std::string(dtype_name(t.dtype())) + " " + t.shape().parens();
    }
    return out.empty() ? "nothing" : out;
}

}  // namespace

Tensor tensor_from_json(std::string_view text, DType dtype, const Shape& shape, const std::string& name) {
    Json in(text);
    Elements e;
    read_value(in, dtype, 0, e, true);
    if (!in.at_end()) refuse("'" + name + "': something follows the value");
    const Shape given{std::span<const int64_t>(e.shape.data(), e.rank)};
    bool fits = !shape.has_rank() || shape.rank() == given.rank();
    for (int i = 0; fits && i < shape.rank(); ++i) fits = shape[i] < 0 || shape[i] == given[i];
    if (!fits) refuse("'" + name + "' is of shape " + given.parens() + ", and the function takes " + shape.parens());
    Tensor t = Tensor::empty(dtype, given);
    for (int64_t i = 0; i < t.size(); ++i) {
        const auto at = static_cast<size_t>(i);
        if (dtype == DType::string) t.mutable_data<std::string>()[i] = e.strings[at];
        else visit_dtype(dtype, [&](auto tag) {
            using T = typename decltype(tag)::type;
            t.mutable_data<T>()[i] = is_floating(dtype) ? static_cast<T>(e.numbers[at]) : static_cast<T>(e.whole[at]);
        }, [] {});
    }
    return t;
}

std::string json_from_tensor(const Tensor& t) {
    std::string out;
    int64_t next = 0;
    write_elements(t, 0, next, out);
    return out;
}

std::string run_saved_graph(const SavedProgram& program, const std::string& function, const std::vector<std::pair<std::string, std::string>>& inputs) {
    Graph::printer() = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); };   // where tf.print writes
    const Graph* g = nullptr;
    std::string names;
    for (const auto& [name, graph] : program.functions) {
        if (!g && (function.empty() || name == function)) g = graph.get();
        names += (names.empty() ? "" : ", ") + name;
    }
    if (!g) refuse("there is no function '" + function + "' in the file; it has " + (names.empty() ? "none" : names));
    std::vector<Tensor> values(g->inputs().size());
    for (size_t k = 0; k < inputs.size(); ++k) {
        const auto& [name, text] = inputs[k];
        size_t at = values.size();
        for (size_t i = 0; i < values.size(); ++i) if (g->node(g->inputs()[i]).name == name) at = i;
        if (at == values.size()) refuse("the function takes no '" + name + "'; it takes " + input_list(*g));
        const Tensor& wanted = g->node(g->inputs()[at]).outputs[0];
        values[at] = tensor_from_json(text, wanted.dtype(), wanted.shape(), name);
    }
    for (size_t i = 0; i < values.size(); ++i) if (!values[i]) refuse("'" + g->node(g->inputs()[i]).name + "' is not given; the function takes " + input_list(*g));
    std::string out = "{\"outputs\": [";
    bool first = true;
    for (const Tensor& t : g->call(values)) {
        if (!first) out += ", ";
        first = false;
        if (!t || t.dtype() == DType::variant) { out += "null"; continue; }
        out += "{\"dtype\": \"" + std::string(dtype_name(t.dtype())) + "\", \"shape\": [";
        for (int i = 0; i < t.rank(); ++i) out += (i ? ", " : "") + std::to_string(t.shape()[i]);
        out += "], \"values\": " + json_from_tensor(t) + "}";
    }
    return out + "]}";
}

std::string run_graph_json(std::string_view file, const std::string& function, std::string_view inputs) {
    try {
        reset_runtime(0);
        Json in(inputs);
        std::vector<std::pair<std::string, std::string>> values;
        if (!in.take('{')) refuse("the inputs are no object");
        if (!in.take('}')) {
            do {
                std::string name = in.string();
                if (!in.take(':')) refuse("a value was expected after '" + name + "'");
                in.skip_space();
                const size_t begin = in.place();
                in.skip_value();
                values.emplace_back(std::move(name), std::string(in.from(begin)));
            } while (in.take(','));
            if (!in.take('}')) refuse("the inputs do not end");
        }
        return run_saved_graph(load_program(file), function, values);
    } catch (const Error& e) {
        return "{\"error\": " + quoted(e.message()) + "}";
    }
}

}  // namespace tapedeck
