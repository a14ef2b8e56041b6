// The shapes StudioStyle draws. All take the option's rectangle and the theme's colours.
#pragma once

#include <QColor>

class QPainter;
class QRect;
class QStyle;
class QStyleOption;
class QStyleOptionComboBox;
class QStyleOptionProgressBar;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QStyleOptionTab;
class QWidget;

namespace lockstep::ui {

/// A filled rounded rectangle with a one-pixel outline on whole device pixels; invalid colours draw nothing.
void drawBox(QPainter* painter, const QRect& rect, const QColor& fill, const QColor& outline, double radius, double width = 1);
void drawChevron(QPainter* painter, const QRect& rect, const QColor& color, bool up);

double cornerRadius();
void drawButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget);
void drawToolButtonPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget);
void drawFieldPanel(const QStyleOption* option, QPainter* painter, const QWidget* widget);
void drawCheckIndicator(const QStyleOption* option, QPainter* painter, bool round);
void drawComboBox(const QStyle* style, const QStyleOptionComboBox* option, QPainter* painter, const QWidget* widget);
void drawSpinBox(const QStyle* style, const QStyleOptionSpinBox* option, QPainter* painter, const QWidget* widget);
void drawSlider(const QStyle* style, const QStyleOptionSlider* option, QPainter* painter, const QWidget* widget);
void drawScrollBar(const QStyle* style, const QStyleOptionSlider* option, QPainter* painter, const QWidget* widget);
void drawProgress(const QStyleOptionProgressBar* option, QPainter* painter);
void drawTab(const QStyleOptionTab* option, QPainter* painter);
/// Text colour of a push button of this look.
QColor buttonTextColor(const QWidget* widget, bool enabled);

} // namespace lockstep::ui
