// Loss and metrics over a whole split: one mean, never a mean of means.
#pragma once

#include "train/feed.h"
#include "train/samples.h"
#include "train/step_runner.h"

#include <atomic>
#include <functional>
#include <optional>

namespace lockstep::train {

class Evaluator {
public:
    /// All references outlive the evaluator.
    Evaluator(const spec::RunDoc& run, StepRunner& runner, const compile::ModelInfo& model)
        : m_run(run), m_runner(runner), m_model(model) {}

    /// Nothing if a stop was asked for before the end. `progress` is told the part done.
    Result<std::optional<Evaluated>> evaluate(const Feed& feed, Split split, std::int64_t step, const std::atomic<bool>* stop,
                                              const std::function<void(double)>& progress = {}) const;

private:
    const spec::RunDoc& m_run;
    StepRunner& m_runner;
    const compile::ModelInfo& m_model;
};

} // namespace lockstep::train
