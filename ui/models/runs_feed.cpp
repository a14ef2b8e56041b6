#include "ui/models/runs_feed.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/models/runs_model.h"

#include <utility>

namespace lockstep::ui {

namespace {
constexpr int kRefreshMs = 300;
}

RunsFeed::RunsFeed(EngineBridge& bridge, RunsModel& model, QObject* parent) : QObject(parent), m_bridge(bridge), m_model(model) {
    m_later.setSingleShot(true);
    m_later.setInterval(kRefreshMs);
    connect(&m_later, &QTimer::timeout, this, &RunsFeed::refresh);
    connect(&bridge, &EngineBridge::runListChanged, this, [this] {
        if (!m_later.isActive()) m_later.start();
    });
}

void RunsFeed::setFilter(const QString& expression) {
    m_query.filter = expression.toStdString();
    refresh();
}

void RunsFeed::setSort(int column, Qt::SortOrder order) {
    m_query.sortBy = RunsModel::sortKey(column);
    m_query.descending = order == Qt::DescendingOrder;
    refresh();
}

void RunsFeed::setArchived(bool archived) {
    m_query.archived = archived;
    refresh();
}

void RunsFeed::hold(bool on) {
    m_held = on;
    if (!on && std::exchange(m_waiting, false)) refresh();
}

void RunsFeed::show(const session::RunList& list) {
    m_waiting = m_held;
    if (m_held) return;
    m_model.setRows(list.rows);
    emit refreshed();
}

void RunsFeed::refresh() {
    m_bridge.askFor<session::RunList>(
        m_query, this, [this](const session::RunList& list) { show(list); }, EngineBridge::Keep::Newest,
        [this](const Error& error) { emit filterRejected(QString::fromStdString(error.text())); });
}

} // namespace lockstep::ui
