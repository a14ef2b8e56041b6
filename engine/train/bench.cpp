#include "train/bench.h"

#include "backends/device.h"
#include "base/clock.h"
#include "base/rng.h"
#include "train/feed.h"
#include "train/step_runner.h"
#include "train/weights.h"

#include <algorithm>
#include <vector>

namespace lockstep::train {

static HostTensor normals(const Shape& shape, std::uint64_t stream) {
    HostTensor tensor(DType::F32, shape);
    const Rng rng(1, RngPurpose::Synthetic, stream);
    std::uint64_t i = 0;
    for (auto& x : tensor.as<float>()) x = static_cast<float>(rng.normal(i++));
    return tensor;
}

static HostTensor ids(const Shape& shape, std::int64_t classes, std::uint64_t stream) {
    HostTensor tensor(DType::S64, shape);
    const Rng rng(1, RngPurpose::Synthetic, stream);
    std::uint64_t i = 0;
    for (auto& x : tensor.as<std::int64_t>()) x = static_cast<std::int64_t>(rng.below(i++, static_cast<std::uint64_t>(classes)));
    return tensor;
}

static BatchView syntheticBatch(const spec::RunDoc& run, const compile::ModelInfo& model) {
    BatchView batch{run.data.batchSize, {}, {}};
    std::uint64_t stream = 0;
    for (const auto& input : run.model.inputs) {
        const auto shape = input.shape.withBatch(batch.size);
        const std::int64_t known = std::max<std::int64_t>(knownIds(run.model, input.id), 2);
        batch.inputs.push_back(input.dtype == DType::S64 ? ids(shape, known, stream) : normals(shape, stream));
        ++stream;
    }
    for (const auto& output : model.outputs) {
        const auto shape = output.targetShape.withBatch(batch.size);
        batch.targets.push_back(output.targetDtype == DType::S64 ? ids(shape, output.classes, stream) : normals(shape, stream));
        ++stream;
    }
    return batch;
}

namespace {

class Bench {
public:
    Bench(const spec::RunDoc& run, bool infer) : m_run(run), m_infer(infer) {}

    Status prepare(backends::Device& device) {
        const auto purpose = m_infer ? compile::Purpose::Inference : compile::Purpose::Training;
        LOCKSTEP_ASSIGN(m_set, compile::ProgramSet::create(m_run, device, purpose));
        LOCKSTEP_ASSIGN(m_executor, exec::Executor::create(device, m_set->persistent()));
        m_runner.emplace(m_run, *m_set, *m_executor);
        LOCKSTEP_TRY(initialise(m_set->model(), m_run.seed, *m_executor));
        m_batch = syntheticBatch(m_run, m_set->model());
        for (const auto& group : m_set->groups()) m_settings.rates.push_back(group.settings.lr);
        return {};
    }

    Status step() {
        if (m_infer) {
            LOCKSTEP_TRY(m_runner->predict(m_batch));
        } else {
            LOCKSTEP_TRY(m_runner->train(m_batch, m_settings, nullptr));
        }
        ++m_settings.step;
        ++m_settings.applied;
        return {};
    }

    Result<double> flops() {
        if (!m_infer) return m_runner->flops(m_batch.size);
        LOCKSTEP_ASSIGN(const auto* program, m_set->get({compile::ProgramKind::Predict, m_batch.size, false}));
        return program->program->modelFlops();
    }
    const exec::PhaseTimes& times() const { return m_executor->times(); }
    std::size_t plannedBytes() const { return m_set->plannedBytes(); }
    std::size_t usedBytes() const { return m_executor->allocatedBytes(); }
    void observe(exec::Executor::Observer observer) { m_executor->observe(std::move(observer)); }

private:
    const spec::RunDoc& m_run;
    bool m_infer;
    std::unique_ptr<compile::ProgramSet> m_set;
    std::unique_ptr<exec::Executor> m_executor;
    std::optional<StepRunner> m_runner;
    BatchView m_batch;
    StepSettings m_settings;
};

} // namespace

static double median(std::vector<double>& values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Result<BenchResult> bench(const spec::RunDoc& run, backends::Device& device, bool infer, std::int64_t minSteps, double minSeconds,
                          exec::Executor::Observer observer) {
    constexpr int kWarmUp = 3;
    Bench bench(run, infer);
    LOCKSTEP_TRY(bench.prepare(device));
    for (int i = 0; i < kWarmUp; ++i) LOCKSTEP_TRY(bench.step());
    bench.observe(std::move(observer));
    BenchResult result;
    result.batch = run.data.batchSize;
    std::vector<double> ms, computeMs;
    while (result.steps < minSteps || result.seconds < minSeconds) {
        const auto start = monotonicNs();
        LOCKSTEP_TRY(bench.step());
        const auto ns = monotonicNs() - start;
        ms.push_back(static_cast<double>(ns) * 1e-6);
        computeMs.push_back(static_cast<double>(bench.times().compute) * 1e-6);
        result.wallNs += ns;
        result.seconds = static_cast<double>(result.wallNs) * 1e-9;
        ++result.steps;
        result.times.transfer += bench.times().transfer;
        result.times.compute += bench.times().compute;
        result.times.optimizer += bench.times().optimizer;
    }
    result.stepMsMedian = median(ms);
    result.computeMsMedian = median(computeMs);
    LOCKSTEP_ASSIGN(result.flopsPerStep, bench.flops());
    result.plannedBytes = bench.plannedBytes();
    result.usedBytes = bench.usedBytes();
    return result;
}

} // namespace lockstep::train
