// Measures the processor: matmul by size, memory bandwidth, copying, launch overhead. Never while a run is active.
#pragma once

#include "base/result.h"
#include "cost/peaks.h"

#include <stop_token>

namespace lockstep::backends {

class Device;

enum class ProbeEffort : std::uint8_t { Quick, Full };

/// Quick: <= 3 s; full: some 15 s. Runs on the calling thread and its team. Error: no memory, or `stop` was requested.
Result<cost::DeviceProfile> probeCpu(Device& device, ProbeEffort effort, const std::stop_token& stop = {});

} // namespace lockstep::backends
