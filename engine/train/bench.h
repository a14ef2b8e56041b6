// Speed of a run's step on synthetic data in memory: three steps of warm-up, then the median (WORKLOADS.md).
#pragma once

#include "base/result.h"
#include "exec/executor.h"
#include "spec/run_doc.h"

#include <cstdint>

namespace lockstep::backends {
class Device;
}

namespace lockstep::train {

struct BenchResult {
    std::int64_t steps = 0, batch = 0;
    double seconds = 0, stepMsMedian = 0;
    double computeMsMedian = 0; ///< kernels alone
    double flopsPerStep = 0;
    std::size_t plannedBytes = 0, usedBytes = 0; ///< planned, allocated on the device
    exec::PhaseTimes times;                      ///< sums over the measured steps
    std::int64_t wallNs = 0;
};

/// `infer`: forward only. Steps until both `minSteps` and `minSeconds` are reached. `observer` sees each run of a program in the measured
/// steps; the programs' graphs outlive the call, the compiled programs don't.
Result<BenchResult> bench(const spec::RunDoc& run, backends::Device& device, bool infer, std::int64_t minSteps = 10, double minSeconds = 5,
                          exec::Executor::Observer observer = {});

} // namespace lockstep::train
