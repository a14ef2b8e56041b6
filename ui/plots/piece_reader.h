// A piece of a series as drawing reads it: one x axis, index search, least and greatest of a span.
#pragma once

#include "ui/plots/chart_types.h"

#include <vector>

namespace lockstep::ui {

class PieceReader {
public:
    /// Shares the piece's chunks. Of its points the first `kept` are not repeated later.
    PieceReader(const monitors::SeriesPiece& piece, std::size_t kept, const XScale& axis, double start)
        : m_piece(piece), m_axis(axis), m_start(start), m_supersededFrom(kept) {}

    std::size_t size() const { return m_piece.size(); }
    double x(std::size_t i) const { return m_axis.x(m_piece, i, m_start); }
    double y(std::size_t i) const { return m_piece.value(i); }
    std::int64_t step(std::size_t i) const { return m_piece.step(i); }
    CurvePoint point(std::size_t i) const { return {i, step(i), x(i), y(i), m_piece.wall(i)}; }
    /// First index in [begin, end) with x not below, or above, the given one.
    std::size_t lowerBound(double x, std::size_t begin, std::size_t end) const;
    /// The same, looked for near begin + `stride` first: for columns one after the other.
    std::size_t lowerBoundNear(double x, std::size_t begin, std::size_t end, std::size_t stride) const;
    std::size_t upperBound(double x, std::size_t begin, std::size_t end) const;

    monitors::SeriesExtremes extremes(std::size_t begin, std::size_t end) const { return m_piece.extremes(begin, end); }
    double firstFiniteAfter(std::size_t i) const; ///< NaN if none
    /// From this index on, later pieces repeat the steps.
    std::size_t supersededFrom() const { return m_supersededFrom; }

private:
    monitors::SeriesPiece m_piece;
    XScale m_axis;
    double m_start;
    std::size_t m_supersededFrom;
};

/// Wall time of a series' first point; 0 if there is none.
double startOf(const monitors::Series& series);
/// None where the run has no place on the axis.
std::vector<PieceReader> readPieces(const monitors::Series& series, const XScale& axis);

/// Points [begin, end) of a piece.
struct KeptSpan {
    std::size_t piece = 0, begin = 0, end = 0;
};
/// What of a series lies inside a range of x and is not repeated by a resume, in time order.
std::vector<KeptSpan> keptSpans(const monitors::Series& series, const XScale& axis, const ChartRange& range);

} // namespace lockstep::ui
