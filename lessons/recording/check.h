// Whether a recording makes sense: rules between events that the reader, which checks numbers and lengths, does not see. Every test that makes a
// recording runs it, and every load in a debug build.
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

/// One sentence for each broken rule ("event 31: op 4 was recorded on tape 1, which does not record"), at most `limit`; empty when all is well.
std::vector<std::string> check_recording(const Recording& recording, size_t limit = 20);

}  // namespace tapedeck
