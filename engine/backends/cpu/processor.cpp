#include "backends/cpu/processor.h"

#include <array>
#include <fstream>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace lockstep::backends::cpu {

/// The value of the first line of /proc/cpuinfo that starts with `key`.
static std::string cpuInfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with(key) && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

std::string processorName() {
    const std::string model = cpuInfo("model name"), flags = " " + cpuInfo("flags") + " ";
    std::string sets;
    for (const std::string set : {"avx2", "avx512f", "avx512_vnni", "avx512_bf16", "amx_tile"})
        if (flags.find(" " + set + " ") != std::string::npos) sets += (sets.empty() ? "" : ", ") + set;
    return (model.empty() ? "processor" : model) + (sets.empty() ? "" : " (" + sets + ")");
}

int availableCores() {
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
    return static_cast<int>(std::max(std::thread::hardware_concurrency(), 1u));
}

std::size_t physicalMemory() { return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

} // namespace lockstep::backends::cpu
