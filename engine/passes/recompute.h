// Recomputation: what the forward pass made is freed and made again where the backward pass reads it (Chen et al., "Training Deep
// Nets with Sublinear Memory Cost", 2016; which values: Korthikanti et al., "Reducing Activation Recomputation", 2022).
#pragma once

#include "ir/capability.h"
#include "ir/graph.h"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace lockstep::passes {

struct RecomputeOptions {
    enum class What : std::uint8_t {
        Activations, ///< large results of activations whose input is kept anyway: what every training does
        Selective,   ///< what costs no product (attention excepted, named for it) and can be made from what is kept
        Full,        ///< all but what enters a block: a composite layer, one turn of `repeat`, or a plain layer
        Fit,         ///< the cheapest such values that let the program fit into `fitBytes`
    };
    What what = What::Full;
    std::size_t fitBytes = 0;
    ir::PlanFn plan;                           ///< Fit: what a graph takes
    std::function<double(ir::NodeId)> seconds; ///< Fit: what running a node of the graph again costs
};

/// Runs last of what changes the forward and backward passes, so that a node that runs again is the same kernel and gives the same bits.
/// Nodes made again carry Phase::Recompute. Error: the program can't fit.
Status recompute(ir::Graph& graph, const RecomputeOptions& options);

} // namespace lockstep::passes
