// Devices as the session gets them: `app` knows the backends, the session only their interface.
#pragma once

#include "backends/device.h"
#include "base/result.h"
#include "cost/peaks.h"
#include "session/answers.h"
#include "spec/run_doc.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::session {

struct DeviceFactory {
    /// Best first; unavailable ones say why.
    std::function<std::vector<DeviceRow>()> list;
    /// `threads` 0: all cores.
    std::function<Result<std::unique_ptr<backends::Device>>(const std::string& id, int threads)> make;
    /// Measures a device (quick: at most 3 s) until `stop`. No matmuls: its speed says nothing.
    std::function<Result<cost::DeviceProfile>(backends::Device& device, bool full, const std::stop_token& stop)> probe;
};

/// All that are available. Errors: those of making and measuring, and "cancelled".
Result<std::vector<cost::DeviceProfile>> measureDevices(const DeviceFactory& factory, bool full, const std::stop_token& stop);

/// The device of a run: what the document names, or for `auto` the first available one. The choice is written into `run`.
Result<std::unique_ptr<backends::Device>> makeDevice(const DeviceFactory& factory, spec::RunDoc& run);

} // namespace lockstep::session
