#include "lessons/recording/writer.h"

#include <algorithm>
#include <cstring>

#include "lessons/recording/format.h"

namespace tapedeck {

namespace {

/// 64 bits from bytes, 8 at a time. Equal buffers are stored once by this alone: among a million buffers two different ones meet with a chance of 3e-8.
uint64_t hash_bytes(const void* data, size_t size, uint64_t seed) {
    auto mix = [](uint64_t x) {
        x ^= x >> 32;
        x *= 0xd6e8feb86659fd93ull;
        x ^= x >> 32;
        x *= 0xd6e8feb86659fd93ull;
        return x ^ (x >> 32);
    };
    const auto* p = static_cast<const uint8_t*>(data);
    uint64_t h = mix(seed ^ size);
    for (; size >= 8; p += 8, size -= 8) {
        uint64_t word;
        std::memcpy(&word, p, 8);
        h = mix(h + word) + word;
    }
    uint64_t last = 0;
    std::memcpy(&last, p, size);
    return mix(h + last);
}

constexpr size_t kHereBytes = 32;   // values up to this size stand in their tensor's entry

int64_t elements_of(std::span<const int64_t> dims) {
    int64_t size = 1;
    for (int64_t d : dims) size = d < 0 ? -1 : size * d;
    return size;
}

}  // namespace

void RecordingWriter::varint(uint64_t value) {
    while (value >= 0x80) {
        out_.push_back(static_cast<uint8_t>(value | 0x80));
        value >>= 7;
    }
    out_.push_back(static_cast<uint8_t>(value));
}

void RecordingWriter::raw(const void* data, size_t bytes) {
    const auto* p = static_cast<const uint8_t*>(data);
    out_.insert(out_.end(), p, p + bytes);
}

void RecordingWriter::str(std::string_view text) {
    varint(text.size());
    raw(text.data(), text.size());
}

void RecordingWriter::ids(Ids list) {
    varint(list.size());
    for (uint32_t id : list) varint(id);
}

void RecordingWriter::optional_ids(Ids list) {
    varint(list.size());
    for (uint32_t id : list) optional(id);
}

void RecordingWriter::dims(std::span<const int64_t> dims) {
    varint(dims.size());
    for (int64_t d : dims) varint(d < 0 ? 0 : static_cast<uint64_t>(d) + 1);
}

void RecordingWriter::begin_entry(uint8_t type) {
    entry_ = out_.size();
    out_.push_back(0);   // the length, which most often fits one byte
    out_.push_back(type);
}

void RecordingWriter::end_entry() {
    uint64_t length = out_.size() - entry_ - 1;
    if (length < 0x80) {
        out_[entry_] = static_cast<uint8_t>(length);
        return;
    }
    uint8_t prefix[10];
    size_t n = 0;
    for (uint64_t v = length; n == 0 || v > 0; v >>= 7) prefix[n++] = static_cast<uint8_t>((v & 0x7f) | (v >= 0x80 ? 0x80 : 0));
    out_[entry_] = prefix[0];
    out_.insert(out_.begin() + static_cast<ptrdiff_t>(entry_) + 1, prefix + 1, prefix + n);
}

bool RecordingWriter::begin_event(EventType type, bool always) {
    if (full_ && !always) return false;
    if (!full_ && events_ >= options_.budget_events && type != EventType::ended) {
        full_ = true;
        begin_entry(format::first_event + static_cast<uint8_t>(EventType::recording_full));
        end_entry();
        ++events_;
        if (!always) return false;
    }
    begin_entry(static_cast<uint8_t>(format::first_event + static_cast<uint8_t>(type)));
    ++events_;
    return true;
}

std::vector<uint8_t> RecordingWriter::take() {
    std::vector<uint8_t> taken;
    taken.swap(out_);
    return taken;
}

void RecordingWriter::begin(std::string_view source, uint64_t seed, std::string_view engine_version) {
    raw(format::kMagic, sizeof format::kMagic);
    varint(format::kFormatVersion);
    begin_entry(format::run);
    str(source);
    varint(seed);
    str(engine_version);
    end_entry();
}

uint32_t RecordingWriter::text(std::string_view text) {
    if (text.empty()) return 0;
    auto found = texts_.find(text);
    if (found != texts_.end()) return found->second;
    begin_entry(format::text);
    raw(text.data(), text.size());
    end_entry();
    texts_.emplace(text, next_text_);
    return next_text_++;
}

uint32_t RecordingWriter::op_def(std::string_view name, std::string_view type, std::string_view formula, std::string_view gradient_text, bool differentiable) {
    uint32_t texts[] = {text(name), text(type), text(formula), text(gradient_text)};
    begin_entry(format::op_def);
    for (uint32_t t : texts) varint(t);
    byte(differentiable);
    end_entry();
    return next_op_def_++;
}

bool RecordingWriter::is_pinned() {
    const auto& pins = options_.pins;
    while (next_pin_ < pins.size() && pins[next_pin_].second < events_) ++next_pin_;
    return next_pin_ < pins.size() && pins[next_pin_].first <= events_;
}

bool RecordingWriter::is_kept_in_full(size_t bytes) {
    bool kept = bytes <= kHereBytes || (bytes <= options_.small_bytes && value_bytes_ < 4 * options_.budget_bytes) ||
                (bytes <= options_.medium_bytes && value_bytes_ + bytes <= options_.budget_bytes) || is_pinned();
    if (kept) value_bytes_ += bytes;
    return kept;
}

uint32_t RecordingWriter::tensor(ValueType type, std::span<const int64_t> dims, const void* data, bool symbolic) {
    if (full_) return next_tensor_;
    int64_t size = elements_of(dims);
    size_t bytes = size < 0 ? 0 : static_cast<size_t>(size) * value_type_size(type);
    uint8_t kept = format::none;
    uint32_t row = 0;
    if (data && !symbolic && size >= 0 && value_type_size(type) > 0) {
        if (bytes <= kHereBytes) {
            kept = format::here;
            value_bytes_ += bytes;
        } else {
            // A buffer that was kept already costs nothing to keep again, so look before asking the budget; only sizes that could have been kept are hashed.
            bool may_be_kept = bytes <= options_.medium_bytes || !options_.pins.empty();
            uint64_t hash = may_be_kept ? hash_bytes(data, bytes, static_cast<uint64_t>(type) + 1) : 0;
            auto found = may_be_kept ? buffers_.find(hash) : buffers_.end();
            if (found != buffers_.end()) {
                kept = format::in_buffer;
                row = found->second;
            } else if (is_kept_in_full(bytes)) {
                begin_entry(format::buffer);
                byte(static_cast<uint8_t>(type));
                raw(data, bytes);
                end_entry();
                kept = format::in_buffer;
                row = next_buffer_++;
                buffers_.emplace(hash, row);
            } else {
                Summary s = summary_of(type, dims, data);
                begin_entry(format::summary);
                const double numbers[] = {s.min, s.max, s.mean, s.norm};
                raw(numbers, sizeof numbers);
                varint(s.nan_count);
                varint(s.inf_count);
                byte(s.rows);
                byte(s.columns);
                raw(s.thumbnail.data(), s.thumbnail.size() * sizeof(float));
                end_entry();
                kept = format::summarized;
                row = next_summary_++;
            }
        }
    }
    begin_entry(format::tensor);
    byte(static_cast<uint8_t>(type));
    byte(static_cast<uint8_t>(kept | (symbolic ? 4 : 0)));
    this->dims(dims);
    if (kept == format::here) raw(data, bytes);
    else if (kept != format::none) varint(row);
    end_entry();
    return next_tensor_++;
}

uint32_t RecordingWriter::string_tensor(std::span<const int64_t> dims, std::span<const std::string> elements) {
    if (full_) return next_tensor_;
    size_t bytes = 0;
    for (const std::string& s : elements) bytes += s.size() + 1;
    bool kept = is_kept_in_full(bytes);
    if (kept) {
        begin_entry(format::buffer);
        byte(static_cast<uint8_t>(ValueType::string));
        for (const std::string& s : elements) str(s);
        end_entry();
    }
    begin_entry(format::tensor);
    byte(static_cast<uint8_t>(ValueType::string));
    byte(kept ? format::in_buffer : format::none);
    this->dims(dims);
    if (kept) varint(next_buffer_++);
    end_entry();
    return next_tensor_++;
}

void RecordingWriter::line(uint32_t line, uint32_t column_begin, uint32_t column_end) {
    if (line == line_ && column_begin == column_begin_ && column_end == column_end_) return;
    line_ = line, column_begin_ = column_begin, column_end_ = column_end;
    begin_entry(format::line);
    varint(line);
    varint(column_begin);
    varint(column_end);
    end_entry();
}

void RecordingWriter::left(uint32_t tensor, std::string_view how) {
    if (full_) return;
    uint32_t how_text = text(how);
    begin_entry(format::left);
    varint(tensor);
    varint(how_text);
    end_entry();
}

void RecordingWriter::tensor_made(uint32_t tensor, uint32_t came_from) {
    if (!begin_event(EventType::tensor_made)) return;
    varint(tensor);
    if (came_from != kNone) optional(came_from);
    end_entry();
}

void RecordingWriter::op_payload(uint32_t def, uint32_t attrs, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes) {
    varint(def);
    varint(attrs);
    optional_ids(inputs);
    ids(outputs);
    varint(tapes.size());
    for (const TapeHolds& t : tapes) {
        varint(t.tape);
        varint(t.bytes);
    }
    end_entry();
}

uint32_t RecordingWriter::op_applied(uint32_t def, std::string_view attrs, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes) {
    uint32_t attrs_text = full_ ? 0 : text(attrs);
    if (!begin_event(EventType::op_applied)) return kNone;
    op_payload(def, attrs_text, inputs, outputs, tapes);
    return next_op_++;
}

uint32_t RecordingWriter::variable_read(uint32_t variable, uint32_t def, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes) {
    if (!begin_event(EventType::variable_read)) return kNone;
    varint(variable);
    op_payload(def, 0, inputs, outputs, tapes);
    return next_op_++;
}

uint32_t RecordingWriter::tape_opened(bool persistent, bool watches_variables) {
    if (!begin_event(EventType::tape_opened)) return kNone;
    byte(static_cast<uint8_t>((persistent ? 1 : 0) | (watches_variables ? 2 : 0)));
    end_entry();
    return next_tape_++;
}

void RecordingWriter::tape_watched(uint32_t tape, uint32_t tensor, bool automatic) {
    if (!begin_event(EventType::tape_watched)) return;
    varint(tape);
    varint(tensor);
    byte(automatic);
    end_entry();
}

void RecordingWriter::tape_paused(uint32_t tape) {
    if (!begin_event(EventType::tape_paused)) return;
    varint(tape);
    end_entry();
}

void RecordingWriter::tape_resumed(uint32_t tape) {
    if (!begin_event(EventType::tape_resumed)) return;
    varint(tape);
    end_entry();
}

void RecordingWriter::tape_released(uint32_t tape, uint64_t bytes) {
    if (!begin_event(EventType::tape_released)) return;
    varint(tape);
    varint(bytes);
    end_entry();
}

uint32_t RecordingWriter::gradient_asked(uint32_t tape, Ids targets, Ids sources) {
    if (!begin_event(EventType::gradient_asked)) return kNone;
    varint(tape);
    ids(targets);
    ids(sources);
    end_entry();
    return next_call_++;
}

uint32_t RecordingWriter::backward_step_began(uint32_t call, uint32_t op, Ids upstream) {
    if (!begin_event(EventType::backward_step_began)) return kNone;
    varint(call);
    varint(op);
    optional_ids(upstream);
    end_entry();
    return next_step_++;
}

void RecordingWriter::backward_step_ended(uint32_t step, Ids results) {
    if (!begin_event(EventType::backward_step_ended)) return;
    varint(step);
    optional_ids(results);
    end_entry();
}

void RecordingWriter::gradient_given(uint32_t call, uint32_t source, uint32_t gradient, WhyNoGradient why, uint32_t broken_at) {
    if (!begin_event(EventType::gradient_given)) return;
    varint(call);
    varint(source);
    optional(gradient);
    byte(static_cast<uint8_t>(why));
    optional(broken_at);
    end_entry();
}

void RecordingWriter::gradient_failed(uint32_t call) {
    if (!begin_event(EventType::gradient_failed)) return;
    varint(call);
    end_entry();
}

uint32_t RecordingWriter::variable_made(std::string_view name, ValueType type, std::span<const int64_t> dims, bool trainable, uint32_t handle, uint32_t initial) {
    uint32_t name_text = full_ ? 0 : text(name);
    if (!begin_event(EventType::variable_made)) return kNone;
    varint(name_text);
    byte(static_cast<uint8_t>(type));
    this->dims(dims);
    byte(trainable);
    optional(handle);
    optional(initial);
    end_entry();
    return next_variable_++;
}

void RecordingWriter::variable_assigned(uint32_t variable, uint32_t before, uint32_t after, std::string_view how, Ids given, std::string_view rule) {
    uint32_t how_text = full_ ? 0 : text(how), rule_text = full_ ? 0 : text(rule);
    if (!begin_event(EventType::variable_assigned)) return;
    varint(variable);
    optional(before);
    optional(after);
    varint(how_text);
    if (!given.empty() || rule_text) {
        optional_ids(given);
        varint(rule_text);
    }
    end_entry();
}

void RecordingWriter::variable_deleted(uint32_t variable) {
    if (!begin_event(EventType::variable_deleted)) return;
    varint(variable);
    end_entry();
}

void RecordingWriter::bound(std::string_view name, uint8_t kind, uint32_t number) {
    uint32_t name_text = full_ ? 0 : text(name);
    if (!begin_event(EventType::name_bound)) return;
    varint(name_text);
    byte(kind);
    varint(number);
    end_entry();
}

void RecordingWriter::name_bound_to_tensor(std::string_view name, uint32_t tensor) { bound(name, format::to_tensor, tensor); }
void RecordingWriter::name_bound_to_variable(std::string_view name, uint32_t variable) { bound(name, format::to_variable, variable); }
void RecordingWriter::name_bound_to_tape(std::string_view name, uint32_t tape) { bound(name, format::to_tape, tape); }
void RecordingWriter::name_bound_to_text(std::string_view name, std::string_view repr) { bound(name, format::to_text, full_ ? 0 : text(repr)); }

void RecordingWriter::printed(int stream, std::string_view text) {
    begin_event(EventType::printed, true);
    byte(static_cast<uint8_t>(stream));
    raw(text.data(), text.size());
    end_entry();
}

void RecordingWriter::error(std::string_view type, std::string_view message, std::string_view hint, std::string_view traceback, uint32_t line, uint32_t column) {
    begin_event(EventType::error, true);
    str(type);
    str(message);
    str(hint);
    str(traceback);
    varint(line);
    varint(column);
    end_entry();
}

void RecordingWriter::scope_entered(std::string_view name, std::string_view kind) {
    uint32_t name_text = full_ ? 0 : text(name), kind_text = full_ ? 0 : text(kind);
    if (!begin_event(EventType::scope_entered)) return;
    varint(name_text);
    varint(kind_text);
    end_entry();
}

void RecordingWriter::scope_left() {
    if (!begin_event(EventType::scope_left)) return;
    end_entry();
}

uint32_t RecordingWriter::function_traced(std::string_view function, std::string_view signature, std::string_view why, const Traced& traced) {
    if (full_) return kNone;
    uint32_t texts[] = {text(function), text(signature), text(why)};
    if (!begin_event(EventType::function_traced)) return kNone;
    for (uint32_t t : texts) varint(t);
    varint(traced.nodes);
    varint(traced.object == kNone ? 0 : traced.object + 1);
    varint(traced.nodes_optimized);
    varint(traced.trace_us);
    varint(traced.optimize_us);
    end_entry();
    return next_trace_++;
}

void RecordingWriter::function_called(uint32_t trace, Ids inputs, Ids outputs) {
    if (!begin_event(EventType::function_called)) return;
    varint(trace);
    ids(inputs);
    ids(outputs);
    end_entry();
}

void RecordingWriter::graph_optimized(uint32_t trace, std::string_view pass, uint32_t nodes_before, uint32_t nodes_after, std::string_view changes) {
    uint32_t pass_text = full_ ? 0 : text(pass), changes_text = full_ ? 0 : text(changes);
    if (!begin_event(EventType::graph_optimized)) return;
    varint(trace);
    varint(pass_text);
    varint(nodes_before);
    varint(nodes_after);
    varint(changes_text);
    end_entry();
}

void RecordingWriter::ended(const RecordingEnd& end) {
    begin_event(EventType::ended, true);
    byte(static_cast<uint8_t>(end.status));
    byte(static_cast<uint8_t>(end.budget));
    varint(end.duration_us);
    varint(end.live_bytes);
    varint(end.peak_bytes);
    varint(end.exit_code);
    end_entry();
}

}  // namespace tapedeck
