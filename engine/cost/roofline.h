// Work and least time of nodes. FLOPs: a multiply-add is 2 (SEMANTICS.md 13).
#pragma once

#include "cost/peaks.h"
#include "ir/graph.h"

namespace lockstep::cost {

struct Work {
    double modelFlops = 0; ///< matmuls and convolutions: forward, input gradient and weight gradient each once; recomputation excluded
    double flops = 0;      ///< everything
    double bytes = 0;      ///< least memory traffic
};

Work workOf(const ir::Graph& graph, const ir::Node& node);
/// Sum over all live nodes: one run of the graph.
Work workOf(const ir::Graph& graph);

/// The roofline: max(FLOPs / rate, bytes / bandwidth) + launch, in seconds. Views cost nothing. What was not measured is left out.
double nodeSeconds(const ir::Graph& graph, const ir::Node& node, const DeviceProfile& profile);
/// Nodes one after the other.
double graphSeconds(const ir::Graph& graph, const DeviceProfile& profile);

} // namespace lockstep::cost
