// A completed run is trained on: by how much is asked.
#pragma once

#include "session/commands.h"

#include <functional>

class QObject;

namespace lockstep::ui {

class Dialogs;

/// What is known of the run.
struct ExtendFrom {
    session::RunId run = 0;
    std::int64_t steps = 0;   ///< planned, and done
    double stepsPerEpoch = 0; ///< 0: not known, epochs are not offered
};

/// `done` with the command; not called if it was dismissed.
void askToExtend(const ExtendFrom& from, Dialogs& dialogs, QObject* context, std::function<void(const session::ResumeRun&)> done);

} // namespace lockstep::ui
