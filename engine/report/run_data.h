// All that a report needs of one run, independent of where it comes from.
#pragma once

#include "monitors/layer_sample.h"
#include "monitors/series.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::report {

struct EventLine {
    std::int64_t step = 0;
    double wall = 0;
    std::string kind, text;
};

struct CheckpointLine {
    std::int64_t step = 0;
    std::string folder;
    std::size_t bytes = 0;
    bool best = false;
};

struct RunData {
    std::int64_t id = 0;
    int ordinal = 0; ///< slot of its colour
    std::string name, status, failure;
    std::string modelDocument, runDocument, resolvedDocument; ///< JSON text
    double createdWall = 0, activeSeconds = 0;
    std::int64_t step = 0, steps = 0;
    std::map<std::string, monitors::Series> series;
    std::map<std::string, double> results;
    std::vector<EventLine> events; ///< of kind `device`: what the run ran on
    std::vector<CheckpointLine> checkpoints;
    std::optional<std::int64_t> parent;                    ///< the run that this one branched from
    std::vector<monitors::LayerSamplePtr> layerSamples;    ///< statistics of probed steps, oldest first
    std::vector<std::pair<std::string, double>> breakdown; ///< part of a step, share of its wall time
    double samplesPerS = 0, stepMsMedian = 0, achievedFlops = 0, utilization = 0, peakFlops = 0;
    bool peakMeasured = false;
    std::size_t plannedBytes = 0, peakRssBytes = 0;
};

} // namespace lockstep::report
