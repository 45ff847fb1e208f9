#include "lessons/recording/narrate.h"

#include <algorithm>
#include <cstring>

#include "lessons/recording/explain.h"
#include "lessons/recording/number_text.h"
#include "lessons/recording/state.h"

namespace tapedeck {

namespace {

/// How an op passes a gradient back, in words: $0 and $1 are its inputs, $y its result. Ops that are not here are told by their record's gradient text.
struct BackwardWords {
    const char* op;
    int input;            ///< which result it is about; -1: all
    const char* words;
};
constexpr BackwardWords kBackwardWords[] = {
    {"square", -1, "2 · $0 times what came in"},
    {"add", -1, "what came in"},
    {"add_n", -1, "what came in"},
    {"subtract", 0, "what came in"},
    {"subtract", 1, "minus what came in"},
    {"multiply", 0, "$1 times what came in"},
    {"multiply", 1, "$0 times what came in"},
    {"divide", 0, "what came in divided by $1"},
    {"divide", 1, "−$0 / $1² times what came in"},
    {"matmul", 0, "what came in times $1 turned on its side"},
    {"matmul", 1, "$0 turned on its side times what came in"},
    {"reduce_mean", -1, "an equal share of what came in"},
    {"reduce_sum", -1, "what came in, to every element"},
    {"reduce_max", -1, "what came in, to where the maximum was"},
    {"reduce_min", -1, "what came in, to where the minimum was"},
    {"negative", -1, "minus what came in"},
    {"exp", -1, "its own result times what came in"},
    {"log", -1, "what came in divided by $0"},
    {"log1p", -1, "what came in divided by 1 + $0"},
    {"sqrt", -1, "what came in divided by twice its result"},
    {"abs", -1, "the sign of $0 times what came in"},
    {"tanh", -1, "(1 − result²) times what came in"},
    {"sigmoid", -1, "result · (1 − result) times what came in"},
    {"relu", -1, "what came in where $0 was above 0, else 0"},
    {"maximum", -1, "what came in where this side was the larger one"},
    {"minimum", -1, "what came in where this side was the smaller one"},
    {"clip_by_value", 0, "what came in where $0 was within the limits, else 0"},
    {"where", -1, "what came in where this side was taken, else 0"},
    {"reshape", -1, "what came in, in the shape from before"},
    {"transpose", -1, "what came in, its axes put back"},
    {"expand_dims", -1, "what came in, in the shape from before"},
    {"squeeze", -1, "what came in, in the shape from before"},
    {"cast", -1, "what came in, in the type from before"},
    {"identity", -1, "what came in"},
    {"concat", -1, "its part of what came in"},
    {"gather", -1, "what came in, to the places that were taken"},
    {"strided_slice", -1, "what came in, to the places that were taken"},
    {"tensor_scatter_nd_update", 0, "what came in, but 0 at the places that were overwritten"},
    {"tensor_scatter_nd_update", 1, "what came in at the places that it overwrote"},
    {"broadcast_to", -1, "what came in, summed over what was repeated"},
    {"pow", 0, "$1 · $0 to the power of ($1 − 1) times what came in"},
};

/// Ops that people write as a sign between two things.
const char* infix_sign(std::string_view op) {
    struct Sign { const char* op; const char* sign; };
    static constexpr Sign kSigns[] = {{"add", " + "}, {"subtract", " − "}, {"multiply", " · "}, {"divide", " / "}, {"less", " < "}, {"greater", " > "},
                                      {"less_equal", " ≤ "}, {"greater_equal", " ≥ "}, {"equal", " = "}, {"not_equal", " ≠ "}};
    for (const Sign& s : kSigns)
        if (op == s.op) return s.sign;
    return nullptr;
}

class Narrator {
public:
    Narrator(const Recording& recording, uint32_t event) : r_(recording), event_(event) {}
    Narration tell();

private:
    Narrator& say(std::string_view words, Role role = Role::plain, uint32_t tensor = kNone, uint32_t op = kNone) {
        if (words.empty()) return *this;
        if (!out_.empty() && out_.back().role == role && out_.back().tensor == tensor && out_.back().op == op) out_.back().text += words;
        else out_.push_back({std::string(words), role, tensor, op});
        return *this;
    }
    /// The value of a tensor.
    Narrator& value(uint32_t tensor, Role role) { return say(tensor_text(r_, tensor), role, tensor); }
    Narrator& value(uint32_t tensor) { return value(tensor, role_of(tensor)); }
    Narrator& op(uint32_t op, Role role) { return say(r_.op_name(op), role, kNone, op); }
    /// What a learner calls it: its name, the expression that made it, or its value.
    Narrator& thing(uint32_t tensor) { return say(expression(tensor, 2), role_of(tensor), tensor); }

    Role role_of(uint32_t tensor) const {
        const TensorRow& t = r_.tensors[tensor];
        if (t.variable != kNone) return Role::variable;
        if (t.producer == kNone) return Role::constant;
        return r_.ops[t.producer].in_gradient_call != kNone ? Role::gradient : Role::value;
    }
    std::string expression(uint32_t tensor, int depth) const { return expression_text(r_, tensor, depth); }
    std::string list_of(std::span<const uint32_t> tensors) const;
    void tape_name(uint32_t tape);

    void op_applied(uint32_t op);
    void op_in_backward(uint32_t op);
    void gradient_asked(uint32_t call);
    void backward_began(uint32_t step);
    void backward_ended(uint32_t step);
    void gradient_given(uint32_t result);
    void variable_assigned(uint32_t assign);
    void name_bound(uint32_t binding);
    void trace_began(const ScopeRow& scope);
    void error(uint32_t error);
    void ended();
    void backward_rule(uint32_t op, size_t input);
    void goes_on_to(uint32_t tensor);

    const Recording& r_;
    uint32_t event_;
    Narration out_;
};

std::string shortened(std::string_view text, size_t limit) {
    size_t line_end = std::min(text.find('\n'), text.size());
    bool cut = line_end < text.size() && text.find_first_not_of("\n ", line_end) != std::string_view::npos;
    text = text.substr(0, line_end);
    if (text.size() > limit) {
        size_t at = limit;
        while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;   // not inside a character
        text = text.substr(0, at);
        cut = true;
    }
    return std::string(text) + (cut ? " …" : "");
}

std::string Narrator::list_of(std::span<const uint32_t> tensors) const {
    std::string out;
    for (size_t i = 0; i < tensors.size(); ++i) {
        if (i == 4 && tensors.size() > 5) return out + " and " + std::to_string(tensors.size() - 4) + " more";
        if (i) out += i + 1 == tensors.size() ? " and " : ", ";
        out += expression(tensors[i], 1);
    }
    return out;
}

void Narrator::tape_name(uint32_t tape) {
    // Only where there could be a doubt which one.
    uint32_t open = 0;
    for (uint32_t t = 0; t <= tape; ++t) open += r_.tapes[t].opened <= event_ && (r_.tapes[t].released == kNone || r_.tapes[t].released >= event_);
    std::string_view name = r_.tapes[tape].name == kNone ? std::string_view() : r_.text(r_.tapes[tape].name);
    if (open > 1 && !name.empty() && name != "tape") say("The tape ").say(name, Role::code);
    else say("The tape");
}

void Narrator::op_applied(uint32_t number) {
    const OpRow& row = r_.ops[number];
    if (row.in_gradient_call != kNone) return op_in_backward(number);
    auto inputs = r_.inputs(number), outputs = r_.outputs(number);
    const char* sign = infix_sign(r_.op_name(number));
    if (sign && inputs.size() == 2 && inputs[0] != kNone && inputs[1] != kNone) {
        thing(inputs[0]).say(sign, Role::value, kNone, number).thing(inputs[1]);
    } else {
        op(number, Role::value);
        for (size_t i = 0; i < inputs.size() && i < 4; ++i)
            if (inputs[i] != kNone) say(i == 0 ? " of " : i + 1 == inputs.size() ? " and " : ", ").thing(inputs[i]);
    }
    if (outputs.empty()) {
        say(" is done");
    } else {
        say(" gives ").value(outputs[0], Role::value);
        if (outputs.size() > 1) say(" and " + std::to_string(outputs.size() - 1) + " more");
    }
    say(row.tapes > 0 ? "; the tape records it." : ".");
}

void Narrator::op_in_backward(uint32_t number) {
    const OpRow& row = r_.ops[number];
    auto inputs = r_.inputs(number), outputs = r_.outputs(number);
    if (row.in_backward_step == kNone) {
        std::string_view name = r_.op_name(number);
        if (name == "add" || name == "add_n" || name == "accumulate_n") say("Gradients from several places meet and are added");
        else op(number, Role::gradient).say(" prepares the backward pass");
    } else {
        say("Inside the gradient of ").op(r_.backward_steps[row.in_backward_step].op, Role::value).say(", ");
        const char* sign = infix_sign(r_.op_name(number));
        if (sign && inputs.size() == 2 && inputs[0] != kNone && inputs[1] != kNone) {
            thing(inputs[0]).say(sign, Role::gradient, kNone, number).thing(inputs[1]);
        } else {
            op(number, Role::gradient);
        }
        if (!outputs.empty()) say(" gives ").value(outputs[0], Role::gradient);
        say(".");
        return;
    }
    if (!outputs.empty()) say(": ").value(outputs[0], Role::gradient);
    say(".");
}

void Narrator::gradient_asked(uint32_t call) {
    const GradientCallRow& c = r_.gradient_calls[call];
    auto targets = r_.targets(call), sources = r_.sources(call);
    TapeRow const& tape = r_.tapes[c.tape];
    size_t held = 0;
    while (held < tape.records.size() && r_.ops[tape.records[held].op].event < event_) ++held;
    say("How does ").say(list_of(targets), Role::value, targets.empty() ? kNone : targets[0]).say(" change with ");
    say(list_of(sources), sources.empty() ? Role::plain : role_of(sources[0]), sources.empty() ? kNone : sources[0]).say("? ");
    tape_name(c.tape);
    if (tape.released != kNone && tape.released < event_) {
        say(" is used up", Role::wrong).say(": it gave its one gradient" + (r_.events[tape.released].line ? " on line " + std::to_string(r_.events[tape.released].line) : std::string()) + ".");
        return;
    }
    say(held == 0   ? " has recorded nothing that could answer."
        : held == 1 ? " walks back over the one op that it recorded."
                    : " walks back over the " + std::to_string(held) + " ops that it recorded.");
}

void Narrator::backward_began(uint32_t step) {
    const BackwardStepRow& s = r_.backward_steps[step];
    auto upstream = r_.upstream(step);
    say("Back to ");
    if (uint32_t v = r_.ops[s.op].variable; v != kNone) say("the reading of ").say(r_.variable_label(v), Role::variable, r_.variables[v].handle);
    else op(s.op, Role::value);
    uint32_t came = kNone;
    for (uint32_t u : upstream)
        if (u != kNone && came == kNone) came = u;
    if (came == kNone) {
        say(": nothing comes in.");
        return;
    }
    say(": ").value(came, Role::gradient).say(" comes in");
    std::string_view rule = r_.text(r_.op_defs[r_.ops[s.op].def].gradient_text);
    if (!rule.empty() && rule.size() < 60 && r_.ops[s.op].variable == kNone) say("; its rule is ").say(rule, Role::gradient);
    say(".");
}

/// "2 · (predictions − y) times what came in", with the learner's names for the op's inputs.
void Narrator::backward_rule(uint32_t op, size_t input) {
    std::string_view name = r_.op_name(op);
    const char* words = nullptr;
    for (const BackwardWords& w : kBackwardWords)
        if (name == w.op && (w.input == -1 || w.input == static_cast<int>(input))) words = w.words;
    if (!words) {
        std::string_view rule = r_.text(r_.op_defs[r_.ops[op].def].gradient_text);
        if (rule.empty()) say("a gradient");
        else say("by its rule ").say(shortened(rule, 60), Role::gradient);
        return;
    }
    auto inputs = r_.inputs(op);
    std::string plain;
    for (const char* c = words; *c; ++c) {
        if (*c != '$') {
            plain += *c;
            continue;
        }
        size_t i = static_cast<size_t>(*++c - '0');
        say(plain);
        plain.clear();
        if (i < inputs.size() && inputs[i] != kNone) thing(inputs[i]);
        else say("its input");
    }
    say(plain);
}

void Narrator::goes_on_to(uint32_t tensor) {
    const TensorRow& t = r_.tensors[tensor];
    if (t.variable != kNone) {
        say(r_.variable_label(t.variable), Role::variable, tensor);
    } else if (t.producer != kNone) {
        op(t.producer, Role::value);
    } else {
        thing(tensor);
    }
}

void Narrator::backward_ended(uint32_t step) {
    const BackwardStepRow& s = r_.backward_steps[step];
    auto inputs = r_.inputs(s.op), results = r_.results(step);
    std::vector<size_t> given;
    for (size_t i = 0; i < std::min(inputs.size(), results.size()); ++i)
        if (results[i] != kNone && inputs[i] != kNone) given.push_back(i);
    if (given.empty()) {
        op(s.op, Role::gradient).say(" passes nothing back: it has no gradient to give.");
        return;
    }
    if (uint32_t v = r_.ops[s.op].variable; v != kNone) {   // a read: the end of the way
        value(results[given[0]], Role::gradient).say(" arrives at the variable ").say(r_.variable_label(v), Role::variable, inputs[given[0]]).say(".");
        return;
    }
    op(s.op, Role::gradient).say(" passes back ");
    if (given.size() == 1) {
        backward_rule(s.op, given[0]);
        say(": ").value(results[given[0]], Role::gradient).say(" goes on to ");
        goes_on_to(inputs[given[0]]);
    } else {
        bool same = r_.op_name(s.op) == "add" || r_.op_name(s.op) == "add_n";
        if (same) say("what came in to both sides: ");
        for (size_t n = 0; n < given.size() && n < 3; ++n) {
            if (n) say(n + 1 == given.size() ? ", and " : ", ");
            value(results[given[n]], Role::gradient).say(" to ");
            goes_on_to(inputs[given[n]]);
        }
        if (given.size() > 3) say(" and so on");
    }
    say(".");
}

void Narrator::gradient_given(uint32_t number) {
    const GradientResultRow& g = r_.gradient_results[number];
    auto targets = r_.targets(g.call);
    std::string target = list_of(targets);
    if (g.gradient != kNone && g.why == WhyNoGradient::given) {
        say("The gradient of ").say(target, Role::value, targets.empty() ? kNone : targets[0]).say(" for ").thing(g.source).say(" is ").value(g.gradient, Role::gradient);
        const TensorRow& t = r_.tensors[g.gradient];
        if (t.size == 1 && t.kept == ValueKept::full && targets.size() == 1) {
            double slope = r_.element(g.gradient, 0);
            if (slope > 0 || slope < 0) say(": as ").thing(g.source).say(" grows, ").say(target, Role::value).say(slope > 0 ? " grows." : " falls.");
            else if (slope == 0) say(": a small change of ").thing(g.source).say(" does not change it.");
            else say(", not a number: something went wrong on the way.", Role::wrong);
            return;
        }
        say(".");
        return;
    }
    Explanation why = explain_result(r_, number);
    say(g.gradient == kNone ? "No gradient" : "Only zeros", Role::wrong, g.source).say(" for ").thing(g.source).say(": ");
    for (NarrationSpan& span : why.what) out_.push_back(std::move(span));
}

void Narrator::variable_assigned(uint32_t number) {
    const AssignRow& a = r_.assigns[number];
    std::string_view name = r_.variable_label(a.variable), how = r_.text(a.how);
    uint32_t handle = r_.variables[a.variable].handle;
    if (a.after == kNone) {
        say(name, Role::variable, handle).say(" is assigned.");
        return;
    }
    std::string after = tensor_text(r_, a.after), before = a.before == kNone ? "" : tensor_text(r_, a.before);
    bool by_optimizer = !how.starts_with("assign") && !how.starts_with("scatter") && !how.empty();
    if (before.empty()) {
        say(name, Role::variable, handle).say(" gets its first value: ").value(a.after, Role::variable).say(".");
    } else if (before == after && r_.tensors[a.after].kept == ValueKept::full) {
        say(name, Role::variable, handle).say(by_optimizer ? " stays at " : " is assigned what it was already: ").value(a.after, Role::variable);
        say(by_optimizer ? ": the step is too small to see, or the gradient is 0." : ".");
    } else {
        if (by_optimizer) say(how, Role::code).say(" moves ").say(name, Role::variable, handle);
        else say(name, Role::variable, handle).say(" changes");
        say(" from ").value(a.before, Role::variable).say(" to ").value(a.after, Role::variable);
        if (!by_optimizer && how != "assign") say(" by ").say(how, Role::code);
        if (std::string_view rule = r_.text(a.rule); !rule.empty()) say(": ").say(rule, Role::gradient);
        say(".");
    }
}

void Narrator::name_bound(uint32_t number) {
    const BindingRow& b = r_.bindings[number];
    std::string_view name = r_.text(r_.names[b.name_slot].text);
    if (b.tensor != kNone) {
        Role role = role_of(b.tensor);
        say(name, role, b.tensor).say(b.previous == kNone || r_.bindings[b.previous].tensor == kNone ? " is now the name of " : " now names a new tensor, ").value(b.tensor, role).say(".");
    } else if (b.variable != kNone) {
        say(name, Role::variable, r_.variables[b.variable].handle).say(" is now the name of the variable.");
    } else if (b.tape != kNone) {
        say(name, Role::code).say(" is now the name of the tape.");
    } else {
        say(name, Role::code).say(" is now ").say(shortened(r_.text(b.text), 70), Role::code).say(".");
    }
}

void Narrator::error(uint32_t number) {
    const ErrorRow& e = r_.errors[number];
    std::string_view type = r_.text(e.type), message = r_.text(e.message);
    type = type.substr(type.rfind('.') == std::string_view::npos ? 0 : type.rfind('.') + 1);
    // TensorFlow's own address labels say nothing to a learner; the console shows them.
    if (message.starts_with("{{")) message = message.substr(std::min(message.size(), message.find("}} ") == std::string_view::npos ? 0 : message.find("}} ") + 3));
    if (size_t op = message.find(" [Op:"); op != std::string_view::npos) message = message.substr(0, op);
    if (e.line) say("Line " + std::to_string(e.line) + " fails with ");
    else say("The program fails with ");
    say(type, Role::wrong);
    if (!message.empty()) say(": ").say(shortened(message, 110), Role::wrong);
    if (message.empty() || (message.back() != '.' && message.back() != '?' && message.back() != '!')) say(".");
    if (std::string_view hint = r_.text(e.hint); !hint.empty()) say(" ").say(shortened(hint, 160));
}

std::string nodes_text(uint32_t nodes) { return std::to_string(nodes) + (nodes == 1 ? " node" : " nodes"); }

/// "x: float32 (2,)", or that there are no arguments.
std::string signature_text(const Recording& r, const FunctionTraceRow& trace) {
    const std::string_view text = r.text(trace.signature);
    return text.empty() ? "no arguments" : shortened(text, 70);
}

void Narrator::trace_began(const ScopeRow& scope) {
    say(r_.text(scope.name), Role::code);
    // What is known of it in hindsight: the trace is told when it is over.
    const uint32_t after = scope.left == kNone ? kNone : scope.left + 1;
    const FunctionTraceRow* trace = after < r_.size() && r_.events[after].type == EventType::function_traced ? &r_.function_traces[r_.events[after].index] : nullptr;
    if (trace && trace->number > 1) say(" is traced again, because " + shortened(r_.text(trace->why), 90) + ": its Python runs once more.");
    else say(" is traced: its Python runs now, on stand-ins for its arguments, and its ops become a graph.");
}

void Narrator::ended() {
    const RecordingEnd& end = r_.end();
    switch (end.status) {
        case EndStatus::ok: say("The program has ended, after " + duration_text(end.duration_us) + " and " + count_text(event_) + " events."); break;
        case EndStatus::error: say("The program has ended with the error"); say(r_.errors.empty() ? "." : " before.", Role::plain); break;
        case EndStatus::exited: say("The program has ended itself with exit code " + std::to_string(end.exit_code) + "."); break;
        case EndStatus::stopped: say("You stopped the program here, after " + duration_text(end.duration_us) + "."); break;
        case EndStatus::budget: {
            const char* what = end.budget == EndBudget::time     ? "the time for one run is used up"
                               : end.budget == EndBudget::steps  ? "no more loop steps are allowed in one run"
                               : end.budget == EndBudget::memory ? "it asked for more memory than it may use"
                               : end.budget == EndBudget::output ? "it printed more than it may"
                                                                 : "a budget is used up";
            say("The program was stopped", Role::wrong).say(std::string(": ") + what + ".");
            break;
        }
    }
}

Narration Narrator::tell() {
    const EventRow& e = r_.events[event_];
    switch (e.type) {
        case EventType::tensor_made: {
            bool in_backward = false;
            uint32_t call = kNone;
            if (e.tape != kNone && !r_.tapes[e.tape].gradient_calls.empty()) {
                for (uint32_t c : r_.tapes[e.tape].gradient_calls)
                    if (r_.gradient_calls[c].event < event_) call = c;
                if (call != kNone) {
                    const auto& results = r_.gradient_calls[call].results;
                    const uint32_t failed = r_.gradient_calls[call].failed;   // by an error that the program caught: what follows is its own again
                    in_backward = (failed == kNone || failed > event_) && (results.empty() ? r_.gradient_calls[call].event < event_ : r_.gradient_results[results.front()].event > event_);
                }
            }
            if (in_backward && (r_.gradient_calls[call].steps.empty() || r_.backward_steps[r_.gradient_calls[call].steps.front()].began > event_)) {
                auto targets = r_.targets(call);
                say("The backward pass begins with ").value(e.index, Role::gradient).say(": ").say(list_of(targets), Role::value).say(" changes exactly as much as itself.");
            } else if (in_backward) {
                say("The rule needs the constant ").value(e.index, Role::constant).say(".");
            } else {
                std::string_view label = r_.label(e.index);
                const TensorRow& t = r_.tensors[e.index];
                if (label.empty()) say("A constant is made: ");
                else say("The constant ").say(label, Role::constant, e.index).say(" is made: ");
                value(e.index, Role::constant);
                if (t.rank > 0 && t.kept == ValueKept::full && t.size <= 6) say(", shape " + shape_text(r_.shape(e.index)));
                say(".");
            }
            break;
        }
        case EventType::op_applied: op_applied(e.index); break;
        case EventType::variable_read: {
            const OpRow& op = r_.ops[e.index];
            say(r_.variable_label(op.variable), Role::variable, r_.variables[op.variable].handle).say(" is read");
            if (op.outputs > 0) say(": ").value(r_.outputs(e.index)[0], Role::variable);
            say(op.tapes > 0 ? "; the tape records where it came from." : ".");
            break;
        }
        case EventType::tape_opened:
            say(r_.tapes[e.index].persistent ? "A persistent tape opens: it may be asked for gradients again and again." : "A tape opens: it records the ops on whatever it watches.");
            break;
        case EventType::tape_watched: {
            const WatchRow& w = r_.watches[e.index];
            tape_name(w.tape);
            if (w.automatic) say(" watches ").thing(w.tensor).say(" by itself, because it is a trainable variable.");
            else say(" is told to watch ").thing(w.tensor).say(".");
            break;
        }
        case EventType::tape_paused: {
            const TapeRow& t = r_.tapes[e.index];
            size_t held = 0;
            while (held < t.records.size() && r_.ops[t.records[held].op].event < event_) ++held;
            tape_name(e.index);
            say(" stops recording. It holds " + (held == 1 ? std::string("1 op") : std::to_string(held) + " ops") + " and " +
                bytes_text(held ? t.records[held - 1].bytes_held : 0) + ".");
            break;
        }
        case EventType::tape_resumed:
            tape_name(e.index);
            say(" records again.");
            break;
        case EventType::tape_released: {
            const TapeRow& t = r_.tapes[e.index];
            bool spent = !t.persistent && !t.gradient_calls.empty() && r_.gradient_calls[t.gradient_calls.front()].event < event_;
            tape_name(e.index);
            say(spent ? " is used up and lets go of what it kept" : " lets go of what it kept");
            if (t.bytes_released > 0) say(" (" + bytes_text(t.bytes_released) + ")");
            say(".");
            break;
        }
        case EventType::gradient_asked: gradient_asked(e.index); break;
        case EventType::backward_step_began: backward_began(e.index); break;
        case EventType::backward_step_ended: backward_ended(e.index); break;
        case EventType::gradient_given: gradient_given(e.index); break;
        case EventType::variable_made: {
            const VariableRow& v = r_.variables[e.index];
            say("The variable ").say(r_.variable_label(e.index), Role::variable, v.handle).say(" is made");
            if (v.initial == kNone) say(", still without a value");
            else say(" with the value ").value(v.initial, Role::variable);
            say(v.trainable ? ". It can change." : ". It can change, but training leaves it alone.");
            break;
        }
        case EventType::variable_assigned: variable_assigned(e.index); break;
        case EventType::variable_deleted:
            say("Nothing uses the variable ").say(r_.variable_label(e.index), Role::variable).say(" any more: it is gone.");
            break;
        case EventType::name_bound: name_bound(e.index); break;
        case EventType::printed: {
            const PrintRow& p = r_.prints[e.index];
            std::string_view text = r_.console().substr(p.begin, p.end - p.begin);
            if (text.find_first_not_of("\n ") == std::string_view::npos) say("The program prints an empty line");
            else say(p.stream == 2 ? "To standard error the program writes " : "The program prints ").say(shortened(text.substr(text.find_first_not_of('\n')), 80), Role::code);
            if (const uint32_t trace = r_.scope_at(event_, "trace"); trace != kNone)
                say(", while ").say(r_.text(r_.scopes[trace].name), Role::code).say(" is traced: a call that finds its graph does not print it again");
            say(".");
            break;
        }
        case EventType::error: error(e.index); break;
        case EventType::scope_entered: {
            const ScopeRow& s = r_.scopes[e.index];
            if (r_.text(s.kind) == "trace") trace_began(s);
            else say("The " + std::string(r_.text(s.kind)) + " ").say(r_.text(s.name), Role::code).say(" begins.");
            break;
        }
        case EventType::scope_left: {
            const ScopeRow& s = r_.scopes[e.index];
            if (r_.text(s.kind) == "trace") say("The Python of ").say(r_.text(s.name), Role::code).say(" is done. A call with the same signature will not run it again.");
            else say("The " + std::string(r_.text(s.kind)) + " ").say(r_.text(s.name), Role::code).say(" is done.");
            break;
        }
        case EventType::function_traced: {
            const FunctionTraceRow& f = r_.function_traces[e.index];
            say(r_.text(f.function), Role::code);
            if (event_ > 0 && r_.events[event_ - 1].type == EventType::scope_left && r_.text(r_.scopes[r_.events[event_ - 1].index].kind) == "trace") {
                say(" has a graph for ").say(signature_text(r_, f), Role::code).say(": " + nodes_text(f.nodes) + (f.number > 1 ? ", its graph number " + std::to_string(f.number) : "") + ".");
            } else if (f.number == 1) say(" is traced: its Python runs once and leaves a graph of " + std::to_string(f.nodes) + " nodes.");
            else say(" is traced again" + (r_.text(f.why).empty() ? std::string() : ", because " + std::string(r_.text(f.why))) + ".");
            break;
        }
        case EventType::function_called: {
            const FunctionTraceRow& f = r_.function_traces[r_.function_calls[e.index].trace];
            say(r_.text(f.function), Role::code).say(" runs its graph" + (f.number > 1 ? " number " + std::to_string(f.number) : std::string()) + ", without its Python.");
            break;
        }
        case EventType::graph_optimized: {
            const GraphPassRow& g = r_.graph_passes[e.index];
            say("The pass ").say(r_.text(g.pass), Role::code);
            if (g.nodes_before != g.nodes_after) say(" makes " + std::to_string(g.nodes_after) + " nodes of " + std::to_string(g.nodes_before));
            const std::string_view changes = r_.text(g.changes).substr(0, r_.text(g.changes).find("; "));
            if (!changes.empty()) say(g.nodes_before != g.nodes_after ? ": " : " improves the graph: ").say(shortened(changes, 70), Role::code);
            say(".");
            break;
        }
        case EventType::recording_full:
            say("The recording is full", Role::wrong).say(" after " + count_text(event_) + " events: the program runs on, but only what it prints is kept.");
            break;
        case EventType::ended: ended(); break;
        case EventType::gradient_failed:
            say("The backward pass breaks off", Role::wrong).say(" with an error: there is no gradient of ").say(list_of(r_.targets(e.index)), Role::value).say(".");
            break;
        case EventType::unknown: say("Something happened here that this version of Tapedeck does not know."); break;
    }
    return std::move(out_);
}

}  // namespace

std::string expression_text(const Recording& r, uint32_t tensor, int depth) {
    const TensorRow& t = r.tensors[tensor];
    if (std::string_view label = r.label(tensor); !label.empty()) return std::string(label);
    if (t.producer == kNone) return t.kept == ValueKept::full && t.size <= 4 ? tensor_text(r, tensor) : "a constant";
    auto inputs = r.inputs(t.producer);
    std::string_view name = r.op_name(t.producer);
    if (const char* sign = infix_sign(name); sign && depth > 0 && inputs.size() == 2 && inputs[0] != kNone && inputs[1] != kNone)
        return "(" + expression_text(r, inputs[0], depth - 1) + sign + expression_text(r, inputs[1], depth - 1) + ")";
    if (depth == 0 || inputs.empty() || inputs.size() > 3) return "the result of " + std::string(name);
    std::string out = std::string(name) + "(";
    for (size_t i = 0; i < inputs.size(); ++i) {
        std::string input = inputs[i] == kNone ? "" : expression_text(r, inputs[i], depth - 1);
        if (input.starts_with('(') && input.ends_with(')')) input = input.substr(1, input.size() - 2);   // square(predictions − y)
        if (i > 0 && !input.empty()) out += ", ";
        out += input;
    }
    return out + ")";
}

Narration narrate(const Recording& recording, uint32_t step) {
    step = std::min(step, recording.size());
    if (step == 0) {
        if (recording.size() == 0) return {{"Nothing has happened yet.", Role::plain, kNone, kNone}};
        return {{"Nothing has happened yet. Press play, or take one step.", Role::plain, kNone, kNone}};
    }
    return Narrator(recording, step - 1).tell();
}

std::string context_line(const Recording& r, uint32_t step) {
    step = std::min(step, r.size());
    std::string out;
    auto add = [&](const std::string& part) { out += (out.empty() ? "" : " · ") + part; };
    if (step > 0) {
        const uint32_t event = step - 1;
        const EventRow& e = r.events[event];
        if (uint32_t t = r.training_step_at(event); t != kNone && e.type != EventType::ended) add("Training step " + std::to_string(r.training_steps[t].number));
        uint32_t backward = e.type == EventType::backward_step_began || e.type == EventType::backward_step_ended ? e.index
                            : e.type == EventType::op_applied                                                    ? r.ops[e.index].in_backward_step
                                                                                                                 : kNone;
        if (backward != kNone) {
            const BackwardStepRow& b = r.backward_steps[backward];
            add("backward " + std::to_string(b.number) + " of " + std::to_string(r.gradient_calls[b.call].steps.size()));
        } else if ((e.type == EventType::op_applied || e.type == EventType::variable_read) && r.ops[e.index].tapes > 0) {
            const auto& records = r.tapes[e.tape].records;
            auto place = std::lower_bound(records.begin(), records.end(), e.index, [](const TapeRecord& record, uint32_t op) { return record.op < op; });
            if (place != records.end()) add("forward " + std::to_string(place - records.begin() + 1) + " of " + std::to_string(records.size()));
        }
        if (const uint32_t trace = r.scope_at(event, "trace"); trace != kNone) add("tracing " + std::string(r.text(r.scopes[trace].name)));
        else if (const uint32_t call = r.scope_at(event, "function"); call != kNone) add("in " + std::string(r.text(r.scopes[call].name)));
        if (e.line != 0) add("line " + std::to_string(e.line));
    }
    add("event " + count_text(step) + " of " + count_text(r.size()));
    out[0] = static_cast<char>(out[0] >= 'a' && out[0] <= 'z' ? out[0] - 32 : out[0]);
    return out;
}

std::string plain_text(const Narration& narration) {
    std::string out;
    for (const NarrationSpan& span : narration) out += span.text;
    return out;
}

}  // namespace tapedeck
