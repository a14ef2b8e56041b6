// Figures over stretches of a series: the read-out of a range (GUI.md C16), the best point (C14), a range without outliers (C5).
#pragma once

#include "monitors/series.h"

#include <cstddef>
#include <optional>
#include <span>

namespace lockstep::monitors {

/// Over the points with begin <= step <= end. min, max, mean, start, end and change are of finite values; without any they are 0.
struct RangeStatistics {
    std::size_t points = 0, finite = 0;
    double start = 0, end = 0; ///< first and last finite value
    double min = 0, max = 0, mean = 0;

    double change() const { return end - start; }
};

/// Of the points [begin, end).
RangeStatistics statisticsOf(const SeriesPiece& piece, std::size_t begin, std::size_t end);
/// Of two stretches, the second after the first.
RangeStatistics joined(const RangeStatistics& first, const RangeStatistics& then);
RangeStatistics rangeStatistics(const SeriesPiece& piece, std::int64_t beginStep, std::int64_t endStep);

/// The least (or greatest) finite value of all pieces, the first of equals; nothing if there is none.
std::optional<SeriesPoint> bestPoint(const Series& series, bool lowerIsBetter = true);

struct ValueRange {
    double low = 0, high = 0;
};

/// 5th to 95th percentile of the finite values, widened by 5 % of their distance at either end. Looks at every k-th value with
/// the least k that makes at most 4,096, so the same view always gives the same range. Percentiles are linear between ranks.
std::optional<ValueRange> rangeWithoutOutliers(std::span<const double> values);

} // namespace lockstep::monitors
