#include "monitors/smoothing.h"

#include <cmath>

namespace lockstep::monitors {

double Ema::next(double x) {
    if (!std::isfinite(x) || m_smoothing == 0) return x;
    if (!m_started) m_y = x, m_started = true;
    m_power *= m_smoothing;
    m_y += (1 - m_smoothing) / (1 - m_power) * (x - m_y);
    return m_y;
}

/// The same pieces, at least as long, begun at the same points.
bool SmoothedSeries::continues(const Series& raw) const {
    const auto& own = m_series.pieces();
    const auto& others = raw.pieces();
    if (own.size() > others.size()) return false;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool last = i + 1 == own.size();
        if (own[i].size() > others[i].size() || (!last && own[i].size() != others[i].size())) return false;
        if (!own[i].empty() && (own[i].front().step != others[i].front().step || own[i].front().wall != others[i].front().wall))
            return false;
    }
    return true;
}

std::size_t SmoothedSeries::pointsBehind(const Series& raw) const { return continues(raw) ? raw.size() - m_series.size() : raw.size(); }

void SmoothedSeries::follow(const Series& raw, std::stop_token stop) {
    if (!continues(raw)) m_series = {}, m_ema = Ema(m_smoothing);
    const auto& pieces = raw.pieces();
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (p == m_series.pieces().size()) m_series.startPiece(), m_ema = Ema(m_smoothing);
        if (p + 1 < m_series.pieces().size()) continue;
        for (std::size_t i = m_series.pieces()[p].size(); i < pieces[p].size(); ++i) {
            if (i % SeriesPiece::kChunk == 0 && stop.stop_requested()) return;
            auto point = pieces[p][i];
            point.value = m_ema.next(point.value);
            m_series.append(point);
        }
    }
}

} // namespace lockstep::monitors
