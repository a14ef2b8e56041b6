#include "backends/cpu/families.h"
#include "backends/cpu/offer.h"
#include "backends/total_norm.h"
#include "kernels/cpu/reduce/sums.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep::backends::cpu {

namespace {

KernelOffer offerNorm(const NodeView& node) {
    std::vector<std::int64_t> sizes;
    for (const ValueView& in : node.inputs) sizes.push_back(in.type.shape.elements());
    const std::int64_t largest = *std::ranges::max_element(sizes);
    return kernelOf(
        [sizes](const KernelArgs& args) {
            TotalNorm total;
            for (std::size_t i = 0; i < sizes.size(); ++i)
                total.addSquares(kernels::sumOfSquares(args.in<float>(i), sizes[i], reinterpret_cast<double*>(args.workspace)));
            *args.out<float>() = total.value();
        },
        static_cast<std::size_t>(kernels::piecesOf(largest)) * sizeof(double));
}

KernelOffer offerProbe(const NodeView& node) {
    const std::int64_t n = node.in(0).elements();
    return kernelOf(
        [n](const KernelArgs& args) {
            const kernels::Statistics s = kernels::statistics(args.in<float>(0), n, reinterpret_cast<kernels::Statistics*>(args.workspace));
            const double finite = std::max(static_cast<double>(n) - s.nans - s.infinities, 1.0);
            const double row[12] = {s.nans,
                                    s.infinities,
                                    s.zeros,
                                    s.low,
                                    s.high,
                                    s.sum / finite,
                                    std::sqrt(s.squares / finite),
                                    std::max(std::fabs(s.low), std::fabs(s.high)),
                                    s.magnitudes / finite};
            std::ranges::transform(row, args.out<float>(), [](double v) { return static_cast<float>(v); });
        },
        static_cast<std::size_t>(kernels::piecesOf(n)) * sizeof(kernels::Statistics));
}

} // namespace

void addReductions(KernelTable& table) {
    addF32(table, "grad_norm", "simd", offerNorm);
    addF32(table, "probe_stats", "simd", offerProbe);
}

} // namespace lockstep::backends::cpu
