#include "train/step_runner.h"

#include "train/target_weight.h"

#include <algorithm>
#include <cmath>
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
    auto keys = keysOf(size, m_run.accumulate);
    if (m_run.probeEverySteps > 0) { // the whole batch, or the first of its parts
        keys.push_back(keys.front());
        keys.back().probe = true;
    }
    for (const auto& key : keys) {
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

Result<Suspect> StepRunner::suspectIn(const compile::CompiledProgram& program) {
    LOCKSTEP_ASSIGN(const auto found, m_executor.firstNotFinite(program));
    if (!found) return Suspect{};
    if (found->persistent) return Suspect{SuspectKind::Weight, found->layer};
    const auto& inputs = m_run.model.inputs;
    const bool given = std::any_of(inputs.begin(), inputs.end(), [&](const auto& input) { return input.id == found->value; });
    if (given) return Suspect{SuspectKind::Input, found->layer};
    return Suspect{found->phase == ir::Phase::Backward ? SuspectKind::Gradient : SuspectKind::Output, found->layer};
}

/// After an update with gradients that were not finite: where it shows.
Result<Suspect> StepRunner::suspectWeight() {
    for (const auto& parameter : m_programs.model().parameters) {
        if (parameter.dtype != DType::F32) continue;
        LOCKSTEP_ASSIGN(const auto tensor, m_executor.read(parameter.name));
        const auto values = tensor.as<float>();
        if (!std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); }))
            return Suspect{SuspectKind::Gradient, parameter.layer};
    }
    return Suspect{};
}

/// `name`: `probe.output.fc1`, `probe.gradient.fc1.weight`; `row`: what the op probe_stats gives.
static monitors::LayerStatistics statisticsOf(const std::string& name, std::span<const float> row, std::int64_t elements) {
    const auto dot = name.find('.', 6);
    const auto role = name.substr(6, dot - 6);
    monitors::LayerStatistics s;
    s.layer = name.substr(dot + 1);
    s.role = role == "output"   ? monitors::LayerRole::Output
             : role == "weight" ? monitors::LayerRole::Weight
                                : monitors::LayerRole::Gradient;
    if (s.role != monitors::LayerRole::Output) {
        const auto last = s.layer.rfind('.');
        s.parameter = s.layer.substr(last + 1);
        s.layer.resize(last);
    }
    s.elements = elements;
    const auto count = [&](std::size_t i) { return static_cast<std::int64_t>(std::llround(row[i])); };
    s.nans = count(0), s.infinities = count(1), s.zeros = count(2);
    s.min = row[3], s.max = row[4], s.mean = row[5], s.rms = row[6], s.amax = row[7], s.meanAbs = row[8];
    return s;
}

Status StepRunner::takeProbes(const compile::CompiledProgram& program, StepResult& result) {
    const auto& graph = program.program->graph();
    for (const auto& fetch : graph.fetches()) {
        if (!fetch.name.starts_with("probe.")) continue;
        LOCKSTEP_ASSIGN(const auto value, m_executor.fetch(program, fetch.name));
        const auto& probed = graph.value(graph.node(graph.value(fetch.value).producer).inputs[0]);
        result.probes.push_back(statisticsOf(fetch.name, value.as<float>(), probed.type.shape.elements()));
    }
    const auto place = [&](const monitors::LayerStatistics& row) {
        const auto& layers = m_programs.model().layers;
        return std::find_if(layers.begin(), layers.end(), [&](const auto& layer) { return layer.id == row.layer; }) - layers.begin();
    };
    std::stable_sort(result.probes.begin(), result.probes.end(),
                     [&](const auto& a, const auto& b) { return std::pair(place(a), a.role) < std::pair(place(b), b.role); });
    return {};
}

Status StepRunner::finish(const compile::CompiledProgram& program, StepResult& result) {
    for (const auto& fetch : program.program->graph().fetches()) {
        if (fetch.name != "grad_norm") continue;
        LOCKSTEP_ASSIGN(result.gradNorm, m_executor.fetchScalar(program, fetch.name));
    }
    if (result.gradNorm && !std::isfinite(*result.gradNorm)) { LOCKSTEP_ASSIGN(result.suspect, suspectWeight()); }
    return {};
}

Result<StepResult> StepRunner::whole(const BatchView& batch, const Weights& weights, const StepSettings& settings,
                                     const std::atomic<bool>* stop) {
    LOCKSTEP_ASSIGN(const auto* program, m_programs.get({ProgramKind::Train, batch.size, settings.probe}));
    LOCKSTEP_TRY(load(*program, batch, weights, 0, settings));
    LOCKSTEP_ASSIGN(const auto outcome, m_executor.run(*program, stop, nullptr, "loss"));
    StepResult result;
    result.times = m_executor.times();
    result.dropped = outcome == exec::Outcome::Dropped;
    if (result.dropped) return result;
    LOCKSTEP_ASSIGN(result.loss, m_executor.fetchScalar(*program, "loss"));
    if (outcome == exec::Outcome::NotFinite) {
        LOCKSTEP_ASSIGN(result.suspect, suspectIn(*program));
        return result;
    }
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
        if (!std::isfinite(loss)) {
            LOCKSTEP_ASSIGN(result.suspect, suspectIn(*program));
            return result;
        }
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
