// The session that trains.
#pragma once

#include "base/result.h"
#include "session/devices.h"
#include "session/session.h"

#include <memory>
#include <string>

namespace lockstep::session {

struct SessionOptions {
    std::string database; ///< the store's file; made if it is not there. Runs' folders stand beside it, in `runs.d`
    DeviceFactory devices;
    bool pauseOnFailedSave = false; ///< the window pauses and asks; a command warns and trains on
    bool checksStore = false;       ///< after an unclean end the file is checked in the background; damage is told as StoreTrouble
    bool worksQueue = true;         ///< when a run ends the next of the queue starts; a command ends then, and leaves it
};

/// Errors: those of opening a store (newer version, corrupt, locked, no permission).
Result<std::unique_ptr<Session>> makeSession(SessionOptions options);

} // namespace lockstep::session
