#include "lessons/runtime/session.h"

#include <chrono>

#include "engine/core/apply.h"
#include "engine/core/tensor.h"
#include "lessons/python/binding/binding.h"
#include "lessons/python/interpreter.h"
#include "lessons/recording/recorder.h"
#include "lessons/runtime/hints.h"

namespace tapedeck {

namespace {

using Clock = std::chrono::steady_clock;

uint64_t now_us() { return static_cast<uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(Clock::now().time_since_epoch()).count()); }
double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

WriterOptions writer_options(const RunRequest& request) {
    WriterOptions options;
    if (request.budgets.events) options.budget_events = request.budgets.events;
    options.pins = request.pins;
    return options;
}

/// The program's end of the session: what the interpreter says goes into the recording, the recording goes out in chunks.
class Session : public InterpreterHost {
public:
    Session(const RunRequest& request, const SessionHost& host)
        : request_(request), host_(host), expressions_(request.code), writer_(writer_options(request)), recorder_(writer_, &Interpreter::learner_line, &expressions_, &Interpreter::in_learner_code, &now_us) {}

    void run() {
        writer_.begin(request_.code, request_.seed, engine_version());
        flush();
        reset_runtime(request_.seed);
        reset_binding();
        MemoryMeter& meter = memory_meter();
        const size_t limit = static_cast<size_t>(std::min<uint64_t>(request_.budgets.memory_bytes ? request_.budgets.memory_bytes : kMemoryLimit, kMemoryLimit));
        meter.peak_bytes = meter.live_bytes;
        meter.budget_bytes = limit;

        InterpreterOptions options;
        options.budget_s = request_.budgets.time_s;
        options.budget_steps = request_.budgets.steps;
        options.budget_output_bytes = request_.budgets.output_bytes;
        options.tensor_bytes = limit;
        options.tell_stores = request_.record;
        options.tensorflow = request_.tensorflow;
        RecordingEnd end;
        {
            Interpreter interpreter(*this, options);
            if (request_.record) runtime().observer = &recorder_;
            runtime().poll = [] {
                if (Interpreter::should_stop()) throw Error(ErrorKind::stopped, "");
            };
            RunResult result = interpreter.run(request_.code, request_.file_name);
            // What is let go from here on is tidying, no deed of the program.
            runtime().observer = nullptr;
            runtime().poll = nullptr;
            end = end_of(result);
            if (result.status == RunStatus::error || (result.status == RunStatus::exited && !result.traceback.empty())) write_error(result);
        }
        recorder_.ended(end);
        flush();
        host_.send(done_message(request_.run_id, end.status, end.budget, end_sentence(end.status, end.budget, request_.budgets)));
        reset_binding();
        meter.budget_bytes = SIZE_MAX;
    }

    void write(int stream, std::string_view text) override {
        if (host_.on_write) host_.on_write(stream, text);
        recorder_.printed(stream == 1 ? 1 : 2, text);
        flush_when_due();
    }

    void on_saved(std::string_view path, std::string_view bytes) override {
        if (host_.on_saved) host_.on_saved(path, bytes);
    }

    bool stop_requested() override {
        flush_when_due();
        return host_.stop_requested && host_.stop_requested();
    }

    void on_store(std::string_view name, void* object, int line) override {
        if (name.starts_with("_")) return;
        BoundValue value = bound_value(object);
        switch (value.kind) {
            case BoundValue::Kind::tensor: recorder_.name_bound_to_tensor(name, value.id, line); break;
            case BoundValue::Kind::variable: recorder_.name_bound_to_variable(name, static_cast<uint32_t>(value.id), line); break;
            case BoundValue::Kind::tape: recorder_.name_bound_to_tape(name, static_cast<uint32_t>(value.id), line); break;
            case BoundValue::Kind::other:
                if (std::string repr = Interpreter::plain_repr(object); !repr.empty()) recorder_.name_bound_to_text(name, repr, line);
                break;
        }
    }

    void on_exception(void* exception) override { hint_ = hint_of_exception(exception); }

private:
    static constexpr uint64_t kMemoryLimit = 1ull << 30;

    RecordingEnd end_of(const RunResult& result) {
        RecordingEnd end;
        end.duration_us = static_cast<uint64_t>(ms_since(start_) * 1000);
        end.live_bytes = memory_meter().live_bytes, end.peak_bytes = memory_meter().peak_bytes;
        switch (result.status) {
            case RunStatus::ok: end.status = EndStatus::ok; break;
            case RunStatus::error: end.status = EndStatus::error; break;
            case RunStatus::exited:
                end.status = EndStatus::exited;
                end.exit_code = static_cast<uint32_t>(result.exit_code);
                break;
            case RunStatus::stopped: end.status = EndStatus::stopped; break;
            case RunStatus::budget: end.status = EndStatus::budget; break;
        }
        switch (result.budget) {
            case Budget::none: break;
            case Budget::time: end.budget = EndBudget::time; break;
            case Budget::steps: end.budget = EndBudget::steps; break;
            case Budget::memory: end.budget = EndBudget::memory; break;
            case Budget::output: end.budget = EndBudget::output; break;
        }
        return end;
    }

    void write_error(const RunResult& result) {
        if (hint_.empty()) hint_ = hint_for(result.type, result.message);
        if (!request_.hints) hint_.clear();
        recorder_.give_hints(request_.hints);
        if (host_.on_write) host_.on_write(2, result.traceback + (hint_.empty() ? "" : "hint: " + hint_ + "\n"));
        recorder_.error(result.type, result.message, hint_, result.traceback, result.line, result.column);
    }

    void flush_when_due() {
        if (writer_.bytes().empty()) return;
        if (writer_.bytes().size() >= kFlushBytes || ms_since(flushed_) >= kFlushMs) flush();
    }
    void flush() {
        flushed_ = Clock::now();
        if (!writer_.bytes().empty()) host_.send(chunk_message(request_.run_id, writer_.take()));
    }

    const RunRequest& request_;
    const SessionHost& host_;
    Expressions expressions_;
    RecordingWriter writer_;
    Recorder recorder_;
    std::string hint_;
    Clock::time_point start_ = Clock::now(), flushed_ = start_;
};

}  // namespace

void run_session(const RunRequest& request, const SessionHost& host) { Session(request, host).run(); }

std::string_view engine_version() { return "0.1.0"; }

}  // namespace tapedeck
