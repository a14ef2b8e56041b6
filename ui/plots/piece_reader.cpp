#include "ui/plots/piece_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

namespace lockstep::ui {

/// The first index of begin..end for which `isBefore(x)` no longer holds.
template <class IsBefore>
static std::size_t partitionOf(const PieceReader& piece, std::size_t begin, std::size_t end, const IsBefore& isBefore) {
    const auto indices = std::views::iota(begin, std::max(begin, end));
    return begin + static_cast<std::size_t>(std::ranges::partition_point(indices, [&](std::size_t i) { return isBefore(piece.x(i)); }) -
                                            indices.begin());
}

std::size_t PieceReader::lowerBound(double value, std::size_t begin, std::size_t end) const {
    return partitionOf(*this, begin, end, [value](double x) { return x < value; });
}

std::size_t PieceReader::upperBound(double value, std::size_t begin, std::size_t end) const {
    return partitionOf(*this, begin, end, [value](double x) { return x <= value; });
}

std::size_t PieceReader::lowerBoundNear(double value, std::size_t begin, std::size_t end, std::size_t stride) const {
    auto low = begin, high = std::min(end, begin + stride);
    std::size_t reach = 8;
    if (high < end && x(high) < value) { // it is further on
        do low = high + 1, high = std::min(end, high + reach), reach *= 4;
        while (high < end && x(high) < value);
    } else { // it is here or before
        while (high - begin > reach && !(x(high - reach) < value)) high -= reach, reach *= 4;
        low = std::max(begin, high - std::min(high, reach));
    }
    return lowerBound(value, low, high);
}

double PieceReader::firstFiniteAfter(std::size_t i) const {
    for (; i < size(); ++i)
        if (std::isfinite(y(i))) return y(i);
    return std::numeric_limits<double>::quiet_NaN();
}

static std::optional<CurvePoint> extremePoint(const monitors::Series& series, const XScale& axis, bool lowest) {
    std::optional<CurvePoint> best;
    for (const auto& piece : readPieces(series, axis)) {
        const auto extremes = piece.extremes(0, std::min(piece.size(), piece.supersededFrom()));
        if (extremes.finite == 0) continue;
        const auto point = piece.point(lowest ? extremes.lowest : extremes.highest);
        if (!best || (lowest ? point.y < best->y : point.y > best->y)) best = point;
    }
    return best;
}

std::optional<CurvePoint> lowestPoint(const monitors::Series& series, const XScale& axis) { return extremePoint(series, axis, true); }
std::optional<CurvePoint> highestPoint(const monitors::Series& series, const XScale& axis) { return extremePoint(series, axis, false); }

// Blocks without one are passed over by the pyramid.
std::optional<double> nextNonFinite(const monitors::Series& series, const XScale& axis, double x) {
    constexpr auto kBlock = monitors::SeriesPiece::kBlock;
    for (const auto& piece : readPieces(series, axis)) {
        const auto end = std::min(piece.size(), piece.supersededFrom());
        for (auto i = piece.upperBound(x, 0, end); i < end;) {
            const auto stop = std::min(end, (i / kBlock + 1) * kBlock);
            if (piece.extremes(i, stop).finite < stop - i)
                for (; i < stop; ++i)
                    if (!std::isfinite(piece.y(i))) return piece.x(i);
            i = stop;
        }
    }
    return std::nullopt;
}

double startOf(const monitors::Series& series) {
    for (const auto& piece : series.pieces())
        if (!piece.empty()) return piece.wall(0);
    return 0;
}

std::vector<KeptSpan> keptSpans(const monitors::Series& series, const XScale& axis, const ChartRange& range) {
    std::vector<KeptSpan> out;
    if (!axis.isKnown()) return out;
    const double start = startOf(series);
    for (std::size_t p = 0; p < series.pieces().size(); ++p) {
        const auto kept = series.keptPoints(p);
        const PieceReader reader(series.pieces()[p], kept, axis, start);
        const auto begin = reader.lowerBound(range.lower, 0, kept), end = reader.upperBound(range.upper, begin, kept);
        if (end > begin) out.push_back({p, begin, end});
    }
    return out;
}

std::vector<PieceReader> readPieces(const monitors::Series& series, const XScale& axis) {
    std::vector<PieceReader> out;
    if (!axis.isKnown()) return out;
    const double start = startOf(series);
    for (std::size_t p = 0; p < series.pieces().size(); ++p) {
        const auto& piece = series.pieces()[p];
        if (piece.empty()) continue;
        out.emplace_back(piece, series.keptPoints(p), axis, start);
    }
    return out;
}

} // namespace lockstep::ui
