// Which range shows everything: of x over curves, of y over what is drawn.
#pragma once

#include "ui/plots/chart_types.h"

#include <limits>

namespace lockstep::ui {

class XRangeFinder {
public:
    explicit XRangeFinder(bool logarithmic) : m_logarithmic(logarithmic) {}
    void add(XAxis axis, std::pair<double, double> extent);
    ChartRange range() const;

private:
    bool m_logarithmic;
    double m_lower = std::numeric_limits<double>::infinity(), m_upper = -std::numeric_limits<double>::infinity();
};

/// With "ignore outliers" the 5th to 95th percentile of at most 4,096 points a curve at a fixed stride, else all; 5 % air.
class YRangeFinder {
public:
    YRangeFinder(const ChartOptions& options, bool fromZero) : m_options(options), m_fromZero(fromZero) {}
    void add(const DrawnCurve& drawn);
    ChartRange range() const;

private:
    void take(double y);

    ChartOptions m_options;
    bool m_fromZero;
    double m_lower = std::numeric_limits<double>::infinity(), m_upper = -std::numeric_limits<double>::infinity();
};

} // namespace lockstep::ui
