#include "passes/pipeline.h"

#include "base/clock.h"
#include "ir/verifier.h"

namespace lockstep::passes {

const ErrorCode kCancelled{"passes.cancelled", "compiling was cancelled", ""};
static constexpr ErrorCode kBroken{"passes.pass_broke_graph", "after the pass {0}: {1}",
                                   "this is a fault of the program; please report it"};

Status Pipeline::run(ir::Graph& graph, const PipelineOptions& options) {
    m_times.clear();
    for (const Pass& pass : m_passes) {
        if (options.stop.stop_requested()) return Error(kCancelled);
        const std::int64_t start = monotonicNs();
        LOCKSTEP_TRY(pass.run(graph));
        if (const Status sound = ir::verify(graph); !sound.ok()) return Error(kBroken, {pass.name, sound.error().message()});
        m_times.emplace_back(pass.name, static_cast<double>(monotonicNs() - start) * 1e-6);
        if (options.after) options.after(pass.name, graph);
    }
    return {};
}

} // namespace lockstep::passes
