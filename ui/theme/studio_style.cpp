#include "ui/theme/studio_style.h"

#include "ui/theme/metrics.h"
#include "ui/theme/style_drawing.h"
#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QPainter>
#include <QScrollBar>
#include <QSlider>
#include <QStyleOption>
#include <QTabBar>

namespace lockstep::ui {

void StudioStyle::polish(QWidget* widget) {
    QProxyStyle::polish(widget);
    if (qobject_cast<QAbstractButton*>(widget) || qobject_cast<QScrollBar*>(widget) || qobject_cast<QTabBar*>(widget) ||
        qobject_cast<QComboBox*>(widget))
        widget->setAttribute(Qt::WA_Hover);
}

void StudioStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Colors& c = colors();
    switch (element) {
    case PE_PanelButtonCommand: return drawButtonPanel(option, painter, widget);
    case PE_PanelButtonTool: return drawToolButtonPanel(option, painter, widget);
    case PE_PanelLineEdit:
        // Inside spin boxes and editable combos the outer control has the frame.
        if (const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option); frame && frame->lineWidth > 0)
            drawFieldPanel(option, painter, widget);
        return;
    case PE_FrameLineEdit: return drawFieldPanel(option, painter, widget);
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck: return drawCheckIndicator(option, painter, false);
    case PE_IndicatorRadioButton: return drawCheckIndicator(option, painter, true);
    case PE_FrameFocusRect:
        if (option->state & State_KeyboardFocusChange) drawBox(painter, option->rect, {}, c.accent, cornerRadius(), 1.5);
        return;
    case PE_Frame:
    case PE_FrameGroupBox: return drawBox(painter, option->rect, {}, c.border, cornerRadius());
    case PE_FrameTabWidget:
    case PE_FrameTabBarBase:
    case PE_FrameStatusBarItem: return;
    case PE_PanelTipLabel: return drawBox(painter, option->rect, c.raised, c.border, 0);
    default: QProxyStyle::drawPrimitive(element, option, painter, widget);
    }
}

void StudioStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
    const Colors& c = colors();
    if (element == CE_PushButtonBevel) return drawButtonPanel(option, painter, widget);
    if (element == CE_PushButtonLabel) {
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton copy = *button;
            copy.palette.setColor(QPalette::ButtonText, buttonTextColor(widget, option->state & State_Enabled));
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
    }
    if (element == CE_ProgressBarGroove || element == CE_ProgressBarLabel) return;
    if (element == CE_ProgressBarContents) {
        if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option)) return drawProgress(bar, painter);
    }
    if (element == CE_TabBarTabShape) {
        if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) return drawTab(tab, painter);
    }
    if (element == CE_ItemViewItem) {
        if (const auto* item = qstyleoption_cast<const QStyleOptionViewItem*>(option)) {
            QStyleOptionViewItem copy = *item;
            copy.palette.setColor(QPalette::Highlight, c.accentSoft);
            copy.palette.setColor(QPalette::HighlightedText, c.text);
            return QProxyStyle::drawControl(element, &copy, painter, widget);
        }
    }
    if (element == CE_HeaderSection) {
        painter->fillRect(option->rect, c.surface);
        painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1), c.border);
        return;
    }
    if (element == CE_Splitter) return;
    QProxyStyle::drawControl(element, option, painter, widget);
}

void StudioStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                     const QWidget* widget) const {
    if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option); combo && control == CC_ComboBox)
        return drawComboBox(this, combo, painter, widget);
    if (const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option); spin && control == CC_SpinBox)
        return drawSpinBox(this, spin, painter, widget);
    if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
        if (control == CC_Slider) return drawSlider(this, slider, painter, widget);
        if (control == CC_ScrollBar) return drawScrollBar(this, slider, painter, widget);
    }
    if (const auto* button = qstyleoption_cast<const QStyleOptionToolButton*>(option); button && control == CC_ToolButton) {
        QStyleOptionToolButton copy = *button; // no arrow in the corner: the text says what opens
        copy.features &= ~QStyleOptionToolButton::HasMenu;
        return QProxyStyle::drawComplexControl(control, &copy, painter, widget);
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

QRect StudioStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    return element == SE_LineEditContents ? rect.adjusted(space(1), 0, -space(1), 0) : rect;
}

QRect StudioStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part, const QWidget* widget) const {
    if (control == CC_ScrollBar) {
        // No arrow buttons: the thumb has the whole length.
        if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
            const bool horizontal = bar->orientation == Qt::Horizontal;
            const int length = horizontal ? bar->rect.width() : bar->rect.height();
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            if (part == SC_ScrollBarAddLine || part == SC_ScrollBarSubLine) return {};
            if (part == SC_ScrollBarGroove) return bar->rect;
            int thumb = length;
            if (range > 0) thumb = qBound(space(6), static_cast<int>(qint64(length) * bar->pageStep / (range + bar->pageStep)), length);
            const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - thumb, bar->upsideDown);
            const auto along = [&](int from, int size) {
                return horizontal ? QRect(bar->rect.left() + from, bar->rect.top(), size, bar->rect.height())
                                  : QRect(bar->rect.left(), bar->rect.top() + from, bar->rect.width(), size);
            };
            if (part == SC_ScrollBarSlider) return visualRect(bar->direction, bar->rect, along(start, thumb));
            if (part == SC_ScrollBarSubPage) return visualRect(bar->direction, bar->rect, along(0, start));
            if (part == SC_ScrollBarAddPage) return visualRect(bar->direction, bar->rect, along(start + thumb, length - start - thumb));
        }
    }
    QRect rect = QProxyStyle::subControlRect(control, option, part, widget);
    if (control == CC_ComboBox && part == SC_ComboBoxEditField) rect.adjust(space(1), 0, 0, 0);
    return rect;
}

QSize StudioStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const {
    QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
    const int least = qMax(24, space(6.5));
    switch (type) {
    case CT_PushButton: result.rwidth() += space(3); [[fallthrough]];
    case CT_ComboBox:
    case CT_SpinBox:
    case CT_LineEdit: result.setHeight(qMax(result.height(), qMax(least, space(7)))); break;
    case CT_ToolButton:
    case CT_ItemViewItem:
    case CT_MenuItem:
    case CT_CheckBox:
    case CT_RadioButton: result.setHeight(qMax(result.height(), least)); break;
    case CT_TabBarTab:
        result.setHeight(qMax(result.height(), space(8)));
        result.rwidth() += space(2);
        break;
    case CT_HeaderSection: result.setHeight(qMax(result.height(), space(7))); break;
    default: break;
    }
    return result;
}

int StudioStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_ToolBarIconSize: return iconSize();
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return space(4);
    case PM_ScrollBarExtent: return space(3);
    case PM_SliderThickness:
    case PM_SliderControlThickness: return qMax(24, space(5)) - 6;
    case PM_SliderLength: return space(4);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical: return 0;
    case PM_SplitterWidth: return space(1.5);
    case PM_TabBarTabHSpace: return space(4);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int StudioStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const {
    switch (hint) {
    case SH_EtchDisabledText:
    case SH_ComboBox_Popup:
    case SH_ScrollBar_Transient: return 0;
    case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;
    case SH_TabBar_ElideMode: return Qt::ElideNone;
    case SH_UnderlineShortcut: return 1;
    default: return QProxyStyle::styleHint(hint, option, widget, data);
    }
}

} // namespace lockstep::ui
