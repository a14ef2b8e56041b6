// The two ways to lay a graph out. Not for other rooms.
#pragma once

#include "spec/graph_layout.h"

#include <optional>

namespace lockstep::spec {

inline constexpr double kNodeGap = 32, kRankGap = 48; ///< pixels

/// Graphviz's dot; nothing if its plug-in can't be loaded or the layout fails. One call at a time; takes as long as it takes.
std::optional<LayoutResult> dotLayout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

/// Longest-path layers, ordered by barycentres; fast for any graph, cycles too.
LayoutResult layeredLayout(const std::vector<LayoutNode>& nodes, const std::vector<LayoutEdge>& edges);

} // namespace lockstep::spec
