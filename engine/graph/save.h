// Saved functions: graphs, the variables that they use and what the program that saved them wants to know, as one self-contained file that runs without Python.
//
// Format, version 1. All numbers are little-endian or, where "number" stands, LEB128 (7 bits a byte, lowest first); signed ones are zigzag coded first.
//   "TDGRAPH\n"   8 bytes
//   version       u32
//   checksum      u32, CRC-32 (IEEE) of everything after it
//   metadata      text: not read by the engine (Python keeps the structure of arguments and results there, as JSON)
//   variables     number of them; each: name text, dtype u8, trainable u8, shape, has a value u8, value if it has one
//   graphs        number of them; each: name text, nodes, inputs follow from them, outputs (count; node + 1, index). A graph comes after its subgraphs.
//   functions     number of them; each: name text, graph number
//   node          kind u8, op text (the op's name, or the node's type), name text, line, attributes, inputs (count; node, index), control inputs (count; node),
//                 outputs (count; dtype u8, shape), value kind u8 (0 none, 1 tensor, 2 variable number), value, subgraphs (count; number), reverses + 1
//   text          number of bytes, bytes
//   shape         rank + 1 (0: unknown), sizes + 1 (0: unknown)
//   tensor        dtype u8, shape, the elements (bool and uint8 one byte each; strings as texts)
//   attribute     name text, kind u8 (the order of AttrValue), value
// Why not a text: weights would be four times as large. Why a checksum: a damaged file must be refused, not run. A reader checks every reference, count, dtype
// and shape all the same, since a checksum keeps nobody from writing nonsense on purpose: each op is traced again as if a program had called it.
// Of callbacks only tf.print and assertions can be saved, as kind call with their text: attributes "pieces" (texts between the tensors) and "summarize".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/graph/graph.h"

namespace tapedeck {

struct SavedProgram {
  std::string metadata;
  std::vector<std::pair<std::string, GraphRef>> functions;
  /// Handles, in the order of first use; load_program makes new variables. save_program adds those that the functions use by itself.
  std::vector<Tensor> variables;
};

/// Errors    ValueError "The function 'f' calls back into Python (EagerPyFunc) and cannot be saved"
std::string save_program(const SavedProgram& program);
/// Errors    InvalidArgument "This is not a saved Tapedeck graph: …"
SavedProgram load_program(std::string_view bytes);

}  // namespace tapedeck
