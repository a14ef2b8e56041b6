#include "ui/canvas/edge_item.h"

#include "ui/canvas/item_cache.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QStyleOptionGraphicsItem>

#include <algorithm>

namespace lockstep::ui {

namespace {
constexpr double kArrowFrom = 0.25, kWidth = 1.5, kFont = 0.85;
constexpr double kHairlineTo = 1.6; // pixels; a thicker line costs thirty times a hairline
} // namespace

EdgeItem::EdgeItem(const QPointF& from, const QPointF& to, const QString& shape) : m_shape(shape) {
    const double bend = std::max(12.0, (to.y() - from.y()) / 2);
    m_path.moveTo(from);
    m_path.cubicTo(from + QPointF(0, bend), to - QPointF(0, bend), to);
    m_middle = m_path.pointAtPercent(0.5);
    QPainterPathStroker stroker(QPen(Qt::black, kWidth));
    m_outline = stroker.createStroke(m_path);
    m_outline.setFillRule(Qt::WindingFill);
    const double half = space(1), high = space(1.75);
    m_arrow = {to, to + QPointF(-half, -high), to + QPointF(half, -high)};
    setZValue(0);
}

QRectF EdgeItem::boundingRect() const {
    const double margin = space(24);
    return m_path.boundingRect().adjusted(-margin, -space(3), margin, space(3));
}

void EdgeItem::layOut() {
    m_laidOutIn = QApplication::font();
    const QFont font = scaledFont(kFont);
    const QFontMetricsF metrics(font);
    const QSizeF text(metrics.horizontalAdvance(m_shape) + space(3), metrics.height() + space(0.5));
    m_pill = QRectF(m_middle - QPointF(text.width() / 2, text.height() / 2), text).toRect();
}

void EdgeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const Colors& c = colors();
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    painter->setRenderHint(QPainter::Antialiasing);
    if (scale * painter->device()->devicePixelRatioF() * kWidth < kHairlineTo) {
        QPen hairline(c.fieldBorder, 1);
        hairline.setCosmetic(true);
        painter->strokePath(m_path, hairline);
    } else {
        painter->fillPath(m_outline, c.fieldBorder);
    }
    if (scale >= kArrowFrom) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.fieldBorder);
        painter->drawConvexPolygon(m_arrow);
    }
    if (m_shape.isEmpty() || scale < kTextFrom) return;
    if (m_pill.isNull() || m_laidOutIn != QApplication::font()) layOut();
    static ItemCache cache;
    const ItemCache::Key key{m_shape, m_pill.size(), c.sunken.rgba(), c.textMuted.rgba(), c.border.rgba()};
    cache.draw(painter, m_pill.adjusted(-1, -1, 1, 1), key, [&](QPainter* p) {
        drawBox(p, m_pill.toRect(), c.sunken, c.border, m_pill.height() / 2);
        p->setFont(scaledFont(kFont));
        p->setPen(c.textMuted);
        p->drawText(m_pill, Qt::AlignCenter, m_shape);
    });
}

} // namespace lockstep::ui
