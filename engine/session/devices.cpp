#include "session/devices.h"

#include "session/session_errors.h"

namespace lockstep::session {

static std::string firstAvailable(const DeviceFactory& factory) {
    for (const auto& row : factory.list()) {
        if (row.available) return row.id;
    }
    return "ref";
}

Result<std::vector<cost::DeviceProfile>> measureDevices(const DeviceFactory& factory, bool full, const std::stop_token& stop) {
    std::vector<cost::DeviceProfile> profiles;
    for (const auto& row : factory.list()) {
        if (!row.available) continue;
        LOCKSTEP_ASSIGN(const auto device, factory.make(row.id, 0));
        auto profile = factory.probe(*device, full, stop);
        if (stop.stop_requested()) return Error(kCancelled);
        if (!profile) return std::move(profile).error();
        profiles.push_back(*std::move(profile));
    }
    return profiles;
}

Result<std::unique_ptr<backends::Device>> makeDevice(const DeviceFactory& factory, spec::RunDoc& run) {
    if (run.device == "auto") run.device = firstAvailable(factory);
    auto device = factory.make(run.device, static_cast<int>(run.threads.value_or(0)));
    if (!device) return std::move(device).error().atPath("device");
    run.threads = (*device)->info().threads;
    return device;
}

} // namespace lockstep::session
