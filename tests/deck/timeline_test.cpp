#include "ui/deck/timeline.h"

#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "tests/recording/sample_recording.h"

using namespace tapedeck;

TEST_CASE("a step and its place on the timeline are each other's inverse", "[timeline]") {
    const TimelineAxis axis{40, 200, 330, 1400};
    CHECK(axis.x_of(40) == 330);
    CHECK(axis.x_of(240) == 1400);
    for (int64_t step = 40; step <= 240; ++step) CHECK(axis.step_at(axis.x_of(static_cast<double>(step)), 1000) == step);
    CHECK(axis.step_at(-5000, 1000) == 0);
    CHECK(axis.step_at(50000, 250) == 250);
}

TEST_CASE("zooming keeps the event under the pointer where it is", "[timeline]") {
    double first = 0, shown = 0;
    zoom_timeline(first, shown, 1000, 0.5, 300);
    CHECK(shown == 500);
    CHECK((300 - first) / shown == Catch::Approx(0.3));
    zoom_timeline(first, shown, 1000, 0.5, 300);
    CHECK((300 - first) / shown == Catch::Approx(0.3));
    SECTION("and out again shows everything") {
        for (int i = 0; i < 10; ++i) zoom_timeline(first, shown, 1000, 2, 900);
        CHECK(shown == 0);
        CHECK(first == 0);
    }
    SECTION("and in stops at a readable few") {
        for (int i = 0; i < 50; ++i) zoom_timeline(first, shown, 1000, 0.5, 999);
        CHECK(shown == 24);
        CHECK(first + shown <= 1000);
    }
}

TEST_CASE("the tracks hold the ops of the program, the backward steps and the assigns", "[timeline]") {
    const Recording recording = sample_recording({.w = 0.5f, .steps = 5});
    TimelineIndex index;
    index.extend(recording);
    CHECK(index.forward.size() == 5 * 6);      // matmul, add, subtract, square, reduce_mean, and the clip after the tape; no reads, no gradient ops
    CHECK(index.backward.size() == 5 * 7);
    CHECK(index.assigns.size() == 5 * 3);      // two by the optimizer, one by the program
    for (const TimelineIndex::Span& span : index.backward) {
        CHECK(recording.events[span.begin].type == EventType::backward_step_began);
        CHECK(recording.events[span.end - 1].type == EventType::backward_step_ended);
    }
    for (const uint32_t event : index.assigns) CHECK(recording.events[event].type == EventType::variable_assigned);
    // Each tape's memory rises op by op and falls to nothing when it is spent.
    CHECK(index.memory.back().bytes == 0);
    CHECK(index.most_bytes == recording.tapes[0].records.back().bytes_held);
}

TEST_CASE("the tracks are the same whether the recording came at once or in pieces", "[timeline]") {
    const std::vector<uint8_t> bytes = sample_recording_bytes();
    Recording recording;
    TimelineIndex pieces, whole;
    for (size_t begin = 0; begin < bytes.size(); begin += 131) {
        recording.append(std::span(bytes).subspan(begin, std::min<size_t>(131, bytes.size() - begin)));
        pieces.extend(recording);
    }
    whole.extend(recording);
    CHECK(pieces.forward == whole.forward);
    CHECK(pieces.assigns == whole.assigns);
    REQUIRE(pieces.backward.size() == whole.backward.size());
    for (size_t i = 0; i < whole.backward.size(); ++i) CHECK(pieces.backward[i].end == whole.backward[i].end);
    REQUIRE(pieces.memory.size() == whole.memory.size());
    for (size_t i = 0; i < whole.memory.size(); ++i) CHECK(pieces.memory[i].bytes == whole.memory[i].bytes);
}

TEST_CASE("labels of training steps keep their distance", "[timeline]") {
    CHECK(label_stride(200, 56) == 1);
    CHECK(label_stride(30, 56) == 2);
    CHECK(label_stride(20, 56) == 5);
    CHECK(label_stride(1, 56) == 100);
    CHECK(label_stride(0.001, 56) == 100'000);
}
