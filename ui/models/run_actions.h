// What can be done with a run in each state (GUI.md section 4), declared once: buttons, menus and shortcuts follow it.
#pragma once

#include "session/commands.h"

#include <QString>

#include <optional>

namespace lockstep::ui {

enum class RunAct {
    StartNow,
    Remove,
    Cancel,
    Pause,
    Continue,
    Stop,
    Discard,
    CheckpointNow,
    EvaluateNow,
    EditInFlight,
    Resume,
    KeepAsStopped,
    Report,
    Archive,
};

/// Whether the act is offered for a run in `state`; of one that another program trains only Stop is.
bool isOffered(RunAct act, session::RunState state, bool elsewhere = false);
/// Short text of the act; some name differently by state ("Resume" of a completed run extends it).
QString actText(RunAct act, session::RunState state);
/// Why the act can't be used now; empty if it can.
QString whyNot(RunAct act, session::RunState state, bool elsewhere = false);
/// The command to submit; nothing for acts that need more (edit in flight, report).
std::optional<session::Command> commandFor(RunAct act, session::RunId run);

/// Preparing to Stopping.
bool isActiveState(session::RunState state);
/// "Running", translated.
QString stateText(session::RunState state);
/// The state behind the store's word ("interrupted"); Stopped for words unknown.
session::RunState stateOfStatus(const std::string& status);

} // namespace lockstep::ui
