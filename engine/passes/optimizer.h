// Puts the optimizer into the step graph: gradient norm, clipping, update nodes.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::passes {

struct UpdateGroup {
    std::string op;                  ///< sgd_update, adam_update, rule_update
    ir::Attributes attrs;            ///< of the op, less `count`
    std::vector<std::string> states; ///< name prefixes of its per-tensor state in the op's order: `m`, `v`
    std::string lrScalar;            ///< name of its learning-rate input
    struct Tensor {
        ir::ValueId parameter, gradient;
    };
    std::vector<Tensor> tensors;
};

struct OptimizerPassOptions {
    std::optional<double> clipNorm;
    /// Tensors with fewer elements share one update node a group: a node each would cost more than the update.
    std::int64_t smallTensor = 1 << 17;
    /// Running averages `ema/<parameter>` of these parameters, taken after each update.
    std::optional<double> emaDecay = {};
    std::vector<ir::ValueId> averaged = {};
};

/// Adds norm, clip and update nodes; state values are created as `<prefix>/<parameter>`; fetches `grad_norm`.
/// Without clipping an update follows its gradient at once, so that the gradient's memory is free again; with it one multi-tensor node a
/// group.
Status addOptimizer(ir::Graph& graph, const std::vector<UpdateGroup>& groups, const OptimizerPassOptions& options);

} // namespace lockstep::passes
