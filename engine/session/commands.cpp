#include "session/commands.h"

namespace lockstep::session {

std::string_view name(RunState state) {
    static constexpr std::string_view kNames[] = {"queued",   "preparing", "running", "pausing", "paused",
                                                  "stopping", "completed", "stopped", "failed",  "interrupted"};
    return kNames[static_cast<std::size_t>(state)];
}

bool isActive(RunState state) { return state >= RunState::Preparing && state <= RunState::Stopping; }

} // namespace lockstep::session
