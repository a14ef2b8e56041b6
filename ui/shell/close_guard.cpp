#include "ui/shell/close_guard.h"

#include "session/run_view.h"
#include "ui/dialogs/dialogs.h"
#include "ui/models/run_actions.h"
#include "ui/setup/setup_keeper.h"
#include "ui/shell/run_control.h"
#include "ui/shell/run_focus.h"

#include <utility>

namespace lockstep::ui {

CloseGuard::CloseGuard(Dialogs& dialogs, RunControl& control, RunFocus& focus, SetupKeeper& keeper, bool background, QObject* parent)
    : QObject(parent), m_dialogs(dialogs), m_control(control), m_focus(focus), m_keeper(keeper), m_background(background) {}

bool CloseGuard::mayClose() {
    if (m_agreed) return true;
    if (m_asking) return false;
    if (const session::RunId live = m_focus.liveRun()) {
        m_focus.setRun(live); // what is asked about is seen
        ask();
        return false;
    }
    leaveSetup();
    return m_agreed;
}

void CloseGuard::ask() {
    m_asking = true;
    QStringList parts{tr("Save and quit stops it after the current step and keeps a checkpoint: it can be resumed later.")};
    if (m_background)
        parts << tr("In the background it goes on from that checkpoint without this window, which shows it when opened again.");
    parts << tr("Quit now ends the program at once; the run goes back to its last checkpoint.");
    Question question{"close-running",
                      tr("Run %1 is still training").arg(m_focus.run()),
                      parts.join(' '),
                      {},
                      {{"quit-now", tr("Quit now"), Choice::Kind::Danger}, {"stay", tr("Stay")}},
                      "stay"};
    if (m_background) question.choices.push_back({"background", tr("Go on in the background")});
    question.choices.push_back({"save-quit", tr("Save and quit"), Choice::Kind::Primary});
    m_dialogs.ask(question, this, [this](const QString& choice) {
        m_asking = false;
        if (choice == "quit-now") return emit quitNow();
        if (choice == "save-quit" || choice == "background") stop(choice == "background");
    });
}

/// The setup is asked about first: who stays after all has not stopped the run.
void CloseGuard::stop(bool background) {
    m_asking = true;
    m_keeper.leave(
        [this, background] {
            m_asking = false;
            m_closing = true;
            const session::RunId run = m_focus.run();
            emit phase(tr("Stopping run %1 and saving; the window closes then").arg(run));
            m_control.stopThen(this, [this, run, background] {
                m_closing = false;
                m_agreed = true;
                m_keeper.finish();
                if (background && m_focus.view()->state == session::RunState::Stopped) emit backgroundWanted(run);
                emit closeAgain();
            });
        },
        [this] { m_asking = false; });
}

void CloseGuard::quitSaved() {
    if (std::exchange(m_told, true)) return;
    const session::RunId live = m_focus.liveRun();
    if (live) m_focus.setRun(live);
    m_closing = live != 0;
    if (live) emit phase(tr("Stopping run %1 and saving; the program ends then").arg(live));
    const auto end = [this] {
        m_closing = false;
        m_agreed = true;
        m_keeper.keep();
        emit quitReady();
    };
    live ? m_control.stopThen(this, end) : end();
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
