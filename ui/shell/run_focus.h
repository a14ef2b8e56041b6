// The run that header, status bar and Live page speak of: the active one, else the one last opened.
#pragma once

#include "session/commands.h"

#include <QObject>

#include <memory>

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

class EngineBridge;

class RunFocus : public QObject {
    Q_OBJECT

public:
    explicit RunFocus(EngineBridge& bridge, QObject* parent = nullptr);

    session::RunId run() const { return m_run; } ///< 0: none
    /// The latest snapshot; nullptr: none yet.
    std::shared_ptr<const session::RunView> view() const;
    bool isActive() const;
    /// The run that this process trains, in focus or not; 0: none.
    session::RunId liveRun() const;
    /// Opens the run (its view comes later) and makes it the one in focus.
    void setRun(session::RunId run);

    /// Takes the active run of the store, if there is one and no run is in focus yet.
    void findActive();

signals:
    void runSelected(lockstep::session::RunId run); ///< another run is in focus
    void changed();                                 ///< its view moved on

private:
    EngineBridge& m_bridge;
    session::RunId m_run = 0, m_live = 0;
};

} // namespace lockstep::ui
