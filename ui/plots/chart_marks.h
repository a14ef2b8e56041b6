// What lies over the curves: non-finite points, ticks for what a log axis can't show, best values, events on the x axis.
#pragma once

#include "ui/plots/chart_types.h"

#include <qcustomplot.h>

namespace lockstep::ui {

class ChartMarks : public QCPLayerable {
    Q_OBJECT

public:
    explicit ChartMarks(QCustomPlot* plot);

    void clear();
    void add(const DrawnCurve& drawn, const QColor& color);
    void addBest(double x, const QColor& color);
    void setEvents(std::vector<ChartEvent> events);
    void setPicked(const std::optional<ChartRange>& range) { m_picked = range; }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override { painter->setAntialiasing(true); }
    QRect clipRect() const override;
    void draw(QCPPainter* painter) override;

private:
    struct Mark {
        NonFiniteMark where;
        QColor color;
    };
    struct Edge {
        std::vector<double> x;
        std::int64_t count;
        QColor color;
    };
    struct Best {
        double x;
        QColor color;
    };

    void drawMark(QCPPainter* painter, const Mark& mark) const;
    void drawEdge(QCPPainter* painter, const Edge& edge, int row) const;
    void drawPicked(QCPPainter* painter) const;
    void drawEvents(QCPPainter* painter) const;
    void drawBest(QCPPainter* painter, const Best& best) const;
    double pixelX(double x) const;

    std::vector<Mark> m_marks;
    std::vector<Edge> m_edges;
    std::vector<Best> m_best;
    std::vector<ChartEvent> m_events;
    std::optional<ChartRange> m_picked;
};

} // namespace lockstep::ui
