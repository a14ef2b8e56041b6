// Figures over stretches of a series: the read-out of a range (GUI.md C16).
#pragma once

#include "monitors/series.h"

#include <cstddef>

namespace lockstep::monitors {

/// min, max, mean, start, end and change are of finite values; without any they are 0.
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

} // namespace lockstep::monitors
