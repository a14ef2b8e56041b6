// Mouse, wheel and keys of a chart (GUI.md C11 and section 5).
#pragma once

#include <QObject>
#include <QPoint>

class QKeyEvent;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace lockstep::ui {

class LineChart;

/// Drag: box. Shift-drag: pan. Ctrl+wheel: zoom at the cursor. Wheel on an axis: that axis. Plain wheel: the page scrolls.
/// Double-click or F: fit and follow. L, Shift+L: log y, x. Left, right (Shift x10), Home, End: step cursor. Esc: end the gesture.
class ChartGestures : public QObject {
    Q_OBJECT

public:
    explicit ChartGestures(LineChart& chart);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Box, Pan };

    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(QWheelEvent& event);
    bool key(const QKeyEvent& event);
    void pan(const QPoint& to);
    void endDrag();
    void moveCursor(int columns, bool toEnd);

    LineChart& m_chart;
    QRubberBand* m_band;
    Drag m_drag = Drag::None;
    QPoint m_from;
    double m_cursor = -1; ///< keyboard cursor, pixels from the left edge
};

} // namespace lockstep::ui
