#include "store/errors.h"

#include <SQLiteCpp/Exception.h>
#include <sqlite3.h>

namespace lockstep::store {

static Error sqlError(const SQLite::Exception& e) {
    switch (e.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return Error(kStoreLocked);
    case SQLITE_NOTADB: return Error(kStoreNotADatabase);
    case SQLITE_CORRUPT: return Error(kStoreCorrupt, {e.what()});
    case SQLITE_FULL: return Error(kStoreDiskFull);
    case SQLITE_READONLY: return Error(kStoreReadOnly);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH: return Error(kStoreNoPermission, {"open"});
    case SQLITE_IOERR: return Error(kStoreIo, {e.what()});
    default: return Error(kStoreInternal, {e.what()});
    }
}

Error storeError(const std::exception& e, const std::string& path) {
    const auto* sql = dynamic_cast<const SQLite::Exception*>(&e);
    return (sql ? sqlError(*sql) : Error(kStoreInternal, {e.what()})).inFile(path);
}

} // namespace lockstep::store
