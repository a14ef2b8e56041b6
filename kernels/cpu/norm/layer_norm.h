// Layer normalisation over the rows of a matrix [rows, width].
#pragma once

#include <cstdint>

namespace lockstep::kernels {

/// y = (x - mean) * rstd * weight + bias; weight and bias may be null.
struct LayerNormForward {
    const float *x, *weight, *bias;
    float *y, *mean, *rstd; ///< mean, rstd: [rows]
    double eps;
};
void layerNormForward(std::int64_t rows, std::int64_t width, const LayerNormForward& args);

struct LayerNormBackward {
    const float *dy, *x, *weight, *mean, *rstd;
    float *dx, *dWeight, *dBias;
};
void layerNormBackward(std::int64_t rows, std::int64_t width, const LayerNormBackward& args);

} // namespace lockstep::kernels
