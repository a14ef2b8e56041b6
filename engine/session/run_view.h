// Everything that can be read of a run, live or finished: an immutable snapshot that shares its long parts with the one before.
#pragma once

#include "base/error.h"
#include "monitors/layer_sample.h"
#include "monitors/series.h"
#include "session/commands.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::session {

/// What happened: device (what it runs on), checkpoint, evaluate, pause, resume, stop, edit, alarm, finish, fail, log.
struct RunEvent {
    std::int64_t sequence = 0, step = 0;
    double wall = 0; ///< seconds since 1970
    std::string kind;
    std::string text; ///< English, one line
};

/// An alarm by a rule of thumb (a spike, many skipped steps): worth a line in the log, no fault.
inline bool isHint(const RunEvent& event) { return event.kind == "alarm" && event.text.ends_with("(a rule of thumb)"); }

struct CheckpointRow {
    std::int64_t step = 0;
    std::string folder;
    std::size_t bytes = 0;
    bool best = false;
};

/// Shares of a step's wall time; they sum to 1.
struct Breakdown {
    double data = 0, transfer = 0, compute = 0, communication = 0, optimizer = 0, other = 0;
};

struct RunProgress {
    std::int64_t step = 0, steps = 0; ///< updates done, planned
    double epoch = 0;
    double activeSeconds = 0;         ///< pauses excluded
    std::optional<double> etaSeconds; ///< from step 10 on
    double samplesPerS = 0, itemsPerS = 0, stepMsMedian = 0;
    double achievedFlops = 0, utilization = 0; ///< FLOP/s, share of peakFlops
    double peakFlops = 0;                      ///< the denominator
    bool peakMeasured = false;                 ///< false: no peak known, utilization is not shown
    std::size_t plannedBytes = 0, usedBytes = 0, rssBytes = 0, peakRssBytes = 0;
    Breakdown breakdown;
    std::string activity;    ///< "saving", "evaluating", or the phase of Preparing; empty
    double activityDone = 0; ///< 0..1
};

struct RunView {
    RunId id = 0;
    std::uint64_t version = 0;
    int ordinal = 0;
    std::string name;
    RunState state = RunState::Queued;
    bool live = false;       ///< this process runs it
    bool elsewhere = false;  ///< another process writes it
    std::string otherHost;   ///< that wrote it last; empty: this one
    double lastBeatWall = 0; ///< its writer's last sign of life, seconds since 1970
    std::shared_ptr<const std::string> modelDocument, runDocument, resolvedDocument;
    RunProgress progress;
    std::map<std::string, monitors::Series> series; ///< `loss`, `lr`, `grad_norm`, `validation/loss`, `samples_per_s`, `items_per_s`,
                                                    ///< `flops_per_s`, `utilization`, `memory`, ..
    std::shared_ptr<const std::vector<RunEvent>> events;
    /// Per-layer statistics of probed steps, oldest first; at most 2,000: a longer run keeps every second, fourth, ..
    std::shared_ptr<const std::vector<monitors::LayerSamplePtr>> layerSamples;
    std::vector<CheckpointRow> checkpoints;
    std::map<std::string, double> results; ///< `loss.train`, `loss.validation`, `test/accuracy`, ..
    std::optional<Error> failure;
    std::optional<RunId> parent;
    double createdWall = 0;
};

} // namespace lockstep::session
