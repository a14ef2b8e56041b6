// Cross-entropy where the classes are not the last axis: crossEntropy() and crossEntropyGrad() of rows.h come here.
#pragma once

#include "kernels/cpu/loss/rows.h"

namespace lockstep::kernels {

/// losses[rows], unscaled.
void crossEntropyColumns(const CrossEntropy& loss, const float* logits, const std::int64_t* target, float* logSums, double* losses);
void crossEntropyGradColumns(const CrossEntropy& loss, const float* logits, const std::int64_t* target, const float* logSums, float factor,
                             float* dlogits);

} // namespace lockstep::kernels
