#include "lessons/recording/state.h"

#include <algorithm>

namespace tapedeck {

namespace {

/// How many of `rows`, whose events ascend, lie at or before `event`.
template <class Rows, class EventOf> uint32_t count_until(const Rows& rows, uint32_t event, EventOf event_of) {
    size_t low = 0, high = rows.size();
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (event_of(rows[middle]) <= event) low = middle + 1;
        else high = middle;
    }
    return static_cast<uint32_t>(low);
}

TapeNow tape_now(const Recording& r, uint32_t tape, uint32_t event) {
    const TapeRow& t = r.tapes[tape];
    TapeNow now;
    now.tape = tape;
    now.records = count_until(t.records, event, [&](const TapeRecord& record) { return r.ops[record.op].event; });
    now.watches = count_until(t.watches, event, [&](uint32_t w) { return r.watches[w].event; });
    now.is_released = t.released != kNone && t.released <= event;
    // It records after an odd number of switches: opened, paused, resumed, …
    uint32_t switches = count_until(t.switches, event, [](uint32_t e) { return e; });
    now.is_recording = switches % 2 == 1 && !now.is_released;
    now.bytes_held = now.is_released || now.records == 0 ? 0 : t.records[now.records - 1].bytes_held;
    return now;
}

/// What has come back to each tensor of the call by `event`: results of backward steps, then the sum as it enters the op that made the tensor, then answers.
void collect_gradients(const Recording& r, uint32_t call, uint32_t event, std::vector<GradientNow>& out) {
    const GradientCallRow& c = r.gradient_calls[call];
    auto put = [&](uint32_t tensor, uint32_t gradient, uint32_t since, bool is_final) {
        if (tensor != kNone && gradient != kNone) out.push_back({tensor, gradient, since, is_final});
    };
    for (uint32_t s : c.steps) {
        const BackwardStepRow& step = r.backward_steps[s];
        if (step.began > event) break;
        auto outputs = r.outputs(step.op), upstream = r.upstream(s);
        for (size_t i = 0; i < std::min(outputs.size(), upstream.size()); ++i) put(outputs[i], upstream[i], step.began, true);
        if (step.ended == kNone || step.ended > event) continue;
        auto inputs = r.inputs(step.op), results = r.results(s);
        for (size_t i = 0; i < std::min(inputs.size(), results.size()); ++i) put(inputs[i], results[i], step.ended, false);
    }
    for (uint32_t g : c.results) {
        const GradientResultRow& result = r.gradient_results[g];
        if (result.event > event) break;
        put(result.source, result.gradient, result.event, true);
    }
    // The latest of each tensor counts.
    std::stable_sort(out.begin(), out.end(), [](const GradientNow& a, const GradientNow& b) { return a.tensor != b.tensor ? a.tensor < b.tensor : a.event < b.event; });
    size_t kept = 0;
    for (size_t i = 0; i < out.size(); ++i)
        if (i + 1 == out.size() || out[i + 1].tensor != out[i].tensor) out[kept++] = out[i];
    out.resize(kept);
}

}  // namespace

State state_at(const Recording& r, uint32_t step) {
    State s;
    s.step = std::min(step, r.size());
    if (s.step == 0) return s;
    const uint32_t event = s.event = s.step - 1;
    const EventRow& now = r.events[event];

    s.line = now.line;
    s.column_begin = now.column_begin, s.column_end = now.column_end;
    s.scope = now.type == EventType::scope_left ? r.scopes[now.index].parent : now.scope;
    s.training_step = r.training_step_at(event);
    s.tape = now.tape;
    s.has_ended = now.type == EventType::ended;

    switch (now.type) {
        case EventType::op_applied:
        case EventType::variable_read:
            s.op = now.index;
            s.backward_step = r.ops[s.op].in_backward_step;
            break;
        case EventType::backward_step_began:
        case EventType::backward_step_ended:
            s.backward_step = now.index;
            s.op = r.backward_steps[now.index].op;
            break;
        case EventType::name_bound:
            if (r.bindings[now.index].tensor != kNone) s.op = r.tensors[r.bindings[now.index].tensor].producer;
            break;
        default: break;
    }

    for (uint32_t n = 0; n < r.names.size(); ++n) {
        const auto& bindings = r.names[n].bindings;
        if (r.bindings[bindings.front()].event > event) break;   // names are in the order of their first binding
        uint32_t count = count_until(bindings, event, [&](uint32_t b) { return r.bindings[b].event; });
        s.names.push_back({n, bindings[count - 1]});
    }
    for (uint32_t v = 0; v < r.variables.size(); ++v) {
        const VariableRow& row = r.variables[v];
        if (row.made > event) break;
        if (row.deleted != kNone && row.deleted <= event) continue;
        VariableNow variable;
        variable.variable = v;
        variable.assign_count = count_until(row.assigns, event, [&](uint32_t a) { return r.assigns[a].event; });
        variable.assign = variable.assign_count ? row.assigns[variable.assign_count - 1] : kNone;
        variable.value = variable.assign != kNone ? r.assigns[variable.assign].after : row.initial;
        s.variables.push_back(variable);
    }
    for (uint32_t t = 0; t < r.tapes.size(); ++t) {
        const TapeRow& row = r.tapes[t];
        if (row.opened > event) break;
        if (t == s.tape || row.released == kNone || row.released > event) s.tapes.push_back(tape_now(r, t, event));
    }
    if (s.tape != kNone) {
        const auto& calls = r.tapes[s.tape].gradient_calls;
        uint32_t count = count_until(calls, event, [&](uint32_t c) { return r.gradient_calls[c].event; });
        if (count > 0) {
            s.gradient_call = calls[count - 1];
            collect_gradients(r, s.gradient_call, event, s.gradients);
        }
    }
    s.prints = count_until(r.prints, event, [](const PrintRow& p) { return p.event; });
    s.console_length = s.prints ? r.prints[s.prints - 1].end : 0;
    uint32_t errors = count_until(r.errors, event, [](const ErrorRow& e) { return e.event; });
    s.error = errors ? errors - 1 : kNone;
    return s;
}

const GradientNow* State::gradient_of(uint32_t tensor) const {
    auto found = std::lower_bound(gradients.begin(), gradients.end(), tensor, [](const GradientNow& g, uint32_t t) { return g.tensor < t; });
    return found != gradients.end() && found->tensor == tensor ? &*found : nullptr;
}

const TapeNow* State::tape_now(uint32_t tape) const {
    for (const TapeNow& t : tapes)
        if (t.tape == tape) return &t;
    return nullptr;
}

const VariableNow* State::variable_now(uint32_t variable) const {
    for (const VariableNow& v : variables)
        if (v.variable == variable) return &v;
    return nullptr;
}

}  // namespace tapedeck
