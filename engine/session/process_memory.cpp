#include "session/process_memory.h"

#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace lockstep::session {

ProcessMemory processMemory() {
    ProcessMemory memory;
    std::size_t whole = 0, resident = 0;
    if (std::ifstream statm("/proc/self/statm"); statm >> whole >> resident)
        memory.now = resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) == 0) memory.peak = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
    return memory;
}

} // namespace lockstep::session
