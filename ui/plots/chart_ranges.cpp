#include "ui/plots/chart_ranges.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double kAir = 0.05;
constexpr std::size_t kSample = 4096;

ChartRange padded(double lower, double upper, bool logarithmic) {
    if (logarithmic) {
        const double air = std::max(kAir * std::log(upper / lower), 0.01);
        return {lower * std::exp(-air), upper * std::exp(air)};
    }
    double air = kAir * (upper - lower);
    if (air <= 1e-9 * std::max(std::abs(lower), std::abs(upper))) air = std::max(0.05 * std::abs(lower), 1e-12); // a constant
    return {lower - air, upper + air};
}

} // namespace

void XRangeFinder::add(XAxis axis, std::pair<double, double> extent) {
    // Step 0 has no place on a logarithmic axis: it starts at the first positive x, near enough at 1 step or 1 s.
    if (m_logarithmic && extent.first <= 0)
        extent.first = axis == XAxis::Step || axis == XAxis::Samples ? std::min(1.0, std::max(extent.second, 1e-3)) : 1e-2;
    m_lower = std::min(m_lower, extent.first);
    m_upper = std::max(m_upper, extent.second);
}

ChartRange XRangeFinder::range() const {
    if (!(m_lower <= m_upper)) return {m_logarithmic ? 1.0 : 0.0, 10};
    if (m_lower == m_upper) return {m_logarithmic ? m_lower : m_lower - 0.5, m_logarithmic ? m_lower * 10 : m_lower + 0.5};
    return {m_lower, m_upper};
}

void YRangeFinder::take(double y) {
    if (!std::isfinite(y) || (m_options.logY && y <= 0)) return;
    m_lower = std::min(m_lower, y);
    m_upper = std::max(m_upper, y);
}

void YRangeFinder::add(const DrawnCurve& drawn) {
    std::vector<double> values;
    for (const auto& piece : drawn.pieces)
        for (const double y : piece.y) {
            if (!m_options.ignoreOutliers)
                take(y);
            else if (std::isfinite(y))
                values.push_back(y);
        }
    if (values.empty()) return;
    const auto stride = std::max<std::size_t>(1, (values.size() + kSample - 1) / kSample);
    std::vector<double> sample;
    for (std::size_t i = 0; i < values.size(); i += stride) sample.push_back(values[i]);
    std::sort(sample.begin(), sample.end());
    const auto last = static_cast<double>(sample.size() - 1);
    take(sample[static_cast<std::size_t>(std::floor(0.05 * last))]);
    take(sample[static_cast<std::size_t>(std::ceil(0.95 * last))]);
}

ChartRange YRangeFinder::range() const {
    if (!(m_lower <= m_upper)) return m_options.logY ? ChartRange{0.1, 10} : ChartRange{0, 1};
    auto range = padded(m_lower, m_upper, m_options.logY);
    if (m_fromZero && !m_options.logY && m_lower >= 0) range = {0, std::max(range.upper, m_upper * (1 + kAir))};
    if (range.size() <= 0) range.upper = range.lower + 1;
    return range;
}

} // namespace lockstep::ui
