// The setup that a run was started with.
#pragma once

#include "base/result.h"
#include "ui/setup/setup.h"

namespace lockstep::session {
struct RunView;
}

namespace lockstep::ui {

/// Untitled; its model inline unless it is a template's, its paths absolute. An error where the run's documents cannot be read.
Result<Setup> setupOfRun(const session::RunView& run);

} // namespace lockstep::ui
