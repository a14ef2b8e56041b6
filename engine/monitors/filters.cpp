#include "monitors/filters.h"

#include <algorithm>
#include <cmath>

namespace lockstep::monitors {

namespace {

// Mean of the differences to the point itself: a constant series comes back bit for bit.
double weighted(std::span<const double> values, std::size_t centre, std::size_t first, std::size_t last,
                const std::vector<double>* weights) {
    double sum = 0, total = 0;
    for (std::size_t i = first; i <= last; ++i) {
        if (!std::isfinite(values[i])) continue;
        const double w = weights ? (*weights)[i > centre ? i - centre : centre - i] : 1;
        sum += w * (values[i] - values[centre]);
        total += w;
    }
    return values[centre] + sum / total;
}

} // namespace

std::vector<double> gaussian(std::span<const double> values, double sigma) {
    std::vector<double> out(values.begin(), values.end());
    if (!(sigma > 0) || values.empty()) return out;
    const auto reach = static_cast<std::size_t>(std::min(3 * sigma, static_cast<double>(values.size() - 1)));
    std::vector<double> weights(reach + 1);
    for (std::size_t d = 0; d <= reach; ++d) weights[d] = std::exp(-0.5 * std::pow(static_cast<double>(d) / sigma, 2));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i]))
            out[i] = weighted(values, i, i > reach ? i - reach : 0, std::min(i + reach, values.size() - 1), &weights);
    return out;
}

std::vector<double> runningMean(std::span<const double> values, std::size_t width) {
    std::vector<double> out(values.begin(), values.end());
    if (width <= 1) return out;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::isfinite(values[i])) out[i] = weighted(values, i, i >= width ? i - width + 1 : 0, i, nullptr);
    return out;
}

} // namespace lockstep::monitors
