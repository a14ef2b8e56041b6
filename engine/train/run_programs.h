// Programs, memory and data of a run, put together in the right order.
#pragma once

#include "compile/program_set.h"
#include "exec/executor.h"
#include "train/evaluator.h"
#include "train/feed.h"
#include "train/step_runner.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace lockstep::backends {
class Device;
}

namespace lockstep::train {

struct RunPrograms {
    std::unique_ptr<compile::ProgramSet> set;
    std::unique_ptr<Feed> feed;
    std::unique_ptr<exec::Executor> executor;
    std::unique_ptr<StepRunner> runner;

    /// Compiles, opens the data, allocates. Weights are still to be loaded. `phase` is told what goes on. `kept`: as in Feed::open.
    /// `stop` ends it early with an error "cancelled"; later compiling does not look at it.
    static Result<RunPrograms> create(const spec::RunDoc& run, backends::Device& device, compile::Purpose purpose,
                                      const std::function<void(const std::string&)>& phase = {},
                                      const std::optional<data::Normalization>& kept = {}, const std::stop_token& stop = {});
    /// Writes initial weights, or those of the document's `init`; then in words what matched.
    Result<std::string> loadInitial(const spec::RunDoc& run);
    /// Sets running averages to the weights as they are.
    Status startAverages();
};

} // namespace lockstep::train
