#include "train/target_weight.h"

#include "train/train_errors.h"

#include <algorithm>

namespace lockstep::train {

static Error outOfRange(const compile::OutputInfo& output, const HostTensor& targets, std::size_t at, std::int64_t firstRow) {
    const auto perRow = std::max<std::int64_t>(1, targets.elements() / std::max<std::int64_t>(1, targets.shape()[0]));
    const auto row = firstRow + static_cast<std::int64_t>(at) / perRow;
    return Error(kTargetOutOfRange,
                 {std::to_string(targets.as<std::int64_t>()[at]), std::to_string(row), std::to_string(output.classes - 1)})
        .inLayer(output.id);
}

static Result<double> classWeight(const compile::OutputInfo& output, const spec::LossDoc& loss, const HostTensor& targets,
                                  std::int64_t firstRow) {
    const auto ids = targets.as<std::int64_t>();
    double sum = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == loss.ignoreIndex) continue;
        if (ids[i] < 0 || ids[i] >= output.classes) return outOfRange(output, targets, i, firstRow);
        sum += loss.classWeights.empty() ? 1.0 : static_cast<float>(loss.classWeights[static_cast<std::size_t>(ids[i])]);
    }
    return sum;
}

Result<double> targetWeight(const compile::OutputInfo& output, const spec::LossDoc& loss, const HostTensor& targets,
                            std::int64_t firstRow) {
    if (loss.type == "cross_entropy") return classWeight(output, loss, targets, firstRow);
    return static_cast<double>(targets.elements());
}

} // namespace lockstep::train
