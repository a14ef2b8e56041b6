#include "train/offline.h"

#include "backends/device.h"
#include "files/npz.h"
#include "files/safetensors.h"
#include "train/checkpoint.h"
#include "train/evaluator.h"
#include "train/prediction_file.h"
#include "train/run_programs.h"
#include "train/train_errors.h"
#include "train/weights.h"

#include <cstring>

namespace lockstep::train {

Result<double> writeGradients(const spec::RunDoc& run, backends::Device& device, const std::string& path, Stage& stage) {
    stage = Stage::Request;
    LOCKSTEP_ASSIGN(auto programs, RunPrograms::create(run, device, compile::Purpose::Gradients));
    LOCKSTEP_TRY(programs.loadInitial(run));
    LOCKSTEP_ASSIGN(const auto stream, programs.feed->training(0, 0));
    LOCKSTEP_ASSIGN(const auto* batch, stream->next());
    if (!batch) return Error(kNoTrainingData).atPath("data");
    stage = Stage::Work;
    LOCKSTEP_ASSIGN(const double loss, programs.runner->gradients(*batch));
    NamedTensors gradients;
    for (const auto& parameter : programs.set->model().parameters) {
        if (parameter.buffer) continue;
        LOCKSTEP_ASSIGN(auto gradient, programs.executor->read("grad/" + parameter.name));
        gradients.emplace_back(parameter.name, std::move(gradient));
    }
    LOCKSTEP_TRY(files::writeSafetensors(path, gradients));
    return loss;
}

static Result<RunPrograms> forInference(const spec::RunDoc& run, backends::Device& device, const Weights& weights, Stage& stage) {
    stage = Stage::Request;
    if (weights.checkpoint.empty()) {
        LOCKSTEP_ASSIGN(auto programs, RunPrograms::create(run, device, compile::Purpose::Inference));
        LOCKSTEP_TRY(programs.loadInitial(run));
        return programs;
    }
    stage = Stage::Work;
    LOCKSTEP_ASSIGN(const auto checkpoint, readCheckpoint(weights.checkpoint));
    stage = Stage::Request;
    LOCKSTEP_ASSIGN(auto programs, RunPrograms::create(run, device, compile::Purpose::Inference, {}, checkpoint.normalization));
    LOCKSTEP_TRY(loadWeights(programs.set->model(), averagedWeights(checkpoint), weights.checkpoint, *programs.executor));
    return programs;
}

static Split firstPresent(const Feed& feed) {
    for (const auto split : {Split::Test, Split::Validation}) {
        if (feed.samples(split) > 0) return split;
    }
    return Split::Train;
}

namespace {

/// Outputs of a whole split, filled batch by batch.
class Collected {
public:
    Collected(const compile::ModelInfo& model, std::int64_t samples) {
        const bool several = model.outputs.size() > 1;
        for (const auto& output : model.outputs)
            m_arrays.emplace_back(several ? "y." + output.id : "y", HostTensor(DType::F32, output.shape.withBatch(samples)));
    }

    void add(const std::vector<HostTensor>& outputs, std::int64_t size) {
        for (std::size_t o = 0; o < outputs.size(); ++o) {
            auto& whole = m_arrays[o].second;
            const auto rowBytes = outputs[o].bytes() / static_cast<std::size_t>(size);
            std::memcpy(whole.data() + static_cast<std::size_t>(m_rows) * rowBytes, outputs[o].data(), outputs[o].bytes());
        }
        m_rows += size;
    }
    const files::NamedTensors& arrays() const { return m_arrays; }
    std::int64_t rows() const { return m_rows; }

private:
    files::NamedTensors m_arrays;
    std::int64_t m_rows = 0;
};

} // namespace

Result<std::int64_t> writePredictions(const spec::RunDoc& run, backends::Device& device, const Weights& weights, std::optional<Split> split,
                                      const std::string& path, Stage& stage) {
    LOCKSTEP_ASSIGN(auto programs, forInference(run, device, weights, stage));
    const auto chosen = split.value_or(firstPresent(*programs.feed));
    const auto samples = programs.feed->samples(chosen);
    if (samples == 0) return Error(kNoSuchSplit, {std::string(name(chosen))}).atPath("data");
    stage = Stage::Work;
    LOCKSTEP_ASSIGN(const auto stream, programs.feed->sequential(chosen));
    Collected collected(programs.set->model(), samples);
    while (true) {
        LOCKSTEP_ASSIGN(const auto* batch, stream->next());
        if (!batch) break;
        LOCKSTEP_ASSIGN(const auto outputs, programs.runner->predict(*batch));
        collected.add(outputs, batch->size);
    }
    const auto& outputs = programs.set->model().outputs;
    const bool classifies = outputs.size() == 1 && outputs[0].loss == "cross_entropy" && outputs[0].shape.rank() == 1;
    LOCKSTEP_TRY(writePredictionFile(path, {collected.arrays(), programs.feed->classNames(), classifies}));
    return collected.rows();
}

Result<std::vector<Evaluated>> evaluateSplits(const spec::RunDoc& run, backends::Device& device, const Weights& weights, Stage& stage) {
    LOCKSTEP_ASSIGN(auto programs, forInference(run, device, weights, stage));
    stage = Stage::Work;
    const Evaluator evaluator(run, *programs.runner, programs.set->model());
    std::vector<Evaluated> results;
    const auto evaluate = [&](Split split) -> Status {
        LOCKSTEP_ASSIGN(auto result, evaluator.evaluate(*programs.feed, split, 0, nullptr));
        results.push_back(*std::move(result));
        return {};
    };
    for (const auto split : {Split::Validation, Split::Test}) {
        if (programs.feed->samples(split) > 0) LOCKSTEP_TRY(evaluate(split));
    }
    if (results.empty()) LOCKSTEP_TRY(evaluate(Split::Train));
    return results;
}

} // namespace lockstep::train
