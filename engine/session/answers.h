// What comes back: small values, bounded by construction. Long things (series) are reached through view().
#pragma once

#include "base/error.h"
#include "session/commands.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace lockstep::session {

/// One layer as the canvas shows it; composites and repeats folded into their document layer.
struct LayerAnalysis {
    std::string id; ///< document id
    std::string type;
    std::vector<std::string> inputs;       ///< document ids
    std::vector<std::int64_t> outputShape; ///< no batch; empty if unknown
    std::int64_t parameters = 0;
    double flopsPerSample = 0;           ///< forward
    double activationBytesPerSample = 0; ///< forward output
    std::pair<double, double> place;     ///< centre on the canvas, from layout or the document
};

struct SetupAnalysis {
    std::vector<Error> problems;       ///< each with JSON path and layer; empty: startable
    std::vector<LayerAnalysis> layers; ///< inputs first (type "Input"), then in order
    std::int64_t parameters = 0;
    double flopsPerStep = 0;            ///< model FLOPs of a training step
    std::size_t plannedMemoryBytes = 0; ///< of a training run with these settings; 0 if it does not compile
    std::int64_t trainSamples = 0, validationSamples = 0, testSamples = 0;
    std::int64_t steps = 0;
    std::vector<double> learningRate; ///< at up to 512 steps, evenly spread over 0..steps-1
    std::string resolvedRun;          ///< the document with all defaults
    double compileMs = 0;
};

struct RunRow {
    RunId id = 0;
    int ordinal = 0; ///< slot of its colour: creation order
    std::string name, status, device, notes;
    std::vector<std::string> tags;
    double createdWall = 0, activeSeconds = 0;
    std::int64_t step = 0, steps = 0;
    std::optional<double> bestValidation, lastLoss, lastValidation;
    std::string bestMetric; ///< that bestValidation is of; empty: the loss
    std::map<std::string, double> metrics;
    std::optional<RunId> parent;
    bool archived = false;
    bool elsewhere = false;  ///< another process writes it
    std::string otherHost;   ///< that wrote it last; empty: this one
    double lastBeatWall = 0; ///< its writer's last sign of life, seconds since 1970
};
struct RunList {
    std::vector<RunRow> rows;
};
struct RunOpened {
    RunId run = 0;
};

struct DeviceRow {
    std::string id, description;
    bool available = true;
    std::string reason; ///< why not
    std::size_t memoryBytes = 0, freeBytes = 0;
    int threads = 0;
    std::optional<double> matmulPeakF32, bandwidth; ///< FLOP/s, B/s; measured
};
struct DeviceList {
    std::vector<DeviceRow> devices;
};
struct FileWritten {
    std::string path;
    std::size_t bytes = 0;
    std::string note = {}; ///< what its reader must know, in words
};
struct Explanation {
    std::string text;
};

using Answer = std::variant<SetupAnalysis, RunList, RunOpened, DeviceList, FileWritten, Explanation>;

// --- events
struct Accepted {
    Ticket ticket = 0;
    RunId run = 0;
};
struct Refused {
    Ticket ticket = 0;
    Error error;
};
struct Answered {
    Ticket ticket = 0;
    std::shared_ptr<const Answer> answer;
};
struct RunChanged {
    RunId run = 0;
    std::uint64_t version = 0;
};
struct RunListChanged {};
struct StoreTrouble {
    Error error;
    bool notice = false; ///< nothing failed: what there is to know of the store, said once at the start
};

using Event = std::variant<Accepted, Refused, Answered, RunChanged, RunListChanged, StoreTrouble>;

} // namespace lockstep::session
