#include "ui/theme/style_drawing.h"

#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyleOption>
#include <QWidget>

namespace lockstep::ui {

namespace {

QString lookOf(const QWidget* widget) { return widget ? widget->property("look").toString() : QString(); }

struct ButtonColors {
    QColor fill, outline;
};

ButtonColors secondaryColors(bool hovered, bool pressed) {
    const Colors& c = colors();
    return {pressed ? c.border : hovered ? c.raised : c.surface, c.fieldBorder};
}

ButtonColors buttonColors(const QString& look, QStyle::State state) {
    const Colors& c = colors();
    const bool hovered = state & QStyle::State_MouseOver, pressed = state & (QStyle::State_Sunken | QStyle::State_On);
    if (!(state & QStyle::State_Enabled)) return {look == "quiet" ? QColor() : c.raised, look == "quiet" ? QColor() : c.border};
    if (look == "primary") return {hovered || pressed ? c.accentHover : c.accent, QColor()};
    if (look == "danger") return {hovered || pressed ? c.dangerSoft : c.surface, c.danger};
    if (look == "quiet") return {pressed ? c.border : hovered ? c.raised : QColor(), QColor()};
    return secondaryColors(hovered, pressed);
}

} // namespace

double cornerRadius() { return space(1.25); }

void drawBox(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& outline, double radius, double width) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const double inset = outline.isValid() ? width / 2 : 0;
    QPainterPath path;
    path.addRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius);
    if (fill.isValid()) painter->fillPath(path, fill);
    if (outline.isValid()) painter->strokePath(path, QPen(outline, width));
    painter->restore();
}

void drawChevron(QPainter* painter, const QRect& rect, const QColor& color, bool up) {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(color, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF centre = QRectF(rect).center();
    const double half = space(0.75), rise = (up ? -1 : 1) * half / 2;
    painter->drawPolyline(QPolygonF({centre + QPointF(-half, -rise), centre + QPointF(0, rise), centre + QPointF(half, -rise)}));
    painter->restore();
}

QColor buttonTextColor(const QWidget* widget, bool enabled) {
    const Colors& c = colors();
    if (!enabled) return c.textDisabled;
    const QString look = lookOf(widget);
    return look == "primary" ? c.onAccent : look == "danger" ? c.danger : c.text;
}

void drawButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) {
    const ButtonColors box = buttonColors(lookOf(widget), option->state);
    drawBox(painter, option->rect, box.fill, box.outline, cornerRadius());
    if ((option->state & QStyle::State_HasFocus) && (option->state & QStyle::State_KeyboardFocusChange)) {
        const bool onAccent = lookOf(widget) == "primary";
        drawBox(painter, option->rect.adjusted(2, 2, -2, -2), {}, onAccent ? colors().onAccent : colors().accent, cornerRadius() - 1, 2);
    }
}

void drawToolButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) {
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled;
    QColor fill;
    if (enabled && (option->state & QStyle::State_On))
        fill = c.accentSoft;
    else if (enabled && (option->state & QStyle::State_Sunken))
        fill = c.border;
    else if (enabled && (option->state & QStyle::State_MouseOver))
        fill = c.raised;
    if (lookOf(widget) == "primary") {
        const ButtonColors box = buttonColors("primary", option->state);
        drawBox(painter, option->rect, box.fill, box.outline, cornerRadius());
    } else {
        drawBox(painter, option->rect, fill, {}, cornerRadius());
    }
    if ((option->state & QStyle::State_HasFocus) && (option->state & QStyle::State_KeyboardFocusChange))
        drawBox(painter, option->rect.adjusted(1, 1, -1, -1), {}, c.accent, cornerRadius(), 2);
}

void drawFieldPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget) {
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled, focused = option->state & QStyle::State_HasFocus;
    const bool invalid = widget && (widget->property("invalid").toBool() ||
                                    (widget->parentWidget() && widget->parentWidget()->property("invalid").toBool()));
    const QColor outline = invalid ? c.danger : focused ? c.accent : enabled ? c.fieldBorder : c.border;
    drawBox(painter, option->rect, enabled ? c.surface : c.window, outline, cornerRadius(), focused || invalid ? 2 : 1);
}

void drawCheckIndicator(const QStyleOption* option, QPainter* painter, bool round) {
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled, on = option->state & QStyle::State_On;
    const bool mixed = option->state & QStyle::State_NoChange;
    const QColor fill = on || mixed ? (enabled ? c.accent : c.textDisabled) : c.surface;
    const QColor outline = on || mixed ? QColor() : (enabled ? c.fieldBorder : c.border);
    const double radius = round ? option->rect.width() / 2.0 : space(0.75);
    drawBox(painter, option->rect, fill, outline, radius);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = option->rect;
    if (on && round) {
        painter->setBrush(c.onAccent);
        painter->setPen(Qt::NoPen);
        painter->drawEllipse(box.center(), box.width() / 5, box.width() / 5);
    } else if (on) {
        painter->setPen(QPen(c.onAccent, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const auto at = [&](double x, double y) { return box.topLeft() + QPointF(x * box.width(), y * box.height()); };
        painter->drawPolyline(QPolygonF({at(0.25, 0.53), at(0.43, 0.70), at(0.75, 0.33)}));
    } else if (mixed) {
        painter->setPen(QPen(c.onAccent, 2));
        painter->drawLine(QPointF(box.left() + box.width() / 4, box.center().y()),
                          QPointF(box.right() - box.width() / 4, box.center().y()));
    }
    painter->restore();
}

} // namespace lockstep::ui
