// Pooling over planes [height][width][lanes]: row-major layouts have one lane, blocked ones 8 or 16, channels-last all channels.
#pragma once

#include <cstdint>
#include <vector>

namespace lockstep::kernels {

/// Part [from, to) of one input dimension that an output sees; `divisor` counts what an average divides by.
struct PoolRange {
    std::int64_t from, to, divisor;
    std::int64_t first; ///< place in the window of `from` (padding comes before)
};

struct PoolShape {
    std::int64_t planes, height, width, lanes;
    std::vector<PoolRange> rows, columns; ///< one for each output
    std::int64_t kernelWidth = 1;

    std::int64_t inputPlane() const { return height * width * lanes; }
    std::int64_t outputPlane() const { return static_cast<std::int64_t>(rows.size() * columns.size()) * lanes; }
};

/// where = place in the window of the first largest element (the first NaN beats all).
void maxPool(const PoolShape& shape, const float* x, float* y, std::uint8_t* where);
void maxPoolGrad(const PoolShape& shape, const float* dy, const std::uint8_t* where, float* dx);
void averagePool(const PoolShape& shape, const float* x, float* y);
void averagePoolGrad(const PoolShape& shape, const float* dy, float* dx);

} // namespace lockstep::kernels
