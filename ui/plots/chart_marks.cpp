#include "ui/plots/chart_marks.h"

#include "ui/models/number_text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <cmath>

namespace lockstep::ui {

namespace {
constexpr double kMarkRadius = 5, kTickLength = 5, kEventSize = 4;

QPolygonF triangle(const QPointF& c, double r) {
    return QPolygonF({c + QPointF(0, -r), c + QPointF(r, r * 0.8), c + QPointF(-r, r * 0.8)});
}
QPolygonF diamond(const QPointF& c, double r) {
    return QPolygonF({c + QPointF(0, -r), c + QPointF(r, 0), c + QPointF(0, r), c + QPointF(-r, 0)});
}
} // namespace

ChartMarks::ChartMarks(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("overlay")) {}

void ChartMarks::clear() {
    m_marks.clear();
    m_edges.clear();
    m_best.clear();
}

void ChartMarks::add(const DrawnCurve& drawn, const QColor& color) {
    for (const auto& mark : drawn.marks) m_marks.push_back({mark, color});
    if (drawn.nonPositiveCount > 0) m_edges.push_back({drawn.nonPositive, drawn.nonPositiveCount, color});
}

void ChartMarks::addBest(double x, const QColor& color) { m_best.push_back({x, color}); }
void ChartMarks::setEvents(std::vector<ChartEvent> events) { m_events = std::move(events); }
QRect ChartMarks::clipRect() const { return mParentPlot->axisRect()->rect().adjusted(0, 0, 1, 1); }

double ChartMarks::pixelX(double x) const { return mParentPlot->xAxis->coordToPixel(x); }

void ChartMarks::drawPicked(QCPPainter* painter) const {
    if (!m_picked) return;
    const auto area = clipRect();
    const auto place = [&](double x) {
        return std::clamp<double>(std::isfinite(pixelX(x)) ? pixelX(x) : area.left(), area.left(), area.right());
    };
    const double from = place(m_picked->lower), to = place(m_picked->upper);
    QColor wash = colors().marker;
    wash.setAlphaF(0.12F);
    painter->fillRect(QRectF(from, area.top(), std::max(1.0, to - from), area.height()), wash);
    painter->setPen(QPen(colors().marker, 1));
    for (const double x : {from, to}) painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
}

void ChartMarks::draw(QCPPainter* painter) {
    drawPicked(painter);
    for (const auto& best : m_best) drawBest(painter, best);
    drawEvents(painter);
    for (const auto& mark : m_marks) drawMark(painter, mark);
    int row = 0;
    for (const auto& edge : m_edges) drawEdge(painter, edge, row++);
}

void ChartMarks::drawMark(QCPPainter* painter, const Mark& mark) const {
    const auto area = clipRect();
    double y = mParentPlot->yAxis->coordToPixel(mark.where.y);
    y = std::isfinite(y) ? std::clamp<double>(y, area.top() + kMarkRadius, area.bottom() - kMarkRadius) : area.bottom() - kMarkRadius;
    const double from = pixelX(mark.where.from), to = pixelX(mark.where.to);
    painter->setPen(QPen(colors().surface, 1));
    painter->setBrush(mark.color);
    if (to - from > 2 * kMarkRadius) { painter->drawRoundedRect(QRectF(from, y - 2, to - from, 4), 2, 2); }
    const QPointF centre((from + to) / 2, y);
    if (std::isnan(mark.where.kind)) {
        painter->drawPolygon(triangle(centre, kMarkRadius));
        return;
    }
    const QRectF box(centre.x() - kMarkRadius, centre.y() - kMarkRadius, 2 * kMarkRadius, 2 * kMarkRadius);
    painter->drawRect(box);
    painter->setPen(QPen(colors().surface, 1.5));
    painter->drawLine(centre + QPointF(-2.5, 0), centre + QPointF(2.5, 0));
    if (mark.where.kind > 0) painter->drawLine(centre + QPointF(0, -2.5), centre + QPointF(0, 2.5));
}

void ChartMarks::drawEdge(QCPPainter* painter, const Edge& edge, int row) const {
    const auto area = clipRect();
    painter->setPen(QPen(edge.color, 1));
    for (const double x : edge.x) {
        const double px = std::clamp<double>(std::isfinite(pixelX(x)) ? pixelX(x) : area.left(), area.left() + 1, area.right() - 1);
        painter->drawLine(QLineF(px, area.bottom() - kTickLength, px, area.bottom()));
    }
    painter->setFont(scaledFont(0.8));
    const QFontMetrics metrics(painter->font());
    painter->drawText(
        QRectF(area.left() + space(1), area.bottom() - kTickLength - (row + 1) * metrics.height(), area.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, pluralText(edge.count, tr("1 point ≤ 0"), tr("%1 points ≤ 0")));
}

void ChartMarks::drawBest(QCPPainter* painter, const Best& best) const {
    const auto area = clipRect();
    const double x = std::round(pixelX(best.x)) + 0.5;
    if (x < area.left() || x > area.right()) return;
    QPen pen(best.color, 1);
    pen.setDashPattern({1, 3});
    painter->setPen(pen);
    painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
    painter->setFont(scaledFont(0.8));
    const auto text = tr("best");
    const QFontMetrics metrics(painter->font());
    const bool left = x + metrics.horizontalAdvance(text) + space(1) > area.right();
    const QRectF place(left ? x - metrics.horizontalAdvance(text) - space(1) : x + space(1), area.top(),
                       metrics.horizontalAdvance(text) + 1, metrics.height());
    painter->setPen(colors().axisText);
    painter->drawText(place, Qt::AlignVCenter | Qt::AlignLeft, text);
}

void ChartMarks::drawEvents(QCPPainter* painter) const {
    const auto area = clipRect();
    for (const auto& event : m_events) {
        const double x = std::round(pixelX(event.x)) + 0.5;
        if (!(x >= area.left() && x <= area.right())) continue;
        if (event.kind == QLatin1String("resume")) {
            painter->setPen(QPen(colors().marker, 1, Qt::DashLine));
            painter->drawLine(QLineF(x, area.top(), x, area.bottom()));
        }
        painter->setPen(QPen(colors().surface, 1));
        painter->setBrush(event.kind == QLatin1String("alarm") || event.kind == QLatin1String("fail") ? colors().danger : colors().marker);
        const QPointF foot(x, area.bottom() - kEventSize);
        if (event.kind == QLatin1String("checkpoint"))
            painter->drawPolygon(diamond(foot, kEventSize));
        else
            painter->drawPolygon(triangle(foot, kEventSize));
    }
}

} // namespace lockstep::ui
