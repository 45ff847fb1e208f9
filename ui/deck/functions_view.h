// The traced functions of the program: for each its graphs, what they were traced for and why again, how often they ran, and what the optimiser did.
#pragma once

#include "ui/deck/deck_state.h"

namespace tapedeck {

void functions_view(Ui& ui, AppState& state, DeckState& deck, const Rect& area);

/// The traces by function, in the order of each function's first trace.
std::vector<std::vector<uint32_t>> traces_by_function(const Recording& recording);
/// The latest trace that was made or called by `step`, or kNone.
uint32_t trace_at(const Recording& recording, uint32_t step);
/// How often it was called by `step`.
uint32_t calls_until(const Recording& recording, uint32_t trace, uint32_t step);
/// "8 nodes, 5 when optimised, traced in 1.2 ms, optimised in 0.3 ms".
std::string trace_facts(const FunctionTraceRow& trace);
/// All of a trace in words.
std::string trace_sentence(const Recording& recording, uint32_t trace, uint32_t step);

}  // namespace tapedeck
