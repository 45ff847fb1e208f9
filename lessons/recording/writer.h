// Writes the entries of format.h into a growing piece of bytes that its owner takes away whenever it likes.
//
// It keeps the value budget: which tensors are written in full, which as a summary. It checks nothing: the recorder, who knows the engine's objects, and
// tests, which build recordings by hand, must give numbers that it returned.
#pragma once

#include <initializer_list>
#include <unordered_map>

#include "lessons/recording/recording.h"

namespace tapedeck {

struct WriterOptions {
    size_t small_bytes = 1024;             ///< values up to this size are always kept in full …
    size_t medium_bytes = 256u << 10;      ///< … and values up to this one while the budget lasts
    size_t budget_bytes = 16u << 20;       ///< of kept values, in a run; when four times as much is used, only values up to 32 bytes are kept
    uint32_t budget_events = 1'000'000;    ///< then the event recording_full, and after it only what is printed, errors and the end
    /// Tensors made by these events (first, last) are kept in full whatever their size: "show step 137 in full" runs the program again with a pin.
    std::vector<std::pair<uint32_t, uint32_t>> pins;
};

/// An op as a tape holds it: which tape, and the bytes that the tape holds now.
struct TapeHolds {
    uint32_t tape;
    uint64_t bytes;
};

class RecordingWriter {
public:
    using Ids = std::span<const uint32_t>;   ///< kNone is allowed where the format says "+ 1"

    explicit RecordingWriter(WriterOptions options = {}) : options_(std::move(options)) {}

    /// The first call.
    void begin(std::string_view source, uint64_t seed, std::string_view engine_version);

    // Definitions.
    uint32_t text(std::string_view text);
    uint32_t op_def(std::string_view name, std::string_view type, std::string_view formula, std::string_view gradient_text, bool differentiable);
    /// A tensor made by the event that is written next. `data`: its elements, or null for a value that is not known (symbolic, resource).
    uint32_t tensor(ValueType type, std::span<const int64_t> dims, const void* data, bool symbolic = false);
    uint32_t string_tensor(std::span<const int64_t> dims, std::span<const std::string> elements);
    uint32_t float_tensor(std::span<const int64_t> dims, std::initializer_list<float> elements) { return tensor(ValueType::float32, dims, elements.begin()); }
    /// The learner's line of the events that follow.
    void line(uint32_t line, uint32_t column_begin = 0, uint32_t column_end = 0);
    /// The tensor's value was handed to Python.
    void left(uint32_t tensor, std::string_view how);

    // Events. Those that make a row return its number (kNone when the recording is full).
    void tensor_made(uint32_t tensor, uint32_t came_from = kNone);
    uint32_t op_applied(uint32_t def, std::string_view attrs, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes = {});
    uint32_t variable_read(uint32_t variable, uint32_t def, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes = {});
    uint32_t tape_opened(bool persistent, bool watches_variables);
    void tape_watched(uint32_t tape, uint32_t tensor, bool automatic);
    void tape_paused(uint32_t tape);
    void tape_resumed(uint32_t tape);
    void tape_released(uint32_t tape, uint64_t bytes);
    uint32_t gradient_asked(uint32_t tape, Ids targets, Ids sources);
    uint32_t backward_step_began(uint32_t call, uint32_t op, Ids upstream);
    void backward_step_ended(uint32_t step, Ids results);
    void gradient_given(uint32_t call, uint32_t source, uint32_t gradient, WhyNoGradient why = WhyNoGradient::given, uint32_t broken_at = kNone);
    void gradient_failed(uint32_t call);
    uint32_t variable_made(std::string_view name, ValueType type, std::span<const int64_t> dims, bool trainable, uint32_t handle, uint32_t initial);
    void variable_assigned(uint32_t variable, uint32_t before, uint32_t after, std::string_view how, Ids given = {}, std::string_view rule = {});
    void variable_deleted(uint32_t variable);
    void name_bound_to_tensor(std::string_view name, uint32_t tensor);
    void name_bound_to_variable(std::string_view name, uint32_t variable);
    void name_bound_to_tape(std::string_view name, uint32_t tape);
    void name_bound_to_text(std::string_view name, std::string_view repr);
    void printed(int stream, std::string_view text);
    void error(std::string_view type, std::string_view message, std::string_view hint, std::string_view traceback, uint32_t line, uint32_t column);
    void scope_entered(std::string_view name, std::string_view kind);
    void scope_left();
    struct Traced {
        uint32_t nodes = 0, object = kNone, nodes_optimized = 0;
        uint64_t trace_us = 0, optimize_us = 0;
    };
    uint32_t function_traced(std::string_view function, std::string_view signature, std::string_view why, const Traced& traced);
    void function_called(uint32_t trace, Ids inputs, Ids outputs);
    void graph_optimized(uint32_t trace, std::string_view pass, uint32_t nodes_before, uint32_t nodes_after, std::string_view changes = {});
    void ended(const RecordingEnd& end);

    uint32_t events() const { return events_; }        ///< written so far
    bool is_full() const { return full_; }
    size_t value_bytes() const { return value_bytes_; }   ///< of values kept in full so far

    /// What was written since the last take.
    const std::vector<uint8_t>& bytes() const { return out_; }
    std::vector<uint8_t> take();

private:
    void begin_entry(uint8_t type);
    void end_entry();
    bool begin_event(EventType type, bool always = false);
    void varint(uint64_t value);
    void optional(uint32_t id) { varint(id == kNone ? 0 : uint64_t{id} + 1); }
    void byte(uint8_t value) { out_.push_back(value); }
    void raw(const void* data, size_t bytes);
    void str(std::string_view text);
    void ids(Ids list);
    void optional_ids(Ids list);
    void dims(std::span<const int64_t> dims);
    void op_payload(uint32_t def, uint32_t attrs, Ids inputs, Ids outputs, std::span<const TapeHolds> tapes);
    void bound(std::string_view name, uint8_t kind, uint32_t number);
    bool is_kept_in_full(size_t bytes);
    bool is_pinned();

    struct TextHash {
        using is_transparent = void;
        size_t operator()(std::string_view s) const { return std::hash<std::string_view>{}(s); }
    };

    WriterOptions options_;
    std::vector<uint8_t> out_;
    size_t entry_ = 0;              // where the entry being written begins in out_
    std::unordered_map<std::string, uint32_t, TextHash, std::equal_to<>> texts_;
    std::unordered_map<uint64_t, uint32_t> buffers_;   // by a hash of type and bytes
    uint32_t next_text_ = 1, next_op_def_ = 0, next_buffer_ = 0, next_summary_ = 0, next_tensor_ = 0, next_op_ = 0, next_tape_ = 0, next_call_ = 0, next_step_ = 0,
             next_variable_ = 0, next_trace_ = 0;
    uint32_t line_ = 0, column_begin_ = 0, column_end_ = 0;
    uint32_t events_ = 0;
    size_t next_pin_ = 0;
    size_t value_bytes_ = 0;
    bool full_ = false;
};

/// The summary of `size` elements of a numeric type, seen as a matrix whose rows are the last axis.
Summary summary_of(ValueType type, std::span<const int64_t> dims, const void* data);
/// Element i as a double.
double element_of(ValueType type, const void* data, int64_t i);

}  // namespace tapedeck
