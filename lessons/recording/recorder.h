// The engine's observer that writes a recording. Facts of the engine come in through Observer; what only Python knows (names, prints, errors, scopes) through
// the methods below. It must outlive the engine's tapes and variables of its run, or be taken off (runtime().observer = nullptr) before.
//
// Cost: an op with small tensors takes about 0.3 µs natively. What it remembers is 4 bytes for each tensor and op that the engine numbered.
#pragma once

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "engine/core/id_map.h"
#include "engine/core/observer.h"
#include "lessons/recording/expressions.h"
#include "lessons/recording/writer.h"

namespace tapedeck {

/// Of a traced function: its arguments, each with what of it the signature holds.
using TracedSignature = std::vector<std::pair<std::string, std::string>>;
/// What made a trace necessary, by the earlier one that differs in the fewest arguments: "power is 3 and was 2". "" for a first one.
std::string why_traced(const TracedSignature& now, std::span<const TracedSignature> earlier);

class Recorder : public Observer {
public:
    /// Where the learner's program stands: a line from 1, or 0.
    using LineOf = int (*)();
    /// Whether the learner's own code runs now, and not a package. Variables that packages make for themselves (an optimizer's learning rate and step
    /// counter) are not told: not trainable, and made outside the learner's code. They are once they get a name or a tape watches them.
    using InLearnerCode = bool (*)();
    /// A clock, for how long traces take; without it they take no time.
    using Microseconds = uint64_t (*)();

    /// `expressions` of the program, if columns are wanted; it must live as long.
    Recorder(RecordingWriter& writer, LineOf line_of, Expressions* expressions = nullptr, InLearnerCode in_learner_code = nullptr, Microseconds clock = nullptr)
        : out_(writer), line_of_(line_of), expressions_(expressions), in_learner_code_(in_learner_code), clock_(clock) {}

    // What Python tells.
    void name_bound_to_tensor(std::string_view name, uint64_t tensor_id, int line);
    void name_bound_to_variable(std::string_view name, uint32_t variable_id, int line);
    void name_bound_to_tape(std::string_view name, uint32_t tape_id, int line);
    /// `repr` of a plain value. After kBindingsInARow of them with nothing else between, only the last value of each name is kept: a long loop without tensors
    /// must not fill the recording.
    void name_bound_to_text(std::string_view name, std::string_view repr, int line);
    void printed(int stream, std::string_view text);
    /// The error that ended the program. Without a hint of its own it gets the one of the op that failed last, when the message is that op's.
    void error(std::string_view type, std::string_view message, std::string_view hint, std::string_view traceback, int line, int column);
    /// Off: errors are told without the hints that came with them.
    void give_hints(bool on) { gives_hints_ = on; }
    void scope_entered(std::string_view name, std::string_view kind);
    void scope_left();
    void ended(const RecordingEnd& end);

    // What the engine tells.
    void tensor_made(const Tensor& tensor) override;
    void op_applied(uint64_t op_number, const Op& op, std::span<const Tensor> inputs, const Attrs& attrs, std::span<const Tensor> outputs,
                    std::span<const uint32_t> tapes) override;
    void tape_opened(const Tape& tape) override;
    void tape_watched(const Tape& tape, const Tensor& tensor, bool automatic) override;
    void tape_paused(const Tape& tape) override;
    void tape_resumed(const Tape& tape) override;
    void tape_released(const Tape& tape) override;
    void gradient_asked(const Tape& tape, std::span<const Tensor> targets, std::span<const Tensor> sources) override;
    void backward_step_began(const Tape& tape, uint64_t op_number, std::span<const Tensor> upstream) override;
    void backward_step_ended(const Tape& tape, uint64_t op_number, std::span<const Tensor> inputs_gradients) override;
    void gradient_given(const Tape& tape, const Tensor& source, const Tensor& gradient, NoGradient why, uint64_t op_number) override;
    void gradient_failed(const Tape& tape) override;
    void value_left(const Tensor& tensor, std::string_view how) override;
    void value_came_back(uint64_t from) override { came_back_ = from; }
    void assigning_for(std::string_view optimizer, std::string_view rule) override { optimizer_ = optimizer, rule_ = rule; }
    void variable_made(const VariableState& variable) override;
    void variable_assigned(const VariableState& variable, const Tensor& before, const Tensor& after, std::string_view how) override;
    void variable_deleted(const VariableState& variable) override;
    void trace_begins(std::string_view name) override;
    void trace_ends(const Graph* graph, uint32_t function, TracedArguments arguments) override;
    /// A function's graph runs: told as a call, and as traced if nobody has told so yet. Its ops have the lines of their
    /// own statements, which Python does not run now.
    void graph_begins(const Graph& graph, int64_t round) override;
    void node_begins(const Graph& graph, const Node& node) override;
    void graph_ends(const Graph& graph) override;
    void op_failed(const Op& op, std::span<const Tensor> inputs, const Error& error) override;

    static constexpr uint32_t kBindingsInARow = 200;

private:
    /// A tape of the engine. A number of the recording is given when it first records, and anew when it records again after it let go.
    struct TapeState {
        const Tape* tape = nullptr;
        uint32_t number = kNone;
        bool released = false;
    };
    struct Place {
        uint32_t line = 0, column_begin = 0, column_end = 0;
        bool operator==(const Place&) const = default;
    };
    /// A gradient that is being computed; they nest.
    struct OpenCall {
        uint32_t tape_id = 0, call = kNone;
        Place place;          // of the expression that asked: everything until the answer happens there
        size_t awaited = 0;   // gradients that it still has to give
    };
    struct OpenStep {
        uint64_t op_number = 0;
        uint32_t step = kNone;
    };

    struct OpenGraph {
        bool is_function = false;
        const Node* node = nullptr;   // that is running
        uint32_t line = 0;            // of the learner's program where that node was made; 0: unknown
        uint32_t trace_line = 0;      // of the call that was traced: what has it takes arguments over and hands results out, for any call
    };
    struct Trace {
        std::weak_ptr<const Graph> graph;   // an address may serve again
        uint32_t number = kNone, line = 0;
    };
    using Signature = TracedSignature;
    struct OpenTrace {
        uint64_t began_us = 0;
        bool is_told = false;
    };
    uint32_t trace_of(const Graph& graph);
    uint32_t tell_trace(const Graph& graph, uint32_t function, TracedArguments arguments, uint64_t trace_us);
    uint64_t now_us() const { return clock_ ? clock_() : 0; }

    /// Writes what was held back until now, and the place of the event that follows: the expression that applied `name`, if it is known.
    void before_event(std::string_view name = {});
    void before_event_at(int line);
    Place place_of(std::string_view name);
    void flush_waiting();
    void flush_bindings();
    void tell_assignment(std::span<const uint32_t> given);
    uint32_t tensor_number(const Tensor& tensor);
    void tell_variable(const VariableState& variable);
    void reveal(uint32_t variable_id);
    uint32_t known_tensor(uint64_t id) const { return id < tensors_.size() ? tensors_[id] : kNone; }
    uint32_t optional_tensor(const Tensor& tensor) { return tensor ? tensor_number(tensor) : kNone; }
    std::span<const uint32_t> numbers(std::span<const Tensor> tensors, std::vector<uint32_t>& into);
    uint32_t op_def(const Op& op);
    uint32_t op_row(uint64_t op_number) const { return op_number < ops_.size() ? ops_[op_number] : kNone; }
    TapeState& tape_state(uint32_t id);
    uint32_t tape_number(const Tape& tape, bool begins);
    uint32_t call_of(const Tape& tape) const;

    RecordingWriter& out_;
    LineOf line_of_;
    Expressions* expressions_;
    InLearnerCode in_learner_code_;
    Microseconds clock_;
    std::vector<uint32_t> tensors_;     // by the engine's id
    std::vector<uint32_t> ops_;         // by the engine's op number
    std::vector<uint32_t> variables_;   // by the engine's id
    std::unordered_map<uint32_t, const VariableState*> untold_variables_;   // by the engine's id
    std::vector<TapeState> tapes_;      // by the engine's id
    IdMap<uint32_t> op_defs_;           // by the address of the op's record
    std::vector<OpenCall> calls_;
    std::vector<OpenStep> steps_;
    std::vector<uint32_t> inputs_, outputs_;   // scratch
    std::vector<TapeHolds> holds_;

    uint32_t made_ = kNone;             // a constant whose event waits: it may turn out to be a variable's first value, which tells more
    Place made_at_;
    uint32_t made_from_ = kNone;        // where its value came from through NumPy
    uint64_t came_back_ = 0;            // the engine's id of where the next constant came from
    /// An assignment whose event waits for the op that made it, which knows what it was given.
    struct Assignment {
        uint32_t variable = kNone, before = kNone, after = kNone;
        std::string how, rule;
        Place place;
    } assignment_;
    std::string optimizer_, rule_;
    std::vector<OpenGraph> graphs_;     // that are running, innermost last
    std::unordered_map<const Graph*, Trace> traces_;
    std::unordered_set<std::string> function_names_;   // expressions_ keeps their addresses
    std::map<std::pair<std::string, uint32_t>, std::vector<Signature>> signatures_;   // by function: those it was traced for
    std::vector<OpenTrace> traces_open_;
    Place place_;                       // of the event that is written now
    std::string failed_message_, failed_hint_;
    bool gives_hints_ = true;

    uint32_t bindings_in_a_row_ = 0;
    struct LateBinding { std::string repr; int line; };
    std::unordered_map<std::string, LateBinding> late_bindings_;
};

/// How a variable was changed, for a learner: "resource_apply_gradient_descent" is "SGD", "assign_sub_variable" is "assign_sub".
std::string_view how_text(std::string_view how);

}  // namespace tapedeck
