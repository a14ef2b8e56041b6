// The metrics that there are; makeMetrics() picks from them. Not for other rooms.
#pragma once

#include "train/metrics.h"

namespace lockstep::train {

/// Over an output with class ids as targets: share whose class is among the `k` largest outputs.
std::unique_ptr<Metric> makeTopK(const compile::OutputInfo& output, std::int64_t k);
/// exp of the mean of -log p of the target's class.
std::unique_ptr<Metric> makePerplexity(const compile::OutputInfo& output);
/// Intersection over union of predicted and true places, a mean over the classes that occur in either.
std::unique_ptr<Metric> makeMeanIou(const compile::OutputInfo& output);
/// Area under the ROC curve: of a score for each class against the rest, a mean over the classes that have both.
std::unique_ptr<Metric> makeAuc(const compile::OutputInfo& output);

/// The same over an output of logits with targets 0 and 1 (bce_with_logits): thresholds at 0.
std::unique_ptr<Metric> makeBinaryAccuracy(const compile::OutputInfo& output);
std::unique_ptr<Metric> makeBinaryIou(const compile::OutputInfo& output);
std::unique_ptr<Metric> makeBinaryAuc(const compile::OutputInfo& output);

/// NaN for nothing counted.
double ratio(double sum, double count);

} // namespace lockstep::train
