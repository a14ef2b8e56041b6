// Stores that are damaged, foreign, too new, locked, unreadable, full.
#include "store/file_system.h"
#include "store/schema.h"
#include "store_fixture.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <fstream>

#include <csignal>
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

namespace fs = std::filesystem;

namespace lockstep::store {

static void execute(const std::string& path, const std::string& sql) {
    SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

// Runs f in a child process as an ordinary user, because root may write anywhere; returns what it printed.
template <class F> static std::string asNobody(F f) {
    int ends[2];
    if (pipe(ends) != 0) return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0) _exit(2);
        const std::string out = f();
        _exit(write(ends[1], out.data(), out.size()) == static_cast<ssize_t>(out.size()) ? 0 : 1);
    }
    close(ends[1]);
    char text[256];
    const auto got = read(ends[0], text, sizeof text);
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return {text, static_cast<std::size_t>(std::max<ssize_t>(got, 0))};
}

TEST_F(StoreTest, SaysWhatIsWrongWithAFile) {
    EXPECT_EQ(openError(path("none.db"), {OpenMode::ReadOnly}), "store.missing");
    EXPECT_EQ(openError(m_folder.string()), "store.not_a_database");
    ASSERT_EQ(mkfifo(path("pipe.db").c_str(), 0600), 0);
    EXPECT_EQ(openError(path("pipe.db")), "store.not_a_database");
    std::ofstream(path("text.db")) << "step,loss\n0,1\n";
    EXPECT_EQ(openError(path("text.db")), "store.not_a_database");
    std::ofstream(path("short.db")) << "SQLite";
    EXPECT_EQ(openError(path("short.db")), "store.not_a_database");
    std::ofstream(path("empty.db"));
    EXPECT_EQ(openError(path("empty.db")), "opened");
    execute(path("foreign.db"), "CREATE TABLE t(x); PRAGMA application_id = 77");
    EXPECT_EQ(openError(path("foreign.db")), "store.foreign");
    execute(path("anonymous.db"), "CREATE TABLE t(x)");
    EXPECT_EQ(openError(path("anonymous.db")), "store.foreign");
}

TEST_F(StoreTest, AStoreThatLostATableAColumnOrItsNumberIsDamaged) {
    for (const char* change : {"DROP TABLE samples", "ALTER TABLE runs DROP COLUMN notes", "PRAGMA user_version = 0"}) {
        const std::string name = path("altered.db");
        std::filesystem::remove(name);
        mustOpen(name);
        execute(name, change);
        EXPECT_EQ(openError(name), "store.corrupt") << change;
        EXPECT_EQ(openError(name, {OpenMode::ReadOnly}), "store.corrupt") << change;
    }
}

TEST_F(StoreTest, RefusesANewerFormatAndLeavesItAlone) {
    mustOpen(path());
    execute(path(), "PRAGMA user_version = 999");
    const auto store = RunStore::open(path());
    ASSERT_FALSE(store.ok());
    EXPECT_EQ(store.error().id(), "store.newer");
    EXPECT_EQ(store.error().args(), (std::vector<std::string>{"999", std::to_string(schemaVersion())}));
    EXPECT_EQ(store.error().where().file, path());
    EXPECT_EQ(openError(path(), {OpenMode::ReadOnly}), "store.newer");
}

TEST_F(StoreTest, NoticesDamage) {
    {
        const auto store = mustOpen(path());
        const auto id = newRun(*store);
        ASSERT_TRUE(store->commit(lossBatch(id, 0, 50'000)).ok());
    }
    const auto size = fs::file_size(path());
    fs::copy_file(path(), path("cut.db"));
    fs::resize_file(path("cut.db"), size / 2);
    EXPECT_EQ(openError(path("cut.db")), "store.corrupt");
    fs::copy_file(path(), path("header.db"));
    std::fstream(path("header.db"), std::ios::in | std::ios::out | std::ios::binary).write("XXXXXXXX", 8);
    EXPECT_EQ(openError(path("header.db")), "store.not_a_database");
    fs::copy_file(path(), path("inside.db"));
    std::fstream inside(path("inside.db"), std::ios::in | std::ios::out | std::ios::binary);
    for (std::uint64_t at = 2 * 16384; at + 16384 <= size; at += 16384) {
        inside.seekp(static_cast<std::streamoff>(at));
        inside.write("\xff\xff\xff\xff\xff\xff\xff\xff", 8);
    }
    inside.close();
    EXPECT_EQ(RunStore::quickCheck(path("inside.db")).error().id(), "store.corrupt");
    EXPECT_TRUE(RunStore::quickCheck(path()).ok());
    EXPECT_TRUE(RunStore::fullCheck(path()).ok());
}

// Whatever bytes are cut off or overwritten: an error or a working store, never a crash.
TEST_F(StoreTest, SurvivesAnyDamage) {
    {
        const auto store = mustOpen(path());
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(store->commit(lossBatch(newRun(*store), 0, 6000)).ok());
    }
    const auto size = fs::file_size(path());
    std::uint64_t state = 12345;
    for (int i = 0; i < 60; ++i) {
        const auto copy = path("damaged.db");
        for (const auto* tail : {"", "-wal", "-shm"}) fs::remove(copy + tail);
        fs::copy_file(path(), copy);
        std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
        for (int k = 0; k < 40; ++k) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            file.seekp(static_cast<std::streamoff>((state >> 20) % (k % 2 ? size : 32768)));
            file.put(static_cast<char>(state >> 56));
        }
        file.close();
        auto store = RunStore::open(copy);
        if (!store.ok()) continue;
        const auto rows = (*store)->listRuns();
        for (RunId id = 1; id <= 3; ++id) {
            static_cast<void>((*store)->readSeries(id, "loss").ok());
            static_cast<void>((*store)->commit(lossBatch(id, 6000, 10)).ok());
        }
    }
}

TEST_F(StoreTest, SaysWhenAnotherProgramHoldsIt) {
    mustOpen(path());
    SQLite::Database other(path(), SQLite::OPEN_READWRITE);
    other.exec("BEGIN IMMEDIATE");
    const auto store = mustOpen(path(), {OpenMode::ReadWrite, 10});
    EXPECT_EQ(store->createRun({}).error().id(), "store.locked");
    EXPECT_TRUE(store->listRuns()->empty());
    other.exec("COMMIT");
    EXPECT_TRUE(store->createRun({}).ok());
}

TEST_F(StoreTest, ReadOnlyFolderOpensForReading) {
    {
        const auto store = mustOpen(path());
        ASSERT_TRUE(store->commit(lossBatch(newRun(*store), 0, 10)).ok());
    }
    fs::permissions(m_folder, fs::perms::owner_read | fs::perms::owner_exec | fs::perms::group_read | fs::perms::group_exec |
                                  fs::perms::others_read | fs::perms::others_exec);
    const auto look = [&]() -> std::string {
        const auto store = RunStore::open(path());
        if (!store.ok()) return store.error().message();
        const auto& s = *store.value();
        return std::to_string(s.readOnly()) + " " + std::to_string(s.notices().size()) + " " +
               std::to_string((*store)->readSeries(1, "loss")->at(0).chunks.at(0)->size()) + " " +
               std::string((*store)->createRun({}).error().id());
    };
    EXPECT_EQ(asNobody(look), "1 1 10 store.read_only");
    EXPECT_EQ(asNobody([&] { return openError(path("new.db")); }), "store.no_permission");
    fs::permissions(m_folder, fs::perms::owner_all);
    EXPECT_EQ(asNobody([&] { return openError(path()); }), "store.no_permission");
}

TEST_F(StoreTest, ReadOnlyDiskOpensForReading) {
    const auto disk = path("disk");
    fs::create_directories(disk);
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=8m") != 0) GTEST_SKIP() << "mounting is not permitted here";
    { newRun(*mustOpen(disk + "/runs.db")); }
    ASSERT_EQ(mount("none", disk.c_str(), "tmpfs", MS_REMOUNT | MS_RDONLY, nullptr), 0);
    {
        const auto store = mustOpen(disk + "/runs.db");
        EXPECT_TRUE(store->readOnly());
        EXPECT_EQ(store->listRuns()->size(), 1u);
    }
    EXPECT_EQ(umount(disk.c_str()), 0);
}

TEST_F(StoreTest, FullDiskLosesNothingCommitted) {
    const auto disk = path("disk");
    fs::create_directories(disk);
    if (mount("none", disk.c_str(), "tmpfs", 0, "size=2m") != 0) GTEST_SKIP() << "mounting is not permitted here";
    {
        const auto store = mustOpen(disk + "/runs.db");
        const auto id = newRun(*store);
        std::int64_t next = 0;
        Status status;
        while ((status = store->commit(lossBatch(id, next, 3000))).ok()) next += 3000;
        EXPECT_EQ(status.error().id(), "store.disk_full");
        EXPECT_EQ(store->series(id)->at(0).pieces.at(0).points, next);
        ASSERT_EQ(mount("none", disk.c_str(), "tmpfs", MS_REMOUNT, "size=16m"), 0); // space was freed: the same commit works
        EXPECT_TRUE(store->commit(lossBatch(id, next, 3000)).ok());
        EXPECT_EQ(store->series(id)->at(0).pieces.at(0).points, next + 3000);
        EXPECT_TRUE(RunStore::fullCheck(disk + "/runs.db").ok());
    }
    EXPECT_EQ(umount(disk.c_str()), 0);
}

// The same where nothing may be mounted: the process may not let a file grow.
TEST_F(StoreTest, FilesThatMayNotGrowLoseNothingCommitted) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old = {};
    getrlimit(RLIMIT_FSIZE, &old);
    const rlimit small = {1 << 20, old.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    std::int64_t next = 0;
    while (store->commit(lossBatch(id, next, 3000)).ok()) next += 3000;
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(store->series(id)->at(0).pieces.at(0).points, next);
    EXPECT_TRUE(store->commit(lossBatch(id, next, 3000)).ok());
    EXPECT_EQ(store->readSeries(id, "loss")->at(0).chunks.back()->steps.back(), next + 2999);
    EXPECT_TRUE(RunStore::fullCheck(path()).ok());
}

TEST_F(StoreTest, GivesDeletedSpaceBack) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    ASSERT_TRUE(store->commit(lossBatch(id, 0, 200'000)).ok());
    const auto pages = [&] { return SQLite::Database(path(), SQLite::OPEN_READONLY).execAndGet("PRAGMA page_count").getInt(); };
    const int before = pages();
    ASSERT_TRUE(store->deleteRun(id).ok());
    EXPECT_LT(pages(), before / 2);
}

// Values of f_type from statfs(2).
TEST(FileSystem, KnowsNetworkDisks) {
    EXPECT_TRUE(isNetworkFileSystem(0x6969));                                // NFS
    EXPECT_TRUE(isNetworkFileSystem(0xFF534D42));                            // CIFS
    EXPECT_TRUE(isNetworkFileSystem(static_cast<std::int32_t>(0xFF534D42))); // where f_type is a signed 32-bit word
    EXPECT_FALSE(isNetworkFileSystem(0xEF53));                               // ext4
    EXPECT_FALSE(isNetworkFileSystem(0x01021994));                           // tmpfs
    EXPECT_EQ(immutableUri("/a b/ü?#%.db"), "file:/a%20b/%C3%BC%3F%23%25.db?immutable=1");
}

} // namespace lockstep::store
