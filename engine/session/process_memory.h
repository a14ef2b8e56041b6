// Resident memory of this process, as the kernel counts it.
#pragma once

#include <cstddef>

namespace lockstep::session {

struct ProcessMemory {
    std::size_t now = 0, peak = 0; ///< bytes
};
ProcessMemory processMemory();

} // namespace lockstep::session
