// The one pass runner: names, times, verifies, cancels, and lets a caller look after each pass.
#pragma once

#include "base/result.h"
#include "ir/graph.h"

#include <functional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::passes {

extern const ErrorCode kCancelled;

struct Pass {
    std::string name;
    std::function<Status(ir::Graph&)> run;
};

struct PipelineOptions {
    std::stop_token stop = {};
    std::function<void(const std::string& pass, const ir::Graph&)> after = {}; ///< called after each pass, verified
};

class Pipeline {
public:
    void add(std::string name, std::function<Status(ir::Graph&)> run) { m_passes.push_back({std::move(name), std::move(run)}); }
    /// Stops at the first error. A graph that a pass left broken is an error that names the pass.
    Status run(ir::Graph& graph, const PipelineOptions& options = {});
    /// Milliseconds by pass of the last run, verification included.
    const std::vector<std::pair<std::string, double>>& times() const { return m_times; }

private:
    std::vector<Pass> m_passes;
    std::vector<std::pair<std::string, double>> m_times;
};

} // namespace lockstep::passes
