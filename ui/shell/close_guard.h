// Closing while something would be lost: asks once, then stops, saves and waits with the phase shown (GUI.md section 4).
#pragma once

#include "session/commands.h"

#include <QObject>

namespace lockstep::ui {

class Dialogs;
class RunControl;
class RunFocus;
class SetupKeeper;

class CloseGuard : public QObject {
    Q_OBJECT

public:
    /// `background`: whether runs can go on without the window.
    CloseGuard(Dialogs& dialogs, RunControl& control, RunFocus& focus, SetupKeeper& keeper, bool background, QObject* parent = nullptr);

    /// True: close now. False: people are asked; closeAgain() follows if they agree.
    bool mayClose();
    bool isClosing() const { return m_closing; }
    /// Asks nothing: a run that trains here is stopped with everything saved, unsaved edits are kept for recovery; quitReady() follows.
    void quitSaved();

signals:
    void closeAgain();
    void quitNow();
    void quitReady();                                    ///< nothing would be lost
    void backgroundWanted(lockstep::session::RunId run); ///< when the session has let go of it; before closeAgain()
    void phase(const QString& text);

private:
    void ask();
    void stop(bool background);
    void leaveSetup();

    Dialogs& m_dialogs;
    RunControl& m_control;
    RunFocus& m_focus;
    SetupKeeper& m_keeper;
    bool m_background;
    bool m_asking = false, m_closing = false, m_agreed = false, m_told = false;
};

} // namespace lockstep::ui
