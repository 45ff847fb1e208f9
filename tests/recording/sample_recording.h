// Recordings made by hand through the writer, as the recorder would make them: for tests and for drawing without an engine.
#pragma once

#include <cstdint>
#include <vector>

#include "lessons/recording/recording.h"

namespace tapedeck {

struct SampleOptions {
    float w = 0.5f;     ///< where w starts
    int steps = 5;      ///< training steps; 5 make about 250 events
};

/// The training loop of the lesson "Modify a tensor during training" (losses 10.5, 0.1667, 0.0413, … from w = 0.5).
std::vector<uint8_t> sample_recording_bytes(const SampleOptions& options = {});
Recording sample_recording(const SampleOptions& options = {});

/// A shorter program with what goes wrong: a tensor too large to keep (a summary with a NaN), a gradient that is None, an error with a hint and a traceback.
std::vector<uint8_t> sample_error_recording_bytes();
Recording sample_error_recording();

}  // namespace tapedeck
