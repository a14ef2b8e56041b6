// A checkpoint: model.safetensors, state.safetensors, state.json in a folder `step-N` (FORMATS.md "Files").
#pragma once

#include "base/result.h"
#include "data/normalization.h"
#include "files/file_system.h"
#include "files/safetensors.h"
#include "numerics/host_tensor.h"
#include "train/schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::train {

using NamedTensors = std::vector<std::pair<std::string, HostTensor>>;

/// Where a training stands at a step border; with the tensors, all that resuming needs.
struct TrainState {
    std::int64_t step = 0;           ///< updates done
    std::int64_t applied = 0;        ///< updates that were not skipped: the optimizer's t
    std::int64_t epoch = 0;          ///< of the next batch
    std::int64_t batch = 0;          ///< of the next batch, within its epoch
    std::int64_t samples = 0;        ///< trained on so far
    std::int64_t evaluatedStep = -1; ///< of the last evaluation
    std::optional<double> best;      ///< lowest validation/loss, or by what the run stops early
    std::int64_t bestStep = -1;
    double activeSeconds = 0; ///< pauses excluded
    std::vector<Edit> edits;
    Schedule::Plateau plateau;
    Patience earlyStop;
};

struct Checkpoint {
    TrainState state;
    std::string resolvedRun; ///< the run's resolved document, for a checkpoint taken away from its store
    /// The figures that the run's data are normalized by, whatever becomes of the data; none in checkpoints of before.
    std::optional<data::Normalization> normalization;
    /// What it was computed on, in words: kernels are chosen by processor and threads. Empty in checkpoints of before.
    std::string device;
    NamedTensors model;     ///< parameters and buffers
    NamedTensors optimizer; ///< `m.<parameter>`, ..
    std::size_t bytes = 0;  ///< of the files; set by reading and writing
};

/// What is evaluated, predicted with and exported: the weights, or their running averages where the run keeps them.
NamedTensors averagedWeights(const Checkpoint& checkpoint);

/// What a checkpoint is written from: tensors come when their turn is, so that none is held twice.
struct CheckpointParts {
    TrainState state;
    std::string resolvedRun;
    std::optional<data::Normalization> normalization;
    std::string device;
    std::vector<files::StreamedTensor> model, optimizer;
};

/// Writes `folder` whole or not at all: beside it under another name, synced, renamed. An older one of that name is replaced.
/// Returns the bytes of the files.
Result<std::size_t> writeCheckpoint(const std::string& folder, const CheckpointParts& parts,
                                    files::FileSystem& system = files::FileSystem::real());
/// Checks both sums first. Tensors are views into the mapped files.
Result<Checkpoint> readCheckpoint(const std::string& folder);

} // namespace lockstep::train
