// What crosses between the half that shows and the half that runs: five messages as bytes, the same to a Web Worker and to a native thread.
//
//   message = version (1 byte) type (1 byte) payload; integers are varints, texts a varint length and UTF-8, as in lessons/recording/format.h.
//   To the runner: run, stop.  From the runner: ready, chunk, done.
// A run's chunks, one after the other, are its recording. After its `done` no message of that run follows. Messages of an older run may still arrive
// after a newer one was started; their run_id tells.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lessons/recording/recording.h"

namespace tapedeck {

/// What a program may use. 0 is "no limit", but for memory and events, whose 0 means the built-in limit.
struct RunBudgets {
    double time_s = 30;
    uint64_t steps = 0;                       ///< loop iterations and iterator calls
    uint64_t memory_bytes = 512ull << 20;     ///< tensors
    uint64_t output_bytes = 4ull << 20;       ///< what print may write
    uint32_t events = 1'000'000;              ///< beyond it the run goes on unrecorded
};

struct RunRequest {
    uint32_t run_id = 0;                      ///< the caller's; comes back with each message of this run
    std::string code;
    std::string file_name = "main.py";        ///< as tracebacks call it
    uint64_t seed = 0;
    RunBudgets budgets;
    std::vector<std::pair<uint32_t, uint32_t>> pins;   ///< events whose tensors are kept in full: (first, last), ascending
    uint8_t tensorflow = 2;                   ///< 1: `import tensorflow` gives tf.compat.v1
    bool record = true;                       ///< false: only what is printed, errors and the end
    bool hints = true;                        ///< errors are followed by a line of our own help
};

enum class MessageType : uint8_t { run = 1, stop = 2, ready = 3, chunk = 4, done = 5 };

struct Message {
    MessageType type = MessageType::ready;
    uint32_t run_id = 0;                      ///< of run, stop, chunk, done
    RunRequest run;                           ///< of run
    std::vector<uint8_t> bytes;               ///< of chunk
    EndStatus status = EndStatus::ok;         ///< of done
    EndBudget budget = EndBudget::none;       ///< of done
    std::string text;                         ///< of done: a sentence for the learner when the run did not end by itself ("Stopped."), else ""
};

inline constexpr uint8_t kProtocolVersion = 1;

std::vector<uint8_t> encode(const Message& message);
/// False when the bytes are no message of this version; `out` is then unchanged.
bool decode(std::span<const uint8_t> bytes, Message& out);

Message run_message(RunRequest request);
Message stop_message(uint32_t run_id);
Message chunk_message(uint32_t run_id, std::vector<uint8_t> bytes);
Message done_message(uint32_t run_id, EndStatus status, EndBudget budget, std::string text);

/// "Stopped.", "Stopped after 30 s: the time budget is used up.", "" for an ordinary end or an error.
std::string end_sentence(EndStatus status, EndBudget budget, const RunBudgets& budgets);

}  // namespace tapedeck
