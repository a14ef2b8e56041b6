// The writer's side: taking a run, committing what it did, finding runs whose writer died.
#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "store/chunk_codec.h"
#include "store/errors.h"
#include "store/file_system.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>

namespace lockstep::store {

static constexpr auto kImmediate = SQLite::TransactionBehavior::IMMEDIATE;

Status RunStore::requireRun(RunId id) {
    SQLite::Statement select(*m_db, "SELECT 1 FROM runs WHERE id = ?");
    select.bind(1, id);
    if (!select.executeStep()) return Error(kRunUnknown, {std::to_string(id)}).inFile(m_path);
    return {};
}

Result<RunLock> RunStore::claimRun(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    LOCKSTEP_TRY(run(id));
    auto lock = RunLock::acquire(runFolder(id));
    if (!lock.ok()) return lock;
    LOCKSTEP_TRY(guarded(m_path, [&]() -> Status {
        const auto me = thisProcess();
        SQLite::Statement update(*m_db, "UPDATE runs SET host = ?, boot_id = ?, pid = ?, pid_start = ?, last_beat = ? WHERE id = ?");
        SQLite::bind(update, me.host, me.bootId, me.pid, me.start, wallSeconds(), id);
        update.exec();
        return {};
    }));
    return lock;
}

Result<int> RunStore::openPiece(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Result<int> {
        SQLite::Statement update(*m_db, "UPDATE runs SET pieces = pieces + 1 WHERE id = ? RETURNING pieces - 1");
        update.bind(1, id);
        if (!update.executeStep()) return Error(kRunUnknown, {std::to_string(id)}).inFile(m_path);
        const int piece = update.getColumn(0).getInt();
        while (update.executeStep()) { // to its end, so that the statement commits
        }
        m_tails.clear(); // a new piece has none yet, and an id may be that of a series which another process has deleted
        return piece;
    });
}

std::int64_t RunStore::seriesId(RunId id, const std::string& name) {
    SQLite::Statement select(*m_db, "SELECT id FROM series WHERE run = ? AND name = ?");
    SQLite::bind(select, id, name);
    if (select.executeStep()) return select.getColumn(0).getInt64();
    SQLite::Statement insert(*m_db, "INSERT INTO series(run, name) VALUES(?, ?)");
    SQLite::bind(insert, id, name);
    insert.exec();
    return m_db->getLastInsertRowid();
}

RunStore::Tail RunStore::tail(const TailKey& key) {
    if (const auto known = m_tails.find(key); known != m_tails.end()) return known->second;
    SQLite::Statement select(*m_db, "SELECT idx, min, max, data FROM chunks WHERE series = ? AND piece = ? ORDER BY idx DESC LIMIT 1");
    SQLite::bind(select, key.first, key.second);
    if (!select.executeStep()) return {0, std::make_shared<SeriesChunk>()};
    const auto data = select.getColumn(3);
    const auto chunk = decodeChunk(data.getBlob(), static_cast<std::size_t>(data.getBytes()), select.getColumn(1).getDouble(),
                                   select.getColumn(2).getDouble());
    if (!chunk) throw std::runtime_error("a series chunk is damaged");
    return {select.getColumn(0).getInt(), chunk};
}

static void writeChunk(SQLite::Database& db, const std::pair<std::int64_t, int>& key, int index, const SeriesChunk& c) {
    SQLite::Statement put(db, "INSERT OR REPLACE INTO chunks(series, piece, idx, count, first_step, last_step, min, max, data) "
                              "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    const auto data = encodeChunk(c);
    SQLite::bind(put, key.first, key.second, index, static_cast<std::int64_t>(c.size()), c.steps.front(), c.steps.back(), c.min, c.max);
    put.bindNoCopy(9, data.data(), static_cast<int>(data.size()));
    put.exec();
}

void RunStore::appendPoints(RunId id, int piece, const SeriesBatch& batch, Tails& changed) {
    if (batch.points.empty()) return;
    const TailKey key{seriesId(id, batch.name), piece};
    auto [at, fresh] = changed.try_emplace(key);
    if (fresh) at->second = tail(key);
    auto open = std::make_shared<SeriesChunk>(*at->second.chunk); // readers may still hold the committed one
    int index = at->second.index;
    for (const auto& point : batch.points) {
        if (open->full()) {
            writeChunk(*m_db, key, index++, *open);
            *open = {};
        }
        open->append(point);
    }
    writeChunk(*m_db, key, index, *open);
    at->second = {index, std::move(open)};
}

void RunStore::appendEvents(RunId id, const std::vector<EventRow>& events) {
    if (events.empty()) return;
    SQLite::Statement insert(*m_db, "INSERT INTO events(run, seq, wall, step, kind, payload) "
                                    "SELECT ?1, COALESCE((SELECT max(seq) FROM events WHERE run = ?1), 0) + 1, ?2, ?3, ?4, ?5");
    for (const auto& e : events) {
        SQLite::bind(insert, id, e.wallS, e.step, e.kind, e.payload);
        insert.exec();
        insert.reset();
    }
}

Status RunStore::commit(const RunBatch& batch) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status {
        SQLite::Transaction transaction(*m_db, kImmediate);
        LOCKSTEP_TRY(requireRun(batch.run));
        Tails changed;
        writeChange(batch.run, batch.change, true);
        for (const auto& s : batch.series) appendPoints(batch.run, batch.piece, s, changed);
        appendEvents(batch.run, batch.events);
        for (const auto& sample : batch.samples) offer(batch.run, sample);
        transaction.commit();
        for (auto& [key, tail] : changed) m_tails[key] = std::move(tail);
        return {};
    });
}

Liveness judge(const WriterSigns& signs) {
    if (signs.locked) return Liveness::Live;
    if (signs.sameHost || !signs.network) return Liveness::Dead;
    return signs.silentS > kSilentS ? Liveness::Dead : Liveness::Elsewhere;
}

Liveness RunStore::liveness(const RunRow& row) const {
    const bool sameHost = row.owner.host.empty() || row.owner.host == thisProcess().host;
    return judge({RunLock::held(runFolder(row.id)), sameHost, !sameHost && onNetworkFileSystem(m_path), wallSeconds() - row.lastBeatS});
}

RunStatus RunStore::effectiveStatus(const RunRow& row) const {
    return isActive(row.status) && liveness(row) == Liveness::Dead ? RunStatus::Interrupted : row.status;
}

// Inside one transaction: a writer that took the lock in between writes its status after us, one that has finished
// freed the lock only after its status was written.
Result<std::vector<RunId>> RunStore::reconcile() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Result<std::vector<RunId>> {
        RunFilter active;
        active.archived = RunFilter::Archived::Any;
        active.statuses = {RunStatus::Preparing, RunStatus::Running, RunStatus::Paused};
        SQLite::Transaction transaction(*m_db, kImmediate);
        LOCKSTEP_ASSIGN(const auto rows, listRuns(active));
        std::vector<RunId> dead;
        RunChange change;
        change.status = RunStatus::Interrupted;
        for (const auto& row : rows) {
            if (liveness(row) != Liveness::Dead) continue;
            if (!row.owner.host.empty() && row.owner.host != thisProcess().host)
                log(LogLevel::Info, "store",
                    "run " + std::to_string(row.id) + " was started on " + row.owner.host +
                        "; no sign of life of it, it counts as interrupted");
            writeChange(row.id, change, false);
            dead.push_back(row.id);
        }
        transaction.commit();
        return dead;
    });
}

} // namespace lockstep::store
