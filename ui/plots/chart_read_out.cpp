#include "ui/plots/chart_read_out.h"

#include "ui/models/number_text.h"
#include "ui/plots/chart_canvas.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QPainter>

namespace lockstep::ui {

namespace {
constexpr int kFewRows = 5;
constexpr double kPointRadius = 4;
} // namespace

ChartReadOut::ChartReadOut(ChartCanvas& canvas, ValueFormat format, QWidget* parent) : QWidget(parent), m_canvas(canvas), m_format(format) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
}

void ChartReadOut::show(const QPointF& cursor, Content content) {
    m_cursor = cursor;
    m_content = std::move(content);
    m_showing = true;
    update();
}

void ChartReadOut::clear() {
    if (!m_showing) return;
    m_showing = false;
    m_content = {};
    update();
}

void ChartReadOut::setAllRows(bool all) {
    m_all = all;
    update();
}

QString ChartReadOut::rowText(const Row& row) const {
    const auto raw = valueText(row.raw, m_format);
    const auto smooth = valueText(row.smoothed, m_format);
    return raw == smooth ? raw : tr("%1  (raw %2)").arg(smooth, raw);
}

void ChartReadOut::paintEvent(QPaintEvent*) {
    if (!m_showing) return;
    QPainter painter(this);
    const auto area = m_canvas.drawingArea();
    painter.setPen(QPen(colors().axisText, 0, Qt::DotLine));
    painter.drawLine(QLineF(m_cursor.x(), area.top(), m_cursor.x(), area.bottom()));
    painter.drawLine(QLineF(area.left(), m_cursor.y(), area.right(), m_cursor.y()));
    painter.setRenderHint(QPainter::Antialiasing);
    for (const auto& row : m_content.rows) {
        if (!area.adjusted(-4, -4, 4, 4).contains(row.pixel.toPoint())) continue;
        painter.setPen(QPen(colors().surface, 1.5));
        painter.setBrush(Theme::instance().runColor(row.ordinal));
        painter.drawEllipse(row.pixel, kPointRadius, kPointRadius);
    }
    paintBox(&painter);
}

QRect ChartReadOut::boxRect(const QSize& size) const {
    const auto area = m_canvas.drawingArea();
    const int gap = space(3);
    int left = static_cast<int>(m_cursor.x()) + gap;
    if (left + size.width() > area.right()) left = static_cast<int>(m_cursor.x()) - gap - size.width();
    int top = static_cast<int>(m_cursor.y()) + gap;
    if (top + size.height() > height()) top = std::max(0, static_cast<int>(m_cursor.y()) - gap - size.height());
    return {QPoint(std::max(0, left), top), size};
}

void ChartReadOut::paintBox(QPainter* painter) const {
    const auto font = scaledFont(0.9);
    const QFontMetrics metrics(font), bold(scaledFont(0.9, true));
    const int shown = m_all ? static_cast<int>(m_content.rows.size()) : std::min<int>(kFewRows, static_cast<int>(m_content.rows.size()));
    const int hidden = static_cast<int>(m_content.rows.size()) - shown;
    const auto more = hidden > 0 ? tr("%1 more").arg(hidden) : QString();
    int names = 0, values = 0;
    for (int i = 0; i < shown; ++i) {
        const auto& row = m_content.rows[static_cast<std::size_t>(i)];
        names = std::max(names, metrics.horizontalAdvance(row.run));
        values = std::max(values, bold.horizontalAdvance(rowText(row)));
    }
    names = std::min(names, space(40));
    const int line = metrics.height() + space(0.5), pad = space(2), chip = metrics.height() / 2 + space(1.5);
    int width = std::max({chip + names + space(3) + values, bold.horizontalAdvance(m_content.head), metrics.horizontalAdvance(more)});
    for (const auto& remark : m_content.remarks) width = std::max(width, std::min(metrics.horizontalAdvance(remark), space(70)));
    const int lines = 1 + shown + (hidden > 0 ? 1 : 0) + static_cast<int>(m_content.remarks.size());
    const auto box = boxRect({width + 2 * pad, lines * line + 2 * pad});

    drawBox(painter, box, colors().raised, colors().border, cornerRadius());
    QRect at(box.left() + pad, box.top() + pad, width, line);
    painter->setFont(scaledFont(0.9, true));
    painter->setPen(colors().text);
    painter->drawText(at, Qt::AlignVCenter | Qt::AlignLeft, m_content.head);
    for (int i = 0; i < shown; ++i) {
        const auto& row = m_content.rows[static_cast<std::size_t>(i)];
        at.translate(0, line);
        const double dot = metrics.height() / 2.0;
        const QRectF mark(at.left(), at.center().y() - dot / 2, dot, dot);
        painter->setPen(Qt::NoPen);
        painter->setBrush(Theme::instance().runColor(row.ordinal));
        row.validation ? painter->drawEllipse(mark) : painter->drawRect(mark.adjusted(0, dot / 2 - 1.5, 0, -dot / 2 + 1.5));
        painter->setFont(font);
        painter->setPen(colors().textMuted);
        painter->drawText(at.adjusted(chip, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          metrics.elidedText(row.run, Qt::ElideMiddle, names));
        painter->setFont(scaledFont(0.9, true));
        painter->setPen(colors().text);
        painter->drawText(at, Qt::AlignVCenter | Qt::AlignRight, rowText(row));
    }
    painter->setFont(font);
    painter->setPen(colors().textMuted);
    if (hidden > 0) painter->drawText(at = at.translated(0, line), Qt::AlignVCenter | Qt::AlignLeft, more);
    for (const auto& remark : m_content.remarks)
        painter->drawText(at = at.translated(0, line), Qt::AlignVCenter | Qt::AlignLeft, metrics.elidedText(remark, Qt::ElideRight, width));
}

} // namespace lockstep::ui
