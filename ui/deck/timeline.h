// The timeline's arithmetic: which events stand on which track, and where an event is in pixels. No drawing.
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

/// Events on a horizontal axis. An event e takes the room from x_of(e) to x_of(e + 1); a cursor at step s stands at x_of(s), after the events it has seen.
struct TimelineAxis {
    double first = 0, events = 1;   ///< what is seen: [first, first + events)
    float x0 = 0, x1 = 1;

    double per_event() const { return (x1 - x0) / events; }
    float x_of(double event) const { return x0 + static_cast<float>((event - first) * per_event()); }
    double event_at(float x) const { return first + static_cast<double>(x - x0) / per_event(); }
    /// The step whose place is nearest, within 0 … length.
    int64_t step_at(float x, int64_t length) const;
};

/// Makes `axis` show `factor` times as many events, keeping the one at `x` where it is; never more than `length`, never fewer than `least`.
void zoom_timeline(double& first, double& shown, double length, double factor, double at_event, double least = 24);

/// What stands on the tracks, read from the recording as it grows.
struct TimelineIndex {
    struct Span { uint32_t begin, end; };          ///< events, end excluded
    struct Memory { uint32_t event; uint64_t bytes; };
    std::vector<uint32_t> forward;                 ///< ops of the program itself; reads of variables are not ops to a learner
    std::vector<Span> backward;                    ///< backward steps; the end of one that has not ended is its beginning + 1
    std::vector<uint32_t> assigns;
    std::vector<uint32_t> errors;
    std::vector<Memory> memory;                    ///< bytes that all tapes hold, from this event on
    uint64_t most_bytes = 0;

    void extend(const Recording& recording);

private:
    uint32_t next_event_ = 0;
    uint64_t held_ = 0;
    std::vector<uint64_t> tape_bytes_;
    std::vector<uint32_t> tape_records_;
    std::vector<uint32_t> open_steps_;             // backward steps that have not ended, as rows of `backward`
};

/// Distance between labelled training steps so that labels lie at least `room` pixels apart: 1, 2, 5, 10, 20, 50 …
uint32_t label_stride(double pixels_per_step, double room);

}  // namespace tapedeck
