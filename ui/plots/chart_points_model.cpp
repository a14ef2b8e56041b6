#include "ui/plots/chart_points_model.h"

#include "ui/models/number_text.h"
#include "ui/plots/chart_canvas.h"
#include "ui/plots/chart_tickers.h"
#include "ui/plots/piece_reader.h"

#include <algorithm>
#include <limits>

namespace lockstep::ui {

void ChartPointsModel::show(std::vector<Source> sources, XAxis axis, const ChartRange& range) {
    if (shows(sources, axis, range)) return; // a reset would move whoever reads it
    beginResetModel();
    m_range = range;
    m_sources = std::move(sources);
    m_axis = axis;
    m_spans.clear();
    std::size_t rows = 0;
    for (std::size_t s = 0; s < m_sources.size(); ++s) {
        const auto& curve = m_sources[s].curve;
        for (const auto& [piece, begin, end] : keptSpans(curve.series, XScale(axis, curve.pace), range)) {
            m_spans.push_back({s, piece, begin, end, static_cast<int>(rows)});
            rows += end - begin;
        }
    }
    m_rows = static_cast<int>(std::min<std::size_t>(rows, std::numeric_limits<int>::max()));
    endResetModel();
}

bool ChartPointsModel::shows(const std::vector<Source>& sources, XAxis axis, const ChartRange& range) const {
    return axis == m_axis && range == m_range &&
           std::equal(sources.begin(), sources.end(), m_sources.begin(), m_sources.end(), [](const Source& a, const Source& b) {
               return a.curve.key == b.curve.key && a.curve.run == b.curve.run && a.curve.pace == b.curve.pace &&
                      a.curve.series.sharesWith(b.curve.series) && a.smoothed.sharesWith(b.smoothed);
           });
}

int ChartPointsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : m_rows; }
int ChartPointsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : int(ColumnCount); }

const ChartPointsModel::Span& ChartPointsModel::spanOf(int row) const {
    const auto after = std::upper_bound(m_spans.begin(), m_spans.end(), row, [](int r, const Span& span) { return r < span.firstRow; });
    return *std::prev(after);
}

QVariant ChartPointsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= m_rows) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(index.column() == Curve ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const auto& span = spanOf(index.row());
    return text(span, span.begin + static_cast<std::size_t>(index.row() - span.firstRow), index.column());
}

QString ChartPointsModel::text(const Span& span, std::size_t i, int column) const {
    const auto& source = m_sources[span.source];
    const auto& piece = source.curve.series.pieces()[span.piece];
    switch (column) {
    case Curve: return source.curve.run + QStringLiteral(" · ") + source.curve.name;
    case Step: return countText(piece.step(i));
    case X: return xText(XScale(m_axis, source.curve.pace).x(piece, i, startOf(source.curve.series)), m_axis);
    case Value: return valueText(piece.value(i), m_format);
    default: break;
    }
    const auto& smoothed = source.smoothed.pieces(); // a worker's result may be some points behind
    if (span.piece >= smoothed.size() || i >= smoothed[span.piece].size()) return {};
    return valueText(smoothed[span.piece].value(i), m_format);
}

QVariant ChartPointsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    switch (section) {
    case Curve: return tr("Curve");
    case Step: return tr("Step");
    case X: return m_axis == XAxis::Step ? tr("X") : xTitle(m_axis);
    case Value: return tr("Value");
    default: return tr("Smoothed");
    }
}

} // namespace lockstep::ui
