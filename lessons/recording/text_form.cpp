#include "lessons/recording/text_form.h"

#include <cstdio>

#include "lessons/recording/narrate.h"
#include "lessons/recording/number_text.h"

namespace tapedeck {

namespace {

std::string name_of(const Recording& r, uint32_t tensor) {
    if (tensor == kNone) return "none";
    std::string_view label = r.label(tensor);
    std::string number = "t" + std::to_string(tensor);
    return label.empty() ? number : std::string(label) + ":" + number;
}

std::string value_of(const Recording& r, uint32_t tensor) {
    if (tensor == kNone) return "none";
    const TensorRow& t = r.tensors[tensor];
    std::string out;
    if (t.kept == ValueKept::full && t.size <= 8) {
        out = tensor_text(r, tensor, 8) + " ";
        out += t.rank == 0 ? std::string() : shape_text(r.shape(tensor)) + " ";
        return out + value_type_name(t.type);
    }
    return tensor_text(r, tensor, 8) + (t.kept == ValueKept::none ? "" : t.kept == ValueKept::summary ? " (summary)" : "");
}

std::string names_of(const Recording& r, std::span<const uint32_t> tensors) {
    std::string out;
    for (size_t i = 0; i < tensors.size(); ++i) out += (i ? ", " : "") + name_of(r, tensors[i]);
    return out;
}

std::string escaped(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (c == '\n') out += "\\n";
        else out += c;
    }
    return out;
}

std::string op_text(const Recording& r, uint32_t op) {
    const OpRow& row = r.ops[op];
    std::string out = "#" + std::to_string(op) + " " + std::string(r.op_name(op)) + "(" + names_of(r, r.inputs(op));
    if (std::string_view attrs = r.text(row.attrs); !attrs.empty()) out += (row.inputs ? "; " : "") + std::string(attrs);
    out += ")";
    for (uint32_t t : r.outputs(op)) out += " -> " + name_of(r, t) + " = " + value_of(r, t);
    for (uint32_t t : r.tapes_of(op)) out += ", on tape " + std::to_string(t);
    if (row.in_backward_step != kNone) out += ", in backward step of #" + std::to_string(r.backward_steps[row.in_backward_step].op);
    else if (row.in_gradient_call != kNone) out += ", in gradient " + std::to_string(row.in_gradient_call);
    return out;
}

}  // namespace

std::string event_text(const Recording& r, uint32_t event) {
    const EventRow& e = r.events[event];
    std::string out = std::string(event_type_name(e.type)) + " ";
    auto number = [](uint64_t n) { return std::to_string(n); };
    switch (e.type) {
        case EventType::tensor_made: {
            const uint32_t from = r.tensors[e.index].came_from;
            return out + name_of(r, e.index) + " = " + value_of(r, e.index) + (from == kNone ? "" : ", through NumPy from " + name_of(r, from));
        }
        case EventType::op_applied:
        case EventType::variable_read: return out + op_text(r, e.index);
        case EventType::tape_opened: return out + "tape " + number(e.index) + (r.tapes[e.index].persistent ? ", persistent" : "") + (r.tapes[e.index].watches_variables ? "" : ", watches no variables");
        case EventType::tape_watched: return out + name_of(r, r.watches[e.index].tensor) + ", on tape " + number(r.watches[e.index].tape) + (r.watches[e.index].automatic ? ", automatically" : "");
        case EventType::tape_paused:
        case EventType::tape_resumed: return out + "tape " + number(e.index);
        case EventType::tape_released: return out + "tape " + number(e.index) + ", " + bytes_text(r.tapes[e.index].bytes_released);
        case EventType::gradient_asked: return out + "of " + names_of(r, r.targets(e.index)) + " for " + names_of(r, r.sources(e.index)) + ", on tape " + number(r.gradient_calls[e.index].tape);
        case EventType::backward_step_began:
        case EventType::backward_step_ended: {
            const BackwardStepRow& b = r.backward_steps[e.index];
            out += number(b.number) + " over #" + number(b.op) + " " + std::string(r.op_name(b.op));
            for (uint32_t t : e.type == EventType::backward_step_began ? r.upstream(e.index) : r.results(e.index))
                out += std::string(e.type == EventType::backward_step_began ? " <- " : " -> ") + (t == kNone ? "none" : name_of(r, t) + " = " + value_of(r, t));
            return out;
        }
        case EventType::gradient_given: {
            const GradientResultRow& g = r.gradient_results[e.index];
            out += "for " + name_of(r, g.source) + ": " + (g.gradient == kNone ? "none" : name_of(r, g.gradient) + " = " + value_of(r, g.gradient));
            if (g.why != WhyNoGradient::given) out += std::string(", ") + why_no_gradient_name(g.why);
            if (g.broken_at != kNone) out += " at #" + number(g.broken_at) + " " + std::string(r.op_name(g.broken_at));
            return out;
        }
        case EventType::variable_made: {
            const VariableRow& v = r.variables[e.index];
            return out + std::string(r.text(v.name)) + " = " + value_of(r, v.initial) + (v.trainable ? "" : ", not trainable");
        }
        case EventType::variable_assigned: {
            const AssignRow& a = r.assigns[e.index];
            return out + std::string(r.variable_label(a.variable)) + ": " + value_of(r, a.before) + " -> " + value_of(r, a.after) + ", by " + std::string(r.text(a.how)) + (a.given ? " of " + names_of(r, r.given(e.index)) : "");
        }
        case EventType::variable_deleted: return out + std::string(r.variable_label(e.index));
        case EventType::name_bound: {
            const BindingRow& b = r.bindings[e.index];
            out += std::string(r.text(r.names[b.name_slot].text)) + " = ";
            if (b.tensor != kNone) return out + "t" + number(b.tensor);
            if (b.variable != kNone) return out + "variable " + number(b.variable);
            if (b.tape != kNone) return out + "tape " + number(b.tape);
            return out + escaped(r.text(b.text));
        }
        case EventType::printed: {
            const PrintRow& p = r.prints[e.index];
            return out + (p.stream == 2 ? "(stderr) " : "") + escaped(r.console().substr(p.begin, p.end - p.begin));
        }
        case EventType::error: {
            const ErrorRow& x = r.errors[e.index];
            out += std::string(r.text(x.type)) + ": " + escaped(r.text(x.message));
            if (x.line) out += ", at line " + number(x.line);
            if (std::string_view hint = r.text(x.hint); !hint.empty()) out += ", hint: " + escaped(hint);
            return out;
        }
        case EventType::scope_entered:
        case EventType::scope_left: return out + std::string(r.text(r.scopes[e.index].kind)) + " " + std::string(r.text(r.scopes[e.index].name));
        case EventType::function_traced: {
            const FunctionTraceRow& f = r.function_traces[e.index];
            out += std::string(r.text(f.function)) + "(" + std::string(r.text(f.signature)) + "), trace " + number(f.number) + ", " + number(f.nodes) + " nodes";
            return out + (r.text(f.why).empty() ? "" : ", because " + std::string(r.text(f.why)));
        }
        case EventType::function_called: {
            const FunctionCallRow& c = r.function_calls[e.index];
            return out + std::string(r.text(r.function_traces[c.trace].function)) + "(" + names_of(r, r.ids(c.first_input, c.inputs)) + ") -> " + names_of(r, r.ids(c.first_output, c.outputs));
        }
        case EventType::graph_optimized: {
            const GraphPassRow& g = r.graph_passes[e.index];
            return out + std::string(r.text(g.pass)) + ": " + number(g.nodes_before) + " -> " + number(g.nodes_after) + " nodes" + (r.text(g.changes).empty() ? "" : ", " + escaped(r.text(g.changes)));
        }
        case EventType::gradient_failed: return out + "of " + names_of(r, r.targets(e.index)) + ", on tape " + number(r.gradient_calls[e.index].tape);
        case EventType::ended:
            out += end_status_name(r.end().status);
            if (r.end().budget != EndBudget::none) out += std::string(", ") + end_budget_name(r.end().budget) + " budget";
            return out;
        case EventType::recording_full:
        case EventType::unknown: break;
    }
    out.pop_back();
    return out;
}

std::string text_form(const Recording& r, const TextFormOptions& options) {
    std::string out;
    if (options.header) {
        out += "recording of a program of " + std::to_string(r.source().size()) + " bytes, seed " + std::to_string(r.seed()) + ", engine " + std::string(r.engine_version()) + "\n";
        out += std::to_string(r.size()) + " events, " + std::to_string(r.ops.size()) + " ops of " + std::to_string(r.op_defs.size()) + " kinds, " + std::to_string(r.tensors.size()) + " tensors, " +
               std::to_string(r.tapes.size()) + " tapes, " + std::to_string(r.training_steps.size()) + " training steps\n";
    }
    char text[32];
    size_t left = 0;
    for (uint32_t event = 0; event < r.size(); ++event) {
        for (; left < r.lefts.size() && r.lefts[left].event <= event; ++left) {
            const LeftRow& l = r.lefts[left];
            std::snprintf(text, sizeof text, "     -  %4u  ", l.line);
            out += text + ("left " + name_of(r, l.tensor) + " = " + value_of(r, l.tensor) + ", by ") + std::string(r.text(l.how)) + "\n";
        }
        std::snprintf(text, sizeof text, "%6u  ", event + 1);
        out += text;
        if (r.events[event].line) std::snprintf(text, sizeof text, "%4u  ", r.events[event].line);
        else std::snprintf(text, sizeof text, "   -  ");
        out += text;
        out += event_text(r, event) + "\n";
        if (options.sentences) out += "              " + plain_text(narrate(r, event + 1)) + "\n";
    }
    if (!r.problem().empty()) out += r.problem() + "\n";
    return out;
}

}  // namespace tapedeck
