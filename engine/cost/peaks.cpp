#include "cost/peaks.h"

#include <algorithm>
#include <cmath>

namespace lockstep::cost {

double DeviceProfile::peakFlops(DType dtype) const {
    double best = 0;
    for (const MatmulPoint& p : matmuls)
        if (p.dtype == dtype) best = std::max(best, p.flopsPerSecond);
    return best;
}

double DeviceProfile::matmulFlops(DType dtype, double flops) const {
    std::vector<MatmulPoint> points;
    std::ranges::copy_if(matmuls, std::back_inserter(points), [dtype](const MatmulPoint& p) { return p.dtype == dtype; });
    if (points.empty()) return 0;
    std::ranges::sort(points, {}, &MatmulPoint::flops);
    const auto above = std::ranges::find_if(points, [flops](const MatmulPoint& p) { return p.flops() >= flops; });
    if (above == points.begin()) return points.front().flopsPerSecond;
    if (above == points.end()) return points.back().flopsPerSecond;
    const MatmulPoint &lower = *std::prev(above), &upper = *above;
    const double share = (std::log(flops) - std::log(lower.flops())) / (std::log(upper.flops()) - std::log(lower.flops()));
    return lower.flopsPerSecond + share * (upper.flopsPerSecond - lower.flopsPerSecond);
}

DeviceProfile typicalProfile() {
    return {.device = "typical",
            .description = {},
            .matmuls = {{DType::F32, 1024, 1024, 1024, 2e11}},
            .memoryBytesPerSecond = 4e10,
            .copyBytesPerSecond = 1e10,
            .launchSeconds = 2e-6};
}

} // namespace lockstep::cost
