#include "lessons/recording/check.h"

#include <algorithm>

namespace tapedeck {

namespace {

class Checker {
public:
    Checker(const Recording& recording, size_t limit) : r_(recording), limit_(limit) {}

    std::vector<std::string> run() {
        if (!r_.problem().empty()) out_.push_back(r_.problem());
        recording_.assign(r_.tapes.size(), false);
        value_.assign(r_.variables.size(), kNone);
        deleted_.assign(r_.variables.size(), false);
        for (event_ = 0; event_ < r_.size() && out_.size() < limit_; ++event_) check_event(r_.events[event_]);
        for (const TrainingStepRow& s : r_.training_steps) expect(s.event < r_.size() && r_.events[s.event].type == EventType::tape_opened, "a training step must begin where a tape opens");
        return std::move(out_);
    }

private:
    void expect(bool holds, std::string_view rule) {
        if (!holds && out_.size() < limit_) out_.push_back("event " + std::to_string(event_ + 1) + ": " + std::string(rule));
    }
    /// A tensor that is used must have been made before this event (or be a value that came with it: what a variable's read or a gradient makes).
    void used(uint32_t tensor) {
        if (tensor != kNone) expect(r_.tensors[tensor].event <= event_, "a tensor is used before it is made");
    }
    static bool same_shape(std::span<const int64_t> a, std::span<const int64_t> b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](int64_t x, int64_t y) { return x == y || x < 0 || y < 0; });
    }
    void check_op(uint32_t number) {
        const OpRow& op = r_.ops[number];
        for (uint32_t t : r_.inputs(number)) used(t);
        for (uint32_t t : r_.outputs(number)) expect(r_.tensors[t].producer == number, "an op's output says that another op made it");
        for (uint32_t t : r_.tapes_of(number)) {
            expect(recording_[t], "an op is recorded by a tape that does not record");
        }
        if (op.in_backward_step != kNone) expect(r_.backward_steps[op.in_backward_step].began < event_, "an op lies in a backward step that has not begun");
    }
    void check_event(const EventRow& e) {
        expect(e.line == 0 || e.line <= lines(), "a line that the program does not have");
        expect(e.column_begin <= e.column_end, "an expression that ends before it begins");
        switch (e.type) {
            case EventType::op_applied: check_op(e.index); break;
            case EventType::variable_read:
                check_op(e.index);
                expect(!deleted_[r_.ops[e.index].variable], "a variable is read after it was deleted");
                break;
            case EventType::tape_opened: recording_[e.index] = true; break;
            case EventType::tape_paused:
                expect(recording_[e.index], "a tape stops that does not record");
                recording_[e.index] = false;
                break;
            case EventType::tape_resumed:
                expect(!recording_[e.index], "a tape resumes that records already");
                recording_[e.index] = true;
                break;
            case EventType::tape_released: recording_[e.index] = false; break;
            case EventType::tape_watched:
                used(r_.watches[e.index].tensor);
                break;
            case EventType::gradient_asked:
                for (uint32_t t : r_.targets(e.index)) used(t);
                for (uint32_t t : r_.sources(e.index)) used(t);
                break;
            case EventType::backward_step_began: check_backward_began(e.index); break;
            case EventType::backward_step_ended: check_backward_ended(e.index); break;
            case EventType::gradient_given: check_gradient(e.index); break;
            case EventType::gradient_failed: {
                const GradientCallRow& call = r_.gradient_calls[e.index];
                expect(call.event < event_, "a gradient breaks off before it is asked for");
                expect(call.results.size() < call.sources || call.sources == 0, "a gradient breaks off that was answered");
                break;
            }
            case EventType::variable_made: value_[e.index] = r_.variables[e.index].initial; break;
            case EventType::variable_assigned: check_assign(e.index); break;
            case EventType::variable_deleted:
                expect(!deleted_[e.index], "a variable is deleted twice");
                deleted_[e.index] = true;
                break;
            case EventType::name_bound: used(r_.bindings[e.index].tensor); break;
            case EventType::ended: expect(event_ + 1 == r_.size(), "something happens after the end"); break;
            default: break;
        }
    }
    void check_backward_began(uint32_t step) {
        const BackwardStepRow& b = r_.backward_steps[step];
        const GradientCallRow& call = r_.gradient_calls[b.call];
        auto tapes = r_.tapes_of(b.op);
        expect(std::find(tapes.begin(), tapes.end(), call.tape) != tapes.end(), "a backward step walks over an op that its tape did not record");
        auto outputs = r_.outputs(b.op), upstream = r_.upstream(step);
        expect(outputs.size() == upstream.size(), "a backward step needs one incoming gradient for each output");
        for (size_t i = 0; i < std::min(outputs.size(), upstream.size()); ++i) {
            if (upstream[i] == kNone) continue;
            used(upstream[i]);
            expect(same_shape(r_.shape(outputs[i]), r_.shape(upstream[i])), "an incoming gradient has another shape than the value");
        }
    }
    void check_backward_ended(uint32_t step) {
        const BackwardStepRow& b = r_.backward_steps[step];
        auto inputs = r_.inputs(b.op), results = r_.results(step);
        expect(inputs.size() == results.size(), "a backward step gives one gradient, or none, for each input");
        for (size_t i = 0; i < std::min(inputs.size(), results.size()); ++i) {
            if (results[i] == kNone || inputs[i] == kNone) continue;
            used(results[i]);
            expect(same_shape(r_.shape(inputs[i]), r_.shape(results[i])), "a gradient has another shape than its value");
        }
    }
    void check_gradient(uint32_t result) {
        const GradientResultRow& g = r_.gradient_results[result];
        auto sources = r_.sources(g.call);
        const auto& results = r_.gradient_calls[g.call].results;
        size_t place = static_cast<size_t>(std::find(results.begin(), results.end(), result) - results.begin());
        expect(place < sources.size() && sources[place] == g.source, "gradients are given in the order of the sources");
        if (g.gradient == kNone) {
            expect(g.why != WhyNoGradient::given, "a gradient that is None has a reason");
        } else {
            used(g.gradient);
            expect(same_shape(r_.shape(g.source), r_.shape(g.gradient)), "a gradient has another shape than its source");
        }
    }
    void check_assign(uint32_t number) {
        const AssignRow& a = r_.assigns[number];
        expect(!deleted_[a.variable], "a variable is assigned after it was deleted");
        expect(a.after != kNone, "an assignment needs a value");
        for (uint32_t t : r_.given(number)) used(t);
        // The same value: by number, or (a read makes a new tensor) by content.
        uint32_t known = value_[a.variable];
        if (known != kNone && a.before != kNone && known != a.before && r_.tensors[known].size == r_.tensors[a.before].size)
            for (int64_t i = 0; i < std::min<int64_t>(r_.tensors[known].size, 4); ++i) {
                double x = r_.element(known, i), y = r_.element(a.before, i);
                expect(x == y || (x != x && y != y) || r_.tensors[known].kept != r_.tensors[a.before].kept, "a variable's value before an assignment is not the one after the last");
            }
        value_[a.variable] = a.after;
    }
    uint32_t lines() {
        if (lines_ == 0) lines_ = 1 + static_cast<uint32_t>(std::count(r_.source().begin(), r_.source().end(), '\n'));
        return lines_;
    }

    const Recording& r_;
    size_t limit_;
    uint32_t event_ = 0, lines_ = 0;
    std::vector<bool> recording_, deleted_;
    std::vector<uint32_t> value_;
    std::vector<std::string> out_;
};

}  // namespace

std::vector<std::string> check_recording(const Recording& recording, size_t limit) { return Checker(recording, limit).run(); }

}  // namespace tapedeck
