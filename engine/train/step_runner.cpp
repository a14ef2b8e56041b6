#include "train/step_runner.h"

#include "train/target_weight.h"

#include <limits>

namespace lockstep::train {

using compile::ProgramKind;

static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

StepRunner::StepRunner(const spec::RunDoc& run, compile::ProgramSet& programs, exec::Executor& executor)
    : m_run(run), m_programs(programs), m_executor(executor) {
    for (const auto& output : programs.model().outputs) {
        m_scaleNames.push_back("loss_scale/" + output.id);
        m_targetNames.push_back("target/" + output.id);
    }
    for (std::size_t g = 0; g < programs.groups().size(); ++g) m_rateNames.push_back("lr/" + std::to_string(g));
}

static std::vector<compile::ProgramKey> keysOf(std::int64_t size, std::int64_t parts) {
    if (parts <= 1) return {{ProgramKind::Train, size, false}};
    const auto sizes = compile::microBatchSizes(size, parts);
    std::vector<compile::ProgramKey> keys;
    for (std::size_t i = 0; i < sizes.size(); ++i) keys.push_back({i == 0 ? ProgramKind::MicroFirst : ProgramKind::Micro, sizes[i], false});
    keys.push_back({ProgramKind::Update, 1, false});
    return keys;
}

Status StepRunner::prepare(std::int64_t size) {
    for (const auto& key : keysOf(size, m_run.accumulate)) {
        LOCKSTEP_ASSIGN(const auto* program, m_programs.get(key));
        LOCKSTEP_TRY(m_executor.bind(*program));
    }
    return {};
}

Status StepRunner::prepareEvaluation(std::int64_t size) {
    LOCKSTEP_ASSIGN(const auto* program, m_programs.get({ProgramKind::Evaluate, size, false}));
    return m_executor.bind(*program);
}

Result<double> StepRunner::flops(std::int64_t size) {
    double sum = 0;
    for (const auto& key : keysOf(size, m_run.accumulate)) {
        LOCKSTEP_ASSIGN(const auto* program, m_programs.get(key));
        sum += program->program->modelFlops();
    }
    return sum;
}

Result<StepRunner::Weights> StepRunner::weigh(const BatchView& batch) const {
    Weights weights;
    const auto& outputs = m_programs.model().outputs;
    for (std::size_t o = 0; o < outputs.size(); ++o) {
        LOCKSTEP_ASSIGN(const double weight, targetWeight(outputs[o], m_run.losses.at(outputs[o].id), batch.targets[o], 0));
        weights.byOutput.push_back(weight);
        weights.any |= weight > 0;
    }
    return weights;
}

Status StepRunner::scalar(const compile::CompiledProgram& program, const std::string& name, double value) {
    return m_executor.hasScalar(program, name) ? m_executor.setScalar(program, name, value) : Status();
}

Status StepRunner::rates(const compile::CompiledProgram& program, const StepSettings& settings) {
    LOCKSTEP_TRY(scalar(program, "scalar/t", static_cast<double>(settings.applied)));
    for (std::size_t g = 0; g < settings.rates.size(); ++g) LOCKSTEP_TRY(scalar(program, m_rateNames[g], settings.rates[g]));
    return {};
}

Status StepRunner::loadInputs(const compile::CompiledProgram& program, const BatchView& batch) {
    const auto& inputs = m_run.model.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        LOCKSTEP_TRY(m_executor.setInput(program, inputs[i].id, batch.inputs[i].data(), batch.inputs[i].bytes()));
    return {};
}

Status StepRunner::loadTargets(const compile::CompiledProgram& program, const BatchView& batch, const Weights& weights) {
    for (std::size_t o = 0; o < m_targetNames.size(); ++o) {
        LOCKSTEP_TRY(m_executor.setInput(program, m_targetNames[o], batch.targets[o].data(), batch.targets[o].bytes()));
        const double weight = weights.byOutput[o];
        LOCKSTEP_TRY(scalar(program, m_scaleNames[o], weight > 0 ? 1 / weight : 0));
    }
    return {};
}

Status StepRunner::load(const compile::CompiledProgram& program, const BatchView& batch, const Weights& weights, std::int64_t firstSample,
                        const StepSettings& settings) {
    LOCKSTEP_TRY(loadInputs(program, batch));
    LOCKSTEP_TRY(loadTargets(program, batch, weights));
    LOCKSTEP_TRY(scalar(program, "scalar/step", static_cast<double>(settings.step)));
    LOCKSTEP_TRY(scalar(program, "scalar/first_sample", static_cast<double>(firstSample)));
    return rates(program, settings);
}

static void add(exec::PhaseTimes& sum, const exec::PhaseTimes& more) {
    sum.transfer += more.transfer;
    sum.compute += more.compute;
    sum.communication += more.communication;
    sum.optimizer += more.optimizer;
    sum.probe += more.probe;
    sum.wall += more.wall;
}

Status StepRunner::takeProbes(const compile::CompiledProgram& program, StepResult& result) {
    for (const auto& name : m_executor.fetchNames(program)) {
        if (!name.starts_with("probe.")) continue;
        LOCKSTEP_ASSIGN(auto value, m_executor.fetch(program, name));
        result.probes.emplace_back(name.substr(6), std::move(value));
    }
    return {};
}

Status StepRunner::finish(const compile::CompiledProgram& program, StepResult& result) {
    for (const auto& fetch : program.program->graph().fetches()) {
        if (fetch.name != "grad_norm") continue;
        LOCKSTEP_ASSIGN(result.gradNorm, m_executor.fetchScalar(program, fetch.name));
    }
    return {};
}

Result<StepResult> StepRunner::whole(const BatchView& batch, const Weights& weights, const StepSettings& settings,
                                     const std::atomic<bool>* stop) {
    LOCKSTEP_ASSIGN(const auto* program, m_programs.get({ProgramKind::Train, batch.size, settings.probe}));
    LOCKSTEP_TRY(load(*program, batch, weights, 0, settings));
    LOCKSTEP_ASSIGN(const auto outcome, m_executor.run(*program, stop));
    StepResult result;
    result.times = m_executor.times();
    result.dropped = outcome == exec::Outcome::Dropped;
    if (result.dropped) return result;
    LOCKSTEP_ASSIGN(result.loss, m_executor.fetchScalar(*program, "loss"));
    LOCKSTEP_TRY(finish(*program, result));
    if (settings.probe) LOCKSTEP_TRY(takeProbes(*program, result));
    return result;
}

Result<StepResult> StepRunner::inParts(const BatchView& batch, const Weights& weights, const StepSettings& settings,
                                       const std::atomic<bool>* stop) {
    StepResult result;
    std::int64_t from = 0;
    for (const auto size : compile::microBatchSizes(batch.size, m_run.accumulate)) {
        const auto kind = from == 0 ? ProgramKind::MicroFirst : ProgramKind::Micro;
        LOCKSTEP_ASSIGN(const auto* program, m_programs.get({kind, size, settings.probe && from == 0}));
        LOCKSTEP_TRY(load(*program, batch.rows(from, size), weights, from, settings));
        // Later parts are not dropped: the first may have changed running statistics.
        LOCKSTEP_ASSIGN(const auto outcome, m_executor.run(*program, from == 0 ? stop : nullptr));
        add(result.times, m_executor.times());
        result.dropped = outcome == exec::Outcome::Dropped;
        if (result.dropped) return result;
        LOCKSTEP_ASSIGN(const double loss, m_executor.fetchScalar(*program, "loss"));
        result.loss += loss;
        if (settings.probe && from == 0) LOCKSTEP_TRY(takeProbes(*program, result));
        from += size;
    }
    LOCKSTEP_ASSIGN(const auto* update, m_programs.get({ProgramKind::Update, 1, false}));
    LOCKSTEP_TRY(rates(*update, settings));
    LOCKSTEP_TRY(m_executor.run(*update));
    add(result.times, m_executor.times());
    LOCKSTEP_TRY(finish(*update, result));
    return result;
}

Result<StepResult> StepRunner::train(const BatchView& batch, const StepSettings& settings, const std::atomic<bool>* stop) {
    LOCKSTEP_ASSIGN(const auto weights, weigh(batch));
    auto result = m_run.accumulate > 1 ? inParts(batch, weights, settings, stop) : whole(batch, weights, settings, stop);
    if (!result) return result;
    result->empty = !weights.any;
    if (result->empty) result->loss = kNaN;
    return result;
}

Result<double> StepRunner::gradients(const BatchView& batch) {
    LOCKSTEP_ASSIGN(const auto weights, weigh(batch));
    double loss = 0;
    std::int64_t from = 0;
    // Accumulated parts add to the gradients that the first wrote.
    for (const auto size : compile::microBatchSizes(batch.size, m_run.accumulate)) {
        const auto kind = from == 0 ? ProgramKind::Gradients : ProgramKind::Micro;
        LOCKSTEP_ASSIGN(const auto* program, m_programs.get({kind, size, false}));
        LOCKSTEP_TRY(load(*program, batch.rows(from, size), weights, from, {}));
        LOCKSTEP_TRY(m_executor.run(*program));
        LOCKSTEP_ASSIGN(const double part, m_executor.fetchScalar(*program, "loss"));
        loss += part;
        from += size;
    }
    return weights.any ? loss : kNaN;
}

Result<std::vector<HostTensor>> StepRunner::outputsOf(const compile::CompiledProgram& program) {
    std::vector<HostTensor> outputs;
    for (const auto& output : m_programs.model().outputs) {
        LOCKSTEP_ASSIGN(auto y, m_executor.fetch(program, "y." + output.id));
        outputs.push_back(std::move(y));
    }
    return outputs;
}

Result<EvaluatedBatch> StepRunner::evaluate(const BatchView& batch) {
    LOCKSTEP_ASSIGN(const auto weights, weigh(batch));
    LOCKSTEP_ASSIGN(const auto* program, m_programs.get({ProgramKind::Evaluate, batch.size, false}));
    LOCKSTEP_TRY(loadInputs(*program, batch));
    LOCKSTEP_TRY(loadTargets(*program, batch, weights));
    LOCKSTEP_TRY(m_executor.run(*program));
    EvaluatedBatch result{{}, weights.byOutput, {}};
    for (const auto& output : m_programs.model().outputs) {
        LOCKSTEP_ASSIGN(const double loss, m_executor.fetchScalar(*program, "loss." + output.id));
        result.meanLoss.push_back(loss);
    }
    LOCKSTEP_ASSIGN(result.outputs, outputsOf(*program));
    return result;
}

Result<std::vector<HostTensor>> StepRunner::predict(const BatchView& batch) {
    LOCKSTEP_ASSIGN(const auto* program, m_programs.get({ProgramKind::Predict, batch.size, false}));
    LOCKSTEP_TRY(loadInputs(*program, batch));
    LOCKSTEP_TRY(m_executor.run(*program));
    return outputsOf(*program);
}

} // namespace lockstep::train
