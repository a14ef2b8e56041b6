// Opening a store: new or old, whole or damaged, on writable, read-only and network disks.
#include "base/log.h"
#include "base/thread.h"
#include "store/errors.h"
#include "store/file_system.h"
#include "store/run_store.h"
#include "store/schema.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

namespace lockstep::store {

namespace fs = std::filesystem;

namespace {

constexpr int kPageBytes = 16384; // a chunk spans few pages

struct Opened {
    std::unique_ptr<SQLite::Database> db;
    std::vector<std::string> notices;
    bool readOnly = false;
};

std::int64_t pragma(SQLite::Database& db, const char* name) { return db.execAndGet(std::string("PRAGMA ") + name).getInt64(); }

// SQLite takes any short file for an empty database and would overwrite it.
Status checkMagic(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return Error(kStoreNoPermission, {"read"}).inFile(path);
    char magic[16] = {};
    in.read(magic, sizeof magic);
    const auto got = static_cast<std::size_t>(in.gcount());
    if (got > 0 && std::string_view(magic, got) != std::string_view("SQLite format 3\0", 16)) return Error(kStoreNotADatabase).inFile(path);
    return {};
}

Status checkOwner(SQLite::Database& db, const std::string& path) {
    const auto id = pragma(db, "application_id");
    const auto version = pragma(db, "user_version");
    const auto tables = db.execAndGet("SELECT count(*) FROM sqlite_master").getInt64();
    if (id != kApplicationId && (tables > 0 || id != 0)) return Error(kStoreForeign, {std::to_string(id)}).inFile(path);
    if (id == kApplicationId && version == 0 && tables > 0) return Error(kStoreCorrupt, {"its format number is gone"}).inFile(path);
    if (id == kApplicationId && version > schemaVersion())
        return Error(kStoreNewer, {std::to_string(version), std::to_string(schemaVersion())}).inFile(path);
    return {};
}

Status checkWhole(SQLite::Database& db, const std::string& path) {
    const std::string missing = missingColumn(db);
    return missing.empty() ? Status{} : Error(kStoreCorrupt, {"there is no " + missing}).inFile(path);
}

// Two programs that make the same store at once would each set page size and journal; one at a time, then.
class SetupLock {
public:
    explicit SetupLock(const std::string& folder) : m_fd(::open((folder + "/.setup").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        struct flock lock = {};
        lock.l_type = F_WRLCK;
        if (m_fd >= 0) static_cast<void>(::fcntl(m_fd, F_OFD_SETLKW, &lock));
    }
    ~SetupLock() {
        if (m_fd >= 0) ::close(m_fd);
    }
    SetupLock(const SetupLock&) = delete;
    SetupLock& operator=(const SetupLock&) = delete;

private:
    int m_fd;
};

void setJournal(SQLite::Database& db, const std::string& path, std::vector<std::string>& notices) {
    const bool network = onNetworkFileSystem(path);
    db.exec(network ? "PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = FULL"
                    : "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    if (network) notices.push_back("The run store is on a network disk: it uses the slower rollback journal.");
}

Status prepare(SQLite::Database& db, const std::string& path, std::vector<std::string>& notices) {
    LOCKSTEP_TRY(checkOwner(db, path));
    if (pragma(db, "page_count") == 0) db.exec("PRAGMA page_size = " + std::to_string(kPageBytes) + "; PRAGMA auto_vacuum = INCREMENTAL");
    setJournal(db, path, notices);
    db.exec("PRAGMA foreign_keys = ON");
    if (pragma(db, "user_version") == schemaVersion()) return checkWhole(db, path);
    SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
    LOCKSTEP_TRY(checkOwner(db, path));
    migrate(db, static_cast<int>(pragma(db, "user_version")));
    transaction.commit();
    return {};
}

Result<Opened> openReadOnly(const std::string& path, int timeoutMs) {
    Opened out;
    out.readOnly = true;
    // WAL needs its index file beside the store; where that cannot be made, a store without a journal may be read as it lies.
    const bool alone = !canWriteFolder(path) && fileBytes(path + "-wal") <= 0 && fileBytes(path + "-journal") <= 0;
    if (!alone && !canWriteFolder(path) && fileBytes(path + "-shm") < 0) return Error(kStoreUnclean).inFile(path);
    out.db = std::make_unique<SQLite::Database>(alone ? immutableUri(path) : path, SQLite::OPEN_READONLY | SQLite::OPEN_URI, timeoutMs);
    LOCKSTEP_TRY(checkOwner(*out.db, path));
    if (pragma(*out.db, "user_version") < schemaVersion()) return Error(kStoreReadOnly).inFile(path);
    LOCKSTEP_TRY(checkWhole(*out.db, path));
    return out;
}

Result<Opened> openReadWrite(const std::string& path, int timeoutMs) {
    Opened out;
    std::error_code ec;
    const auto folder = fs::path(path).parent_path();
    fs::create_directories(runsFolder(path), ec);
    if (ec && !fs::exists(path)) return Error(kStoreNoPermission, {"create"}).inFile(path);
    const bool writable = canWriteFolder(path) && (!fs::exists(path) || ::access(path.c_str(), W_OK) == 0);
    if (!writable) {
        if (!fs::exists(path)) return Error(kStoreNoPermission, {"create"}).inFile(path);
        LOCKSTEP_ASSIGN(out, openReadOnly(path, timeoutMs));
        out.notices.push_back("The run store cannot be written (read-only disk or no permission): runs can be looked at but not started.");
        return out;
    }
    const SetupLock lock(runsFolder(path));
    out.db = std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, timeoutMs);
    LOCKSTEP_TRY(prepare(*out.db, path, out.notices));
    return out;
}

int stopAsked(void* stop) { return static_cast<const std::stop_token*>(stop)->stop_requested() ? 1 : 0; }

Status check(const std::string& path, const char* pragmaName, std::stop_token stop) {
    constexpr int kInstructions = 100000; // of SQLite's machine, some milliseconds
    const auto status = guarded(path, [&]() -> Status {
        SQLite::Database db(path, SQLite::OPEN_READONLY, 5000);
        sqlite3_progress_handler(db.getHandle(), kInstructions, stopAsked, &stop);
        const std::string verdict = db.execAndGet(pragmaName).getString();
        if (verdict != "ok") return Error(kStoreCorrupt, {verdict}).inFile(path);
        return {};
    });
    return stop.stop_requested() ? Status() : status;
}

} // namespace

RunStore::RunStore(std::string path, std::unique_ptr<SQLite::Database> db) : m_path(std::move(path)), m_db(std::move(db)) {}

RunStore::~RunStore() = default;

Result<std::unique_ptr<RunStore>> RunStore::open(const std::string& path, const OpenOptions& options) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(path, [&]() -> Result<std::unique_ptr<RunStore>> {
        const bool readOnly = options.mode == OpenMode::ReadOnly;
        std::error_code ec;
        const bool exists = fs::exists(path, ec);
        if (ec) return Error(kStoreNoPermission, {"reach"}).inFile(path);
        // Looked at first: opening a pipe would wait for somebody to write into it.
        if (exists && !fs::is_regular_file(path, ec)) return Error(kStoreNotADatabase).inFile(path);
        if (readOnly && !exists) return Error(kStoreMissing).inFile(path);
        if (exists) LOCKSTEP_TRY(checkMagic(path));
        const bool unclean = fileBytes(path + "-wal") > 0 || fileBytes(path + "-journal") > 0;
        LOCKSTEP_ASSIGN(auto opened, readOnly ? openReadOnly(path, options.busyTimeoutMs) : openReadWrite(path, options.busyTimeoutMs));
        std::unique_ptr<RunStore> store(new RunStore(path, std::move(opened.db)));
        store->m_readOnly = opened.readOnly;
        store->m_uncleanEnd = unclean;
        store->m_notices = std::move(opened.notices);
        for (const auto& notice : store->m_notices) log(LogLevel::Warning, "store", notice);
        return store;
    });
}

std::string RunStore::defaultPath() {
    if (const char* data = std::getenv("XDG_DATA_HOME"); data && *data) return std::string(data) + "/lockstep/runs.db";
    const char* home = std::getenv("HOME");
    return std::string(home && *home ? home : ".") + "/.local/share/lockstep/runs.db";
}

Status RunStore::quickCheck(const std::string& path, const std::stop_token& stop) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return check(path, "PRAGMA quick_check(1)", stop);
}

Status RunStore::fullCheck(const std::string& path) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return check(path, "PRAGMA integrity_check(1)", {});
}

Result<std::int64_t> RunStore::dataVersion() {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    return guarded(m_path, [&]() -> Result<std::int64_t> { return pragma(*m_db, "data_version"); });
}

Status RunStore::vacuumSome(int pages) {
    LOCKSTEP_NOT_ON_GUI_THREAD();
    LOCKSTEP_TRY(mayWrite());
    return guarded(m_path, [&]() -> Status {
        SQLite::Statement step(*m_db, "PRAGMA incremental_vacuum(" + std::to_string(pages) + ")");
        while (step.executeStep()) {}
        return {};
    });
}

Status RunStore::mayWrite() const {
    if (m_readOnly) return Error(kStoreReadOnly).inFile(m_path);
    return {};
}

} // namespace lockstep::store
