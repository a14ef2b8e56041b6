// The QCustomPlot of one chart: axes in the theme's colours, one graph a drawn piece, marks on top.
#pragma once

#include "ui/plots/chart_types.h"

#include <QObject>

#include <optional>
#include <vector>

class QCPAxisTicker;
class QCustomPlot;

namespace lockstep::ui {

class ChartMarks;

class ChartCanvas : public QObject {
    Q_OBJECT

public:
    ChartCanvas(ValueFormat format, QWidget* parent);

    QCustomPlot* plot() const { return m_plot; }
    void applyTheme();
    void setAxes(const ChartOptions& options);
    /// Removes curves and marks.
    void clear();
    /// What weight a curve's line has.
    enum class Weight { Behind, Hairline, Full };
    /// `fine`: antialiased; only for few points and never during a gesture.
    void addLine(const ChartCurve& curve, const DrawnCurve& drawn, Weight weight, double strength, bool fine);
    /// Marks of the raw data of a curve.
    void addMarks(const ChartCurve& curve, const DrawnCurve& drawn, double strength);
    void addBest(const ChartCurve& curve, double x);
    void setEvents(const std::vector<ChartEvent>& events);
    void setPicked(const std::optional<ChartRange>& x);
    void setBand(const ChartRange& x, const ChartRange& y);

    ChartRange x() const;
    ChartRange y() const;
    int columns() const; ///< pixel columns of the drawing area, device pixels
    QRect drawingArea() const;
    void replotQueued();
    void replotNow();

signals:
    void painted(double cpuMs);

private:
    void styleAxis(bool horizontal);

    ValueFormat m_format;
    QCustomPlot* m_plot;
    ChartMarks* m_marks; ///< owned by the plot
    double m_paintStart = 0;
};

/// A value as the axes and the read-out of such a chart write it.
QString valueText(double value, ValueFormat format);
/// `color` laid over `ground` with the given opacity.
QColor mixed(const QColor& color, const QColor& ground, double opacity);

} // namespace lockstep::ui
