#include "monitors/statistics.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace lockstep::monitors {

RangeStatistics statisticsOf(const SeriesPiece& piece, std::size_t begin, std::size_t end) {
    RangeStatistics out;
    double sum = 0;
    for (auto i = begin; i < end; ++i) {
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

RangeStatistics joined(const RangeStatistics& first, const RangeStatistics& then) {
    const auto& some = first.finite ? first : then;
    RangeStatistics out = some;
    out.points = first.points + then.points;
    if (first.finite == 0 || then.finite == 0) return out;
    const auto a = static_cast<double>(first.finite), b = static_cast<double>(then.finite);
    out.finite = first.finite + then.finite;
    out.end = then.end;
    out.min = std::min(first.min, then.min), out.max = std::max(first.max, then.max);
    out.mean = first.mean * (a / (a + b)) + then.mean * (b / (a + b));
    return out;
}

RangeStatistics rangeStatistics(const SeriesPiece& piece, std::int64_t beginStep, std::int64_t endStep) {
    const auto begin = piece.firstFrom(beginStep);
    auto end = begin;
    while (end < piece.size() && piece.step(end) <= endStep) ++end;
    return statisticsOf(piece, begin, end);
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
