// A model document turned into the forward graph.
#pragma once

#include "compile/lower/context.h"
#include "spec/run_doc.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace lockstep::compile {

struct LoweredModel {
    ModelInfo info;
    std::map<std::string, ir::ValueId> outputs; ///< by the document's output id
    std::vector<Error> problems;                ///< layers that failed; what reads them was left out
};

struct LowerOptions {
    std::int64_t batch = 1;
    bool training = true;
    std::uint64_t seed = 1;
    /// Parameters that are read from their running average instead; none: none.
    std::function<bool(const std::string&)> averaged = {};
};

/// Adds model inputs, parameters, buffers and all layers. Stops at nothing: problems are collected.
LoweredModel lowerModel(ir::Rewriter& rw, const spec::ModelDoc& model, const LowerOptions& options);

/// What the output's loss wants as target; checks that loss and shape fit.
Result<OutputInfo> describeOutput(const std::string& id, const Shape& shape, const spec::LossDoc& loss);

/// Adds target, scale and loss nodes for each output: fetches `loss.<output>`; returns their sum.
Result<ir::ValueId> addLosses(ir::Rewriter& rw, const std::map<std::string, ir::ValueId>& outputs, const std::vector<OutputInfo>& infos,
                              const std::map<std::string, spec::LossDoc>& losses);

} // namespace lockstep::compile
