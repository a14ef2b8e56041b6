// A checkpoint as people name it.
#pragma once

#include "base/result.h"
#include "session/run_view.h"

#include <string>

namespace lockstep::session {

/// `last`, `best` or a step. An error lists what there is.
Result<CheckpointRow> checkpointNamed(const RunView& view, const std::string& which);

} // namespace lockstep::session
