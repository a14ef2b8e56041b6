#include "ui/shell/run_focus.h"

#include "session/run_view.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/models/run_actions.h"

namespace lockstep::ui {

RunFocus::RunFocus(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    connect(&bridge, &EngineBridge::runListChanged, this, &RunFocus::findActive);
    connect(&bridge, &EngineBridge::runChanged, this, [this](session::RunId run) {
        if (const auto seen = m_bridge.view(run); seen && seen->live && isActiveState(seen->state)) m_live = run;
        if (run == m_run) emit changed();
    });
}

session::RunId RunFocus::liveRun() const {
    // The view of a run may be there before the word that it changed.
    for (const session::RunId run : {m_run, m_live}) {
        const auto seen = run ? m_bridge.view(run) : nullptr;
        if (seen && seen->live && isActiveState(seen->state)) return run;
    }
    return 0;
}

std::shared_ptr<const session::RunView> RunFocus::view() const { return m_run ? m_bridge.view(m_run) : nullptr; }

bool RunFocus::isActive() const {
    const auto seen = view();
    return seen && isActiveState(seen->state);
}

void RunFocus::findActive() {
    if (m_run) return;
    m_bridge.askFor<session::RunList>(
        session::ListRuns{}, this,
        [this](const session::RunList& list) {
            for (const session::RunRow& row : list.rows)
                if (!m_run && isActiveState(stateOfStatus(row.status))) setRun(row.id);
        },
        EngineBridge::Keep::Newest);
}

void RunFocus::setRun(session::RunId run) {
    if (run == m_run) return;
    m_live = liveRun(); // it is left, not forgotten
    m_run = run;
    emit runSelected(run);
    if (!run || m_bridge.view(run)) {
        emit changed();
        return;
    }
    m_bridge.askFor<session::RunOpened>(session::OpenRun{run}, this, [this](const session::RunOpened& opened) {
        if (opened.run == m_run) emit changed();
    });
}

} // namespace lockstep::ui
