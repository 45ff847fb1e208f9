#include "ui/deck/functions_view.h"

#include <algorithm>

#include "lessons/recording/number_text.h"
#include "ui/widgets.h"

namespace tapedeck {

namespace {

constexpr float kSide = 20, kHead = 26, kLine = 20, kPad = 6, kBetween = 10, kNumber = 22;

std::string time_text(uint64_t us) {
    if (us < 1000) return std::to_string(us) + " µs";
    return std::to_string(us / 1000) + (us < 100000 ? "." + std::to_string(us / 100 % 10) : "") + " ms";
}

std::string times_text(uint32_t count) { return count == 0 ? "not called yet" : count == 1 ? "called once" : "called " + count_text(count) + " times"; }

/// "8 nodes, 5 when optimised".
std::string size_text(const FunctionTraceRow& trace) {
    std::string text = count_text(trace.nodes) + (trace.nodes == 1 ? " node" : " nodes");
    if (trace.nodes_optimized > 0 && trace.nodes_optimized != trace.nodes) text += ", " + count_text(trace.nodes_optimized) + " when optimised";
    return text;
}

/// "traced in 1.2 ms, optimised in 300 µs"; "" where nobody measured.
std::string times_taken(const FunctionTraceRow& trace) {
    std::string text;
    if (trace.trace_us > 0) text = "traced in " + time_text(trace.trace_us);
    if (trace.optimize_us > 0) text += (text.empty() ? "optimised in " : ", optimised in ") + time_text(trace.optimize_us);
    return text;
}

std::string pass_text(const Recording& recording, const GraphPassRow& pass) {
    return std::string(recording.text(pass.pass)) + (pass.nodes_before != pass.nodes_after ? ": " + std::to_string(pass.nodes_before) + " → " + std::to_string(pass.nodes_after) + " nodes" : "");
}

std::string signature_text(const Recording& recording, const FunctionTraceRow& trace) {
    return recording.text(trace.signature).empty() ? "no arguments" : std::string(recording.text(trace.signature));
}

}  // namespace

std::vector<std::vector<uint32_t>> traces_by_function(const Recording& recording) {
    std::vector<std::vector<uint32_t>> functions;
    for (uint32_t t = 0; t < recording.function_traces.size(); ++t) {
        const FunctionTraceRow& trace = recording.function_traces[t];
        const auto same = std::find_if(functions.begin(), functions.end(), [&](const std::vector<uint32_t>& traces) {
            const FunctionTraceRow& first = recording.function_traces[traces[0]];
            return first.function == trace.function && first.object == trace.object;
        });
        if (same == functions.end()) functions.push_back({t});
        else same->push_back(t);
    }
    return functions;
}

uint32_t trace_at(const Recording& recording, uint32_t step) {
    uint32_t latest = kNone, event = 0;
    for (uint32_t t = 0; t < recording.function_traces.size() && recording.function_traces[t].event < step; ++t) {
        const FunctionTraceRow& trace = recording.function_traces[t];
        const uint32_t calls = calls_until(recording, t, step);
        const uint32_t last = calls > 0 ? recording.function_calls[trace.calls[calls - 1]].event : trace.event;
        if (latest == kNone || last >= event) latest = t, event = last;
    }
    return latest;
}

uint32_t calls_until(const Recording& recording, uint32_t trace, uint32_t step) {
    const auto& calls = recording.function_traces[trace].calls;
    return static_cast<uint32_t>(std::partition_point(calls.begin(), calls.end(), [&](uint32_t call) { return recording.function_calls[call].event < step; }) - calls.begin());
}

std::string trace_facts(const FunctionTraceRow& trace) {
    const std::string times = times_taken(trace);
    return size_text(trace) + (times.empty() ? "" : ", " + times);
}

std::string trace_sentence(const Recording& recording, uint32_t number, uint32_t step) {
    const FunctionTraceRow& trace = recording.function_traces[number];
    std::string text = std::string(recording.text(trace.function)) + ", graph " + std::to_string(trace.number) + ", for " + signature_text(recording, trace);
    if (trace.event >= step) return text + ", not traced yet";
    if (const std::string_view why = recording.text(trace.why); !why.empty()) text += ", traced again because " + std::string(why);
    text += ", " + times_text(calls_until(recording, number, step)) + ", " + trace_facts(trace);
    for (const uint32_t pass : trace.passes) text += ", " + pass_text(recording, recording.graph_passes[pass]);
    return text;
}

void functions_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area) {
    const Recording& recording = *state.recording;
    const TextStyle muted{FontRole::Text, type::kLabel, ui.colors().muted};
    const uint32_t step = deck.step, present = trace_at(recording, step);
    ui.semantic.open(node_id("deck.functions"), NodeRole::List, "Functions", area);
    const ScrollArea scroll = begin_scroll(ui, node_id("deck.functions.scroll"), area, deck.functions_height, deck.functions_scroll);
    const float x = area.x + kSide, w = area.w - 2 * kSide, top = area.y - deck.functions_scroll;
    float y = top;
    for (const std::vector<uint32_t>& traces : traces_by_function(recording)) {
        // Its name, and over all of its graphs how often it ran.
        uint32_t calls = 0, made = 0;
        for (const uint32_t t : traces) {
            calls += calls_until(recording, t, step);
            made += recording.function_traces[t].event < step;
        }
        const std::string_view name = recording.text(recording.function_traces[traces[0]].function);
        const std::string sum = made == 0 ? "not traced yet" : (made == 1 ? "1 graph, " : std::to_string(made) + " graphs, ") + times_text(calls);
        const TextStyle name_face{FontRole::CodeBold, type::kCode, ui.theme.ink(Meaning::Value)};
        const Rect head{x, y, w, kHead};
        const float sum_width = ui.draw.text_width(sum, muted);
        ui.draw.text_fit({x, y, w - sum_width - 8, kHead}, name, name_face);
        ui.draw.text_in(head, sum, muted, Align::Right);
        ui.semantic.add(node_id("deck.function", traces[0]), NodeRole::ListItem, std::string(name) + ", " + sum, head);
        y += kHead;
        for (const uint32_t t : traces) {
            const FunctionTraceRow& trace = recording.function_traces[t];
            const bool past = trace.event < step, chosen = t == present;
            const std::string why = trace.number > 1 && !recording.text(trace.why).empty() ? "because " + std::string(recording.text(trace.why)) : std::string();
            const std::string times = chosen ? times_taken(trace) : std::string();
            const float lines = 2 + (why.empty() ? 0.0f : 1.0f) + (times.empty() ? 0.0f : 1.0f) + (chosen ? static_cast<float>(trace.passes.size()) : 0.0f);
            const Rect row{x - 8, y, w + 16, lines * kLine + 2 * kPad};
            const Press p = press(ui, node_id("deck.trace", t), NodeRole::ListItem, trace_sentence(recording, t, step), row, chosen ? state::kSelected : 0);
            if (chosen && deck.function_shown != t) {
                // The list follows the tape.
                deck.function_shown = t;
                const float above = row.y - kHead - area.y;   // with the function's name where there is room
                deck.functions_scroll += std::min(std::max(row.bottom() - area.bottom(), 0.0f), above);
                ui.animate();
            }
            if (chosen || p.hovered) ui.draw.fill(row, ui.colors().hover, space::kControlRadius);
            if (p.pressed) ui.send(PlayerCommand::Jump, trace.event + 1.0);
            const float alpha = past ? 1.0f : 0.5f;
            float line = y + kPad;
            const auto text = [&](std::string_view words, FontRole face, ImU32 color, float indent = kNumber) {
                ui.draw.text_fit({x + indent, line, w - indent, kLine}, words, {face, type::kLabel, with_alpha(color, alpha)});
                line += kLine;
            };
            ui.draw.text_in({x, line, kNumber, kLine}, std::to_string(trace.number), {FontRole::CodeBold, type::kLabel, with_alpha(ui.theme.ink(Meaning::Value), alpha)});
            text(signature_text(recording, trace), FontRole::Code, ui.colors().ink);
            if (!why.empty()) text(why, FontRole::Text, ui.colors().ink);
            text((past ? times_text(calls_until(recording, t, step)) : "not traced yet") + " · " + size_text(trace), FontRole::Text, ui.colors().muted);
            if (!times.empty()) text(times, FontRole::Text, ui.colors().muted);
            if (chosen)
                for (const uint32_t pass : trace.passes) text(pass_text(recording, recording.graph_passes[pass]), FontRole::Text, ui.colors().muted, kNumber + 12);
            y = row.bottom() + 2;
        }
        y += kBetween;
    }
    deck.functions_height = y - top;
    end_scroll(ui, scroll);
    ui.semantic.close();
}

}  // namespace tapedeck
