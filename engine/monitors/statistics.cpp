#include "monitors/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep::monitors {

RangeStatistics rangeStatistics(const SeriesPiece& piece, std::int64_t beginStep, std::int64_t endStep) {
    RangeStatistics out;
    double sum = 0;
    for (auto i = piece.firstFrom(beginStep); i < piece.size() && piece.step(i) <= endStep; ++i) {
        const double v = piece.value(i);
        ++out.points;
        if (!std::isfinite(v)) continue;
        if (out.finite++ == 0) out.start = out.min = out.max = v;
        out.min = std::min(out.min, v), out.max = std::max(out.max, v), out.end = v;
        sum += v;
    }
    if (out.finite) out.mean = sum / static_cast<double>(out.finite);
    return out;
}

std::optional<SeriesPoint> bestPoint(const Series& series, bool lowerIsBetter) {
    std::optional<SeriesPoint> best;
    for (const auto& piece : series.pieces()) {
        const auto extremes = piece.extremes(0, piece.size());
        if (extremes.finite == 0) continue;
        const auto point = piece[lowerIsBetter ? extremes.lowest : extremes.highest];
        if (!best || (lowerIsBetter ? point.value < best->value : point.value > best->value)) best = point;
    }
    return best;
}

static double percentile(const std::vector<double>& sorted, double share) {
    const double rank = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const auto above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (rank - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

std::optional<ValueRange> rangeWithoutOutliers(std::span<const double> values) {
    constexpr std::size_t kMost = 4096;
    const auto stride = std::max<std::size_t>(1, (values.size() + kMost - 1) / kMost);
    std::vector<double> taken;
    for (std::size_t i = 0; i < values.size(); i += stride)
        if (std::isfinite(values[i])) taken.push_back(values[i]);
    if (taken.empty()) return std::nullopt;
    std::sort(taken.begin(), taken.end());
    const double low = percentile(taken, 0.05), high = percentile(taken, 0.95), margin = 0.05 * (high - low);
    return ValueRange{low - margin, high + margin};
}

} // namespace lockstep::monitors
