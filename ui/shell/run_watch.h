// Notices what people should hear of: alerts of the run in focus, and its end.
#pragma once

#include "session/commands.h"

#include <QObject>

#include <cstddef>
#include <optional>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class RunFocus;

class RunWatch : public QObject {
    Q_OBJECT

public:
    explicit RunWatch(RunFocus& focus, QObject* parent = nullptr);

    /// What is wrong with the run in focus; empty: nothing.
    QString standing() const { return m_standing; }

signals:
    /// Once for each event that came while the run was watched.
    void alerted(lockstep::session::RunId run, qint64 step, const QString& text);
    /// An active run came to its end.
    void ended(lockstep::session::RunId run, lockstep::session::RunState state);
    void standingChanged();

private:
    void restart();
    void look();
    void takeEvents(const session::RunView& view);
    void setStanding(const QString& text);

    RunFocus& m_focus;
    session::RunId m_run = 0;
    std::size_t m_seen = 0;
    bool m_fresh = true; ///< what a run said before it was looked at is no news
    std::optional<session::RunState> m_state;
    QString m_standing;
};

} // namespace lockstep::ui
