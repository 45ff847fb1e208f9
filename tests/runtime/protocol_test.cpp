#include "lessons/runtime/protocol.h"

#include <catch2/catch_test_macros.hpp>

using namespace tapedeck;

TEST_CASE("every message arrives as it was sent") {
    RunRequest request;
    request.run_id = 17;
    request.code = "print('ü')\n";
    request.seed = 42;
    request.budgets = {1.5, 1000, 1 << 20, 99, 5000};
    request.pins = {{3, 5}, {100, 100}};
    request.record = false;
    Message m;
    REQUIRE(decode(encode(run_message(request)), m));
    CHECK(m.type == MessageType::run);
    CHECK(m.run_id == 17);
    CHECK(m.run.run_id == 17);
    CHECK(m.run.code == request.code);
    CHECK(m.run.file_name == "main.py");
    CHECK(m.run.seed == 42);
    CHECK(m.run.budgets.time_s == 1.5);
    CHECK(m.run.budgets.steps == 1000);
    CHECK(m.run.budgets.memory_bytes == 1 << 20);
    CHECK(m.run.budgets.output_bytes == 99);
    CHECK(m.run.budgets.events == 5000);
    CHECK(m.run.pins == request.pins);
    CHECK_FALSE(m.run.record);

    REQUIRE(decode(encode(stop_message(3)), m));
    CHECK(m.type == MessageType::stop);
    CHECK(m.run_id == 3);
    REQUIRE(decode(encode(chunk_message(4, {1, 2, 3})), m));
    CHECK(m.bytes == std::vector<uint8_t>{1, 2, 3});
    REQUIRE(decode(encode(done_message(5, EndStatus::budget, EndBudget::time, "Stopped.")), m));
    CHECK(m.status == EndStatus::budget);
    CHECK(m.budget == EndBudget::time);
    CHECK(m.text == "Stopped.");
    REQUIRE(decode(encode(Message{}), m));
    CHECK(m.type == MessageType::ready);
}

TEST_CASE("what is no message of this version is refused, wherever it is cut") {
    RunRequest request;
    request.code = "x = 1";
    request.pins = {{1, 2}};
    std::vector<uint8_t> bytes = encode(run_message(request));
    Message m;
    m.run_id = 99;
    for (size_t n = 0; n < bytes.size(); ++n) CHECK_FALSE(decode(std::span(bytes).first(n), m));
    CHECK(m.run_id == 99);
    bytes[0] = kProtocolVersion + 1;
    CHECK_FALSE(decode(bytes, m));
    bytes[0] = kProtocolVersion;
    bytes[1] = 77;
    CHECK_FALSE(decode(bytes, m));
}

TEST_CASE("the end of a run is said in a sentence") {
    CHECK(end_sentence(EndStatus::ok, EndBudget::none, {}).empty());
    CHECK(end_sentence(EndStatus::stopped, EndBudget::none, {}) == "Stopped.");
    CHECK(end_sentence(EndStatus::budget, EndBudget::time, {}) == "Stopped after 30 s: the time for one run is used up. Does a loop never end?");
    CHECK(end_sentence(EndStatus::budget, EndBudget::memory, {}) == "Stopped: the program asked for more memory than the 512 MB that it may use.");
    CHECK(end_sentence(EndStatus::budget, EndBudget::output, {}) == "Stopped: the program printed more than 4 MB.");
}
