#include "ui/canvas/edge_item.h"

#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace lockstep::ui {

namespace {
constexpr double kTextFrom = 0.45;
}

EdgeItem::EdgeItem(const QPointF& from, const QPointF& to, const QString& shape) : m_tip(to), m_shape(shape) {
    const double bend = std::max(12.0, (to.y() - from.y()) / 2);
    m_path.moveTo(from);
    m_path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
    m_middle = m_path.pointAtPercent(0.5);
    setZValue(0);
}

QRectF EdgeItem::boundingRect() const {
    const double margin = space(24);
    return m_path.boundingRect().adjusted(-margin, -space(3), margin, space(3));
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const Colors& c = colors();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->strokePath(m_path, QPen(c.fieldBorder, 1.5));
    const double half = space(1), high = space(1.75);
    painter->setPen(Qt::NoPen);
    painter->setBrush(c.fieldBorder);
    painter->drawPolygon(QPolygonF({m_tip, m_tip + QPointF(-half, -high), m_tip + QPointF(half, -high)}));
    const bool tiny = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()) < kTextFrom;
    if (m_shape.isEmpty() || tiny) return;
    const QFont font = scaledFont(0.85);
    const QSizeF text(QFontMetricsF(font).horizontalAdvance(m_shape) + space(3), QFontMetricsF(font).height() + space(0.5));
    const QRectF pill(m_middle - QPointF(text.width() / 2, text.height() / 2), text);
    drawBox(painter, pill.toRect(), c.sunken, c.border, text.height() / 2);
    painter->setFont(font);
    painter->setPen(c.textMuted);
    painter->drawText(pill, Qt::AlignCenter, m_shape);
}

} // namespace lockstep::ui
