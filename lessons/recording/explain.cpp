#include "lessons/recording/explain.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>

#include "lessons/recording/program_text.h"

namespace tapedeck {

namespace {

constexpr size_t kMostVisited = 60'000;   // tensors looked at for one answer

bool carries_gradient(ValueType type) {
    switch (type) {
        case ValueType::float32: case ValueType::float64: case ValueType::float16: case ValueType::bfloat16: case ValueType::complex64: case ValueType::complex128:
        case ValueType::resource: return true;
        default: return false;
    }
}

/// How the value of one tensor came into another.
struct Link {
    enum class Kind : uint8_t { op, call, left, assigned, made_variable } kind = Kind::op;
    uint32_t from = kNone, to = kNone;   // tensors
    uint32_t row = kNone;                // op, function call, row of lefts, assign, variable
    uint32_t input = 0;                  // of an op
    bool certain = true;                 // of left: recorded, not concluded
};

class Explainer {
public:
    explicit Explainer(const Recording& recording) : r_(recording), text_(recording.source()) {}

    Explanation result(uint32_t number);
    std::vector<Explanation> all();

private:
    struct Place { uint32_t line = 0; uint16_t begin = 0, end = 0; };

    // ---- what happened when
    bool recording_at(uint32_t tape, uint32_t event) const {
        const auto& switches = r_.tapes[tape].switches;
        const auto count = std::upper_bound(switches.begin(), switches.end(), event) - switches.begin();
        return count % 2 == 1 && !(r_.tapes[tape].released != kNone && r_.tapes[tape].released <= event);
    }
    uint32_t watched_since(uint32_t tape, uint32_t tensor) const {
        for (uint32_t w : r_.tapes[tape].watches)
            if (r_.watches[w].tensor == tensor) return r_.watches[w].event;
        return kNone;
    }
    bool recorded_by(uint32_t op, uint32_t tape) const {
        auto tapes = r_.tapes_of(op);
        return std::find(tapes.begin(), tapes.end(), tape) != tapes.end();
    }
    bool tracked_at(uint32_t tape, uint32_t tensor, uint32_t event) const {
        if (uint32_t since = watched_since(tape, tensor); since != kNone && since <= event) return true;
        const uint32_t producer = r_.tensors[tensor].producer;
        return producer != kNone && recorded_by(producer, tape);
    }
    uint32_t step_over(uint32_t call, uint32_t op) const {
        for (uint32_t s : r_.gradient_calls[call].steps)
            if (r_.backward_steps[s].op == op) return s;
        return kNone;
    }

    // ---- the way
    Cause broken(const Link& link) const;
    std::vector<Link> links_to(uint32_t tensor, bool conclude);
    std::vector<Link> way(uint32_t source, std::span<const uint32_t> targets, bool conclude);
    void conclude_lefts();
    uint32_t trained_before() const { return r_.tapes[r_.gradient_calls[call_].tape].opened; }

    // ---- words
    std::string name_of(uint32_t tensor) const;
    std::string source_name(uint32_t number) const;
    std::string on_line(uint32_t line) const { return line ? " on line " + std::to_string(line) : ""; }
    Place place_of_event(uint32_t event) const {
        if (event == kNone || event >= r_.size()) return {};
        const EventRow& e = r_.events[event];
        return {e.line, e.column_begin, e.column_end};
    }
    void at(Place p) { out_.line = p.line, out_.column_begin = p.begin, out_.column_end = p.end; }
    Explainer& say(std::string_view words, Role role = Role::plain, uint32_t tensor = kNone, uint32_t op = kNone) {
        if (words.empty()) return *this;
        if (!out_.what.empty() && out_.what.back().role == role && out_.what.back().tensor == tensor && out_.what.back().op == op) out_.what.back().text += words;
        else out_.what.push_back({std::string(words), role, tensor, op});
        return *this;
    }
    Explainer& source() { return say(out_.source, Role::value, source_); }
    Explainer& target() { return say(out_.target, Role::value); }
    Explainer& op(uint32_t op) { return say(r_.op_name(op), Role::wrong, kNone, op); }
    /// "z = w * x on line 3", or "multiply on line 3".
    void doing(uint32_t op, uint32_t input);

    // ---- the causes
    void tell_source_integer();
    bool tell_untracked(const Link& first);
    bool tell_rebound();
    void tell_outside(const Link& link);
    void tell_link(const Link& link, Cause cause);
    bool tell_other_branch();
    /// Whether an op on this line took the source (or, of a variable, its value).
    bool used_on(uint32_t line) const {
        for (const OpRow& o : r_.ops) {
            if (r_.events[o.event].line != line) continue;
            for (uint32_t i = 0; i < o.inputs; ++i)
                if (uint32_t t = r_.ids(o.first_input, o.inputs)[i]; t == source_) return true;
        }
        return false;
    }
    void tell_unconnected();
    void tell_used_up(uint32_t call);
    void unmoved(std::vector<Explanation>& out);

    const Recording& r_;
    ProgramText text_;
    Explanation out_;
    uint32_t call_ = kNone, tape_ = kNone, source_ = kNone;
    bool lefts_known_ = false;
    std::unordered_map<uint32_t, std::vector<uint32_t>> concluded_;   // constant -> rows of lefts
    std::unordered_map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> outputs_of_calls_;   // tensor -> (function call, input)
    bool calls_known_ = false;
};

// ---- The way --------------------------------------------------------------------------------------------------------------------

/// Whether no gradient can pass a link, whatever stands before and behind it.
Cause Explainer::broken(const Link& link) const {
    switch (link.kind) {
        case Link::Kind::left: return Cause::left_tensorflow;
        case Link::Kind::assigned: case Link::Kind::made_variable: return Cause::assigned;
        case Link::Kind::call: return Cause::none;
        case Link::Kind::op: break;
    }
    const OpRow& o = r_.ops[link.row];
    const OpDefRow& def = r_.op_defs[o.def];
    const std::string_view name = r_.text(def.name);
    if (!recorded_by(link.row, tape_) && !recording_at(tape_, o.event)) return o.event < r_.tapes[tape_].opened ? Cause::before_tape : Cause::outside_tape;
    if (name == "stop_gradient") return Cause::stop_gradient;
    const bool to_whole = !carries_gradient(r_.tensors[link.to].type);
    if (to_whole && name == "cast") return Cause::integer;
    if (!def.differentiable || to_whole) return Cause::no_gradient_op;
    if (!carries_gradient(r_.tensors[link.from].type)) return Cause::integer;
    if (const uint32_t step = step_over(call_, link.row); step != kNone && r_.backward_steps[step].ended != kNone) {
        auto results = r_.results(step);
        if (link.input < results.size() && results[link.input] == kNone) return name == "custom_gradient" ? Cause::no_custom_gradient : Cause::no_gradient_op;
    }
    // An op on something tracked that the tape did not take: it ran where no tape records (tf.stop_recording, inside a custom gradient).
    if (!recorded_by(link.row, tape_) && tracked_at(tape_, link.from, o.event)) return Cause::outside_tape;
    return Cause::none;
}

std::vector<Link> Explainer::links_to(uint32_t tensor, bool conclude) {
    std::vector<Link> links;
    const TensorRow& t = r_.tensors[tensor];
    auto state_links = [&](uint32_t variable, uint32_t event) {
        const VariableRow& v = r_.variables[variable];
        bool overwritten = false;
        int seen = 0;
        for (size_t i = v.assigns.size(); i-- > 0 && !overwritten && seen < 8;) {
            const uint32_t a = v.assigns[i];
            if (r_.assigns[a].event >= event) continue;
            if (r_.assigns[a].event < trained_before() && r_.text(r_.assigns[a].how) != "assign") break;   // training before this tape is another story
            ++seen;
            auto given = r_.given(a);
            for (uint32_t g : given)
                if (g != kNone) links.push_back({Link::Kind::assigned, g, tensor, a});
            if (given.empty() && r_.assigns[a].after != kNone) links.push_back({Link::Kind::assigned, r_.assigns[a].after, tensor, a});
            overwritten = r_.text(r_.assigns[a].how) == "assign";
        }
        if (!overwritten && v.initial != kNone && v.made < event) links.push_back({Link::Kind::made_variable, v.initial, tensor, variable});
    };
    if (t.producer != kNone) {
        const OpRow& o = r_.ops[t.producer];
        // A gradient that was worked out before this tape opened is a number for it.
        if (o.in_gradient_call != kNone && r_.gradient_calls[o.in_gradient_call].event < trained_before()) return links;
        auto inputs = r_.inputs(t.producer);
        for (uint32_t i = 0; i < inputs.size(); ++i)
            if (inputs[i] != kNone) links.push_back({Link::Kind::op, inputs[i], tensor, t.producer, i});
        if (o.variable != kNone) state_links(o.variable, o.event);
        return links;
    }
    if (t.type == ValueType::resource && t.variable != kNone) {
        state_links(t.variable, r_.gradient_calls[call_].event);   // only reached as a target
        return links;
    }
    if (!calls_known_) {
        calls_known_ = true;
        for (uint32_t c = 0; c < r_.function_calls.size(); ++c) {
            const FunctionCallRow& call = r_.function_calls[c];
            for (uint32_t output : r_.ids(call.first_output, call.outputs))
                for (uint32_t input : r_.ids(call.first_input, call.inputs)) outputs_of_calls_[output].push_back({c, input});
        }
    }
    if (auto found = outputs_of_calls_.find(tensor); found != outputs_of_calls_.end())
        for (auto [call, input] : found->second) links.push_back({Link::Kind::call, input, tensor, call});
    if (t.came_from != kNone) {
        uint32_t row = kNone;
        for (uint32_t l = 0; l < r_.lefts.size() && r_.lefts[l].event <= t.event; ++l)
            if (r_.lefts[l].tensor == t.came_from) row = l;
        links.push_back({Link::Kind::left, t.came_from, tensor, row});
    } else if (conclude) {
        conclude_lefts();
        if (auto found = concluded_.find(tensor); found != concluded_.end())
            for (uint32_t l : found->second) links.push_back({Link::Kind::left, r_.lefts[l].tensor, tensor, l, 0, false});
    }
    return links;
}

/// The links from the source to a target, in this order; empty when there is no way.
std::vector<Link> Explainer::way(uint32_t source, std::span<const uint32_t> targets, bool conclude) {
    struct Reached { uint32_t cost = UINT32_MAX; Link next; bool done = false; };
    std::unordered_map<uint32_t, Reached> reached;
    using Entry = std::pair<uint32_t, uint32_t>;   // cost, tensor
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (uint32_t t : targets)
        if (t != kNone) {
            reached[t].cost = 0;
            queue.push({0, t});
        }
    while (!queue.empty() && reached.size() < kMostVisited) {
        auto [cost, tensor] = queue.top();
        queue.pop();
        Reached& here = reached[tensor];
        if (here.done) continue;
        here.done = true;
        if (tensor == source && cost > 0) break;
        for (const Link& link : links_to(tensor, conclude)) {
            const Cause cause = broken(link);
            // Broken links are what counts; of equally broken ways the shorter one.
            const uint32_t price = cause == Cause::none ? 1 : cause == Cause::before_tape || cause == Cause::outside_tape ? 3000 : cause == Cause::assigned ? 12000
                                   : cause == Cause::left_tensorflow ? (link.certain ? 15000 : 17000) : 10000;
            Reached& before = reached[link.from];
            if (before.done || cost + price >= before.cost) continue;
            before.cost = cost + price;
            before.next = link;
            queue.push({before.cost, link.from});
        }
    }
    std::vector<Link> links;
    auto found = reached.find(source);
    if (found == reached.end() || found->second.cost == UINT32_MAX || !found->second.done) return links;
    for (uint32_t t = source; reached[t].cost != 0;) {
        links.push_back(reached[t].next);
        t = links.back().to;
    }
    return links;
}

/// Which constants hold numbers that came from tensors by float(), .numpy() and the like: by the names on their lines, in the order of events.
void Explainer::conclude_lefts() {
    if (lefts_known_) return;
    lefts_known_ = true;
    if (r_.lefts.empty()) return;
    std::map<std::string, std::vector<uint32_t>, std::less<>> names;   // what holds such a number now
    std::vector<uint32_t> on_this_line;
    uint32_t line = 0, next_left = 0;
    auto held_by = [&](uint32_t l) {
        std::vector<uint32_t> lefts = on_this_line;
        for (std::string_view word : text_.words_read(l))
            if (auto found = names.find(word); found != names.end()) lefts.insert(lefts.end(), found->second.begin(), found->second.end());
        return lefts;
    };
    /// A line is done: what it assigns (or returns) holds what stood on it.
    auto leave = [&](uint32_t l, bool may_clear) {
        std::vector<uint32_t> lefts = held_by(l);
        std::string_view name = text_.assigned_name(l);
        if (name.empty() && text_.returns(l)) name = text_.function_around(l);
        if (name.empty()) return;
        if (!lefts.empty()) names[std::string(name)] = std::move(lefts);
        else if (may_clear) names.erase(std::string(name));
    };
    for (uint32_t event = 0; event < r_.size(); ++event) {
        const EventRow& e = r_.events[event];
        auto move_to = [&](uint32_t to) {
            if (to == 0 || to == line) return;
            if (line) leave(line, true);
            // Lines between that left no event: plain Python.
            if (line && to > line && to - line < 60)
                for (uint32_t l = line + 1; l < to; ++l) leave(l, false);
            on_this_line.clear();
            line = to;
        };
        for (; next_left < r_.lefts.size() && r_.lefts[next_left].event <= event; ++next_left) {
            move_to(r_.lefts[next_left].line);
            on_this_line.push_back(next_left);
        }
        move_to(e.line);
        if (e.type == EventType::tensor_made && e.line != 0 && r_.tensors[e.index].came_from == kNone)
            if (std::vector<uint32_t> lefts = held_by(e.line); !lefts.empty()) concluded_[e.index] = std::move(lefts);
        // A name of the program itself: exact.
        if (e.type == EventType::name_bound && e.line != 0) {
            const BindingRow& b = r_.bindings[e.index];
            std::string name(r_.text(r_.names[b.name_slot].text));
            std::vector<uint32_t> lefts = held_by(e.line);
            if (b.tensor != kNone || b.variable != kNone || lefts.empty()) names.erase(name);
            else names[name] = std::move(lefts);
        }
    }
}

// ---- Words ------------------------------------------------------------------------------------------------------------------------

std::string Explainer::name_of(uint32_t tensor) const {
    if (std::string_view label = r_.label(tensor); !label.empty()) return std::string(label);
    // A local name of a function is not recorded: the line says it, when the tensor was the last that it made.
    const TensorRow& t = r_.tensors[tensor];
    if (t.event != kNone && t.event < r_.size()) {
        const uint32_t line = r_.events[t.event].line;
        uint32_t next = t.event + 1;
        while (next < r_.size() && r_.events[next].type != EventType::op_applied && r_.events[next].type != EventType::variable_read && r_.events[next].type != EventType::tensor_made &&
               r_.events[next].type != EventType::gradient_asked && r_.events[next].line == line)
            ++next;
        const bool last = next >= r_.size() || r_.events[next].line != line || r_.events[next].type == EventType::gradient_asked;
        if (std::string_view name = text_.assigned_name(line); last && !name.empty() && line) return std::string(name);
    }
    return expression_text(r_, tensor, 1);
}

/// What the call of gradient() calls the source, if its text says it; else its name.
std::string Explainer::source_name(uint32_t number) const {
    const GradientResultRow& g = r_.gradient_results[number];
    const GradientCallRow& call = r_.gradient_calls[g.call];
    const size_t place = static_cast<size_t>(std::find(call.results.begin(), call.results.end(), number) - call.results.begin());
    std::vector<std::string> names = text_.gradient_sources(r_.events[call.event].line);
    const bool whole = names.size() == call.sources && !(names.size() == 1 && call.sources == 1 && names[0].find('(') != std::string::npos);
    std::string_view label = r_.label(g.source);
    if (whole && place < names.size() && (label.empty() || names[place] == label || names[place].find('.') == std::string::npos)) return names[place];
    return name_of(g.source);
}

void Explainer::doing(uint32_t op, uint32_t input) {
    const OpRow& o = r_.ops[op];
    const uint32_t line = r_.events[o.event].line;
    if (o.variable != kNone) {
        say(r_.variable_label(o.variable), Role::variable, r_.variables[o.variable].handle).say(" is read" + on_line(line));
        return;
    }
    say(r_.op_name(op), Role::wrong, kNone, op).say(on_line(line));
    (void)input;
}

// ---- Causes -----------------------------------------------------------------------------------------------------------------------

const char* type_text(ValueType type) { return value_type_name(type); }

void Explainer::tell_source_integer() {
    out_.cause = Cause::integer;
    const TensorRow& t = r_.tensors[source_];
    const ValueType type = t.variable != kNone ? r_.variables[t.variable].type : t.type;
    uint32_t event = t.variable != kNone ? r_.variables[t.variable].made : t.event;
    at(place_of_event(event));
    source().say(std::string(" holds ") + type_text(type) + on_line(out_.line) + ", and only numbers with a fraction can change a little.");
    out_.help = type == ValueType::string || type == ValueType::boolean ? "A gradient is for float32 and float64." : "Make it a float: 3.0 instead of 3, or dtype=tf.float32.";
}

/// The name stands for something else than what the target was computed from.
bool Explainer::tell_rebound() {
    const std::string name = out_.source;
    const uint32_t asked = r_.gradient_calls[call_].event;
    const TensorRow& t = r_.tensors[source_];
    uint32_t latest = kNone;
    for (const NameRow& row : r_.names) {
        if (r_.text(row.text) != name) continue;
        for (uint32_t b : row.bindings)
            if (r_.bindings[b].event < asked) latest = b;
    }
    if (latest != kNone && (r_.bindings[latest].tensor == source_ || (t.variable != kNone && r_.bindings[latest].variable == t.variable))) {
        const Place now = place_of_event(r_.bindings[latest].event);
        for (uint32_t b = r_.bindings[latest].previous; b != kNone; b = r_.bindings[b].previous) {
            const BindingRow& earlier = r_.bindings[b];
            if (earlier.variable != kNone && t.variable == kNone) {
                out_.cause = Cause::rebound;
                at(now);
                say(name, Role::wrong, source_).say(" is no longer the variable:" + (now.line ? " line " + std::to_string(now.line) : std::string(" the program")) + " made a plain tensor of it, which the tape does not watch.");
                out_.help = "Change the variable itself: " + name + ".assign(…), " + name + ".assign_sub(…).";
                return true;
            }
            const uint32_t other = earlier.variable != kNone ? r_.variables[earlier.variable].handle : earlier.tensor;
            if (other == kNone || other == source_) continue;
            const bool was_watched = watched_since(tape_, other) != kNone;
            if (!was_watched) continue;
            const std::vector<Link> links = way(other, r_.targets(call_), false);
            if (links.empty() || std::any_of(links.begin(), links.end(), [&](const Link& l) { return broken(l) != Cause::none; })) continue;
            out_.cause = Cause::rebound;
            at(now);
            say(name, Role::wrong, source_).say(" stands for something new since line " + std::to_string(now.line) + "; ").target().say(" was computed from the earlier one.");
            out_.help = "Give the new value another name, and ask for the gradient of the one that was used.";
            return true;
        }
        return false;
    }
    // A local name of a function: `w = w - …` of something that was read from a variable on the same line.
    if (t.producer == kNone || t.event == kNone) return false;
    const uint32_t line = r_.events[t.event].line;
    if (text_.assigned_name(line) != name) return false;
    auto words = text_.words_read(line);
    if (std::find(words.begin(), words.end(), std::string_view(name).substr(0, name.find('.'))) == words.end()) return false;
    std::vector<uint32_t> todo{source_};
    for (int steps = 0; !todo.empty() && steps < 40; ++steps) {
        const uint32_t tensor = todo.back();
        todo.pop_back();
        const uint32_t producer = r_.tensors[tensor].producer;
        if (producer == kNone || r_.events[r_.ops[producer].event].line != line) continue;
        if (r_.ops[producer].variable != kNone) {
            out_.cause = Cause::rebound;
            at(place_of_event(t.event));
            say(name, Role::wrong, source_).say(" is no longer the variable: line " + std::to_string(line) + " made a plain tensor of it, which the tape does not watch.");
            out_.help = "Change the variable itself: " + name + ".assign(…), " + name + ".assign_sub(…).";
            return true;
        }
        for (uint32_t input : r_.inputs(producer))
            if (input != kNone) todo.push_back(input);
    }
    return false;
}

/// The source is not tracked when it is first used on the way. False when it is.
bool Explainer::tell_untracked(const Link& first) {
    const uint32_t used = first.kind == Link::Kind::op ? r_.ops[first.row].event : first.kind == Link::Kind::call ? r_.function_calls[first.row].event : kNone;
    if (used == kNone || tracked_at(tape_, source_, used)) return false;
    const TensorRow& t = r_.tensors[source_];
    const uint32_t since = watched_since(tape_, source_);
    if (since != kNone) {   // but later than the use
        out_.cause = Cause::watched_late;
        const Place use = place_of_event(used), watch = place_of_event(since);
        at(use);
        source().say(" is used" + on_line(use.line) + " before the tape is told to watch it" + on_line(watch.line) + ".");
        out_.help = "Call tape.watch(" + out_.source + ") first in the with-block.";
        return true;
    }
    if (t.variable != kNone) {
        const VariableRow& v = r_.variables[t.variable];
        if (v.trainable && r_.gradient_results[out_.result].why != WhyNoGradient::not_trainable && !r_.tapes[tape_].watches_variables) {
            out_.cause = Cause::variables_ignored;
            at(place_of_event(r_.tapes[tape_].opened));
            say("The tape" + on_line(out_.line) + " was opened with watch_accessed_variables=False, so it watches only what it is told to, and not ").source().say(".");
            out_.help = "Call tape.watch(" + out_.source + ") first in the with-block.";
            return true;
        }
        if (!v.trainable || r_.gradient_results[out_.result].why == WhyNoGradient::not_trainable) {
            out_.cause = Cause::not_trainable;
            at(place_of_event(v.made));
            source().say(" is a variable with trainable=False" + on_line(out_.line) + ", which a tape does not watch by itself.");
            out_.help = "Leave trainable=False away, or call tape.watch(" + out_.source + ").";
            return true;
        }
        return false;
    }
    if (tell_rebound()) return true;
    out_.cause = Cause::not_watched;
    at(place_of_event(t.event));
    if (t.producer != kNone && t.event < r_.tapes[tape_].opened) source().say(" was computed" + on_line(out_.line) + " before the tape opened, and the tape was not told to watch it.");
    else if (t.producer != kNone) source().say(" is a tensor that was computed" + on_line(out_.line) + " from nothing that the tape watches, and the tape was not told to watch it.");
    else source().say(" is no variable, and the tape was not told to watch it.");
    out_.help = "Call tape.watch(" + out_.source + ") first in the with-block, or make it a tf.Variable.";
    return true;
}

void Explainer::tell_outside(const Link& link) {
    const OpRow& o = r_.ops[link.row];
    const Place p = place_of_event(o.event);
    at(p);
    out_.op = link.row;
    // Recorded by what is now another tape: the same one, before it forgot.
    for (uint32_t other : r_.tapes_of(link.row)) {
        const TapeRow& t = r_.tapes[other];
        if (other == tape_ || t.released == kNone || t.released > r_.gradient_calls[call_].event) continue;
        if (r_.tapes[tape_].opened < t.released) continue;   // they were open together: two tapes
        if (text_.line(r_.events[r_.tapes[tape_].opened].line).find("GradientTape") != std::string_view::npos) continue;   // a new one
        const bool spent = std::any_of(t.gradient_calls.begin(), t.gradient_calls.end(), [&](uint32_t c) { return r_.gradient_calls[c].event < t.released; });
        out_.cause = Cause::reset;
        const Place forgot = place_of_event(t.released);
        say("The tape recorded ").op(link.row).say(on_line(p.line) + ", but " + (spent ? "its gradient" : "its reset()") + on_line(forgot.line) + " made it forget that.");
        out_.help = "Compute the target again after that, in the with-block.";
        at(forgot);
        return;
    }
    const uint32_t opened = r_.tapes[tape_].opened;
    const bool before = o.event < opened;
    out_.cause = before ? Cause::before_tape : Cause::outside_tape;
    const Place open = place_of_event(opened);
    if (before) {
        doing(link.row, link.input);
        say(", before the tape opens" + on_line(open.line) + ".");
        out_.help = "Do it inside the with-block" + std::string(r_.tensors[source_].variable == kNone && watched_since(tape_, source_) == kNone ? ", after tape.watch(" + out_.source + ")." : ".");
        return;
    }
    uint32_t stopped = kNone, resumed = kNone;
    const auto& switches = r_.tapes[tape_].switches;
    for (size_t i = 1; i < switches.size(); ++i) {
        if (i % 2 == 1 && switches[i] < o.event) stopped = switches[i];
        if (i % 2 == 0 && switches[i] > o.event && resumed == kNone) resumed = switches[i];
    }
    doing(link.row, link.input);
    if (stopped != kNone && o.in_gradient_call != kNone && r_.gradient_calls[o.in_gradient_call].tape != tape_) {
        say(" is part of a gradient that was worked out when this tape had stopped.");
        out_.help = "Ask the inner tape inside the outer tape's with-block.";
    } else if (stopped != kNone && o.in_gradient_call != kNone) {
        say(" is part of this tape's own backward pass, which it records only while it is open.");
        out_.help = "For a second derivative use two tapes, one inside the other, and ask the inner one inside the outer with-block.";
    } else if (resumed != kNone) {
        say(", while the tape is stopped.");
        out_.help = "Do it where the tape records.";
    } else if (stopped != kNone) {
        say(", after the tape has stopped recording.");
        out_.help = "Indent that line so that it belongs to the with-block.";
    } else {
        say(", where no tape records.");
        out_.help = "Do it where the tape records.";
    }
}

void Explainer::tell_link(const Link& link, Cause cause) {
    out_.cause = cause;
    switch (cause) {
        case Cause::before_tape: case Cause::outside_tape: return tell_outside(link);
        case Cause::left_tensorflow: {
            Place p = place_of_event(r_.tensors[link.to].event);
            std::string_view how = "NumPy";
            if (link.row != kNone) {
                const LeftRow& l = r_.lefts[link.row];
                p = {l.line, l.column_begin, l.column_end};
                how = r_.text(l.how);
            }
            at(p);
            if (how == "int()" && text_.line(p.line).find("int(") == std::string_view::npos) how = "its use as a Python number";
            say(name_of(link.from), Role::value, link.from).say(" leaves TensorFlow" + on_line(p.line) + " by ").say(how, Role::wrong).say(": what comes back is a new constant.");
            out_.help = how == "tf.constant" ? "Use tf.stack or tf.convert_to_tensor, which keep the way to their parts." : "Stay with tensors and tf functions on the way to " + out_.target + ".";
            return;
        }
        case Cause::assigned:
            if (link.kind == Link::Kind::made_variable) {
                at(place_of_event(r_.variables[link.row].made));
                say(name_of(link.from), Role::value, link.from).say(" is the first value of the variable ").say(r_.variable_label(link.row), Role::variable, r_.variables[link.row].handle);
                say(on_line(out_.line) + ": a variable takes the number, not the way to it.");
                out_.help = "Use the tensor itself instead of a tf.Variable made of it.";
            } else {
                const AssignRow& a = r_.assigns[link.row];
                at(place_of_event(a.event));
                say(name_of(link.from), Role::value, link.from).say(" is put into ").say(r_.variable_label(a.variable), Role::variable, r_.variables[a.variable].handle).say(" by ");
                say(r_.text(a.how), Role::wrong).say(on_line(out_.line) + ": no gradient flows through an assignment.");
                out_.help = "Compute with the tensor itself, and assign it after the gradient.";
            }
            return;
        case Cause::integer: {
            const TensorRow &from = r_.tensors[link.from], &to = r_.tensors[link.to];
            out_.op = link.row;
            at(place_of_event(r_.ops[link.row].event));
            op(link.row).say(on_line(out_.line) + " makes " + type_text(to.type) + " of " + type_text(from.type) + ": no gradient flows through whole numbers.");
            out_.help = "Keep to float on the way to " + out_.target + ".";
            return;
        }
        case Cause::stop_gradient:
            out_.op = link.row;
            at(place_of_event(r_.ops[link.row].event));
            op(link.row).say(on_line(out_.line) + " lets no gradient through.");
            out_.help = "Leave it away where the gradient is wanted.";
            return;
        case Cause::no_custom_gradient:
            out_.op = link.row;
            at(place_of_event(r_.ops[link.row].event));
            say("The custom gradient of the function called" + on_line(out_.line), Role::plain, kNone, link.row).say(" returned None for ").say(name_of(link.from), Role::value, link.from).say(".");
            out_.help = "Let its grad function return a tensor for each argument.";
            return;
        default:
            out_.op = link.row;
            at(place_of_event(r_.ops[link.row].event));
            op(link.row).say(on_line(out_.line) + " has no gradient" + (r_.text(r_.op_defs[r_.ops[link.row].def].gradient_text).empty() || !r_.op_defs[r_.ops[link.row].def].differentiable
                                                                              ? ": a small change of its input does not change its result."
                                                                              : " for this input."));
            out_.help = "Use an op that changes smoothly.";
            return;
    }
}

bool Explainer::tell_other_branch() {
    std::vector<bool> visited(text_.lines() + 1, false);
    for (const EventRow& e : r_.events)   // leaving a with-block happens on its last line, whether that ran or not
        if (e.line <= text_.lines() && e.type != EventType::tape_paused && e.type != EventType::tape_released && e.type != EventType::variable_deleted) visited[e.line] = true;
    for (const LeftRow& l : r_.lefts)
        if (l.line <= text_.lines()) visited[l.line] = true;
    std::vector<std::string> names{out_.source};
    for (uint32_t line = 1; line <= text_.lines(); ++line)
        if (visited[line])
            for (std::string& parameter : text_.parameters_for(line, out_.source)) names.push_back(std::move(parameter));
    for (uint32_t line = 1; line <= text_.lines(); ++line) {
        for (const std::string& name : names) {
            const bool own = name == out_.source;
            if (!text_.uses(line, name)) continue;
            const bool other_line = !visited[line] && text_.is_branch(line);
            const bool same_line = visited[line] && own && text_.has_inline_branch(line) && !used_on(line);
            if (!other_line && !same_line) continue;
            out_.cause = Cause::other_branch;
            at({line, 0, 0});
            source().say(" is used on line " + std::to_string(line) + " only, in a branch that did not run.");
            out_.help = "Only the branch that runs is recorded. tf.where computes both sides.";
            return true;
        }
    }
    return false;
}

void Explainer::tell_unconnected() {
    out_.cause = Cause::not_connected;
    at(place_of_event(r_.gradient_calls[call_].event));
    const TensorRow& t = r_.tensors[source_];
    const auto targets = r_.targets(call_);
    const uint32_t producer = targets.empty() ? kNone : r_.tensors[targets[0]].producer;
    if (producer != kNone && r_.ops[producer].in_gradient_call != kNone) {
        target().say(" is a gradient that does not depend on ").source().say(": a straight line has the same slope everywhere.");
        out_.help = "A second derivative that is None stands for 0.";
        return;
    }
    if (!targets.empty() && producer == kNone && r_.tensors[targets[0]].type != ValueType::resource) {
        target().say(" is a constant, made" + on_line(place_of_event(r_.tensors[targets[0]].event).line) + ": nothing leads from ").source().say(" to it.");
        out_.help = "Ask for the gradient of what was computed from " + out_.source + ".";
        return;
    }
    if (t.variable != kNone && watched_since(tape_, source_) == kNone) {
        source().say(" is not read while the tape records, and ").target().say(" does not depend on it.");
    } else {
        say("Nothing that was computed leads from ").source().say(" to ").target().say(".");
    }
    out_.help = "Use " + out_.source + " in the computation of " + out_.target + ", or ask for another gradient.";
}

Explanation Explainer::result(uint32_t number) {
    const GradientResultRow& g = r_.gradient_results[number];
    out_ = {};
    out_.result = number;
    out_.event = g.event;
    if (g.gradient != kNone && g.why == WhyNoGradient::given) return out_;
    call_ = g.call, tape_ = r_.gradient_calls[call_].tape, source_ = g.source;
    out_.source = source_name(number);
    const auto targets = r_.targets(call_);
    for (size_t i = 0; i < targets.size() && i < 3; ++i) out_.target += (i ? ", " : "") + name_of(targets[i]);
    if (targets.size() == 1)
        if (std::string named = text_.gradient_target(r_.events[r_.gradient_calls[call_].event].line); !named.empty() && named.size() < 30 && r_.label(targets[0]).empty()) out_.target = named;
    if (out_.target.empty()) out_.target = "the target";

    const TensorRow& t = r_.tensors[source_];
    if (!carries_gradient(t.variable != kNone && t.type == ValueType::resource ? r_.variables[t.variable].type : t.type)) {
        tell_source_integer();
        return out_;
    }
    std::vector<Link> links = way(source_, targets, false);
    if (links.empty()) {
        if (tell_rebound()) return out_;
        links = way(source_, targets, true);
    }
    if (links.empty()) {
        if (!tell_other_branch()) tell_unconnected();
        return out_;
    }
    const Link& first = links.front();
    const Cause at_first = broken(first);
    // What was done outside the tape comes before the question whether the tape watches; but a plain tensor whose name was a variable is told as that.
    if (at_first == Cause::before_tape || at_first == Cause::outside_tape || first.kind == Link::Kind::left || first.kind == Link::Kind::assigned || first.kind == Link::Kind::made_variable) {
        if (t.variable == kNone && tell_rebound()) return out_;
        tell_link(first, at_first);
        return out_;
    }
    if (tell_untracked(first)) return out_;
    for (const Link& link : links)
        if (const Cause cause = broken(link); cause != Cause::none) {
            tell_link(link, cause);
            return out_;
        }
    if (g.broken_at != kNone) tell_link({Link::Kind::op, source_, r_.outputs(g.broken_at).empty() ? source_ : r_.outputs(g.broken_at)[0], g.broken_at}, Cause::no_gradient_op);
    else tell_unconnected();
    return out_;
}

void Explainer::tell_used_up(uint32_t call) {
    out_ = {};
    const GradientCallRow& c = r_.gradient_calls[call];
    call_ = call, tape_ = c.tape;
    out_.cause = Cause::used_up;
    out_.event = c.failed;
    std::string names;
    for (uint32_t s : r_.sources(call)) names += (names.empty() ? "" : ", ") + name_of(s);
    out_.source = names;
    for (uint32_t t : r_.targets(call)) out_.target += (out_.target.empty() ? "" : ", ") + name_of(t);
    const Place p = place_of_event(r_.tapes[tape_].released);
    at(p);
    say("The tape gave its one gradient" + on_line(p.line) + " and is used up.");
    out_.help = "Ask for all gradients in one call, tape.gradient(loss, [w, b]), or open the tape with persistent=True.";
}

// ---- Variables that do not move ---------------------------------------------------------------------------------------------------

void Explainer::unmoved(std::vector<Explanation>& out) {
    // Which gradient calls trained something: an optimizer's update comes from the latest call, the program's own from what its amount was computed from.
    std::map<uint32_t, std::vector<uint32_t>> by_line;   // line of gradient() -> training calls
    std::set<uint32_t> training;
    for (uint32_t a = 0; a < r_.assigns.size(); ++a) {
        const AssignRow& assign = r_.assigns[a];
        const std::string_view how = r_.text(assign.how);
        if (how.starts_with("scatter")) continue;
        if (!how.starts_with("assign")) {
            uint32_t latest = kNone;
            for (uint32_t c = 0; c < r_.gradient_calls.size() && r_.gradient_calls[c].event < assign.event; ++c)
                if (!r_.gradient_calls[c].results.empty()) latest = c;
            if (latest != kNone) training.insert(latest);
            continue;
        }
        std::vector<uint32_t> todo;
        for (uint32_t t : r_.given(a))
            if (t != kNone) todo.push_back(t);
        std::set<uint32_t> seen;
        while (!todo.empty() && seen.size() < 200) {
            const uint32_t tensor = todo.back();
            todo.pop_back();
            if (!seen.insert(tensor).second) continue;
            const uint32_t producer = r_.tensors[tensor].producer;
            if (producer == kNone) continue;
            if (r_.ops[producer].in_gradient_call != kNone) {
                training.insert(r_.ops[producer].in_gradient_call);
                continue;
            }
            for (uint32_t input : r_.inputs(producer))
                if (input != kNone) todo.push_back(input);
        }
    }
    for (uint32_t c : training) by_line[r_.events[r_.gradient_calls[c].event].line].push_back(c);

    std::set<uint32_t> moved;   // any change of value counts, wherever
    std::set<uint32_t> assigned;
    for (const AssignRow& a : r_.assigns) {
        assigned.insert(a.variable);
        bool same = a.before != kNone && a.after != kNone && r_.tensors[a.before].kept == ValueKept::full && r_.tensors[a.after].kept == ValueKept::full && r_.tensors[a.before].size == r_.tensors[a.after].size;
        for (int64_t i = 0; same && i < r_.tensors[a.before].size; ++i) same = r_.element(a.before, i) == r_.element(a.after, i);
        if (!same) moved.insert(a.variable);
    }
    std::set<uint32_t> done;
    for (const auto& [line, calls] : by_line) {
        if (calls.size() < 2) continue;   // a single step shows how it is done, and need not be all
        std::map<uint32_t, bool> asked;   // variable -> has had a gradient, not None
        std::set<uint32_t> read;
        std::string asked_names;
        bool all_zero = true;
        std::map<uint32_t, bool> zero;
        for (uint32_t c : calls) {
            for (uint32_t w : r_.tapes[r_.gradient_calls[c].tape].watches)
                if (uint32_t v = r_.tensors[r_.watches[w].tensor].variable; v != kNone) read.insert(v);
            for (uint32_t n : r_.gradient_calls[c].results) {
                const GradientResultRow& g = r_.gradient_results[n];
                const uint32_t v = r_.tensors[g.source].variable;
                if (v == kNone || r_.tensors[g.source].type != ValueType::resource) continue;
                if (!asked.contains(v)) asked_names += (asked_names.empty() ? "" : ", ") + std::string(r_.variable_label(v));
                asked[v] |= g.gradient != kNone;
                if (g.gradient == kNone) continue;
                bool is_zero = r_.tensors[g.gradient].kept == ValueKept::full;
                for (int64_t i = 0; is_zero && i < r_.tensors[g.gradient].size; ++i) is_zero = r_.element(g.gradient, i) == 0;
                if (!zero.contains(v)) zero[v] = true;
                zero[v] = zero[v] && is_zero;
                all_zero = all_zero && is_zero;
            }
        }
        const uint32_t last = r_.gradient_calls[calls.back()].event;
        for (uint32_t v : read) {
            const VariableRow& row = r_.variables[v];
            if (moved.contains(v) || !row.trainable || !carries_gradient(row.type) || done.contains(v)) continue;
            // A name that stands for plain tensors by now moves, though the variable does not: told at the gradients that are None.
            bool rebound = false;
            for (const NameRow& name : r_.names) {
                bool was_v = false;
                for (uint32_t b : name.bindings) {
                    if (r_.bindings[b].variable == v) was_v = true;
                    else if (was_v && r_.bindings[b].tensor != kNone) rebound = true;
                }
            }
            if (rebound) continue;
            auto asked_for = asked.find(v);
            if (asked_for != asked.end() && !asked_for->second) continue;   // None: told there
            out_ = {};
            out_.variable = v;
            out_.source = r_.variable_label(v);
            source_ = row.handle;
            out_.event = last;
            at(place_of_event(last));
            if (asked_for == asked.end()) {
                out_.cause = Cause::not_asked;
                source().say(" does not move: line " + std::to_string(line) + " asks for the gradient of " + (asked_names.empty() ? "nothing" : asked_names) + " only.");
                out_.help = "Add " + out_.source + " to the list there and to what is updated; if it should stay, make it with trainable=False.";
            } else if (!assigned.contains(v)) {
                out_.cause = Cause::not_applied;
                source().say(" does not move: it has a gradient" + on_line(line) + ", but nothing changes " + out_.source + " with it.");
                out_.help = "Hand it to the optimizer too: apply_gradients(zip(gradients, variables)) with the variables of the gradient call.";
            } else if (zero[v]) {
                out_.cause = Cause::gradient_zero;
                source().say(" does not move: its gradient is 0 each time, which is not None.");
                out_.help = "The way is not broken, it is flat: a relu whose input is below 0, a maximum that takes the other side, or a start where the slope is 0.";
            } else {
                continue;   // a rate of 0, or steps too small for its numbers: the updates say so
            }
            done.insert(v);
            out.push_back(out_);
        }
    }
}

std::vector<Explanation> Explainer::all() {
    std::vector<Explanation> out;
    for (uint32_t n = 0; n < r_.gradient_results.size(); ++n) {
        const GradientResultRow& g = r_.gradient_results[n];
        if (g.gradient != kNone) continue;
        // Gathered rows of a variable are asked for beside it, by the binding and not by the learner.
        const uint32_t producer = r_.tensors[g.source].producer;
        if (producer != kNone && r_.op_name(producer) == "gather" && r_.label(g.source).empty() && r_.gradient_calls[g.call].results.size() > 1) {
            const uint32_t from = r_.inputs(producer)[0] == kNone ? kNone : r_.tensors[r_.inputs(producer)[0]].producer;
            if (from != kNone && r_.ops[from].variable != kNone) continue;
        }
        out.push_back(result(n));
    }
    for (uint32_t c = 0; c < r_.gradient_calls.size(); ++c) {
        const GradientCallRow& call = r_.gradient_calls[c];
        const uint32_t released = r_.tapes[call.tape].released;
        if (call.failed == kNone || released == kNone || released > call.event) continue;
        tell_used_up(c);
        out.push_back(out_);
    }
    unmoved(out);
    std::stable_sort(out.begin(), out.end(), [](const Explanation& a, const Explanation& b) { return a.event < b.event; });
    return out;
}

}  // namespace

const char* cause_name(Cause cause) {
    constexpr const char* kNames[kCauses] = {"none", "not_watched", "watched_late", "before_tape", "outside_tape", "integer", "left_tensorflow", "rebound", "not_trainable", "variables_ignored",
                                             "stop_gradient", "no_gradient_op", "no_custom_gradient", "assigned", "other_branch", "not_connected", "used_up", "reset", "gradient_zero",
                                             "not_applied", "not_asked"};
    return kNames[static_cast<int>(cause)];
}

Explanation explain_result(const Recording& recording, uint32_t result) { return Explainer(recording).result(result); }
std::vector<Explanation> explain(const Recording& recording) { return Explainer(recording).all(); }

std::string explain_text(const Recording& r, std::string_view file) {
    std::vector<Explanation> found = explain(r);
    std::string out;
    struct Told { std::string text; uint32_t times; size_t head; };
    std::vector<Told> told;
    for (const Explanation& x : found) {
        const uint32_t line = x.event < r.size() ? r.events[x.event].line : 0;
        std::string head = std::string(file) + (line ? ":" + std::to_string(line) : "") + ": ";
        if (x.variable != kNone) head += "the variable " + x.source + " does not move";
        else if (x.cause == Cause::used_up) head += "no gradient of " + x.target + " for " + x.source;
        else head += "the gradient of " + x.target + " for " + x.source + " is None";
        std::string body = "  " + plain_text(x.what) + "\n";
        if (x.line) {
            std::string number = std::to_string(x.line), code(r.source_line(x.line));
            const size_t indent = std::min(code.find_first_not_of(" \t"), code.size());
            body += "    " + number + " | " + code.substr(indent) + "\n";
            if (x.column_begin > indent && x.column_end > x.column_begin && x.column_end <= code.size() + 1) {
                auto characters = [&](size_t from, size_t to) { return std::count_if(code.begin() + static_cast<ptrdiff_t>(from), code.begin() + static_cast<ptrdiff_t>(to), [](char c) { return (c & 0xc0) != 0x80; }); };
                body += "    " + std::string(number.size(), ' ') + " | " + std::string(static_cast<size_t>(characters(indent, x.column_begin - 1u)), ' ') +
                        std::string(static_cast<size_t>(characters(x.column_begin - 1u, x.column_end - 1u)), '^') + "\n";
            }
        }
        if (!x.help.empty()) body += "  " + x.help + "\n";
        bool known = false;
        for (Told& t : told)
            if (t.text == head + "\n" + body) ++t.times, known = true;
        if (!known) told.push_back({head + "\n" + body, 1, head.size()});
    }
    for (const Told& t : told) {
        if (!out.empty()) out += "\n";
        out += t.text.substr(0, t.head) + (t.times > 1 ? " (" + std::to_string(t.times) + " times)" : "") + "." + t.text.substr(t.head);
    }
    if (told.empty()) {
        const size_t given = r.gradient_results.size();
        out = std::string(file) + ": nothing is wrong: " + (r.gradient_calls.empty() ? "no gradient was asked for.\n" : given == 1 ? "1 gradient was asked for and given.\n" : std::to_string(given) + " gradients were asked for and given.\n");
    }
    return out;
}

}  // namespace tapedeck
