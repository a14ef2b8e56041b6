// Trains one run on one device, from its documents or a checkpoint to its end.
#pragma once

#include "base/result.h"
#include "spec/run_doc.h"
#include "train/control.h"
#include "train/samples.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lockstep::backends {
class Device;
}
namespace lockstep::files {
class FileSystem;
}

namespace lockstep::train {

/// Where to go on from.
struct Restore {
    std::string folder;               ///< of the run that wrote the checkpoints
    std::optional<std::int64_t> step; ///< none: the newest
    bool branch =
        false; ///< another run's: weights that don't fit are an error, optimizer state that doesn't starts anew; edits stay behind
};

struct TrainJob {
    std::shared_ptr<const spec::RunDoc> run;
    backends::Device* device = nullptr;
    std::string folder;      ///< checkpoints go to `folder/step-N`
    std::string resolvedRun; ///< written into each checkpoint
    std::optional<Restore> restore;
    std::optional<std::int64_t> steps; ///< said when resuming: from the checkpoint on, whatever was edited before
    bool pauseOnFailedSave = false;    ///< false: warn, train on, try again at the next interval
    files::FileSystem* files = nullptr;
};

struct TrainOutcome {
    enum class Status : std::uint8_t { Completed, Stopped, Failed };
    Status status = Status::Completed;
    std::int64_t step = 0;      ///< updates done
    std::optional<Error> error; ///< Failed
    bool prepared = false;      ///< false: it ended before training began
};

/// Runs on the calling thread until the end; requests come through `control`, news go to `observer`.
TrainOutcome train(const TrainJob& job, Control& control, Observer& observer);

} // namespace lockstep::train
