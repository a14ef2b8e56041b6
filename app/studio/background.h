// A run that goes on without the window.
#pragma once

#include "session/commands.h"

#include <QString>

namespace lockstep::studio {

/// The command-line program beside this one, or in the PATH; empty: not there.
QString commandLineProgram();
/// `lockstep resume RUN` as a process of its own, that outlives this one. The run's lock must be free. Its number; 0: it could not be
/// started.
qint64 goOnInBackground(session::RunId run, const QString& database);

} // namespace lockstep::studio
