// Why numbers of a training are not finite: the data, the start, or the updates. The remedies differ.
#pragma once

#include "base/error.h"
#include "base/result.h"
#include "spec/run_doc.h"
#include "train/checkpoint.h"

namespace lockstep::train {

struct BatchView;
struct RunPrograms;

/// The loss of this batch, of the step at `state`, is NaN or infinite.
Error lossNotFinite(const spec::RunDoc& run, const TrainState& state, const BatchView& batch, double loss);
/// No loss has seen the last update yet: what it made of the weights shows only in themselves.
Status checkWeights(const RunPrograms& programs, const TrainState& state);

} // namespace lockstep::train
