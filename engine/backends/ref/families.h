// One function a family, called by addRefKernels().
#pragma once

namespace lockstep::backends {
class KernelTable;
}

namespace lockstep::backends::ref {

void addLinear(KernelTable& table);
void addConv(KernelTable& table);
void addMaxPool(KernelTable& table);
void addAvgPool(KernelTable& table);
void addActivations(KernelTable& table);
void addSoftmax(KernelTable& table);
void addBatchNorm(KernelTable& table);
void addLayerNorm(KernelTable& table);
void addDropout(KernelTable& table);
void addBroadcast(KernelTable& table);
void addMovement(KernelTable& table);
void addCrossEntropy(KernelTable& table);
void addElementwiseLoss(KernelTable& table);
void addSgd(KernelTable& table);
void addAdam(KernelTable& table);
void addRuleUpdate(KernelTable& table);
void addReductions(KernelTable& table);
void addEmbedding(KernelTable& table);
void addMatmul(KernelTable& table);
void addUpsample(KernelTable& table);
void addAttention(KernelTable& table);
void addRecurrence(KernelTable& table);
void addFormula(KernelTable& table);
void addProbe(KernelTable& table);

} // namespace lockstep::backends::ref
