// Why a gradient is None, and why a variable does not move in training: the first broken link on the way from the source to the target, as a pure function
// of the recording. The page and `tapedeck explain` say the same sentences.
//
// How it is found. All ops are in the recording, also those that no tape saw. So the way from the target back to the source is searched through ops,
// through assignments and through values that left TensorFlow and came back; of several ways the one with the fewest broken links counts, and on
// it the first broken link, seen from the source. When there is no way at all, the program's text is asked: a branch that did not run, or a name that
// stands for another tensor by now. What Python does with plain numbers is not recorded: that a number came from a tensor is concluded from the names
// on its line (`v = float(y)`, later `tf.constant(v)`), and only where nothing else connects the two.
#pragma once

#include <string>
#include <vector>

#include "lessons/recording/narrate.h"
#include "lessons/recording/recording.h"

namespace tapedeck {

enum class Cause : uint8_t {
    none,                ///< there is a gradient
    not_watched,         ///< no variable, and the tape was not told to watch it
    watched_late,        ///< used before the tape was told to watch it
    before_tape,         ///< used on the way to the target before the tape opened
    outside_tape,        ///< after it stopped, or while it was stopped: a target computed outside
    integer,             ///< whole numbers, text and bool, at the source or on the way
    left_tensorflow,     ///< through NumPy or as a Python number
    rebound,             ///< the name stands for another tensor than the one that was used (`w = w - …`)
    not_trainable,       ///< a variable with trainable=False
    variables_ignored,   ///< a tape with watch_accessed_variables=False
    stop_gradient,
    no_gradient_op,      ///< an op without a gradient: round, argmax, a comparison
    no_custom_gradient,  ///< a custom gradient passed None back
    assigned,            ///< through the value of a variable: assign, or tf.Variable(value)
    other_branch,        ///< used only in a branch that did not run
    not_connected,       ///< nothing leads from it to the target
    used_up,             ///< a tape that is not persistent was asked again
    reset,               ///< the tape forgot what it had recorded
    // Variables that do not move, though the program trains
    gradient_zero,       ///< each gradient was 0
    not_applied,         ///< it has gradients, but nothing changes it with them
    not_asked,           ///< it is used, but nobody asks for its gradient
};
inline constexpr int kCauses = 21;
const char* cause_name(Cause cause);   ///< "stop_gradient"

struct Explanation {
    Cause cause = Cause::none;
    uint32_t event = kNone;        ///< of the None, of the refusal, or (of a variable) the last that could have moved it
    uint32_t result = kNone;       ///< row of gradient_results
    uint32_t variable = kNone;     ///< the one that does not move
    std::string source, target;    ///< what the learner calls them
    /// The broken link: its place in the program (line 0: none), and what it is about.
    uint32_t line = 0;
    uint16_t column_begin = 0, column_end = 0;
    uint32_t op = kNone;
    Narration what;                ///< one sentence: "stop_gradient on line 4 lets no gradient through."
    std::string help;              ///< one sentence: what to do, or ""
};

/// Of one row of gradient_results; Cause::none when there is a gradient.
Explanation explain_result(const Recording& recording, uint32_t result);
/// All that a learner might ask about, in the order of events.
std::vector<Explanation> explain(const Recording& recording);
/// The same as a text with excerpts of the program, equal ones once; says so when nothing is wrong. `file` is what the places are called by.
std::string explain_text(const Recording& recording, std::string_view file);

}  // namespace tapedeck
