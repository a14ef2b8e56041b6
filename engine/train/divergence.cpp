#include "train/divergence.h"
#include "base/text.h"
#include "train/run_programs.h"
#include "train/train_errors.h"

#include <algorithm>
#include <cmath>

namespace lockstep::train {

/// The first sample of a batch with a NaN or an infinity in it.
static std::optional<std::int64_t> firstNotFinite(const BatchView& batch) {
    std::optional<std::int64_t> first;
    const auto look = [&](const HostTensor& tensor) {
        if (tensor.dtype() != DType::F32 || tensor.elements() == 0) return;
        const auto values = tensor.as<float>();
        const auto found = std::find_if(values.begin(), values.end(), [](float v) { return !std::isfinite(v); });
        const std::int64_t row = (found - values.begin()) / std::max<std::int64_t>(1, tensor.elements() / tensor.shape()[0]);
        if (found != values.end() && (!first || row < *first)) first = row;
    };
    for (const auto& tensor : batch.inputs) look(tensor);
    for (const auto& tensor : batch.targets) look(tensor);
    return first;
}

Error lossNotFinite(const spec::RunDoc& run, const TrainState& state, const BatchView& batch, double loss) {
    const auto row = firstNotFinite(batch);
    if (!row && state.applied == 0) return Error(kNotFiniteAtStart, {shortest(loss)});
    if (!row) return Error(kDiverged, {shortest(loss), std::to_string(state.step)});
    const auto place = run.data.shuffle || run.data.sampling == "balanced"
                           ? "row " + std::to_string(*row) + " of the batch"
                           : "sample " + std::to_string(state.batch * run.data.batchSize + *row) + " of the training data";
    return Error(kDataNotFinite, {shortest(loss), std::to_string(state.step), place}).atPath("data");
}

Status checkWeights(const RunPrograms& programs, const TrainState& state) {
    if (state.applied == 0) return {};
    for (const auto& parameter : programs.set->model().parameters) {
        if (parameter.dtype != DType::F32) continue;
        bool finite = true;
        LOCKSTEP_TRY(programs.executor->stream(parameter.name, [&](std::span<const std::byte> piece) -> Status {
            const std::span values(reinterpret_cast<const float*>(piece.data()), piece.size() / sizeof(float));
            finite = finite && std::ranges::all_of(values, [](float v) { return std::isfinite(v); });
            return {};
        }));
        if (!finite) return Error(kWeightsNotFinite, {parameter.name, std::to_string(state.step - 1)});
    }
    return {};
}

} // namespace lockstep::train
