#include "ui/canvas/node_item.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QCursor>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

namespace lockstep::ui {

namespace {

constexpr double kTextFrom = 0.45; // smaller than this, text would be dust

QString tr(const char* text) { return QCoreApplication::translate("Canvas", text); }

QColor stripeColor(int group) {
    const Colors& c = colors();
    return group < 0 ? c.marker : c.layerGroups[static_cast<std::size_t>(group) % c.layerGroups.size()];
}

QString flopText(const NodeView& node) { return node.flops.contains(' ') ? node.flops + "FLOP" : node.flops + " FLOP"; }

QString tipOf(const NodeView& node) {
    QStringList lines{QString("%1 · %2").arg(node.id, node.type)};
    if (!node.shape.isEmpty()) lines << tr("Output %1").arg(node.shape);
    if (!node.parameters.isEmpty()) lines << tr("%1 parameters").arg(node.parameters);
    if (!node.flops.isEmpty()) lines << tr("%1 a sample, forward").arg(flopText(node));
    return (lines + node.problems).join('\n');
}

/// Draws one line, cut with an ellipsis where it does not fit (the tooltip has all of it).
void drawLine(QPainter* painter, const QFont& font, const QColor& color, const QRectF& room, int flags, const QString& text) {
    painter->setFont(font);
    painter->setPen(color);
    painter->drawText(room, flags, QFontMetricsF(font).elidedText(text, Qt::ElideRight, room.width()));
}

} // namespace

NodeItem::NodeItem(const NodeView& node) {
    setFlags(ItemIsSelectable);
    setCursor(Qt::PointingHandCursor);
    setAcceptHoverEvents(true);
    setZValue(1);
    setNode(node);
}

QSizeF NodeItem::size() { return {double(space(60)), double(space(17))}; }

void NodeItem::setNode(const NodeView& node) {
    m_node = node;
    setPos(node.centre);
    setToolTip(tipOf(node));
    update();
}

QRectF NodeItem::boundingRect() const {
    const QSizeF all = size();
    const double margin = space(2);
    return QRectF(-all.width() / 2, -all.height() / 2, all.width(), all.height()).adjusted(-margin, -margin, margin, margin);
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const Colors& c = colors();
    const QSizeF all = size();
    const QRectF box(-all.width() / 2, -all.height() / 2, all.width(), all.height());
    const double radius = cornerRadius() * 1.6;
    painter->setRenderHint(QPainter::Antialiasing);
    QPainterPath shape;
    shape.addRoundedRect(box, radius, radius);
    painter->fillPath(shape, option->state & QStyle::State_MouseOver ? c.raised : c.surface);
    QPainterPath stripe;
    stripe.addRect(QRectF(box.left(), box.top(), space(1.25), box.height()));
    painter->fillPath(shape.intersected(stripe), stripeColor(m_node.group));
    const bool wrong = !m_node.problems.isEmpty(), selected = option->state & QStyle::State_Selected;
    painter->strokePath(shape, QPen(wrong ? c.danger : selected ? c.accent : c.border, wrong || selected ? 2 : 1));
    if (wrong && selected) {
        QPainterPath outer;
        outer.addRoundedRect(box.adjusted(-4, -4, 4, 4), radius + 3, radius + 3);
        painter->strokePath(outer, QPen(c.accent, 2));
    }
    if (QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()) < kTextFrom) return;
    paintText(painter, box.adjusted(space(4), space(2), -space(3), -space(2)));
}

void NodeItem::paintText(QPainter* painter, const QRectF& box) const {
    const Colors& c = colors();
    const QFont strong = scaledFont(1.02, true), plain = scaledFont(0.92);
    const double high = QFontMetricsF(strong).height(), low = QFontMetricsF(plain).height();
    const bool wrong = !m_node.problems.isEmpty();
    double right = box.right();
    if (wrong) {
        const int edge = space(4.5);
        icon("error", IconTone::Danger).paint(painter, QRect(int(box.right()) - edge, int(box.top()), edge, edge));
        right -= edge + space(1);
    }
    const QString type = m_node.note.isEmpty() ? m_node.type : m_node.type + "  " + m_node.note;
    drawLine(painter, strong, c.text, QRectF(box.left(), box.top(), right - box.left(), high), Qt::AlignLeft, type);
    const double left = box.left() + QFontMetricsF(strong).horizontalAdvance(type) + space(2);
    if (left < right - space(4))
        drawLine(painter, plain, c.textMuted, QRectF(left, box.top(), right - left, high), Qt::AlignRight | Qt::AlignVCenter, m_node.id);
    const double middle = box.top() + high + (box.height() - high - 2 * low) / 2;
    drawLine(painter, plain, c.text, QRectF(box.left(), middle, box.width(), low), Qt::AlignLeft,
             m_node.shape.isEmpty() ? tr("shape not known") : m_node.shape);
    QStringList numbers;
    if (!m_node.parameters.isEmpty()) numbers << tr("%1 params").arg(m_node.parameters);
    if (!m_node.flops.isEmpty()) numbers << flopText(m_node);
    const QRectF last(box.left(), box.bottom() - low, box.width(), low);
    const QString text = wrong ? m_node.problems.front() : numbers.join(QString::fromUtf8(" · "));
    drawLine(painter, plain, wrong ? c.danger : c.textMuted, last, Qt::AlignLeft, text);
}

} // namespace lockstep::ui
