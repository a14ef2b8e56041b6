#include "session/series_io.h"

#include "store/run_store.h"

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
