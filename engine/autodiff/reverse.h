// Reverse mode: adds to a forward graph the nodes that compute the gradients of a loss.
#pragma once

#include "ir/rewriter.h"

#include <map>
#include <span>
#include <string>

namespace lockstep::autodiff {

/// Gradients of the scalar `loss` (f32 or f64) with respect to `wrt`; kNone for values that the loss does not depend on.
/// Backward nodes carry Phase::Backward and their forward node's layer; their `sequence` follows the reverse order of the forward nodes.
/// Branches that lead to none of `wrt` are left out. Contributions of several uses are summed by `add` nodes.
/// Error: the loss is no scalar, or an op on the way has no gradient.
Result<std::map<ir::ValueId, ir::ValueId>> reverse(ir::Rewriter& rewriter, ir::ValueId loss, std::span<const ir::ValueId> wrt,
                                                   std::string seedName = "loss/seed");

} // namespace lockstep::autodiff
