// The stored points of a chart as a table: what a screen reader, or anyone who wants figures, reads in place of the lines.
#pragma once

#include "ui/plots/chart_types.h"

#include <QAbstractTableModel>

#include <vector>

namespace lockstep::ui {

/// Curve after curve, of each the points that no resume repeated, inside the range on show. Nothing is copied: a row is looked up.
class ChartPointsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Curve, Step, X, Value, Smoothed, ColumnCount };

    ChartPointsModel(ValueFormat format, QObject* parent) : QAbstractTableModel(parent), m_format(format) {}

    struct Source {
        ChartCurve curve;
        monitors::Series smoothed; ///< the raw one where nothing is smoothed
    };
    /// Shows the points with x inside `range`.
    void show(std::vector<Source> sources, XAxis axis, const ChartRange& range);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Span {
        std::size_t source, piece, begin, end; ///< points of a piece
        int firstRow;
    };
    bool shows(const std::vector<Source>& sources, XAxis axis, const ChartRange& range) const;
    const Span& spanOf(int row) const;
    QString text(const Span& span, std::size_t i, int column) const;

    ValueFormat m_format;
    XAxis m_axis = XAxis::Step;
    ChartRange m_range;
    std::vector<Source> m_sources;
    std::vector<Span> m_spans;
    int m_rows = 0;
};

} // namespace lockstep::ui
