#include "backends/ref/families.h"
#include "backends/ref/offer.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::backends::ref {

namespace {

struct Statistics {
    double nans = 0, infinities = 0, zeros = 0, finite = 0, sum = 0, squares = 0, magnitudes = 0, low = 0, high = 0;

    void see(double v) {
        if (std::isnan(v)) return void(++nans);
        if (std::isinf(v)) return void(++infinities);
        zeros += v == 0;
        low = finite == 0 ? v : std::min(low, v);
        high = finite == 0 ? v : std::max(high, v);
        ++finite;
        sum += v, squares += v * v, magnitudes += std::fabs(v);
    }
    /// All zero where nothing is finite.
    std::array<double, 12> row() const {
        const double n = std::max(finite, 1.0);
        return {nans,          infinities, zeros, low, high, sum / n, std::sqrt(squares / n), std::max(std::fabs(low), std::fabs(high)),
                magnitudes / n};
    }
};

} // namespace

void addProbe(KernelTable& table) {
    addFloating(table, "probe_stats", [](auto zero, const NodeView& node) {
        using T = decltype(zero);
        return [n = node.in(0).elements()](const KernelArgs& args) {
            Statistics statistics;
            for (std::int64_t i = 0; i < n; ++i) statistics.see(static_cast<double>(args.in<T>(0)[i]));
            std::ranges::transform(statistics.row(), args.out<float>(), [](double v) { return static_cast<float>(v); });
        };
    });
}

} // namespace lockstep::backends::ref
