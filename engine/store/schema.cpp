#include "store/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>

namespace lockstep::store {

// Never edit a step that was released: add one. Blobs stand last so that reading a row's figures does not walk its pages.
static constexpr std::array kSteps = {
    R"(
CREATE TABLE runs(
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, status TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL,
    ordinal INTEGER NOT NULL, colour INTEGER, parent INTEGER NOT NULL DEFAULT 0, parent_step INTEGER NOT NULL DEFAULT -1,
    tags TEXT NOT NULL DEFAULT '', notes TEXT NOT NULL DEFAULT '',
    first_loss REAL, last_loss REAL, best_value REAL, best_name TEXT NOT NULL DEFAULT '', best_step INTEGER NOT NULL DEFAULT -1,
    active_s REAL NOT NULL DEFAULT 0, steps INTEGER NOT NULL DEFAULT 0, total_steps INTEGER NOT NULL DEFAULT 0,
    host TEXT NOT NULL DEFAULT '', boot_id TEXT NOT NULL DEFAULT '', pid INTEGER NOT NULL DEFAULT 0, pid_start INTEGER NOT NULL DEFAULT 0,
    last_beat REAL NOT NULL DEFAULT 0, archived INTEGER NOT NULL DEFAULT 0, pieces INTEGER NOT NULL DEFAULT 0,
    sample_every INTEGER NOT NULL DEFAULT 1, samples_offered INTEGER NOT NULL DEFAULT 0,
    error TEXT NOT NULL DEFAULT '', summary TEXT NOT NULL DEFAULT '');
CREATE INDEX runs_status ON runs(status);
CREATE TABLE documents(
    run INTEGER PRIMARY KEY REFERENCES runs(id) ON DELETE CASCADE,
    model TEXT NOT NULL, run_document TEXT NOT NULL, resolved TEXT NOT NULL, environment TEXT NOT NULL);
CREATE TABLE series(
    id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, name TEXT NOT NULL, UNIQUE(run, name));
CREATE TABLE chunks(
    series INTEGER NOT NULL REFERENCES series(id) ON DELETE CASCADE, piece INTEGER NOT NULL, idx INTEGER NOT NULL,
    count INTEGER NOT NULL, first_step INTEGER NOT NULL, last_step INTEGER NOT NULL, min REAL, max REAL, data BLOB NOT NULL,
    PRIMARY KEY(series, piece, idx));
CREATE TABLE events(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, seq INTEGER NOT NULL, wall REAL NOT NULL, step INTEGER NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, PRIMARY KEY(run, seq));
CREATE TABLE checkpoints(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, step INTEGER NOT NULL, folder TEXT NOT NULL, bytes INTEGER NOT NULL,
    created REAL NOT NULL, best INTEGER NOT NULL, hash TEXT NOT NULL, PRIMARY KEY(run, step));
CREATE TABLE queue(position INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL UNIQUE REFERENCES runs(id) ON DELETE CASCADE);
CREATE TABLE settings(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE profiles(device TEXT PRIMARY KEY, created REAL NOT NULL, value TEXT NOT NULL);
CREATE TABLE samples(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, number INTEGER NOT NULL, step INTEGER NOT NULL, data BLOB NOT NULL,
    PRIMARY KEY(run, number));
CREATE TABLE traces(
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE, name TEXT NOT NULL, step INTEGER NOT NULL, created REAL NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY(run, name));
CREATE TABLE counters(name TEXT PRIMARY KEY, value INTEGER NOT NULL);
INSERT INTO counters VALUES('ordinal', 0);
)",
};

int schemaVersion() { return static_cast<int>(kSteps.size()); }

void migrate(SQLite::Database& db, int fromVersion) {
    for (auto v = static_cast<std::size_t>(fromVersion); v < kSteps.size(); ++v) db.exec(kSteps[v]);
    db.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
    db.exec("PRAGMA user_version = " + std::to_string(schemaVersion()));
}

namespace {

std::set<std::string> columns(SQLite::Database& db) {
    std::set<std::string> out;
    SQLite::Statement query(db,
                            "SELECT m.name || '.' || c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table'");
    while (query.executeStep()) out.insert(query.getColumn(0).getString());
    return out;
}

} // namespace

std::string missingColumn(SQLite::Database& db) {
    SQLite::Database whole(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    migrate(whole, 0);
    const std::set<std::string> wanted = columns(whole), present = columns(db);
    const auto missing = std::ranges::find_if(wanted, [&](const std::string& column) { return !present.contains(column); });
    return missing == wanted.end() ? std::string() : *missing;
}

} // namespace lockstep::store
