// The runner as the front end knows it: start a program, stop it, take what it says. Native: a thread (thread_runner.h). Web: a worker (web/).
#pragma once

#include <functional>

#include "lessons/runtime/protocol.h"

namespace tapedeck {

class RunnerClient {
public:
    virtual ~RunnerClient() = default;
    /// Whether a run would start at once. The first time it may take a moment (the worker loads); start() may be called before and then waits.
    virtual bool is_ready() const = 0;
    /// Starts a run. One runs at a time: a run that is going on is stopped first, and its `done` still comes.
    virtual void start(const RunRequest& request) = 0;
    /// Stops the present run, if any. Its `done` (status stopped) follows soon, even from an endless loop; what was recorded until then has arrived before.
    virtual void stop() = 0;
    /// Takes the next message from the runner (ready, chunk, done), in order; false when there is none now.
    virtual bool poll(Message& out) = 0;
    /// `wake` is called, from any thread, when poll() has something: a front end that draws on demand then draws.
    virtual void on_message(std::function<void()> wake) = 0;
};

}  // namespace tapedeck
