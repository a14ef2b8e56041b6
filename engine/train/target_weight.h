// What a loss's sum is divided by to be the mean over a batch.
#pragma once

#include "base/result.h"
#include "compile/model_info.h"
#include "numerics/host_tensor.h"
#include "spec/run_doc.h"

namespace lockstep::train {

/// cross_entropy: the sum of the weights of targets that are not ignored; others: the number of elements.
/// Errors: a class id out of range, naming the row (`firstRow` is the row of the first target).
Result<double> targetWeight(const compile::OutputInfo& output, const spec::LossDoc& loss, const HostTensor& targets, std::int64_t firstRow);

} // namespace lockstep::train
