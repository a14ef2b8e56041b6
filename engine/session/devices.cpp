#include "session/devices.h"

#include "session/session_errors.h"

namespace lockstep::session {

static std::string firstAvailable(const DeviceFactory& factory) {
    for (const auto& row : factory.list()) {
        if (row.available) return row.id;
    }
    return "ref";
}

Result<std::unique_ptr<backends::Device>> makeDevice(const DeviceFactory& factory, spec::RunDoc& run) {
    if (run.device == "auto") run.device = firstAvailable(factory);
    auto device = factory.make(run.device, static_cast<int>(run.threads.value_or(0)));
    if (!device) return std::move(device).error().atPath("device");
    run.threads = (*device)->info().threads;
    return device;
}

} // namespace lockstep::session
