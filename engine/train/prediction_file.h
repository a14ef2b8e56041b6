// Raw outputs as a file.
#pragma once

#include "base/result.h"
#include "files/npz.h"

#include <string>
#include <vector>

namespace lockstep::train {

struct Predictions {
    files::NamedTensors arrays;       ///< f32, samples first: `y`, with several outputs `y.<output>`
    std::vector<std::string> classes; ///< names by class id; empty: not known
    bool classifies = false;          ///< the one output is a score for each class
};

/// A path that ends in .csv: a row a sample, its class (the largest score) first where it classifies, a column `y.<class>` (or index) an
/// element, shortest digits. Else npz, with `classes` (texts) where they are known.
Status writePredictionFile(const std::string& path, const Predictions& predictions);

} // namespace lockstep::train
