// Series between the store (wall time since the run's start) and views (since 1970).
#pragma once

#include "base/result.h"
#include "monitors/series.h"
#include "session/commands.h"

#include <map>
#include <string>

namespace lockstep::store {
class RunStore;
}

namespace lockstep::session {

/// All series of a run, piece by piece.
Result<std::map<std::string, monitors::Series>> readAllSeries(store::RunStore& store, RunId run, double createdWall);

/// Appends what the store has more than `series`, which came from it: full chunks are neither read nor copied again. False, and nothing
/// changed: a new piece has begun, all must be read anew.
Result<bool> extendSeries(store::RunStore& store, RunId run, double createdWall, std::map<std::string, monitors::Series>& series);

/// Calls `visit(const monitors::SeriesPoint&)` for each point, oldest first.
template <class Visit> void forEachPoint(const monitors::Series& series, Visit visit) {
    for (const auto& piece : series.pieces()) {
        for (std::size_t i = 0; i < piece.size(); ++i) visit(piece[i]);
    }
}

} // namespace lockstep::session
