// The data table beside a chart: figures of the picked range, and the stored points of what is on screen.
#pragma once

#include "ui/plots/chart_points_model.h"
#include "ui/plots/chart_range_model.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace lockstep::ui {

class ChartTable : public QWidget {
    Q_OBJECT

public:
    ChartTable(const QString& title, ValueFormat format, QWidget* parent);

    ChartPointsModel& points() { return *m_points; }
    ChartRangeModel& range() { return *m_range; }
    /// "Steps 100 to 200" over the figures; empty: nothing is picked.
    void setPicked(const QString& what);

private:
    QTableView* makeView(QAbstractItemModel* model, const QString& name);

    ChartPointsModel* m_points;
    ChartRangeModel* m_range;
    QLabel* m_picked;
    QTableView *m_rangeView, *m_pointsView;
};

} // namespace lockstep::ui
