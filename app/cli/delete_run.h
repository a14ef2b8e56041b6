// Deleting a run with its checkpoints.
#pragma once

#include "base/result.h"

#include <cstdint>

namespace lockstep::cli {

class Door;

/// One that another program trains is refused before anything is changed.
Status deleteRun(Door& door, std::int64_t run);

} // namespace lockstep::cli
