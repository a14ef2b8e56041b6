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

} // namespace lockstep::store
