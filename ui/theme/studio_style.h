// Fusion with flat, rounded controls in the theme's colours. Drawing is in style_drawing.h; here is who draws what, and sizes.
#pragma once

#include <QProxyStyle>

namespace lockstep::ui {

/// Push buttons look at the dynamic property "look": "primary", "danger", "quiet"; unset: secondary.
/// Fields look at "invalid" (bool): a red outline.
class StudioStyle : public QProxyStyle {
    Q_OBJECT

public:
    explicit StudioStyle(QStyle* base) : QProxyStyle(base) {}

    void polish(QWidget* widget) override;
    using QProxyStyle::polish;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override;
};

} // namespace lockstep::ui
