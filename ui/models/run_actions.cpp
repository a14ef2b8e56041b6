#include "ui/models/run_actions.h"

#include <QCoreApplication>

#include <array>

namespace lockstep::ui {

using session::RunState;

namespace {

constexpr unsigned bit(RunState state) { return 1u << static_cast<unsigned>(state); }
constexpr unsigned kEnded = bit(RunState::Completed) | bit(RunState::Stopped) | bit(RunState::Failed);

struct ActRow {
    RunAct act;
    const char* text;
    unsigned states;
};

constexpr std::array kActs{
    ActRow{RunAct::StartNow, QT_TRANSLATE_NOOP("RunAct", "Start now"), bit(RunState::Queued)},
    ActRow{RunAct::Remove, QT_TRANSLATE_NOOP("RunAct", "Remove"), bit(RunState::Queued)},
    ActRow{RunAct::Cancel, QT_TRANSLATE_NOOP("RunAct", "Cancel"), bit(RunState::Preparing)},
    ActRow{RunAct::Pause, QT_TRANSLATE_NOOP("RunAct", "Pause"), bit(RunState::Running)},
    ActRow{RunAct::Continue, QT_TRANSLATE_NOOP("RunAct", "Resume"), bit(RunState::Pausing) | bit(RunState::Paused)},
    ActRow{RunAct::Stop, QT_TRANSLATE_NOOP("RunAct", "Stop"), bit(RunState::Running) | bit(RunState::Pausing) | bit(RunState::Paused)},
    ActRow{RunAct::Discard, QT_TRANSLATE_NOOP("RunAct", "Discard"), bit(RunState::Stopping)},
    ActRow{RunAct::CheckpointNow, QT_TRANSLATE_NOOP("RunAct", "Save now"), bit(RunState::Running) | bit(RunState::Paused)},
    ActRow{RunAct::EvaluateNow, QT_TRANSLATE_NOOP("RunAct", "Evaluate now"), bit(RunState::Running)},
    ActRow{RunAct::EditInFlight, QT_TRANSLATE_NOOP("RunAct", "Change while running"), bit(RunState::Running)},
    ActRow{RunAct::Resume, QT_TRANSLATE_NOOP("RunAct", "Resume"), kEnded | bit(RunState::Interrupted)},
    ActRow{RunAct::KeepAsStopped, QT_TRANSLATE_NOOP("RunAct", "Keep as stopped"), bit(RunState::Interrupted)},
    ActRow{RunAct::Report, QT_TRANSLATE_NOOP("RunAct", "Report"), kEnded | bit(RunState::Interrupted)},
    ActRow{RunAct::Archive, QT_TRANSLATE_NOOP("RunAct", "Archive"), kEnded},
};

constexpr std::array<const char*, 10> kStates{QT_TRANSLATE_NOOP("RunState", "Queued"),    QT_TRANSLATE_NOOP("RunState", "Preparing"),
                                              QT_TRANSLATE_NOOP("RunState", "Running"),   QT_TRANSLATE_NOOP("RunState", "Pausing"),
                                              QT_TRANSLATE_NOOP("RunState", "Paused"),    QT_TRANSLATE_NOOP("RunState", "Stopping"),
                                              QT_TRANSLATE_NOOP("RunState", "Completed"), QT_TRANSLATE_NOOP("RunState", "Stopped"),
                                              QT_TRANSLATE_NOOP("RunState", "Failed"),    QT_TRANSLATE_NOOP("RunState", "Interrupted")};

const ActRow& rowOf(RunAct act) { return kActs[static_cast<std::size_t>(act)]; }

} // namespace

bool isOffered(RunAct act, RunState state, bool elsewhere) {
    if (elsewhere && act != RunAct::Stop && act != RunAct::Cancel) return false;
    return (rowOf(act).states & bit(state)) != 0;
}

QString actText(RunAct act, RunState state) {
    if (act == RunAct::Resume && state == RunState::Completed) return QCoreApplication::translate("RunAct", "Extend");
    if (act == RunAct::Resume && state == RunState::Failed) return QCoreApplication::translate("RunAct", "Resume from last good");
    return QCoreApplication::translate("RunAct", rowOf(act).text);
}

QString whyNot(RunAct act, RunState state, bool elsewhere) {
    if (isOffered(act, state, elsewhere)) return {};
    if (elsewhere && isOffered(act, state))
        return QCoreApplication::translate("RunAct", "Another program trains this run; here it can only be watched and stopped.");
    return QCoreApplication::translate("RunAct", "Not available while the run is %1.").arg(stateText(state).toLower());
}

std::optional<session::Command> commandFor(RunAct act, session::RunId run) {
    switch (act) {
    case RunAct::StartNow:
    case RunAct::Resume: return session::ResumeRun{run};
    case RunAct::Remove: return session::DeleteRun{run};
    case RunAct::Cancel:
    case RunAct::Stop: return session::Stop{run};
    case RunAct::Pause: return session::Pause{run};
    case RunAct::Continue: return session::Continue{run};
    case RunAct::Discard: return session::Discard{run};
    case RunAct::CheckpointNow: return session::CheckpointNow{run};
    case RunAct::EvaluateNow: return session::EvaluateNow{run};
    case RunAct::KeepAsStopped: return session::KeepAsStopped{run};
    case RunAct::Archive: return session::AnnotateRun{run, {}, {}, {}, true};
    case RunAct::EditInFlight:
    case RunAct::Report: break;
    }
    return std::nullopt;
}

bool isActiveState(RunState state) { return state >= RunState::Preparing && state <= RunState::Stopping; }

QString stateText(RunState state) { return QCoreApplication::translate("RunState", kStates[static_cast<std::size_t>(state)]); }

RunState stateOfStatus(const std::string& status) {
    for (std::size_t i = 0; i < kStates.size(); ++i)
        if (QString::fromStdString(status).compare(QLatin1String(kStates[i]), Qt::CaseInsensitive) == 0) return static_cast<RunState>(i);
    return RunState::Stopped;
}

} // namespace lockstep::ui
