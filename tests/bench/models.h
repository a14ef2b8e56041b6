// The standard workloads (WORKLOADS.md) as forward graphs with loss.
#pragma once

#include "ir/rewriter.h"

#include <string>
#include <vector>

namespace lockstep::bench {

struct Model {
    ir::ValueId loss;
    std::vector<ir::ValueId> parameters;
};

/// `mlp`, `mlp-wide`, `lenet`, `resnet20`; exits on another name.
Model buildModel(ir::Graph& graph, const std::string& name);

} // namespace lockstep::bench
