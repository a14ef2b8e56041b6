#include "ui/forms/rate_curve.h"

#include "base/text.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace lockstep::ui {

namespace {
QString rateText(double rate) { return QString::number(rate, 'g', 3); }
} // namespace

RateCurve::RateCurve(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Learning rate over the run"));
}

QSize RateCurve::sizeHint() const { return {space(60), space(32)}; }

void RateCurve::setRates(std::vector<double> rates, qint64 steps) {
    std::erase_if(rates, [](double rate) { return !std::isfinite(rate); });
    m_rates = std::move(rates);
    m_steps = steps;
    if (!m_rates.empty()) {
        const auto [low, high] = std::minmax_element(m_rates.begin(), m_rates.end());
        setAccessibleDescription(tr("From %1 to %2, at most %3, over %4 steps")
                                     .arg(rateText(m_rates.front()), rateText(m_rates.back()), rateText(*high))
                                     .arg(steps));
        setToolTip(tr("Lowest %1, highest %2").arg(rateText(*low), rateText(*high)));
    }
    update();
}

void RateCurve::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    drawBox(&painter, rect(), c.sunken, c.border, cornerRadius());
    const QFont font = scaledFont(0.88);
    const int text = QFontMetrics(font).height();
    const QRectF plot = QRectF(rect()).adjusted(space(3), text + space(2), -space(3), -text - space(2));
    painter.setFont(font);
    painter.setPen(c.textMuted);
    if (m_rates.empty()) {
        painter.drawText(rect(), Qt::AlignCenter, tr("The curve appears once the setup is complete"));
        return;
    }
    const double high = *std::max_element(m_rates.begin(), m_rates.end());
    QPolygonF line;
    const double last = static_cast<double>(std::max<std::size_t>(1, m_rates.size() - 1));
    for (std::size_t i = 0; i < m_rates.size(); ++i)
        line << QPointF(plot.left() + plot.width() * static_cast<double>(i) / last,
                        plot.bottom() - plot.height() * (high > 0 ? m_rates[i] / high : 0));
    if (m_rates.size() == 1) line << QPointF(plot.right(), line.front().y());
    QPolygonF area = line;
    area << plot.bottomRight() << plot.bottomLeft();
    QColor fill = c.accent;
    fill.setAlpha(34);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawPolygon(area);
    painter.setPen(QPen(c.gridLine, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.setPen(QPen(c.accent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPolyline(line);
    painter.setPen(c.textMuted);
    painter.drawText(QRectF(plot.left(), space(1), plot.width(), text), Qt::AlignLeft, tr("%1 at most").arg(rateText(high)));
    const QRectF foot(plot.left(), plot.bottom() + space(0.75), plot.width(), text);
    painter.drawText(foot, Qt::AlignLeft, tr("step 0"));
    painter.drawText(foot, Qt::AlignRight, tr("step %1, ends at %2").arg(QLocale().toString(m_steps), rateText(m_rates.back())));
}

} // namespace lockstep::ui
