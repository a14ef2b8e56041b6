// The small tables: queue, settings, device profiles, per-layer samples, traces.
#include "base/clock.h"
#include "base/thread.h"
#include "store/errors.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

namespace lockstep::store {

static constexpr auto kImmediate = SQLite::TransactionBehavior::IMMEDIATE;

template <class... Args> static void execute(SQLite::Database& db, const char* sql, const Args&... args) {
    SQLite::Statement statement(db, sql);
    SQLite::bind(statement, args...);
    statement.exec();
}

static std::string blob(const SQLite::Column& c) { return {static_cast<const char*>(c.getBlob()), static_cast<std::size_t>(c.getBytes())}; }

template <class... Args> static std::optional<std::string> one(SQLite::Database& db, const char* sql, const Args&... args) {
    SQLite::Statement select(db, sql);
    SQLite::bind(select, args...);
    if (!select.executeStep()) return std::nullopt;
    const auto column = select.getColumn(0);
    return column.getBytes() ? blob(column) : std::string();
}

Status RunStore::enqueue(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status { return execute(*m_db, "INSERT OR IGNORE INTO queue(run) VALUES(?)", id), Status(); });
}

Status RunStore::dequeue(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status { return execute(*m_db, "DELETE FROM queue WHERE run = ?", id), Status(); });
}

Result<std::vector<RunId>> RunStore::queued() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<RunId>> {
        SQLite::Statement select(*m_db, "SELECT run FROM queue ORDER BY position");
        std::vector<RunId> out;
        while (select.executeStep()) out.push_back(select.getColumn(0).getInt64());
        return out;
    });
}

Result<std::optional<RunId>> RunStore::takeQueued() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Result<std::optional<RunId>> {
        SQLite::Statement take(*m_db, "DELETE FROM queue WHERE position = (SELECT min(position) FROM queue) RETURNING run");
        if (!take.executeStep()) return std::optional<RunId>();
        const RunId run = take.getColumn(0).getInt64();
        take.executeStep(); // to its end: the row is then gone for good
        return std::optional(run);
    });
}

Status RunStore::setSetting(const std::string& key, const std::string& value) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path,
                   [&]() -> Status { return execute(*m_db, "INSERT OR REPLACE INTO settings VALUES(?, ?)", key, value), Status(); });
}

Result<std::optional<std::string>> RunStore::setting(const std::string& key) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path,
                   [&]() -> Result<std::optional<std::string>> { return one(*m_db, "SELECT value FROM settings WHERE key = ?", key); });
}

Status RunStore::setProfile(const std::string& device, const std::string& json) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status {
        return execute(*m_db, "INSERT OR REPLACE INTO profiles VALUES(?, ?, ?)", device, wallSeconds(), json), Status();
    });
}

Result<std::optional<std::string>> RunStore::profile(const std::string& device) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(
        m_path, [&]() -> Result<std::optional<std::string>> { return one(*m_db, "SELECT value FROM profiles WHERE device = ?", device); });
}

static std::pair<std::int64_t, std::int64_t> sampling(SQLite::Database& db, RunId id) {
    SQLite::Statement select(db, "SELECT sample_every, samples_offered FROM runs WHERE id = ?");
    select.bind(1, id);
    if (!select.executeStep()) return {1, 0};
    return {select.getColumn(0).getInt64(), select.getColumn(1).getInt64()};
}

static std::int64_t countSamples(SQLite::Database& db, RunId id) {
    SQLite::Statement select(db, "SELECT count(*) FROM samples WHERE run = ?");
    select.bind(1, id);
    select.executeStep();
    return select.getColumn(0).getInt64();
}

// `number` counts offered samples; kept are the multiples of the interval, so halving drops every second one. In a transaction.
bool RunStore::offer(RunId id, const SampleRow& sample) {
    auto [every, number] = sampling(*m_db, id);
    if (number % every == 0 && countSamples(*m_db, id) >= kMaxSamples) {
        every *= 2;
        execute(*m_db, "DELETE FROM samples WHERE run = ? AND number % ? <> 0", id, every);
    }
    const bool keep = number % every == 0;
    if (keep) {
        SQLite::Statement insert(*m_db, "INSERT INTO samples VALUES(?, ?, ?, ?)");
        SQLite::bind(insert, id, number, sample.step);
        insert.bindNoCopy(4, sample.data.data(), static_cast<int>(sample.data.size()));
        insert.exec();
    }
    execute(*m_db, "UPDATE runs SET sample_every = ?, samples_offered = ? WHERE id = ?", every, number + 1, id);
    return keep;
}

Result<bool> RunStore::offerSample(RunId id, const SampleRow& sample) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Result<bool> {
        SQLite::Transaction transaction(*m_db, kImmediate);
        LOCKSTEP_TRY(requireRun(id));
        const bool keep = offer(id, sample);
        transaction.commit();
        return keep;
    });
}

Result<std::vector<SampleRow>> RunStore::samples(RunId id, std::int64_t afterStep) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<SampleRow>> {
        SQLite::Statement select(*m_db, "SELECT step, data FROM samples WHERE run = ? AND step > ? ORDER BY number");
        SQLite::bind(select, id, afterStep);
        std::vector<SampleRow> out;
        while (select.executeStep()) out.push_back({select.getColumn(0).getInt64(), blob(select.getColumn(1))});
        return out;
    });
}

Result<std::int64_t> RunStore::sampleInterval(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::int64_t> { return sampling(*m_db, id).first; });
}

} // namespace lockstep::store
