#include "lessons/recording/recording.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "lessons/recording/format.h"
#include "lessons/recording/writer.h"
#include "tests/recording/sample_recording.h"

using namespace tapedeck;

TEST_CASE("a recording says what the program was and what happened") {
    Recording r = sample_recording();
    INFO(r.problem());
    REQUIRE(r.is_whole());
    CHECK(r.source_line(11) == "        predictions = tf.matmul(x, w) + b");
    CHECK(r.source_line(99).empty());
    CHECK(r.tapes.size() == 5);
    CHECK(r.variables.size() == 2);
    CHECK(r.variable_label(0) == "w");
    CHECK(r.gradient_calls.size() == 5);
    CHECK(r.gradient_calls[0].steps.size() == 7);
    CHECK(r.tapes[0].records.size() == 7);
    CHECK(r.console().substr(0, 22) == "0 10.5 [[1.9]] [0.6]\n1");
    CHECK(r.end().status == EndStatus::ok);

    // The op in the middle of the first backward pass.
    const BackwardStepRow& square = r.backward_steps[1];
    CHECK(r.op_name(square.op) == "square");
    CHECK(r.element(r.results(1)[0], 2) == -3.0);
    CHECK(square.number == 2);
    CHECK(r.label(r.inputs(r.backward_steps[2].op)[0]) == "predictions");
}

TEST_CASE("ops that compute a gradient know for which backward step") {
    Recording r = sample_recording();
    uint32_t inside = 0;
    for (const OpRow& op : r.ops) {
        if (op.in_backward_step == kNone) continue;
        ++inside;
        CHECK(op.tapes == 0);
        CHECK(r.backward_steps[op.in_backward_step].began < op.event);
        CHECK(op.event < r.backward_steps[op.in_backward_step].ended);
    }
    CHECK(inside == 5 * 6);
    CHECK(r.ops.back().in_gradient_call == kNone);
}

TEST_CASE("a line that opens a tape again and again makes training steps, the first one in hindsight") {
    Recording five = sample_recording();
    REQUIRE(five.training_steps.size() == 5);
    for (uint32_t i = 0; i < 5; ++i) CHECK(five.training_steps[i].number == i);
    CHECK(five.training_step_at(0) == kNone);
    CHECK(five.training_step_at(five.training_steps[3].event) == 3);
    CHECK(five.training_step_at(five.size() - 1) == 4);
    CHECK(sample_recording({0.5f, 1}).training_steps.empty());
}

TEST_CASE("bytes may arrive cut anywhere") {
    std::vector<uint8_t> bytes = sample_recording_bytes();
    Recording whole = sample_recording();
    for (size_t piece : {size_t{1}, size_t{7}, size_t{1000}}) {
        Recording r;
        for (size_t at = 0; at < bytes.size(); at += piece) REQUIRE(r.append(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at))));
        REQUIRE(r.finish());
        CHECK(r.size() == whole.size());
        CHECK(r.tensors.size() == whole.tensors.size());
        CHECK(r.console() == whole.console());
        CHECK(r.bytes_read() == bytes.size());
    }
}

TEST_CASE("a recording that was cut keeps what stands before the cut and says where it ends") {
    std::vector<uint8_t> bytes = sample_recording_bytes();
    Recording whole = sample_recording();
    for (size_t cut = 0; cut < bytes.size(); cut += 13) {
        Recording r;
        r.append(std::span(bytes).first(cut));
        CHECK_FALSE(r.finish());
        CHECK(r.problem().starts_with("recording damaged at byte " + std::to_string(cut) + ": "));
        CHECK(r.size() <= whole.size());
    }
    Recording half;
    half.append(std::span(bytes).first(bytes.size() / 2));
    CHECK(half.size() > 60);
}

TEST_CASE("no overwritten byte makes the reader fail, only say that the recording is damaged") {
    const std::vector<uint8_t> bytes = sample_recording_bytes({0.5f, 2});
    uint32_t noticed = 0;
    for (size_t at = 0; at < bytes.size(); ++at) {
        for (uint8_t flip : {0x01, 0x80, 0xff}) {
            std::vector<uint8_t> damaged = bytes;
            damaged[at] ^= flip;
            Recording r;
            r.append(damaged);
            r.finish();
            noticed += !r.problem().empty();
            // Whatever was read can be looked at.
            for (uint32_t t = 0; t < r.tensors.size(); ++t) r.element(t, 0), r.shape(t);
            for (uint32_t o = 0; o < r.ops.size(); ++o) r.inputs(o), r.op_name(o);
        }
    }
    CHECK(noticed > bytes.size());   // a flipped bit in a value cannot be noticed; most others are
}

TEST_CASE("what is no recording, and other versions, are said in words") {
    Recording text;
    const char* words = "import tensorflow as tf";
    CHECK_FALSE(text.append({reinterpret_cast<const uint8_t*>(words), std::strlen(words)}));
    CHECK(text.problem() == "this is not a Tapedeck recording (its first bytes are others)");

    std::vector<uint8_t> bytes = sample_recording_bytes();
    bytes[8] = 0;
    Recording older;
    CHECK_FALSE(older.append(bytes));
    CHECK(older.problem() == "this recording has format version 0 and this Tapedeck reads version 1: record it again");
    bytes[8] = 2;
    Recording newer;
    CHECK_FALSE(newer.append(bytes));
    CHECK(newer.problem() == "this recording has format version 2 and this Tapedeck reads version 1: use a newer Tapedeck");
}

TEST_CASE("entries of a newer version are skipped, and unknown events are counted") {
    RecordingWriter w;
    w.begin("x = 1\n", 7, "test");
    std::vector<uint8_t> bytes = w.take();
    for (uint8_t b : {3, 30, 1, 2}) bytes.push_back(b);                              // a definition of type 30
    for (uint8_t b : {2, int{format::first_event} + 90, 5}) bytes.push_back(static_cast<uint8_t>(b));   // an event of type 90
    w.printed(1, "hello\n");
    w.ended({});
    std::vector<uint8_t> rest = w.take();
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    Recording r;
    r.append(bytes);
    REQUIRE(r.finish());
    REQUIRE(r.size() == 3);
    CHECK(r.events[0].type == EventType::unknown);
    CHECK(r.console() == "hello\n");
    CHECK(r.seed() == 7);
}

TEST_CASE("errors carry their hint and traceback, and a missing gradient its reason") {
    Recording r = sample_error_recording();
    INFO(r.problem());
    REQUIRE(r.is_whole());
    REQUIRE(r.errors.size() == 1);
    CHECK(r.text(r.errors[0].hint).starts_with("matmul needs two matrices"));
    CHECK(r.errors[0].line == 8);
    REQUIRE(r.gradient_results.size() == 1);
    CHECK(r.gradient_results[0].gradient == kNone);
    CHECK(r.gradient_results[0].why == WhyNoGradient::not_differentiable);
    CHECK(r.op_name(r.gradient_results[0].broken_at) == "argmax");
}

TEST_CASE("small values are kept in full, large ones as a summary") {
    Recording r = sample_error_recording();
    const TensorRow* image = nullptr;
    uint32_t number = 0;
    for (uint32_t i = 0; i < r.tensors.size(); ++i)
        if (r.tensors[i].size == 512 * 512) image = &r.tensors[i], number = i;
    REQUIRE(image);
    CHECK(image->kept == ValueKept::summary);
    Summary s;
    REQUIRE(r.summarize(number, s));
    CHECK(s.nan_count == 1);
    CHECK(s.min < -0.99);
    CHECK(s.rows == 16);
    CHECK(s.thumbnail.size() == 256);
    CHECK(std::isnan(r.element(number, 0)));
}

TEST_CASE("equal buffers are stored once, and the budget turns values into summaries unless pinned") {
    std::vector<float> values(1000);
    const int64_t dims[] = {1000};
    auto record = [&](WriterOptions options) {
        RecordingWriter w(options);
        w.begin("", 0, "");
        for (int i = 0; i < 10; ++i) {
            values[0] = static_cast<float>(i / 2);   // each value twice
            w.tensor_made(w.tensor(ValueType::float32, dims, values.data()));
        }
        w.ended({});
        Recording r;
        r.append(w.take());
        r.finish();
        REQUIRE(r.problem().empty());
        return r;
    };
    Recording all = record({});
    CHECK(all.bytes_read() < 5 * 4000 + 500);
    CHECK(all.element(9, 0) == 4);

    WriterOptions tight;
    tight.budget_bytes = 8000;
    Recording some = record(tight);
    CHECK(some.tensors[3].kept == ValueKept::full);
    CHECK(some.tensors[4].kept == ValueKept::summary);
    tight.pins = {{6, 7}};
    CHECK(record(tight).element(6, 0) == 3);
    CHECK(record(tight).tensors[8].kept == ValueKept::summary);
}

TEST_CASE("beyond the cap on events a clear event says so, and printing goes on") {
    WriterOptions options;
    options.budget_events = 10;
    RecordingWriter w(options);
    w.begin("", 0, "");
    for (int i = 0; i < 100; ++i) {
        w.name_bound_to_text("i", std::to_string(i));
        if (i % 50 == 0) w.printed(1, "still here\n");
    }
    w.ended({EndStatus::ok, EndBudget::none, 0, 0, 0, 0});
    Recording r;
    r.append(w.take());
    REQUIRE(r.finish());
    CHECK(r.size() == 13);
    CHECK(r.events[10].type == EventType::recording_full);
    CHECK(r.console() == "still here\nstill here\n");
}
