// One function a family, called by the device.
#pragma once

namespace lockstep::backends {
class KernelTable;
}

namespace lockstep::backends::cpu {

void addLinear(KernelTable& table);
void addConv(KernelTable& table);
void addReorder(KernelTable& table);
void addActivations(KernelTable& table);
void addArithmetic(KernelTable& table);
void addBatchNorm(KernelTable& table);
void addLayerNorm(KernelTable& table);
void addPooling(KernelTable& table);
void addSoftmax(KernelTable& table);
void addLosses(KernelTable& table);
void addLinearCrossEntropy(KernelTable& table);
void addUpdates(KernelTable& table);
void addReductions(KernelTable& table);
void addDropout(KernelTable& table);
void addEmbedding(KernelTable& table);
void addMatmul(KernelTable& table);
void addUpsample(KernelTable& table);
void addAttention(KernelTable& table);
void addRecurrence(KernelTable& table);
void addFormula(KernelTable& table);
void addMovement(KernelTable& table);

} // namespace lockstep::backends::cpu
