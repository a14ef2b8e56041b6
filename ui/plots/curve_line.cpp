#include "ui/plots/curve_line.h"

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {

constexpr double kDensePointsPerColumn = 1.5;

/// Which rows of each pixel column a polyline touches, in device pixels.
class Columns {
public:
    Columns(const QRectF& area, int width) : m_area(area), m_width(width) {}

    void moveTo(const QPointF& to) {
        m_from = held(to), m_column = columnOf(to.x());
        touch(m_column, m_from.y(), m_from.y());
    }
    void lineTo(const QPointF& to) {
        const auto p = held(to);
        const int column = columnOf(p.x());
        if (column != m_column) cross(p, column);
        touch(column, column == m_column ? m_from.y() : p.y(), p.y());
        m_from = p, m_column = column;
    }
    const QVector<QRect>& finish() {
        flush();
        return m_rects;
    }

private:
    /// What lies outside counts as just outside.
    int columnOf(double x) const { return static_cast<int>(std::floor(std::clamp(x, m_area.left(), m_area.right()))); }
    static QPointF held(const QPointF& p) { return {p.x(), std::clamp(p.y(), -1e7, 1e7)}; }

    /// From where the line is to the column of `to`: what it touches in each column on the way.
    void cross(const QPointF& to, int column) {
        const double slope = (to.y() - m_from.y()) / (to.x() - m_from.x());
        double y = m_from.y();
        for (int c = m_column; c < column; ++c) {
            const double out = m_from.y() + slope * (c + 1 - m_from.x());
            touch(c, y, out);
            y = out;
        }
        touch(column, y, to.y());
        m_column = column;
        m_from.setY(to.y());
    }

    void touch(int column, double a, double b) {
        if (column != m_open) flush(), m_open = column, m_low = a, m_high = a;
        m_low = std::min({m_low, a, b}), m_high = std::max({m_high, a, b});
    }

    void flush() {
        if (m_open == kNone || m_high < m_area.top() || m_low > m_area.bottom()) return;
        const int top = static_cast<int>(std::floor(std::max(m_low, m_area.top()))) - (m_width - 1) / 2;
        const int bottom = static_cast<int>(std::floor(std::min(m_high, m_area.bottom()))) + m_width / 2;
        m_rects.append(QRect(QPoint(m_open - (m_width - 1) / 2, top), QSize(m_width, bottom - top + 1)));
    }

    static constexpr int kNone = -2000000;

    QRectF m_area;
    int m_width;
    QPointF m_from;
    int m_column = kNone, m_open = kNone;
    double m_low = 0, m_high = 0;
    QVector<QRect> m_rects;
};

} // namespace

bool CurveLine::isDense(const QCPPainter& painter, qsizetype points) const {
    return !painter.antialiasing() && !painter.modes().testFlag(QCPPainter::pmVectorized) && painter.pen().style() == Qt::SolidLine &&
           painter.deviceTransform().type() <= QTransform::TxScale &&
           static_cast<double>(points) > kDensePointsPerColumn * mKeyAxis->axisRect()->width();
}

void CurveLine::drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const {
    if (!isDense(*painter, lines.size())) return QCPGraph::drawLinePlot(painter, lines);
    const double scale = painter->deviceTransform().m11(); // device pixels a unit: dense screens, exported images
    const auto area = QRectF(clipRect());
    Columns columns(QRectF(area.topLeft() * scale, area.size() * scale).adjusted(-2, -2, 2, 2),
                    std::max(1, static_cast<int>(std::lround(painter->pen().widthF() * scale))));
    bool open = false;
    for (const auto& point : lines) {
        const bool finite = std::isfinite(point.x()) && std::isfinite(point.y());
        if (finite) open ? columns.lineTo(point * scale) : columns.moveTo(point * scale);
        open = finite;
    }
    const QColor color = painter->pen().color();
    painter->save();
    painter->scale(1 / scale, 1 / scale);
    painter->setBrush(color);
    painter->setPen(Qt::NoPen);
    painter->drawRects(columns.finish());
    painter->restore();
}

} // namespace lockstep::ui
