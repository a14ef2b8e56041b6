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

/// Calls `visit(const monitors::SeriesPoint&)` for each point, oldest first.
template <class Visit> void forEachPoint(const monitors::Series& series, Visit visit) {
    for (const auto& piece : series.pieces()) {
        for (std::size_t i = 0; i < piece.size(); ++i) visit(piece[i]);
    }
}

} // namespace lockstep::session
