// Losses that are formulas of an output's elements and their targets.
#pragma once

#include "compile/model_info.h"
#include "ir/rewriter.h"
#include "spec/run_doc.h"

namespace lockstep::compile {

struct LossNode {
    const OutputInfo& info;
    const spec::LossDoc& loss;
    ir::ValueId output, target, scale;
};

/// mse, l1, smooth_l1, huber, bce_with_logits, formula (SEMANTICS.md 7).
Result<ir::ValueId> addElementwiseLoss(ir::Rewriter& rw, const LossNode& node, const std::string& name);

} // namespace lockstep::compile
