// Gives scratch values the layouts that the device is fastest with, and puts reorders only where a chain begins or ends.
#pragma once

#include "base/result.h"
#include "ir/capability.h"
#include "ir/graph.h"

namespace lockstep::passes {

/// Persistent, input and fetched values stay row-major. Each value is brought into a given layout at most once.
Status assignLayouts(ir::Graph& graph, const ir::LayoutQuery& query);

} // namespace lockstep::passes
