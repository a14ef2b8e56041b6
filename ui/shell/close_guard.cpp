#include "ui/shell/close_guard.h"

#include "session/run_view.h"
#include "ui/dialogs/dialogs.h"
#include "ui/models/run_actions.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/run_control.h"
#include "ui/shell/run_focus.h"

namespace lockstep::ui {

CloseGuard::CloseGuard(Dialogs& dialogs, RunControl& control, RunFocus& focus, SetupKeeper& keeper, QObject* parent)
    : QObject(parent), m_dialogs(dialogs), m_control(control), m_focus(focus), m_keeper(keeper) {}

bool CloseGuard::mayClose() {
    if (m_agreed) return true;
    if (m_asking) return false;
    if (const auto view = m_focus.view(); view && view->live && isActiveState(view->state)) {
        ask();
        return false;
    }
    leaveSetup();
    return m_agreed;
}

void CloseGuard::ask() {
    m_asking = true;
    const Question question{"close-running",
                            tr("Run %1 is still training").arg(m_focus.run()),
                            tr("Save and quit stops it after the current step and keeps a checkpoint: it can be resumed later. "
                               "Quit now ends the program at once; the run goes back to its last checkpoint."),
                            {},
                            {{"quit-now", tr("Quit now"), Choice::Kind::Danger},
                             {"stay", tr("Stay")},
                             {"save-quit", tr("Save and quit"), Choice::Kind::Primary}},
                            "stay"};
    m_dialogs.ask(question, this, [this](const QString& choice) {
        m_asking = false;
        if (choice == "quit-now") return emit quitNow();
        if (choice != "save-quit") return;
        m_closing = true;
        emit phase(tr("Stopping run %1 and saving; the window closes then").arg(m_focus.run()));
        m_control.stopThen(this, [this] {
            m_closing = false;
            leaveSetup();
            if (m_agreed) emit closeAgain();
        });
    });
}

void CloseGuard::leaveSetup() {
    const auto calling = std::make_shared<bool>(true); // answered within the call: the caller goes on by itself
    m_keeper.leave([this, calling] {
        m_agreed = true;
        m_keeper.finish();
        if (!*calling) emit closeAgain();
    });
    *calling = false;
}

} // namespace lockstep::ui
