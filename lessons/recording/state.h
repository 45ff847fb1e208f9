// What is true after `step` events: one pure function of the recording. All views draw from its answer, so going back is as cheap as going forward.
//
// `step` counts events: 0 is before the first, recording.size() is after the last; the *current event* is number step - 1.
//
// Not a fold over all events, though it means the same: everything that changes over time stands in the recording as a list ordered by event, so the
// latest entry at or before `step` is a binary search, and only the tape in view is walked. Snapshots every n events were rejected: they cost memory
// that grows with the run, and this needs none. (tests/recording/state_test.cpp folds event by event and compares.)
#pragma once

#include "lessons/recording/recording.h"

namespace tapedeck {

struct BoundName {
    uint32_t name = 0;       ///< row of names
    uint32_t binding = 0;    ///< row of bindings: the latest
};

struct VariableNow {
    uint32_t variable = 0;
    uint32_t value = kNone;     ///< tensor; kNone: not initialised
    uint32_t assign = kNone;    ///< row of assigns: the latest, if any
    uint32_t assign_count = 0;  ///< so far: VariableRow::assigns[0 … assign_count)
};

struct TapeNow {
    uint32_t tape = 0;
    bool is_recording = false;   ///< inside its with-block
    bool is_released = false;    ///< spent, reset or deleted: holds nothing any more
    uint32_t records = 0;        ///< ops recorded so far: TapeRow::records[0 … records)
    uint32_t watches = 0;        ///< so far: TapeRow::watches[0 … watches)
    uint64_t bytes_held = 0;
};

/// The gradient that has arrived at a tensor of the tape in view.
struct GradientNow {
    uint32_t tensor = 0;         ///< forward tensor, or a variable's handle
    uint32_t gradient = 0;       ///< tensor
    uint32_t event = 0;          ///< since when
    bool is_final = false;       ///< false: more may be added by ops that are not walked back over yet
};

struct State {
    uint32_t step = 0;
    uint32_t event = kNone;                     ///< the current event; kNone at step 0
    uint32_t line = 0;                          ///< the current line: of the current event, else of the last one that had a line
    uint16_t column_begin = 0, column_end = 0;
    uint32_t scope = kNone;
    uint32_t training_step = kNone;             ///< row of training_steps
    uint32_t op = kNone;                        ///< the op in view: applied by this event, or walked back over by it
    uint32_t backward_step = kNone;             ///< the backward step that this event begins, ends or lies in
    uint32_t gradient_call = kNone;             ///< the latest of the tape in view, so far
    std::vector<BoundName> names;               ///< in the order of first binding
    std::vector<VariableNow> variables;         ///< made and not deleted, in the order of making
    std::vector<TapeNow> tapes;                 ///< those that record or still hold ops, and the tape in view; by number
    uint32_t tape = kNone;                      ///< the tape in view
    std::vector<GradientNow> gradients;         ///< of the tape in view, sorted by tensor
    uint32_t console_length = 0;                ///< bytes of Recording::console()
    uint32_t prints = 0;                        ///< rows of prints so far
    uint32_t error = kNone;                     ///< row of errors: the latest so far
    bool has_ended = false;

    const GradientNow* gradient_of(uint32_t tensor) const;   ///< or null
    const TapeNow* tape_now(uint32_t tape) const;            ///< or null
    const VariableNow* variable_now(uint32_t variable) const;
};

State state_at(const Recording& recording, uint32_t step);

}  // namespace tapedeck
