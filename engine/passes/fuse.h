// Joins neighbouring nodes into ops that a device runs as one.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <map>
#include <string>

namespace lockstep::passes {

/// linear / conv2d + relu, tanh, sigmoid (gelu too where nothing else reads the value before it): the activation becomes an attribute.
Status fuseActivations(ir::Graph& graph);

/// batch_norm (+ add of a residual) + relu, and on the way back relu's gradient into batch_norm_grad. `gradients`: of parameters by name;
/// those of a replaced node become those of the new one.
Status fuseBatchNorm(ir::Graph& graph, std::map<std::string, ir::ValueId>* gradients = nullptr);

/// linear + cross_entropy over so many classes that their logits are large, with both gradients: linear_cross_entropy, which never holds
/// them whole. `gradients` as above.
Status fuseLoss(ir::Graph& graph, std::map<std::string, ir::ValueId>* gradients = nullptr);

} // namespace lockstep::passes
