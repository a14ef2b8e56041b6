#include "report/plot.h"

#include "base/text.h"
#include "report/plot_data.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace lockstep::report {

std::vector<double> niceTicks(double low, double high, int wanted) {
    if (!(high > low) || !std::isfinite(high - low)) return {low};
    const double raw = (high - low) / std::max(wanted, 1);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    const double part = raw / power;
    const double step = (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10) * power;
    if (std::max(std::abs(low), std::abs(high)) / step > 1e12) return {low}; // steps of it would be lost in rounding, and never end
    std::vector<double> ticks;
    for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) ticks.push_back(k * step);
    return ticks;
}

namespace {

constexpr double kLeft = 64, kRight = 16, kTop = 14, kBottom = 38, kLegendLine = 16;

std::string tickText(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value == 0 ? 0 : value);
    return text;
}

struct Range {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
    void take(double v) { low = std::min(low, v), high = std::max(high, v); }
    bool empty() const { return low > high; }
    void widen() {
        if (empty()) low = 0, high = 1;
        if (low == high) low -= std::abs(low) * 0.05 + 1e-3, high += std::abs(high) * 0.05 + 1e-3;
    }
};

class PlotLayout {
public:
    PlotLayout(const std::vector<Curve>& curves, const PlotOptions& options) : m_curves(curves), m_options(options) {}

    Figure make() {
        m_figure.title = m_options.title;
        m_figure.width = m_options.width;
        m_figure.height = m_options.height + legendHeight();
        findRanges();
        drawAxes();
        for (const Curve& curve : m_curves) drawCurve(curve);
        drawLegend();
        explainMarks();
        describe();
        m_figure.data = plotData(m_curves);
        return std::move(m_figure);
    }

private:
    double legendHeight() const { return m_curves.size() > 1 ? kLegendLine * static_cast<double>(m_curves.size()) + 6 : 0; }
    bool usable(double y) const { return std::isfinite(y) && (!m_options.logY || y > 0); }
    double scaled(double y) const { return m_options.logY ? std::log10(y) : y; }
    double px(double x) const { return kLeft + (x - m_x.low) / (m_x.high - m_x.low) * (m_options.width - kLeft - kRight); }
    double py(double scaledY) const {
        return m_options.height - kBottom -
               (scaledY / 2 - m_y.low / 2) / (m_y.high / 2 - m_y.low / 2) * (m_options.height - kTop - kBottom);
    }

    /// Of each piece what no newer piece repeats.
    template <class F> void eachPiece(const Curve& curve, F f) const {
        for (std::size_t p = 0; p < curve.series.pieces().size(); ++p) f(curve.series.pieces()[p], curve.series.keptPoints(p));
    }

    void findRanges() {
        for (const Curve& curve : m_curves) {
            eachPiece(curve, [&](const monitors::SeriesPiece& piece, std::size_t end) {
                if (end == 0) return;
                m_x.take(static_cast<double>(piece[0].step));
                m_x.take(static_cast<double>(piece[end - 1].step));
                for (std::size_t i = 0; i < end; ++i) {
                    if (usable(piece[i].value))
                        m_y.take(scaled(piece[i].value));
                    else if (std::isfinite(piece[i].value))
                        ++m_hidden;
                }
            });
        }
        if (m_x.low == m_x.high) m_x.low -= 1, m_x.high += 1; // a lone step, in the middle
        m_x.widen();
        m_y.widen();
        if (!m_options.logY) {
            constexpr double kMost = std::numeric_limits<double>::max(); // halves: a diverged run may span all doubles
            const double margin = (m_y.high / 2 - m_y.low / 2) * 0.08;
            m_y.low = std::max(m_y.low - margin, -kMost), m_y.high = std::min(m_y.high + margin, kMost);
        }
    }

    void drawAxes() {
        const double right = m_options.width - kRight, bottom = m_options.height - kBottom;
        for (const double t : niceTicks(m_x.low, m_x.high, 7)) {
            if (t != std::floor(t) || t < 0) continue; // steps are whole
            m_figure.lines.push_back({{{px(t), kTop}, {px(t), bottom}}, {Ink::Role::Grid}});
            m_figure.labels.push_back({Label::Anchor::Middle, px(t), bottom + 15, 11, tickText(t), {Ink::Role::Muted}});
        }
        for (const double t : yTicks()) {
            m_figure.lines.push_back({{{kLeft, py(t)}, {right, py(t)}}, {Ink::Role::Grid}});
            m_figure.labels.push_back(
                {Label::Anchor::End, kLeft - 6, py(t) + 4, 11, tickText(m_options.logY ? std::pow(10.0, t) : t), {Ink::Role::Muted}});
        }
        m_figure.lines.push_back({{{kLeft, kTop}, {kLeft, bottom}, {right, bottom}}, {Ink::Role::Axis}});
        m_figure.labels.push_back({Label::Anchor::End, right, bottom + 30, 11, "step", {Ink::Role::Muted}});
        const std::string title = m_options.yTitle + (m_options.logY ? m_options.yTitle.empty() ? "log scale" : ", log scale" : "");
        if (!title.empty())
            m_figure.labels.push_back({Label::Anchor::Middle, 13, (kTop + bottom) / 2, 11, title, {Ink::Role::Muted}, true});
    }

    /// Positions on the scaled axis. On a log axis whole decades, or 1-2-5 where there are fewer than two.
    std::vector<double> yTicks() const {
        if (!m_options.logY) return niceTicks(m_y.low, m_y.high, 5);
        std::vector<double> ticks;
        const bool decades = m_y.high - m_y.low >= 2;
        const double every = std::max(1.0, std::ceil((m_y.high - m_y.low) / 7));
        for (double d = std::floor(m_y.low); d <= m_y.high; d += decades ? every : 1) {
            for (const double f : {1.0, 2.0, 5.0}) {
                const double t = d + std::log10(f);
                if (t >= m_y.low && t <= m_y.high && (f == 1.0 || !decades)) ticks.push_back(t);
            }
        }
        return ticks.empty() ? std::vector{m_y.low, m_y.high} : ticks;
    }

    void drawCurve(const Curve& curve) {
        const Ink ink{Ink::Role::Run, curve.slot};
        eachPiece(curve, [&](const monitors::SeriesPiece& piece, std::size_t end) {
            if (curve.markers)
                drawMarkers(piece, end, ink);
            else
                drawLine(piece, end, ink);
        });
    }

    /// Every k-th value, and always the first, the last, the least and the greatest: the best evaluation is one of these.
    void drawMarkers(const monitors::SeriesPiece& piece, std::size_t end, Ink ink) {
        const std::size_t stride = std::max<std::size_t>(1, end / 400);
        const auto extremes = piece.extremes(0, end);
        const auto kept = [&](std::size_t i) { return i % stride == 0 || i + 1 == end || i == extremes.lowest || i == extremes.highest; };
        for (std::size_t i = 0; i < end; ++i) {
            if (!std::isfinite(piece[i].value))
                markNonFinite(piece[i], py(m_y.low), ink);
            else if (kept(i) && usable(piece[i].value))
                m_figure.markers.push_back(
                    {Marker::Shape::Circle, px(static_cast<double>(piece[i].step)), py(scaled(piece[i].value)), ink});
        }
    }

    /// What has no place on the axis: a triangle for NaN, a square for an infinity.
    void markNonFinite(const monitors::SeriesPoint& point, double y, Ink ink) {
        const auto shape = std::isnan(point.value) ? Marker::Shape::Triangle : Marker::Shape::Square;
        m_figure.markers.push_back({shape, px(static_cast<double>(point.step)), y, ink});
        m_nonFinite = true;
    }

    /// First, least, greatest and last value of each pixel column, in time order; a break at what is not finite.
    void drawLine(const monitors::SeriesPiece& piece, std::size_t end, Ink ink) {
        Polyline line{{}, ink, 1.4};
        const auto flush = [&] {
            if (!line.points.empty()) m_figure.lines.push_back(line);
            line.points.clear();
        };
        const auto put = [&](std::size_t i) {
            const double x = px(static_cast<double>(piece[i].step));
            const double y = py(scaled(piece[i].value));
            if (line.points.empty() || line.points.back() != std::pair(x, y)) line.points.emplace_back(x, y);
        };
        double lastY = py(m_y.low);
        for (std::size_t i = 0; i < end;) {
            if (!usable(piece[i].value)) {
                flush();
                std::size_t run = i;
                while (run < end && !usable(piece[run].value)) ++run;
                if (!std::isfinite(piece[i].value)) markNonFinite(piece[i], lastY, ink);
                i = run;
                continue;
            }
            const double column = std::floor(px(static_cast<double>(piece[i].step)) * 2);
            std::size_t low = i, high = i, j = i;
            for (; j < end && usable(piece[j].value) && std::floor(px(static_cast<double>(piece[j].step)) * 2) == column; ++j) {
                if (piece[j].value < piece[low].value) low = j;
                if (piece[j].value > piece[high].value) high = j;
            }
            for (const std::size_t k : {i, std::min(low, high), std::max(low, high), j - 1}) put(k);
            lastY = line.points.back().second;
            i = j;
        }
        flush();
    }

    void drawLegend() {
        if (m_curves.size() < 2) return;
        double y = m_options.height + 8;
        for (const Curve& curve : m_curves) {
            const Ink ink{Ink::Role::Run, curve.slot};
            if (curve.markers)
                m_figure.markers.push_back({Marker::Shape::Circle, kLeft + 11, y - 4, ink});
            else
                m_figure.lines.push_back({{{kLeft, y - 4}, {kLeft + 22, y - 4}}, ink, 2});
            m_figure.labels.push_back({Label::Anchor::Start, kLeft + 30, y, 12, curve.name, {Ink::Role::Text}});
            y += kLegendLine;
        }
    }

    void explainMarks() {
        if (m_nonFinite)
            m_figure.labels.push_back(
                {Label::Anchor::End, m_options.width - kRight, kTop - 3, 11, "\u25B2 not a number   \u25A0 infinite", {Ink::Role::Muted}});
    }

    void describe() {
        std::size_t points = 0;
        for (const Curve& curve : m_curves) points += curve.series.size();
        m_figure.description = m_options.title + ": " + std::to_string(m_curves.size()) +
                               (m_curves.size() == 1 ? " curve, " : " curves, ") + std::to_string(points) + " points";
        if (m_nonFinite) m_figure.description += ", some of them not finite and marked";
        if (m_hidden) m_figure.description += ", " + std::to_string(m_hidden) + " at or below 0 not shown on the log axis";
    }

    const std::vector<Curve>& m_curves;
    const PlotOptions& m_options;
    Figure m_figure;
    Range m_x, m_y;
    std::size_t m_hidden = 0;
    bool m_nonFinite = false;
};

} // namespace

Figure plot(const std::vector<Curve>& curves, const PlotOptions& options) { return PlotLayout(curves, options).make(); }

} // namespace lockstep::report
