// Format of the store's file: what marks it as ours, and the steps from each version to the next.
#pragma once

#include <string>

namespace SQLite {
class Database;
}

namespace lockstep::store {

inline constexpr int kApplicationId = 0x4C4B5354; // "LKST"
/// The newest format this version knows.
int schemaVersion();
/// Brings an empty or older store to schemaVersion(), each step in the one open transaction.
void migrate(SQLite::Database& db, int fromVersion);
/// "table.column" that a store of this version should have and this one lacks (somebody altered it); empty where all are there.
std::string missingColumn(SQLite::Database& db);

} // namespace lockstep::store
