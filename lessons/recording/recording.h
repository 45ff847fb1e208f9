// A recording as tables: what the views, the fold (state.h), the narration (narrate.h), the checker and the text form read.
//
// The tables are filled by append(bytes) while the program still runs (format.h specifies the bytes). They only grow: an index stays valid and rows
// keep their place, so a view may remember indices between frames, never pointers or references. Rows refer to each other by index; kNone is "none".
// Nothing here knows the engine, so ui.wasm links it without one. No exceptions: damage is a return value and what was readable stays.
//
// Two kinds of entries come in: *events* are what the learner can step through and are counted (the event number is the only clock); *definitions*
// (texts, op definitions, tensors and their values) are what events refer to and take no time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tapedeck {

inline constexpr uint32_t kNone = UINT32_MAX;

/// What happened. `EventRow::index` is the row of the table named here. The numbers are the format's: only append.
enum class EventType : uint8_t {
    tensor_made,           ///< tensors: a constant that no op made
    op_applied,            ///< ops
    variable_read,         ///< ops: the read, whose OpRow::variable says which
    tape_opened,           ///< tapes
    tape_watched,          ///< watches
    tape_paused,           ///< tapes: left its with-block, or stop_recording
    tape_resumed,          ///< tapes
    tape_released,         ///< tapes: let go of what it held (spent, reset or deleted)
    gradient_asked,        ///< gradient_calls
    backward_step_began,   ///< backward_steps
    backward_step_ended,   ///< backward_steps
    gradient_given,        ///< gradient_results
    variable_made,         ///< variables
    variable_assigned,     ///< assigns
    variable_deleted,      ///< variables
    name_bound,            ///< bindings
    printed,               ///< prints
    error,                 ///< errors
    scope_entered,         ///< scopes
    scope_left,            ///< scopes
    function_traced,       ///< function_traces
    function_called,       ///< function_calls
    graph_optimized,       ///< graph_passes
    recording_full,        ///< no table: the cap on events is reached; from here on only what is printed, errors and the end are recorded
    ended,                 ///< no table: see Recording::end()
    gradient_failed,       ///< gradient_calls: an error broke the backward pass off
    unknown = 255,         ///< no table: written by a newer version
};
inline constexpr int kEventTypes = 26;
const char* event_type_name(EventType type);   ///< "op_applied", as the text form writes it

/// Element types, by the numbers of the format (the engine's enum may change; these may not).
enum class ValueType : uint8_t { float32, float64, int32, int64, boolean, uint8, string, resource, float16, bfloat16, int8, int16, uint16, uint32, uint64, complex64, complex128 };
inline constexpr int kValueTypes = 17;
const char* value_type_name(ValueType type);   ///< TensorFlow's name: "float32", "bool", …
size_t value_type_size(ValueType type);        ///< bytes of an element; 0 for string and resource

/// How much of a tensor's value was kept. A view always says which one it shows.
enum class ValueKept : uint8_t { none, summary, full };

struct EventRow {
    EventType type = EventType::ended;
    uint16_t column_begin = 0, column_end = 0;   ///< of the expression within the line, counted from 1, end excluded; 0, 0: not known
    uint32_t line = 0;                           ///< the learner's line, from 1; 0: none
    uint32_t index = kNone;                      ///< row of the type's table
    uint32_t tape = kNone;                       ///< the tape in view at this event: the one it concerns, else the last one before it
    uint32_t scope = kNone;                      ///< innermost scope
};

struct TensorRow {
    ValueType type = ValueType::float32;
    ValueKept kept = ValueKept::none;
    uint8_t rank = 0;
    bool symbolic = false;            ///< stands for a value inside a traced function
    uint32_t first_dim = 0;           ///< its axes: Recording::shape(); -1 is unknown
    uint32_t producer = kNone;        ///< the op that made it
    uint32_t output = 0;              ///< which output of the producer
    uint32_t variable = kNone;        ///< the variable whose handle this is (type resource) or that was read
    uint32_t name = kNone;            ///< text: the Python name it was last bound to, if any
    uint32_t event = kNone;           ///< the event that made it
    uint32_t data = kNone;            ///< full: row of buffers; summary: row of summaries
    uint32_t came_from = kNone;       ///< of a constant: the tensor whose value it is, which left TensorFlow and came back through NumPy
    int64_t size = 1;                 ///< elements
};

/// What is kept of a tensor that is too large to keep. Empty tensors have size 0 and NaN as mean.
struct Summary {
    double min = 0, max = 0, mean = 0, norm = 0;   ///< of the finite elements; norm: root of the sum of squares
    uint64_t nan_count = 0, inf_count = 0;
    uint8_t rows = 0, columns = 0;                 ///< of the thumbnail, at most 16 × 16
    std::vector<float> thumbnail;                  ///< means of blocks of the tensor seen as a matrix (leading axes flattened), row by row
};

struct OpDefRow {
    uint32_t name = kNone, type = kNone;              ///< texts: Python's name ("matmul"), TensorFlow's op type ("MatMul")
    uint32_t formula = kNone, gradient_text = kNone;  ///< texts for a learner; "" when there is no gradient
    bool differentiable = false;
};

struct OpRow {
    uint32_t def = 0;
    uint32_t first_input = 0, inputs = 0;     ///< Recording::inputs(op)
    uint32_t first_output = 0, outputs = 0;   ///< Recording::outputs(op)
    uint32_t first_tape = 0, tapes = 0;       ///< Recording::tapes_of(op): which tapes recorded it
    uint32_t attrs = kNone;                   ///< text "axis=1, keepdims=True"; "" when none
    uint32_t variable = kNone;                ///< of a read
    uint32_t in_backward_step = kNone;        ///< the backward step during which it ran: part of a gradient's computation
    uint32_t in_gradient_call = kNone;        ///< the same for the whole call (sums of gradients lie between steps)
    uint32_t event = kNone;
};

/// One op that a tape holds.
struct TapeRecord {
    uint32_t op = 0;
    uint64_t bytes_held = 0;    ///< by the tape, after recording it
};

struct TapeRow {
    bool persistent = false;
    bool watches_variables = true;
    uint32_t name = kNone;                     ///< text: the Python name, "tape"
    uint32_t opened = kNone, released = kNone; ///< events
    std::vector<TapeRecord> records;           ///< in order
    std::vector<uint32_t> watches;             ///< rows of watches, in order
    std::vector<uint32_t> gradient_calls;
    std::vector<uint32_t> switches;            ///< events opened, paused, resumed, paused …
    uint64_t bytes_released = 0;
};

struct WatchRow {
    uint32_t tape = 0, tensor = 0;   ///< for a variable: its handle; TensorRow::variable says which
    bool automatic = false;          ///< a trainable variable that was read
    uint32_t event = kNone;
};

struct GradientCallRow {
    uint32_t tape = 0;
    uint32_t first_target = 0, targets = 0, first_source = 0, sources = 0;   ///< Recording::targets(call), sources(call)
    std::vector<uint32_t> steps;     ///< backward_steps
    std::vector<uint32_t> results;   ///< gradient_results, one per source
    uint32_t event = kNone;
    uint32_t failed = kNone;         ///< event, when an error broke it off
};

struct BackwardStepRow {
    uint32_t call = 0;
    uint32_t number = 0;                          ///< within the call, from 1
    uint32_t op = 0;                              ///< the forward op that is walked back over
    uint32_t first_upstream = 0, upstreams = 0;   ///< one per output; kNone: unused
    uint32_t first_result = 0, results = 0;       ///< one per input, known once it has ended; kNone: nothing flows there
    uint32_t began = kNone, ended = kNone;        ///< events
};

/// Why a gradient came back as None: the first broken link, seen from the source. The numbers of the format.
enum class WhyNoGradient : uint8_t { given, not_watched, not_connected, not_trainable, integer_dtype, not_differentiable, no_upstream };
inline constexpr int kWhyNoGradients = 7;
const char* why_no_gradient_name(WhyNoGradient why);

struct GradientResultRow {
    uint32_t call = 0;
    uint32_t source = 0;            ///< tensor; for a variable its handle
    uint32_t gradient = kNone;      ///< tensor; kNone: Python got None
    WhyNoGradient why = WhyNoGradient::given;
    uint32_t broken_at = kNone;     ///< the op where the path broke, if one did
    uint32_t event = kNone;
};

struct VariableRow {
    uint32_t name = kNone;          ///< text: TensorFlow's name "Variable:0"
    uint32_t python_name = kNone;   ///< text: the name it was first bound to, "w"
    ValueType type = ValueType::float32;
    bool trainable = true;
    uint8_t rank = 0;
    uint32_t first_dim = 0;
    uint32_t handle = kNone;        ///< tensor: what tapes watch
    uint32_t initial = kNone;       ///< tensor; kNone: not initialised
    uint32_t made = kNone, deleted = kNone;   ///< events
    std::vector<uint32_t> assigns;  ///< in order
};

struct AssignRow {
    uint32_t variable = 0;
    uint32_t before = kNone, after = kNone;   ///< tensors
    uint32_t how = kNone;                     ///< text: "assign", "assign_sub", "SGD" …
    uint32_t first_given = 0, given = 0;      ///< Recording::given(assign): what the assigning op was given beside the variable; may be empty
    uint32_t rule = kNone;                    ///< text: an optimizer's rule, "w − rate · g"; "" for others
    uint32_t event = kNone;
};

/// The value of a tensor was handed to Python, where no tape sees what happens to it. Takes no time: the event is the one that followed.
struct LeftRow {
    uint32_t tensor = 0;
    uint32_t how = kNone;                     ///< text: ".numpy()", "float()", "a NumPy function" …
    uint32_t line = 0;
    uint16_t column_begin = 0, column_end = 0;
    uint32_t event = kNone;
};

/// A name of the learner's program got a value. One of tensor, variable, tape says which; else `text` is Python's repr, shortened.
struct BindingRow {
    uint32_t name_slot = 0;         ///< row of names
    uint32_t tensor = kNone, variable = kNone, tape = kNone;
    uint32_t text = kNone;
    uint32_t previous = kNone;      ///< the binding that it replaces
    uint32_t event = kNone;
};

struct NameRow {
    uint32_t text = kNone;
    std::vector<uint32_t> bindings;   ///< in order
};

struct PrintRow {
    uint8_t stream = 1;               ///< 1: standard output, 2: standard error
    uint32_t begin = 0, end = 0;      ///< its part of Recording::console()
    uint32_t event = kNone;
};

struct ErrorRow {
    uint32_t type = kNone, message = kNone, hint = kNone, traceback = kNone;   ///< texts; hint may be ""
    uint32_t line = 0, column = 0;
    uint32_t event = kNone;
};

struct ScopeRow {
    uint32_t name = kNone;            ///< text
    uint32_t kind = kNone;            ///< text: "function" (its graph runs), "trace" (its Python runs, to make a graph), "layer", "name_scope"
    uint32_t parent = kNone;
    uint32_t entered = kNone, left = kNone;   ///< events
};

struct FunctionTraceRow {
    uint32_t function = kNone, signature = kNone, why = kNone;   ///< texts; why: the reason for tracing again, "" for the first
    uint32_t object = kNone;          ///< tells functions of one name apart
    uint32_t number = 0;              ///< of this function's traces, from 1
    uint32_t nodes = 0, nodes_optimized = 0;   ///< the latter 0: it was not optimised
    uint64_t trace_us = 0, optimize_us = 0;
    std::vector<uint32_t> calls;      ///< rows of function_calls
    std::vector<uint32_t> passes;     ///< rows of graph_passes
    uint32_t event = kNone;
};

struct FunctionCallRow {
    uint32_t trace = 0;
    uint32_t first_input = 0, inputs = 0, first_output = 0, outputs = 0;   ///< Recording::ids()
    uint32_t event = kNone;
};

struct GraphPassRow {
    uint32_t trace = 0;
    uint32_t pass = kNone;            ///< text
    uint32_t nodes_before = 0, nodes_after = 0;
    uint32_t changes = kNone;         ///< text: the first ones; "" if not told
    uint32_t event = kNone;
};

/// A training step begins: the same line opened a tape again (found while reading, also for the first opening, in hindsight).
struct TrainingStepRow {
    uint32_t event = 0, tape = 0, line = 0;
    uint32_t number = 0;              ///< from 0, per line
};

/// A run of consecutive events of one line.
struct LineVisitRow {
    uint32_t event = 0, line = 0;     ///< first event; it lasts until the next visit
};

enum class EndStatus : uint8_t { ok, error, stopped, budget, exited };
inline constexpr int kEndStatuses = 5;
enum class EndBudget : uint8_t { none, time, steps, memory, output, events };
inline constexpr int kEndBudgets = 6;
const char* end_status_name(EndStatus status);
const char* end_budget_name(EndBudget budget);

struct RecordingEnd {
    EndStatus status = EndStatus::ok;
    EndBudget budget = EndBudget::none;   ///< which one, when status is budget
    uint64_t duration_us = 0, live_bytes = 0, peak_bytes = 0;
    uint32_t exit_code = 0;
};

class Recording {
public:
    /// Reads on. Bytes may be cut anywhere; what is incomplete waits for the next call. Returns false once the stream is damaged or of another
    /// version (problem() says it); the tables keep what was readable before.
    bool append(std::span<const uint8_t> bytes);
    /// Says that no more bytes will come: a stream that is cut (inside an entry, or before its end event) is damaged. Returns is_whole().
    bool finish();

    /// "" or "recording damaged at byte 1204: a tensor that was never made (17 of 12)", or what to do about another version.
    const std::string& problem() const { return problem_; }
    bool is_whole() const { return has_end_ && problem_.empty(); }
    bool has_end() const { return has_end_; }
    const RecordingEnd& end() const { return end_; }   ///< of a recording with has_end()
    size_t bytes_read() const { return position_; }

    // The header.
    std::string_view source() const { return source_; }          ///< the program's text
    std::string_view engine_version() const { return engine_version_; }
    uint64_t seed() const { return seed_; }

    // The tables.
    uint32_t size() const { return static_cast<uint32_t>(events.size()); }   ///< events
    std::vector<EventRow> events;
    std::vector<TensorRow> tensors;
    std::vector<OpDefRow> op_defs;
    std::vector<OpRow> ops;
    std::vector<TapeRow> tapes;
    std::vector<WatchRow> watches;
    std::vector<GradientCallRow> gradient_calls;
    std::vector<BackwardStepRow> backward_steps;
    std::vector<GradientResultRow> gradient_results;
    std::vector<VariableRow> variables;
    std::vector<AssignRow> assigns;
    std::vector<LeftRow> lefts;
    std::vector<BindingRow> bindings;
    std::vector<NameRow> names;
    std::vector<PrintRow> prints;
    std::vector<ErrorRow> errors;
    std::vector<ScopeRow> scopes;
    std::vector<FunctionTraceRow> function_traces;
    std::vector<FunctionCallRow> function_calls;
    std::vector<GraphPassRow> graph_passes;

    // Markers, derived while reading.
    /// Ascending by event; empty while no line has opened a tape twice. The one table whose rows may move: a line's first opening is put in its place when
    /// the second one comes.
    std::vector<TrainingStepRow> training_steps;
    std::vector<LineVisitRow> line_visits;         ///< ascending by event

    // What rows point to.
    std::string_view text(uint32_t id) const {
        if (id < texts_.size()) return texts_[id];
        return id >= kErrorText && id - kErrorText < error_texts_.size() ? std::string_view(error_texts_[id - kErrorText]) : std::string_view();
    }
    std::span<const int64_t> shape(uint32_t tensor) const { return {dims_.data() + tensors[tensor].first_dim, tensors[tensor].rank}; }
    std::span<const int64_t> variable_shape(uint32_t v) const { return {dims_.data() + variables[v].first_dim, variables[v].rank}; }
    std::span<const uint32_t> ids(uint32_t first, uint32_t count) const { return {ids_.data() + first, count}; }
    std::span<const uint32_t> inputs(uint32_t op) const { return ids(ops[op].first_input, ops[op].inputs); }
    std::span<const uint32_t> outputs(uint32_t op) const { return ids(ops[op].first_output, ops[op].outputs); }
    std::span<const uint32_t> tapes_of(uint32_t op) const { return ids(ops[op].first_tape, ops[op].tapes); }
    std::span<const uint32_t> targets(uint32_t call) const { return ids(gradient_calls[call].first_target, gradient_calls[call].targets); }
    std::span<const uint32_t> sources(uint32_t call) const { return ids(gradient_calls[call].first_source, gradient_calls[call].sources); }
    std::span<const uint32_t> given(uint32_t assign) const { return ids(assigns[assign].first_given, assigns[assign].given); }
    std::span<const uint32_t> upstream(uint32_t step) const { return ids(backward_steps[step].first_upstream, backward_steps[step].upstreams); }
    std::span<const uint32_t> results(uint32_t step) const { return ids(backward_steps[step].first_result, backward_steps[step].results); }
    std::string_view op_name(uint32_t op) const { return text(op_defs[ops[op].def].name); }
    /// Everything printed so far, both streams in order; PrintRow and State::console_length cut it.
    std::string_view console() const { return console_; }

    /// Element i of a tensor that was kept in full, as a double (NaN for strings and for tensors not in full).
    double element(uint32_t tensor, int64_t i) const;
    /// The same exactly, for the integer types and bool.
    int64_t element_int(uint32_t tensor, int64_t i) const;
    /// Element i of a string tensor in full.
    std::string_view element_text(uint32_t tensor, int64_t i) const;
    /// The kept summary, or one computed from the full value; a tensor with neither gives nothing (false).
    bool summarize(uint32_t tensor, Summary& out) const;
    /// A name for a tensor as the learner knows it: its Python name, its variable's name, else "".
    std::string_view label(uint32_t tensor) const;
    /// "w", else TensorFlow's name without ":0".
    std::string_view variable_label(uint32_t variable) const;
    /// Line `line` (from 1) of the program's text, without its newline.
    std::string_view source_line(uint32_t line) const;
    /// The innermost scope of that kind that event `event` lies in, or kNone.
    uint32_t scope_at(uint32_t event, std::string_view kind) const;
    /// Row of training_steps that event `event` lies in, or kNone.
    uint32_t training_step_at(uint32_t event) const;
    /// Bytes of the value (elements × size).
    uint64_t value_bytes(uint32_t tensor) const;

private:
    struct Cursor;
    size_t read_entries(std::span<const uint8_t> bytes);
    void read_definition(uint8_t type, Cursor& in);
    void read_event(EventType type, Cursor& in);
    void read_tensor(Cursor& in);
    void read_op(Cursor& in, bool is_read);
    void read_binding(Cursor& in);
    void read_list(Cursor& in, size_t limit, bool optional, uint32_t& first, uint32_t& count);
    int64_t read_dims(Cursor& in, uint32_t& first, uint8_t& rank);
    void add_event(EventType type, uint32_t index);
    void note_tape_opened(uint32_t tape);
    const uint8_t* value(uint32_t tensor) const;
    uint32_t now() const { return static_cast<uint32_t>(events.size()); }

    std::vector<uint8_t> pending_;      // bytes of an entry that is not complete yet
    size_t position_ = 0;               // bytes consumed
    bool has_header_ = false, has_run_ = false, has_end_ = false;
    std::string problem_;
    std::string source_, engine_version_;
    uint64_t seed_ = 0;
    RecordingEnd end_;

    static constexpr uint32_t kErrorText = 1u << 31;   // texts of errors are not interned by the writer: numbers of their own, from here
    std::vector<std::string> texts_, error_texts_;
    std::vector<int64_t> dims_;
    std::vector<uint32_t> ids_;
    struct Bytes { size_t offset, size; };
    std::vector<uint8_t> values_;                 // little-endian elements; strings as varint length and bytes
    std::vector<Bytes> buffers_;                  // parts of values_: those of buffer entries, and those that stood in a tensor's entry
    std::vector<uint32_t> numbered_buffers_;      // the former, by their numbers
    std::vector<Summary> summaries_;
    std::string console_;
    std::vector<uint32_t> source_lines_;          // where lines begin

    // Where reading stands.
    uint32_t line_ = 0;
    uint16_t column_begin_ = 0, column_end_ = 0;
    uint32_t tape_in_view_ = kNone, scope_ = kNone;
    std::vector<uint32_t> open_tapes_;                         // in their with-block
    std::vector<uint32_t> name_slots_;                         // text id -> row of names
    struct OpenCall { uint32_t call, step; };
    std::vector<OpenCall> open_calls_;                         // they nest: a gradient of a gradient
    struct Opening { uint32_t line, count, first_event, first_tape; };
    std::vector<Opening> openings_;
};

}  // namespace tapedeck
