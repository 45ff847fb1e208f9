// The native runner: programs run one after the other on a thread of their own.
#pragma once

#include <memory>

#include "lessons/runtime/runner_client.h"

namespace tapedeck {

/// Its destructor stops what runs and waits for it.
std::unique_ptr<RunnerClient> thread_runner();

}  // namespace tapedeck
