// Figures about a part of the data, for the data page and the command line.
#pragma once

#include "base/result.h"
#include "data/dataset.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace lockstep::data {

/// Over the raw values of one input or target. Non-finite values are counted and left out of the figures.
struct FieldSummary {
    std::string name;
    Shape shape; ///< of one sample, as the model sees it
    std::int64_t values = 0, missing = 0, nonFinite = 0;
    double min = 0, max = 0, mean = 0, deviation = 0;
    std::vector<std::int64_t> classCounts; ///< class targets only
};

struct PartSummary {
    Part part = Part::Train;
    std::int64_t samples = 0;
    std::vector<FieldSummary> inputs, targets;
};

/// Reads the whole part once, or up to where `stop` was asked for.
Result<PartSummary> describe(const Dataset& dataset, Part part, const std::stop_token& stop = {});

} // namespace lockstep::data
