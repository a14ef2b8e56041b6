// Checks a graph's invariants; run after every pass.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

namespace lockstep::ir {

/// Types as inferred, names unique, producers and readers consistent, storages changed at most once and after all readers of the old
/// content.
Status verify(const Graph& graph);

} // namespace lockstep::ir
