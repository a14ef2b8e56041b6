// Crosshair and the values under it, drawn over the chart without a replot (GUI.md C6).
#pragma once

#include "ui/plots/chart_types.h"

#include <QWidget>

#include <functional>

namespace lockstep::ui {

class ChartCanvas;

class ChartReadOut : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString run;
        int ordinal = 0;
        bool validation = false;
        double smoothed = 0, raw = 0; ///< equal: one is shown
        std::int64_t step = 0;
        double x = 0; ///< of the point
        double pixelDistance = 0;
        QPointF pixel; ///< where the point is drawn
    };
    struct Content {
        QString head;          ///< where: step or time
        std::vector<Row> rows; ///< nearest first
        QStringList remarks;   ///< events there
    };

    ChartReadOut(ChartCanvas& canvas, ValueFormat format, QWidget* parent);

    void show(const QPointF& cursor, Content content);
    void clear();
    const Content& content() const { return m_content; }
    bool isShowing() const { return m_showing; }
    /// All rows instead of the nearest five.
    void setAllRows(bool all);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QRect boxRect(const QSize& size) const;
    void paintBox(QPainter* painter) const;
    QString rowText(const Row& row) const;

    ChartCanvas& m_canvas;
    ValueFormat m_format;
    QPointF m_cursor;
    Content m_content;
    bool m_showing = false, m_all = false;
};

} // namespace lockstep::ui
