// When each node ran: yielded by the executor (measured) and the simulator (predicted), read by monitors, heat map and report.
#pragma once

#include "ir/types.h"

#include <cstdint>
#include <vector>

namespace lockstep::program {

struct TraceSpan {
    ir::NodeId node = ir::kNone;
    std::int64_t startNs = 0, endNs = 0; ///< since the start of the run
};

struct Trace {
    std::vector<TraceSpan> spans; ///< in order of execution
    std::int64_t wallNs = 0;
    bool measured = true; ///< false: predicted
};

} // namespace lockstep::program
