#include "ops/builtin.h"

#include "ops/families.h"

#include <cassert>

namespace lockstep::ops {

void registerBuiltinOps(ir::OpRegistry& registry) {
    for (const auto family :
         {linearOps,    convOps,      maxPoolOps,   avgPoolOps,   activationOps, softmaxOps,         batchNormOps,
          layerNormOps, dropoutOps,   broadcastOps, movementOps,  lossOps,       elementwiseLossOps, linearCrossEntropyOps,
          optimizerOps, reductionOps, formulaOps,   embeddingOps, attentionOps,  recurrenceOps,      matmulOps,
          upsampleOps}) {
        for (ir::OpSchema& schema : family()) {
            [[maybe_unused]] const Status added = registry.add(std::move(schema));
            assert(added.ok());
        }
    }
}

const ir::OpRegistry& builtinOps() {
    static const ir::OpRegistry registry = [] {
        ir::OpRegistry ops;
        registerBuiltinOps(ops);
        return ops;
    }();
    return registry;
}

} // namespace lockstep::ops
