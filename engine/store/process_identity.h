// Who writes a run: enough to tell a live process from a dead one whose pid was given away again.
#pragma once

#include <cstdint>
#include <string>

namespace lockstep::store {

struct ProcessIdentity {
    std::string host;
    std::string bootId; ///< of the kernel, new at each boot
    std::int64_t pid = 0;
    std::int64_t start = 0; ///< clock ticks after boot

    bool operator==(const ProcessIdentity&) const = default;
};

ProcessIdentity thisProcess();

enum class AskedToStop {
    Told,
    OtherHost,    ///< it can't be reached from here
    Gone,         ///< it has ended, or its number is another process's now
    Unready,      ///< it does nothing about the signal: it would end without saving
    Own,          ///< this process
    NotPermitted, ///< it is another user's
};
/// Asks the writer to stop and save, as SIGTERM does `lockstep`. No process but the one that is meant ever gets the signal.
AskedToStop askToStop(const ProcessIdentity& writer);

} // namespace lockstep::store
