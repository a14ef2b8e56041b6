// One function a family, called by registerBuiltinOps().
#pragma once

#include "ir/op_schema.h"

#include <vector>

namespace lockstep::ops {

using Schemas = std::vector<ir::OpSchema>;

Schemas linearOps();
Schemas convOps();
Schemas maxPoolOps();
Schemas avgPoolOps();
Schemas activationOps();
Schemas softmaxOps();
Schemas batchNormOps();
Schemas layerNormOps();
Schemas dropoutOps();
Schemas broadcastOps();
Schemas movementOps();
Schemas lossOps();
Schemas elementwiseLossOps();
Schemas linearCrossEntropyOps();
Schemas optimizerOps();
Schemas reductionOps();
Schemas formulaOps();
Schemas embeddingOps();
Schemas attentionOps();
Schemas recurrenceOps();
Schemas upsampleOps();
Schemas matmulOps();

} // namespace lockstep::ops
