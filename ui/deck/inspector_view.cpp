#include "ui/deck/inspector_view.h"

#include <algorithm>
#include <cmath>

#include "lessons/recording/explain.h"
#include "lessons/recording/number_text.h"
#include "ui/deck/value_view.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr float kSide = 20, kRowHeight = 30, kBoxHeight = 24, kNameWidth = 24, kCell = 46;
constexpr int kMostCells = 6;

/// Text in which a macron set after a letter is drawn as a bar over it: glyph by glyph drawing cannot combine the two.
float math_text(const Draw& draw, ImVec2 at, std::string_view text, const TextStyle& style) {
    constexpr std::string_view kMacron = "\xCC\x84";
    float x = at.x;
    while (!text.empty()) {
        const size_t mark = text.find(kMacron);
        const std::string_view piece = text.substr(0, mark);
        const float width = draw.text({x, at.y}, piece, style);
        x += width;
        if (mark == std::string_view::npos) break;
        size_t letter = piece.size();
        while (letter > 0 && (static_cast<unsigned char>(piece[letter - 1]) & 0xC0) == 0x80) --letter;
        const std::string_view under = piece.substr(letter > 0 ? letter - 1 : 0);
        const float w = draw.text_width(under, style);
        const bool tall = !under.empty() && ((under[0] >= 'A' && under[0] <= 'Z') || under[0] == 'b' || under[0] == 'd');
        const float y = std::floor(at.y + style.size * (tall ? 0.1f : 0.27f)) + 0.5f;
        draw.list()->AddLine({x - w + 0.5f, y}, {x - 0.5f, y}, style.color, 1.2f);
        text.remove_prefix(mark + kMacron.size());
    }
    return x - at.x;
}

struct Page {
    Ui& ui;
    AppState& state;
    DeckState& deck;
    const Recording& recording;
    std::string words;   // what is drawn, for the semantic tree

    TextStyle muted() const { return {FontRole::Text, type::kLabel, ui.colors().muted}; }

    /// A tensor as a named row of cells; a large one as a heat map with its statistics. Returns the height it took.
    float tensor_row(ImVec2 at, float width, std::string_view name, bool bar, uint32_t tensor, Meaning meaning);
    /// A gradient's row: named "dx" or "x" with a bar, as the op's own text has it.
    float gradient_row(ImVec2 at, float width, const FormulaNames& names, const std::string& name, uint32_t tensor) {
        return names.with_d ? tensor_row(at, width, "d" + name, false, tensor, Meaning::Gradient) : tensor_row(at, width, name, true, tensor, Meaning::Gradient);
    }
    float formula(ImVec2 at, float width, std::string_view title, std::string_view plain, const TextStyle& style);
    float note(ImVec2 at, float width, std::string_view text, ImU32 color);
};

/// "Forward  y = x²", broken at spaces where it is long.
float Page::formula(ImVec2 at, float width, std::string_view title, std::string_view plain, const TextStyle& style) {
    const std::string whole = formula_text(plain);
    words += std::string(title) + " " + whole + ". ";
    const float indent = ui.draw.text(at, std::string(title) + "  ", style);
    float y = at.y;
    std::string_view text = whole;
    while (!text.empty()) {
        size_t end = text.size();
        while (ui.draw.text_width(text.substr(0, end), style) > width - indent) {
            const size_t space = text.rfind(' ', end - 1);
            if (space == std::string_view::npos || space == 0) break;
            end = space;
        }
        math_text(ui.draw, {at.x + indent, y}, text.substr(0, end), style);
        text.remove_prefix(std::min(text.size(), end + (end < text.size() ? 1 : 0)));
        y += 19;
    }
    return std::max(y - at.y, 19.0f) + 7;
}

float Page::tensor_row(ImVec2 at, float width, std::string_view name, bool bar, uint32_t tensor, Meaning meaning) {
    const TextStyle label{FontRole::Code, type::kLabel, ui.colors().muted};
    const float label_y = at.y + kBoxHeight / 2 - type::kLabel * 0.59f;
    const std::string shown = bar ? std::string(name) + "\xCC\x84" : std::string(name);
    const float name_width = std::max(kNameWidth, ui.draw.text_width(name, label) + 10);
    math_text(ui.draw, {at.x, label_y}, shown, label);
    const Rect rest{at.x + name_width, at.y, width - name_width, kBoxHeight};
    words += std::string(bar ? "gradient of " : "") + std::string(name) + ": ";
    if (tensor == kNone) {
        ui.draw.text_in(rest, "None", {FontRole::Code, type::kLabel, ui.colors().muted});
        words += "None. ";
        return kRowHeight;
    }
    words += tensor_text(recording, tensor) + ". ";
    const TensorRow& row = recording.tensors[tensor];
    if (row.kept != ValueKept::full || row.size == 0 || row.type == ValueType::string) {
        if (row.kept == ValueKept::summary) {
            const Summary* summary = summary_of(deck, recording, tensor);
            const Rect map{rest.x, at.y, std::min(96.0f, rest.w), 60};
            heat_map_view(ui, deck, recording, tensor, map);
            ui.draw.border(map, with_alpha(ui.theme.ink(meaning), 0.6f));
            if (summary != nullptr) {
                const float x = map.right() + 10, w = rest.right() - x;
                ui.draw.text_fit({x, at.y, w, 18}, range_text(*summary), {FontRole::Code, type::kLabel, ui.colors().ink});
                ui.draw.text_fit({x, at.y + 20, w, 18}, "mean " + number_text(summary->mean) + ", norm " + number_text(summary->norm), muted());
                ui.draw.text_fit({x, at.y + 40, w, 18}, "a summary: too large to keep in full", muted());
            }
            return 68;
        }
        ui.draw.text_fit(rest, row.kept == ValueKept::none ? "not kept" : tensor_text(recording, tensor), {FontRole::Code, type::kLabel, ui.colors().ink});
        return kRowHeight;
    }

    // As a matrix, a column or a vector lying down, as in the formula's rows.
    const auto shape = recording.shape(tensor);
    int64_t columns = shape.empty() ? 1 : shape.back(), rows = columns > 0 ? row.size / columns : 0;
    if (columns == 1) std::swap(rows, columns);
    const auto cell = [&](int64_t i) { return deck.full_digits ? exact_text(recording, tensor, i) : cell_text(recording, tensor, i); };
    const TextStyle face{FontRole::Code, type::kLabel, ui.colors().ink};
    if (columns <= kMostCells && rows <= 3) {
        float w = kCell;
        for (int64_t i = 0; i < row.size; ++i) w = std::max(w, ui.draw.text_width(cell(i), face) + 12);
        const bool fits = w * static_cast<float>(columns) <= rest.w;
        if (!fits) w = rest.w / static_cast<float>(columns);
        const ImU32 ink = ui.theme.ink(meaning);
        for (int64_t r = 0; r < rows; ++r)
            for (int64_t c = 0; c < columns; ++c) {
                const Rect box{rest.x + w * static_cast<float>(c), at.y + (kBoxHeight - 3) * static_cast<float>(r), w + (c + 1 < columns ? 1.0f : 0.0f),
                               (rows > 1 ? kBoxHeight - 3 : kBoxHeight) + (r + 1 < rows ? 1.0f : 0.0f)};
                const int64_t i = r * columns + c;
                const bool wrong = !std::isfinite(recording.element(tensor, i));
                ui.draw.fill(box, ui.theme.tint(wrong ? Meaning::Wrong : meaning));
                if (wrong) ui.draw.hatch(box, with_alpha(ui.theme.ink(Meaning::Wrong), 0.3f), 5);
                ui.draw.border(box, with_alpha(wrong ? ui.theme.ink(Meaning::Wrong) : ink, meaning == Meaning::Gradient ? 0.55f : 0.4f));
                TextStyle style = face;
                if (const float text = ui.draw.text_width(cell(i), face); text > box.w - 4) style.size = std::max(9.0f, style.size * (box.w - 4) / text);
                ui.draw.text_fit(box.inset(1, 0), cell(i), style, Align::Center);
            }
        return rows > 1 ? (kBoxHeight - 3) * static_cast<float>(rows) + 9 : kRowHeight;
    }
    const Summary* summary = summary_of(deck, recording, tensor);
    const Rect map{rest.x, at.y, std::min(120.0f, rest.w * 0.5f), rows > 1 ? 60.0f : kBoxHeight};
    heat_map_view(ui, deck, recording, tensor, map);
    ui.draw.border(map, with_alpha(ui.theme.ink(meaning), 0.6f));
    if (summary != nullptr) {
        const float x = map.right() + 10, w = rest.right() - x;
        ui.draw.text_fit({x, at.y, w, 18}, range_text(*summary), face);
        if (rows > 1) ui.draw.text_fit({x, at.y + 20, w, 18}, "mean " + number_text(summary->mean) + ", norm " + number_text(summary->norm), muted());
        if (rows > 1) ui.draw.text_fit({x, at.y + 40, w, 18}, shape_text(shape) + " in full", muted());
    }
    return map.h + 8;
}

/// A paragraph; breaks at spaces.
float Page::note(ImVec2 at, float width, std::string_view text, ImU32 color) {
    const TextStyle style{FontRole::Text, type::kLabel, color};
    words += std::string(text) + " ";
    float y = at.y;
    while (!text.empty()) {
        size_t end = text.size();
        while (end > 0 && ui.draw.text_width(text.substr(0, end), style) > width) {
            const size_t space = text.rfind(' ', end - 1);
            if (space == std::string_view::npos || space == 0) break;
            end = space;
        }
        ui.draw.text_fit({at.x, y, width, 20}, text.substr(0, end), style);
        text.remove_prefix(std::min(text.size(), end + (end < text.size() ? 1 : 0)));
        y += 20;
    }
    return y - at.y;
}

std::string python_shape(std::span<const int64_t> shape) {
    std::string text = "(";
    for (size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + (shape[i] < 0 ? std::string("None") : std::to_string(shape[i]));
    return text + (shape.size() == 1 ? ",)" : ")");
}

bool same_value(const Recording& recording, uint32_t a, uint32_t b) {
    if (a == b) return true;
    const TensorRow &x = recording.tensors[a], &y = recording.tensors[b];
    if (x.kept != y.kept || x.size != y.size) return false;
    if (x.data == y.data) return true;
    if (x.kept != ValueKept::full) return false;
    for (int64_t i = 0; i < x.size; ++i)
        if (recording.element(a, i) != recording.element(b, i)) return false;
    return true;
}

/// How long the tape keeps what it wrote down of an op.
std::string kept_until(const Recording& recording, const SceneNow& now, const SceneNode& node, uint32_t tape) {
    if (tape == kNone) return {};
    const TapeNow* at = now.state.tape_now(tape);
    if (!node.recorded) return "not recorded by the tape";
    if (at != nullptr && at->is_released) return "no longer kept: the tape is spent";
    return recording.tapes[tape].persistent ? "kept by the tape until it is deleted" : "kept by the tape until the gradient is taken";
}

/// The backward step of an op that has begun by now, in the latest call of the tape in view.
uint32_t backward_step_of(const Recording& recording, const State& state, uint32_t op) {
    if (state.gradient_call == kNone) return kNone;
    for (const uint32_t step : recording.gradient_calls[state.gradient_call].steps)
        if (recording.backward_steps[step].op == op && recording.backward_steps[step].began < state.step) return step;
    return kNone;
}

const GradientResultRow* result_for(const Recording& recording, const State& state, const SceneNode& node) {
    if (state.gradient_call == kNone) return nullptr;
    for (const uint32_t row : recording.gradient_calls[state.gradient_call].results) {
        const GradientResultRow& result = recording.gradient_results[row];
        if (result.event < state.step && (result.source == node.tensor || (node.handle != kNone && result.source == node.handle))) return &result;
    }
    return nullptr;
}

}  // namespace

FormulaNames formula_names(std::string_view formula, std::string_view gradient, size_t inputs) {
    FormulaNames names;
    std::vector<std::string_view> found;
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto is_name = [&](std::string_view word) {
        if (word.size() == 1) return word != "e";
        for (const std::string_view known : {"low", "high", "condition", "indices", "updates", "labels", "logits", "loss"})
            if (word == known) return true;
        return gradient.find("d" + std::string(word) + " =") != std::string_view::npos;
    };
    for (size_t at = 0; at < formula.size();) {
        if (!is_letter(formula[at])) {
            ++at;
            continue;
        }
        size_t end = at;
        while (end < formula.size() && (is_letter(formula[end]) || (formula[end] >= '0' && formula[end] <= '9'))) ++end;
        const std::string_view word = formula.substr(at, end - at);
        const bool is_call = end < formula.size() && formula[end] == '(';
        if (!is_call && is_name(word) && std::find(found.begin(), found.end(), word) == found.end()) found.push_back(word);
        at = end;
    }
    const size_t equals = formula.find('=');
    const bool has_result = !found.empty() && equals != std::string_view::npos && found[0].data() < formula.data() + equals;
    names.result = has_result ? std::string(found[0]) : "result";
    for (size_t i = 0; i < inputs; ++i) {
        const size_t at = i + (has_result ? 1 : 0);
        names.inputs.push_back(at < found.size() ? std::string(found[at]) : "input " + std::to_string(i + 1));
    }
    names.with_d = gradient.find("d" + names.result) != std::string_view::npos;
    return names;
}

std::string formula_text(std::string_view plain) {
    struct Sign {
        std::string_view from, to;
    };
    constexpr Sign signs[] = {{" * ", " · "}, {" - ", " − "}, {"^2", "²"}, {"^3", "³"}, {"^T", "ᵀ"}, {"<=", "≤"}, {">=", "≥"}, {" -", " −"}, {"(-", "(−"}, {"^-", "^−"}};
    std::string text;
    for (size_t at = 0; at < plain.size();) {
        const Sign* found = nullptr;
        for (const Sign& sign : signs)
            if (found == nullptr && plain.substr(at).starts_with(sign.from)) found = &sign;
        text += found != nullptr ? found->to : plain.substr(at, 1);
        at += found != nullptr ? found->from.size() : 1;
    }
    return text;
}

std::string why_none(const Recording& recording, uint32_t result) {
    const Explanation why = explain_result(recording, result);
    return why.cause == Cause::none ? std::string() : "None: " + plain_text(why.what) + (why.help.empty() ? "" : " " + why.help);
}

std::string_view source_expression(const Recording& recording, uint32_t event) {
    const EventRow& row = recording.events[event];
    if (row.line == 0) return {};
    std::string_view line = recording.source_line(row.line);
    if (row.column_begin > 0 && row.column_end > row.column_begin && row.column_begin <= line.size())
        return line.substr(row.column_begin - 1u, row.column_end - row.column_begin);
    while (!line.empty() && line.front() == ' ') line.remove_prefix(1);
    return line;
}

void inspector_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    const Scene& scene = *deck.scene;
    const SceneNow& now = deck.now;
    const uint32_t number = node_inspected(deck, state);
    Rect rest = area.inset(kSide, 0);
    if (number == kNone) {
        ui.draw.text_fit({rest.x, rest.y, rest.w, 24}, "Nothing is selected. Press a node of the tape to see its numbers.", {FontRole::Text, type::kLabel, ui.colors().muted});
        return;
    }
    const SceneNode& node = scene.nodes()[number];
    Page page{ui, state, deck, recording, {}};
    const bool wide = rest.w >= 430;
    const float column = wide ? rest.w * 0.47f : rest.w;

    const ScrollArea scroll = begin_scroll(ui, node_id("deck.inspector.scroll"), area, deck.inspector_height, deck.inspector_scroll);
    const float top = area.y - deck.inspector_scroll;
    float y = top, right_y = top;
    const float x = rest.x, right_x = wide ? rest.x + rest.w - column : rest.x;
    const TextStyle head{FontRole::Text, type::kControl, ui.colors().ink}, back_head{FontRole::Text, type::kControl, ui.theme.ink(Meaning::Gradient)};
    const GradientResultRow* result = result_for(recording, now.state, node);
    std::string facts;

    if (node.kind == SceneKind::op) {
        const OpRow& op = recording.ops[node.op];
        const OpDefRow& def = recording.op_defs[op.def];
        const std::string_view formula = recording.text(def.formula), gradient_text = recording.text(def.gradient_text);
        const FormulaNames names = formula_names(formula, gradient_text, op.inputs);
        const auto inputs = recording.inputs(node.op), outputs = recording.outputs(node.op);
        const bool happened = node.event < now.state.step;

        y += page.formula({x, y}, column - 12, "Forward", formula, head);
        if (!happened) y += page.note({x, y}, column - 12, "It has not happened yet.", ui.colors().muted);
        for (size_t i = 0; happened && i < inputs.size() && i < 4; ++i)
            y += page.tensor_row({x, y}, column - 12, names.inputs[i], false, recording.tensors[inputs[i]].type == ValueType::resource ? kNone : inputs[i], Meaning::Value);
        if (happened)
            for (size_t i = 0; i < outputs.size() && i < 3; ++i)
                y += page.tensor_row({x, y}, column - 12, outputs.size() > 1 ? names.result + std::to_string(i + 1) : names.result, false, outputs[i], Meaning::Value);

        if (!wide) right_y = y + 8;
        if (!gradient_text.empty()) {
            right_y += page.formula({right_x, right_y}, column - 12, "Backward", gradient_text, back_head);
            const uint32_t step = backward_step_of(recording, now.state, node.op);
            if (step == kNone) {
                right_y += page.note({right_x, right_y}, column - 12, scene.tape() == kNone ? "No tape is open: nothing is recorded for a gradient." : node.recorded ? "No gradient has come here yet." : "The tape did not record this op.", ui.colors().muted);
            } else {
                const auto upstream = recording.upstream(step), results = recording.results(step);
                for (size_t i = 0; i < upstream.size() && i < 2; ++i)
                    if (upstream[i] != kNone) right_y += page.gradient_row({right_x, right_y}, column - 12, names, names.result, upstream[i]);
                if (recording.backward_steps[step].ended < now.state.step)
                    for (size_t i = 0; i < results.size() && i < 4; ++i)
                        right_y += page.gradient_row({right_x, right_y}, column - 12, names, i < names.inputs.size() ? names.inputs[i] : std::string("input"), results[i]);
                else
                    right_y += page.note({right_x, right_y}, column - 12, "It is being worked out.", ui.colors().muted);
            }
        } else {
            right_y += page.note({right_x, right_y}, column - 12, "This op has no gradient: what comes before it gets None through it.", ui.theme.ink(Meaning::Wrong));
        }
        facts = kept_until(recording, now, node, scene.tape());
        if (const std::string_view attrs = recording.text(op.attrs); !attrs.empty()) facts = std::string(attrs) + (facts.empty() ? "" : "; ") + facts;
    } else if (node.kind == SceneKind::function) {
        const EventRow& call = recording.events[node.event - 1];
        const FunctionTraceRow* trace = call.type == EventType::function_called ? &recording.function_traces[recording.function_calls[call.index].trace] : nullptr;
        ui.draw.text({x, y}, "Runs its graph" + (trace != nullptr ? " " + std::to_string(trace->number) : "") + ", " + node_label(recording, {.kind = SceneKind::function, .ops = node.ops}, ValuesMode::Shapes), head);
        y += 26;
        if (trace != nullptr) y += page.note({x, y}, column - 12, "traced for " + std::string(recording.text(trace->signature).empty() ? "no arguments" : recording.text(trace->signature)), ui.colors().muted) + 6;
        if (node.has_value(recording, now.state.step)) y += page.tensor_row({x, y}, column - 12, "result", false, node.tensor, Meaning::Value);
        if (!wide) right_y = y + 8;
        if (now.gradients[number] != kNone) {
            ui.draw.text({right_x, right_y}, now.is_final[number] ? "Gradient" : "Gradient so far", back_head);
            right_y += 26;
            right_y += page.tensor_row({right_x, right_y}, column - 12, "result", true, now.gradients[number], Meaning::Gradient);
        }
        facts = kept_until(recording, now, node, scene.tape());
    } else {
        const bool is_variable = node.kind == SceneKind::variable;
        const Meaning meaning = is_variable ? Meaning::Variable : Meaning::Constant;
        const std::string_view name = is_variable ? recording.variable_label(node.variable) : recording.label(node.tensor);
        ui.draw.text({x, y}, is_variable && scene.tape() != kNone ? "Value that the tape read" : "Value", head);
        y += 26;
        y += page.tensor_row({x, y}, column - 12, name.empty() ? "value" : name, false, node.tensor, meaning);
        if (is_variable) {
            const VariableNow* variable = now.state.variable_now(node.variable);
            if (variable != nullptr && variable->value != kNone && node.tensor != kNone && !same_value(recording, variable->value, node.tensor))
                y += page.tensor_row({x, y}, column - 12, "now", false, variable->value, meaning);
        }
        if (!wide) right_y = y + 8;
        if (now.gradients[number] != kNone) {
            ui.draw.text({right_x, right_y}, now.is_final[number] ? "Gradient" : "Gradient so far", back_head);
            right_y += 26;
            right_y += page.tensor_row({right_x, right_y}, column - 12, name.empty() ? "value" : name, true, now.gradients[number], Meaning::Gradient);
        } else if (result == nullptr && (is_variable || node.watched != kNone) && scene.tape() != kNone) {
            ui.draw.text({right_x, right_y}, "Gradient", back_head);
            right_y += 26;
            right_y += page.note({right_x, right_y}, column - 12, "None has come yet.", ui.colors().muted);
        }
        if (scene.tape() != kNone) facts = node.watched != kNone && node.watched < now.state.step ? "watched by the tape" : "not watched by the tape";
        if (is_variable && !recording.variables[node.variable].trainable) facts += (facts.empty() ? "" : ", ") + std::string("not trainable");
    }

    y = std::max(y, right_y) + 8;
    if (result != nullptr && result->gradient == kNone) y += page.note({x, y}, rest.w, why_none(recording, static_cast<uint32_t>(result - recording.gradient_results.data())), ui.theme.ink(Meaning::Wrong)) + 2;
    for (uint32_t i = 0; i < node.inputs; ++i)
        if (const Cut cut = scene.cut(node.first_line + i); cut != Cut::none && node.event < now.state.step) {
            y += page.note({x, y}, rest.w, std::string("The connection is cut here: ") + cut_text(cut) + ".", ui.theme.ink(Meaning::Wrong)) + 2;
            break;
        }
    if (node.tensor != kNone) {
        const TensorRow& row = recording.tensors[node.tensor];
        std::string line = std::string(value_type_name(row.type)) + ", shape " + python_shape(recording.shape(node.tensor));
        if (row.type != ValueType::string && row.type != ValueType::resource) line += ", " + bytes_text(recording.value_bytes(node.tensor));
        if (!facts.empty()) line += ", " + facts;
        y += page.note({x, y}, rest.w, line, ui.colors().muted);
    }
    deck.inspector_height = y - top + 8;
    ui.semantic.add(node_id("deck.inspector.text"), NodeRole::Text, page.words, area);
    end_scroll(ui, scroll);
}

}  // namespace tapedeck
