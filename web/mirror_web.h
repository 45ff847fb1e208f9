// Sends the semantic tree to the DOM mirror (mirror.mjs) whenever it changed, and takes what the DOM asks of a node.
#pragma once

#include <cstdint>

namespace tapedeck {
class SemanticTree;
}

namespace tapedeck::web {

/// Both stay alive as long as the page.
void start_mirror(SemanticTree& tree);
/// After each frame. Costs nothing when the tree is the same as before.
void update_mirror();

}  // namespace tapedeck::web
