// Mouse, wheel and keys of a chart (GUI.md C11 and section 5).
#pragma once

#include <QObject>
#include <QPoint>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QRubberBand;
class QWheelEvent;

namespace lockstep::ui {

class LineChart;

/// Click: picks the step. Ctrl-drag: picks a range. Drag: box. Shift-drag: pan. Ctrl+wheel: zoom at the cursor. Wheel on an axis: that
/// axis. Plain wheel: the page scrolls. Double-click or F: fit and follow. L, Shift+L: log y, x. Left, right (Shift x10), Home, End: step
/// cursor. B, N: cursor to the best value, to the next event or non-finite value. P: pin. T: data table. Return: picks the cursor's step.
/// Esc: ends the gesture, or drops what is picked.
class ChartGestures : public QObject {
    Q_OBJECT

public:
    explicit ChartGestures(LineChart& chart);

    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Box, Pan, Pick };

    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    bool wheel(QWheelEvent& event);
    bool key(const QKeyEvent& event);
    void pan(const QPoint& to);
    void endDrag();
    void moveCursor(int columns, bool toEnd);
    void cursorTo(const std::optional<double>& x);
    double cursorX() const;
    bool cancel();

    LineChart& m_chart;
    QRubberBand* m_band;
    Drag m_drag = Drag::None;
    QPoint m_from;
    std::optional<double> m_exact; ///< x that the cursor was sent to: pixels would round it
    double m_cursor = -1;          ///< keyboard cursor, pixels from the left edge
};

} // namespace lockstep::ui
