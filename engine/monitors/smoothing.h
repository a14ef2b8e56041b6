// Smoothing of curves (GUI.md C1, C2): lengths, zoom and constants do not bend it.
#pragma once

#include "monitors/series.h"

#include <span>
#include <stop_token>

namespace lockstep::monitors {

/// Exponential moving average without the bias of its start: y += (1-s) / (1-s^t) * (x - y), t counts finite points.
/// NaN and Inf pass through and change nothing; s = 0 returns its input.
class Ema {
public:
    explicit Ema(double smoothing) : m_smoothing(smoothing) {}
    double next(double x);
    /// All of `values`, in place.
    void run(std::span<double> values);

private:
    double m_smoothing;
    double m_y = 0, m_power = 1;
    bool m_started = false;
};

enum class SmoothingMethod { Exponential, Gaussian, RunningMean };

/// One strength for all methods: the same strength leaves as much of white noise, (1-s)/(1+s) of its variance.
struct Smoothing {
    SmoothingMethod method = SmoothingMethod::Exponential;
    double strength = 0; ///< 0: none; below 1
    bool operator==(const Smoothing&) const = default;
};

/// Points in the running mean of that strength: (1+s)/(1-s), rounded. 1 at s = 0.
std::size_t meanWidth(double strength);
/// Sigma of the Gaussian of that strength, in points: (1+s)/(1-s) / (2 sqrt(pi)).
double gaussianSigma(double strength);

/// A series smoothed as it grows: keeps where it was, so that new points cost only themselves (and, where a method looks ahead,
/// the few before them). Each piece starts anew.
class SmoothedSeries {
public:
    explicit SmoothedSeries(Smoothing smoothing = {}) : m_smoothing(smoothing), m_ema(smoothing.strength) {}
    explicit SmoothedSeries(double strength) : SmoothedSeries(Smoothing{SmoothingMethod::Exponential, strength}) {}

    const Smoothing& smoothing() const { return m_smoothing; }
    /// Takes the points that `raw` has more than last time; starts over if it is another series. Stops early if asked to.
    void follow(const Series& raw, const std::stop_token& stop = {});
    const Series& series() const { return m_series; }
    std::size_t pointsBehind(const Series& raw) const;

private:
    bool continues(const Series& raw) const;
    void extend(const SeriesPiece& raw, const std::stop_token& stop);
    std::size_t settled(std::size_t size) const;
    void smooth(const SeriesPiece& raw, std::size_t begin, std::size_t end, std::vector<double>& out);

    Smoothing m_smoothing;
    Ema m_ema;
    Series m_series;
};

} // namespace lockstep::monitors
