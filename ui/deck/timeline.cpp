#include "ui/deck/timeline.h"

#include <algorithm>
#include <cmath>

namespace tapedeck {

int64_t TimelineAxis::step_at(float x, int64_t length) const {
    return std::clamp<int64_t>(static_cast<int64_t>(std::floor(event_at(x) + 0.5)), 0, length);
}

void zoom_timeline(double& first, double& shown, double length, double factor, double at_event, double least) {
    const double before = shown > 0 ? std::min(shown, length) : length;
    const double after = std::clamp(before * factor, std::min(least, length), length);
    const double share = before > 0 ? (at_event - first) / before : 0;
    first = std::clamp(at_event - share * after, 0.0, std::max(0.0, length - after));
    shown = after >= length ? 0 : after;
}

void TimelineIndex::extend(const Recording& recording) {
    tape_bytes_.resize(recording.tapes.size(), 0);
    tape_records_.resize(recording.tapes.size(), 0);
    for (; next_event_ < recording.size(); ++next_event_) {
        const EventRow& row = recording.events[next_event_];
        switch (row.type) {
            case EventType::op_applied:
                if (recording.ops[row.index].in_gradient_call == kNone) forward.push_back(next_event_);
                [[fallthrough]];
            case EventType::variable_read: {
                bool changed = false;
                for (const uint32_t tape : recording.tapes_of(row.index)) {
                    const auto& records = recording.tapes[tape].records;
                    uint32_t& next = tape_records_[tape];
                    if (next >= records.size()) continue;
                    held_ += records[next].bytes_held - tape_bytes_[tape];
                    tape_bytes_[tape] = records[next++].bytes_held;
                    changed = true;
                }
                if (changed) memory.push_back({next_event_, held_});
                break;
            }
            case EventType::tape_released:
                held_ -= tape_bytes_[row.index];
                tape_bytes_[row.index] = 0;
                memory.push_back({next_event_, held_});
                break;
            case EventType::backward_step_began:
                open_steps_.push_back(static_cast<uint32_t>(backward.size()));
                backward.push_back({next_event_, next_event_ + 1});
                break;
            case EventType::backward_step_ended:
                if (open_steps_.empty()) break;
                backward[open_steps_.back()].end = next_event_ + 1;
                open_steps_.pop_back();
                break;
            case EventType::variable_assigned: assigns.push_back(next_event_); break;
            case EventType::error: errors.push_back(next_event_); break;
            default: break;
        }
        most_bytes = std::max(most_bytes, held_);
    }
}

uint32_t label_stride(double pixels_per_step, double room) {
    constexpr uint32_t kMost = 1'000'000'000;
    for (uint32_t ten = 1; ten < kMost; ten *= 10)
        for (const uint32_t n : {ten, 2 * ten, 5 * ten})
            if (pixels_per_step * n >= room) return n;
    return kMost;
}

}  // namespace tapedeck
