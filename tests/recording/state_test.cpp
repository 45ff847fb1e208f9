#include "lessons/recording/state.h"

#include <catch2/benchmark/catch_benchmark.hpp>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>

#include "tests/recording/sample_recording.h"

using namespace tapedeck;

namespace {

/// The same, told event by event with maps: slow and simple, what state_at must agree with.
struct Fold {
    std::map<uint32_t, uint32_t> names, values, held;   // name -> binding, variable -> tensor, tape -> ops
    std::map<uint32_t, uint32_t> gradients;
    std::set<uint32_t> recording, released;
    uint32_t console = 0;

    void take(const Recording& r, uint32_t event) {
        const EventRow& e = r.events[event];
        switch (e.type) {
            case EventType::name_bound: names[r.bindings[e.index].name_slot] = e.index; break;
            case EventType::variable_made: values[e.index] = r.variables[e.index].initial; break;
            case EventType::variable_assigned: values[r.assigns[e.index].variable] = r.assigns[e.index].after; break;
            case EventType::variable_deleted: values.erase(e.index); break;
            case EventType::tape_opened:
            case EventType::tape_resumed: recording.insert(e.index); break;
            case EventType::tape_paused: recording.erase(e.index); break;
            case EventType::tape_released: released.insert(e.index), recording.erase(e.index); break;
            case EventType::op_applied:
            case EventType::variable_read:
                for (uint32_t t : r.tapes_of(e.index)) ++held[t];
                break;
            case EventType::printed: console = r.prints[e.index].end; break;
            case EventType::gradient_asked: gradients.clear(); break;
            case EventType::backward_step_began:
                for (size_t i = 0; i < r.upstream(e.index).size(); ++i)
                    if (r.upstream(e.index)[i] != kNone) gradients[r.outputs(r.backward_steps[e.index].op)[i]] = r.upstream(e.index)[i];
                break;
            case EventType::backward_step_ended:
                for (size_t i = 0; i < r.results(e.index).size(); ++i)
                    if (r.results(e.index)[i] != kNone) gradients[r.inputs(r.backward_steps[e.index].op)[i]] = r.results(e.index)[i];
                break;
            case EventType::gradient_given:
                if (r.gradient_results[e.index].gradient != kNone) gradients[r.gradient_results[e.index].source] = r.gradient_results[e.index].gradient;
                break;
            default: break;
        }
    }
};

}  // namespace

TEST_CASE("the state at any step is what telling event by event gives") {
    for (const Recording& r : {sample_recording(), sample_error_recording()}) {
        Fold fold;
        for (uint32_t step = 1; step <= r.size(); ++step) {
            fold.take(r, step - 1);
            State s = state_at(r, step);
            CAPTURE(step);
            REQUIRE(s.names.size() == fold.names.size());
            for (const BoundName& n : s.names) REQUIRE(n.binding == fold.names[n.name]);
            REQUIRE(s.variables.size() == fold.values.size());
            for (const VariableNow& v : s.variables) REQUIRE(v.value == fold.values[v.variable]);
            for (const TapeNow& t : s.tapes) {
                REQUIRE(t.is_recording == fold.recording.contains(t.tape));
                REQUIRE(t.is_released == fold.released.contains(t.tape));
                REQUIRE(t.records == fold.held[t.tape]);
            }
            for (uint32_t t : fold.recording) REQUIRE(s.tape_now(t));
            REQUIRE(s.console_length == fold.console);
            if (s.gradient_call != kNone && r.gradient_calls[s.gradient_call].tape + 1 == r.tapes.size()) {
                REQUIRE(s.gradients.size() == fold.gradients.size());
                for (const GradientNow& g : s.gradients) REQUIRE(g.gradient == fold.gradients[g.tensor]);
            }
        }
    }
}

TEST_CASE("before the first event nothing is true, and steps beyond the end are the end") {
    Recording r = sample_recording();
    State s = state_at(r, 0);
    CHECK(s.event == kNone);
    CHECK(s.names.empty());
    CHECK(s.tapes.empty());
    CHECK(state_at(r, 1'000'000).step == r.size());
    CHECK(state_at(Recording(), 5).step == 0);
}

TEST_CASE("going back over square, the tape in view knows which gradients have arrived") {
    Recording r = sample_recording();
    const BackwardStepRow& square = r.backward_steps[1];
    uint32_t difference = r.inputs(square.op)[0], squared = r.outputs(square.op)[0], predictions = r.inputs(r.backward_steps[2].op)[0];
    State s = state_at(r, square.ended + 1);
    CHECK(s.op == square.op);
    CHECK(s.backward_step == 1);
    CHECK(s.tape == 0);
    CHECK(s.line == 14);
    REQUIRE(s.gradient_of(difference));
    CHECK(r.element(s.gradient_of(difference)->gradient, 0) == -1.0);
    CHECK_FALSE(s.gradient_of(difference)->is_final);
    REQUIRE(s.gradient_of(squared));
    CHECK(s.gradient_of(squared)->is_final);
    CHECK_FALSE(s.gradient_of(predictions));
    REQUIRE(s.tape_now(0));
    CHECK(s.tape_now(0)->records == 7);
    CHECK(s.tape_now(0)->bytes_held == 84);
    // After the step is done the variables hold what they were moved to, and their gradients stay in view.
    State later = state_at(r, r.assigns[1].event + 1);
    CHECK(r.element(later.variable_now(0)->value, 0) > 1.8999);
    CHECK(later.gradient_of(r.variables[0].handle));
    CHECK(later.tape_now(0)->is_released);
    CHECK(r.training_steps[later.training_step].number == 0);
}

TEST_CASE("an error stays true after it has happened") {
    Recording r = sample_error_recording();
    State s = state_at(r, r.size());
    CHECK(s.error == 0);
    CHECK(s.has_ended);
    CHECK(state_at(r, r.errors[0].event).error == kNone);
}

TEST_CASE("a hundred thousand events fold to any step", "[!benchmark]") {
    Recording r = sample_recording({0.5f, 2000});
    REQUIRE(r.size() > 100'000);
    BENCHMARK("state_at in the middle") { return state_at(r, r.size() / 2).console_length; };
    BENCHMARK("state_at at the end") { return state_at(r, r.size()).console_length; };
    std::vector<uint8_t> bytes = sample_recording_bytes({0.5f, 2000});
    BENCHMARK("reading it") {
        Recording again;
        again.append(bytes);
        return again.size();
    };
    BENCHMARK("writing it") { return sample_recording_bytes({0.5f, 2000}).size(); };
}
