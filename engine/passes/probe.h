// Adds statistics of values that exist anyway: output, weight and gradient of each layer.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <map>
#include <string>

namespace lockstep::passes {

/// `gradients`: parameter name -> its gradient value. Fetches `probe.output.<layer>`, `probe.weight.<parameter>`,
/// `probe.gradient.<parameter>`.
Status addProbes(ir::Graph& graph, const std::map<std::string, ir::ValueId>& gradients);

} // namespace lockstep::passes
