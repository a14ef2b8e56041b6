// Keeps a RunsModel up to date: asks again when filter or order change and when the store says so, a few times a second at most.
#pragma once

#include "session/commands.h"

#include <QObject>
#include <QTimer>

namespace lockstep::session {
struct RunList;
}

namespace lockstep::ui {

class EngineBridge;
class RunsModel;

class RunsFeed : public QObject {
    Q_OBJECT

public:
    RunsFeed(EngineBridge& bridge, RunsModel& model, QObject* parent = nullptr);

    void setFilter(const QString& expression);
    void setSort(int column, Qt::SortOrder order);
    void setArchived(bool archived);
    bool archived() const { return m_query.archived; }
    void refresh();
    /// While a cell is being typed in, rows wait: nothing moves under the hands.
    void hold(bool on);

signals:
    void refreshed();
    /// The filter is no regular expression; the old rows stay.
    void filterRejected(const QString& why);

private:
    EngineBridge& m_bridge;
    RunsModel& m_model;
    session::ListRuns m_query;
    void show(const session::RunList& list);

    QTimer m_later;
    bool m_held = false, m_waiting = false;
};

} // namespace lockstep::ui
