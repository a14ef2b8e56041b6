// One function a layer type; the table in lower.cpp names them.
#pragma once

#include "compile/lower/context.h"

namespace lockstep::compile {

// linear.cpp
Result<ir::ValueId> lowerLinear(LowerContext& c);
Result<ir::ValueId> lowerConv2d(LowerContext& c);
Result<ir::ValueId> lowerConv1d(LowerContext& c);
Result<ir::ValueId> lowerConvTranspose2d(LowerContext& c);
Result<ir::ValueId> lowerPatchEmbed(LowerContext& c);
// pooling.cpp
Result<ir::ValueId> lowerMaxPool2d(LowerContext& c);
Result<ir::ValueId> lowerAvgPool2d(LowerContext& c);
Result<ir::ValueId> lowerAdaptiveAvgPool2d(LowerContext& c);
Result<ir::ValueId> lowerUpsample(LowerContext& c);
// activation.cpp
Result<ir::ValueId> lowerRelu(LowerContext& c);
Result<ir::ValueId> lowerTanh(LowerContext& c);
Result<ir::ValueId> lowerSigmoid(LowerContext& c);
Result<ir::ValueId> lowerGelu(LowerContext& c);
Result<ir::ValueId> lowerSoftmax(LowerContext& c);
Result<ir::ValueId> lowerLogSoftmax(LowerContext& c);
Result<ir::ValueId> lowerDropout(LowerContext& c);
Result<ir::ValueId> lowerIdentity(LowerContext& c);
// norm.cpp
Result<ir::ValueId> lowerBatchNorm1d(LowerContext& c);
Result<ir::ValueId> lowerBatchNorm2d(LowerContext& c);
Result<ir::ValueId> lowerLayerNorm(LowerContext& c);
Result<ir::ValueId> lowerRmsNorm(LowerContext& c);
Result<ir::ValueId> lowerGroupNorm(LowerContext& c);
// shape.cpp
Result<ir::ValueId> lowerFlatten(LowerContext& c);
Result<ir::ValueId> lowerReshape(LowerContext& c);
Result<ir::ValueId> lowerConcat(LowerContext& c);
Result<ir::ValueId> lowerAdd(LowerContext& c);
Result<ir::ValueId> lowerMultiply(LowerContext& c);
Result<ir::ValueId> lowerPermute(LowerContext& c);
Result<ir::ValueId> lowerSelect(LowerContext& c);
Result<ir::ValueId> lowerSlice(LowerContext& c);
Result<ir::ValueId> lowerMean(LowerContext& c);
Result<ir::ValueId> lowerSum(LowerContext& c);
// embedding.cpp
Result<ir::ValueId> lowerEmbedding(LowerContext& c);
Result<ir::ValueId> lowerPositionEmbedding(LowerContext& c);
Result<ir::ValueId> lowerMatMul(LowerContext& c);
// attention.cpp
Result<ir::ValueId> lowerAttention(LowerContext& c);
// recurrent.cpp
Result<ir::ValueId> lowerLstm(LowerContext& c);
Result<ir::ValueId> lowerGru(LowerContext& c);
// formula.cpp
Result<ir::ValueId> lowerFormula(LowerContext& c);
Result<ir::ValueId> lowerRelu6(LowerContext& c);
Result<ir::ValueId> lowerSilu(LowerContext& c);
Result<ir::ValueId> lowerHardswish(LowerContext& c);
Result<ir::ValueId> lowerLeakyRelu(LowerContext& c);
Result<ir::ValueId> lowerElu(LowerContext& c);
Result<ir::ValueId> lowerSoftplus(LowerContext& c);
Result<ir::ValueId> lowerScale(LowerContext& c);
Result<ir::ValueId> lowerSubtract(LowerContext& c);

} // namespace lockstep::compile
