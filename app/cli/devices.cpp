#include "cli/devices.h"

#include "backends/cpu/cpu_device.h"
#include "backends/cpu/probe.h"
#include "backends/ref/ref_device.h"
#include "session/session_errors.h"

#include <fstream>
#include <sstream>
#include <string>

namespace lockstep::cli {

using session::DeviceRow;

/// A line of /proc/meminfo, in bytes.
static std::size_t memoryLine(const std::string& name) {
    std::ifstream file("/proc/meminfo");
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name)) continue;
        std::size_t kilobytes = 0;
        std::istringstream(line.substr(name.size())) >> kilobytes;
        return kilobytes * 1024;
    }
    return 0;
}

static Result<std::unique_ptr<backends::Device>> make(const std::string& id, int threads) {
    if (id == "cpu") return backends::makeCpuDevice({threads});
    if (id == "ref") return backends::makeRefDevice();
    const bool cuda = id.starts_with("cuda");
    return Error(session::kNoDevice, {id, cuda ? "this version has no CUDA" : "there is no such device"});
}

static DeviceRow rowOf(const std::string& id) {
    DeviceRow row;
    row.id = id;
    row.memoryBytes = memoryLine("MemTotal:");
    row.freeBytes = memoryLine("MemAvailable:");
    const auto device = make(id, 0);
    row.available = device.ok();
    if (!device)
        row.reason = device.error().text();
    else {
        row.description = (*device)->info().description;
        row.threads = (*device)->info().threads;
    }
    return row;
}

static std::vector<DeviceRow> list() {
    DeviceRow cuda;
    cuda.id = "cuda";
    cuda.description = "NVIDIA GPU";
    cuda.available = false;
    cuda.reason = "this version has no CUDA";
    return {rowOf("cpu"), rowOf("ref"), std::move(cuda)};
}

static Result<cost::DeviceProfile> probe(backends::Device& device, bool full, const std::stop_token& stop) {
    if (device.info().id != "cpu") return cost::DeviceProfile(); // the reference is an oracle: its speed says nothing
    return backends::probeCpu(device, full ? backends::ProbeEffort::Full : backends::ProbeEffort::Quick, stop);
}

session::DeviceFactory deviceFactory() { return {list, make, probe}; }

} // namespace lockstep::cli
