// What is asked of a run's documents or weights without training: gradients of the first batch, raw outputs, loss and metrics.
#pragma once

#include "base/result.h"
#include "spec/run_doc.h"
#include "train/feed.h"
#include "train/samples.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::backends {
class Device;
}

namespace lockstep::train {

/// Where the weights come from: a checkpoint's folder, or (empty) the run's `init`.
struct Weights {
    std::string checkpoint;
};

/// Whose fault an error is: of the request (documents, data, device), or of the work after that (a damaged checkpoint, no memory, a full
/// disk).
enum class Stage : std::uint8_t { Request, Work };

/// Gradients of every parameter for the first batch, training mode, before clipping, zeros where unused, to a safetensors file.
/// Returns the loss. `stage`, here and below: how far it came.
Result<double> writeGradients(const spec::RunDoc& run, backends::Device& device, const std::string& path, Stage& stage);

/// Raw outputs in file order, as prediction_file.h says: npz, or csv where `path` ends so. Returns the number of samples.
/// `split`: none: test, else validation, else train.
Result<std::int64_t> writePredictions(const spec::RunDoc& run, backends::Device& device, const Weights& weights, std::optional<Split> split,
                                      const std::string& path, Stage& stage);

/// Loss and metrics of every split that there is, validation and test (training too if it is alone).
Result<std::vector<Evaluated>> evaluateSplits(const spec::RunDoc& run, backends::Device& device, const Weights& weights, Stage& stage);

} // namespace lockstep::train
