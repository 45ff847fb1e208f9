#include "lessons/recording/recording.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "lessons/recording/format.h"
#include "lessons/recording/writer.h"

namespace tapedeck {

namespace {

constexpr const char* kEventNames[kEventTypes] = {
    "tensor_made", "op_applied", "variable_read", "tape_opened", "tape_watched", "tape_paused", "tape_resumed", "tape_released", "gradient_asked",
    "backward_step_began", "backward_step_ended", "gradient_given", "variable_made", "variable_assigned", "variable_deleted", "name_bound", "printed", "error",
    "scope_entered", "scope_left", "function_traced", "function_called", "graph_optimized", "recording_full", "ended", "gradient_failed"};

struct TypeFacts { const char* name; size_t size; };
constexpr TypeFacts kValueTypeFacts[kValueTypes] = {
    {"float32", 4}, {"float64", 8}, {"int32", 4}, {"int64", 8}, {"bool", 1}, {"uint8", 1}, {"string", 0}, {"resource", 0}, {"float16", 2}, {"bfloat16", 2},
    {"int8", 1}, {"int16", 2}, {"uint16", 2}, {"uint32", 4}, {"uint64", 8}, {"complex64", 8}, {"complex128", 16}};

constexpr const char* kWhyNames[kWhyNoGradients] = {"given", "not_watched", "not_connected", "not_trainable", "integer_dtype", "not_differentiable", "no_upstream"};
constexpr const char* kStatusNames[kEndStatuses] = {"ok", "error", "stopped", "budget", "exited"};
constexpr const char* kBudgetNames[kEndBudgets] = {"none", "time", "steps", "memory", "output", "events"};

}  // namespace

const char* event_type_name(EventType type) {
    return static_cast<int>(type) < kEventTypes ? kEventNames[static_cast<int>(type)] : "unknown";
}
const char* value_type_name(ValueType type) { return kValueTypeFacts[static_cast<int>(type)].name; }
size_t value_type_size(ValueType type) { return kValueTypeFacts[static_cast<int>(type)].size; }
const char* why_no_gradient_name(WhyNoGradient why) { return kWhyNames[static_cast<int>(why)]; }
const char* end_status_name(EndStatus status) { return kStatusNames[static_cast<int>(status)]; }
const char* end_budget_name(EndBudget budget) { return kBudgetNames[static_cast<int>(budget)]; }

// ---- Reading ----------------------------------------------------------------------------------------------------------------

/// Reads from the bytes of one entry. The first thing that does not fit is remembered in `what`; from then on it reads zeros, so callers check once.
struct Recording::Cursor {
    const uint8_t* at;
    const uint8_t* end;
    const char* what = nullptr;

    bool ok() const { return !what; }
    size_t left() const { return static_cast<size_t>(end - at); }
    void fail(const char* why) {
        if (!what) what = why;
        at = end;
    }
    uint8_t byte() {
        if (at == end) return fail("an entry that is too short"), uint8_t{0};
        return *at++;
    }
    uint64_t varint() {
        uint64_t value = 0;
        for (int shift = 0; at != end && shift < 64; shift += 7) {
            uint8_t b = *at++;
            value |= uint64_t{b & 0x7fu} << shift;
            if (b < 0x80) return value;
        }
        fail("a number that does not end");
        return 0;
    }
    uint32_t small() {
        uint64_t value = varint();
        if (value >= kNone) fail("a number that is too large");
        return ok() ? static_cast<uint32_t>(value) : 0;
    }
    /// A number that must be below `limit`.
    uint32_t below(size_t limit, const char* why) {
        uint64_t value = varint();
        if (value >= limit) fail(why);
        return ok() ? static_cast<uint32_t>(value) : 0;
    }
    uint32_t optional(size_t limit, const char* why) {
        uint64_t value = varint();
        if (value > limit) fail(why);
        return ok() && value > 0 ? static_cast<uint32_t>(value - 1) : kNone;
    }
    template <class E> E choice(int limit, const char* why) {
        uint8_t value = byte();
        if (value >= limit) fail(why);
        return ok() ? static_cast<E>(value) : E{};
    }
    void raw(void* to, size_t bytes) {
        if (left() < bytes) return fail("an entry that is too short");
        if (bytes > 0) std::memcpy(to, at, bytes);   // an empty entry has no place to copy to
        at += bytes;
    }
    std::string_view bytes(size_t count) {
        if (left() < count) return fail("a text that is longer than its entry"), std::string_view();
        std::string_view text(reinterpret_cast<const char*>(at), count);
        at += count;
        return text;
    }
    std::string_view str() {
        uint64_t length = varint();
        return bytes(length > left() ? left() + 1 : static_cast<size_t>(length));
    }
    std::string_view rest() { return bytes(left()); }
};

namespace {
constexpr const char* kNoTensor = "a tensor that was never made";
constexpr const char* kNoTape = "a tape that was never opened";
constexpr const char* kNoText = "a text that was never given";
constexpr const char* kNoOp = "an op that was never applied";
constexpr const char* kNoType = "an element type that does not exist";
}  // namespace

bool Recording::append(std::span<const uint8_t> bytes) {
    if (!problem_.empty()) return false;
    if (pending_.empty()) {
        size_t used = read_entries(bytes);
        if (problem_.empty()) pending_.assign(bytes.begin() + static_cast<ptrdiff_t>(used), bytes.end());
    } else {
        pending_.insert(pending_.end(), bytes.begin(), bytes.end());
        size_t used = read_entries(pending_);
        pending_.erase(pending_.begin(), pending_.begin() + static_cast<ptrdiff_t>(used));
    }
    return problem_.empty();
}

bool Recording::finish() {
    if (problem_.empty() && !has_end_) {
        const char* why = !has_header_                    ? "the beginning is missing"
                          : pending_.empty() && !has_end_ ? "the bytes stop without an end"
                                                          : "the bytes stop inside an entry";
        problem_ = "recording damaged at byte " + std::to_string(position_ + pending_.size()) + ": " + why;
    }
    return is_whole();
}

/// Reads the whole entries among `bytes` and returns how many bytes that were; sets problem_ where it has to stop.
size_t Recording::read_entries(std::span<const uint8_t> bytes) {
    if (texts_.empty()) texts_.emplace_back();   // text 0 is ""
    const uint8_t* const begin = bytes.data();
    const uint8_t* const end = begin + bytes.size();
    const uint8_t* at = begin;
    const size_t base = position_;
    auto damaged = [&](const uint8_t* where, std::string_view what) {
        problem_ = "recording damaged at byte " + std::to_string(base + static_cast<size_t>(where - begin)) + ": " + std::string(what);
    };

    if (!has_header_) {
        size_t known = std::min(bytes.size(), sizeof format::kMagic);
        if (known > 0 && std::memcmp(at, format::kMagic, known) != 0) {
            problem_ = "this is not a Tapedeck recording (its first bytes are others)";
            return 0;
        }
        Cursor in{at + known, end};
        uint64_t version = in.varint();
        if (!in.ok()) {
            if (bytes.size() >= sizeof format::kMagic + 10) damaged(at + known, in.what);
            return 0;
        }
        if (version != format::kFormatVersion) {
            problem_ = "this recording has format version " + std::to_string(version) + " and this Tapedeck reads version " +
                       std::to_string(format::kFormatVersion) + (version < format::kFormatVersion ? ": record it again" : ": use a newer Tapedeck");
            return 0;
        }
        has_header_ = true;
        at = in.at;
    }

    while (at != end) {
        Cursor head{at, end};
        uint64_t length = head.varint();
        if (!head.ok()) {
            if (end - at >= 10) damaged(at, head.what);
            break;
        }
        if (length == 0 || length > format::kMaxEntryBytes) {
            damaged(at, "an entry of impossible length");
            break;
        }
        if (length > head.left()) break;
        Cursor in{head.at, head.at + length};
        uint8_t type = in.byte();
        if (has_end_) {
            in.fail("something after the end");
        } else if (!has_run_ && type != format::run) {
            in.fail("a recording must begin with its program");
        } else if (type >= format::first_event) {
            uint8_t number = static_cast<uint8_t>(type - format::first_event);
            read_event(number < kEventTypes ? static_cast<EventType>(number) : EventType::unknown, in);
        } else {
            read_definition(type, in);
        }
        if (!in.ok()) {
            damaged(at, in.what);
            break;
        }
        at = head.at + length;
    }
    position_ = base + static_cast<size_t>(at - begin);
    return static_cast<size_t>(at - begin);
}

void Recording::read_list(Cursor& in, size_t limit, bool optional, uint32_t& first, uint32_t& count) {
    first = static_cast<uint32_t>(ids_.size());
    count = in.below(in.left() + 1, "a list that is longer than its entry");
    for (uint32_t i = 0; i < count && in.ok(); ++i) ids_.push_back(optional ? in.optional(limit, kNoTensor) : in.below(limit, kNoTensor));
    ids_.resize(first + (in.ok() ? count : 0));
}

int64_t Recording::read_dims(Cursor& in, uint32_t& first, uint8_t& rank) {
    rank = static_cast<uint8_t>(in.below(format::kMaxRank + 1, "a tensor with too many axes"));
    first = static_cast<uint32_t>(dims_.size());
    int64_t size = 1;
    for (int i = 0; i < rank; ++i) {
        uint64_t axis = in.varint();
        if (axis > (1ull << 40)) in.fail("an axis of impossible length");
        int64_t dim = static_cast<int64_t>(axis) - 1;
        dims_.push_back(dim);
        if (size < 0 || dim < 0) {
            size = -1;
        } else if (dim > 0 && size > (int64_t{1} << 50) / dim) {
            in.fail("a tensor of impossible size");
        } else {
            size *= dim;
        }
    }
    return in.ok() ? size : 0;
}

void Recording::read_tensor(Cursor& in) {
    TensorRow t;
    t.type = in.choice<ValueType>(kValueTypes, kNoType);
    uint8_t flags = in.byte();
    t.symbolic = flags & 4;
    t.size = read_dims(in, t.first_dim, t.rank);
    const uint64_t bytes = t.size < 0 ? 0 : static_cast<uint64_t>(t.size) * value_type_size(t.type);
    t.event = now();
    switch (flags & 3) {
        case format::summarized:
            t.kept = ValueKept::summary;
            t.data = in.below(summaries_.size(), "a summary that was never given");
            break;
        case format::in_buffer:
            t.kept = ValueKept::full;
            t.data = in.below(numbered_buffers_.size(), "a buffer that was never given");
            if (in.ok()) t.data = numbered_buffers_[t.data];
            if (in.ok() && t.type != ValueType::string && buffers_[t.data].size != bytes) in.fail("a buffer that does not fit its tensor");
            break;
        case format::here: {
            t.kept = ValueKept::full;
            std::string_view data = in.bytes(bytes > in.left() ? in.left() + 1 : static_cast<size_t>(bytes));
            if (!in.ok()) break;
            t.data = static_cast<uint32_t>(buffers_.size());
            buffers_.push_back({values_.size(), data.size()});
            values_.insert(values_.end(), data.begin(), data.end());
            break;
        }
        default: break;
    }
    if (in.ok()) tensors.push_back(t);
}

void Recording::read_definition(uint8_t type, Cursor& in) {
    switch (type) {
        case format::run:
            if (has_run_) return in.fail("a second program");
            source_ = in.str();
            seed_ = in.varint();
            engine_version_ = in.str();
            has_run_ = true;
            source_lines_.push_back(0);
            for (uint32_t i = 0; i < source_.size(); ++i)
                if (source_[i] == '\n') source_lines_.push_back(i + 1);
            return;
        case format::text: texts_.emplace_back(in.rest()); return;
        case format::op_def: {
            OpDefRow def;
            for (uint32_t* t : {&def.name, &def.type, &def.formula, &def.gradient_text}) *t = in.below(texts_.size(), kNoText);
            def.differentiable = in.byte() & 1;
            if (in.ok()) op_defs.push_back(def);
            return;
        }
        case format::buffer: {
            ValueType of = in.choice<ValueType>(kValueTypes, kNoType);
            std::string_view data = in.rest();
            if (!in.ok()) return;
            if (of != ValueType::string && value_type_size(of) > 0 && data.size() % value_type_size(of) != 0) return in.fail("a buffer that ends inside an element");
            numbered_buffers_.push_back(static_cast<uint32_t>(buffers_.size()));
            buffers_.push_back({values_.size(), data.size()});
            values_.insert(values_.end(), data.begin(), data.end());
            return;
        }
        case format::summary: {
            Summary s;
            for (double* number : {&s.min, &s.max, &s.mean, &s.norm}) in.raw(number, sizeof(double));
            s.nan_count = in.varint();
            s.inf_count = in.varint();
            s.rows = in.byte(), s.columns = in.byte();
            if (s.rows > 16 || s.columns > 16) return in.fail("a thumbnail that is too large");
            s.thumbnail.resize(size_t{s.rows} * s.columns);
            in.raw(s.thumbnail.data(), s.thumbnail.size() * sizeof(float));
            if (in.ok()) summaries_.push_back(std::move(s));
            return;
        }
        case format::tensor: return read_tensor(in);
        case format::line:
            line_ = in.small();
            column_begin_ = static_cast<uint16_t>(std::min<uint64_t>(in.varint(), UINT16_MAX));
            column_end_ = static_cast<uint16_t>(std::min<uint64_t>(in.varint(), UINT16_MAX));
            return;
        case format::left: {
            LeftRow row;
            row.tensor = in.below(tensors.size(), kNoTensor);
            row.how = in.below(texts_.size(), kNoText);
            row.line = line_, row.column_begin = column_begin_, row.column_end = column_end_;
            row.event = now();
            if (in.ok()) lefts.push_back(row);
            return;
        }
        default: return;   // of a later version: skipped
    }
}

void Recording::add_event(EventType type, uint32_t index) {
    if (line_ != 0 && (line_visits.empty() || line_visits.back().line != line_)) line_visits.push_back({now(), line_});
    events.push_back({type, column_begin_, column_end_, line_, index, tape_in_view_, scope_});
}

/// Finds training steps: the same line opens an outermost tape again. The first opening becomes step 0 when the second one comes.
void Recording::note_tape_opened(uint32_t tape) {
    const bool outermost = open_tapes_.empty();
    open_tapes_.push_back(tape);
    if (!outermost || line_ == 0) return;
    for (Opening& o : openings_) {
        if (o.line != line_) continue;
        if (o.count == 1) {
            TrainingStepRow first{o.first_event, o.first_tape, o.line, 0};
            auto place = std::upper_bound(training_steps.begin(), training_steps.end(), first, [](const auto& a, const auto& b) { return a.event < b.event; });
            training_steps.insert(place, first);
        }
        training_steps.push_back({now(), tape, line_, o.count++});
        return;
    }
    openings_.push_back({line_, 1, now(), tape});
}

void Recording::read_op(Cursor& in, bool is_read) {
    OpRow op;
    if (is_read) op.variable = in.below(variables.size(), "a variable that was never made");
    op.def = in.below(op_defs.size(), "an op without its definition");
    op.attrs = in.below(texts_.size(), kNoText);
    read_list(in, tensors.size(), true, op.first_input, op.inputs);
    read_list(in, tensors.size(), false, op.first_output, op.outputs);
    op.first_tape = static_cast<uint32_t>(ids_.size());
    op.tapes = in.below(in.left() + 1, "a list that is longer than its entry");
    const uint32_t number = static_cast<uint32_t>(ops.size());
    for (uint32_t i = 0; i < op.tapes && in.ok(); ++i) {
        uint32_t tape = in.below(tapes.size(), kNoTape);
        uint64_t bytes = in.varint();
        if (!in.ok()) break;
        ids_.push_back(tape);
        tapes[tape].records.push_back({number, bytes});
        tape_in_view_ = tape;
    }
    if (!in.ok()) return;
    op.event = now();
    if (!open_calls_.empty()) {
        op.in_gradient_call = open_calls_.back().call;
        op.in_backward_step = open_calls_.back().step;
        tape_in_view_ = gradient_calls[op.in_gradient_call].tape;
    }
    for (uint32_t i = 0; i < op.outputs; ++i) {
        TensorRow& t = tensors[ids_[op.first_output + i]];
        t.producer = number, t.output = i, t.event = op.event;
        if (is_read) t.variable = op.variable;
    }
    ops.push_back(op);
    add_event(is_read ? EventType::variable_read : EventType::op_applied, number);
}

void Recording::read_binding(Cursor& in) {
    BindingRow b;
    uint32_t name = in.below(texts_.size(), kNoText);
    uint8_t kind = in.byte();
    switch (kind) {
        case format::to_text: b.text = in.below(texts_.size(), kNoText); break;
        case format::to_tensor: b.tensor = in.below(tensors.size(), kNoTensor); break;
        case format::to_variable: b.variable = in.below(variables.size(), "a variable that was never made"); break;
        case format::to_tape: b.tape = in.below(tapes.size(), kNoTape); break;
        default: in.fail("a name for something unknown");
    }
    if (!in.ok()) return;
    if (name_slots_.size() <= name) name_slots_.resize(name + 1, kNone);
    if (name_slots_[name] == kNone) {
        name_slots_[name] = static_cast<uint32_t>(names.size());
        names.push_back({name, {}});
    }
    b.name_slot = name_slots_[name];
    b.event = now();
    auto& earlier = names[b.name_slot].bindings;
    if (!earlier.empty()) b.previous = earlier.back();
    earlier.push_back(static_cast<uint32_t>(bindings.size()));
    if (b.tensor != kNone) tensors[b.tensor].name = name;
    if (b.variable != kNone && variables[b.variable].python_name == kNone) variables[b.variable].python_name = name;
    if (b.tape != kNone) {
        tapes[b.tape].name = name;
        tape_in_view_ = b.tape;
    }
    bindings.push_back(b);
    add_event(EventType::name_bound, static_cast<uint32_t>(bindings.size() - 1));
}

void Recording::read_event(EventType type, Cursor& in) {
    auto add = [&](auto& table, auto row) {
        if (!in.ok()) return;
        table.push_back(std::move(row));
        add_event(type, static_cast<uint32_t>(table.size() - 1));
    };
    auto close_calls_from = [&](size_t first) { open_calls_.resize(std::min(open_calls_.size(), first)); };
    switch (type) {
        case EventType::tensor_made: {
            uint32_t tensor = in.below(tensors.size(), kNoTensor);
            uint32_t from = in.left() > 0 ? in.optional(tensors.size(), kNoTensor) : kNone;   // recordings of before it was known end here
            if (!in.ok()) return;
            tensors[tensor].event = now();
            tensors[tensor].came_from = from;
            return add_event(type, tensor);
        }
        case EventType::op_applied: return read_op(in, false);
        case EventType::variable_read: return read_op(in, true);
        case EventType::tape_opened: {
            TapeRow tape;
            uint8_t flags = in.byte();
            tape.persistent = flags & 1, tape.watches_variables = flags & 2;
            tape.opened = now();
            tape.switches.push_back(now());
            if (!in.ok()) return;
            tape_in_view_ = static_cast<uint32_t>(tapes.size());
            note_tape_opened(tape_in_view_);
            return add(tapes, std::move(tape));
        }
        case EventType::tape_watched: {
            WatchRow w;
            w.tape = in.below(tapes.size(), kNoTape);
            w.tensor = in.below(tensors.size(), kNoTensor);
            w.automatic = in.byte() & 1;
            w.event = now();
            if (!in.ok()) return;
            tapes[w.tape].watches.push_back(static_cast<uint32_t>(watches.size()));
            tape_in_view_ = w.tape;
            return add(watches, w);
        }
        case EventType::tape_paused:
        case EventType::tape_resumed: {
            uint32_t tape = in.below(tapes.size(), kNoTape);
            if (!in.ok()) return;
            tapes[tape].switches.push_back(now());
            std::erase(open_tapes_, tape);
            if (type == EventType::tape_resumed) open_tapes_.push_back(tape);
            tape_in_view_ = tape;
            return add_event(type, tape);
        }
        case EventType::tape_released: {
            uint32_t tape = in.below(tapes.size(), kNoTape);
            uint64_t bytes = in.varint();
            if (!in.ok()) return;
            tapes[tape].released = now();
            tapes[tape].bytes_released = bytes;
            std::erase(open_tapes_, tape);
            return add_event(type, tape);
        }
        case EventType::gradient_asked: {
            GradientCallRow call;
            call.tape = in.below(tapes.size(), kNoTape);
            read_list(in, tensors.size(), false, call.first_target, call.targets);
            read_list(in, tensors.size(), false, call.first_source, call.sources);
            call.event = now();
            if (!in.ok()) return;
            uint32_t number = static_cast<uint32_t>(gradient_calls.size());
            tapes[call.tape].gradient_calls.push_back(number);
            tape_in_view_ = call.tape;
            if (call.sources > 0) open_calls_.push_back({number, kNone});
            return add(gradient_calls, std::move(call));
        }
        case EventType::backward_step_began: {
            BackwardStepRow step;
            step.call = in.below(gradient_calls.size(), "a gradient that was never asked for");
            step.op = in.below(ops.size(), kNoOp);
            read_list(in, tensors.size(), true, step.first_upstream, step.upstreams);
            step.began = now();
            if (!in.ok()) return;
            GradientCallRow& call = gradient_calls[step.call];
            uint32_t number = static_cast<uint32_t>(backward_steps.size());
            call.steps.push_back(number);
            step.number = static_cast<uint32_t>(call.steps.size());
            tape_in_view_ = call.tape;
            for (OpenCall& open : open_calls_)
                if (open.call == step.call) open.step = number;
            return add(backward_steps, step);
        }
        case EventType::backward_step_ended: {
            uint32_t number = in.below(backward_steps.size(), "a backward step that never began");
            if (!in.ok()) return;
            BackwardStepRow& step = backward_steps[number];
            read_list(in, tensors.size(), true, step.first_result, step.results);
            if (!in.ok()) return;
            step.ended = now();
            tape_in_view_ = gradient_calls[step.call].tape;
            add_event(type, number);
            for (OpenCall& open : open_calls_)
                if (open.step == number) open.step = kNone;
            return;
        }
        case EventType::gradient_given: {
            GradientResultRow result;
            result.call = in.below(gradient_calls.size(), "a gradient that was never asked for");
            result.source = in.below(tensors.size(), kNoTensor);
            result.gradient = in.optional(tensors.size(), kNoTensor);
            result.why = in.choice<WhyNoGradient>(kWhyNoGradients, "a reason that does not exist");
            result.broken_at = in.optional(ops.size(), kNoOp);
            result.event = now();
            if (!in.ok()) return;
            GradientCallRow& call = gradient_calls[result.call];
            call.results.push_back(static_cast<uint32_t>(gradient_results.size()));
            tape_in_view_ = call.tape;
            if (call.results.size() >= call.sources)   // answered; so are those that an error left open inside it
                for (size_t i = open_calls_.size(); i-- > 0;)
                    if (open_calls_[i].call == result.call) close_calls_from(i);
            return add(gradient_results, result);
        }
        case EventType::variable_made: {
            VariableRow v;
            v.name = in.below(texts_.size(), kNoText);
            v.type = in.choice<ValueType>(kValueTypes, kNoType);
            read_dims(in, v.first_dim, v.rank);
            v.trainable = in.byte() & 1;
            v.handle = in.optional(tensors.size(), kNoTensor);
            v.initial = in.optional(tensors.size(), kNoTensor);
            v.made = now();
            if (!in.ok()) return;
            if (v.handle != kNone) tensors[v.handle].variable = static_cast<uint32_t>(variables.size());
            return add(variables, std::move(v));
        }
        case EventType::variable_assigned: {
            AssignRow a;
            a.variable = in.below(variables.size(), "a variable that was never made");
            a.before = in.optional(tensors.size(), kNoTensor);
            a.after = in.optional(tensors.size(), kNoTensor);
            a.how = in.below(texts_.size(), kNoText);
            a.rule = 0;
            if (in.left() > 0) {
                read_list(in, tensors.size(), true, a.first_given, a.given);
                a.rule = in.below(texts_.size(), kNoText);
            }
            a.event = now();
            if (!in.ok()) return;
            variables[a.variable].assigns.push_back(static_cast<uint32_t>(assigns.size()));
            return add(assigns, a);
        }
        case EventType::variable_deleted: {
            uint32_t v = in.below(variables.size(), "a variable that was never made");
            if (!in.ok()) return;
            variables[v].deleted = now();
            return add_event(type, v);
        }
        case EventType::name_bound: return read_binding(in);
        case EventType::printed: {
            PrintRow p;
            p.stream = in.byte();
            p.begin = static_cast<uint32_t>(console_.size());
            console_ += in.rest();
            p.end = static_cast<uint32_t>(console_.size());
            p.event = now();
            return add(prints, p);
        }
        case EventType::error: {
            ErrorRow e;
            for (uint32_t* t : {&e.type, &e.message, &e.hint, &e.traceback}) {
                error_texts_.emplace_back(in.str());
                *t = kErrorText + static_cast<uint32_t>(error_texts_.size() - 1);
            }
            e.line = in.small(), e.column = in.small();
            e.event = now();
            if (!in.ok()) return;
            close_calls_from(0);
            return add(errors, e);
        }
        case EventType::scope_entered: {
            ScopeRow s;
            s.name = in.below(texts_.size(), kNoText);
            s.kind = in.below(texts_.size(), kNoText);
            s.parent = scope_;
            s.entered = now();
            if (!in.ok()) return;
            scope_ = static_cast<uint32_t>(scopes.size());
            return add(scopes, s);
        }
        case EventType::scope_left: {
            if (scope_ == kNone) return in.fail("the end of a scope that was never entered");
            uint32_t left = scope_;
            scopes[left].left = now();
            add_event(type, left);
            scope_ = scopes[left].parent;
            return;
        }
        case EventType::function_traced: {
            FunctionTraceRow f;
            for (uint32_t* t : {&f.function, &f.signature, &f.why}) *t = in.below(texts_.size(), kNoText);
            f.nodes = in.small();
            if (in.left() > 0) {
                f.object = in.optional(kNone, kNoText);
                f.nodes_optimized = in.small();
                f.trace_us = in.varint(), f.optimize_us = in.varint();
            }
            f.event = now();
            f.number = 1;
            for (const FunctionTraceRow& other : function_traces) f.number += other.function == f.function && other.object == f.object;
            return add(function_traces, f);
        }
        case EventType::function_called: {
            FunctionCallRow c;
            c.trace = in.below(function_traces.size(), "a function that was never traced");
            read_list(in, tensors.size(), false, c.first_input, c.inputs);
            read_list(in, tensors.size(), false, c.first_output, c.outputs);
            c.event = now();
            if (in.ok()) function_traces[c.trace].calls.push_back(static_cast<uint32_t>(function_calls.size()));
            return add(function_calls, c);
        }
        case EventType::graph_optimized: {
            GraphPassRow g;
            g.trace = in.below(function_traces.size(), "a function that was never traced");
            g.pass = in.below(texts_.size(), kNoText);
            g.nodes_before = in.small(), g.nodes_after = in.small();
            if (in.left() > 0) g.changes = in.below(texts_.size(), kNoText);
            g.event = now();
            if (in.ok()) function_traces[g.trace].passes.push_back(static_cast<uint32_t>(graph_passes.size()));
            return add(graph_passes, g);
        }
        case EventType::ended:
            end_.status = in.choice<EndStatus>(kEndStatuses, "an end that does not exist");
            end_.budget = in.choice<EndBudget>(kEndBudgets, "a budget that does not exist");
            end_.duration_us = in.varint();
            end_.live_bytes = in.varint();
            end_.peak_bytes = in.varint();
            end_.exit_code = in.small();
            if (!in.ok()) return;
            has_end_ = true;
            return add_event(type, kNone);
        case EventType::gradient_failed: {
            uint32_t number = in.below(gradient_calls.size(), "a gradient that was never asked for");
            if (!in.ok()) return;
            gradient_calls[number].failed = now();
            tape_in_view_ = gradient_calls[number].tape;
            for (size_t i = open_calls_.size(); i-- > 0;)
                if (open_calls_[i].call == number) close_calls_from(i);
            return add_event(type, number);
        }
        case EventType::recording_full:
        case EventType::unknown: return add_event(type, kNone);
    }
}

// ---- What rows point to -----------------------------------------------------------------------------------------------------

const uint8_t* Recording::value(uint32_t tensor) const {
    const TensorRow& t = tensors[tensor];
    return t.kept == ValueKept::full ? values_.data() + buffers_[t.data].offset : nullptr;
}

double Recording::element(uint32_t tensor, int64_t i) const {
    const uint8_t* data = value(tensor);
    return data && i >= 0 && i < tensors[tensor].size ? element_of(tensors[tensor].type, data, i) : std::nan("");
}

int64_t Recording::element_int(uint32_t tensor, int64_t i) const {
    const TensorRow& t = tensors[tensor];
    const uint8_t* data = value(tensor);
    if (!data || i < 0 || i >= t.size) return 0;
    if (t.type == ValueType::int64 || t.type == ValueType::uint64) {
        int64_t v;
        std::memcpy(&v, data + i * 8, 8);
        return v;
    }
    double v = element_of(t.type, data, i);
    return std::abs(v) < 9e18 ? static_cast<int64_t>(v) : 0;
}

std::string_view Recording::element_text(uint32_t tensor, int64_t i) const {
    const TensorRow& t = tensors[tensor];
    if (t.type != ValueType::string || t.kept != ValueKept::full || i < 0 || i >= t.size) return {};
    const Bytes& b = buffers_[t.data];
    Cursor in{values_.data() + b.offset, values_.data() + b.offset + b.size};
    while (i-- > 0 && in.ok()) in.str();
    return in.str();
}

bool Recording::summarize(uint32_t tensor, Summary& out) const {
    const TensorRow& t = tensors[tensor];
    if (t.kept == ValueKept::summary) return out = summaries_[t.data], true;
    if (t.kept == ValueKept::none || t.type == ValueType::string) return false;
    out = summary_of(t.type, shape(tensor), value(tensor));
    return true;
}

std::string_view Recording::variable_label(uint32_t variable) const {
    const VariableRow& v = variables[variable];
    if (v.python_name != kNone) return text(v.python_name);
    std::string_view name = text(v.name);
    return name.substr(0, name.rfind(':'));
}

std::string_view Recording::label(uint32_t tensor) const {
    const TensorRow& t = tensors[tensor];
    if (t.variable != kNone) return variable_label(t.variable);
    return t.name == kNone ? std::string_view() : text(t.name);
}

std::string_view Recording::source_line(uint32_t line) const {
    if (line == 0 || line > source_lines_.size()) return {};
    uint32_t begin = source_lines_[line - 1];
    size_t end = source_.find('\n', begin);
    return std::string_view(source_).substr(begin, end == std::string::npos ? end : end - begin);
}

uint32_t Recording::scope_at(uint32_t event, std::string_view kind) const {
    uint32_t scope = events[event].scope;
    while (scope != kNone && text(scopes[scope].kind) != kind) scope = scopes[scope].parent;
    return scope;
}

uint32_t Recording::training_step_at(uint32_t event) const {
    auto after = std::upper_bound(training_steps.begin(), training_steps.end(), event, [](uint32_t e, const TrainingStepRow& s) { return e < s.event; });
    return after == training_steps.begin() ? kNone : static_cast<uint32_t>(after - training_steps.begin() - 1);
}

uint64_t Recording::value_bytes(uint32_t tensor) const {
    const TensorRow& t = tensors[tensor];
    return t.size < 0 ? 0 : static_cast<uint64_t>(t.size) * value_type_size(t.type);
}

}  // namespace tapedeck
