// Batch normalisation over row-major and channel-innermost layouts. Statistics in chunks (two passes over data in cache), merged in a
// fixed order in double: the bits do not depend on the team's width.
#pragma once

#include <cstddef>
#include <cstdint>

namespace lockstep::kernels {

/// x as [batch][groups][rows][lanes]; channel = group * lanes + lane. Row-major [N, C, S]: lanes 1, groups C, rows S. Blocked: lanes
/// 16, rows S. Channels last: groups 1, lanes C, batch 1, rows N * S.
struct ChannelShape {
    std::int64_t batch, groups, rows, lanes;
    std::int64_t channels; ///< real ones; lanes beyond are padding and stay zero

    std::int64_t elements() const { return batch * groups * rows * lanes; }
    std::int64_t padded() const { return groups * lanes; }
};

/// Bytes of scratch for the calls below.
std::int64_t batchNormScratch(const ChannelShape& shape);

struct BatchNormForward {
    const float *x, *weight, *bias, *residual; ///< weight, bias, residual: may be null
    float* y;
    float *mean, *rstd; ///< [C]; null (and so all that follow): only y is wanted
    const float *oldMean, *oldVariance;
    float *runningMean, *runningVariance; ///< may be the old ones
    double eps, momentum;
    bool relu;
};
void batchNormForward(const ChannelShape& shape, const BatchNormForward& args, std::byte* scratch);

struct BatchNormInfer {
    const float *x, *weight, *bias, *mean, *variance, *residual;
    float* y;
    double eps;
    bool relu;
};
void batchNormInfer(const ChannelShape& shape, const BatchNormInfer& args, std::byte* scratch);

struct BatchNormBackward {
    const float *dy, *x, *weight, *mean, *rstd, *y; ///< y: null unless a relu follows
    float *dx, *dWeight, *dBias, *dResidual;        ///< dResidual: may be null
};
void batchNormBackward(const ChannelShape& shape, const BatchNormBackward& args, std::byte* scratch);

} // namespace lockstep::kernels
