#include "base/memory.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace lockstep {

/// The number behind `name` in a file of lines `name number`; 0: there is none.
static std::size_t lineOf(const char* path, const std::string& name) {
    std::ifstream file(path);
    std::string word;
    for (std::size_t value = 0; file >> word;) {
        if (word == name && file >> value) return value;
        file.clear();
        file.ignore(4096, '\n');
    }
    return 0;
}

/// Left of the limit of the control group (version 2) as a container sees it; its page cache gives way. 0: no limit.
static std::size_t leftOfLimit() {
    std::size_t limit = 0, used = 0;
    if (!(std::ifstream("/sys/fs/cgroup/memory.max") >> limit) || !(std::ifstream("/sys/fs/cgroup/memory.current") >> used)) return 0;
    constexpr const char* kStat = "/sys/fs/cgroup/memory.stat";
    const auto cache = lineOf(kStat, "inactive_file") + lineOf(kStat, "active_file");
    used -= std::min(used, cache);
    return std::max<std::size_t>(limit - std::min(limit, used), 1);
}

std::size_t availableMemory() {
    constexpr const char* kInfo = "/proc/meminfo";
    const auto available = lineOf(kInfo, "MemAvailable:");
    if (available == 0) return 0;
    const auto bytes = (available + lineOf(kInfo, "SwapFree:")) * 1024;
    const auto left = leftOfLimit();
    return left ? std::min(bytes, left) : bytes;
}

} // namespace lockstep
