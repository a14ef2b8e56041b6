#include "ui/plots/piece_reader.h"

#include <cmath>
#include <limits>

namespace lockstep::ui {

double PieceReader::x(std::size_t i) const {
    const auto& p = m_piece[i];
    return m_axis == XAxis::Step ? static_cast<double>(p.step) : m_axis == XAxis::Clock ? p.wall : p.wall - m_start;
}

std::size_t PieceReader::lowerBound(double value, std::size_t begin, std::size_t end) const {
    while (begin < end) {
        const auto middle = begin + (end - begin) / 2;
        if (x(middle) < value)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

std::size_t PieceReader::upperBound(double value, std::size_t begin, std::size_t end) const {
    while (begin < end) {
        const auto middle = begin + (end - begin) / 2;
        if (x(middle) <= value)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

PieceReader::Extremes PieceReader::extremes(std::size_t begin, std::size_t end) const {
    const auto found = m_piece.extremes(begin, end);
    return {found.lowest, found.highest, found.finite, found.finite == end - begin};
}

double PieceReader::firstFiniteAfter(std::size_t i) const {
    for (; i < size(); ++i)
        if (std::isfinite(y(i))) return y(i);
    return std::numeric_limits<double>::quiet_NaN();
}

std::optional<CurvePoint> lowestPoint(const monitors::Series& series, XAxis axis) {
    std::optional<CurvePoint> best;
    for (const auto& piece : readPieces(series, axis)) {
        const auto end = std::min(piece.size(), piece.supersededFrom());
        if (end == 0) continue;
        const auto extremes = piece.extremes(0, end);
        if (extremes.finite == 0) continue;
        const auto point = piece.point(extremes.lowest);
        if (!best || point.y < best->y) best = point;
    }
    return best;
}

std::vector<PieceReader> readPieces(const monitors::Series& series, XAxis axis) {
    std::vector<PieceReader> out;
    double start = 0;
    for (const auto& piece : series.pieces()) {
        if (piece.empty()) continue;
        if (out.empty()) start = piece.front().wall;
        for (auto& older : out) older.supersedeFrom(piece.front().step);
        out.emplace_back(piece, axis, start);
    }
    return out;
}

void PieceReader::supersedeFrom(std::int64_t step) {
    std::size_t begin = 0, end = std::min(size(), m_supersededFrom);
    while (begin < end) {
        const auto middle = begin + (end - begin) / 2;
        if (m_piece[middle].step < step)
            begin = middle + 1;
        else
            end = middle;
    }
    m_supersededFrom = begin;
}

} // namespace lockstep::ui
