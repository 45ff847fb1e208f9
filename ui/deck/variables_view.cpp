#include "ui/deck/variables_view.h"

#include <algorithm>
#include <cmath>

#include "lessons/recording/number_text.h"
#include "ui/deck/value_view.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr float kRow = 58, kHead = 22, kSide = 20;
constexpr int kMostLines = 4;        // elements that get a line of their own
constexpr size_t kMostPoints = 48;   // more assigns than this are a line without points

struct History {
    const Recording& recording;
    const VariableRow& row;
    int lines = 1;
    bool norm = false;

    History(const Recording& r, uint32_t variable) : recording(r), row(r.variables[variable]) {
        int64_t size = 1;
        for (const int64_t dim : r.variable_shape(variable)) size *= std::max<int64_t>(dim, 0);
        norm = size > kMostLines;
        lines = norm ? 1 : static_cast<int>(std::max<int64_t>(size, 1));
    }
    /// Values of the variable in order: the initial one, then one per assign.
    size_t size() const { return row.assigns.size() + 1; }
    uint32_t tensor(size_t i) const { return i == 0 ? row.initial : recording.assigns[row.assigns[i - 1]].after; }
    uint32_t event(size_t i) const { return i == 0 ? row.made : recording.assigns[row.assigns[i - 1]].event; }
    double value(size_t i, int line) const {
        const uint32_t t = tensor(i);
        if (t == kNone) return std::nan("");
        if (!norm) return recording.element(t, line);
        Summary summary;
        return recording.summarize(t, summary) ? summary.norm : std::nan("");
    }
};

constexpr int64_t kMostShown = 4;    // elements that are shown as numbers

/// "0.5", "[0.3, 0.84]", "4×16" (its range then stands under it).
std::string now_text(const Recording& recording, const VariableNow& now) {
    if (now.value == kNone) return "not initialised";
    if (recording.tensors[now.value].size > kMostShown) return shape_text(recording.shape(now.value));
    return tensor_text(recording, now.value, kMostShown);
}

/// "assigned by SGD, line 15", or without the line where there are several.
std::string assigned_by(const Recording& recording) {
    uint32_t how = kNone, line = 0;
    bool one_line = true, one_how = true;
    for (const AssignRow& assign : recording.assigns) {
        const uint32_t at = recording.events[assign.event].line;
        one_how &= how == kNone || how == assign.how;
        one_line &= line == 0 || line == at;
        how = assign.how;
        line = at;
    }
    if (how == kNone) return "not assigned";
    std::string text = one_how ? "assigned by " + std::string(recording.text(how)) : "every assign";
    if (one_line && line > 0) text += ", line " + std::to_string(line);
    return text;
}

void chart(Ui& ui, DeckState& deck, const Recording& recording, uint32_t variable, const Rect& area) {
    const History history(recording, variable);
    const uint32_t step = deck.step;
    const size_t count = history.size(), stride = std::max<size_t>(1, count / 600);
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i += stride)
        for (int line = 0; line < history.lines; ++line)
            if (const double v = history.value(i, line); std::isfinite(v)) low = std::min(low, v), high = std::max(high, v);
    if (!(low <= high) || count < 2) return;
    const Rect plot = area.inset(8, 9);
    const auto x_of = [&](size_t i) { return plot.x + (count > 1 ? plot.w * static_cast<float>(i) / static_cast<float>(count - 1) : 0); };
    const auto y_of = [&](double v) { return high > low ? plot.bottom() - plot.h * static_cast<float>((v - low) / (high - low)) : plot.center().y; };
    size_t now = 0;
    while (now + 1 < count && history.event(now + 1) < step) ++now;

    const ImU32 ink = ui.theme.ink(Meaning::Variable);
    ImDrawList* list = ui.draw.list();
    for (int line = 0; line < history.lines; ++line) {
        const float strength = 1.0f - 0.18f * static_cast<float>(line);
        ImVec2 before;
        bool any = false;
        for (size_t i = 0; i < count; i += stride) {
            const double v = history.value(i, line);
            if (!std::isfinite(v)) {
                any = false;
                continue;
            }
            const ImVec2 p{x_of(i), y_of(v)};
            if (any) list->AddLine(before, p, with_alpha(ink, strength * (i <= now ? 1.0f : 0.4f)), 1.8f);
            before = p;
            any = true;
        }
    }
    const bool points = count <= kMostPoints;
    const Pointer pointer = claim_pointer(ui, node_id("deck.history", variable), area);
    size_t near = count;
    if (pointer.inside && count > 1)
        near = static_cast<size_t>(std::clamp((pointer.at.x - plot.x) / plot.w * static_cast<float>(count - 1) + 0.5f, 0.0f, static_cast<float>(count - 1)));
    for (int line = 0; line < history.lines; ++line)
        for (size_t i = 0; i < count; ++i) {
            if (!points && i != now && i != near) continue;
            const double v = history.value(i, line);
            if (!std::isfinite(v)) continue;
            const ImVec2 p{x_of(i), y_of(v)};
            const bool current = i == now;
            list->AddCircleFilled(p, current ? 5.0f : i == near ? 4.0f : 3.0f, current ? ink : ui.colors().panel, 20);
            if (!current) list->AddCircle(p, i == near ? 4.0f : 3.0f, with_alpha(ink, i < now ? 1.0f : 0.55f), 20, 1.6f);
        }
    if (near < count) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const std::string words = near == 0 ? "starts as " + (history.tensor(0) == kNone ? std::string("nothing") : tensor_text(recording, history.tensor(0)))
                                            : assign_sentence(recording, variable, static_cast<uint32_t>(near));
        const double v = history.value(near, 0);
        const ImVec2 p{x_of(near), y_of(std::isfinite(v) ? v : low)};
        tooltip(ui, node_id("deck.history", variable * 4096ull + near + 1), {p.x - 6, p.y - 6, 12, 12}, words, true);
        if (pointer.released) ui.send(PlayerCommand::Jump, history.event(near) + 1.0);
    }
    if (history.norm && count > 1) ui.draw.text_in({area.x, area.bottom() - 15, area.w, 14}, "norm", {FontRole::Text, 11, ui.colors().muted}, Align::Right);
}

}  // namespace

std::string assign_sentence(const Recording& recording, uint32_t variable, uint32_t number) {
    const VariableRow& row = recording.variables[variable];
    const AssignRow& assign = recording.assigns[row.assigns[number - 1]];
    std::string text = "assign " + std::to_string(number) + " of " + std::to_string(row.assigns.size()) + " by " + std::string(recording.text(assign.how));
    if (const uint32_t line = recording.events[assign.event].line; line > 0) text += ", line " + std::to_string(line);
    text += ": ";
    if (assign.before != kNone) text += tensor_text(recording, assign.before, 4) + " → ";
    return text + tensor_text(recording, assign.after, 4);
}

void variables_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    const auto& variables = deck.now.state.variables;
    Rect rest = area.inset(kSide, 0);
    const TextStyle muted{FontRole::Text, type::kLabel, ui.colors().muted};
    if (variables.empty()) {
        ui.draw.text_fit({rest.x, rest.y, rest.w, 24}, recording.variables.empty() ? "This program has made no variable." : "No variable has been made yet.", muted);
        return;
    }
    // Columns as wide as their longest entry, within reason; the chart has the rest.
    const TextStyle value_face{FontRole::Code, type::kLabel, ui.colors().ink}, name_face{FontRole::CodeBold, type::kLabel, ui.theme.ink(Meaning::Variable)};
    float name_w = 48, now_w = 44;
    for (const VariableNow& now : variables) {
        name_w = std::max(name_w, ui.draw.text_width(recording.variable_label(now.variable), name_face) + 16);
        now_w = std::max(now_w, ui.draw.text_width(now_text(recording, now), value_face) + 16);
    }
    name_w = std::min(name_w, rest.w * 0.3f);
    now_w = std::min(now_w, rest.w * 0.42f);
    const Rect head = rest.cut_top(kHead);
    ui.draw.text_fit({head.x, head.y, name_w, head.h}, "name", muted);
    ui.draw.text_fit({head.x + name_w, head.y, now_w, head.h}, "now", muted);
    ui.draw.text_fit({head.x + name_w + now_w + 8, head.y, head.w - name_w - now_w - 8, head.h}, assigned_by(recording), muted);

    ui.semantic.open(node_id("deck.variables"), NodeRole::List, "Variables", area);
    const ScrollArea scroll = begin_scroll(ui, node_id("deck.variables.scroll"), {area.x, rest.y, area.w, area.bottom() - rest.y},
                                           static_cast<float>(variables.size()) * kRow, deck.variables_scroll);
    float y = rest.y - deck.variables_scroll;
    for (const VariableNow& now : variables) {
        const Rect row{rest.x, y, rest.w, kRow};
        y += kRow;
        const VariableRow& variable = recording.variables[now.variable];
        const std::string name(recording.variable_label(now.variable));
        const std::string value = now_text(recording, now);
        const Selection mine{Selection::Kind::Variable, now.variable};
        const NodeId id = node_id("deck.variable", now.variable);
        std::string words = name + (variable.trainable ? "" : ", not trainable") + ", now " + value;
        if (now.assign_count > 0) words += ", " + assign_sentence(recording, now.variable, now.assign_count);
        const Press p = press(ui, id, NodeRole::ListItem, words, {row.x - 8, row.y + 4, name_w + now_w + 8, kRow - 8}, state.selection == mine ? state::kSelected : 0);
        if (p.hovered || state.selection == mine) ui.draw.fill({row.x - 8, row.y + 4, name_w + now_w + 8, kRow - 8}, ui.colors().hover, space::kControlRadius);
        if (p.pressed) ui.send(AppCommand::SelectVariable, now.variable);
        const float middle = row.y + kRow / 2 - (variable.trainable ? 0.0f : 7.0f);
        ui.draw.text_fit({row.x, middle - 10, name_w - 6, 20}, name, name_face);
        if (!variable.trainable) ui.draw.text_fit({row.x, middle + 6, name_w + now_w, 18}, "not trainable", {FontRole::Text, 11, ui.colors().muted});
        ui.draw.text_fit({row.x + name_w, middle - 10, now_w - 8, 20}, value, value_face);
        if (Summary summary; now.value != kNone && recording.tensors[now.value].size > kMostShown && recording.summarize(now.value, summary))
            ui.draw.text_fit({row.x + name_w, middle + 6, now_w + 40, 18}, range_text(summary), {FontRole::Code, 11, ui.colors().muted});
        chart(ui, deck, recording, now.variable, {row.x + name_w + now_w, row.y + 2, row.w - name_w - now_w, kRow - 4});
        ui.draw.hline(row.x, row.right(), row.bottom() - 1, ui.colors().hairline);
    }
    end_scroll(ui, scroll);
    ui.semantic.close();
}

void names_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    const auto& names = deck.now.state.names;
    constexpr float kLine = 24;
    Rect rest = area.inset(kSide, 0);
    if (names.empty()) {
        ui.draw.text_fit({rest.x, rest.y, rest.w, 24}, "No name has been bound yet.", {FontRole::Text, type::kLabel, ui.colors().muted});
        return;
    }
    ui.semantic.open(node_id("deck.names"), NodeRole::List, "Names", area);
    const ScrollArea scroll = begin_scroll(ui, node_id("deck.names.scroll"), area, static_cast<float>(names.size()) * kLine, deck.names_scroll);
    float y = area.y - deck.names_scroll;
    for (const BoundName& bound : names) {
        const BindingRow& binding = recording.bindings[bound.binding];
        const std::string_view name = recording.text(recording.names[bound.name].text);
        std::string value(recording.text(binding.text));
        Meaning meaning = Meaning::Constant;
        if (binding.variable != kNone) {
            const VariableNow* now = deck.now.state.variable_now(binding.variable);
            value = "variable " + (now != nullptr && now->value != kNone ? tensor_text(recording, now->value) : std::string());
            meaning = Meaning::Variable;
        } else if (binding.tensor != kNone) {
            value = tensor_text(recording, binding.tensor);
            meaning = recording.tensors[binding.tensor].producer != kNone ? Meaning::Value : Meaning::Constant;
        } else if (binding.tape != kNone) {
            value = "tape " + std::to_string(binding.tape + 1);
        }
        const Rect row{rest.x, y, rest.w, kLine};
        y += kLine;
        const NodeId id = node_id("deck.name", bound.name);
        const Press p = press(ui, id, NodeRole::ListItem, std::string(name) + " = " + value, {row.x - 8, row.y, row.w + 16, row.h});
        if (p.hovered) ui.draw.fill({row.x - 8, row.y, row.w + 16, row.h}, ui.colors().hover, space::kControlRadius);
        if (p.pressed && binding.variable != kNone) ui.send(AppCommand::SelectVariable, binding.variable);
        if (p.pressed && binding.tensor != kNone) ui.send(AppCommand::SelectTensor, binding.tensor);
        const float name_w = std::min(130.0f, row.w * 0.36f);
        const bool fresh = binding.event + 1 == deck.step;
        ui.draw.text_fit({row.x, row.y, name_w - 8, row.h}, name, {FontRole::CodeBold, type::kLabel, ui.theme.ink(meaning)});
        ui.draw.text_fit({row.x + name_w, row.y, row.w - name_w, row.h}, value, {FontRole::Code, type::kLabel, fresh ? ui.colors().ink : ui.colors().muted});
    }
    end_scroll(ui, scroll);
    ui.semantic.close();
}

}  // namespace tapedeck
