// Rows of checkpoints. The files come first, the row second; a rescan settles any difference in favour of the files.
#include "base/thread.h"
#include "store/checkpoint_folders.h"
#include "store/errors.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>

namespace lockstep::store {

static constexpr auto kImmediate = SQLite::TransactionBehavior::IMMEDIATE;

static void insertRow(SQLite::Database& db, const CheckpointRow& r) {
    SQLite::Statement put(db,
                          "INSERT OR REPLACE INTO checkpoints(run, step, folder, bytes, created, best, hash) VALUES(?, ?, ?, ?, ?, ?, ?)");
    SQLite::bind(put, r.run, r.step, r.folder, r.bytes, r.createdS, r.best ? 1 : 0, r.hash);
    put.exec();
}

static void deleteRow(SQLite::Database& db, RunId id, std::int64_t step) {
    SQLite::Statement remove(db, "DELETE FROM checkpoints WHERE run = ? AND step = ?");
    SQLite::bind(remove, id, step);
    remove.exec();
}

// One best a run: a new one takes the mark away from the old.
Status RunStore::addCheckpoint(const CheckpointRow& row) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status {
        SQLite::Transaction transaction(*m_db, kImmediate);
        if (row.best) {
            SQLite::Statement clear(*m_db, "UPDATE checkpoints SET best = 0 WHERE run = ?");
            clear.bind(1, row.run);
            clear.exec();
        }
        insertRow(*m_db, row);
        transaction.commit();
        return {};
    });
}

Status RunStore::removeCheckpoint(RunId id, std::int64_t step) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status { return deleteRow(*m_db, id, step), Status(); });
}

Result<std::vector<CheckpointRow>> RunStore::checkpoints(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<CheckpointRow>> {
        SQLite::Statement select(*m_db, "SELECT step, folder, bytes, created, best, hash FROM checkpoints WHERE run = ? ORDER BY step");
        select.bind(1, id);
        std::vector<CheckpointRow> out;
        while (select.executeStep())
            out.push_back({id, select.getColumn(0).getInt64(), select.getColumn(1).getString(), select.getColumn(2).getInt64(),
                           select.getColumn(3).getDouble(), select.getColumn(4).getInt() != 0, select.getColumn(5).getString()});
        return out;
    });
}

Result<std::vector<CheckpointRow>> RunStore::rescanCheckpoints(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    if (m_readOnly) return scanCheckpoints(id, runFolder(id));
    LOCKSTEP_ASSIGN(const auto known, checkpoints(id));
    const auto seen = scanCheckpoints(id, runFolder(id));
    // Mostly they agree: then a follower takes no write lock.
    const auto sameStep = [](const CheckpointRow& a, const CheckpointRow& b) { return a.step == b.step; };
    if (std::equal(known.begin(), known.end(), seen.begin(), seen.end(), sameStep)) return known;
    LOCKSTEP_TRY(guarded(m_path, [&]() -> Status {
        SQLite::Transaction transaction(*m_db, kImmediate);
        LOCKSTEP_TRY(requireRun(id));
        LOCKSTEP_ASSIGN(const auto rows, checkpoints(id));
        // Looked at within the transaction: a row comes after its files, so no row that another process adds can be missed here.
        const auto onDisk = scanCheckpoints(id, runFolder(id));
        const auto has = [](const auto& list, std::int64_t step) {
            return std::any_of(list.begin(), list.end(), [step](const auto& r) { return r.step == step; });
        };
        for (const auto& row : rows)
            if (!has(onDisk, row.step)) deleteRow(*m_db, id, row.step);
        for (const auto& row : onDisk)
            if (!has(rows, row.step)) insertRow(*m_db, row);
        transaction.commit();
        return {};
    }));
    return checkpoints(id);
}

} // namespace lockstep::store
