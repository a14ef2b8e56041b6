// Measured times of a program's nodes, beside what the device could reach.
#pragma once

#include "base/result.h"
#include "cost/peaks.h"
#include "program/program.h"
#include "spec/json.h"
#include "spec/run_doc.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::backends {
class Device;
}

namespace lockstep::cli {

/// One node over the measured steps.
struct NodeProfile {
    ir::NodeId node = ir::kNone;
    double seconds = 0;        ///< median
    double flopsPerSecond = 0; ///< of all its arithmetic
    double bytesPerSecond = 0; ///< least traffic: every input read once, every output written once
    bool matmulRoof = false;   ///< the roof that binds: the device's matmul peak, else its memory bandwidth
    double share = 0;          ///< reached of that roof; more than 1 where the caches feed it; 0: the roof was not measured
};

struct ProgramProfile {
    std::shared_ptr<const program::Program> program;
    std::int64_t runs = 0;
    double wallSeconds = 0;         ///< median of a run
    std::vector<NodeProfile> nodes; ///< as scheduled
};

/// A few training steps on synthetic data through the executor, after a warm-up.
Result<std::vector<ProgramProfile>> profile(const spec::RunDoc& run, backends::Device& device, const cost::DeviceProfile& peaks);

std::string profileText(const std::vector<ProgramProfile>& programs);
/// By node: what is measured, to be set beside what explain says of it.
std::map<ir::NodeId, spec::Json> profileJson(const ProgramProfile& program);

} // namespace lockstep::cli
