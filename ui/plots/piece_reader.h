// A piece of a series as drawing reads it: one x axis, index search, least and greatest of a span.
#pragma once

#include "ui/plots/curve_drawing.h"

#include <vector>

namespace lockstep::ui {

class PieceReader {
public:
    /// Shares the piece's chunks.
    PieceReader(const monitors::SeriesPiece& piece, XAxis axis, double start) : m_piece(piece), m_axis(axis), m_start(start) {}

    std::size_t size() const { return m_piece.size(); }
    double x(std::size_t i) const;
    double y(std::size_t i) const { return m_piece[i].value; }
    std::int64_t step(std::size_t i) const { return m_piece[i].step; }
    CurvePoint point(std::size_t i) const { return {i, step(i), x(i), y(i), m_piece[i].wall}; }
    /// First index in [begin, end) with x not below, or above, the given one.
    std::size_t lowerBound(double x, std::size_t begin, std::size_t end) const;
    std::size_t upperBound(double x, std::size_t begin, std::size_t end) const;

    struct Extremes {
        std::size_t lowest = 0, highest = 0; ///< indices, of finite points
        std::size_t finite = 0;              ///< how many
        bool allFinite = true;
    };
    Extremes extremes(std::size_t begin, std::size_t end) const;
    double firstFiniteAfter(std::size_t i) const; ///< NaN if none
    /// From this index on, later pieces repeat the steps.
    std::size_t supersededFrom() const { return m_supersededFrom; }
    /// A later piece starts at `step`.
    void supersedeFrom(std::int64_t step);

private:
    monitors::SeriesPiece m_piece;
    XAxis m_axis;
    double m_start;
    std::size_t m_supersededFrom = static_cast<std::size_t>(-1);
};

std::vector<PieceReader> readPieces(const monitors::Series& series, XAxis axis);

} // namespace lockstep::ui
