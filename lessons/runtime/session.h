// One run of a program, from its text to the last chunk of its recording, on the thread that calls.
//
// The engine's and the interpreter's state is global, so one session runs at a time in a process (a worker's module, or the runner's thread).
#pragma once

#include <functional>

#include "lessons/runtime/protocol.h"

namespace tapedeck {

struct SessionHost {
    /// Gets the run's messages: chunks (at least every kFlushMs or kFlushBytes while something happens), then one `done`.
    std::function<void(Message)> send;
    /// Polled a few thousand times a second; true ends the run. May be null.
    std::function<bool()> stop_requested;
    /// What the program writes, as it writes it (1: standard output; 2: standard error, and the traceback; 3: standard error by tf.print). May be null.
    std::function<void(int stream, std::string_view text)> on_write;
    /// A file that tf.saved_model.save made, under the path that the program gave it. May be null.
    std::function<void(std::string_view path, std::string_view bytes)> on_saved;
};

inline constexpr double kFlushMs = 50;
inline constexpr size_t kFlushBytes = 64u << 10;

void run_session(const RunRequest& request, const SessionHost& host);

/// What is written into recordings as the engine's version.
std::string_view engine_version();

}  // namespace tapedeck
