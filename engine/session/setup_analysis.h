// What an editor wants to know of a setup: problems, shapes, sizes, memory, places, the learning-rate curve.
#pragma once

#include "session/answers.h"
#include "session/devices.h"

#include <atomic>

namespace lockstep::session {

/// Takes up to a second or so; looks at `cancelled` between its parts.
SetupAnalysis analyseSetup(const SetupText& setup, const DeviceFactory& devices, const std::atomic<bool>& cancelled);

/// The program of a training step as text or dot.
Result<Explanation> explainSetup(const ExplainSetup& query, const DeviceFactory& devices);

} // namespace lockstep::session
