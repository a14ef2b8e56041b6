// One training step, or one batch of an evaluation, on the run's programs.
#pragma once

#include "compile/program_set.h"
#include "exec/executor.h"
#include "spec/run_doc.h"
#include "train/batch_view.h"
#include "train/samples.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::train {

/// The first value found that is not finite.
struct Suspect {
    SuspectKind kind = SuspectKind::None;
    std::string layer; ///< plain id; empty: of no layer
};

/// Scalars of a step.
struct StepSettings {
    std::int64_t step = 0;     ///< s: keys of random numbers
    std::int64_t applied = 1;  ///< the optimizer's t, from 1
    std::vector<double> rates; ///< by group
    bool probe = false;
};

struct StepResult {
    bool dropped = false;           ///< stopped before its update; nothing persistent changed
    double loss = 0;                ///< mean over the whole batch; NaN if no target counts
    bool empty = false;             ///< no target counts: gradients are 0
    std::optional<double> gradNorm; ///< none: not computed
    exec::PhaseTimes times;
    Suspect suspect;                               ///< where loss or norm is not finite
    std::vector<monitors::LayerStatistics> probes; ///< in the model's order
};

/// One batch of an evaluation, by output.
struct EvaluatedBatch {
    std::vector<double> meanLoss, weights;
    std::vector<HostTensor> outputs; ///< raw
};

class StepRunner {
public:
    StepRunner(const spec::RunDoc& run, compile::ProgramSet& programs, exec::Executor& executor);

    /// Compiles and binds what full batches of `size` need, so that the first step costs what others do.
    Status prepare(std::int64_t size);
    Status prepareEvaluation(std::int64_t size);
    Result<StepResult> train(const BatchView& batch, const StepSettings& settings, const std::atomic<bool>* stop);
    /// Gradients of the whole batch into `grad/<parameter>`, training mode, no update. Returns the loss.
    Result<double> gradients(const BatchView& batch);
    Result<EvaluatedBatch> evaluate(const BatchView& batch);
    /// Raw outputs, inference mode.
    Result<std::vector<HostTensor>> predict(const BatchView& batch);
    /// Model FLOPs of a step with `size` samples; compiles it if need be.
    Result<double> flops(std::int64_t size);

private:
    struct Weights {
        std::vector<double> byOutput; ///< of the whole batch
        bool any = false;
    };
    Result<Weights> weigh(const BatchView& batch) const;
    Status loadInputs(const compile::CompiledProgram& program, const BatchView& batch);
    Status loadTargets(const compile::CompiledProgram& program, const BatchView& batch, const Weights& weights);
    Result<std::vector<HostTensor>> outputsOf(const compile::CompiledProgram& program);
    Status load(const compile::CompiledProgram& program, const BatchView& batch, const Weights& weights, std::int64_t firstSample,
                const StepSettings& settings);
    Status scalar(const compile::CompiledProgram& program, const std::string& name, double value);
    Status rates(const compile::CompiledProgram& program, const StepSettings& settings);
    Result<StepResult> whole(const BatchView& batch, const Weights& weights, const StepSettings& settings, const std::atomic<bool>* stop);
    Result<StepResult> inParts(const BatchView& batch, const Weights& weights, const StepSettings& settings, const std::atomic<bool>* stop);
    Status finish(const compile::CompiledProgram& program, StepResult& result);
    Result<Suspect> suspectIn(const compile::CompiledProgram& program);
    Result<Suspect> suspectWeight();
    Status takeProbes(const compile::CompiledProgram& program, StepResult& result);

    const spec::RunDoc& m_run;
    compile::ProgramSet& m_programs;
    exec::Executor& m_executor;
    std::vector<std::string> m_scaleNames, m_targetNames, m_rateNames;
};

} // namespace lockstep::train
