#include "ui/models/runs_model.h"

#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"

#include <QStringList>

#include <algorithm>

namespace lockstep::ui {

using session::RunRow;

namespace {

QString nameOf(const RunRow& row) { return row.name.empty() ? RunsModel::tr("run %1").arg(row.id) : QString::fromStdString(row.name); }

QString tagsOf(const RunRow& row) {
    QStringList tags;
    for (const auto& tag : row.tags) tags << QString::fromStdString(tag);
    return tags.join(QStringLiteral(", "));
}

bool sameIds(const std::vector<RunRow>& a, const std::vector<RunRow>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const RunRow& x, const RunRow& y) { return x.id == y.id; });
}

bool contains(const std::vector<session::RunId>& runs, session::RunId run) {
    return std::find(runs.begin(), runs.end(), run) != runs.end();
}

/// A run that ended before its first step measured nothing.
bool hasBegun(const RunRow& row) { return row.step > 0 || isActiveState(stateOfStatus(row.status)); }

bool isNumeric(int column) { return column == RunsModel::Number || (column >= RunsModel::Step && column <= RunsModel::Duration); }

} // namespace

QString bestText(const RunRow& row) {
    const QString value = numberText(row.bestValidation);
    return row.bestValidation && !row.bestMetric.empty() ? value + " " + QString::fromStdString(row.bestMetric) : value;
}

void RunsModel::setRows(std::vector<RunRow> rows) {
    if (sameIds(m_rows, rows)) {
        m_rows = std::move(rows);
        if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

const RunRow* RunsModel::row(session::RunId run) const {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&](const RunRow& row) { return row.id == run; });
    return found == m_rows.end() ? nullptr : &*found;
}

QModelIndex RunsModel::indexOf(session::RunId run) const {
    const auto* found = row(run);
    return found ? index(static_cast<int>(found - m_rows.data()), 0) : QModelIndex();
}

void RunsModel::setShown(const std::vector<session::RunId>& runs) {
    m_shown = runs;
    if (!m_rows.empty()) emit dataChanged(index(0, Eye), index(rowCount() - 1, Name), {ShownRole});
}

void RunsModel::setKept(const std::vector<session::RunId>& runs) {
    m_kept = runs;
    if (!m_rows.empty()) emit dataChanged(index(0, Eye), index(rowCount() - 1, Eye), {KeptRole});
}

const char* RunsModel::sortKey(int column) {
    constexpr const char* kKeys[ColumnCount] = {"id", "id", "name", "status", "steps", "best", "last", "duration", "id", "created"};
    return column >= 0 && column < ColumnCount ? kKeys[column] : "id";
}

int RunsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_rows.size()); }
int RunsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::EditRole: return index.column() == Name ? QString::fromStdString(row.name) : text(row, index.column());
    case Qt::AccessibleTextRole: return accessibleText(row, index.column());
    case Qt::ToolTipRole: return toolTip(row, index.column());
    case Qt::TextAlignmentRole: return int(Qt::AlignVCenter | (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case RunIdRole: return static_cast<qlonglong>(row.id);
    case OrdinalRole: return row.ordinal;
    case ShownRole: return contains(m_shown, row.id);
    case KeptRole: return contains(m_kept, row.id);
    default: return {};
    }
}

QString RunsModel::text(const RunRow& row, int column) const {
    switch (column) {
    case Number: return QString::number(row.id); // as commands take it
    case Name: return nameOf(row);
    case Status: return stateText(stateOfStatus(row.status));
    case Step: return hasBegun(row) ? countText(row.step) : numberText(std::optional<double>());
    case Best: return bestText(row);
    case Last: return numberText(row.lastLoss);
    case Duration: return hasBegun(row) ? durationText(row.activeSeconds) : numberText(std::optional<double>());
    case Tags: return tagsOf(row);
    case Created: return whenText(row.createdWall);
    default: return {};
    }
}

QString RunsModel::accessibleText(const RunRow& row, int column) const {
    if (column != Eye) return text(row, column);
    return contains(m_kept, row.id) ? tr("kept in the charts") : tr("not kept in the charts");
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    const auto base = QAbstractTableModel::flags(index);
    return index.column() == Name || index.column() == Tags ? base | Qt::ItemIsEditable : base;
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::EditRole) return false;
    const auto& row = m_rows[static_cast<std::size_t>(index.row())];
    const QString text = value.toString().trimmed();
    if (index.column() == Name && text != QString::fromStdString(row.name)) emit renamed(row.id, text);
    if (index.column() == Tags) {
        QStringList tags;
        for (const QString& tag : text.split(QLatin1Char(','), Qt::SkipEmptyParts))
            if (!tag.trimmed().isEmpty() && !tags.contains(tag.trimmed())) tags << tag.trimmed();
        if (tags.join(QStringLiteral(", ")) != tagsOf(row)) emit retagged(row.id, tags);
    }
    return true;
}

QString RunsModel::toolTip(const RunRow& row, int column) const {
    switch (column) {
    case Eye: return tr("Keep the curves of this run in the charts (Space)");
    case Number: return tr("Run %1: its number in commands, such as lockstep report %1").arg(row.id);
    case Name: return row.notes.empty() ? tr("Run %1: %2").arg(row.id).arg(nameOf(row)) : QString::fromStdString(row.notes);
    case Status: return row.elsewhere ? tr("Another program trains this run.") : QString();
    case Step: return tr("%1 of %2 steps").arg(countText(row.step), countText(row.steps));
    default: return text(row, column);
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::TextAlignmentRole) return int(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::AccessibleTextRole && section == Eye) return tr("Shown in the charts");
    if (role != Qt::DisplayRole) return {};
    const QString texts[ColumnCount] = {
        {},         tr("Run"),    tr("Name"), tr("Status"), tr("Step"), tr("Best validation"), tr("Training loss"), tr("Duration"),
        tr("Tags"), tr("Created")};
    return texts[section];
}

} // namespace lockstep::ui
