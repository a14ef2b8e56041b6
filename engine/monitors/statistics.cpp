#include "monitors/statistics.h"

#include <algorithm>
#include <cmath>

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

} // namespace lockstep::monitors
