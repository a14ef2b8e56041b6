#include "ui/plots/chart_range_model.h"

#include "ui/models/number_text.h"
#include "ui/plots/chart_canvas.h"
#include "ui/plots/piece_reader.h"

namespace lockstep::ui {

void ChartRangeModel::show(const std::vector<ChartCurve>& curves, XAxis axis, const ChartRange& range) {
    beginResetModel();
    m_rows.clear();
    for (const auto& curve : curves) {
        monitors::RangeStatistics all;
        for (const auto& [piece, begin, end] : keptSpans(curve.series, XScale(axis, curve.pace), range))
            all = joined(all, statisticsOf(curve.series.pieces()[piece], begin, end));
        m_rows.push_back({curve.run + QStringLiteral(" · ") + curve.name, all});
    }
    endResetModel();
}

void ChartRangeModel::clear() {
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

int ChartRangeModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int ChartRangeModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

QVariant ChartRangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == Curve ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const auto& [curve, f] = m_rows[static_cast<std::size_t>(index.row())];
    if (index.column() == Curve) return curve;
    if (index.column() == Points) return countText(static_cast<qint64>(f.points));
    if (f.finite == 0) return tr("none");
    const double values[] = {f.start, f.end, f.min, f.max, f.mean, f.change()};
    return valueText(values[index.column() - Start], m_format);
}

QVariant ChartRangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    const QString titles[] = {tr("Curve"), tr("Points"), tr("Start"), tr("End"), tr("Min"), tr("Max"), tr("Mean"), tr("Change")};
    return titles[section];
}

} // namespace lockstep::ui
