#include "ui/canvas/node_item.h"

#include "ui/canvas/item_cache.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCursor>
#include <QPainter>
#include <QPainterPath>
#include <QStyleOptionGraphicsItem>

namespace lockstep::ui {

namespace {

constexpr double kRoundFrom = 2; // corners of fewer pixels are drawn square
constexpr double kStrong = 1.02, kPlain = 0.92;

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

QRectF boxOf(const QSizeF& size) { return {-size.width() / 2, -size.height() / 2, size.width(), size.height()}; }

/// What all nodes share until the font changes.
struct Shape {
    QSizeF size;
    double radius = 0;
    QPainterPath box, stripe;
};

const Shape& shapeFor(const QSizeF& size) {
    static Shape shape;
    if (shape.size == size) return shape;
    const QRectF box = boxOf(size);
    shape = {size, cornerRadius() * 1.6, {}, {}};
    shape.box.addRoundedRect(box, shape.radius, shape.radius);
    QPainterPath left;
    left.addRect(QRectF(box.left(), box.top(), space(1.25), box.height()));
    shape.stripe = shape.box.intersected(left);
    return shape;
}

void paintBox(QPainter* painter, const Shape& shape, const QColor& fill, const QColor& stripe, const QPen& outline) {
    static ItemCache cache;
    const double margin = outline.widthF();
    const ItemCache::Key key{{}, shape.size, fill.rgba(), stripe.rgba(), outline.color().rgba(), outline.widthF()};
    cache.draw(painter, boxOf(shape.size).adjusted(-margin, -margin, margin, margin), key, [&](QPainter* p) {
        p->setRenderHint(QPainter::Antialiasing);
        p->fillPath(shape.box, fill);
        p->fillPath(shape.stripe, stripe);
        p->strokePath(shape.box, outline);
    });
}

QRectF textRoom(const QRectF& box) { return box.adjusted(space(4), space(2), -space(3), -space(2)); }
double markEdge() { return space(4.5); }

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
    m_lines.clear();
    setPos(node.centre);
    setToolTip(tipOf(node));
    update();
}

QRectF NodeItem::boundingRect() const {
    const double margin = space(2);
    return boxOf(size()).adjusted(-margin, -margin, margin, margin);
}

void NodeItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*) {
    const Colors& c = colors();
    const Shape& shape = shapeFor(size());
    const QRectF box = boxOf(shape.size);
    const bool wrong = !m_node.problems.isEmpty(), selected = option->state & QStyle::State_Selected;
    const QColor fill = option->state & QStyle::State_MouseOver ? c.raised : c.surface;
    QPen outline(wrong ? c.danger : selected ? c.accent : c.border, wrong || selected ? 2 : 1);
    const double scale = QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform());
    if (scale * shape.radius < kRoundFrom) {
        outline.setCosmetic(true);
        painter->setRenderHint(QPainter::Antialiasing, false);
        painter->fillRect(box, fill);
        painter->fillRect(QRectF(box.left(), box.top(), space(1.25), box.height()), stripeColor(m_node.group));
        painter->setBrush(Qt::NoBrush);
        painter->setPen(outline);
        painter->drawRect(box);
    } else {
        paintBox(painter, shape, fill, stripeColor(m_node.group), outline);
    }
    if (wrong && selected) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(c.accent, 2));
        painter->drawRoundedRect(box.adjusted(-4, -4, 4, 4), shape.radius + 3, shape.radius + 3);
    }
    if (scale >= kTextFrom) paintText(painter);
}

void NodeItem::addLine(const QString& text, const QRectF& room, bool strong, Tone tone, Qt::Alignment alignment) {
    const QFont font = strong ? scaledFont(kStrong, true) : scaledFont(kPlain);
    const QFontMetricsF metrics(font);
    const QString shown = metrics.elidedText(text, Qt::ElideRight, room.width()); // the tooltip has all of it
    Line line{QStaticText(shown), room.topLeft(), strong, tone};
    line.text.setTextFormat(Qt::PlainText);
    line.text.setPerformanceHint(QStaticText::AggressiveCaching);
    line.text.prepare({}, font);
    if (alignment & Qt::AlignRight) line.at.setX(room.right() - metrics.horizontalAdvance(shown));
    if (alignment & Qt::AlignVCenter) line.at.setY(room.top() + (room.height() - metrics.height()) / 2);
    m_lines.push_back(std::move(line));
}

void NodeItem::layOut() {
    m_lines.clear();
    m_laidOutIn = QApplication::font();
    const QRectF box = textRoom(boxOf(size()));
    const QFontMetricsF strong(scaledFont(kStrong, true));
    const double high = strong.height(), low = QFontMetricsF(scaledFont(kPlain)).height();
    const bool wrong = !m_node.problems.isEmpty();
    const double right = box.right() - (wrong ? markEdge() + space(1) : 0);
    const QString type = m_node.note.isEmpty() ? m_node.type : m_node.type + "  " + m_node.note;
    addLine(type, QRectF(box.left(), box.top(), right - box.left(), high), true, Tone::Plain);
    const double left = box.left() + strong.horizontalAdvance(type) + space(2);
    if (left < right - space(4))
        addLine(m_node.id, QRectF(left, box.top(), right - left, high), false, Tone::Muted, Qt::AlignRight | Qt::AlignVCenter);
    const double middle = box.top() + high + (box.height() - high - 2 * low) / 2;
    addLine(m_node.shape.isEmpty() ? tr("shape not known") : m_node.shape, QRectF(box.left(), middle, box.width(), low), false,
            Tone::Plain);
    QStringList numbers;
    if (!m_node.parameters.isEmpty()) numbers << tr("%1 params").arg(m_node.parameters);
    if (!m_node.flops.isEmpty()) numbers << flopText(m_node);
    const QRectF last(box.left(), box.bottom() - low, box.width(), low);
    if (wrong)
        addLine(m_node.problems.front(), last, false, Tone::Danger);
    else
        addLine(numbers.join(QString::fromUtf8(" · ")), last, false, Tone::Muted);
}

void NodeItem::paintText(QPainter* painter) {
    if (m_lines.empty() || m_laidOutIn != QApplication::font()) layOut();
    const Colors& c = colors();
    const QFont fonts[] = {scaledFont(kPlain), scaledFont(kStrong, true)};
    for (const Line& line : m_lines) {
        painter->setFont(fonts[line.strong]);
        painter->setPen(line.tone == Tone::Danger ? c.danger : line.tone == Tone::Muted ? c.textMuted : c.text);
        painter->drawStaticText(line.at, line.text);
    }
    if (m_node.problems.isEmpty()) return;
    const QRectF box = textRoom(boxOf(size()));
    const int edge = int(markEdge());
    icon("error", IconTone::Danger).paint(painter, QRect(int(box.right()) - edge, int(box.top()), edge, edge));
}

} // namespace lockstep::ui
