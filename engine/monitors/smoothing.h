// Smoothing of curves (GUI.md C1): lengths, zoom and constants do not bend it.
#pragma once

#include "monitors/series.h"

#include <stop_token>

namespace lockstep::monitors {

/// Exponential moving average without the bias of its start: y += (1-s) / (1-s^t) * (x - y), t counts finite points.
/// NaN and Inf pass through and change nothing; s = 0 returns its input.
class Ema {
public:
    explicit Ema(double smoothing) : m_smoothing(smoothing) {}
    double next(double x);

private:
    double m_smoothing;
    double m_y = 0, m_power = 1;
    bool m_started = false;
};

/// A series smoothed as it grows: keeps where it was, so that new points cost only themselves. Each piece starts anew.
class SmoothedSeries {
public:
    explicit SmoothedSeries(double smoothing = 0) : m_smoothing(smoothing), m_ema(smoothing) {}

    double smoothing() const { return m_smoothing; }
    /// Takes the points that `raw` has more than last time; starts over if it is another series. Stops early if asked to.
    void follow(const Series& raw, std::stop_token stop = {});
    const Series& series() const { return m_series; }
    std::size_t pointsBehind(const Series& raw) const;

private:
    bool continues(const Series& raw) const;

    double m_smoothing;
    Ema m_ema;
    Series m_series;
};

} // namespace lockstep::monitors
