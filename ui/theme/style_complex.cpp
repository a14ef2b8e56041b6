// Controls of several parts: combo and spin boxes, sliders, scroll bars, progress, tabs.
#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOption>
#include <QWidget>

namespace lockstep::ui {

void drawComboBox(const QStyle* style, const QStyleOptionComboBox* option, QPainter* painter, const QWidget* widget) {
    drawFieldPanel(option, painter, widget);
    const QRect arrow = style->subControlRect(QStyle::CC_ComboBox, option, QStyle::SC_ComboBoxArrow, widget);
    drawChevron(painter, arrow, option->state & QStyle::State_Enabled ? colors().textMuted : colors().textDisabled, false);
}

void drawSpinBox(const QStyle* style, const QStyleOptionSpinBox* option, QPainter* painter, const QWidget* widget) {
    drawFieldPanel(option, painter, widget);
    if (option->buttonSymbols == QAbstractSpinBox::NoButtons) return;
    const Colors& c = colors();
    const auto part = [&](QStyle::SubControl control, QAbstractSpinBox::StepEnabledFlag flag, bool up) {
        const QRect rect = style->subControlRect(QStyle::CC_SpinBox, option, control, widget);
        const bool active = option->activeSubControls == control && option->state & QStyle::State_MouseOver;
        if (active) drawBox(painter, rect.adjusted(1, 1, -1, -1), c.raised, {}, cornerRadius() / 2);
        drawChevron(painter, rect, option->stepEnabled & flag ? c.textMuted : c.textDisabled, up);
    };
    part(QStyle::SC_SpinBoxUp, QAbstractSpinBox::StepUpEnabled, true);
    part(QStyle::SC_SpinBoxDown, QAbstractSpinBox::StepDownEnabled, false);
}

void drawSlider(const QStyle* style, const QStyleOptionSlider* option, QPainter* painter, const QWidget* widget) {
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled, horizontal = option->orientation == Qt::Horizontal;
    const QRect all = option->rect, handle = style->subControlRect(QStyle::CC_Slider, option, QStyle::SC_SliderHandle, widget);
    const int thick = space(1);
    QRect groove = horizontal ? QRect(all.left(), all.center().y() - thick / 2, all.width(), thick)
                              : QRect(all.center().x() - thick / 2, all.top(), thick, all.height());
    drawBox(painter, groove, c.border, {}, thick / 2.0);
    if (horizontal)
        groove.setRight(handle.center().x());
    else
        groove.setTop(handle.center().y());
    drawBox(painter, groove, enabled ? c.accent : c.textDisabled, {}, thick / 2.0);
    const int edge = qMin(handle.width(), handle.height());
    QRect knob(0, 0, edge, edge);
    knob.moveCenter(handle.center());
    knob.adjust(1, 1, -1, -1);
    const bool focused = option->state & QStyle::State_HasFocus;
    if (focused) drawBox(painter, knob.adjusted(-1, -1, 1, 1), {}, c.accentText, edge / 2.0 + 1, 1);
    drawBox(painter, knob.adjusted(1, 1, -1, -1), c.surface, enabled ? c.accent : c.textDisabled, edge / 2.0, 2);
}

void drawScrollBar(const QStyle* style, const QStyleOptionSlider* option, QPainter* painter, const QWidget* widget) {
    const Colors& c = colors();
    QRect thumb = style->subControlRect(QStyle::CC_ScrollBar, option, QStyle::SC_ScrollBarSlider, widget);
    if (option->maximum <= option->minimum) return;
    const bool active = option->state & QStyle::State_MouseOver || option->state & QStyle::State_Sunken;
    const int inset = active ? 2 : 3;
    thumb = option->orientation == Qt::Horizontal ? thumb.adjusted(2, inset, -2, -inset) : thumb.adjusted(inset, 2, -inset, -2);
    QColor color = c.fieldBorder;
    color.setAlpha(active ? 220 : 130);
    drawBox(painter, thumb, color, {}, qMin(thumb.width(), thumb.height()) / 2.0);
}

void drawProgress(const QStyleOptionProgressBar* option, QPainter* painter) {
    const Colors& c = colors();
    const int thick = qMin(option->rect.height(), space(1.5));
    QRect bar(option->rect.left(), option->rect.center().y() - thick / 2, option->rect.width(), thick);
    drawBox(painter, bar, c.border, {}, thick / 2.0);
    const double span = option->maximum - option->minimum;
    const double share = span > 0 ? (option->progress - option->minimum) / span : 0;
    if (share <= 0) return;
    bar.setWidth(qMax(thick, static_cast<int>(bar.width() * qMin(share, 1.0))));
    drawBox(painter, bar, option->state & QStyle::State_Enabled ? c.accent : c.textDisabled, {}, thick / 2.0);
}

void drawTab(const QStyleOptionTab* option, QPainter* painter) {
    const Colors& c = colors();
    const bool selected = option->state & QStyle::State_Selected;
    if (option->state & QStyle::State_MouseOver && !selected)
        drawBox(painter, option->rect.adjusted(2, 3, -2, -3), c.raised, {}, cornerRadius());
    if (option->state & QStyle::State_HasFocus && option->state & QStyle::State_KeyboardFocusChange)
        drawBox(painter, option->rect.adjusted(3, 3, -3, -4), {}, c.accent, cornerRadius(), 1.5);
    if (!selected) return;
    QRect line = option->rect;
    line.setTop(line.bottom() - 2);
    painter->fillRect(line.adjusted(space(2), 0, -space(2), 0), c.accent);
}

} // namespace lockstep::ui
