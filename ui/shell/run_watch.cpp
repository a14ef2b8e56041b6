#include "ui/shell/run_watch.h"

#include "session/run_view.h"
#include "ui/models/number_text.h"
#include "ui/models/run_actions.h"
#include "ui/models/run_alerts.h"
#include "ui/shell/run_focus.h"

namespace lockstep::ui {

RunWatch::RunWatch(RunFocus& focus, QObject* parent) : QObject(parent), m_focus(focus) {
    connect(&focus, &RunFocus::runSelected, this, &RunWatch::restart);
    connect(&focus, &RunFocus::changed, this, &RunWatch::look);
}

void RunWatch::restart() {
    m_run = m_focus.run();
    m_seen = 0;
    m_fresh = true;
    m_state.reset();
    setStanding({});
    look();
}

void RunWatch::look() {
    const auto view = m_focus.view();
    if (!view || view->id != m_run) return;
    takeEvents(*view);
    const bool ended = m_state && isActiveState(*m_state) && !isActiveState(view->state);
    m_state = view->state;
    m_fresh = false;
    if (ended) emit this->ended(view->id, view->state);
}

void RunWatch::takeEvents(const session::RunView& view) {
    if (!view.events) return;
    if (view.events->size() < m_seen) m_seen = 0;
    // A run started by this window is watched from its first event on.
    const bool news = !m_fresh || (view.live && view.progress.step == 0);
    for (; m_seen < view.events->size(); ++m_seen) {
        const session::RunEvent& event = (*view.events)[m_seen];
        if (news && isAlert(event)) emit alerted(view.id, event.step, QString::fromStdString(event.text));
    }
    const auto standing = standingAlert(view);
    setStanding(standing ? tr("Step %1: %2").arg(countText(standing->step), QString::fromStdString(standing->text)) : QString());
}

void RunWatch::setStanding(const QString& text) {
    if (text == m_standing) return;
    m_standing = text;
    emit standingChanged();
}

} // namespace lockstep::ui
