// What a training tells while it runs: fixed records for each step, rare messages for all else.
#pragma once

#include "base/error.h"
#include "monitors/layer_sample.h"
#include "train/schedule.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::train {

/// Where a value that is not finite was found first.
enum class SuspectKind : std::uint8_t { None, Input, Weight, Output, Gradient };

/// One update. Nanoseconds by what they were spent on; the six parts sum to `wallNs`.
struct StepSample {
    std::int64_t step = 0; ///< s: the update, from 0
    double wall = 0;       ///< seconds since 1970, at its end
    double loss = 0, lr = 0;
    std::optional<double> gradNorm;          ///< none: not computed
    double flops = 0;                        ///< model FLOPs of this step's batch
    SuspectKind suspect = SuspectKind::None; ///< looked for where loss or norm is not finite
    std::int32_t suspectLayer = -1;          ///< index into Prepared::layers; -1: of no layer
    std::int64_t samples = 0, items = 0;
    std::int64_t epoch = 0;
    std::int64_t dataNs = 0, transferNs = 0, computeNs = 0, communicationNs = 0, optimizerNs = 0, otherNs = 0, wallNs = 0;
};

/// A phase of preparing: "opening data", "compiling", "loading weights".
struct Phase {
    std::string name;
};
/// Preparing is done; training starts at `step`.
struct Prepared {
    std::int64_t step = 0, steps = 0, batchesPerEpoch = 0;
    std::int64_t trainSamples = 0, validationSamples = 0, testSamples = 0;
    std::size_t plannedBytes = 0, usedBytes = 0;
    double flopsPerStep = 0; ///< model FLOPs of a full batch
    double activeSeconds = 0;
    std::vector<std::string> layers; ///< plain ids in the model's order
    std::optional<double> best = {}; ///< the best evaluation so far, as the checkpoint knows it, ..
    std::int64_t bestStep = -1;      ///< .. and its step
    std::string bestBy = {};         ///< the metric that decides; empty: validation/loss
};
struct Evaluated {
    std::int64_t step = 0; ///< updates that the weights have had
    std::string split;     ///< validation, test
    double loss = 0;
    std::map<std::string, double> metrics;
    double seconds = 0;
    std::optional<double> best = {}; ///< where this is the best evaluation so far: what it is best by
};
struct Saved {
    std::int64_t step = 0;
    std::string folder;
    std::size_t bytes = 0;
    bool best = false;
    std::vector<std::int64_t> removed; ///< older ones that went
};
struct SaveFailed {
    std::int64_t step = 0;
    Error error;
};
/// An edit that is now in force.
struct Edited {
    Edit edit;
    std::int64_t steps = 0; ///< planned, with it
};
/// "saving", "evaluating"; empty: training goes on.
struct Activity {
    std::string what;
    double done = 0; ///< 0..1
};
struct PauseChanged {
    bool paused = false;
    std::int64_t step = 0;
};
/// Statistics of values at a probed step.
struct Probed {
    monitors::LayerSample sample;
};
/// A line for the event log.
struct Notice {
    std::int64_t step = 0;
    std::string kind, text;
};

using Message = std::variant<Phase, Prepared, Evaluated, Saved, SaveFailed, Edited, Activity, PauseChanged, Probed, Notice>;

/// Called on the trainer's thread; only settle() may wait.
class Observer {
public:
    virtual ~Observer() = default;
    /// Before a checkpoint is written: returns when what was told so far is kept, so that no figure before a checkpoint can be lost.
    virtual void settle() {}
    virtual void stepped(const StepSample& sample) = 0;
    virtual void tell(Message message) = 0;
};

} // namespace lockstep::train
