// A saved function run without Python, with values as text: what `tapedeck run-graph` and a page's JavaScript share.
//
// Values are written as JSON: numbers, true and false, strings, and nested lists of them; NaN and infinities as NaN, Infinity and -Infinity, as Python's json does.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/save.h"

namespace tapedeck {

/// A tensor from JSON text: of that dtype, and of a shape that fits (axes of -1 accept any size).
/// Errors    InvalidArgument "'x' is … and the function takes …"
Tensor tensor_from_json(std::string_view text, DType dtype, const Shape& shape, const std::string& name);
std::string json_from_tensor(const Tensor& tensor);

/// Runs `function` (empty: the first) and returns {"outputs": [{"dtype": "float32", "shape": [2], "values": [1, 2]}, …]}.
std::string run_saved_graph(const SavedProgram& program, const std::string& function, const std::vector<std::pair<std::string, std::string>>& inputs);

/// For JavaScript: `inputs` is a JSON object of names and values. Answers like run_saved_graph, or {"error": "…"}.
std::string run_graph_json(std::string_view file, const std::string& function, std::string_view inputs);

}  // namespace tapedeck
