// The store's runs as a table. The session sorts and filters; the model only shows what it is given.
#pragma once

#include "session/answers.h"

#include <QString>

#include <QAbstractTableModel>

namespace lockstep::ui {

/// The best validation figure; of a metric other than the loss with its name.
QString bestText(const session::RunRow& row);

class RunsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Eye, Number, Name, Status, Step, Best, Last, Duration, Tags, Created, ColumnCount };
    enum Role {
        RunIdRole = Qt::UserRole, ///< qlonglong
        OrdinalRole,              ///< int: of its colour
        ShownRole,                ///< bool: its curves are drawn
        KeptRole,                 ///< bool: they stay drawn whatever is chosen (its eye is open)
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Equal ids in equal order: cells are refreshed in place; else the model is reset, once.
    void setRows(std::vector<session::RunRow> rows);
    const std::vector<session::RunRow>& rows() const { return m_rows; }
    /// nullptr: not listed.
    const session::RunRow* row(session::RunId run) const;
    QModelIndex indexOf(session::RunId run) const;
    session::RunId runAt(int row) const { return m_rows[static_cast<std::size_t>(row)].id; }
    /// Which runs are marked as drawn.
    void setShown(const std::vector<session::RunId>& runs);
    void setKept(const std::vector<session::RunId>& runs);
    /// The session's name of a column's order.
    static const char* sortKey(int column);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    /// Name and tags can be edited; the table changes once the session has.
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void renamed(lockstep::session::RunId run, const QString& name);
    void retagged(lockstep::session::RunId run, const QStringList& tags);

private:
    QString text(const session::RunRow& row, int column) const;
    QString accessibleText(const session::RunRow& row, int column) const;
    QString toolTip(const session::RunRow& row, int column) const;

    std::vector<session::RunRow> m_rows;
    std::vector<session::RunId> m_shown, m_kept;
};

} // namespace lockstep::ui
