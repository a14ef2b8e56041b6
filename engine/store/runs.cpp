// Runs: rows, documents, lists, creation and deletion.
#include "base/clock.h"
#include "base/thread.h"
#include "store/errors.h"
#include "store/file_system.h"
#include "store/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>

namespace lockstep::store {

namespace fs = std::filesystem;

namespace {

using Immediate = SQLite::Transaction;
constexpr auto kImmediate = SQLite::TransactionBehavior::IMMEDIATE;

constexpr std::array<std::string_view, 8> kStatusNames = {"queued",    "preparing", "running", "paused",
                                                          "completed", "stopped",   "failed",  "interrupted"};

constexpr const char* kRunColumns =
    "SELECT id, name, status, created, updated, ordinal, colour, parent, parent_step, tags, notes, first_loss, "
    "last_loss, best_value, best_name, best_step, active_s, steps, total_steps, host, boot_id, pid, "
    "pid_start, last_beat, archived, error, summary FROM runs";

// Tags are kept one a line.
std::string joinTags(const std::vector<std::string>& tags) {
    std::string out;
    for (const auto& tag : tags) out += (out.empty() ? "" : "\n") + tag;
    return out;
}

std::vector<std::string> splitTags(const std::string& text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        out.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

// SQLite turns NaN into NULL; a diverged loss is kept as the text 'nan', which sorts after every number.
void bindDouble(SQLite::Statement& s, int at, double v) {
    if (std::isnan(v))
        s.bind(at, "nan");
    else
        s.bind(at, v);
}

std::optional<double> optionalDouble(const SQLite::Column& c) {
    if (c.isNull()) return std::nullopt;
    if (c.isText()) return std::nan("");
    return c.getDouble();
}

ProcessIdentity readOwner(SQLite::Statement& s, int at) {
    return {s.getColumn(at).getString(), s.getColumn(at + 1).getString(), s.getColumn(at + 2).getInt64(), s.getColumn(at + 3).getInt64()};
}

RunRow readRow(SQLite::Statement& s) {
    RunRow r;
    int at = 0;
    const auto next = [&] { return s.getColumn(at++); };
    r.id = next().getInt64();
    r.name = next().getString();
    r.status = statusByName(next().getString()).value_or(RunStatus::Failed);
    r.createdS = next().getDouble();
    r.updatedS = next().getDouble();
    r.ordinal = next().getInt64();
    if (const auto colour = next(); !colour.isNull()) r.colour = colour.getInt64();
    r.parent = next().getInt64();
    r.parentStep = next().getInt64();
    r.tags = splitTags(next().getString());
    r.notes = next().getString();
    r.firstLoss = optionalDouble(next());
    r.lastLoss = optionalDouble(next());
    r.bestValue = optionalDouble(next());
    r.bestName = next().getString();
    r.bestStep = next().getInt64();
    r.activeS = next().getDouble();
    r.steps = next().getInt64();
    r.totalSteps = next().getInt64();
    r.owner = readOwner(s, at);
    at += 4;
    r.lastBeatS = next().getDouble();
    r.archived = next().getInt() != 0;
    r.error = next().getString();
    r.summary = next().getString();
    return r;
}

const char* sortColumn(RunSort sort) {
    switch (sort) {
    case RunSort::Id: return "id";
    case RunSort::Name: return "name COLLATE NOCASE";
    case RunSort::Status: return "status";
    case RunSort::Created: return "created";
    case RunSort::Updated: return "updated";
    case RunSort::LastLoss: return "last_loss";
    case RunSort::BestValue: return "best_value";
    case RunSort::ActiveTime: return "active_s";
    case RunSort::Steps: return "steps";
    }
    return "id";
}

std::string whereClause(const RunFilter& f) {
    std::string sql = " WHERE 1";
    if (f.archived != RunFilter::Archived::Any) sql += f.archived == RunFilter::Archived::Only ? " AND archived" : " AND NOT archived";
    if (f.parent) sql += " AND parent = " + std::to_string(*f.parent);
    if (!f.text.empty()) sql += " AND instr(lower(name || char(10) || tags || char(10) || notes), lower(?1))";
    for (std::size_t i = 0; i < f.statuses.size(); ++i) sql += (i ? ",'" : " AND status IN ('") + std::string(name(f.statuses[i])) + "'";
    return sql + (f.statuses.empty() ? "" : ")");
}

// Runs without a value come last in either direction.
std::string orderClause(const RunFilter& f) {
    const std::string column = sortColumn(f.sort);
    const std::string direction = f.descending ? " DESC" : " ASC";
    return " ORDER BY " + column + direction + " NULLS LAST, id" + direction + " LIMIT " + std::to_string(f.limit) + " OFFSET " +
           std::to_string(f.offset);
}

// Largest n of the folders run-n, so that a folder left by another store beside this one is never taken over.
RunId largestFolder(const std::string& runs) {
    RunId largest = 0;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(runs, ec)) {
        const auto text = entry.path().filename().string();
        if (text.starts_with("run-")) largest = std::max<RunId>(largest, std::atoll(text.c_str() + 4));
    }
    return largest;
}

} // namespace

std::string_view name(RunStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

std::optional<RunStatus> statusByName(std::string_view text) {
    for (std::size_t i = 0; i < kStatusNames.size(); ++i)
        if (kStatusNames[i] == text) return static_cast<RunStatus>(i);
    return std::nullopt;
}

bool isActive(RunStatus s) { return s == RunStatus::Preparing || s == RunStatus::Running || s == RunStatus::Paused; }

std::string RunStore::runFolder(RunId id) const { return runsFolder(m_path) + "/run-" + std::to_string(id); }

RunId RunStore::insertRun(const NewRun& run, RunId id) {
    m_db->exec("UPDATE counters SET value = value + 1 WHERE name = 'ordinal'");
    SQLite::Statement insert(*m_db,
                             "INSERT INTO runs(id, name, status, created, updated, ordinal, parent, parent_step, tags, notes, total_steps) "
                             "VALUES(?1, ?2, ?3, ?4, ?4, (SELECT value - 1 FROM counters WHERE name = 'ordinal'), ?5, ?6, ?7, ?8, ?9)");
    if (id > 0) insert.bind(1, id);
    insert.bind(2, run.name);
    insert.bind(3, std::string(name(run.status)));
    insert.bind(4, wallSeconds());
    insert.bind(5, run.parent);
    insert.bind(6, run.parentStep);
    insert.bind(7, joinTags(run.tags));
    insert.bind(8, run.notes);
    insert.bind(9, run.totalSteps);
    insert.exec();
    const auto made = m_db->getLastInsertRowid();
    SQLite::Statement documents(*m_db, "INSERT INTO documents VALUES(?, ?, ?, ?, ?)");
    SQLite::bind(documents, made, run.documents.model, run.documents.run, run.documents.resolved, run.documents.environment);
    documents.exec();
    return made;
}

Result<RunId> RunStore::createRun(const NewRun& run) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Result<RunId> {
        RunId wanted = 0;
        for (int attempt = 0; attempt < 3; ++attempt) {
            Immediate transaction(*m_db, kImmediate);
            const RunId id = insertRun(run, wanted);
            std::error_code ec;
            fs::create_directories(runsFolder(m_path), ec);
            if (!ec && fs::create_directory(runFolder(id), ec)) {
                transaction.commit();
                return id;
            }
            if (ec) return Error(kRunFolder, {ec.message()}).inFile(runFolder(id));
            wanted = largestFolder(runsFolder(m_path)) + 1;
        }
        return Error(kRunFolder, {"the names run-N are taken"}).inFile(runsFolder(m_path));
    });
}

Result<RunRow> RunStore::run(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<RunRow> {
        SQLite::Statement select(*m_db, std::string(kRunColumns) + " WHERE id = ?");
        select.bind(1, id);
        if (!select.executeStep()) return Error(kRunUnknown, {std::to_string(id)}).inFile(m_path);
        return readRow(select);
    });
}

Result<RunDocuments> RunStore::documents(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<RunDocuments> {
        SQLite::Statement select(*m_db, "SELECT model, run_document, resolved, environment FROM documents WHERE run = ?");
        select.bind(1, id);
        if (!select.executeStep()) return Error(kRunUnknown, {std::to_string(id)}).inFile(m_path);
        return RunDocuments{select.getColumn(0).getString(), select.getColumn(1).getString(), select.getColumn(2).getString(),
                            select.getColumn(3).getString()};
    });
}

Result<std::vector<RunRow>> RunStore::listRuns(const RunFilter& filter) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::vector<RunRow>> {
        SQLite::Statement select(*m_db, kRunColumns + whereClause(filter) + orderClause(filter));
        if (!filter.text.empty()) select.bind(1, filter.text);
        std::vector<RunRow> rows;
        while (select.executeStep()) rows.push_back(readRow(select));
        return rows;
    });
}

namespace {

// Collects "column = ?" with what to bind.
class Assignments {
public:
    template <class T> void add(const char* column, const std::optional<T>& value) {
        if (value) set(column, [v = *value](SQLite::Statement& s, int at) { bindValue(s, at, v); });
    }
    template <class F> void set(const char* column, F bind) {
        m_sql += (m_sql.empty() ? "" : ", ") + std::string(column) + " = ?" + std::to_string(m_binds.size() + 2);
        m_binds.emplace_back(bind);
    }
    void apply(SQLite::Database& db, RunId id) const {
        if (m_binds.empty()) return;
        SQLite::Statement update(db, "UPDATE runs SET " + m_sql + " WHERE id = ?1");
        update.bind(1, id);
        for (std::size_t i = 0; i < m_binds.size(); ++i) m_binds[i](update, static_cast<int>(i) + 2);
        update.exec();
    }

private:
    static void bindValue(SQLite::Statement& s, int at, const std::string& v) { s.bind(at, v); }
    static void bindValue(SQLite::Statement& s, int at, double v) { bindDouble(s, at, v); }
    static void bindValue(SQLite::Statement& s, int at, std::int64_t v) { s.bind(at, v); }
    static void bindValue(SQLite::Statement& s, int at, bool v) { s.bind(at, v ? 1 : 0); }
    static void bindValue(SQLite::Statement& s, int at, RunStatus v) { s.bind(at, std::string(name(v))); }
    static void bindValue(SQLite::Statement& s, int at, const std::vector<std::string>& v) { s.bind(at, joinTags(v)); }

    std::string m_sql;
    std::vector<std::function<void(SQLite::Statement&, int)>> m_binds;
};

void writeDocument(SQLite::Database& db, RunId id, const char* sql, const std::optional<std::string>& text) {
    if (!text) return;
    SQLite::Statement update(db, sql);
    SQLite::bind(update, *text, id);
    update.exec();
}

} // namespace

void RunStore::writeChange(RunId id, const RunChange& c, bool beat) {
    Assignments a;
    const std::optional<double> now = wallSeconds();
    a.add("updated", now);
    if (beat) a.add("last_beat", now);
    a.add("name", c.name), a.add("notes", c.notes), a.add("tags", c.tags), a.add("status", c.status);
    a.add("best_name", c.bestName), a.add("error", c.error), a.add("summary", c.summary);
    a.add("first_loss", c.firstLoss), a.add("last_loss", c.lastLoss), a.add("best_value", c.bestValue), a.add("active_s", c.activeS);
    a.add("best_step", c.bestStep), a.add("steps", c.steps), a.add("total_steps", c.totalSteps), a.add("colour", c.colour);
    a.add("archived", c.archived);
    a.apply(*m_db, id);
    if (c.noBest) m_db->exec("UPDATE runs SET best_value = NULL, best_name = '', best_step = -1 WHERE id = " + std::to_string(id));
    writeDocument(*m_db, id, "UPDATE documents SET resolved = ? WHERE run = ?", c.resolvedDocument);
    writeDocument(*m_db, id, "UPDATE documents SET environment = ? WHERE run = ?", c.environment);
}

Status RunStore::updateRun(RunId id, const RunChange& change) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    LOCKSTEP_TRY(run(id));
    return guarded(m_path, [&]() -> Status {
        Immediate transaction(*m_db, kImmediate);
        writeChange(id, change, false);
        transaction.commit();
        return {};
    });
}

Status RunStore::deleteRun(RunId id) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    LOCKSTEP_TRY(run(id));
    LOCKSTEP_ASSIGN(const RunLock lock, RunLock::acquire(runFolder(id)));
    LOCKSTEP_TRY(guarded(m_path, [&]() -> Status {
        Immediate transaction(*m_db, kImmediate);
        SQLite::Statement remove(*m_db, "DELETE FROM runs WHERE id = ?");
        remove.bind(1, id);
        remove.exec();
        transaction.commit();
        return {};
    }));
    m_tails.clear();
    std::error_code ec;
    fs::remove_all(runFolder(id), ec);
    if (ec) return Error(kRunFolder, {ec.message()}).inFile(runFolder(id));
    return vacuumSome();
}

} // namespace lockstep::store
