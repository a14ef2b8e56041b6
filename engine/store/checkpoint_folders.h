// Finds finished checkpoints in a run's folder.
#pragma once

#include "store/records.h"

#include <string>
#include <vector>

namespace lockstep::store {

/// The folders `step-<n>` of `runFolder` that hold all three files, by step. Unfinished ones have another name and are
/// passed over, as is anything else; whether the sums match is the reader's business.
std::vector<CheckpointRow> scanCheckpoints(RunId run, const std::string& runFolder);

} // namespace lockstep::store
