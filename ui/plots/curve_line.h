// One drawn piece on a QCustomPlot. Dense plain lines are filled column by column: a hairline's own painter visits each pixel of
// a column up to three times (first to least to greatest to last), and wide pens are dearer still (GUI.md section 7).
#pragma once

#include <qcustomplot.h>

namespace lockstep::ui {

class CurveLine : public QCPGraph {
    Q_OBJECT

public:
    CurveLine(QCPAxis* key, QCPAxis* value) : QCPGraph(key, value) {}

protected:
    void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;

private:
    bool isDense(const QCPPainter& painter, qsizetype points) const;
};

} // namespace lockstep::ui
