#include "ui/plots/curve_drawing.h"

#include "ui/plots/piece_reader.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lockstep::ui {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kMergeColumns = 8; ///< non-finite neighbours nearer than this make one band

/// Draws one stretch of a piece: [begin, end) of its points.
class Stretch {
public:
    Stretch(const PieceReader& piece, const CurveRequest& request, DrawnCurve& out, DrawnPiece& drawn)
        : m_piece(piece), m_request(request), m_out(out), m_drawn(drawn) {}

    void draw(std::size_t begin, std::size_t end);

private:
    double columnBorder(int column) const;
    void column(std::size_t begin, std::size_t end);
    void exact(std::size_t begin, std::size_t end);
    void emitRun(std::size_t begin, std::size_t end, const monitors::SeriesExtremes& extremes);
    void emitPoint(std::size_t i);
    void findKept(std::size_t begin, std::size_t end);
    void bad(std::size_t i);
    void lineBreak();

    const PieceReader& m_piece;
    const CurveRequest& m_request;
    DrawnCurve& m_out;
    DrawnPiece& m_drawn;
    double m_lastFinite = kNaN;
    double m_lastNonPositiveColumn = -1;
    std::vector<std::size_t> m_kept; ///< ascending: points that must stay
    std::size_t m_nextKept = 0;
};

double axisPlace(const CurveRequest& r, double x) {
    if (!r.logX) return (x - r.lower) / (r.upper - r.lower) * r.columns;
    return x > 0 ? std::log(x / r.lower) / std::log(r.upper / r.lower) * r.columns : -1;
}

double Stretch::columnBorder(int column) const {
    const double share = static_cast<double>(column) / m_request.columns;
    if (!m_request.logX) return m_request.lower + share * (m_request.upper - m_request.lower);
    return m_request.lower * std::pow(m_request.upper / m_request.lower, share);
}

void Stretch::draw(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    if (begin > 0 && std::isfinite(m_piece.y(begin - 1))) m_lastFinite = m_piece.y(begin - 1);
    m_out.points += static_cast<std::int64_t>(end - begin);
    if (m_request.marksOnly && !m_request.logY && m_piece.extremes(begin, end).finite == end - begin) {
        m_out.anyFinite = true;
        return;
    }
    if (end - begin <= 4 * static_cast<std::size_t>(m_request.columns)) return exact(begin, end);
    findKept(begin, end);
    m_drawn.x.reserve(m_drawn.x.size() + 4 * static_cast<std::size_t>(m_request.columns));
    m_drawn.y.reserve(m_drawn.x.capacity());
    std::size_t at = begin, stride = (end - begin) / static_cast<std::size_t>(m_request.columns);
    for (int c = 0; c < m_request.columns && at < end; ++c) {
        const auto next = c + 1 == m_request.columns ? end : m_piece.lowerBoundNear(columnBorder(c + 1), at, end, stride);
        if (next > at) column(at, next);
        stride = next - at;
        at = next;
    }
}

void Stretch::findKept(std::size_t begin, std::size_t end) {
    for (const double x : m_request.keep) {
        const auto i = m_piece.lowerBound(x, begin, end);
        if (i < end && m_piece.x(i) == x) m_kept.push_back(i);
    }
    std::sort(m_kept.begin(), m_kept.end());
}

void Stretch::column(std::size_t begin, std::size_t end) {
    const auto extremes = m_piece.extremes(begin, end);
    const bool clean = extremes.finite == end - begin && !(m_request.logY && extremes.low <= 0);
    clean ? emitRun(begin, end, extremes) : exact(begin, end);
}

/// Every point looked at; runs without a bad point still become a handful of points.
void Stretch::exact(std::size_t begin, std::size_t end) {
    const bool sparse = end - begin <= 4 * static_cast<std::size_t>(m_request.columns) && m_out.points <= 4 * m_request.columns;
    std::size_t run = begin;
    const auto flush = [&](std::size_t to) {
        if (to <= run) return;
        if (!sparse) return emitRun(run, to, m_piece.extremes(run, to));
        for (std::size_t i = run; i < to; ++i) emitPoint(i);
    };
    for (std::size_t i = begin; i < end; ++i) {
        const double y = m_piece.y(i);
        if (std::isfinite(y) && !(m_request.logY && y <= 0) && !(m_request.logX && m_piece.x(i) <= 0)) continue;
        flush(i);
        bad(i);
        run = i + 1;
    }
    flush(end);
}

/// First, least, greatest, last and the points that must stay, in time order, none twice.
void Stretch::emitRun(std::size_t begin, std::size_t end, const monitors::SeriesExtremes& extremes) {
    const auto [early, late] = std::minmax(extremes.lowest, extremes.highest);
    while (m_nextKept < m_kept.size() && m_kept[m_nextKept] < begin) ++m_nextKept;
    std::size_t last = static_cast<std::size_t>(-1);
    const auto put = [&](std::size_t i) {
        if (i != last) emitPoint(i);
        last = i;
    };
    for (const auto i : {begin, early, late, end - 1}) {
        for (; m_nextKept < m_kept.size() && m_kept[m_nextKept] < i; ++m_nextKept) put(m_kept[m_nextKept]);
        put(i);
    }
}

void Stretch::emitPoint(std::size_t i) {
    m_lastFinite = m_piece.y(i);
    m_out.anyFinite = true;
    if (m_request.marksOnly) return;
    m_drawn.x.push_back(m_piece.x(i));
    m_drawn.y.push_back(m_lastFinite);
}

void Stretch::lineBreak() {
    if (m_drawn.y.empty() || std::isnan(m_drawn.y.back())) return;
    m_drawn.x.push_back(m_drawn.x.back());
    m_drawn.y.push_back(kNaN);
}

void Stretch::bad(std::size_t i) {
    lineBreak();
    const double x = m_piece.x(i), y = m_piece.y(i), place = axisPlace(m_request, x);
    if (std::isfinite(y)) { // not positive on a logarithmic axis
        m_out.anyFinite = true;
        ++m_out.nonPositiveCount;
        if (std::floor(place) != m_lastNonPositiveColumn) m_out.nonPositive.push_back(x);
        m_lastNonPositiveColumn = std::floor(place);
        return;
    }
    const double height = std::isfinite(m_lastFinite) ? m_lastFinite : m_piece.firstFiniteAfter(i);
    auto& marks = m_out.marks;
    if (!marks.empty() && place - axisPlace(m_request, marks.back().to) < kMergeColumns && x >= marks.back().to) {
        auto& mark = marks.back();
        if (!(mark.kind == y)) mark.kind = kNaN;
        mark.to = x;
        mark.lastStep = m_piece.step(i);
        ++mark.count;
        return;
    }
    marks.push_back({x, x, height, y, 1, m_piece.step(i), m_piece.step(i)});
}

/// Points of [0, size) inside the range and one more on each side.
std::pair<std::size_t, std::size_t> inView(const PieceReader& piece, const CurveRequest& request) {
    auto begin = piece.lowerBound(request.lower, 0, piece.size());
    auto end = piece.upperBound(request.upper, begin, piece.size());
    if (begin > 0) --begin;
    if (end < piece.size()) ++end;
    return {begin, end};
}

} // namespace

DrawnCurve drawCurve(const monitors::Series& series, const CurveRequest& request) {
    DrawnCurve out;
    const auto pieces = readPieces(series, request.xAxis);
    for (const auto& piece : pieces) {
        const auto [begin, end] = inView(piece, request);
        const auto split = std::clamp(piece.supersededFrom(), begin, end);
        DrawnPiece kept, old;
        old.superseded = true;
        Stretch(piece, request, out, kept).draw(begin, split);
        Stretch(piece, request, out, old).draw(split > begin && split < end ? split - 1 : split, end);
        if (!old.x.empty()) out.pieces.push_back(std::move(old));
        if (!kept.x.empty()) out.pieces.push_back(std::move(kept));
    }
    return out;
}

std::optional<CurvePoint> nearestPoint(const monitors::Series& series, const XScale& axis, double x) {
    std::optional<CurvePoint> best;
    for (const auto& piece : readPieces(series, axis)) {
        const auto end = std::min(piece.size(), piece.supersededFrom());
        if (end == 0) continue;
        auto i = piece.lowerBound(x, 0, end);
        if (i == end || (i > 0 && x - piece.x(i - 1) < piece.x(i) - x)) i -= i > 0;
        if (!best || std::abs(piece.x(i) - x) <= std::abs(best->x - x)) best = piece.point(i);
    }
    return best;
}

std::optional<double> xOfStep(const monitors::Series& series, std::int64_t step, const XScale& axis) {
    if (axis.isSteps()) return axis.isKnown() ? std::optional(axis.ofStep(static_cast<double>(step))) : std::nullopt;
    const auto point = nearestPoint(series, XAxis::Step, static_cast<double>(step));
    if (!point) return std::nullopt;
    return axis.ofTime(point->wall, startOf(series));
}

std::optional<CurvePoint> newestPoint(const monitors::Series& series) {
    const auto pieces = readPieces(series, XAxis::Step);
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
        if (piece->size() > 0) return piece->point(piece->size() - 1);
    return std::nullopt;
}

std::optional<std::pair<double, double>> xExtent(const monitors::Series& series, const XScale& axis) {
    std::optional<std::pair<double, double>> extent;
    for (const auto& piece : readPieces(series, axis)) {
        if (piece.size() == 0) continue;
        const double first = piece.x(0), last = piece.x(piece.size() - 1);
        extent = extent ? std::pair(std::min(extent->first, first), std::max(extent->second, last)) : std::pair(first, last);
    }
    return extent;
}

} // namespace lockstep::ui
