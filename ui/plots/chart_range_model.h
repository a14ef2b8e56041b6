// What the picked step or range says, a row a curve (GUI.md C16).
#pragma once

#include "monitors/statistics.h"
#include "ui/plots/chart_types.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockstep::ui {

class ChartRangeModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Curve, Points, Start, End, Least, Greatest, Mean, Change, ColumnCount };

    ChartRangeModel(ValueFormat format, QObject* parent) : QAbstractTableModel(parent), m_format(format) {}

    /// Of the raw values with x inside `range`, what a resume repeated left out.
    void show(const std::vector<ChartCurve>& curves, XAxis axis, const ChartRange& range);
    void clear();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString curve;
        monitors::RangeStatistics figures;
    };
    ValueFormat m_format;
    std::vector<Row> m_rows;
};

} // namespace lockstep::ui
