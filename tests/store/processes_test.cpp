// Several processes on one store; writers that are killed.
#include "store_fixture.h"

#include "base/process.h"

#include <atomic>
#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <sys/wait.h>

namespace lockstep::store {

// Shared by parent and children: how far a writer got, for certain.
struct Shared {
    std::atomic<std::int64_t> committed = 0;
    std::atomic<int> stage = 0;
};

class ProcessTest : public StoreTest {
protected:
    ProcessTest() : m_shared(new (mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Shared) {}

    template <class F> static pid_t spawn(F f) {
        const pid_t child = fork();
        if (child == 0) {
            f();
            _exit(0);
        }
        return child;
    }
    static int wait(pid_t child) {
        int status = 0;
        waitpid(child, &status, 0);
        return status;
    }
    void waitForStage(int stage) const {
        while (m_shared->stage < stage) sched_yield();
    }
    // A writer that commits as fast as it can until it is killed.
    void writeForever(RunId id, int piece) const {
        const auto store = mustOpen(path());
        const auto lock = store->claimRun(id);
        if (!lock.ok()) _exit(3);
        for (std::int64_t next = 0;; next += 700) {
            auto batch = lossBatch(id, next, 700, piece);
            batch.change.status = RunStatus::Running;
            batch.change.steps = next + 700;
            batch.events.push_back({0, 0, next, "log", "{}"});
            if (!store->commit(batch).ok()) _exit(4);
            m_shared->committed = next + 700;
            m_shared->stage = 1;
        }
    }

    Shared* m_shared;
};

TEST_F(ProcessTest, AKillAtAnyInstantLosesNothingCommitted) {
    RunId id = 0;
    { id = newRun(*mustOpen(path())); }
    for (int round = 0; round < 25; ++round) {
        m_shared->committed = 0, m_shared->stage = 0;
        const pid_t child = spawn([&] { writeForever(id, round); });
        waitForStage(1);
        for (int i = 0; i < 2000 * (round % 7); ++i) sched_yield(); // spreads the instants
        kill(child, SIGKILL);
        wait(child);
        const auto store = mustOpen(path());
        const auto pieces = store->series(id)->at(0).pieces;
        ASSERT_EQ(pieces.size(), static_cast<std::size_t>(round) + 1);
        const auto points = pieces.back().points;
        EXPECT_GE(points, m_shared->committed);
        EXPECT_EQ(points % 700, 0); // whole batches only
        EXPECT_EQ(store->run(id)->steps, points);
        EXPECT_EQ(store->effectiveStatus(store->run(id).value()), RunStatus::Interrupted);
        EXPECT_EQ(store->reconcile().value(), (std::vector<RunId>{id}));
        EXPECT_EQ(store->run(id)->status, RunStatus::Interrupted);
        const auto read = store->readSeries(id, "loss", round).value();
        std::int64_t step = 0;
        for (const auto& chunk : read.at(0).chunks)
            for (std::size_t i = 0; i < chunk->size(); ++i, ++step) {
                ASSERT_EQ(chunk->steps[i], step);
                ASSERT_EQ(chunk->values[i], 1.0 / static_cast<double>(step + 3));
            }
        EXPECT_EQ(step, points);
    }
    EXPECT_TRUE(RunStore::fullCheck(path()).ok());
}

TEST_F(ProcessTest, ALiveRunIsNeverTakenForDeadAndADeadOneAlways) {
    RunId live = 0, doomed = 0;
    {
        const auto store = mustOpen(path());
        live = newRun(*store, "live"), doomed = newRun(*store, "doomed");
    }
    const pid_t a = spawn([&] { writeForever(live, 0); });
    const pid_t b = spawn([&] { writeForever(doomed, 0); });
    const auto store = mustOpen(path());
    for (const RunId id : {live, doomed})
        while (store->run(id)->status != RunStatus::Running) sched_yield();
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(store->reconcile()->empty());
    EXPECT_EQ(store->claimRun(live).error().id(), "store.run_busy");
    EXPECT_EQ(store->deleteRun(live).error().id(), "store.run_busy");
    kill(b, SIGKILL);
    wait(b);
    EXPECT_EQ(store->reconcile().value(), (std::vector<RunId>{doomed}));
    EXPECT_EQ(store->liveness(store->run(live).value()), Liveness::Live);
    EXPECT_EQ(store->liveness(store->run(doomed).value()), Liveness::Dead);
    EXPECT_TRUE(store->claimRun(doomed).ok());
    kill(a, SIGKILL);
    wait(a);
    EXPECT_EQ(store->run(live)->owner.pid, a);
    EXPECT_EQ(store->series(live)->at(0).pieces.at(0).points % 700, 0);
}

TEST_F(ProcessTest, ManyMakeTheStoreAtOnce) {
    std::vector<pid_t> children;
    for (int i = 0; i < 6; ++i)
        children.push_back(spawn([&] {
            waitForStage(1);
            const auto store = RunStore::open(path());
            if (!store.ok()) _exit(1);
            for (int k = 0; k < 5; ++k)
                if (!(*store)->createRun({}).ok()) _exit(2);
        }));
    m_shared->stage = 1;
    for (const pid_t child : children) EXPECT_EQ(wait(child), 0);
    const auto rows = mustOpen(path())->listRuns().value();
    ASSERT_EQ(rows.size(), 30u);
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(rows[i].ordinal, static_cast<std::int64_t>(i));
}

TEST_F(ProcessTest, AFreeLockOfALocalDiskIsDeathUnderAnyHostName) {
    const auto store = mustOpen(path());
    const auto id = newRun(*store);
    ASSERT_TRUE(store->claimRun(id).ok()); // freed at once
    RunChange change;
    change.status = RunStatus::Running;
    ASSERT_TRUE(store->updateRun(id, change).ok());
    auto row = store->run(id).value();
    EXPECT_EQ(store->liveness(row), Liveness::Dead);
    row.owner.host = "elsewhere.example"; // a container that is gone
    EXPECT_EQ(store->liveness(row), Liveness::Dead);
    EXPECT_EQ(store->effectiveStatus(row), RunStatus::Interrupted);
    const auto lock = RunLock::acquire(store->runFolder(id));
    ASSERT_TRUE(lock.ok());
    EXPECT_EQ(store->liveness(row), Liveness::Live);
}

TEST(Judge, AnotherHostOfANetworkIsBelievedForSomeMinutes) {
    EXPECT_EQ(judge({.locked = true, .sameHost = false, .network = true, .silentS = 1e9}), Liveness::Live);
    EXPECT_EQ(judge({.locked = false, .sameHost = false, .network = true, .silentS = 5}), Liveness::Elsewhere);
    EXPECT_EQ(judge({.locked = false, .sameHost = false, .network = true, .silentS = -300}), Liveness::Elsewhere); // its clock is ahead
    EXPECT_EQ(judge({.locked = false, .sameHost = false, .network = true, .silentS = kSilentS + 1}), Liveness::Dead);
    EXPECT_EQ(judge({.locked = false, .sameHost = true, .network = true, .silentS = 5}), Liveness::Dead);
    EXPECT_EQ(judge({.locked = false, .sameHost = false, .network = false, .silentS = 5}), Liveness::Dead);
}

TEST_F(ProcessTest, KnowsItself) {
    const auto me = thisProcess();
    EXPECT_EQ(me.pid, getpid());
    EXPECT_FALSE(me.host.empty());
    EXPECT_EQ(me.bootId.size(), 36u);
    EXPECT_GT(me.start, 0);
    EXPECT_EQ(me, thisProcess());
}

TEST_F(ProcessTest, AnUncleanEndIsSeen) {
    EXPECT_FALSE(mustOpen(path())->uncleanEnd());
    const auto id = newRun(*mustOpen(path()));
    EXPECT_FALSE(mustOpen(path())->uncleanEnd());
    const pid_t child = spawn([&] { writeForever(id, 0); });
    waitForStage(1);
    kill(child, SIGKILL);
    wait(child);
    EXPECT_TRUE(mustOpen(path())->uncleanEnd());
    EXPECT_FALSE(mustOpen(path())->uncleanEnd());
}

TEST_F(ProcessTest, LocksMoveAndFree) {
    const auto folder = path("run-1");
    EXPECT_FALSE(RunLock::held(folder));
    auto first = RunLock::acquire(folder).value();
    EXPECT_TRUE(RunLock::held(folder));
    EXPECT_EQ(RunLock::acquire(folder).error().id(), "store.run_busy");
    RunLock second = std::move(first);
    EXPECT_FALSE(first.owns());
    EXPECT_TRUE(RunLock::held(folder));
    second.release();
    EXPECT_FALSE(RunLock::held(folder));
    EXPECT_EQ(RunLock::acquire("/proc/none").error().id(), "store.run_folder");
}

TEST_F(StoreTest, CurvesOfANewRunHoldNothingOfOneDeletedElsewhere) {
    // SQLite gives the number of a deleted series to the next new one.
    const auto here = mustOpen(path()), elsewhere = mustOpen(path());
    const RunId first = newRun(*here);
    {
        const auto lock = here->claimRun(first);
        ASSERT_TRUE(lock.ok());
        ASSERT_TRUE(here->openPiece(first).ok());
        ASSERT_TRUE(here->commit(lossBatch(first, 0, 5)).ok());
    }
    ASSERT_TRUE(elsewhere->deleteRun(first).ok());
    const RunId second = newRun(*here, "second");
    const int piece = here->openPiece(second).value();
    ASSERT_TRUE(here->commit(lossBatch(second, 100, 2, piece)).ok());
    const auto pieces = here->readSeries(second, "loss").value();
    ASSERT_EQ(pieces.size(), 1u);
    ASSERT_EQ(pieces[0].chunks.size(), 1u);
    EXPECT_EQ(pieces[0].chunks[0]->steps, (std::vector<std::int64_t>{100, 101}));
}

// A child that ends with 7 when it is told to, as `lockstep` saves and ends.
class WriterTest : public ProcessTest {
protected:
    ProcessIdentity startWriter(bool obeys) {
        m_child = spawn([&] {
            if (obeys) std::signal(SIGTERM, [](int) { _exit(7); });
            m_shared->stage = 1;
            for (;;) pause();
        });
        waitForStage(1);
        ProcessIdentity writer = thisProcess();
        writer.pid = m_child;
        writer.start = processStart(m_child).value();
        return writer;
    }
    ~WriterTest() override {
        kill(m_child, SIGKILL);
        wait(m_child);
    }
    pid_t m_child = 0;
};

TEST_F(WriterTest, IsAskedToStop) {
    const auto writer = startWriter(true);
    ASSERT_EQ(askToStop(writer), AskedToStop::Told);
    const int status = wait(m_child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    EXPECT_EQ(askToStop(writer), AskedToStop::Gone);
}

TEST_F(WriterTest, NobodyElseIs) {
    const auto writer = startWriter(true);
    auto other = writer;
    other.start -= 1;
    EXPECT_EQ(askToStop(other), AskedToStop::Gone); // the number was given away again
    other.start = 0;
    EXPECT_EQ(askToStop(other), AskedToStop::Gone);
    other = writer;
    other.host = "gpu-17";
    EXPECT_EQ(askToStop(other), AskedToStop::OtherHost);
    other = writer;
    other.bootId = "another";
    EXPECT_EQ(askToStop(other), AskedToStop::OtherHost);
    EXPECT_EQ(askToStop(thisProcess()), AskedToStop::Own);
    EXPECT_EQ(askToStop({}), AskedToStop::OtherHost);
    EXPECT_EQ(processStart(m_child), writer.start); // it lives
    kill(m_child, SIGKILL);
    EXPECT_TRUE(WIFSIGNALED(wait(m_child)));
}

TEST_F(WriterTest, OneThatWouldEndWithoutSavingIsNotTold) {
    const auto writer = startWriter(false);
    EXPECT_EQ(askToStop(writer), AskedToStop::Unready);
    EXPECT_EQ(processStart(m_child), writer.start);
}

} // namespace lockstep::store
