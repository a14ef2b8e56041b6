// Joins neighbouring nodes into ops that a device runs as one.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

namespace lockstep::passes {

/// linear / conv2d + relu, tanh, sigmoid (gelu too where nothing else reads the value before it): the activation becomes an attribute.
Status fuseActivations(ir::Graph& graph);

/// batch_norm (+ add of a residual) + relu, and on the way back relu's gradient into batch_norm_grad.
Status fuseBatchNorm(ir::Graph& graph);

} // namespace lockstep::passes
