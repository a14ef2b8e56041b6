// A graph as text or Graphviz: what `lockstep explain` prints and goldens hold.
#pragma once

#include "ir/graph.h"

#include <string>

namespace lockstep::ir {

/// One line a node, in order: `name = op(inputs) {attrs} -> type`.
std::string dump(const Graph& graph);
std::string dumpDot(const Graph& graph);

} // namespace lockstep::ir
