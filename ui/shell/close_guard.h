// Closing while something would be lost: asks once, then stops, saves and waits with the phase shown (GUI.md section 4).
#pragma once

#include <QObject>

namespace lockstep::ui {

class Dialogs;
class RunControl;
class RunFocus;
class SetupKeeper;

class CloseGuard : public QObject {
    Q_OBJECT

public:
    CloseGuard(Dialogs& dialogs, RunControl& control, RunFocus& focus, SetupKeeper& keeper, QObject* parent = nullptr);

    /// True: close now. False: people are asked; closeAgain() follows if they agree.
    bool mayClose();
    bool isClosing() const { return m_closing; }

signals:
    void closeAgain();
    void quitNow();
    void phase(const QString& text);

private:
    void ask();
    void leaveSetup();

    Dialogs& m_dialogs;
    RunControl& m_control;
    RunFocus& m_focus;
    SetupKeeper& m_keeper;
    bool m_asking = false, m_closing = false, m_agreed = false;
};

} // namespace lockstep::ui
