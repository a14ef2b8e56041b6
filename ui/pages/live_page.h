// The Live page: watch the run in focus, and steer it.
#pragma once

#include "ui/models/run_actions.h"
#include "ui/shell/page.h"

#include <QTimer>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class BreakdownBar;
class ChartStack;
class LiveAlert;
class LiveEdit;
class LiveHeader;
class LiveLog;
class LiveStats;

class LivePage : public Page {
    Q_OBJECT

public:
    explicit LivePage(const StudioContext& context, QWidget* parent = nullptr);

    void activated() override;
    LiveHeader* header() const { return m_header; }
    ChartStack* charts() const { return m_charts; }
    LiveEdit* edit() const { return m_edit; }
    LiveLog* eventLog() const { return m_log; }
    LiveStats* stats() const { return m_stats; }

signals:
    /// Sent to the session already; the window may show it too.
    void actRequested(lockstep::ui::RunAct act, lockstep::session::RunId run);

private:
    void makeSide();
    void onChanged();
    void refresh();
    void perform(RunAct act);
    void resume();
    void submit(RunAct act, session::Command command);
    void change(const QString& field, double value);

    LiveHeader* m_header;
    LiveAlert* m_alert;
    LiveStats* m_stats;
    ChartStack* m_charts;
    QWidget* m_side = nullptr;
    BreakdownBar* m_breakdown = nullptr;
    QWidget* m_breakdownCard = nullptr;
    LiveEdit* m_edit = nullptr;
    LiveLog* m_log = nullptr;
    QTimer m_later; ///< figures change a few times a second, states at once
    std::optional<session::RunState> m_shownState;
    session::RunId m_shownRun = 0;
};

} // namespace lockstep::ui
