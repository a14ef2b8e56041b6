// How fast a device is, measured: the denominator of utilisation.
#pragma once

#include "base/result.h"

#include <string>

namespace lockstep::backends {
class Device;
}

namespace lockstep::train {

/// JSON: `matmul_peak_f32` (FLOP/s, the best of some large sizes), `bandwidth` (B/s of copying, reads and writes counted), `threads`.
/// Quick: at most 3 s; full: longer and over more sizes.
Result<std::string> probeDevice(backends::Device& device, bool full);

} // namespace lockstep::train
