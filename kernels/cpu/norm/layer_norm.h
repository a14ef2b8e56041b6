// Layer normalisation over the rows of a matrix [rows, width].
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// y = (x - mean) * rstd * weight + bias; weight and bias may be null. Not centred (RMSNorm): mean counts as 0.
struct LayerNormForward {
    const float *x, *weight, *bias;
    float *y, *mean, *rstd; ///< mean, rstd: [rows]
    double eps;
    bool centred = true;
};
void layerNormForward(std::int64_t rows, std::int64_t width, const LayerNormForward& args);

struct LayerNormBackward {
    const float *dy, *x, *weight, *mean, *rstd;
    float *dx, *dWeight, *dBias;
    bool centred = true;
};
void layerNormBackward(std::int64_t rows, std::int64_t width, const LayerNormBackward& args);

} // namespace lockstep::kernels
