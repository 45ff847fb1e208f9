#include "lessons/recording/check.h"

#include <catch2/catch_test_macros.hpp>

#include "lessons/recording/writer.h"
#include "tests/recording/sample_recording.h"

using namespace tapedeck;

namespace {
Recording read(RecordingWriter& w) {
    Recording r;
    r.append(w.take());
    r.finish();
    return r;
}
}  // namespace

TEST_CASE("the samples keep all rules") {
    CHECK(check_recording(sample_recording()).empty());
    CHECK(check_recording(sample_error_recording()).empty());
    CHECK(check_recording(sample_recording({30.0f, 1})).empty());
}

TEST_CASE("broken rules are named with their event") {
    RecordingWriter w;
    w.begin("a\nb\n", 0, "");
    uint32_t def = w.op_def("square", "Square", "", "", true);
    const int64_t three[] = {3}, two[] = {2};
    uint32_t tape = w.tape_opened(false, true);
    w.tape_paused(tape);
    uint32_t x = w.float_tensor(three, {1, 2, 3});
    w.tensor_made(x);
    uint32_t y = w.float_tensor(three, {1, 4, 9});
    TapeHolds hold{tape, 12};

    SECTION("an op on a tape that does not record") {
        w.op_applied(def, "", {&x, 1}, {&y, 1}, {&hold, 1});
        w.ended({});
        CHECK(check_recording(read(w)) == std::vector<std::string>{"event 4: an op is recorded by a tape that does not record"});
    }
    SECTION("a gradient of another shape") {
        w.tape_resumed(tape);
        uint32_t op = w.op_applied(def, "", {&x, 1}, {&y, 1}, {&hold, 1});
        w.tape_paused(tape);
        uint32_t call = w.gradient_asked(tape, {&y, 1}, {&x, 1});
        uint32_t g = w.float_tensor(two, {1, 1});
        w.tensor_made(g);
        w.backward_step_began(call, op, {&g, 1});
        w.ended({});
        CHECK(check_recording(read(w)) == std::vector<std::string>{"event 9: an incoming gradient has another shape than the value"});
    }
    SECTION("a step back over an op that the tape never saw") {
        uint32_t op = w.op_applied(def, "", {&x, 1}, {&y, 1});
        uint32_t call = w.gradient_asked(tape, {&y, 1}, {&x, 1});
        w.backward_step_began(call, op, {&y, 1});
        w.ended({});
        CHECK(check_recording(read(w)) == std::vector<std::string>{"event 6: a backward step walks over an op that its tape did not record"});
    }
    SECTION("a None without a reason") {
        uint32_t call = w.gradient_asked(tape, {&y, 1}, {&x, 1});
        w.gradient_given(call, x, kNone);
        w.ended({});
        CHECK(check_recording(read(w)) == std::vector<std::string>{"event 5: a gradient that is None has a reason"});
    }
    SECTION("a line beyond the program") {
        w.line(9);
        w.printed(1, "x");
        w.ended({});
        CHECK(check_recording(read(w)).front() == "event 4: a line that the program does not have");
    }
    SECTION("a value that changed by itself") {
        const float one = 1, two_ = 2, three_ = 3;
        uint32_t v = w.variable_made("v:0", ValueType::float32, {}, true, kNone, w.tensor(ValueType::float32, {}, &one));
        uint32_t before = w.tensor(ValueType::float32, {}, &two_), after = w.tensor(ValueType::float32, {}, &three_);
        w.variable_assigned(v, before, after, "assign");
        w.ended({});
        CHECK(check_recording(read(w)) == std::vector<std::string>{"event 5: a variable's value before an assignment is not the one after the last"});
    }
}
