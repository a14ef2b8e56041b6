// The layers of a model as a figure: boxes and arrows.
#pragma once

#include "report/blocks.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lockstep::report {

struct GraphNode {
    std::string id, type;
    std::vector<std::string> inputs; ///< ids
    std::string shape;               ///< as shown; may be empty
    std::int64_t parameters = 0;
};

/// A chain is wrapped into rows, read like text; anything else is laid out from top to bottom. Inputs precede readers.
/// May wait for Graphviz: never on the window's thread.
Figure modelGraph(const std::vector<GraphNode>& nodes);

} // namespace lockstep::report
