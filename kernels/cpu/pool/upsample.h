// Images made larger by a whole factor, plane by plane.
#pragma once

#include <cstdint>

namespace lockstep::kernels {

struct Upsample {
    std::int64_t planes, height, width; ///< of the small image
    std::int64_t factor;
    bool bilinear;
};

/// y [planes, height * factor, width * factor]; corners are not aligned.
void upsample(const Upsample& upsample, const float* x, float* y);
/// dx from dy, each pixel's shares added in a fixed order.
void upsampleGradient(const Upsample& upsample, const float* dy, float* dx);

} // namespace lockstep::kernels
