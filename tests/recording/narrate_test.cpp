#include "lessons/recording/narrate.h"

#include <catch2/catch_test_macros.hpp>
#include <set>

#include "lessons/recording/writer.h"
#include "tests/recording/sample_recording.h"

using namespace tapedeck;

namespace {
std::string sentence(const Recording& r, uint32_t event) { return plain_text(narrate(r, event + 1)); }
}  // namespace

TEST_CASE("a backward step is told with the learner's own names") {
    Recording r = sample_recording();
    CHECK(sentence(r, r.backward_steps[0].ended) == "reduce_mean passes back an equal share of what came in: [⅓, ⅓, ⅓] goes on to square.");
    CHECK(sentence(r, r.backward_steps[1].began) == "Back to square: [⅓, ⅓, ⅓] comes in; its rule is x̄ = ȳ · 2x.");
    CHECK(sentence(r, r.backward_steps[1].ended) == "square passes back 2 · (predictions − y) times what came in: [−1, −2, −3] goes on to subtract.");
    CHECK(sentence(r, r.backward_steps[3].ended) == "add passes back what came in to both sides: [−1, −2, −3] to matmul, and −6 to b.");
    CHECK(sentence(r, r.backward_steps[6].ended) == "−14 arrives at the variable w.");
}

TEST_CASE("the sentences of a training step read as a story") {
    Recording r = sample_recording();
    std::set<std::string> told;
    for (uint32_t e = 0; e < r.size(); ++e) told.insert(sentence(r, e));
    for (const char* expected : {
             "The variable w is made with the value 0.5. It can change.",
             "x is now the name of [1, 2, 3].",
             "A tape opens: it records the ops on whatever it watches.",
             "The tape watches w by itself, because it is a trainable variable.",
             "w is read: 0.5; the tape records where it came from.",
             "matmul of x and w gives [0.5, 1, 1.5]; the tape records it.",
             "predictions − y gives [−1.5, −3, −4.5]; the tape records it.",
             "matmul(x, w) + b gives [0.5, 1, 1.5]; the tape records it.",
             "reduce_mean of square(predictions − y) gives 10.5; the tape records it.",
             "Back to the reading of b: −6 comes in.",
             "square of (predictions − y) gives [2.25, 9, 20.25]; the tape records it.",
             "The tape stops recording. It holds 7 ops and 84 bytes.",
             "How does loss change with w and b? The tape walks back over the 7 ops that it recorded.",
             "The backward pass begins with 1: loss changes exactly as much as itself.",
             "The tape is used up and lets go of what it kept (84 bytes).",
             "The gradient of loss for w is −14: as w grows, loss falls.",
             "SGD moves w from 0.5 to 1.9.",
             "w is assigned what it was already: 1.9.",
             "The program prints 0 10.5 [[1.9]] [0.6].",
         }) {
        INFO(expected);
        CHECK(told.contains(expected));
    }
}

TEST_CASE("what went wrong is told with its cause") {
    Recording r = sample_error_recording();
    CHECK(sentence(r, r.gradient_results[0].event) == "No gradient for x: argmax on line 5 has no gradient: a small change of its input does not change its result.");
    CHECK(sentence(r, r.errors[0].event) ==
          "Line 8 fails with InvalidArgumentError: In[0] and In[1] has different ndims: [512,512] vs. [3]. matmul needs two matrices: give x two axes with tf.reshape(x, [3, 1]).");
    Narration error = narrate(r, r.errors[0].event + 1);
    CHECK(error[1].role == Role::wrong);
}

TEST_CASE("every reason for a missing gradient has its sentence") {
    for (int why = 1; why < kWhyNoGradients; ++why) {
        RecordingWriter w;
        w.begin("", 0, "");
        uint32_t x = w.float_tensor({}, {1}), y = w.float_tensor({}, {2}), tape = w.tape_opened(false, true);
        uint32_t call = w.gradient_asked(tape, {&y, 1}, {&x, 1});
        w.gradient_given(call, x, kNone, static_cast<WhyNoGradient>(why));
        Recording r;
        r.append(w.take());
        std::string s = sentence(r, 2);
        INFO(s);
        CHECK(s.starts_with("No gradient for 1: "));
        CHECK(s.ends_with("."));
        CHECK(s.size() > 30);
    }
}

TEST_CASE("every event has a sentence, at every step, that ends as sentences do") {
    for (const Recording& r : {sample_recording(), sample_error_recording()}) {
        for (uint32_t step = 0; step <= r.size(); ++step) {
            std::string s = plain_text(narrate(r, step));
            CAPTURE(step, s);
            REQUIRE(s.size() > 5);
            REQUIRE((s.back() == '.' || s.back() == '?'));
            REQUIRE(s.find("  ") == std::string::npos);
        }
    }
}

TEST_CASE("functions, scopes and a full recording are told too") {
    RecordingWriter w({1024, 1 << 18, 16 << 20, 6, {}});
    w.begin("", 0, "");
    w.scope_entered("dense", "layer");
    uint32_t trace = w.function_traced("step", "x: float32 (3, 1)", "", {.nodes = 12});
    w.graph_optimized(trace, "folding constants", 12, 9);
    w.function_called(trace, {}, {});
    w.function_traced("step", "x: float32 (4, 1)", "x is float32 (4, 1) and was float32 (3, 1)", {.nodes = 12});
    w.scope_left();
    w.name_bound_to_text("i", "1");
    w.ended({EndStatus::budget, EndBudget::time, 30'000'000, 0, 0, 0});
    Recording r;
    r.append(w.take());
    REQUIRE(r.finish());
    CHECK(sentence(r, 0) == "The layer dense begins.");
    CHECK(sentence(r, 1) == "step is traced: its Python runs once and leaves a graph of 12 nodes.");
    CHECK(sentence(r, 2) == "The pass folding constants makes 9 nodes of 12.");
    CHECK(sentence(r, 3) == "step runs its graph, without its Python.");
    CHECK(sentence(r, 4) == "step is traced again, because x is float32 (4, 1) and was float32 (3, 1).");
    CHECK(sentence(r, 5) == "The layer dense is done.");
    CHECK(sentence(r, 6).starts_with("The recording is full after 6 events"));
    CHECK(sentence(r, 7) == "The program was stopped: the time for one run is used up.");
}

TEST_CASE("the context line says where in the run the step is") {
    Recording r = sample_recording();
    CHECK(context_line(r, 0) == "Event 0 of " + std::to_string(r.size()));
    uint32_t event = r.backward_steps[1].ended;
    CHECK(context_line(r, event + 1) == "Training step 0 · backward 2 of 7 · line 14 · event " + std::to_string(event + 1) + " of " + std::to_string(r.size()));
    event = r.ops[r.tapes[1].records[2].op].event;
    CHECK(context_line(r, event + 1).starts_with("Training step 1 · forward 3 of 7 · line 11 · "));
}
