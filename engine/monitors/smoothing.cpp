#include "monitors/smoothing.h"

#include "monitors/filters.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lockstep::monitors {

namespace {

constexpr double kForgotten = 1e-17; ///< below half an ulp of 1: 1 - s^t is 1

/// From y towards x by a share; the difference of two huge values may be more than a double holds.
double moved(double y, double x, double share) {
    const double to = y + share * (x - y);
    return std::isfinite(to) ? to : (1 - share) * y + share * x;
}

} // namespace

double Ema::next(double x) {
    if (!std::isfinite(x) || m_smoothing == 0) return x;
    if (!m_started) m_y = x, m_started = true;
    m_power = m_power < kForgotten ? 0 : m_power * m_smoothing; // nor may it become denormal, which is slow
    m_y = moved(m_y, x, (1 - m_smoothing) / (1 - m_power));
    return m_y;
}

void Ema::run(std::span<double> values) {
    std::size_t i = 0;
    for (; i < values.size() && (m_power != 0 || !m_started); ++i) values[i] = next(values[i]);
    if (m_smoothing == 0) return;
    const double gain = 1 - m_smoothing; // of next(), once the start is forgotten
    double y = m_y;
    for (; i < values.size(); ++i) {
        if (!std::isfinite(values[i])) continue;
        values[i] = y = moved(y, values[i], gain);
    }
    m_y = y;
}

std::size_t meanWidth(double s) { return static_cast<std::size_t>(std::max(1.0, std::round((1 + s) / (1 - s)))); }

// A Gaussian of sigma leaves 1 / (2 sigma sqrt(pi)) of the variance of white noise, the mean of n points 1 / n.
double gaussianSigma(double s) { return (1 + s) / (1 - s) / (2 * std::sqrt(std::numbers::pi)); }

/// The same pieces, at least as long, begun at the same points.
bool SmoothedSeries::continues(const Series& raw) const {
    const auto& own = m_series.pieces();
    const auto& others = raw.pieces();
    if (own.size() > others.size()) return false;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool last = i + 1 == own.size();
        if (own[i].size() > others[i].size() || (!last && own[i].size() != others[i].size())) return false;
        if (!own[i].empty() && (own[i].step(0) != others[i].step(0) || own[i].wall(0) != others[i].wall(0))) return false;
    }
    return true;
}

std::size_t SmoothedSeries::pointsBehind(const Series& raw) const { return continues(raw) ? raw.size() - m_series.size() : raw.size(); }

void SmoothedSeries::follow(const Series& raw, const std::stop_token& stop) {
    if (!continues(raw)) m_series = {}, m_ema = Ema(m_smoothing.strength);
    const auto& pieces = raw.pieces();
    for (std::size_t p = std::max<std::size_t>(m_series.pieces().size(), 1) - 1; p < pieces.size(); ++p) {
        if (p == m_series.pieces().size()) m_series.startPiece(), m_ema = Ema(m_smoothing.strength);
        extend(pieces[p], stop);
        if (stop.stop_requested()) return;
    }
}

/// Of a piece's first `size` smoothed points those that more points can't change.
std::size_t SmoothedSeries::settled(std::size_t size) const {
    if (m_smoothing.method != SmoothingMethod::Gaussian) return size;
    return size - std::min(size, gaussianReach(gaussianSigma(m_smoothing.strength)));
}

void SmoothedSeries::extend(const SeriesPiece& raw, const std::stop_token& stop) {
    auto& piece = m_series.lastPiece();
    if (piece.size() == raw.size()) return;
    std::vector<double> values;
    for (auto begin = settled(piece.size()); begin < raw.size() && !stop.stop_requested();) {
        const auto end = std::min(raw.size(), (begin / SeriesPiece::kChunk + 1) * SeriesPiece::kChunk);
        smooth(raw, begin, end, values);
        piece.assign(raw, begin, values);
        begin = end;
    }
}

void SmoothedSeries::smooth(const SeriesPiece& raw, std::size_t begin, std::size_t end, std::vector<double>& out) {
    if (m_smoothing.method == SmoothingMethod::Exponential) {
        out.resize(end - begin);
        raw.copyValues(begin, end, out.data());
        return m_ema.run(out);
    }
    const bool mean = m_smoothing.method == SmoothingMethod::RunningMean;
    const auto width = meanWidth(m_smoothing.strength);
    const double sigma = gaussianSigma(m_smoothing.strength);
    const auto reach = gaussianReach(sigma);
    const auto from = begin - std::min(begin, mean ? begin % width + width : reach); // whole blocks of the mean
    const auto to = mean ? end : std::min(raw.size(), end + reach);
    std::vector<double> around(to - from);
    raw.copyValues(from, to, around.data());
    if (!mean) {
        out = gaussian(around, sigma, begin - from, end - from);
        return;
    }
    const auto all = runningMean(around, width);
    out.assign(all.end() - static_cast<std::ptrdiff_t>(end - begin), all.end());
}

} // namespace lockstep::monitors
