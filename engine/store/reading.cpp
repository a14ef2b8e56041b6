// The reader's side: series and events of a run.
#include "base/thread.h"
#include "store/chunk_codec.h"
#include "store/errors.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

namespace lockstep::store {

Result<std::vector<SeriesInfo>> RunStore::series(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<SeriesInfo>> {
        SQLite::Statement select(*m_db, "SELECT s.name, c.piece, sum(c.count), min(c.first_step), max(c.last_step) FROM series s "
                                        "JOIN chunks c ON c.series = s.id WHERE s.run = ? GROUP BY s.id, c.piece ORDER BY s.id, c.piece");
        select.bind(1, id);
        std::vector<SeriesInfo> out;
        while (select.executeStep()) {
            const std::string name = select.getColumn(0).getString();
            if (out.empty() || out.back().name != name) out.push_back({name, {}});
            out.back().pieces.push_back({select.getColumn(1).getInt(), select.getColumn(2).getInt64(), select.getColumn(3).getInt64(),
                                         select.getColumn(4).getInt64()});
        }
        return out;
    });
}

Result<std::vector<SeriesPiece>> RunStore::readSeries(RunId id, const std::string& name, int fromPiece, int fromIndex) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<SeriesPiece>> {
        SQLite::Statement select(*m_db, "SELECT c.piece, c.idx, c.min, c.max, c.data FROM chunks c WHERE c.series = "
                                        "(SELECT id FROM series WHERE run = ?1 AND name = ?2) AND (c.piece, c.idx) >= (?3, ?4) "
                                        "ORDER BY c.piece, c.idx");
        SQLite::bind(select, id, name, fromPiece, fromIndex);
        std::vector<SeriesPiece> out;
        while (select.executeStep()) {
            const int piece = select.getColumn(0).getInt();
            const auto data = select.getColumn(4);
            auto chunk = decodeChunk(data.getBlob(), static_cast<std::size_t>(data.getBytes()), select.getColumn(2).getDouble(),
                                     select.getColumn(3).getDouble());
            if (!chunk) return Error(kStoreCorrupt, {"series " + name + " of run " + std::to_string(id)}).inFile(m_path);
            if (out.empty() || out.back().piece != piece) out.push_back({piece, select.getColumn(1).getInt(), {}});
            out.back().chunks.push_back(std::move(chunk));
        }
        return out;
    });
}

Result<std::vector<EventRow>> RunStore::events(RunId id, std::int64_t after, std::int64_t limit) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<EventRow>> {
        SQLite::Statement select(*m_db, "SELECT seq, wall, step, kind, payload FROM events WHERE run = ? AND seq > ? ORDER BY seq LIMIT ?");
        SQLite::bind(select, id, after, limit);
        std::vector<EventRow> out;
        while (select.executeStep())
            out.push_back({select.getColumn(0).getInt64(), select.getColumn(1).getDouble(), select.getColumn(2).getInt64(),
                           select.getColumn(3).getString(), select.getColumn(4).getString()});
        return out;
    });
}

} // namespace lockstep::store
