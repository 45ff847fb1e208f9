#include "lessons/runtime/thread_runner.h"

#include <catch2/catch_test_macros.hpp>
#include <atomic>
#include <chrono>
#include <thread>

using namespace tapedeck;

namespace {

RunRequest request(uint32_t id, const char* code) {
    RunRequest r;
    r.run_id = id;
    r.code = code;
    return r;
}

/// Waits until a run is done, reading its chunks.
Message wait_for_done(RunnerClient& runner, uint32_t run_id, Recording* recording = nullptr) {
    auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (std::chrono::steady_clock::now() < until) {
        Message m;
        if (!runner.poll(m)) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            continue;
        }
        if (m.type == MessageType::chunk && m.run_id == run_id && recording) recording->append(m.bytes);
        if (m.type == MessageType::done && m.run_id == run_id) return m;
    }
    FAIL("the run never ended");
    return {};
}

void wait_for_chunk(RunnerClient& runner, std::string_view printed, Recording& recording) {
    auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (recording.console().find(printed) == std::string_view::npos) {
        REQUIRE(std::chrono::steady_clock::now() < until);
        Message m;
        if (runner.poll(m)) {
            if (m.type == MessageType::chunk) recording.append(m.bytes);
        } else {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    }
}

}  // namespace

TEST_CASE("programs run one after the other, and the front end is woken") {
    std::atomic<int> woken = 0;
    auto runner = thread_runner();
    runner->on_message([&] { ++woken; });
    Message m;
    REQUIRE(runner->poll(m));
    CHECK(m.type == MessageType::ready);
    for (uint32_t id = 1; id <= 3; ++id) {
        Recording r;
        runner->start(request(id, "print('hello')\n"));
        CHECK(wait_for_done(*runner, id, &r).status == EndStatus::ok);
        CHECK(r.finish());
        CHECK(r.console() == "hello\n");
    }
    CHECK(woken >= 6);
}

TEST_CASE("an endless loop is stopped, and what it did until then is there") {
    auto runner = thread_runner();
    Recording r;
    runner->start(request(7, "print('begun')\nwhile True:\n    pass\n"));
    wait_for_chunk(*runner, "begun", r);
    runner->stop();
    CHECK(wait_for_done(*runner, 7, &r).status == EndStatus::stopped);
    CHECK(r.finish());
    runner->stop();   // nothing runs: nothing happens
    Message m;
    CHECK_FALSE(runner->poll(m));
}

TEST_CASE("a new start ends the run before it") {
    auto runner = thread_runner();
    Recording first, second;
    runner->start(request(1, "print('begun')\nwhile True:\n    pass\n"));
    wait_for_chunk(*runner, "begun", first);
    runner->start(request(2, "print('second')\n"));
    CHECK(wait_for_done(*runner, 1).status == EndStatus::stopped);
    CHECK(wait_for_done(*runner, 2, &second).status == EndStatus::ok);
    CHECK(second.console() == "second\n");
}

TEST_CASE("a runner can go while a program runs") {
    auto runner = thread_runner();
    runner->start(request(1, "while True:\n    pass\n"));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    runner.reset();
    SUCCEED();
}
