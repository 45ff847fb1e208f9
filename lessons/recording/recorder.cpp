#include "lessons/recording/recorder.h"

#include <algorithm>
#include <utility>

#include "engine/autodiff/tape.h"
#include "engine/core/apply.h"
#include "engine/graph/graph.h"
#include "engine/variable/variable.h"

namespace tapedeck {

namespace {

// Both lists are in the same order, which the recording's format fixes; a list of tensors (variant) has no values of its own, like a handle.
static_assert(static_cast<int>(DType::complex128) == static_cast<int>(ValueType::complex128) && static_cast<int>(DType::string) == static_cast<int>(ValueType::string) &&
              static_cast<int>(DType::variant) == kValueTypes);
constexpr size_t kChangesShown = 160;   // bytes of what a pass changed
ValueType value_type(DType dtype) { return dtype == DType::variant ? ValueType::resource : static_cast<ValueType>(dtype); }

WhyNoGradient why_of(NoGradient why) {
    switch (why) {
        case NoGradient::given: return WhyNoGradient::given;
        case NoGradient::not_watched: return WhyNoGradient::not_watched;
        case NoGradient::not_connected: return WhyNoGradient::not_connected;
        case NoGradient::not_trainable: return WhyNoGradient::not_trainable;
        case NoGradient::integer_dtype: return WhyNoGradient::integer_dtype;
        case NoGradient::not_differentiable: return WhyNoGradient::not_differentiable;
        case NoGradient::no_upstream: break;
    }
    return WhyNoGradient::no_upstream;
}

/// Grows a table that is indexed by the engine's numbers, which increase.
uint32_t& slot(std::vector<uint32_t>& table, uint64_t id) {
    if (id >= table.size()) {
        if (id >= table.capacity()) table.reserve(std::max<size_t>(id + 1, table.size() * 2));
        table.resize(id + 1, kNone);
    }
    return table[id];
}

}  // namespace

std::string_view how_text(std::string_view how) {
    struct Word { std::string_view how, text; };
    static constexpr Word kWords[] = {{"resource_apply_gradient_descent", "SGD"}, {"resource_apply_momentum", "SGD with momentum"},
                                      {"resource_apply_keras_momentum", "SGD with momentum"}, {"resource_apply_adam", "Adam"},
                                      {"resource_apply_rms_prop", "RMSprop"}, {"resource_apply_adagrad", "Adagrad"}};
    for (const Word& w : kWords)
        if (w.how == how) return w.text;
    constexpr std::string_view kSuffix = "_variable";
    return how.ends_with(kSuffix) ? how.substr(0, how.size() - kSuffix.size()) : how;
}

/// A literal, as Expressions wants it.
static std::string_view assign_name(std::string_view how) {
    for (std::string_view name : {"assign_add", "assign_sub", "assign"})
        if (how.starts_with(name)) return name;
    return "scatter_nd_update";
}

// ---- Tensors ----------------------------------------------------------------------------------------------------------------

uint32_t Recorder::tensor_number(const Tensor& t) {
    uint32_t& number = slot(tensors_, t.id());
    if (number != kNone) return number;
    if (t.dtype() == DType::string && !t.is_symbolic()) return number = out_.string_tensor(t.shape().dims(), t.values<std::string>());
    // A handle stands for its variable, so it is written with the variable's shape: gradients for it have that shape.
    if (t.variable()) return number = out_.tensor(ValueType::resource, t.variable()->shape.dims(), nullptr);
    return number = out_.tensor(value_type(t.dtype()), t.shape().dims(), t.is_symbolic() ? nullptr : t.raw(), t.is_symbolic());
}

std::span<const uint32_t> Recorder::numbers(std::span<const Tensor> tensors, std::vector<uint32_t>& into) {
    into.clear();
    for (const Tensor& t : tensors) into.push_back(optional_tensor(t));
    return into;
}

void Recorder::flush_waiting() {
    if (assignment_.variable != kNone) tell_assignment({});
    if (made_ == kNone) return;
    out_.line(made_at_.line, made_at_.column_begin, made_at_.column_end);
    out_.tensor_made(made_, made_from_);
    made_ = kNone;
}

void Recorder::tell_assignment(std::span<const uint32_t> given) {
    Assignment a;
    std::swap(a, assignment_);
    out_.line(a.place.line, a.place.column_begin, a.place.column_end);
    out_.variable_assigned(a.variable, a.before, a.after, a.how, given, a.rule);
}

void Recorder::flush_bindings() {
    bindings_in_a_row_ = 0;
    if (late_bindings_.empty()) return;
    auto late = std::move(late_bindings_);
    late_bindings_.clear();
    for (const auto& [name, binding] : late) {
        out_.line(static_cast<uint32_t>(binding.line));
        out_.name_bound_to_text(name, binding.repr);
    }
}

void Recorder::before_event_at(int line) {
    flush_bindings();
    flush_waiting();
    out_.line(static_cast<uint32_t>(line));
}

Recorder::Place Recorder::place_of(std::string_view name) {
    uint32_t line = static_cast<uint32_t>(line_of_());
    for (const OpenGraph& g : graphs_)
        if (g.line != 0) line = g.line;   // the innermost that is known
    if (!calls_.empty() && calls_.back().place.line == line) return calls_.back().place;
    if (expressions_ && line != 0 && !name.empty())
        if (const Expression* e = expressions_->next(line, name)) return {e->line, e->column_begin, e->column_end};
    return {line, 0, 0};
}

void Recorder::before_event(std::string_view name) {
    flush_bindings();
    flush_waiting();
    place_ = place_of(name);
    out_.line(place_.line, place_.column_begin, place_.column_end);
}

void Recorder::tensor_made(const Tensor& tensor) {
    if (out_.is_full()) return;
    flush_bindings();
    flush_waiting();
    made_from_ = known_tensor(std::exchange(came_back_, 0));
    made_ = tensor_number(tensor);
    made_at_ = place_of("constant");
}

// ---- Graphs -----------------------------------------------------------------------------------------------------------------

void Recorder::trace_begins(std::string_view name) {
    traces_open_.push_back({now_us(), !out_.is_full()});
    if (out_.is_full()) return;
    before_event(*function_names_.emplace(name).first);
    out_.scope_entered(name, "trace");
}

void Recorder::trace_ends(const Graph* graph, uint32_t function, TracedArguments arguments) {
    if (traces_open_.empty()) return;
    const OpenTrace open = traces_open_.back();
    traces_open_.pop_back();
    if (!open.is_told || out_.is_full()) return;
    scope_left();
    if (graph) tell_trace(*graph, function, arguments, now_us() - open.began_us);
}

uint32_t Recorder::trace_of(const Graph& graph) {
    if (auto known = traces_.find(&graph); known != traces_.end() && known->second.graph.lock().get() == &graph) return known->second.number;
    // A trace within a trace, or a function that was loaded: by what the graph itself says.
    Signature signature;
    for (int32_t i : graph.inputs()) {
        const Node& input = graph.node(i);
        if (!input.outputs.empty()) signature.emplace_back(input.name, std::string(dtype_name(input.outputs[0].dtype())) + " " + input.outputs[0].shape().parens());
    }
    return tell_trace(graph, kNone, signature, 0);
}

uint32_t Recorder::tell_trace(const Graph& graph, uint32_t function, TracedArguments arguments, uint64_t trace_us) {
    Signature signature(arguments.begin(), arguments.end());
    std::string shown;
    for (const auto& [name, kind] : signature) shown += (shown.empty() ? "" : ", ") + name + ": " + kind;
    std::vector<Signature>& earlier = signatures_[{graph.name(), function}];
    const std::string why = why_traced(signature, earlier);
    earlier.push_back(std::move(signature));

    // The optimiser runs kernels: no tape may see them, and nor may we.
    RecordingWriter::Traced traced{static_cast<uint32_t>(graph.size()), function, 0, trace_us, 0};
    static const std::vector<PassRecord> kNoPasses;
    const std::vector<PassRecord>* passes = &kNoPasses;
    if (Runtime& now = runtime(); !now.tracer) {
        const uint64_t began_us = now_us();
        Observer* const self = std::exchange(now.observer, nullptr);
        std::vector<Tape*> tapes;
        tapes.swap(now.tapes);
        passes = &graph.passes();
        tapes.swap(now.tapes);
        now.observer = self;
        traced.optimize_us = now_us() - began_us;
        traced.nodes_optimized = passes->empty() ? traced.nodes : static_cast<uint32_t>(passes->back().nodes_after);
    }
    Trace& trace = traces_[&graph];
    trace.graph = graph.weak_from_this();
    trace.line = place_.line;
    trace.number = out_.function_traced(graph.name(), shown, why, traced);
    for (const PassRecord& pass : *passes) {
        if (trace.number == kNone) break;
        std::string changes;
        for (size_t i = 0; i < pass.changes.size() && changes.size() < kChangesShown; ++i) changes += (i > 0 ? "; " : "") + pass.changes[i];
        out_.graph_optimized(trace.number, pass.pass, static_cast<uint32_t>(pass.nodes_before), static_cast<uint32_t>(pass.nodes_after), changes);
    }
    return trace.number;
}

std::string why_traced(const TracedSignature& now, std::span<const TracedSignature> earlier) {
    std::string best;
    size_t fewest = SIZE_MAX;
    for (size_t e = earlier.size(); e-- > 0;) {   // of equally near ones the latest
        std::string why;
        size_t differences = 0;
        const auto differs = [&](const std::string& text) {
            why += (why.empty() ? "" : ", and ") + text;
            ++differences;
        };
        for (const auto& [name, kind] : now) {
            const auto old = std::find_if(earlier[e].begin(), earlier[e].end(), [&n = name](const auto& argument) { return argument.first == n; });
            if (old == earlier[e].end()) differs(name + " is new");
            else if (old->second != kind) differs(name + " is " + kind + " and was " + old->second);
        }
        for (const auto& [name, kind] : earlier[e])
            if (std::none_of(now.begin(), now.end(), [&n = name](const auto& argument) { return argument.first == n; })) differs(name + " is gone");
        if (differences >= fewest) continue;
        fewest = differences;
        best = why;
    }
    if (!best.empty() || earlier.empty()) return best;
    for (const auto& [name, kind] : now)
        if (kind.find('<') != std::string::npos) return name + " is another object";   // objects count as what they are, not by what they hold
    return "its first trace made its variables";
}

void Recorder::graph_begins(const Graph& graph, int64_t) {
    // Branches and rounds of loops belong to the function around them; a TensorFlow 1 graph is no function.
    const bool is_function = graph.is_function() && (graphs_.empty() || (graphs_.back().node && graphs_.back().node->kind == NodeKind::call));
    if (is_function && !out_.is_full()) {
        before_event(*function_names_.insert(graph.name()).first);
        const uint32_t trace = trace_of(graph);
        if (trace != kNone) out_.function_called(trace, {}, {});
        out_.scope_entered(graph.name(), "function");
    }
    const auto trace = is_function ? traces_.find(&graph) : traces_.end();
    graphs_.push_back({is_function && !out_.is_full(), nullptr, 0, trace != traces_.end() ? trace->second.line : 0});
}

void Recorder::node_begins(const Graph&, const Node& node) {
    if (graphs_.empty()) return;
    graphs_.back().node = &node;
    const auto line = static_cast<uint32_t>(node.line);
    graphs_.back().line = line == graphs_.back().trace_line ? 0 : line;
}

void Recorder::graph_ends(const Graph&) {
    if (graphs_.empty()) return;
    const bool is_function = graphs_.back().is_function;
    graphs_.pop_back();
    if (is_function) scope_left();
}

// ---- Ops --------------------------------------------------------------------------------------------------------------------

uint32_t Recorder::op_def(const Op& op) {
    uint32_t& def = op_defs_[reinterpret_cast<uintptr_t>(&op)];   // number + 1
    if (def == 0) def = 1 + out_.op_def(op.name, op.type, op.formula, op.gradient_text, op.differentiable == Differentiable::yes);
    return def - 1;
}

void Recorder::op_applied(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> outputs,
                          std::span<const uint32_t> tapes) {
    if (out_.is_full()) return;
    const bool on_variable = !inputs.empty() && inputs[0] && inputs[0].variable();
    // A package reads a variable of its own.
    if (on_variable && op.reads_variable && tapes.empty() && untold_variables_.contains(inputs[0].variable()->id)) return;
    // Assignments are told by variable_assigned, which says more; no tape can follow them.
    if (on_variable && !op.reads_variable && op.differentiable != Differentiable::yes) {
        if (assignment_.variable != kNone && assignment_.variable == slot(variables_, inputs[0].variable()->id)) {
            numbers(inputs.subspan(1), inputs_);
            tell_assignment(inputs_);
        }
        if (tapes.empty()) return;
    }
    before_event(op.name);
    numbers(inputs, inputs_);
    numbers(outputs, outputs_);
    holds_.clear();
    for (uint32_t id : tapes) {
        TapeState& state = tape_state(id);
        if (!state.tape) continue;
        uint32_t number = tape_number(*state.tape, true);
        holds_.push_back({number, state.tape->bytes_held()});
    }
    const uint32_t def = op_def(op);
    uint32_t variable = on_variable ? slot(variables_, inputs[0].variable()->id) : kNone;
    uint32_t row = on_variable && op.reads_variable && variable != kNone
                       ? out_.variable_read(variable, def, inputs_, outputs_, holds_)
                       : out_.op_applied(def, attrs.empty() ? std::string() : attrs_text(attrs), inputs_, outputs_, holds_);
    slot(ops_, op_number) = row;
}

void Recorder::op_failed(const Op&, std::span<const Tensor>, const Error& error) {
    failed_message_ = error.message();
    failed_hint_ = error.hint();
}

// ---- Tapes ------------------------------------------------------------------------------------------------------------------

Recorder::TapeState& Recorder::tape_state(uint32_t id) {
    if (id >= tapes_.size()) tapes_.resize(id + 1);
    return tapes_[id];
}

/// The recording's number of a tape. In the engine a tape is made first and entered later, and one that let go may be entered again; for a learner a tape
/// opens when it begins to record.
uint32_t Recorder::tape_number(const Tape& tape, bool begins) {
    TapeState& state = tape_state(tape.id());
    state.tape = &tape;
    if (state.number != kNone && !(state.released && begins)) return state.number;
    state.number = out_.tape_opened(tape.persistent(), tape.watches_variables());
    state.released = false;
    if (!begins && state.number != kNone) out_.tape_paused(state.number);
    return state.number;
}

void Recorder::tape_opened(const Tape& tape) { tape_state(tape.id()) = {&tape, kNone, false}; }

void Recorder::tape_resumed(const Tape& tape) {
    if (out_.is_full()) return;
    before_event("GradientTape");
    TapeState& state = tape_state(tape.id());
    bool is_new = state.number == kNone || state.released;
    uint32_t number = tape_number(tape, true);
    if (!is_new) out_.tape_resumed(number);
}

void Recorder::tape_paused(const Tape& tape) {
    if (out_.is_full()) return;
    before_event();
    out_.tape_paused(tape_number(tape, true));
}

void Recorder::tape_watched(const Tape& tape, const Tensor& tensor, bool automatic) {
    if (out_.is_full()) return;
    if (tensor.variable()) reveal(tensor.variable()->id);
    before_event(automatic ? "" : "watch");
    uint32_t watched = tensor_number(tensor);
    out_.tape_watched(tape_number(tape, tape.is_recording()), watched, automatic);
}

void Recorder::tape_released(const Tape& tape) {
    TapeState& state = tape_state(tape.id());
    if (state.number == kNone || state.released || out_.is_full()) return;
    before_event();
    out_.tape_released(state.number, tape.bytes_held());
    state.released = true;
}

// ---- Gradients --------------------------------------------------------------------------------------------------------------

void Recorder::gradient_asked(const Tape& tape, std::span<const Tensor> targets, std::span<const Tensor> sources) {
    if (out_.is_full()) return;
    // A call that an error left open is over once its tape is asked again.
    while (!calls_.empty() && call_of(tape) != kNone) calls_.pop_back();
    flush_bindings();
    flush_waiting();
    const Place place = place_of("gradient");
    out_.line(place.line, place.column_begin, place.column_end);
    numbers(targets, inputs_);
    numbers(sources, outputs_);
    std::erase(inputs_, kNone);
    std::erase(outputs_, kNone);
    uint32_t number = tape_number(tape, false);
    calls_.push_back({tape.id(), out_.gradient_asked(number, inputs_, outputs_), place, sources.size()});
}

uint32_t Recorder::call_of(const Tape& tape) const {
    for (size_t i = calls_.size(); i-- > 0;)
        if (calls_[i].tape_id == tape.id()) return calls_[i].call;
    return kNone;
}

void Recorder::backward_step_began(const Tape& tape, uint64_t op_number, std::span<const Tensor> upstream) {
    if (out_.is_full()) return;
    uint32_t call = call_of(tape), op = op_row(op_number);
    if (call == kNone || op == kNone) return;
    before_event();
    numbers(upstream, inputs_);
    steps_.push_back({op_number, out_.backward_step_began(call, op, inputs_)});
}

void Recorder::backward_step_ended(const Tape&, uint64_t op_number, std::span<const Tensor> gradients) {
    while (!steps_.empty() && steps_.back().op_number != op_number) steps_.pop_back();   // an error left them open
    if (steps_.empty() || out_.is_full()) return;
    before_event();
    numbers(gradients, outputs_);
    out_.backward_step_ended(steps_.back().step, outputs_);
    steps_.pop_back();
}

void Recorder::gradient_given(const Tape& tape, const Tensor& source, const Tensor& gradient, NoGradient why, uint64_t op_number) {
    uint32_t call = call_of(tape);
    if (call == kNone || out_.is_full()) return;
    before_event();
    uint32_t from = tensor_number(source), given = optional_tensor(gradient);
    out_.gradient_given(call, from, given, why_of(why), op_number ? op_row(op_number) : kNone);
    for (size_t i = calls_.size(); i-- > 0;)
        if (calls_[i].call == call && --calls_[i].awaited == 0) calls_.resize(i);
}

void Recorder::gradient_failed(const Tape& tape) {
    uint32_t call = call_of(tape);
    if (call == kNone) return;
    if (!out_.is_full()) {
        before_event();
        out_.gradient_failed(call);
    }
    for (size_t i = calls_.size(); i-- > 0;)
        if (calls_[i].call == call) calls_.resize(i);
    steps_.clear();
}

void Recorder::value_left(const Tensor& tensor, std::string_view how) {
    if (out_.is_full()) return;
    const uint32_t number = tensor_number(tensor);
    before_event(how == ".numpy()" ? "numpy" : how == "float()" ? "float" : how == "int()" ? "int" : "");
    out_.left(number, how);
}

// ---- Variables --------------------------------------------------------------------------------------------------------------

void Recorder::variable_made(const VariableState& v) {
    if (out_.is_full()) return;
    if (!v.trainable && in_learner_code_ && !in_learner_code_()) {
        if (v.value && known_tensor(v.value.id()) == made_) made_ = kNone;
        untold_variables_[v.id] = &v;
        return;
    }
    tell_variable(v);
}

void Recorder::tell_variable(const VariableState& v) {
    uint32_t initial = optional_tensor(v.value);
    if (initial != kNone && initial == made_) made_ = kNone;   // the constant was made for this
    before_event("Variable");
    uint32_t& handle = slot(tensors_, v.handle_id);
    if (handle == kNone) handle = out_.tensor(ValueType::resource, v.shape.dims(), nullptr);
    slot(variables_, v.id) = out_.variable_made(v.name, value_type(v.dtype), v.shape.dims(), v.trainable, handle, initial);
}

void Recorder::reveal(uint32_t id) {
    auto found = untold_variables_.find(id);
    if (found == untold_variables_.end() || out_.is_full()) return;
    const VariableState& v = *found->second;
    untold_variables_.erase(found);
    tell_variable(v);
}

void Recorder::variable_assigned(const VariableState& v, const Tensor& before, const Tensor& after, std::string_view how) {
    uint32_t variable = slot(variables_, v.id);
    if (variable == kNone) made_ = kNone;
    if (variable == kNone || out_.is_full()) return;
    uint32_t old_value = optional_tensor(before), new_value = optional_tensor(after);
    made_ = kNone;   // a constant made just before was the value, the amount or the learning rate: no news of its own
    const bool by_name = how.starts_with("assign") || how.starts_with("scatter");
    const bool by_optimizer = !optimizer_.empty() || !by_name;
    before_event(by_optimizer ? "apply_gradients" : assign_name(how));
    assignment_ = {variable, old_value, new_value, optimizer_.empty() ? std::string(how_text(how)) : optimizer_, rule_, place_};
}

void Recorder::variable_deleted(const VariableState& v) {
    if (untold_variables_.erase(v.id)) return;
    uint32_t variable = slot(variables_, v.id);
    if (variable == kNone || out_.is_full()) return;
    before_event();
    out_.variable_deleted(variable);
}

// ---- Python -----------------------------------------------------------------------------------------------------------------

void Recorder::name_bound_to_tensor(std::string_view name, uint64_t id, int line) {
    uint32_t tensor = known_tensor(id);
    if (tensor == kNone) return name_bound_to_text(name, "<Tensor>", line);   // made by what is not recorded, as NumPy's
    if (out_.is_full()) return;
    before_event_at(line);
    out_.name_bound_to_tensor(name, tensor);
}

void Recorder::name_bound_to_variable(std::string_view name, uint32_t id, int line) {
    reveal(id);
    uint32_t variable = slot(variables_, id);
    if (variable == kNone || out_.is_full()) return;
    before_event_at(line);
    out_.name_bound_to_variable(name, variable);
}

void Recorder::name_bound_to_tape(std::string_view name, uint32_t id, int line) {
    TapeState& state = tape_state(id);
    if (!state.tape || out_.is_full()) return;
    before_event_at(line);
    uint32_t number = tape_number(*state.tape, false);
    if (number != kNone) out_.name_bound_to_tape(name, number);
}

void Recorder::name_bound_to_text(std::string_view name, std::string_view repr, int line) {
    if (out_.is_full()) return;
    if (bindings_in_a_row_ >= kBindingsInARow) {
        late_bindings_[std::string(name)] = {std::string(repr), line};
        return;
    }
    flush_waiting();
    ++bindings_in_a_row_;
    out_.line(static_cast<uint32_t>(line));
    out_.name_bound_to_text(name, repr);
}

void Recorder::printed(int stream, std::string_view text) {
    before_event("print");
    out_.printed(stream, text);
}

void Recorder::error(std::string_view type, std::string_view message, std::string_view hint, std::string_view traceback, int line, int column) {
    before_event_at(line);
    if (gives_hints_ && hint.empty() && !failed_hint_.empty() && message == failed_message_) hint = failed_hint_;
    out_.error(type, message, hint, traceback, static_cast<uint32_t>(line), static_cast<uint32_t>(column));
}

void Recorder::scope_entered(std::string_view name, std::string_view kind) {
    before_event();
    out_.scope_entered(name, kind);
}

void Recorder::scope_left() {
    before_event();
    out_.scope_left();
}

void Recorder::ended(const RecordingEnd& end) {
    before_event_at(0);
    out_.ended(end);
}

}  // namespace tapedeck
