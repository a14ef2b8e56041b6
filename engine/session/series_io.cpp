#include "session/series_io.h"

#include "store/run_store.h"

#include <algorithm>

namespace lockstep::session {

static monitors::Series seriesOf(const std::vector<store::SeriesPiece>& pieces, double createdWall) {
    monitors::Series series;
    for (std::size_t p = 0; p < pieces.size(); ++p) {
        if (p > 0) series.startPiece();
        for (const auto& chunk : pieces[p].chunks) {
            for (std::size_t i = 0; i < chunk->size(); ++i)
                series.append({chunk->steps[i], chunk->wallS[i] + createdWall, chunk->values[i]});
        }
    }
    return series;
}

static std::int64_t pointsOf(const monitors::Series& series) {
    return series.pieces().empty() ? 0 : static_cast<std::int64_t>(series.pieces().back().size());
}

/// The points of the last piece from `known` on.
static Status extend(store::RunStore& store, RunId run, const store::SeriesInfo& info, double createdWall, monitors::Series& series) {
    const auto known = static_cast<std::size_t>(pointsOf(series));
    const auto first = known / SeriesChunk::kCapacity;
    LOCKSTEP_ASSIGN(const auto pieces, store.readSeries(run, info.name, info.pieces.back().piece, static_cast<int>(first)));
    std::size_t at = first * SeriesChunk::kCapacity;
    if (pieces.empty()) return {};
    for (const auto& chunk : pieces.front().chunks) {
        for (std::size_t i = 0; i < chunk->size(); ++i, ++at) {
            if (at >= known) series.append({chunk->steps[i], chunk->wallS[i] + createdWall, chunk->values[i]});
        }
    }
    return {};
}

Result<bool> extendSeries(store::RunStore& store, RunId run, double createdWall, std::map<std::string, monitors::Series>& series) {
    LOCKSTEP_ASSIGN(const auto infos, store.series(run));
    const auto fits = [&](const store::SeriesInfo& info) {
        const auto found = series.find(info.name);
        return info.pieces.size() == (found == series.end() ? 1 : found->second.pieces().size());
    };
    if (!std::all_of(infos.begin(), infos.end(), fits)) return false;
    for (const auto& info : infos) {
        auto& own = series[info.name];
        if (pointsOf(own) < info.pieces.back().points) LOCKSTEP_TRY(extend(store, run, info, createdWall, own));
    }
    return true;
}

Result<std::map<std::string, monitors::Series>> readAllSeries(store::RunStore& store, RunId run, double createdWall) {
    LOCKSTEP_ASSIGN(const auto known, store.series(run));
    std::map<std::string, monitors::Series> all;
    for (const auto& info : known) {
        LOCKSTEP_ASSIGN(const auto pieces, store.readSeries(run, info.name));
        all[info.name] = seriesOf(pieces, createdWall);
    }
    return all;
}

} // namespace lockstep::session
